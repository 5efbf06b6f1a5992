// host_from_kernel: a kernel cannot call a host function.
// expect-error@+7: no matching function for call to 'host_only'
#include <cstdio>
static int host_only(int x) { return x + (int)ftell(stdout); }

__global__ void
kernel(int *p)
{
	*p = host_only(3);
}

int
main()
{
	kernel<<<1, 1>>>(nullptr);
	return host_only(0);
}
