/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: memory, and what can be asked about pointers. */
#include "../core/virtual.h"
#include "driver.h"

#include <string.h>

CUresult
cuMemGetInfo(size_t *free_bytes, size_t *total)
{
	return CU_CALL(cudaMemGetInfo(free_bytes, total));
}

/* ---- allocating --------------------------------------------------------------------- */

CUresult
cuMemAlloc(CUdeviceptr *ptr, size_t size)
{
	if (!ptr || !size)
		return CUDA_ERROR_INVALID_VALUE;
	return CU_CALL(cudaMalloc((void **)ptr, size));
}

CUresult
cuMemAllocPitch(CUdeviceptr *ptr, size_t *pitch, size_t width, size_t height,
		unsigned int element)
{
	if (element != 4 && element != 8 && element != 16)
		return CUDA_ERROR_INVALID_VALUE;
	return CU_CALL(cudaMallocPitch((void **)ptr, pitch, width, height));
}

CUresult
cuMemAllocManaged(CUdeviceptr *ptr, size_t size, unsigned int flags)
{
	return CU_CALL(cudaMallocManaged((void **)ptr, size, flags));
}

CUresult
cuMemAllocHost(void **ptr, size_t size)
{
	return CU_CALL(cudaMallocHost(ptr, size));
}

CUresult
cuMemHostAlloc(void **ptr, size_t size, unsigned int flags)
{
	return CU_CALL(cudaHostAlloc(ptr, size, flags));
}

CUresult
cuMemFree(CUdeviceptr ptr)
{
	return CU_CALL(cudaFree(hd_cu_pointer(ptr)));
}

CUresult
cuMemFreeHost(void *ptr)
{
	return CU_CALL(cudaFreeHost(ptr));
}

CUresult
cuMemAllocAsync(CUdeviceptr *ptr, size_t size, CUstream stream)
{
	return CU_CALL(cudaMallocAsync((void **)ptr, size, stream));
}

CUresult
cuMemAllocFromPoolAsync(CUdeviceptr *ptr, size_t size, CUmemoryPool pool,
			CUstream stream)
{
	return CU_CALL(cudaMallocFromPoolAsync((void **)ptr, size, pool, stream));
}

CUresult
cuMemFreeAsync(CUdeviceptr ptr, CUstream stream)
{
	return CU_CALL(cudaFreeAsync(hd_cu_pointer(ptr), stream));
}

CUresult
cuMemHostRegister(void *ptr, size_t size, unsigned int flags)
{
	return CU_CALL(cudaHostRegister(ptr, size, flags));
}

CUresult
cuMemHostUnregister(void *ptr)
{
	return CU_CALL(cudaHostUnregister(ptr));
}

CUresult
cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags)
{
	return CU_CALL(cudaHostGetDevicePointer((void **)device, host, flags));
}

CUresult
cuMemHostGetFlags(unsigned int *flags, void *host)
{
	return CU_CALL(cudaHostGetFlags(flags, host));
}

/* ---- pools -------------------------------------------------------------------------- */

CUresult
cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
	return CU_CALL(cudaDeviceGetDefaultMemPool(pool, device));
}

CUresult
cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
	return CU_CALL(cudaDeviceGetMemPool(pool, device));
}

CUresult
cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
	return CU_CALL(cudaDeviceSetMemPool(device, pool));
}

CUresult
cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return CU_CALL(
		cudaMemPoolGetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult
cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
	return CU_CALL(
		cudaMemPoolSetAttribute(pool, (enum cudaMemPoolAttr)attr, value));
}

CUresult
cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
	return CU_CALL(cudaMemPoolTrimTo(pool, keep));
}

_Static_assert(sizeof(CUmemPoolProps) == sizeof(struct cudaMemPoolProps), "layout");
_Static_assert(sizeof(CUmemAccessDesc) == sizeof(struct cudaMemAccessDesc), "layout");

CUresult
cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *props)
{
	return CU_CALL(cudaMemPoolCreate(pool, (const struct cudaMemPoolProps *)props));
}

CUresult
cuMemPoolDestroy(CUmemoryPool pool)
{
	return CU_CALL(cudaMemPoolDestroy(pool));
}

CUresult
cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *list, size_t count)
{
	return CU_CALL(cudaMemPoolSetAccess(
		pool, (const struct cudaMemAccessDesc *)list, count));
}

CUresult
cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
	return CU_CALL(cudaMemPoolGetAccess((enum cudaMemAccessFlags *)flags, pool,
					    (struct cudaMemLocation *)location));
}

/* ---- advice ------------------------------------------------------------------------- */

CUresult
cuMemPrefetchAsync(CUdeviceptr ptr, size_t count, CUdevice device, CUstream stream)
{
	return CU_CALL(cudaMemPrefetchAsync(hd_cu_pointer(ptr), count, device, stream));
}

CUresult
cuMemAdvise(CUdeviceptr ptr, size_t count, CUmem_advise advice, CUdevice device)
{
	return CU_CALL(cudaMemAdvise(hd_cu_pointer(ptr), count,
				     (enum cudaMemoryAdvise)advice, device));
}

/* ---- questions about pointers --------------------------------------------------------- */

CUresult
cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr ptr)
{
	hd_region r;
	CUresult result = hd_cu_begin();

	if (result)
		return result;
	if (!hd_region_find(hd_cu_pointer(ptr), &r))
		return CUDA_ERROR_NOT_FOUND;
	if (base)
		*base = (CUdeviceptr)(uintptr_t)r.base;
	if (size)
		*size = r.size;
	return CUDA_SUCCESS;
}

/* Of memory that is mapped: all addresses that were reserved with it. */
static void
range_of(const hd_region *r, CUdeviceptr ptr, char **base, size_t *size)
{
	if (r->physical && hd_virtual_find(hd_cu_pointer(ptr), base, size))
		return;
	*base = r->base;
	*size = r->size;
}

static unsigned long long
handle_types(CUdeviceptr ptr)
{
	uint64_t handle;
	hd_piece p = {.shareable = false};

	if (!hd_virtual_retain(hd_cu_pointer(ptr), &handle)) {
		hd_physical_ask(handle, &p);
		hd_physical_release(handle);
	}
	return p.shareable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
			   : CU_MEM_HANDLE_TYPE_NONE;
}

static CUresult
attribute(void *data, CUpointer_attribute attr, const hd_region *r, CUdeviceptr ptr)
{
	char *base;
	size_t size;

	switch (attr) {
	case CU_POINTER_ATTRIBUTE_CONTEXT:
		return cuCtxGetCurrent(data);
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
		*(unsigned *)data =
			r->kind == HD_MEM_DEVICE || r->kind == HD_MEM_MANAGED
				? CU_MEMORYTYPE_DEVICE
				: CU_MEMORYTYPE_HOST;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
		*(CUdeviceptr *)data = ptr;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER:
		if (r->kind == HD_MEM_DEVICE)
			return CUDA_ERROR_INVALID_VALUE;
		*(void **)data = hd_cu_pointer(ptr);
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID:
		*(unsigned long long *)data = (uintptr_t)r->base;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED:
		*(unsigned *)data = r->kind == HD_MEM_MANAGED;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
		*(int *)data = 0;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
		range_of(r, ptr, &base, &size);
		*(CUdeviceptr *)data = (CUdeviceptr)(uintptr_t)base;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
		range_of(r, ptr, &base, &size);
		*(size_t *)data = size;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
		*(CUdeviceptr *)data = (CUdeviceptr)(uintptr_t)r->base;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
		*(size_t *)data = r->size;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
		*(unsigned *)data =
			r->physical ? r->access[0]
				    : CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
		*(unsigned long long *)data = handle_types(ptr);
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_MAPPED:
		*(bool *)data = true;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
	case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
		*(bool *)data = false;
		return CUDA_SUCCESS;
	case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
		*(CUmemoryPool *)data = (CUmemoryPool)r->pool;
		return CUDA_SUCCESS;
	default:
		return CUDA_ERROR_NOT_SUPPORTED;
	}
}

CUresult
cuPointerGetAttribute(void *data, CUpointer_attribute attr, CUdeviceptr ptr)
{
	hd_region r;
	CUresult result = data ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	if (!hd_region_find(hd_cu_pointer(ptr), &r))
		return CUDA_ERROR_INVALID_VALUE;
	return attribute(data, attr, &r, ptr);
}

/* For memory that the driver does not know the answers are zero. */
CUresult
cuPointerGetAttributes(unsigned int n, CUpointer_attribute *attrs, void **data,
		       CUdeviceptr ptr)
{
	hd_region r;
	CUresult result = attrs && data ? hd_cu_begin() : CUDA_ERROR_INVALID_VALUE;
	bool known = !result && hd_region_find(hd_cu_pointer(ptr), &r);

	for (unsigned i = 0; !result && i < n; i++) {
		if (known)
			result = attribute(data[i], attrs[i], &r, ptr);
		else if (attrs[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
			*(int *)data[i] = -2;
		else
			memset(data[i], 0,
			       attrs[i] == CU_POINTER_ATTRIBUTE_MAPPED ? 1 : 4);
	}
	return result;
}

CU_ALIAS(cuMemGetInfo_v2, cuMemGetInfo);
CU_ALIAS(cuMemAlloc_v2, cuMemAlloc);
CU_ALIAS(cuMemAllocPitch_v2, cuMemAllocPitch);
CU_ALIAS(cuMemAllocHost_v2, cuMemAllocHost);
CU_ALIAS(cuMemFree_v2, cuMemFree);
CU_ALIAS(cuMemHostGetDevicePointer_v2, cuMemHostGetDevicePointer);
CU_ALIAS(cuMemHostRegister_v2, cuMemHostRegister);
CU_ALIAS(cuMemGetAddressRange_v2, cuMemGetAddressRange);
