// per_thread_stream: with -default-stream per-thread, stream 0 is the thread's own: what
// one thread submits does not wait for another's, and its calls wait for its own only.
// flags: -default-stream per-thread
// out: by hand
#include "../test.h"

#include <atomic>
#include <chrono>
#include <thread>

#ifndef CUDA_API_PER_THREAD_DEFAULT_STREAM
#error "the option defines the macro"
#endif

__global__ void
add(int *p, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += value;
}

static std::atomic<bool> open, gave_up;

// Keeps a stream busy until it is let go. CUDA allows host functions no waiting for work
// that need not run before them, so it gives up one day: on a GPU the other thread's work
// may come after it.
static void
gate(void *)
{
	auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);

	while (!open && !gave_up) {
		std::this_thread::yield();
		gave_up = std::chrono::steady_clock::now() > end;
	}
}

__device__ int variable;

int
main()
{
	const int n = 1000;
	int *a, *b, *c, one = 1, back = 0;
	unsigned long long own = 0, legacy = 0, handle = 0;
	CK(cudaMallocHost(&a, n * sizeof(int)));
	CK(cudaMalloc(&b, n * sizeof(int)));
	CK(cudaMalloc(&c, n * sizeof(int)));
	CK(cudaStreamGetId(0, &own));
	CK(cudaStreamGetId(cudaStreamLegacy, &legacy));
	CK(cudaStreamGetId(cudaStreamPerThread, &handle));
	printf("stream 0 is the thread's own: %d %d\n", own == handle, own != legacy);

	/* This thread's stream is kept busy; the other thread gets its work done. */
	CK(cudaLaunchHostFunc(0, gate, nullptr));
	CK(cudaMemsetAsync(b, 0, n * sizeof(int), 0));
	add<<<(n + 127) / 128, 128>>>(b, n, 3);
	CK(cudaGetLastError());
	printf("busy: %s\n", cudaGetErrorName(cudaStreamQuery(0)));
	int result = -1;
	std::thread other([&] {
		CK(cudaMemset(c, 0, n * sizeof(int)));
		add<<<(n + 127) / 128, 128>>>(c, n, 5);
		CK(cudaMemcpy(a, c, n * sizeof(int), cudaMemcpyDeviceToHost));
		CK(cudaStreamSynchronize(0));
		result = a[n - 1];
		open = true;
	});
	other.join();
	printf("the other thread: %d%s\n", result, gave_up ? ", late" : "");
	CK(cudaStreamSynchronize(0));
	CK(cudaMemcpy(a, b, n * sizeof(int), cudaMemcpyDeviceToHost));
	printf("this thread: %d %d\n", a[0], a[n - 1]);

	CK(cudaMemcpyToSymbol(variable, &one, sizeof one));
	CK(cudaMemcpyFromSymbol(&back, variable, sizeof back));
	cudaEvent_t e;
	CK(cudaEventCreate(&e));
	CK(cudaEventRecord(e));
	CK(cudaEventSynchronize(e));
	printf("symbol: %d\n", back);
	return 0;
}
