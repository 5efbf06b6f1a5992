/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: arrays, texture and surface objects. */
#include "array.h"
#include "driver.h"

#include <string.h>

static const struct format {
	CUarray_format format;
	int bits;
	enum cudaChannelFormatKind kind;
} formats[] = {
	{CU_AD_FORMAT_UNSIGNED_INT8, 8, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_UNSIGNED_INT16, 16, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_UNSIGNED_INT32, 32, cudaChannelFormatKindUnsigned},
	{CU_AD_FORMAT_SIGNED_INT8, 8, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_SIGNED_INT16, 16, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_SIGNED_INT32, 32, cudaChannelFormatKindSigned},
	{CU_AD_FORMAT_HALF, 16, cudaChannelFormatKindFloat},
	{CU_AD_FORMAT_FLOAT, 32, cudaChannelFormatKindFloat},
};

static bool
channels(CUarray_format format, unsigned n, struct cudaChannelFormatDesc *out)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		const struct format *f = &formats[i];

		if (f->format != format)
			continue;
		*out = cudaCreateChannelDesc(n > 0 ? f->bits : 0, n > 1 ? f->bits : 0,
					     n > 2 ? f->bits : 0, n > 3 ? f->bits : 0,
					     f->kind);
		return n == 1 || n == 2 || n == 4;
	}
	return false;
}

static void
format_of(const struct cudaChannelFormatDesc *d, CUarray_format *format, unsigned *n)
{
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (formats[i].bits == d->x && formats[i].kind == d->f)
			*format = formats[i].format;
	*n = d->w ? 4 : d->z ? 3 : d->y ? 2 : 1;
}

CUresult
cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *d)
{
	struct cudaChannelFormatDesc desc;

	if (!array || !d || !channels(d->Format, d->NumChannels, &desc))
		return CUDA_ERROR_INVALID_VALUE;
	return CU_CALL(cudaMalloc3DArray(
		(cudaArray_t *)array, &desc,
		(struct cudaExtent){d->Width, d->Height, d->Depth}, d->Flags));
}

CUresult
cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *d)
{
	CUDA_ARRAY3D_DESCRIPTOR more;

	if (!d)
		return CUDA_ERROR_INVALID_VALUE;
	more = (CUDA_ARRAY3D_DESCRIPTOR){d->Width,  d->Height,      0,
					 d->Format, d->NumChannels, 0};
	return cuArray3DCreate(array, &more);
}

CUresult
cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *desc, CUarray array)
{
	struct cudaArray *a;

	if (!desc || hd_api_array((cudaArray_const_t)array, &a))
		return desc ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
	desc->Width = a->extent.width;
	desc->Height = a->extent.height;
	desc->Depth = a->extent.depth;
	desc->Flags = a->flags;
	format_of(&a->desc, &desc->Format, &desc->NumChannels);
	return CUDA_SUCCESS;
}

CUresult
cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *desc, CUarray array)
{
	CUDA_ARRAY3D_DESCRIPTOR d;
	CUresult result =
		desc ? cuArray3DGetDescriptor(&d, array) : CUDA_ERROR_INVALID_VALUE;

	if (!result)
		*desc = (CUDA_ARRAY_DESCRIPTOR){d.Width, d.Height, d.Format,
						d.NumChannels};
	return result;
}

CUresult
cuArrayDestroy(CUarray array)
{
	return CU_CALL(cudaFreeArray((cudaArray_t)array));
}

CUresult
cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *d,
		       unsigned int levels)
{
	struct cudaChannelFormatDesc desc;

	if (!array || !d || !channels(d->Format, d->NumChannels, &desc))
		return CUDA_ERROR_INVALID_VALUE;
	return CU_CALL(cudaMallocMipmappedArray(
		(cudaMipmappedArray_t *)array, &desc,
		(struct cudaExtent){d->Width, d->Height, d->Depth}, levels, d->Flags));
}

CUresult
cuMipmappedArrayGetLevel(CUarray *level_array, CUmipmappedArray array,
			 unsigned int level)
{
	return CU_CALL(cudaGetMipmappedArrayLevel(
		(cudaArray_t *)level_array, (cudaMipmappedArray_const_t)array, level));
}

CUresult
cuMipmappedArrayDestroy(CUmipmappedArray array)
{
	return CU_CALL(cudaFreeMipmappedArray((cudaMipmappedArray_t)array));
}

/* ---- objects ----------------------------------------------------------------------- */

static bool
resource_of(const CUDA_RESOURCE_DESC *from, struct cudaResourceDesc *to)
{
	memset(to, 0, sizeof *to);
	to->resType = (enum cudaResourceType)from->resType;
	switch (from->resType) {
	case CU_RESOURCE_TYPE_ARRAY:
		to->res.array.array = (cudaArray_t)from->res.array.hArray;
		return true;
	case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
		to->res.mipmap.mipmap =
			(cudaMipmappedArray_t)from->res.mipmap.hMipmappedArray;
		return true;
	case CU_RESOURCE_TYPE_LINEAR:
		to->res.linear.devPtr = hd_cu_pointer(from->res.linear.devPtr);
		to->res.linear.sizeInBytes = from->res.linear.sizeInBytes;
		return channels(from->res.linear.format, from->res.linear.numChannels,
				&to->res.linear.desc);
	case CU_RESOURCE_TYPE_PITCH2D:
		to->res.pitch2D.devPtr = hd_cu_pointer(from->res.pitch2D.devPtr);
		to->res.pitch2D.width = from->res.pitch2D.width;
		to->res.pitch2D.height = from->res.pitch2D.height;
		to->res.pitch2D.pitchInBytes = from->res.pitch2D.pitchInBytes;
		return channels(from->res.pitch2D.format, from->res.pitch2D.numChannels,
				&to->res.pitch2D.desc);
	}
	return false;
}

/* Integers are fractions here unless said otherwise; 32-bit ones cannot be. */
static struct cudaTextureDesc
texture_of(const CUDA_TEXTURE_DESC *d, const struct cudaResourceDesc *r)
{
	struct cudaChannelFormatDesc c = {0};
	struct cudaTextureDesc t = {
		.filterMode = (enum cudaTextureFilterMode)d->filterMode,
		.sRGB = (d->flags & CU_TRSF_SRGB) != 0,
		.normalizedCoords = (d->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0,
		.maxAnisotropy = d->maxAnisotropy,
		.mipmapFilterMode = (enum cudaTextureFilterMode)d->mipmapFilterMode,
		.mipmapLevelBias = d->mipmapLevelBias,
		.minMipmapLevelClamp = d->minMipmapLevelClamp,
		.maxMipmapLevelClamp = d->maxMipmapLevelClamp,
		.seamlessCubemap = (d->flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0,
	};

	for (int i = 0; i < 3; i++)
		t.addressMode[i] = (enum cudaTextureAddressMode)d->addressMode[i];
	memcpy(t.borderColor, d->borderColor, sizeof t.borderColor);
	if (r->resType == cudaResourceTypeArray)
		cudaGetChannelDesc(&c, r->res.array.array);
	else if (r->resType == cudaResourceTypeLinear)
		c = r->res.linear.desc;
	else if (r->resType == cudaResourceTypePitch2D)
		c = r->res.pitch2D.desc;
	if (!(d->flags & CU_TRSF_READ_AS_INTEGER) && c.x != 32)
		t.readMode = cudaReadModeNormalizedFloat;
	return t;
}

CUresult
cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
		  const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view)
{
	struct cudaResourceDesc r;
	struct cudaTextureDesc t;
	struct cudaResourceViewDesc v;

	if (!object || !resource || !texture || !resource_of(resource, &r))
		return CUDA_ERROR_INVALID_VALUE;
	t = texture_of(texture, &r);
	if (view)
		v = (struct cudaResourceViewDesc){
			(enum cudaResourceViewFormat)view->format,
			view->width,
			view->height,
			view->depth,
			view->firstMipmapLevel,
			view->lastMipmapLevel,
			view->firstLayer,
			view->lastLayer};
	return CU_CALL(cudaCreateTextureObject(object, &r, &t, view ? &v : NULL));
}

CUresult
cuTexObjectDestroy(CUtexObject object)
{
	return CU_CALL(cudaDestroyTextureObject(object));
}

CUresult
cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource)
{
	struct cudaResourceDesc r;

	if (!object || !resource || !resource_of(resource, &r))
		return CUDA_ERROR_INVALID_VALUE;
	return CU_CALL(cudaCreateSurfaceObject(object, &r));
}

CUresult
cuSurfObjectDestroy(CUsurfObject object)
{
	return CU_CALL(cudaDestroySurfaceObject(object));
}

CU_ALIAS(cuArrayCreate_v2, cuArrayCreate);
CU_ALIAS(cuArrayGetDescriptor_v2, cuArrayGetDescriptor);
CU_ALIAS(cuArray3DCreate_v2, cuArray3DCreate);
CU_ALIAS(cuArray3DGetDescriptor_v2, cuArray3DGetDescriptor);
