// barrier_virtual: a barrier in a virtual function of a device object.
// expect-error@+8: barrier.*(pointer|virtual|cannot be inlined)
struct Base {
	__device__ virtual void step(int *s) { s[0] = 0; }
};
struct Meets : Base {
	__device__ void step(int *s) override
	{
		s[threadIdx.x]++;
		__syncthreads();
	}
};

__global__ void
kernel(int *p, int which)
{
	__shared__ int s[64];
	Base b;
	Meets m;
	Base *list[2] = {&b, &m};
	list[which]->step(s);
	p[threadIdx.x] = s[threadIdx.x];
}

int
main()
{
	kernel<<<1, 64>>>(nullptr, 1);
}
