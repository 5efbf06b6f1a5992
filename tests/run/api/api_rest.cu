// api_rest: the small functions that programs call and forget: flags, configurations,
// limits, names, numbers.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

__global__ void
nothing(int *p, double d)
{
	if (p)
		*p = d;
}

static void
say(const char *what, cudaError_t error)
{
	printf("%s: %s\n", what, cudaGetErrorName(error));
	cudaGetLastError();
}

int
main()
{
	unsigned flags = 0;
	int device = 7, devices[1] = {0};
	char bus[32];
	cudaFuncCache cache;
	cudaSharedMemConfig shared;
	cudaDeviceProp prop;
	CK(cudaInitDevice(0, 0, 0));
	CK(cudaSetDeviceFlags(cudaDeviceScheduleYield));
	CK(cudaGetDeviceFlags(&flags));
	printf("flags: %d\n", (flags & cudaDeviceScheduleYield) != 0);
	CK(cudaGetDeviceProperties(&prop, 0));
	CK(cudaChooseDevice(&device, &prop));
	CK(cudaSetValidDevices(devices, 1));
	CK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	CK(cudaDeviceGetByPCIBusId(&device, bus));
	printf("device %d\n", device);
	CK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	CK(cudaDeviceGetCacheConfig(&cache));
	CK(cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
	CK(cudaThreadGetCacheConfig(&cache));
	CK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte));
	CK(cudaDeviceGetSharedMemConfig(&shared));
	CK(cudaFuncSetSharedMemConfig(nothing, cudaSharedMemBankSizeFourByte));
	printf("configurations %d %d\n", cache, shared);
	CK(cudaThreadSetLimit(cudaLimitStackSize, 2048));
	CK(cudaCtxResetPersistingL2Cache());
	say("peer", cudaDeviceDisablePeerAccess(0));
	int value;
	say("peer attribute",
	    cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));

	const char *name;
	size_t offset = 0, size = 0, room = 0;
	CK(cudaFuncGetName(&name, nothing));
	CK(cudaFuncGetParamInfo((const void *)nothing, 1, &offset, &size));
	printf("%s: %zu bytes at %zu\n", name, size, offset);
	cudaKernel_t kernel;
	CK(cudaGetKernel(&kernel, nothing));
	CK(cudaOccupancyAvailableDynamicSMemPerBlock(&room, nothing, 2, 128));
	int blocks = 0, cluster = 0;
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
		&blocks, nothing, 128, 0, cudaOccupancyDefault));
	cudaLaunchConfig_t config = {};
	config.gridDim = dim3(1);
	config.blockDim = dim3(32);
	CK(cudaOccupancyMaxPotentialClusterSize(&cluster, nothing, &config));
	printf("occupancy %d %d %d\n", room > 0, blocks, cluster);
	int *p;
	double d = 3;
	CK(cudaMallocManaged(&p, 64));
	void *args[] = {&p, &d};
	CK(cudaLaunchKernelExC(&config, (const void *)nothing, args));
	CK(cudaSetDoubleForDevice(&d));
	CK(cudaSetDoubleForHost(&d));
	CK(cudaDeviceSynchronize());
	printf("launched: %d\n", *p);

	cudaStream_t s;
	unsigned long long id = 0, other = 0;
	CK(cudaStreamCreate(&s));
	CK(cudaStreamGetId(s, &id));
	CK(cudaStreamGetId(0, &other));
	CK(cudaStreamGetDevice(s, &device));
	CK(cudaStreamAttachMemAsync(s, p));
	cudaEvent_t e;
	CK(cudaEventCreate(&e));
	CK(cudaEventRecordWithFlags(e, s, cudaEventRecordDefault));
	CK(cudaEventSynchronize(e));
	printf("streams differ: %d\n", id != other);

	int *q;
	size_t pitch;
	CK(cudaMallocPitch(&q, &pitch, 16, 4));
	CK(cudaMemset2DAsync(q, pitch, 1, 16, 4, s));
	cudaPitchedPtr box = make_cudaPitchedPtr(q, pitch, 16, 2);
	CK(cudaMemset3DAsync(box, 2, make_cudaExtent(8, 1, 2), s));
	int h[4];
	CK(cudaMemcpyAsync(h, (char *)q + 2 * pitch, 16, cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	printf("fills: %x %x\n", h[0], h[3]);
	cudaMemcpy3DPeerParms pp = {};
	pp.srcPtr = make_cudaPitchedPtr(q, pitch, 16, 4);
	pp.dstPtr = make_cudaPitchedPtr(p, 16, 16, 4);
	pp.extent = make_cudaExtent(16, 4, 1);
	CK(cudaMemcpy3DPeer(&pp));
	CK(cudaMemcpy3DPeerAsync(&pp, s));
	CK(cudaStreamSynchronize(s));
	printf("peer box: %x\n", p[15]);

	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	cudaArray_t a;
	cudaMipmappedArray_t m;
	cudaArrayMemoryRequirements need;
	float one = 1;
	CK(cudaMallocArray(&a, &fd, 8, 8, cudaArraySurfaceLoadStore));
	CK(cudaMallocMipmappedArray(&m, &fd, make_cudaExtent(8, 8, 0), 4));
	CK(cudaMemcpyToArrayAsync(a, 0, 0, &one, 4, cudaMemcpyHostToDevice, s));
	CK(cudaArrayGetMemoryRequirements(&need, a, 0));
	printf("array needs %zu", need.size);
	CK(cudaMipmappedArrayGetMemoryRequirements(&need, m, 0));
	printf(", levels %zu\n", need.size);
	cudaArray_t plane;
	cudaArraySparseProperties sparse;
	say("plane", cudaArrayGetPlane(&plane, a, 0));
	say("sparse", cudaArrayGetSparseProperties(&sparse, a));
	say("sparse", cudaMipmappedArrayGetSparseProperties(&sparse, m));
	cudaResourceDesc rd = {}, back;
	cudaSurfaceObject_t surface;
	rd.resType = cudaResourceTypeArray;
	rd.res.array.array = a;
	CK(cudaCreateSurfaceObject(&surface, &rd));
	CK(cudaGetSurfaceObjectResourceDesc(&back, surface));
	printf("surface of the array: %d\n", back.res.array.array == a);
	cudaTextureObject_t texture;
	cudaTextureDesc td = {};
	cudaResourceViewDesc view = {}, seen;
	view.format = cudaResViewFormatUnsignedInt1;
	view.width = view.height = 8;
	CK(cudaCreateTextureObject(&texture, &rd, &td, &view));
	CK(cudaGetTextureObjectResourceViewDesc(&seen, texture));
	printf("view %d\n", seen.format);
	CK(cudaDeviceGetTexture1DLinearMaxWidth(&size, &fd, 0));
	printf("widest: %d\n", size >= 1 << 27);

	unsigned long long used = 7;
	CK(cudaDeviceGraphMemTrim(0));
	CK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
	CK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &used));
	int mostly = 7, where = 7;
	void *data[2] = {&mostly, &where};
	size_t sizes[2] = {4, 4};
	cudaMemRangeAttribute attrs[2] = {cudaMemRangeAttributeReadMostly,
					  cudaMemRangeAttributePreferredLocation};
	CK(cudaMemRangeGetAttributes(data, sizes, attrs, 2, p, 64));
	printf("range: %d %d\n", mostly, where == cudaInvalidDeviceId);
	cudaMemLocation here = {};
	here.type = cudaMemLocationTypeDevice;
	CK(cudaMemAdvise_v2(p, 64, cudaMemAdviseSetPreferredLocation, here));
	CK(cudaMemPrefetchAsync_v2(p, 64, here, 0, s));
	cudaMemPool_t pool;
	cudaMemAccessDesc access = {here, cudaMemAccessFlagsProtReadWrite};
	CK(cudaDeviceGetDefaultMemPool(&pool, 0));
	CK(cudaMemPoolSetAccess(pool, &access, 1));
	void *entry;
	cudaDriverEntryPointQueryResult found;
	CK(cudaGetDriverEntryPointByVersion("cuCtxSynchronize", &entry, 12000, 0,
					    &found));
	printf("entry point: %d\n", found);
	return 0;
}
