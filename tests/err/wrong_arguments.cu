// wrong_arguments: a launch with the wrong arguments.
// expect-error@+6: too few arguments
__global__ void kernel(int *p, int n) { p[0] = n; }

int
main()
{
	kernel<<<1, 1>>>(nullptr);
}
