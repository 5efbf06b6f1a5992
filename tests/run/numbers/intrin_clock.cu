// intrin_clock: clock() and clock64() advance; nanosleep sleeps; wall-clock values are
// not printed.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
clocks(unsigned *out, long long *ticks)
{
	long long t0 = clock64();
	clock_t c0 = clock();
	unsigned x = 1;
	for (int i = 0; i < 10000; i++)
		x = x * 1664525u + 1013904223u;
	*out = x;
	__threadfence();
	long long t1 = clock64();
	__nanosleep(1000);
	long long t2 = clock64();
	clock_t c1 = clock();
	ticks[0] = t1 - t0;
	ticks[1] = t2 - t1;
	ticks[2] = (long long)(c1 - c0);
}

int
main()
{
	unsigned *d = device_array<unsigned>(1);
	long long *t = device_array<long long>(3);
	clocks<<<1, 1>>>(d, t);
	SYNC();
	std::vector<long long> h = to_host(t, 3);
	printf("%d %d %d\n", h[0] > 0, h[1] >= 0, h[2] != 0);
}
