// event_after_stream: an event of the default stream that waits for another stream is there
// when that stream is: only the time is left to be taken.
// out: host code of the same program
#include <cstdio>

__global__ void
add(int *p)
{
	atomicAdd(p, 1);
}

int
main()
{
	cudaEvent_t start, end;
	cudaStream_t s;
	int *p, late = 0, wrong = 0;
	float ms;

	cudaMalloc(&p, sizeof *p);
	cudaMemset(p, 0, sizeof *p);
	cudaStreamCreate(&s);
	cudaEventCreate(&start);
	cudaEventCreate(&end);
	for (int i = 0; i < 300; i++) {
		cudaEventRecord(start);
		add<<<4, 64, 0, s>>>(p);
		cudaEventRecord(end);
		cudaStreamSynchronize(s);
		if (i % 2)
			late += cudaEventQuery(end) != cudaSuccess;
		if (cudaEventElapsedTime(&ms, start, end) != cudaSuccess)
			late++;
		else
			wrong += ms < 0;
	}
	printf("%d late, %d wrong\n", late, wrong);
	return 0;
}
