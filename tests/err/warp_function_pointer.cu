// warp_function_pointer: a shuffle in a function that is only called through a pointer.
// expect-error@+4: warp operation in 'swap'.*pointer; move the warp operation
__device__ __noinline__ int
swap(int x)
{
	return __shfl_xor_sync(~0u, x, 1);
}
__device__ __noinline__ int other(int x) { return x; }
__device__ int (*table[2])(int) = {swap, other};

__global__ void
kernel(int *p, int which)
{
	p[threadIdx.x] = table[which](threadIdx.x);
}

int
main()
{
	kernel<<<1, 32>>>(nullptr, 0);
}
