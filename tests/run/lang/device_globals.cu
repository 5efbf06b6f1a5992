// device_globals: __device__ variables: initialised, arrays, structs, static, in
// namespaces, kept between launches.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Pair {
	int a;
	double b;
};

__device__ int counter = 100;
__device__ float zeroed[64];
__device__ int matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ Pair pair = {7, 0.5};
__device__ Pair pairs[3] = {{1, 1.5}, {2, 2.5}};
__device__ char text[] = "device text";
__device__ const double ratio = 0.125;
static __device__ short hidden = -9;
namespace a
{
__device__ int x = 1;
}
namespace b
{
__device__ int x = 2;
}
namespace
{
__device__ unsigned long long anonymous = 1ull << 63;
}
__device__ volatile int flag = 3;

__global__ void
touch()
{
	atomicAdd(&counter, 1);
	zeroed[threadIdx.x] += threadIdx.x;
	if (threadIdx.x == 0) {
		matrix[1][2] += matrix[0][0];
		pair.a++;
		pair.b *= 2;
		pairs[2].b = pairs[0].b + pairs[1].b;
		text[0] = 'D';
		hidden = (short)(hidden * 2);
		a::x += b::x;
		anonymous >>= 1;
		flag = flag + (int)(ratio * 8);
	}
}

#define GET(v, s) CK(cudaMemcpyFromSymbol(&v, s, sizeof v))

int
main()
{
	touch<<<1, 64>>>();
	touch<<<1, 64>>>();
	SYNC();
	int c, m[2][3], ax, bx, fl;
	float z[64];
	Pair p, ps[3];
	char t[sizeof "device text"];
	short h;
	unsigned long long an;
	GET(c, counter);
	GET(z, zeroed);
	GET(m, matrix);
	GET(p, pair);
	GET(ps, pairs);
	GET(t, text);
	GET(h, hidden);
	GET(ax, a::x);
	GET(bx, b::x);
	GET(an, anonymous);
	GET(fl, flag);
	printf("%d | %g %g | %d %d | %d %g | %g | %s | %d | %d %d | %llx | %d\n", c,
	       z[1], z[63], m[0][0], m[1][2], p.a, p.b, ps[2].b, t, h, ax, bx, an, fl);
	int v = 1;
	CK(cudaMemcpyToSymbol(counter, &v, sizeof v));
	v = 50;
	CK(cudaMemcpyToSymbol(matrix, &v, sizeof v, 5 * sizeof(int)));
	int *addr;
	CK(cudaGetSymbolAddress((void **)&addr, b::x));
	CK(cudaMemset(addr, 0xff, sizeof(int)));
	void *ztest;
	size_t size;
	CK(cudaGetSymbolAddress(&ztest, zeroed));
	CK(cudaGetSymbolSize(&size, zeroed));
	CK(cudaMemset(ztest, 0, size));
	touch<<<1, 64>>>();
	SYNC();
	GET(c, counter);
	GET(m, matrix);
	GET(ax, a::x);
	GET(z, zeroed);
	printf("%d | %d | %d | %zu %g\n", c, m[1][2], ax, size, z[63]);
}
