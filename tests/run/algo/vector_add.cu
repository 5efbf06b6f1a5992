// vector_add: the first program: copy in, add, copy out, with a tail block.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
}

int
main()
{
	const int n = 10007;
	std::vector<float> a(n), b(n), want(n);
	for (int i = 0; i < n; i++) {
		a[i] = i * 0.5f;
		b[i] = n - i;
		want[i] = a[i] + b[i];
	}
	float *da = to_device(a), *db = to_device(b), *dc = device_array<float>(n + 64);
	add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
	SYNC();
	same("sum", to_host(dc, n), want);
	same("nothing behind the end", to_host(dc + n, 64),
	     std::vector<float>(64, 0.0f));
	CK(cudaFree(da));
	CK(cudaFree(db));
	CK(cudaFree(dc));
}
