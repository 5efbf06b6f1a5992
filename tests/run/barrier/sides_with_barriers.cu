// sides_with_barriers: the first warp and the others meet at barriers of their own; where one
// side reads what it overwrites next, a barrier more would have no partner.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
take_turns(int *out, int rounds)
{
	__shared__ int round;
	int t = threadIdx.x, sum = 0;

	if (t == 0)
		round = 7;
	if (t < 32) {
		for (int r = 0; r < rounds; r++) {
			__syncthreads();
			int now = round;
			sum += now;
			__syncwarp();
			if (t == 0)
				round = now + 1;
			__syncthreads();
		}
	} else {
		for (int r = 0; r < rounds; r++) {
			__syncthreads();
			sum += 1000;
			__syncthreads();
			sum += round;
		}
	}
	out[t] = sum;
}

int
main()
{
	const int threads = 128, rounds = 5;
	int *out, wrong = 0;

	cudaMallocManaged(&out, threads * sizeof *out);
	take_turns<<<1, threads>>>(out, rounds);
	cudaDeviceSynchronize();
	for (int t = 0; t < threads; t++)
		wrong += out[t] != (t < 32 ? 45 : 5050);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
