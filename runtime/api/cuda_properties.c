/* SPDX-License-Identifier: Apache-2.0 */
/* What programs learn about the device. */
#include "api.h"
#include "device.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct cudaDeviceProp device;

static void
set_name(struct cudaDeviceProp *p)
{
	char model[200];

	hd_cpu_model(model, sizeof model);
	snprintf(p->name, sizeof p->name, "Heddle CPU (%s)", model);
	memcpy(p->uuid.bytes, "Heddle CPU 0\0\0\0", sizeof p->uuid.bytes);
}

static void
set_machine(struct cudaDeviceProp *p)
{
	const hd_topology *t = hd_topology_get();
	size_t available;

	hd_memory_info(&available, &p->totalGlobalMem);
	p->multiProcessorCount = (int)t->threads;
	p->clockRate = (int)t->clock_khz;
	p->memoryClockRate = 1600000;
	p->memoryBusWidth = 128;
	p->l2CacheSize = t->cache_bytes < INT_MAX ? (int)t->cache_bytes : INT_MAX;
	/* hints about it are taken, and have no effect */
	p->persistingL2CacheMaxSize = p->l2CacheSize;
	p->accessPolicyMaxWindowSize = p->l2CacheSize;
}

static void
set_limits(struct cudaDeviceProp *p)
{
	p->major = HD_MAJOR;
	p->minor = HD_MINOR;
	p->warpSize = HD_WARP;
	p->maxThreadsPerBlock = HD_MAX_THREADS;
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
	p->maxThreadsDim[2] = 64;
	p->maxGridSize[0] = INT_MAX;
	p->maxGridSize[1] = p->maxGridSize[2] = 65535;
	p->sharedMemPerBlock = HD_SHARED_DEFAULT;
	p->sharedMemPerBlockOptin = HD_SHARED_OPTIN;
	p->sharedMemPerMultiprocessor = HD_SHARED_PER_SM;
	p->reservedSharedMemPerBlock = HD_SHARED_RESERVED;
	p->regsPerBlock = p->regsPerMultiprocessor = HD_REGISTERS;
	p->maxThreadsPerMultiProcessor = HD_THREADS_PER_SM;
	p->maxBlocksPerMultiProcessor = HD_BLOCKS_PER_SM;
	p->totalConstMem = HD_CONSTANT_BYTES;
	p->memPitch = INT_MAX;
	p->textureAlignment = 512;
	p->texturePitchAlignment = 32;
	p->surfaceAlignment = 512;
}

static void
set_sizes(int *sizes, int x, int y, int z)
{
	sizes[0] = x;
	sizes[1] = y;
	if (z)
		sizes[2] = z;
}

/* Those of devices of compute capability 8.0. */
static void
set_texture_limits(struct cudaDeviceProp *p)
{
	const int layers = 2048, cubes = 2046, side = 32768, wide = 131072;

	p->maxTexture1D = wide;
	p->maxTexture1DMipmap = side;
	p->maxTexture1DLinear = 1 << 28;
	set_sizes(p->maxTexture2D, wide, 65536, 0);
	set_sizes(p->maxTexture2DMipmap, side, side, 0);
	set_sizes(p->maxTexture2DLinear, wide, 65000, 2097120);
	set_sizes(p->maxTexture2DGather, side, side, 0);
	set_sizes(p->maxTexture3D, 16384, 16384, 16384);
	set_sizes(p->maxTexture3DAlt, 8192, 8192, side);
	p->maxTextureCubemap = side;
	set_sizes(p->maxTexture1DLayered, side, layers, 0);
	set_sizes(p->maxTexture2DLayered, side, side, layers);
	set_sizes(p->maxTextureCubemapLayered, side, cubes, 0);
	p->maxSurface1D = side;
	set_sizes(p->maxSurface2D, wide, 65536, 0);
	set_sizes(p->maxSurface3D, 16384, 16384, 16384);
	set_sizes(p->maxSurface1DLayered, side, layers, 0);
	set_sizes(p->maxSurface2DLayered, side, side, layers);
	p->maxSurfaceCubemap = side;
	set_sizes(p->maxSurfaceCubemapLayered, side, cubes, 0);
}

static void
set_abilities(struct cudaDeviceProp *p)
{
	p->deviceOverlap = 1;
	p->asyncEngineCount = 2;
	p->concurrentKernels = 1;
	p->integrated = 1;
	p->canMapHostMemory = 1;
	p->unifiedAddressing = 1;
	p->managedMemory = 1;
	p->concurrentManagedAccess = 1;
	p->pageableMemoryAccess = 1;
	p->pageableMemoryAccessUsesHostPageTables = 1;
	p->directManagedMemAccessFromHost = 1;
	p->hostNativeAtomicSupported = 1;
	p->canUseHostPointerForRegisteredMem = 1;
	p->hostRegisterSupported = 1;
	p->hostRegisterReadOnlySupported = 1;
	p->streamPrioritiesSupported = 1;
	p->globalL1CacheSupported = 1;
	p->localL1CacheSupported = 1;
	p->computePreemptionSupported = 1;
	p->singleToDoublePrecisionPerfRatio = 2;
	p->unifiedFunctionPointers = 1;
	p->cooperativeLaunch = 1;
	p->memoryPoolsSupported = 1;
}

static void
make(void)
{
	set_name(&device);
	set_machine(&device);
	set_limits(&device);
	set_texture_limits(&device);
	set_abilities(&device);
}

static const struct cudaDeviceProp *
properties(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, make);
	return &device;
}

cudaError_t
cudaGetDeviceProperties(struct cudaDeviceProp *prop, int index)
{
	int error = prop ? hd_runtime_start() : HD_ERR_VALUE;

	if (!error && index)
		error = cudaErrorInvalidDevice;
	if (!error)
		*prop = *properties();
	HD_RETURN(error);
}

/* ---- attributes: most are fields of the properties ---------------------------- */

#define FIELD(attribute, field)                                                        \
	{cudaDevAttr##attribute, offsetof(struct cudaDeviceProp, field),               \
	 sizeof(((struct cudaDeviceProp *)0)->field)}

static const struct attribute {
	int id;
	size_t offset, size;
} attributes[] = {
	FIELD(MaxThreadsPerBlock, maxThreadsPerBlock),
	FIELD(MaxBlockDimX, maxThreadsDim[0]),
	FIELD(MaxBlockDimY, maxThreadsDim[1]),
	FIELD(MaxBlockDimZ, maxThreadsDim[2]),
	FIELD(MaxGridDimX, maxGridSize[0]),
	FIELD(MaxGridDimY, maxGridSize[1]),
	FIELD(MaxGridDimZ, maxGridSize[2]),
	FIELD(MaxSharedMemoryPerBlock, sharedMemPerBlock),
	FIELD(TotalConstantMemory, totalConstMem),
	FIELD(WarpSize, warpSize),
	FIELD(MaxPitch, memPitch),
	FIELD(MaxRegistersPerBlock, regsPerBlock),
	FIELD(ClockRate, clockRate),
	FIELD(TextureAlignment, textureAlignment),
	FIELD(TexturePitchAlignment, texturePitchAlignment),
	FIELD(GpuOverlap, deviceOverlap),
	FIELD(MultiProcessorCount, multiProcessorCount),
	FIELD(KernelExecTimeout, kernelExecTimeoutEnabled),
	FIELD(Integrated, integrated),
	FIELD(CanMapHostMemory, canMapHostMemory),
	FIELD(ComputeMode, computeMode),
	FIELD(SurfaceAlignment, surfaceAlignment),
	FIELD(ConcurrentKernels, concurrentKernels),
	FIELD(EccEnabled, ECCEnabled),
	FIELD(PciBusId, pciBusID),
	FIELD(PciDeviceId, pciDeviceID),
	FIELD(PciDomainId, pciDomainID),
	FIELD(TccDriver, tccDriver),
	FIELD(MemoryClockRate, memoryClockRate),
	FIELD(GlobalMemoryBusWidth, memoryBusWidth),
	FIELD(L2CacheSize, l2CacheSize),
	FIELD(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
	FIELD(AsyncEngineCount, asyncEngineCount),
	FIELD(UnifiedAddressing, unifiedAddressing),
	FIELD(MaxTexture1DWidth, maxTexture1D),
	FIELD(MaxTexture2DWidth, maxTexture2D[0]),
	FIELD(MaxTexture2DHeight, maxTexture2D[1]),
	FIELD(MaxTexture3DWidth, maxTexture3D[0]),
	FIELD(MaxTexture3DHeight, maxTexture3D[1]),
	FIELD(MaxTexture3DDepth, maxTexture3D[2]),
	FIELD(MaxTexture1DLinearWidth, maxTexture1DLinear),
	FIELD(MaxTexture1DMipmappedWidth, maxTexture1DMipmap),
	FIELD(MaxTexture2DMipmappedWidth, maxTexture2DMipmap[0]),
	FIELD(MaxTexture2DMipmappedHeight, maxTexture2DMipmap[1]),
	FIELD(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
	FIELD(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
	FIELD(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
	FIELD(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
	FIELD(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
	FIELD(MaxTexture3DWidthAlt, maxTexture3DAlt[0]),
	FIELD(MaxTexture3DHeightAlt, maxTexture3DAlt[1]),
	FIELD(MaxTexture3DDepthAlt, maxTexture3DAlt[2]),
	FIELD(MaxTextureCubemapWidth, maxTextureCubemap),
	FIELD(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
	FIELD(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
	FIELD(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
	FIELD(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
	FIELD(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
	FIELD(MaxTextureCubemapLayeredWidth, maxTextureCubemapLayered[0]),
	FIELD(MaxTextureCubemapLayeredLayers, maxTextureCubemapLayered[1]),
	FIELD(MaxSurface1DWidth, maxSurface1D),
	FIELD(MaxSurface2DWidth, maxSurface2D[0]),
	FIELD(MaxSurface2DHeight, maxSurface2D[1]),
	FIELD(MaxSurface3DWidth, maxSurface3D[0]),
	FIELD(MaxSurface3DHeight, maxSurface3D[1]),
	FIELD(MaxSurface3DDepth, maxSurface3D[2]),
	FIELD(MaxSurface1DLayeredWidth, maxSurface1DLayered[0]),
	FIELD(MaxSurface1DLayeredLayers, maxSurface1DLayered[1]),
	FIELD(MaxSurface2DLayeredWidth, maxSurface2DLayered[0]),
	FIELD(MaxSurface2DLayeredHeight, maxSurface2DLayered[1]),
	FIELD(MaxSurface2DLayeredLayers, maxSurface2DLayered[2]),
	FIELD(MaxSurfaceCubemapWidth, maxSurfaceCubemap),
	FIELD(MaxSurfaceCubemapLayeredWidth, maxSurfaceCubemapLayered[0]),
	FIELD(MaxSurfaceCubemapLayeredLayers, maxSurfaceCubemapLayered[1]),
	FIELD(ComputeCapabilityMajor, major),
	FIELD(ComputeCapabilityMinor, minor),
	FIELD(StreamPrioritiesSupported, streamPrioritiesSupported),
	FIELD(GlobalL1CacheSupported, globalL1CacheSupported),
	FIELD(LocalL1CacheSupported, localL1CacheSupported),
	FIELD(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
	FIELD(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
	FIELD(ManagedMemory, managedMemory),
	FIELD(IsMultiGpuBoard, isMultiGpuBoard),
	FIELD(MultiGpuBoardGroupID, multiGpuBoardGroupID),
	FIELD(HostNativeAtomicSupported, hostNativeAtomicSupported),
	FIELD(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
	FIELD(PageableMemoryAccess, pageableMemoryAccess),
	FIELD(ConcurrentManagedAccess, concurrentManagedAccess),
	FIELD(ComputePreemptionSupported, computePreemptionSupported),
	FIELD(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
	FIELD(CooperativeLaunch, cooperativeLaunch),
	FIELD(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
	FIELD(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
	FIELD(HostRegisterSupported, hostRegisterSupported),
	FIELD(PageableMemoryAccessUsesHostPageTables,
	      pageableMemoryAccessUsesHostPageTables),
	FIELD(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
	FIELD(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
	FIELD(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
	FIELD(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
	FIELD(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
	FIELD(SparseCudaArraySupported, sparseCudaArraySupported),
	FIELD(HostRegisterReadOnlySupported, hostRegisterReadOnlySupported),
	FIELD(TimelineSemaphoreInteropSupported, timelineSemaphoreInteropSupported),
	FIELD(MemoryPoolsSupported, memoryPoolsSupported),
	FIELD(GPUDirectRDMASupported, gpuDirectRDMASupported),
	FIELD(ClusterLaunch, clusterLaunch),
	FIELD(IpcEventSupport, ipcEventSupported),
};

static int
value_of(const struct attribute *a)
{
	const char *p = (const char *)properties() + a->offset;
	size_t wide;
	int narrow;

	if (a->size == sizeof narrow) {
		memcpy(&narrow, p, sizeof narrow);
		return narrow;
	}
	memcpy(&wide, p, sizeof wide);
	return wide < INT_MAX ? (int)wide : INT_MAX;
}

/* Attributes that are neither fields nor have a name here: memory that is mapped
 * (102, of the host's nodes 141, of the host 145), and shared by a file (103). */
static bool
is_always(int attr)
{
	return attr == 102 || attr == 103 || attr == 141 || attr == 145;
}

/* What has no field is something this device does not have: zero. */
static int
get_attribute(int *value, int attr)
{
	if (attr < 1 || attr >= cudaDevAttrMax)
		return HD_ERR_VALUE;
	*value = is_always(attr);
	for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
		if (attributes[i].id == attr)
			*value = value_of(&attributes[i]);
	return HD_OK;
}

cudaError_t
cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int index)
{
	int error = value ? hd_runtime_start() : HD_ERR_VALUE;

	if (!error && index)
		error = cudaErrorInvalidDevice;
	HD_RETURN(error ? error : get_attribute(value, (int)attr));
}
