// undefined_device_function: a device function that is declared but defined nowhere is named.
// expect-error@+6: 'missing_function'
extern __device__ int missing_function(int x);

__global__ void
kernel(int *p)
{
	p[threadIdx.x] = missing_function(threadIdx.x);
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
}
