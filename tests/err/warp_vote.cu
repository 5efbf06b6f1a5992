// warp_vote: warp votes are not supported yet, and said so.
// expect-error: warp
__global__ void
kernel(unsigned *p)
{
	p[threadIdx.x] = __ballot_sync(0xffffffffu, p[threadIdx.x] > 3);
}

int
main()
{
	kernel<<<1, 32>>>(nullptr);
}
