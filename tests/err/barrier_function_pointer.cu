// barrier_function_pointer: a barrier in a function that is only called through a pointer.
// expect-error@+5: barrier.*(pointer|cannot be inlined)
__device__ __noinline__ int
step(int *s)
{
	s[threadIdx.x] += 1;
	__syncthreads();
	return s[63 - threadIdx.x];
}
__device__ __noinline__ int other(int *s) { return s[0]; }
__device__ int (*table[2])(int *) = {step, other};

__global__ void
kernel(int *p, int which)
{
	__shared__ int s[64];
	s[threadIdx.x] = p[threadIdx.x];
	p[threadIdx.x] = table[which](s);
}

int
main()
{
	kernel<<<1, 64>>>(nullptr, 0);
}
