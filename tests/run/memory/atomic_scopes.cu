// atomic_scopes: the _block and _system forms of the atomics.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
scopes(int *out, unsigned *uout, float *fout, double *dout, unsigned long long *lout)
{
	__shared__ int s;
	int t = threadIdx.x;
	if (t == 0)
		s = 0;
	__syncthreads();
	atomicAdd_block(&s, 1);
	atomicAdd_system(&out[0], 1);
	atomicMax_block(&out[5], 10);
	atomicMax_system(&out[1], t);
	atomicMin_system(&out[2], -t);
	atomicAnd_system(&uout[0], ~(1u << (t % 32)));
	atomicOr_block(&uout[1], 1u << (t % 16));
	atomicXor_system(&uout[2], 3u);
	atomicExch_block(&uout[3], 8u);
	atomicInc_system(&uout[4], 1000u);
	atomicAdd_system(&fout[0], 0.5f);
	atomicAdd_block(&dout[0], 0.25);
	atomicAdd_system(&lout[0], 1ull << 33);
	atomicCAS_system(&out[3], 0, 99);
	atomicCAS_block(&lout[1], 0ull, 7ull);
	atomicSub_system(&out[4], 2);
	__syncthreads();
	if (t == 0)
		atomicAdd_block(&out[5], s);
}

int
main()
{
	int *o = device_array<int>(6);
	unsigned *u = to_device(std::vector<unsigned>{~0u, 0, 0, 0, 0});
	float *f = device_array<float>(1);
	double *d = device_array<double>(1);
	unsigned long long *l = device_array<unsigned long long>(2);
	scopes<<<1, 65>>>(o, u, f, d, l);
	SYNC();
	for (int v : to_host(o, 6))
		printf("%d ", v);
	for (unsigned v : to_host(u, 5))
		printf("%u ", v);
	printf("%g %g ", to_host(f, 1)[0], to_host(d, 1)[0]);
	for (unsigned long long v : to_host(l, 2))
		printf("%llx ", v);
	printf("\n");
}
