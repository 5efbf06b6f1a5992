// stream_mix: three host threads, each with three streams of long and short launches, copies,
// events, waits and host functions in random order.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <thread>

__global__ void
mix(unsigned *a, int n, unsigned v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[i] = a[i] * 3 + v;
}

static void CUDART_CB
nothing(void *)
{
}

enum { STREAMS = 3, N = 1 << 15, STEPS = 600 };

struct part {
	cudaStream_t stream;
	unsigned *device;
	std::vector<unsigned> host;

	void
	launch(unsigned r, unsigned v)
	{
		int n = r % 3 ? r % 3000 + 1 : N, block = 64 << r % 2;

		mix<<<(n + block - 1) / block, block, 0, stream>>>(device, n, v);
		for (int i = 0; i < n; i++)
			host[i] = host[i] * 3 + v;
	}

	bool
	agrees()
	{
		std::vector<unsigned> now(N);

		CK(cudaMemcpyAsync(now.data(), device, N * sizeof(unsigned),
				   cudaMemcpyDeviceToHost, stream));
		CK(cudaStreamSynchronize(stream));
		return now == host;
	}
};

static void
host_thread(unsigned seed, int *wrong)
{
	part p[STREAMS];
	cudaEvent_t event;

	CK(cudaEventCreate(&event));
	for (int i = 0; i < STREAMS; i++) {
		CK(cudaStreamCreateWithFlags(&p[i].stream,
					     i ? cudaStreamDefault : cudaStreamNonBlocking));
		CK(cudaMalloc(&p[i].device, N * sizeof(unsigned)));
		CK(cudaMemset(p[i].device, 0, N * sizeof(unsigned)));
		p[i].host.assign(N, 0);
	}
	CK(cudaDeviceSynchronize());
	for (int k = 0; k < STEPS; k++) {
		seed = seed * 1664525 + 1013904223;
		unsigned r = seed >> 8;
		part &a = p[r % STREAMS], &b = p[r / 64 % STREAMS];

		switch (r / 4 % 16) {
		case 0:
			CK(cudaStreamSynchronize(a.stream));
			break;
		case 1:
			CK(cudaEventRecord(event, a.stream));
			CK(cudaStreamWaitEvent(b.stream, event, 0));
			break;
		case 2:
			CK(cudaLaunchHostFunc(a.stream, nothing, NULL));
			break;
		case 3:
			*wrong += !a.agrees();
			break;
		case 4:
			CK(cudaEventSynchronize(event));
			break;
		case 5:
			CK(cudaDeviceSynchronize());
			break;
		default:
			a.launch(r / 128, r);
		}
	}
	for (part &a : p) {
		*wrong += !a.agrees();
		CK(cudaFree(a.device));
		CK(cudaStreamDestroy(a.stream));
	}
	CK(cudaEventDestroy(event));
}

int
main()
{
	std::vector<std::thread> threads;
	int wrong[3] = {0};

	for (int i = 0; i < 3; i++)
		threads.emplace_back(host_thread, 17u * i + 1, &wrong[i]);
	for (auto &t : threads)
		t.join();
	CK(cudaDeviceSynchronize());
	printf("wrong: %d\n", wrong[0] + wrong[1] + wrong[2]);
	return 0;
}
