// stream_api: priorities, flags, bad handles, event between streams many times,
// stream-ordered memset.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
add(int *p, int v)
{
	atomicAdd(p, v);
}

int
main()
{
	int low, high;
	CK(cudaDeviceGetStreamPriorityRange(&low, &high));
	printf("range plausible %d\n", high <= low);
	cudaStream_t s, t;
	CK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, high));
	CK(cudaStreamCreate(&t));
	unsigned flags = 99, flags2 = 99;
	int prio = 99;
	CK(cudaStreamGetFlags(s, &flags));
	CK(cudaStreamGetFlags(t, &flags2));
	CK(cudaStreamGetPriority(s, &prio));
	printf("flags %u %u, priority kept %d\n", flags, flags2, prio == high);

	// Ping-pong between two streams, ordered only by events.
	int *d = device_array<int>(1), h[21];
	cudaEvent_t e[20];
	for (int i = 0; i < 20; i++) {
		cudaStream_t mine = i % 2 ? s : t, other = i % 2 ? t : s;
		CK(cudaEventCreateWithFlags(&e[i], cudaEventDisableTiming));
		if (i % 5 == 0)
			CK(cudaMemsetAsync(d, i, 1, mine));
		add<<<3, 10, 0, mine>>>(d, i);
		CK(cudaMemcpyAsync(&h[i], d, sizeof(int), cudaMemcpyDeviceToHost,
				   mine));
		CK(cudaEventRecord(e[i], mine));
		CK(cudaStreamWaitEvent(other, e[i], 0));
	}
	CK(cudaDeviceSynchronize());
	int v = 0, bad = 0;
	for (int i = 0; i < 20; i++) {
		if (i % 5 == 0)
			v = (v & ~255) | i;
		v += 30 * i;
		bad += h[i] != v;
		CK(cudaEventDestroy(e[i]));
	}
	printf("ping-pong: %d wrong, last %d\n", bad, h[19]);
	CK(cudaStreamDestroy(s));
	CK(cudaStreamDestroy(t));
	CK(cudaDeviceSynchronize());
}
