// choices [THREADS] [LAUNCHES]: a kernel that is faster in groups of lanes or one lane at a time as
// its data want it: threads that have much to do, with gaps of various lengths between them.
// Prints what a launch takes on average, without the first third of them. HEDDLE_CHOICE=lanes and
// one show what it would be without a choice.
// SPDX-License-Identifier: Apache-2.0
#include "single.h"

#include <vector>

enum { BLOCK = 128 };

/* Those with a number above zero take a root in many steps. */
__global__ void
roots(const float *of, float *root, int n, int steps)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || of[i] <= 0)
		return;
	float x = of[i];

	for (int k = 0; k < steps; k++)
		x = 0.5f * (x + of[i] / x);
	root[i] = x;
}

int
main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1 << 18, launches = argc > 2 ? atoi(argv[2]) : 90;

	if (n < 1 || launches < 3) {
		fprintf(stderr, "usage: choices [THREADS] [LAUNCHES, 3 or more]\n");
		return 2;
	}
	std::vector<float> in(n);
	const size_t bytes = n * sizeof(float);
	float *of, *root;

	check(cudaMalloc(&of, bytes));
	check(cudaMalloc(&root, bytes));
	for (int period = 1; period <= 256; period *= 4) {
		double start = 0;
		int warm = launches / 3;

		for (int i = 0; i < n; i++)
			in[i] = i % period == 0 ? 2 + i % 7 : 0;
		check(cudaMemcpy(of, in.data(), bytes, cudaMemcpyHostToDevice));
		for (int k = 0; k < launches; k++) {
			if (k == warm)
				start = now_ms();
			roots<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(of, root, n, 40);
			check(cudaDeviceSynchronize());
		}
		printf("every %3d. thread %8.4f ms\n", period,
		       (now_ms() - start) / (launches - warm));
	}
	check(cudaFree(of));
	check(cudaFree(root));
	return 0;
}
