// warp_behind_loops: warps that go through different numbers of rounds with shuffles in them,
// and reduce what they have behind that; lanes that leave a loop early; one thread that goes
// through a list on its own, beside others that wait.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { BLOCK = 128, WARPS = BLOCK / 32 };

__device__ float
sum_of_warp(float x)
{
	for (int d = 16; d; d /= 2)
		x += __shfl_xor_sync(~0u, x, d);
	return x;
}

// A warp takes every fourth part; each part's sum is known to all of its lanes.
__global__ void
parts(const float *a, float *out, int count)
{
	__shared__ float best[WARPS];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float most = -1;

	for (int k = warp; k < count; k += WARPS) {
		float sum = sum_of_warp(a[k * 32 + lane]);

		most = fmaxf(most, lane == k % 32 ? sum : -1.0f);
	}
	for (int d = 16; d; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	if (lane == 0)
		best[warp] = most;
	__syncthreads();
	most = lane < WARPS ? best[lane] : -1.0f;
	for (int d = WARPS / 2; d; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	most = __shfl_sync(~0u, most, 0);
	if (threadIdx.x == 0)
		out[blockIdx.x] = most;
}

// Lanes with less to do wait behind the loop for those with more.
__global__ void
ragged(const int *length, const float *a, float *out, int n)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	float sum = 0;

	if (length[i] > 0)
		for (int k = 0; k < length[i]; k++)
			sum += a[(i * 7 + k) % n];
	sum = sum_of_warp(sum);
	out[i] = sum + __shfl_up_sync(~0u, sum + threadIdx.x, 1);
}

// Thread 0 merges two sorted lists for its block; the others write beside it.
__global__ void
merged(const int *start, const int *list, float *common, float *other, int rows)
{
	for (int row = blockIdx.x; row < rows; row += gridDim.x) {
		other[row * BLOCK + threadIdx.x] = row * 0.5f + threadIdx.x;
		if (threadIdx.x == 0) {
			int i = start[row], end = start[row + 1], j = end,
			    last = start[row + 2];
			float sum = 0;

			while (i < end && j < last) {
				int x = list[i], y = list[j];

				if (x == y) {
					sum += x;
					i++;
					j++;
				} else if (x < y) {
					i++;
				} else {
					if (y % 5 == 0)
						other[row * BLOCK] += 1;
					j++;
				}
			}
			if (sum != 0)
				atomicAdd(&common[row], sum);
		}
	}
}

int
main()
{
	const int n = 4096, rows = 60;
	std::vector<float> a(n), out;
	std::vector<int> length(n), start(rows + 2), list(n);

	for (int i = 0; i < n; i++) {
		a[i] = (i * 37 % 101) / 8.0f;
		length[i] = i % 64 < 32 ? i * 13 % 11 - 2 : 0;
		list[i] = i % 40 * 3 + i / 40 % 3;
	}
	for (int i = 0; i < rows + 2; i++)
		start[i] = i * 40 + i % 3;
	float *da = to_device(a), *dout = device_array<float>(n),
	      *common = device_array<float>(rows),
	      *other = device_array<float>(rows * BLOCK);

	for (int count : {0, 1, 3, 4, 90, 128}) {
		parts<<<3, BLOCK>>>(da, dout, count);
		out = to_host(dout, 3);
		printf("parts %d: %g %g\n", count, out[0], out[2]);
	}
	ragged<<<n / BLOCK, BLOCK>>>(to_device(length), da, dout, n);
	printf("ragged: %08x\n", checksum_of(dout, n));
	merged<<<7, BLOCK>>>(to_device(start), to_device(list), common, other, rows);
	printf("common: %08x\n", checksum_of(common, rows));
	printf("other: %08x\n", checksum_of(other, rows * BLOCK));
	return 0;
}
