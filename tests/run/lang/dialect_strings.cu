// dialect_strings: a register of PTX behind one % where asm has operands, a qualifier right
// behind a string, and a program's own function named __globaltimer, as nvcc takes them.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#define COUNT "d"

__device__ __forceinline__ unsigned long long __globaltimer()
{
	unsigned long long t;
	asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
	return t;
}

extern "C"__device__ int lane()
{
	int l, m;
	asm("mov.u32 %0, %laneid;" : "=r"(l));
	asm volatile("mov.u32 %0, %%tid.x;\n\t" /* 100%sure: a comment */
		     "add.s32 %0, %0, %1;"
		     : "=&r"(m)
		     : "r"(100));
	return m - l;
}

extern "C"__global__ void k(int *p)
{
	unsigned long long before = __globaltimer();
	p[threadIdx.x] = lane();
	if (__globaltimer() < before)
		p[0] = -1;
}

int main()
{
	int *p;
	cudaMallocManaged(&p, 64 * sizeof *p);
	k<<<1, 64>>>(p);
	cudaDeviceSynchronize();
	printf("%"COUNT" %"COUNT" %"COUNT", 100%%sure\n", p[0], p[31], p[63]);
}
