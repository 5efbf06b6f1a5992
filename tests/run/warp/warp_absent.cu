// warp_absent: shuffles from lanes that are not there give zero, as on GPUs: behind the end of a
// block, after a return, on another side of a branch, and where lanes have left a loop. Lanes
// that are there but not named in the mask take part.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define ALL 0xffffffffu

__global__ void
ends(int *out)
{
	int t = threadIdx.x, v = t + 100;

	out[t] = __shfl_down_sync(ALL, v, 1);
	out[64 + t] = __shfl_xor_sync(ALL, v, 16);
	out[128 + t] = __shfl_sync(ALL, v, 31);
	out[192 + t] = __shfl_up_sync(ALL, v, 1);
	for (int step = 16; step; step /= 2)
		v += __shfl_down_sync(ALL, v, step);
	out[256 + t] = v;
}

__global__ void
returns(int *out, int n, int by)
{
	int t = threadIdx.x, v = t + 100;

	if (t >= n)
		return;
	out[t] = __shfl_down_sync(ALL, v, by);
	out[64 + t] = __shfl_xor_sync(ALL, v, by);
	out[128 + t] = __shfl_sync(ALL, v, t * by);
}

__global__ void
branches(int *out, int n, int by)
{
	int t = threadIdx.x, v = t + 100;

	if (t < n) {
		out[t] = __shfl_down_sync(__activemask(), v, by);
		out[64 + t] = __shfl_xor_sync((1u << n) - 1, v, 16);
	}
}

__global__ void
loops(int *out, int n)
{
	int sum = 0;

	for (int i = threadIdx.x % 4; i < n; i += 4) {
		int v = 1;
		v += __shfl_down_sync(ALL, v, 1, 4);
		v += __shfl_down_sync(ALL, v, 2, 4);
		sum += v;
	}
	out[threadIdx.x] = sum;
}

__global__ void
forgets(int *out, unsigned mask)
{
	int t = threadIdx.x, v = t + 100;

	out[t] = __shfl_down_sync(mask, v, 1);
	out[64 + t] = __shfl_xor_sync(1, v, 16);
	out[128 + t] = __ballot_sync(mask, t & 1);
	out[192 + t] = __reduce_add_sync(mask, t);
}

static void
show(const char *name, int *out, int n, int rows)
{
	SYNC();
	auto got = to_host(out, 320);
	for (int r = 0; r < rows; r++) {
		printf("%s", name);
		for (int i = 0; i < n; i++)
			printf(" %d", got[r * 64 + i]);
		printf("\n");
	}
	CK(cudaMemset(out, 0, 320 * sizeof *out));
}

int
main()
{
	int *out = device_array<int>(320);

	for (int n : {33, 40, 5}) {
		ends<<<1, n>>>(out);
		show("ends", out, n, 5);
	}
	returns<<<1, 40>>>(out, 37, 2);
	show("returns", out, 40, 3);
	branches<<<1, 32>>>(out, 5, 1);
	show("branches", out, 32, 2);
	for (int n = 1; n <= 4; n++) {
		loops<<<1, 32>>>(out, n);
		show("loops", out, 8, 1);
		loops<<<1, dim3(4, 8)>>>(out, n);
		show("rows", out, 4, 1);
	}
	forgets<<<1, 32>>>(out, 0xff);
	show("forgets", out, 32, 4);
	return 0;
}
