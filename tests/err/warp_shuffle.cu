// warp_shuffle: warp operations are not supported yet, and said so.
// expect-error: warp
__global__ void
kernel(int *p)
{
	p[threadIdx.x] = __shfl_down_sync(0xffffffffu, p[threadIdx.x], 1);
}

int
main()
{
	kernel<<<1, 32>>>(nullptr);
}
