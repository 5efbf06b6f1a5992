// error_state: the last error is kept per host thread, cleared by reading, untouched by
// good calls.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <thread>

int
main()
{
	printf("%d\n", cudaGetLastError());
	int bad = cudaSetDevice(-5);
	int *d;
	CK(cudaMalloc(&d, 4)); // a good call keeps the old error
	printf("%d %d %d\n", bad == cudaErrorInvalidDevice, cudaPeekAtLastError(),
	       cudaPeekAtLastError());
	std::thread([] { printf("other thread: %d\n", cudaGetLastError()); }).join();
	printf("%d", cudaGetLastError());
	printf(" %d\n", cudaGetLastError());
	cudaMemcpy(nullptr, d, 4, cudaMemcpyDeviceToHost);
	cudaSetDevice(-5); // the later error replaces the earlier one
	printf("%d", cudaGetLastError());
	printf(" %d\n", cudaGetLastError());
	// not ready is a status, not an error
	cudaEvent_t e;
	CK(cudaEventCreate(&e));
	CK(cudaEventRecord(e));
	while (cudaEventQuery(e) == cudaErrorNotReady)
		;
	printf("%d\n", cudaGetLastError());
}
