/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: initialisation, errors, the device. */
#include "driver.h"

#include <dlfcn.h>
#include <string.h>

static _Atomic bool initialised;

CUresult
cuInit(unsigned int flags)
{
	int error = flags ? HD_ERR_VALUE : hd_runtime_start();

	if (!error)
		atomic_store(&initialised, true);
	return hd_cu_result(error);
}

/* The runtime API initialises the driver by itself. */
CUresult
hd_cu_check_init(void)
{
	return atomic_load(&initialised) || hd_api_is_used()
		       ? CUDA_SUCCESS
		       : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult
hd_cu_check_device(CUdevice device)
{
	CUresult result = hd_cu_check_init();

	if (result == CUDA_SUCCESS && device)
		result = CUDA_ERROR_INVALID_DEVICE;
	return result;
}

CUresult
cuDriverGetVersion(int *version)
{
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	*version = CUDA_VERSION;
	return CUDA_SUCCESS;
}

/* ---- errors ----------------------------------------------------------------------- */

/* The numbers agree, but for the small ones, which the runtime uses in its own way. */
CUresult
hd_cu_result(int error)
{
	switch (error) {
	case cudaErrorInvalidConfiguration:
	case cudaErrorInvalidPitchValue:
	case cudaErrorInvalidMemcpyDirection:
	case cudaErrorInvalidChannelDescriptor:
	case cudaErrorInvalidFilterSetting:
	case cudaErrorInvalidNormSetting:
		return CUDA_ERROR_INVALID_VALUE;
	case cudaErrorInvalidSymbol:
		return CUDA_ERROR_NOT_FOUND;
	case cudaErrorInvalidDeviceFunction:
	case cudaErrorInvalidTexture:
	case cudaErrorInvalidTextureBinding:
	case cudaErrorInvalidSurface:
		return CUDA_ERROR_INVALID_HANDLE;
	default:
		return (CUresult)error;
	}
}

static const struct name {
	int code;
	const char *name;
} names[] = {
#define CU_ERROR(name, code) {code, #name},
#include "__heddle/cu_errors.def"
#undef CU_ERROR
};

CUresult
cuGetErrorName(CUresult error, const char **text)
{
	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = NULL;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i].code == (int)error) {
			*text = names[i].name;
			return CUDA_SUCCESS;
		}
	return CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuGetErrorString(CUresult error, const char **text)
{
	CUresult result = cuGetErrorName(error, text);

	if (result == CUDA_SUCCESS)
		*text = cudaGetErrorString((cudaError_t)error);
	return result;
}

static CUresult
proc_address(const char *symbol, void **fn, cuuint64_t flags,
	     CUdriverProcAddressQueryResult *status)
{
	if (!symbol || !fn || flags > CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
		return CUDA_ERROR_INVALID_VALUE;
	*fn = strncmp(symbol, "cu", 2) ? NULL : dlsym(RTLD_DEFAULT, symbol);
	if (status)
		*status = *fn ? CU_GET_PROC_ADDRESS_SUCCESS
			      : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	return *fn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult
cuGetProcAddress(const char *symbol, void **fn, int version, cuuint64_t flags,
		 CUdriverProcAddressQueryResult *status)
{
	(void)version;
	return proc_address(symbol, fn, flags, status);
}

/* ---- the device -------------------------------------------------------------------- */

CUresult
cuDeviceGet(CUdevice *device, int ordinal)
{
	CUresult result =
		device ? hd_cu_check_device(ordinal) : CUDA_ERROR_INVALID_VALUE;

	if (result == CUDA_SUCCESS)
		*device = ordinal;
	return result;
}

CUresult
cuDeviceGetCount(int *count)
{
	CUresult result = count ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	if (result == CUDA_SUCCESS)
		*count = 1;
	return result;
}

static CUresult
properties(struct cudaDeviceProp *p, CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : hd_cu_result((int)cudaGetDeviceProperties(p, device));
}

CUresult
cuDeviceGetName(char *name, int len, CUdevice device)
{
	struct cudaDeviceProp p;
	CUresult result =
		name && len > 0 ? properties(&p, device) : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	strncpy(name, p.name, (size_t)len);
	name[len - 1] = 0;
	return CUDA_SUCCESS;
}

CUresult
cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	struct cudaDeviceProp p;
	CUresult result = uuid ? properties(&p, device) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		memcpy(uuid, &p.uuid, sizeof *uuid);
	return result;
}

CUresult
cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
	struct cudaDeviceProp p;
	CUresult result = bytes ? properties(&p, device) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*bytes = p.totalGlobalMem;
	return result;
}

/* Both APIs number the attributes in the same way. */
_Static_assert((int)CU_DEVICE_ATTRIBUTE_WARP_SIZE == (int)cudaDevAttrWarpSize,
	       "number");
_Static_assert((int)CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED ==
		       (int)cudaDevAttrMemoryPoolsSupported,
	       "number");

CUresult
cuDeviceGetAttribute(int *value, CUdevice_attribute attr, CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	if (result)
		return result;
	int last = hd_api_swap_last(0);

	result = hd_cu_result(
		(int)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attr, device));
	hd_api_swap_last(last);
	return result;
}

CUresult
cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
	struct cudaDeviceProp p;
	CUresult result =
		major && minor ? properties(&p, device) : CUDA_ERROR_INVALID_VALUE;

	if (!result) {
		*major = p.major;
		*minor = p.minor;
	}
	return result;
}

CUresult
cuDeviceGetProperties(CUdevprop *prop, CUdevice device)
{
	struct cudaDeviceProp p;
	CUresult result = prop ? properties(&p, device) : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*prop = (CUdevprop){
		.maxThreadsPerBlock = p.maxThreadsPerBlock,
		.sharedMemPerBlock = (int)p.sharedMemPerBlock,
		.totalConstantMemory = (int)p.totalConstMem,
		.SIMDWidth = p.warpSize,
		.memPitch = (int)p.memPitch,
		.regsPerBlock = p.regsPerBlock,
		.clockRate = p.clockRate,
		.textureAlign = (int)p.textureAlignment,
	};
	memcpy(prop->maxThreadsDim, p.maxThreadsDim, sizeof prop->maxThreadsDim);
	memcpy(prop->maxGridSize, p.maxGridSize, sizeof prop->maxGridSize);
	return CUDA_SUCCESS;
}

CUresult
cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
	CUresult result = can ? hd_cu_check_device(device) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		result = hd_cu_check_device(peer);
	if (!result)
		*can = 0;
	return result;
}

CUresult
cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attr, CUdevice src,
			CUdevice dst)
{
	(void)attr, (void)src, (void)dst;
	return value ? CUDA_ERROR_INVALID_DEVICE : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuDeviceGetPCIBusId(char *id, int len, CUdevice device)
{
	CUresult result = hd_cu_check_device(device);

	return result ? result : hd_cu_result((int)cudaDeviceGetPCIBusId(id, len, 0));
}

CUresult
cuDeviceGetByPCIBusId(CUdevice *device, const char *id)
{
	CUresult result = hd_cu_check_init();

	return result ? result : hd_cu_result((int)cudaDeviceGetByPCIBusId(device, id));
}

CUresult
cuProfilerStart(void)
{
	return hd_cu_begin();
}

CUresult
cuProfilerStop(void)
{
	return hd_cu_begin();
}

CU_ALIAS(cuDeviceTotalMem_v2, cuDeviceTotalMem);
CU_ALIAS(cuDeviceGetUuid_v2, cuDeviceGetUuid);
CU_ALIAS(cuGetProcAddress_v2, cuGetProcAddress);
