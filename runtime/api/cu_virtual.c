/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: addresses that are reserved, memory without an address, and mapping the one
 * to the other. None of it belongs to a context. */
#include "../core/virtual.h"
#include "driver.h"

_Static_assert((int)HD_ACCESS_READ == (int)CU_MEM_ACCESS_FLAGS_PROT_READ, "flags");
_Static_assert((int)HD_ACCESS_WRITE == (int)CU_MEM_ACCESS_FLAGS_PROT_READWRITE,
	       "flags");

enum { HOST_PAGE = 4096 };

/* Before something that running kernels may use is taken away. */
static CUresult
wait_for_all(void)
{
	CUresult result = hd_cu_check_init();

	if (result)
		return result;
	if (hd_is_worker_thread())
		return CUDA_ERROR_NOT_PERMITTED;
	return hd_cu_result(hd_api_synced(hd_wait_device()));
}

static bool
is_host(CUmemLocationType type)
{
	return type == CU_MEM_LOCATION_TYPE_HOST ||
	       type == CU_MEM_LOCATION_TYPE_HOST_NUMA;
}

static CUresult
check_location(const CUmemLocation *l)
{
	if (l->type == CU_MEM_LOCATION_TYPE_DEVICE)
		return hd_cu_check_device(l->id);
	if (l->type == CU_MEM_LOCATION_TYPE_HOST_NUMA && l->id < 0)
		return CUDA_ERROR_INVALID_VALUE;
	return is_host(l->type) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult
check_prop(const CUmemAllocationProp *p)
{
	CUresult result = hd_cu_check_init();

	if (result)
		return result;
	if (!p || p->type != CU_MEM_ALLOCATION_TYPE_PINNED)
		return CUDA_ERROR_INVALID_VALUE;
	result = check_location(&p->location);
	if (result)
		return result;
	if (p->location.type == CU_MEM_LOCATION_TYPE_HOST && p->requestedHandleTypes)
		return CUDA_ERROR_INVALID_VALUE;
	if (p->allocFlags.compressionType > CU_MEM_ALLOCATION_COMP_GENERIC)
		return CUDA_ERROR_INVALID_VALUE;
	if ((int)p->requestedHandleTypes & ~CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_NOT_SUPPORTED;
	return p->allocFlags.usage ? CUDA_ERROR_NOT_SUPPORTED : CUDA_SUCCESS;
}

CUresult
cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
			      CUmemAllocationGranularity_flags option)
{
	CUresult result = check_prop(prop);

	if (result)
		return result;
	if (!granularity || (option != CU_MEM_ALLOC_GRANULARITY_MINIMUM &&
			     option != CU_MEM_ALLOC_GRANULARITY_RECOMMENDED))
		return CUDA_ERROR_INVALID_VALUE;
	*granularity = HD_GRANULE;
	return CUDA_SUCCESS;
}

/* ---- addresses ------------------------------------------------------------------------ */

CUresult
cuMemAddressReserve(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr hint,
		    unsigned long long flags)
{
	CUresult result = hd_cu_check_init();
	void *p;

	if (result)
		return result;
	if (!ptr || !size || size % HOST_PAGE || hint % HOST_PAGE || flags ||
	    (alignment & (alignment - 1)))
		return CUDA_ERROR_INVALID_VALUE;
	if (alignment < HD_GRANULE)
		alignment = HD_GRANULE;
	result = hd_cu_result(
		hd_virtual_reserve(size, alignment, hd_cu_pointer(hint), &p));
	if (!result)
		*ptr = (CUdeviceptr)(uintptr_t)p;
	return result;
}

CUresult
cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
	CUresult result = hd_cu_check_init();

	return result ? result
		      : hd_cu_result(hd_virtual_free(hd_cu_pointer(ptr), size));
}

/* ---- memory --------------------------------------------------------------------------- */

CUresult
cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
	    const CUmemAllocationProp *prop, unsigned long long flags)
{
	CUresult result =
		handle && !flags ? check_prop(prop) : CUDA_ERROR_INVALID_VALUE;
	hd_piece piece = {.size = size};
	uint64_t h;

	if (result)
		return result;
	piece.kind = is_host(prop->location.type) ? HD_MEM_HOST : HD_MEM_DEVICE;
	piece.location[0] = (int)prop->location.type;
	piece.location[1] = prop->location.id;
	piece.shareable = prop->requestedHandleTypes != CU_MEM_HANDLE_TYPE_NONE;
	result = hd_cu_result(hd_physical_new(&piece, &h));
	if (!result)
		*handle = h;
	return result;
}

CUresult
cuMemRelease(CUmemGenericAllocationHandle handle)
{
	CUresult result = hd_cu_check_init();

	return result ? result : hd_cu_result(hd_physical_release(handle));
}

CUresult
cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *ptr)
{
	CUresult result = handle ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;
	uint64_t h;

	if (!result)
		result = hd_cu_result(hd_virtual_retain(ptr, &h));
	if (!result)
		*handle = h;
	return result;
}

CUresult
cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
				       CUmemGenericAllocationHandle handle)
{
	CUresult result = prop ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;
	hd_piece p;

	if (!result)
		result = hd_cu_result(hd_physical_ask(handle, &p));
	if (result)
		return result;
	*prop = (CUmemAllocationProp){
		.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes =
			p.shareable ? CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
				    : CU_MEM_HANDLE_TYPE_NONE,
		.location = {(CUmemLocationType)p.location[0], p.location[1]},
	};
	return CUDA_SUCCESS;
}

/* ---- mapping -------------------------------------------------------------------------- */

CUresult
cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
	 CUmemGenericAllocationHandle handle, unsigned long long flags)
{
	CUresult result = hd_cu_check_init();

	if (result)
		return result;
	if (offset || flags) /* what CUDA keeps for later */
		return CUDA_ERROR_INVALID_VALUE;
	return hd_cu_result(hd_virtual_map(hd_cu_pointer(ptr), size, handle));
}

CUresult
cuMemUnmap(CUdeviceptr ptr, size_t size)
{
	CUresult result = wait_for_all();

	return result ? result
		      : hd_cu_result(hd_virtual_unmap(hd_cu_pointer(ptr), size));
}

CUresult
cuMemSetAccess(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
	CUresult result = desc && count ? wait_for_all() : CUDA_ERROR_INVALID_VALUE;
	int access[2] = {-1, -1};

	for (size_t i = 0; !result && i < count; i++) {
		result = check_location(&desc[i].location);
		if (desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
		    desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READ &&
		    desc[i].flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
			result = CUDA_ERROR_INVALID_VALUE;
		access[is_host(desc[i].location.type)] = (int)desc[i].flags;
	}
	return result ? result
		      : hd_cu_result(
				hd_virtual_allow(hd_cu_pointer(ptr), size, access));
}

CUresult
cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
	       CUdeviceptr ptr)
{
	CUresult result =
		flags && location ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;
	hd_region r;

	if (!result)
		result = check_location(location);
	if (result)
		return result;
	if (!hd_region_find(hd_cu_pointer(ptr), &r) || !r.physical)
		return CUDA_ERROR_INVALID_VALUE;
	*flags = r.access[is_host(location->type)];
	return CUDA_SUCCESS;
}

/* ---- other processes ------------------------------------------------------------------- */

CUresult
cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
			     CUmemAllocationHandleType type, unsigned long long flags)
{
	CUresult result =
		shareable && !flags ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	if (type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		return CUDA_ERROR_INVALID_VALUE;
	return hd_cu_result(hd_physical_export(handle, shareable));
}

/* A descriptor is not pointed to, it is the pointer. */
CUresult
cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable,
			       CUmemAllocationHandleType type)
{
	CUresult result = handle ? hd_cu_check_init() : CUDA_ERROR_INVALID_VALUE;
	uint64_t h;

	if (!result && type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
		result = CUDA_ERROR_NOT_SUPPORTED;
	if (!result)
		result =
			hd_cu_result(hd_physical_import((int)(uintptr_t)shareable, &h));
	if (!result)
		*handle = h;
	return result;
}

CUresult
cuMemGetHandleForAddressRange(void *handle, CUdeviceptr ptr, size_t size,
			      CUmemRangeHandleType type, unsigned long long flags)
{
	(void)handle, (void)ptr, (void)size, (void)type, (void)flags;
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- one memory of several devices: there is one -------------------------------------- */

CUresult
cuMulticastCreate(CUmemGenericAllocationHandle *handle,
		  const CUmulticastObjectProp *prop)
{
	(void)handle, (void)prop;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuMulticastAddDevice(CUmemGenericAllocationHandle handle, CUdevice device)
{
	(void)handle, (void)device;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuMulticastBindMem(CUmemGenericAllocationHandle handle, size_t handle_offset,
		   CUmemGenericAllocationHandle memory, size_t memory_offset,
		   size_t size, unsigned long long flags)
{
	(void)handle, (void)handle_offset, (void)memory, (void)memory_offset;
	(void)size, (void)flags;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuMulticastBindAddr(CUmemGenericAllocationHandle handle, size_t offset, CUdeviceptr ptr,
		    size_t size, unsigned long long flags)
{
	(void)handle, (void)offset, (void)ptr, (void)size, (void)flags;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuMulticastUnbind(CUmemGenericAllocationHandle handle, CUdevice device, size_t offset,
		  size_t size)
{
	(void)handle, (void)device, (void)offset, (void)size;
	return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult
cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop,
			  CUmulticastGranularity_flags option)
{
	(void)granularity, (void)prop, (void)option;
	return CUDA_ERROR_NOT_SUPPORTED;
}
