// events: record, synchronise, query, elapsed time; errors of unrecorded and untimed
// events.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
spin(unsigned *out, int n)
{
	unsigned x = threadIdx.x;
	for (int i = 0; i < n; i++)
		x = x * 1664525u + 1013904223u;
	out[threadIdx.x] = x;
}

int
main()
{
	cudaEvent_t a, b, c, untimed;
	CK(cudaEventCreate(&a));
	CK(cudaEventCreate(&b));
	CK(cudaEventCreateWithFlags(&c, cudaEventBlockingSync));
	CK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
	unsigned *d = device_array<unsigned>(32);
	float ms = -1, ms2 = -1;
	printf("unrecorded: %s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, a, b)));
	printf("query of unrecorded: %s\n", cudaGetErrorName(cudaEventQuery(a)));
	CK(cudaEventRecord(a));
	spin<<<1, 32>>>(d, 30000);
	CK(cudaEventRecord(b, 0));
	spin<<<1, 32>>>(d, 30000);
	CK(cudaEventRecord(c));
	CK(cudaEventSynchronize(c));
	CK(cudaEventQuery(b));
	CK(cudaEventElapsedTime(&ms, a, b));
	CK(cudaEventElapsedTime(&ms2, a, c));
	printf("time passes: %d %d\n", ms > 0, ms2 > ms && ms2 < 10000);
	CK(cudaEventRecord(untimed));
	CK(cudaEventSynchronize(untimed));
	printf("untimed: %s\n",
	       cudaGetErrorName(cudaEventElapsedTime(&ms, a, untimed)));
	// Recording again moves the event.
	CK(cudaEventRecord(a));
	CK(cudaEventSynchronize(a));
	CK(cudaEventElapsedTime(&ms, c, a));
	printf("recorded again: %d\n", ms >= 0);
	CK(cudaEventDestroy(a));
	CK(cudaEventDestroy(b));
	CK(cudaEventDestroy(c));
	CK(cudaEventDestroy(untimed));
	// Errors above were returned, not kept for later... unless asked for.
	cudaGetLastError();
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
