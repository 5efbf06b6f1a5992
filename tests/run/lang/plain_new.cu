// new, delete and virtual destructors in kernels, where no header was asked for.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

struct base {
	int *count;
	__device__ base(int *count) : count(count) {}
	__device__ virtual int value() const { return 1; }
	__device__ virtual ~base() { ++*count; }
};

struct derived : base {
	int x;
	__device__ derived(int *count, int x) : base(count), x(x) {}
	__device__ int value() const override { return x; }
};

__global__ void make(base **p, int *out) { *p = new derived(out, 7); }

__global__ void use(base **p, int *out)
{
	int *a = new int[4];
	long *here = new long(30);

	a[threadIdx.x % 4] = (*p)->value();
	out[1] = a[threadIdx.x % 4] + (int)*here;
	delete here;
	delete[] a;
	delete *p;
}

int main()
{
	base **p;
	int *out;

	cudaMalloc(&p, sizeof *p);
	cudaMallocManaged(&out, 2 * sizeof *out);
	out[0] = out[1] = 0;
	make<<<1, 1>>>(p, out);
	use<<<1, 1>>>(p, out);
	cudaDeviceSynchronize();
	printf("%d %d\n", out[0], out[1]);
	return 0;
}
