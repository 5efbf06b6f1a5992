// launch_forms: kernels through macros, function pointers, cudaLaunchKernel, default
// arguments, loops.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
put(int *p, int v)
{
	p[threadIdx.x] = v + threadIdx.x;
}
__global__ void
put_double(int *p, int v)
{
	p[threadIdx.x] = 2 * v + threadIdx.x;
}
__global__ void
many(int *p, char a, short b, double c, long long d, float e, bool f)
{
	p[0] = a + b + (int)c + (int)d + (int)e + f;
}
__global__ void
use_shared(int *p, int n)
{
	extern __shared__ int s[];
	s[threadIdx.x] = threadIdx.x * n;
	__syncthreads();
	p[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
template <typename T>
__global__ void
put_as(T *p, T v)
{
	p[threadIdx.x] = v;
}

#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define TWICE(x)                                                                       \
	x;                                                                             \
	x

typedef void (*kernel_fn)(int *, int);

static void
launch_any(kernel_fn k, int *d, int v)
{
	k<<<1, 4>>>(d, v);
}

static void
show(const char *what, int *d)
{
	SYNC();
	std::vector<int> h = to_host(d, 4);
	printf("%s: %d %d %d %d\n", what, h[0], h[1], h[2], h[3]);
	CK(cudaMemset(d, 0, 16));
}

int
main()
{
	int *d = device_array<int>(4);
	LAUNCH(put, 1, 4, d, 10);
	show("macro", d);
	TWICE((put<<<dim3(1, 1), dim3(2, 1, 1), 0, 0>>>(d, 20)));
	show("all four launch arguments", d);
	launch_any(put, d, 30);
	show("function pointer", d);
	launch_any(put_double, d, 30);
	show("another pointer", d);
	kernel_fn table[2] = {put, put_double};
	for (int i = 0; i < 2; i++) {
		table[i]<<<1, 3>>>(d, 40 + i);
		show("table", d);
	}

	int v = 50;
	void *args[] = {&d, &v};
	CK(cudaLaunchKernel((const void *)put, dim3(1), dim3(4), args, 0, 0));
	v = 0; // the argument was copied at the launch
	show("cudaLaunchKernel", d);
	char a = 1;
	short b = 2;
	double c = 3.5;
	long long e = 4;
	float f = 5.25f;
	bool g = true;
	void *args2[] = {&d, &a, &b, &c, &e, &f, &g};
	CK(cudaLaunchKernel((const void *)many, 1, 1, args2, 0, 0));
	show("mixed arguments", d);
	int three = 3;
	void *args3[] = {&d, &three};
	CK(cudaLaunchKernel((const void *)use_shared, 1, 4, args3, 4 * sizeof(int), 0));
	show("with shared memory", d);
	CK(cudaLaunchKernel(put_double, dim3(1), dim3(2), args3));
	show("typed form", d);
	put_as<int><<<1, 2>>>(d, 7);
	show("template", d);
	auto k = put_as<float>;
	k<<<1, 1>>>((float *)d, 1.0f);
	show("template pointer", d);
	(v ? put : put_double)<<<1, 4>>>(d, 60);
	show("chosen", d);
}
