// shared_conditions: conditions that are made of earlier ones, each of which is used twice:
// the ways through them are many more than their parts.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define NEXT(a, b, c, k) bool c = (b & (t > low[k])) | (a & (t < high[k]))

__device__ __host__ static bool
is_in(int t, const int *low, const int *high)
{
	bool a = t > low[0], b = t < high[0];

	NEXT(a, b, c, 1);
	NEXT(b, c, d, 2);
	NEXT(c, d, e, 3);
	NEXT(d, e, f, 4);
	NEXT(e, f, g, 5);
	NEXT(f, g, h, 6);
	NEXT(g, h, i, 7);
	NEXT(h, i, j, 8);
	NEXT(i, j, k, 9);
	NEXT(j, k, l, 10);
	NEXT(k, l, m, 11);
	NEXT(l, m, n, 12);
	NEXT(m, n, o, 13);
	NEXT(n, o, p, 14);
	NEXT(o, p, q, 15);
	NEXT(p, q, r, 16);
	NEXT(q, r, s, 17);
	NEXT(r, s, u, 18);
	NEXT(s, u, v, 19);
	NEXT(u, v, w, 20);
	NEXT(v, w, x, 21);
	NEXT(w, x, y, 22);
	NEXT(x, y, z, 23);
	NEXT(y, z, za, 24);
	NEXT(z, za, zb, 25);
	NEXT(za, zb, zc, 26);
	NEXT(zb, zc, zd, 27);
	return zd;
}

__global__ void
mark(const int *low, const int *high, int *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (is_in(t, low, high))
		out[t] = t + 1;
}

int
main()
{
	const int n = 512, parts = 28;
	int *low, *high, *out, marked = 0, wrong = 0;

	cudaMallocManaged(&low, parts * sizeof *low);
	cudaMallocManaged(&high, parts * sizeof *high);
	cudaMallocManaged(&out, n * sizeof *out);
	for (int k = 0; k < parts; k++) {
		low[k] = 100 + k * 37 % 29;
		high[k] = 400 - k * 31 % 23;
	}
	memset(out, 0, n * sizeof *out);
	mark<<<n / 64, 64>>>(low, high, out);
	cudaDeviceSynchronize();
	for (int t = 0; t < n; t++) {
		bool in = is_in(t, low, high);
		marked += in;
		wrong += out[t] != (in ? t + 1 : 0);
	}
	printf("%s, %d wrong\n", marked > 0 && marked < n ? "some" : "all or none", wrong);
	return wrong != 0;
}
