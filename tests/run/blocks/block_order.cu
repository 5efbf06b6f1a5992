// Blocks that write the same elements: the later block's values stay, every time, though the
// earlier block takes longer. (A race; on GPUs it mostly comes out like this.)
// env: HEDDLE_ORDER=forward
// out: by hand: what a GPU prints where all threads keep pace; with others a race shows
#include <cstdio>

__device__ void
slow(float *out, int from, float x)
{
	for (int i = 0; i < 20000; i++)
		x = x * 0.999f + 1;
	out[from] = x;
	out[from + 1] = x;
	out[from + 2] = x;
}

__device__ void
quick(float *out, int at, float x)
{
	out[at] = x + at;
}

__global__ void
tasks(float *out, float x)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0)
			slow(out, 0, x);
	} else if (blockIdx.x == 1) {
		if (threadIdx.x == 0) {
			quick(out, 0, x);
			quick(out, 1, x);
			quick(out, 2, x);
		}
	}
}

__global__ void
cases(float *out, float x)
{
	switch (blockIdx.y) {
	case 0:
		slow(out, 0, x);
		break;
	case 1:
		slow(out, 0, 2 * x);
		break;
	default:
		quick(out, 1, x);
	}
}

int
main()
{
	float *d, h[3];
	int wrong = 0;

	cudaMalloc(&d, sizeof h);
	for (int i = 0; i < 200; i++) {
		tasks<<<2, 32>>>(d, i);
		cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
		wrong += h[0] != i || h[1] != i + 1 || h[2] != i + 2;
	}
	printf("tasks: %d of 200 wrong\n", wrong);
	wrong = 0;
	for (int i = 0; i < 200; i++) {
		cases<<<dim3(1, 3), 1>>>(d, i);
		cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
		wrong += h[1] != i + 1;
	}
	printf("cases: %d of 200 wrong\n", wrong);
	return 0;
}
