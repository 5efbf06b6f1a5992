/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools. */
#include "api.h"

#include <string.h>

static _Atomic(hd_mempool *) current; /* NULL: the default one */

static hd_mempool *
current_pool(void)
{
	hd_mempool *p = atomic_load(&current);

	return p ? p : hd_mempool_default();
}

static int
begin(cudaMemPool_t handle, hd_mempool **p)
{
	int error = hd_api_begin();

	*p = (hd_mempool *)handle;
	return error ? error : hd_is_mempool(*p) ? HD_OK : HD_ERR_VALUE;
}

static int
check_device(int device)
{
	return device == 0 ? HD_OK : (int)cudaErrorInvalidDevice;
}

int
hd_api_pool_alloc(cudaMemPool_t pool, size_t size, cudaStream_t stream, void **ptr)
{
	hd_stream *s;
	hd_mempool *p = current_pool();
	int error = pool ? begin(pool, &p) : hd_api_begin();

	if (!error)
		error = ptr ? hd_api_stream(stream, &s) : HD_ERR_VALUE;
	if (error)
		return error;
	if (hd_is_capturing(s))
		return hd_api_capture_alloc(s, size, ptr);
	return hd_mempool_alloc(p, size, ptr);
}

cudaError_t
cudaMallocAsync(void **ptr, size_t size, cudaStream_t stream)
{
	HD_RETURN(hd_api_pool_alloc(NULL, size, stream, ptr));
}

cudaError_t
cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t pool,
			cudaStream_t stream)
{
	HD_RETURN(pool ? hd_api_pool_alloc(pool, size, stream, ptr) : HD_ERR_VALUE);
}

cudaError_t
cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
	int error = pool ? check_device(device) : HD_ERR_VALUE;

	if (!error)
		*pool = (cudaMemPool_t)hd_mempool_default();
	HD_RETURN(error);
}

cudaError_t
cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
	int error = pool ? check_device(device) : HD_ERR_VALUE;

	if (!error)
		*pool = (cudaMemPool_t)current_pool();
	HD_RETURN(error);
}

cudaError_t
cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
	hd_mempool *p;
	int error = check_device(device);

	if (!error)
		error = begin(pool, &p);
	if (!error)
		atomic_store(&current, p);
	HD_RETURN(error);
}

/* ---- making them -------------------------------------------------------------- */

static int
create(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
	int error = hd_api_begin();

	if (!error &&
	    (!pool || !props || props->allocType != cudaMemAllocationTypePinned))
		error = HD_ERR_VALUE;
	if (!error && props->handleTypes != cudaMemHandleTypeNone)
		error = cudaErrorNotSupported;
	if (!error && props->location.type == cudaMemLocationTypeDevice)
		error = check_device(props->location.id);
	if (error)
		return error;
	*pool = (cudaMemPool_t)hd_mempool_new(props->maxSize);
	return *pool ? HD_OK : HD_ERR_MEMORY;
}

cudaError_t
cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *props)
{
	HD_RETURN(create(pool, props));
}

cudaError_t
cudaMemPoolDestroy(cudaMemPool_t pool)
{
	hd_mempool *p, *expected;
	int error = begin(pool, &p);

	if (!error && p == hd_mempool_default())
		error = HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	expected = p;
	atomic_compare_exchange_strong(&current, &expected, NULL);
	hd_mempool_free(p);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
	hd_mempool *p;
	int error = begin(pool, &p);

	if (!error)
		hd_mempool_trim(p, keep);
	HD_RETURN(error);
}

/* ---- attributes --------------------------------------------------------------- */

static _Atomic uint64_t *
counter_of(hd_mempool *p, enum cudaMemPoolAttr attr)
{
	switch (attr) {
	case cudaMemPoolAttrReleaseThreshold:
		return &p->threshold;
	case cudaMemPoolAttrReservedMemCurrent:
		return &p->reserved;
	case cudaMemPoolAttrReservedMemHigh:
		return &p->reserved_high;
	case cudaMemPoolAttrUsedMemCurrent:
		return &p->used;
	case cudaMemPoolAttrUsedMemHigh:
		return &p->used_high;
	default:
		return NULL;
	}
}

static bool
is_reuse(enum cudaMemPoolAttr attr)
{
	return attr >= cudaMemPoolReuseFollowEventDependencies &&
	       attr <= cudaMemPoolReuseAllowInternalDependencies;
}

/* Of the counters only the highest values can be set, and only to zero, which means: to
 * what is used now. */
static int
set_attribute(hd_mempool *p, enum cudaMemPoolAttr attr, const void *value)
{
	uint64_t n;

	if (is_reuse(attr)) {
		p->reuse[attr - cudaMemPoolReuseFollowEventDependencies] =
			*(const int *)value;
		return HD_OK;
	}
	n = *(const uint64_t *)value;
	switch (attr) {
	case cudaMemPoolAttrReleaseThreshold:
		atomic_store(&p->threshold, n);
		return HD_OK;
	case cudaMemPoolAttrReservedMemHigh:
		atomic_store(&p->reserved_high, atomic_load(&p->reserved));
		return n ? HD_ERR_VALUE : HD_OK;
	case cudaMemPoolAttrUsedMemHigh:
		atomic_store(&p->used_high, atomic_load(&p->used));
		return n ? HD_ERR_VALUE : HD_OK;
	default:
		return HD_ERR_VALUE;
	}
}

cudaError_t
cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
	hd_mempool *p;
	int error = begin(pool, &p);

	if (!error)
		error = value ? set_attribute(p, attr, value) : HD_ERR_VALUE;
	HD_RETURN(error);
}

cudaError_t
cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attr, void *value)
{
	hd_mempool *p;
	int error = begin(pool, &p);

	if (!error && (!value || (!is_reuse(attr) && !counter_of(p, attr))))
		error = HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	if (is_reuse(attr))
		*(int *)value =
			p->reuse[attr - cudaMemPoolReuseFollowEventDependencies];
	else
		*(uint64_t *)value = atomic_load(counter_of(p, attr));
	HD_RETURN(HD_OK);
}

/* All devices can always read and write all pools. */
cudaError_t
cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *list,
		     size_t count)
{
	hd_mempool *p;
	int error = begin(pool, &p);

	if (!error && count && !list)
		error = HD_ERR_VALUE;
	for (size_t i = 0; !error && i < count; i++) {
		if (list[i].location.type != cudaMemLocationTypeDevice)
			continue;
		error = check_device(list[i].location.id);
		if (!error && list[i].flags == cudaMemAccessFlagsProtNone)
			error = HD_ERR_VALUE; /* it is this device's own pool */
	}
	HD_RETURN(error);
}

cudaError_t
cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
		     struct cudaMemLocation *location)
{
	hd_mempool *p;
	int error = begin(pool, &p);

	if (!error && (!flags || !location))
		error = HD_ERR_VALUE;
	if (!error && location->type == cudaMemLocationTypeDevice)
		error = check_device(location->id);
	if (!error)
		*flags = cudaMemAccessFlagsProtReadWrite;
	HD_RETURN(error);
}

/* ---- other processes ------------------------------------------------------------ */

cudaError_t
cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
				   enum cudaMemAllocationHandleType type,
				   unsigned int flags)
{
	(void)handle, (void)pool, (void)type, (void)flags;
	HD_RETURN(cudaErrorNotSupported);
}

cudaError_t
cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
				     enum cudaMemAllocationHandleType type,
				     unsigned int flags)
{
	(void)handle, (void)pool, (void)type, (void)flags;
	HD_RETURN(cudaErrorNotSupported);
}

cudaError_t
cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *ptr)
{
	(void)data, (void)ptr;
	HD_RETURN(cudaErrorNotSupported);
}

cudaError_t
cudaMemPoolImportPointer(void **ptr, cudaMemPool_t pool,
			 struct cudaMemPoolPtrExportData *data)
{
	(void)ptr, (void)pool, (void)data;
	HD_RETURN(cudaErrorNotSupported);
}
