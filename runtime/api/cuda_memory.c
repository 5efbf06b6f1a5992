/* SPDX-License-Identifier: Apache-2.0 */
/* Allocation: device, host and managed memory, which are all the same here. */
#include "api.h"

#include <string.h>

enum { PITCH = 512 }; /* bytes that rows are padded to */

/* Allocating works on a device that failed as little as anything else. */
static int
allocate(void **ptr, size_t size, enum hd_memory_kind kind, unsigned flags)
{
	int error = hd_api_begin_unsafe();

	if (!error && !ptr)
		error = HD_ERR_VALUE;
	return error ? error : hd_memory_new(size, kind, flags, ptr);
}

/* A graph's memory is there as long as the graph. */
static bool
is_of_graph(const void *ptr)
{
	hd_region r;

	return hd_region_find(ptr, &r) && (r.flags & HD_REGION_GRAPH);
}

/* Freeing waits for all work: kernels may still use the memory. */
static int
release(void *ptr, bool host)
{
	int error = hd_api_begin_unsafe();

	if (!error && ptr)
		error = hd_api_synced(hd_wait_device());
	if (error || is_of_graph(ptr))
		return error;
	return hd_memory_free(ptr, host);
}

cudaError_t
cudaMalloc(void **ptr, size_t size)
{
	HD_RETURN(allocate(ptr, size, HD_MEM_DEVICE, 0));
}

cudaError_t
cudaFree(void *ptr)
{
	HD_RETURN(release(ptr, false));
}

cudaError_t
cudaMallocManaged(void **ptr, size_t size, unsigned int flags)
{
	if ((flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) || !size)
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(allocate(ptr, size, HD_MEM_MANAGED, flags));
}

static bool
multiply(size_t a, size_t b, size_t *out)
{
	return !__builtin_mul_overflow(a, b, out);
}

static int
allocate_rows(void **ptr, size_t *pitch, size_t width, size_t rows)
{
	size_t size;

	if (!ptr || !pitch)
		return HD_ERR_VALUE;
	if (width > SIZE_MAX - PITCH ||
	    !multiply((width + PITCH - 1) / PITCH * PITCH, rows, &size))
		return HD_ERR_MEMORY;
	*pitch = (width + PITCH - 1) / PITCH * PITCH;
	return allocate(ptr, size, HD_MEM_DEVICE, 0);
}

cudaError_t
cudaMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
	HD_RETURN(allocate_rows(ptr, pitch, width, height));
}

cudaError_t
cudaMalloc3D(struct cudaPitchedPtr *ptr, struct cudaExtent extent)
{
	size_t rows;
	int error = ptr ? HD_OK : HD_ERR_VALUE;

	if (!error && !multiply(extent.height, extent.depth, &rows))
		error = HD_ERR_MEMORY;
	if (error)
		HD_RETURN(error);
	ptr->xsize = extent.width;
	ptr->ysize = extent.height;
	HD_RETURN(allocate_rows(&ptr->ptr, &ptr->pitch, extent.width, rows));
}

cudaError_t
cudaMemGetInfo(size_t *available, size_t *total)
{
	size_t a, t;
	int error = hd_api_begin();

	if (error)
		HD_RETURN(error);
	hd_memory_info(&a, &t);
	if (available)
		*available = a;
	if (total)
		*total = t;
	HD_RETURN(HD_OK);
}

/* ---- stream-ordered ----------------------------------------------------------- */

cudaError_t
cudaFreeAsync(void *ptr, cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && hd_is_capturing(s))
		HD_RETURN(hd_api_capture_free(s, ptr));
	if (error || is_of_graph(ptr))
		HD_RETURN(error);
	HD_RETURN(hd_memory_free_later(s, ptr));
}

/* ---- host memory -------------------------------------------------------------- */

cudaError_t
cudaMallocHost(void **ptr, size_t size)
{
	HD_RETURN(allocate(ptr, size, HD_MEM_HOST, cudaHostAllocDefault));
}

cudaError_t
cudaHostAlloc(void **ptr, size_t size, unsigned int flags)
{
	if (flags >
	    (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined))
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(allocate(ptr, size, HD_MEM_HOST, flags));
}

cudaError_t
cudaFreeHost(void *ptr)
{
	HD_RETURN(release(ptr, true));
}

cudaError_t
cudaHostRegister(void *ptr, size_t size, unsigned int flags)
{
	int error = hd_api_begin();

	HD_RETURN(error ? error : hd_memory_register(ptr, size, flags));
}

cudaError_t
cudaHostUnregister(void *ptr)
{
	int error = hd_api_begin();

	if (!error)
		error = hd_api_synced(hd_wait_device());
	HD_RETURN(error ? error : hd_memory_unregister(ptr));
}

static bool
is_host_region(const void *p, hd_region *r)
{
	return hd_region_find(p, r) && r->kind != HD_MEM_DEVICE;
}

cudaError_t
cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)
{
	hd_region r;
	int error = hd_api_begin();

	if (!error && (!device || !host || flags || !is_host_region(host, &r)))
		error = HD_ERR_VALUE;
	if (!error)
		*device = host;
	HD_RETURN(error);
}

cudaError_t
cudaHostGetFlags(unsigned int *flags, void *host)
{
	hd_region r;
	int error = hd_api_begin();

	if (!error && (!flags || !is_host_region(host, &r) || r.kind == HD_MEM_MANAGED))
		error = HD_ERR_VALUE;
	if (!error)
		*flags = r.flags | cudaHostAllocMapped;
	HD_RETURN(error);
}

/* ---- questions about pointers ------------------------------------------------- */

static enum cudaMemoryType
type_of(const void *ptr)
{
	hd_region r;

	if (!hd_region_find(ptr, &r))
		return cudaMemoryTypeUnregistered;
	switch (r.kind) {
	case HD_MEM_DEVICE:
		return cudaMemoryTypeDevice;
	case HD_MEM_MANAGED:
		return cudaMemoryTypeManaged;
	default:
		return cudaMemoryTypeHost;
	}
}

cudaError_t
cudaPointerGetAttributes(struct cudaPointerAttributes *attr, const void *ptr)
{
	hd_variable v;
	int error = hd_api_begin();

	if (!error && !attr)
		error = HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	memset(attr, 0, sizeof *attr);
	attr->type = type_of(ptr);
	if (attr->type == cudaMemoryTypeUnregistered && hd_variable_around(ptr, &v))
		attr->type = v.managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice;
	attr->device = attr->type == cudaMemoryTypeUnregistered ? -2 : 0;
	if (attr->type != cudaMemoryTypeUnregistered)
		attr->devicePointer = (void *)ptr;
	if (attr->type != cudaMemoryTypeDevice)
		attr->hostPointer = (void *)ptr;
	HD_RETURN(HD_OK);
}

/* ---- advice: there is one memory, so nothing has to move ---------------------- */

cudaError_t
cudaMemPrefetchAsync(const void *ptr, size_t count, int device, cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && (!ptr || !count))
		error = HD_ERR_VALUE;
	if (!error && device != 0 && device != cudaCpuDeviceId)
		error = cudaErrorInvalidDevice;
	HD_RETURN(error);
}

cudaError_t
cudaMemAdvise(const void *ptr, size_t count, enum cudaMemoryAdvise advice, int device)
{
	int error = hd_api_begin();

	if (!error && (!ptr || !count || advice < cudaMemAdviseSetReadMostly ||
		       advice > cudaMemAdviseUnsetAccessedBy))
		error = HD_ERR_VALUE;
	if (!error && device != 0 && device != cudaCpuDeviceId &&
	    advice > cudaMemAdviseUnsetReadMostly)
		error = cudaErrorInvalidDevice;
	HD_RETURN(error);
}
