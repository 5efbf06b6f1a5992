// memory_pools: stream-ordered memory, pools of one's own, what is kept and what is not.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
fill(int *p, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = value + i;
}

static unsigned long long
ask(cudaMemPool_t pool, cudaMemPoolAttr attr)
{
	unsigned long long value = 99;
	CK(cudaMemPoolGetAttribute(pool, attr, &value));
	return value;
}

int
main()
{
	const int n = 1 << 18;
	cudaMemPool_t standard, now, mine;
	CK(cudaDeviceGetDefaultMemPool(&standard, 0));
	CK(cudaDeviceGetMemPool(&now, 0));
	printf("the default is in use: %d\n", standard == now);
	printf("threshold %llu\n", ask(standard, cudaMemPoolAttrReleaseThreshold));

	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	int *a, *b, wrong = 0;
	std::vector<int> h(n);
	for (int k = 0; k < 5; k++) {
		CK(cudaMallocAsync(&a, n * sizeof(int), s));
		CK(cudaMallocAsync(&b, n * sizeof(int), s));
		fill<<<n / 256, 256, 0, s>>>(a, n, k);
		CK(cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, s));
		CK(cudaFreeAsync(a, s));
		CK(cudaMemcpyAsync(h.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost,
				   s));
		CK(cudaFreeAsync(b, s));
		CK(cudaStreamSynchronize(s));
		for (int i = 0; i < n; i++)
			wrong += h[i] != k + i;
	}
	printf("%d wrong\n", wrong);
	printf("used: %llu\n", ask(standard, cudaMemPoolAttrUsedMemCurrent));

	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	CK(cudaMemPoolCreate(&mine, &props));
	unsigned long long keep = 64 << 20;
	CK(cudaMemPoolSetAttribute(mine, cudaMemPoolAttrReleaseThreshold, &keep));
	CK(cudaMallocFromPoolAsync(&a, n * sizeof(int), mine, s));
	CK(cudaStreamSynchronize(s));
	printf("used %d, reserved %d\n",
	       ask(mine, cudaMemPoolAttrUsedMemCurrent) >= n * sizeof(int),
	       ask(mine, cudaMemPoolAttrReservedMemCurrent) >= n * sizeof(int));
	CK(cudaFreeAsync(a, s));
	CK(cudaStreamSynchronize(s));
	printf("freed: used %llu, reserved %d, highest %d\n",
	       ask(mine, cudaMemPoolAttrUsedMemCurrent),
	       ask(mine, cudaMemPoolAttrReservedMemCurrent) >= n * sizeof(int),
	       ask(mine, cudaMemPoolAttrUsedMemHigh) >= n * sizeof(int));
	CK(cudaMallocFromPoolAsync(&b, n * sizeof(int), mine, s));
	printf("the same memory again: %d\n", a == b);
	CK(cudaFreeAsync(b, s));
	CK(cudaStreamSynchronize(s));
	CK(cudaMemPoolTrimTo(mine, 0));
	printf("trimmed: %llu\n", ask(mine, cudaMemPoolAttrReservedMemCurrent));
	int follow = -1;
	CK(cudaMemPoolGetAttribute(mine, cudaMemPoolReuseFollowEventDependencies,
				   &follow));
	printf("follows events: %d\n", follow);

	CK(cudaDeviceSetMemPool(0, mine));
	CK(cudaMallocAsync(&a, 1024, s));
	CK(cudaStreamSynchronize(s));
	printf("mine is in use: %d\n",
	       ask(mine, cudaMemPoolAttrUsedMemCurrent) >= 1024);
	cudaPointerAttributes attr;
	CK(cudaPointerGetAttributes(&attr, a));
	printf("device memory: %d\n", attr.type == cudaMemoryTypeDevice);
	CK(cudaDeviceSetMemPool(0, standard));
	CK(cudaFree(a));
	CK(cudaMemPoolDestroy(mine));
	cudaMemAccessFlags flags;
	cudaMemLocation here = {};
	here.type = cudaMemLocationTypeDevice;
	CK(cudaMemPoolGetAccess(&flags, standard, &here));
	printf("access %d\n", flags);
	printf("%s\n", cudaGetErrorName(cudaMemPoolDestroy(standard)));
	return 0;
}
