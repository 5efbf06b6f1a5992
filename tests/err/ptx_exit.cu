// exit in a function that cannot be inlined.
__device__ __noinline__ int
down(int *p, int n)
{
	if (n > 100)
		asm volatile("exit;"); // expect-error: 'exit' in a function that is recursive
	return n <= 0 ? *p : down(p, n - 1) + down(p, n - 2);
}

__global__ void
k(int *p)
{
	*p = down(p, *p);
}
