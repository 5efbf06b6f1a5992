// A carry that would have to survive the call of a function that cannot be inlined.
__device__ __noinline__ unsigned
down(unsigned *p, int n)
{
	unsigned r;
	asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(p[n]), "r"(n)); // expect-error: carry flag of 'down'
	p[n] = r;
	return n <= 0 ? r : down(p, n - 1) + down(p, n - 2);
}

__global__ void
k(unsigned *p)
{
	unsigned r;
	asm volatile("add.cc.u32 %0, %1, %1;" : "=r"(r) : "r"(p[0]));
	p[0] = down(p, r);
}
