/* SPDX-License-Identifier: Apache-2.0 */
/* The one device: choosing it, waiting for it, its limits, peers and versions. */
#include "api.h"

#include <stdio.h>
#include <string.h>

static _Atomic unsigned device_flags;
static _Atomic int cache_config, shared_config;

static int
check_device(int device)
{
	return device == 0 ? HD_OK : (int)cudaErrorInvalidDevice;
}

cudaError_t
cudaGetDeviceCount(int *count)
{
	if (!count)
		HD_RETURN(HD_ERR_VALUE);
	*count = 1;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaSetDevice(int device)
{
	int error = check_device(device);

	HD_RETURN(error ? error : hd_api_begin());
}

cudaError_t
cudaGetDevice(int *device)
{
	if (!device)
		HD_RETURN(HD_ERR_VALUE);
	*device = 0;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaSetValidDevices(int *devices, int len)
{
	int error = len < 0 || (len && !devices) ? HD_ERR_VALUE : HD_OK;

	for (int i = 0; !error && i < len; i++)
		error = check_device(devices[i]);
	HD_RETURN(error);
}

cudaError_t
cudaChooseDevice(int *device, const struct cudaDeviceProp *prop)
{
	if (!device || !prop)
		HD_RETURN(HD_ERR_VALUE);
	*device = 0;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaSetDeviceFlags(unsigned int flags)
{
	if (flags & ~(unsigned)cudaDeviceMask)
		HD_RETURN(HD_ERR_VALUE);
	atomic_store(&device_flags, flags);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGetDeviceFlags(unsigned int *flags)
{
	if (!flags)
		HD_RETURN(HD_ERR_VALUE);
	*flags = atomic_load(&device_flags) | cudaDeviceMapHost;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaInitDevice(int device, unsigned int flags, unsigned int init_flags)
{
	int error = check_device(device);

	if (!error)
		error = hd_api_begin();
	if (!error && (init_flags & cudaInitDeviceFlagsAreValid))
		atomic_store(&device_flags, flags & cudaDeviceMask);
	HD_RETURN(error);
}

static int
synchronize(void)
{
	int error = hd_api_begin_unsafe();

	return error ? error : hd_api_synced(hd_wait_device());
}

cudaError_t
cudaDeviceSynchronize(void)
{
	HD_RETURN(synchronize());
}

/* The only call that brings a failed device back. */
static int
reset(void)
{
	int error = hd_runtime_start();

	if (!error && hd_is_worker_thread())
		error = HD_ERR_NOT_PERMITTED;
	if (!error)
		error = hd_wait_device();
	if (error)
		return error;
	hd_memory_free_all();
	hd_stream_free_all();
	hd_clear_device_error();
	hd_api_forget_error();
	return HD_OK;
}

cudaError_t
cudaDeviceReset(void)
{
	HD_RETURN(reset());
}

/* ---- limits and configurations ------------------------------------------------ */

/* All but the sizes of stack and heap are only remembered. */
static _Atomic size_t limits[] = {
	[cudaLimitStackSize] = 1024,
	[cudaLimitPrintfFifoSize] = 1 << 20,
	[cudaLimitMallocHeapSize] = 8 << 20,
	[cudaLimitDevRuntimeSyncDepth] = 2,
	[cudaLimitDevRuntimePendingLaunchCount] = 2048,
	[cudaLimitMaxL2FetchGranularity] = 64,
	[cudaLimitPersistingL2CacheSize] = 0,
};

static int
check_limit(enum cudaLimit limit)
{
	return (unsigned)limit < sizeof limits / sizeof limits[0]
		       ? HD_OK
		       : (int)cudaErrorUnsupportedLimit;
}

static int
set_limit(enum cudaLimit limit, size_t value)
{
	int error = hd_api_begin();

	if (!error)
		error = check_limit(limit);
	if (!error && limit == cudaLimitStackSize) {
		if (value > 512 * 1024)
			return HD_ERR_VALUE;
		atomic_store(&hd_stack_limit, value);
	}
	if (!error && limit == cudaLimitMallocHeapSize)
		atomic_store(&hd_heap_limit, value);
	if (!error)
		atomic_store(&limits[limit], value);
	return error;
}

static int
get_limit(size_t *value, enum cudaLimit limit)
{
	int error = value ? check_limit(limit) : HD_ERR_VALUE;

	if (!error)
		*value = atomic_load(&limits[limit]);
	return error;
}

cudaError_t
cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	HD_RETURN(set_limit(limit, value));
}

cudaError_t
cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
	HD_RETURN(get_limit(value, limit));
}

cudaError_t
cudaDeviceSetCacheConfig(enum cudaFuncCache config)
{
	atomic_store(&cache_config, (int)config);
	HD_RETURN(HD_OK);
}

static int
get_cache_config(enum cudaFuncCache *config)
{
	if (!config)
		return HD_ERR_VALUE;
	*config = (enum cudaFuncCache)atomic_load(&cache_config);
	return HD_OK;
}

cudaError_t
cudaDeviceGetCacheConfig(enum cudaFuncCache *config)
{
	HD_RETURN(get_cache_config(config));
}

cudaError_t
cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	atomic_store(&shared_config, (int)config);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config)
{
	if (!config)
		HD_RETURN(HD_ERR_VALUE);
	*config = (enum cudaSharedMemConfig)atomic_load(&shared_config);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaCtxResetPersistingL2Cache(void)
{
	HD_RETURN(hd_api_begin());
}

/* ---- the names of CUDA before 4.0 --------------------------------------------- */

cudaError_t
cudaThreadSynchronize(void)
{
	HD_RETURN(synchronize());
}

cudaError_t
cudaThreadExit(void)
{
	HD_RETURN(reset());
}

cudaError_t
cudaThreadSetLimit(enum cudaLimit limit, size_t value)
{
	HD_RETURN(set_limit(limit, value));
}

cudaError_t
cudaThreadGetLimit(size_t *value, enum cudaLimit limit)
{
	HD_RETURN(get_limit(value, limit));
}

cudaError_t
cudaThreadGetCacheConfig(enum cudaFuncCache *config)
{
	HD_RETURN(get_cache_config(config));
}

cudaError_t
cudaThreadSetCacheConfig(enum cudaFuncCache config)
{
	atomic_store(&cache_config, (int)config);
	HD_RETURN(HD_OK);
}

/* ---- peers, names, versions, profiler ----------------------------------------- */

cudaError_t
cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
	int error = can ? check_device(device) : HD_ERR_VALUE;

	if (!error)
		error = check_device(peer);
	if (!error)
		*can = 0; /* a device is not its own peer */
	HD_RETURN(error);
}

cudaError_t
cudaDeviceEnablePeerAccess(int peer, unsigned int flags)
{
	if (flags)
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceDisablePeerAccess(int peer)
{
	HD_RETURN(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int src, int dst)
{
	int error =
		value && attr >= cudaDevP2PAttrPerformanceRank &&
				attr <= cudaDevP2PAttrOnlyPartialNativeAtomicSupported
			? HD_OK
			: HD_ERR_VALUE;

	(void)src, (void)dst; /* there are no two devices that could differ */
	HD_RETURN(error ? error : cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceGetPCIBusId(char *bus_id, int len, int device)
{
	int error = bus_id && len > 0 ? check_device(device) : HD_ERR_VALUE;

	if (!error)
		snprintf(bus_id, (size_t)len, "0000:00:00.0");
	HD_RETURN(error);
}

cudaError_t
cudaDeviceGetByPCIBusId(int *device, const char *bus_id)
{
	if (!device || !bus_id)
		HD_RETURN(HD_ERR_VALUE);
	if (strcmp(bus_id, "0000:00:00.0") && strcmp(bus_id, "0000:00:00") &&
	    strcmp(bus_id, "00:00.0"))
		HD_RETURN(cudaErrorInvalidDevice);
	*device = 0;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaDriverGetVersion(int *version)
{
	if (!version)
		HD_RETURN(HD_ERR_VALUE);
	*version = CUDART_VERSION;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaRuntimeGetVersion(int *version)
{
	if (!version)
		HD_RETURN(HD_ERR_VALUE);
	*version = CUDART_VERSION;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaProfilerStart(void)
{
	HD_RETURN(hd_runtime_start());
}

cudaError_t
cudaProfilerStop(void)
{
	HD_RETURN(hd_runtime_start());
}
