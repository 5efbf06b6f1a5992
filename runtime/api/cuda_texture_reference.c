/* SPDX-License-Identifier: Apache-2.0 */
/* Texture and surface references: variables of the program that kernels read. Work that
 * is under way reads what was bound when it was launched, so binding waits for it. */
#include "texture_internal.h"

#include <limits.h>
#include <string.h>

static int
begin(const void *ref)
{
	int error = hd_api_begin();

	if (!error && !ref)
		error = cudaErrorInvalidTexture;
	return error ? error : hd_api_synced(hd_wait_device());
}

/* How the variable's members ask for the texture to be read. */
static struct cudaTextureDesc
desc_of(const struct textureReference *r)
{
	return (struct cudaTextureDesc){
		.addressMode = {r->addressMode[0], r->addressMode[1],
				r->addressMode[2]},
		.filterMode = r->filterMode,
		.readMode = r->__hd_mode,
		.sRGB = r->sRGB,
		.normalizedCoords = r->normalized,
		.maxAnisotropy = r->maxAnisotropy,
		.mipmapFilterMode = r->mipmapFilterMode,
		.mipmapLevelBias = r->mipmapLevelBias,
		.minMipmapLevelClamp = r->minMipmapLevelClamp,
		.maxMipmapLevelClamp = r->maxMipmapLevelClamp,
	};
}

static int
bind(const struct textureReference *ref, struct __hd_texture *t)
{
	struct textureReference *r = (struct textureReference *)ref;
	struct cudaTextureDesc d = desc_of(r);
	int error = hd_texture_settle(t, &d);

	if (!error)
		r->__hd = *t;
	return error;
}

/* All that the allocation holds, when nothing is said. */
static size_t
bytes_from(const void *ptr, size_t size)
{
	hd_region r;
	size_t rest;

	if (!hd_region_find(ptr, &r))
		return size < UINT_MAX ? size : INT_MAX;
	rest = (size_t)(r.base + r.size - (const char *)ptr);
	return size < rest ? size : rest;
}

cudaError_t
cudaBindTexture(size_t *offset, const struct textureReference *ref, const void *ptr,
		const struct cudaChannelFormatDesc *desc, size_t size)
{
	struct __hd_texture t = {.level_count = 0};
	int error = begin(ref);

	if (!error)
		error = hd_texture_linear(&t, ptr, desc, bytes_from(ptr, size));
	if (!error)
		error = bind(ref, &t);
	if (!error && offset)
		*offset = 0;
	HD_RETURN(error);
}

cudaError_t
cudaBindTexture2D(size_t *offset, const struct textureReference *ref, const void *ptr,
		  const struct cudaChannelFormatDesc *desc, size_t width, size_t height,
		  size_t pitch)
{
	struct __hd_texture t = {.level_count = 0};
	int error = begin(ref);

	if (!error && !desc)
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_texture_rows(
			&t, &(struct hd_rows){ptr, *desc, width, height, pitch});
	if (!error)
		error = bind(ref, &t);
	if (!error && offset)
		*offset = 0;
	HD_RETURN(error);
}

cudaError_t
cudaBindTextureToArray(const struct textureReference *ref, cudaArray_const_t array,
		       const struct cudaChannelFormatDesc *desc)
{
	struct __hd_texture t = {.level_count = 0};
	int error = begin(ref);

	(void)desc; /* the array knows */
	if (!error)
		error = hd_texture_array(&t, array);
	HD_RETURN(error ? error : bind(ref, &t));
}

cudaError_t
cudaBindTextureToMipmappedArray(const struct textureReference *ref,
				cudaMipmappedArray_const_t array,
				const struct cudaChannelFormatDesc *desc)
{
	struct __hd_texture t = {.level_count = 0};
	int error = begin(ref);

	(void)desc;
	if (!error)
		error = hd_texture_mipmap(&t, array);
	HD_RETURN(error ? error : bind(ref, &t));
}

cudaError_t
cudaUnbindTexture(const struct textureReference *ref)
{
	int error = begin(ref);

	if (!error)
		memset(&((struct textureReference *)ref)->__hd, 0, sizeof ref->__hd);
	HD_RETURN(error);
}

cudaError_t
cudaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *ref)
{
	if (!offset || !ref)
		HD_RETURN(HD_ERR_VALUE);
	if (!ref->__hd.bound)
		HD_RETURN(cudaErrorInvalidTextureBinding);
	*offset = 0;
	HD_RETURN(HD_OK);
}

/* The variable itself, or its name. */
static int
find(const void **ref, const void *symbol, int missing)
{
	hd_variable v;

	if (!ref)
		return HD_ERR_VALUE;
	if (!hd_variable_find(symbol, &v))
		return missing;
	*ref = v.address;
	return HD_OK;
}

cudaError_t
cudaGetTextureReference(const struct textureReference **ref, const void *symbol)
{
	HD_RETURN(find((const void **)ref, symbol, cudaErrorInvalidTexture));
}

cudaError_t
cudaGetSurfaceReference(const struct surfaceReference **ref, const void *symbol)
{
	HD_RETURN(find((const void **)ref, symbol, cudaErrorInvalidSurface));
}

cudaError_t
cudaBindSurfaceToArray(const struct surfaceReference *ref, cudaArray_const_t array,
		       const struct cudaChannelFormatDesc *desc)
{
	struct __hd_texture t = {.level_count = 0};
	int error = begin(ref);

	(void)desc;
	if (!error)
		error = hd_texture_array(&t, array);
	if (!error)
		((struct surfaceReference *)ref)->__hd = t;
	HD_RETURN(error);
}
