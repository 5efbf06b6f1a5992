/* SPDX-License-Identifier: Apache-2.0 */
/* Smaller things: ranges of managed memory, batches of copies, clusters, entry points by
 * name. */
#include "api.h"

#include <dlfcn.h>
#include <string.h>

/* ---- managed memory: there is one memory, so nothing has to move ------------------ */

static int
location_to_device(struct cudaMemLocation l)
{
	if (l.type == cudaMemLocationTypeDevice)
		return l.id;
	return l.type >= cudaMemLocationTypeHost &&
			       l.type <= cudaMemLocationTypeHostNumaCurrent
		       ? cudaCpuDeviceId
		       : cudaInvalidDeviceId;
}

cudaError_t
cudaMemPrefetchAsync_v2(const void *ptr, size_t count, struct cudaMemLocation location,
			unsigned int flags, cudaStream_t stream)
{
	if (flags)
		HD_RETURN(HD_ERR_VALUE);
	return cudaMemPrefetchAsync(ptr, count, location_to_device(location), stream);
}

cudaError_t
cudaMemAdvise_v2(const void *ptr, size_t count, enum cudaMemoryAdvise advice,
		 struct cudaMemLocation location)
{
	return cudaMemAdvise(ptr, count, advice, location_to_device(location));
}

/* Advice is taken and forgotten, so every range is as if none had been given. */
static int
range_attribute(void *data, size_t size, enum cudaMemRangeAttribute attr)
{
	int *out = data;

	if (!data || size < sizeof *out || size % sizeof *out)
		return HD_ERR_VALUE;
	switch (attr) {
	case cudaMemRangeAttributeReadMostly:
	case cudaMemRangeAttributePreferredLocationType:
	case cudaMemRangeAttributeLastPrefetchLocationType:
		*out = 0;
		return HD_OK;
	case cudaMemRangeAttributePreferredLocation:
	case cudaMemRangeAttributeLastPrefetchLocation:
	case cudaMemRangeAttributeAccessedBy:
		for (size_t i = 0; i < size / sizeof *out; i++)
			out[i] = cudaInvalidDeviceId;
		return HD_OK;
	case cudaMemRangeAttributePreferredLocationId:
	case cudaMemRangeAttributeLastPrefetchLocationId:
		*out = 0;
		return HD_OK;
	default:
		return HD_ERR_VALUE;
	}
}

static int
check_range(const void *ptr, size_t count)
{
	hd_region r;
	int error = hd_api_begin();

	if (!error && (!count || !hd_region_find(ptr, &r) || r.kind != HD_MEM_MANAGED ||
		       count > (size_t)(r.base + r.size - (const char *)ptr)))
		error = HD_ERR_VALUE;
	return error;
}

cudaError_t
cudaMemRangeGetAttribute(void *data, size_t size, enum cudaMemRangeAttribute attr,
			 const void *ptr, size_t count)
{
	int error = check_range(ptr, count);

	HD_RETURN(error ? error : range_attribute(data, size, attr));
}

cudaError_t
cudaMemRangeGetAttributes(void **data, size_t *sizes, enum cudaMemRangeAttribute *attrs,
			  size_t n, const void *ptr, size_t count)
{
	int error =
		data && sizes && attrs && n ? check_range(ptr, count) : HD_ERR_VALUE;

	for (size_t i = 0; !error && i < n; i++)
		error = range_attribute(data[i], sizes[i], attrs[i]);
	HD_RETURN(error);
}

/* ---- batches ------------------------------------------------------------------------ */

cudaError_t
cudaMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
		     struct cudaMemcpyAttributes *attrs, size_t *attr_indices, size_t n,
		     size_t *fail, cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_begin();

	(void)attrs, (void)attr_indices, (void)n;
	if (fail)
		*fail = SIZE_MAX;
	if (!error && (!dsts || !srcs || !sizes || !count))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_api_stream(stream, &s);
	for (size_t i = 0; !error && i < count; i++) {
		hd_copy c = hd_flat_copy(dsts[i], srcs[i], sizes[i]);

		error = hd_api_copy_async(&c, cudaMemcpyDefault, s);
		if (error && fail)
			*fail = i;
	}
	HD_RETURN(error);
}

/* ---- clusters: of one block ---------------------------------------------------------- */

cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, const void *func,
				     const cudaLaunchConfig_t *config)
{
	hd_function *f;
	int error = size && config ? hd_api_function(func, &f) : HD_ERR_VALUE;

	if (!error)
		*size = 1;
	HD_RETURN(error);
}

cudaError_t
cudaOccupancyMaxActiveClusters(int *clusters, const void *func,
			       const cudaLaunchConfig_t *config)
{
	hd_function *f;
	int error = clusters && config ? hd_api_function(func, &f) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	const dim3 *b = &config->blockDim;

	*clusters = hd_api_active_blocks(f, (int)(b->x * b->y * b->z),
					 config->dynamicSmemBytes) *
		    (int)hd_topology_get()->threads;
	HD_RETURN(HD_OK);
}

/* ---- functions and entry points ------------------------------------------------------ */

cudaError_t
cudaGetFuncBySymbol(cudaFunction_t *function, const void *symbol)
{
	hd_function *f;
	int error = function ? hd_api_function(symbol, &f) : HD_ERR_VALUE;

	if (!error)
		*function = (cudaFunction_t)f;
	HD_RETURN(error);
}

cudaError_t
cudaGetKernel(cudaKernel_t *kernel, const void *entry)
{
	hd_function *f;
	int error = kernel ? hd_api_function(entry, &f) : HD_ERR_VALUE;

	if (!error)
		*kernel = (cudaKernel_t)f;
	HD_RETURN(error);
}

static int
entry_point(const char *symbol, void **func, unsigned long long flags,
	    enum cudaDriverEntryPointQueryResult *status)
{
	if (!symbol || !func || flags > cudaEnablePerThreadDefaultStream)
		return HD_ERR_VALUE;
	*func = strncmp(symbol, "cu", 2) ? NULL : dlsym(RTLD_DEFAULT, symbol);
	if (status)
		*status = *func ? cudaDriverEntryPointSuccess
				: cudaDriverEntryPointSymbolNotFound;
	return *func || status ? HD_OK : cudaErrorSymbolNotFound;
}

cudaError_t
cudaGetDriverEntryPoint(const char *symbol, void **func, unsigned long long flags,
			enum cudaDriverEntryPointQueryResult *status)
{
	HD_RETURN(entry_point(symbol, func, flags, status));
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *symbol, void **func, unsigned int version,
				 unsigned long long flags,
				 enum cudaDriverEntryPointQueryResult *status)
{
	(void)version;
	HD_RETURN(entry_point(symbol, func, flags, status));
}

/* ---- the device ---------------------------------------------------------------------- */

cudaError_t
cudaDeviceGetTexture1DLinearMaxWidth(size_t *elements,
				     const struct cudaChannelFormatDesc *format,
				     int device)
{
	if (!elements || !format)
		HD_RETURN(HD_ERR_VALUE);
	if (device)
		HD_RETURN(cudaErrorInvalidDevice);
	*elements = INT_MAX;
	HD_RETURN(HD_OK);
}

/* There is no other writer of the memory. */
cudaError_t
cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
				   enum cudaFlushGPUDirectRDMAWritesScope scope)
{
	(void)target, (void)scope;
	HD_RETURN(cudaErrorNotSupported);
}
