// intrin_newer: bytes swapped, pairs of floats, dependent launches, one-block clusters.
// out: by hand
#include "../test.h"

__global__ void
swaps(unsigned long long *out)
{
	out[0] = __nv_bswap16(0x1234);
	out[1] = __nv_bswap32(0x12345678u);
	out[2] = __nv_bswap64(0x0123456789abcdefull);
}

__global__ void
pairs(float2 *out)
{
	float2 x = make_float2(1, 0.1f), y = make_float2(1e-9f, 3), z = make_float2(-1, 7);
	out[0] = __fadd2_rn(x, y);
	out[1] = __fadd2_ru(x, y);
	out[2] = __fmul2_rd(x, y);
	out[3] = __fmul2_rz(x, y);
	out[4] = __ffma2_rn(x, y, z);
	out[5] = __ffma2_ru(x, y, z);
}

__global__ void
dependent(int *out)
{
	cudaGridDependencySynchronize();
	int old = *out;
	*out = old * 2 + 1;
	cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void
cluster(unsigned *out)
{
	__shared__ unsigned word;
	if (threadIdx.x == 0)
		word = 7;
	__cluster_barrier_arrive();
	__cluster_barrier_wait();
	unsigned *mine = (unsigned *)__cluster_map_shared_rank(&word, 0);
	if (threadIdx.x == 1) {
		out[0] = *mine + __clusterSizeInBlocks() + __clusterRelativeBlockRank();
		out[1] = __isCtaShared(&word) + __isClusterShared(out);
		out[2] = __clusterIdx().x == blockIdx.x;
		out[3] = *(unsigned *)__cvta_grid_constant_to_generic(
			__cvta_generic_to_grid_constant(&word));
	}
}

int
main()
{
	unsigned long long *s = device_array<unsigned long long>(3);
	float2 *p = device_array<float2>(6);
	int *d = device_array<int>(1);
	unsigned *c = device_array<unsigned>(4);
	swaps<<<1, 1>>>(s);
	pairs<<<1, 1>>>(p);
	for (int i = 0; i < 3; i++)
		dependent<<<1, 1>>>(d);
	cluster<<<1, 64>>>(c);
	SYNC();
	for (unsigned long long v : to_host(s, 3))
		printf("%llx ", v);
	printf("host %x\n", __nv_bswap32(0x11223344u));
	for (float2 v : to_host(p, 6))
		printf("%.9g %.9g, ", v.x, v.y);
	printf("\n%d\n", to_host(d, 1)[0]);
	for (unsigned v : to_host(c, 4))
		printf("%u ", v);
	printf("\n");
	return 0;
}
