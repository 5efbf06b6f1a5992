// exceptions: device code cannot throw.
// expect-error@+5: cannot use 'throw' in __global__ function
__global__ void
kernel(int *p)
{
	if (*p)
		throw 1;
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
}
