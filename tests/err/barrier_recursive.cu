// barrier_recursive: a barrier in a recursive function cannot be split into regions.
// expect-error@+6: barrier.*(recursive|cannot be inlined)
__device__ int
sum(int *s, int n)
{
	if (n == 0)
		return 0;
	__syncthreads();
	return s[n] + sum(s, n - 1);
}

__global__ void
kernel(int *p, int n)
{
	__shared__ int s[64];
	s[threadIdx.x] = p[threadIdx.x];
	p[threadIdx.x] = sum(s, n);
}

int
main()
{
	kernel<<<1, 64>>>(nullptr, 3);
}
