// assert_ndebug: with NDEBUG an assert in a kernel is gone, its argument not evaluated.
// flags: -DNDEBUG
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cassert>

__global__ void
kernel(int *p)
{
	assert(++*p < 0);
	*p += 10;
}

int
main()
{
	int *d = device_array<int>(1);
	kernel<<<1, 1>>>(d);
	SYNC();
	printf("%d\n", to_host(d, 1)[0]);
}
