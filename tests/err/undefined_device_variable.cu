// undefined_device_variable: a device variable that is declared extern but defined nowhere is named.
// expect-error: missing_variable
extern __device__ int missing_variable;

__global__ void
kernel(int *p)
{
	*p = missing_variable;
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
}
