// printf_formats: printf in kernels: every conversion, flags, width, precision,
// strings, return value.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ const char *const words[2] = {"left", "right"};

__global__ void
formats(int v, double d, unsigned long long u, const char *from_host)
{
	printf("plain text, no arguments\n");
	printf("%d %i %u %o %x %X %c %%\n", v, -v, (unsigned)v, 8, 255, 255, 'A');
	printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o]\n", v, v, v, v, v, v, 8);
	printf("[%8.3f] [%-10.2f] [%e] [%G] [%g] [%a]\n", d, d, d, 1e-10, 100000.0,
	       1.0);
	printf("%ld %lu %lld %llu %llx\n", (long)v, (unsigned long)v, -(long long)u, u,
	       u);
	printf("%hd\n", (short)-3);
	printf("[%s] [%10s] [%-8s] [%.2s] %s\n", "abc", "right", "left", "cut here",
	       words[v % 2]);
	printf("[%*d] [%.1f]\n", 6, v, d);
	printf("%f %d %f %d\n", 1.5f, 2, 3.5, 4);
	char c = 'x';
	short s = -7;
	bool b = true;
	float f = 0.25f;
	printf("%c %d %d %.2f\n", c, s, b, f);
	printf("%d%d%d%d%d%d%d%d%d%d%d%d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
	printf("null pointer is %s\n", (void *)0 == nullptr ? "null" : "something");
	int n0 = printf("none\n"), n3 = printf("%d %d %d\n", 1, 2, 3);
	printf("%d %d\n", n0, n3);
	printf("unsigned char %d, long %ld\n", (unsigned char)200, -5l);
	(void)from_host;
}

__global__ void
ordered(int n)
{
	for (int i = 0; i < n; i++)
		printf("line %d of block %d\n", i, blockIdx.x);
}

int
main()
{
	formats<<<1, 1>>>(42, 3.14159, 1ull << 40, nullptr);
	SYNC();
	printf("host line between\n");
	fflush(stdout);
	ordered<<<1, 1>>>(3);
	ordered<<<1, 1>>>(2);
	SYNC();
	printf("end\n");
}
