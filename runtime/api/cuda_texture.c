/* SPDX-License-Identifier: Apache-2.0 */
/* Texture and surface objects. A handle is the address of what kernels read. */
#include "array.h"
#include "texture.h"

#include "texture_internal.h"

#include <stdlib.h>
#include <string.h>

/* One object for both kinds: `texture` must be first. */
struct object {
	struct __hd_texture texture;
	uint32_t magic;
	bool has_view;
	struct cudaResourceDesc resource;
	struct cudaTextureDesc desc;
	struct cudaResourceViewDesc view;
};

enum { TEXTURE_MAGIC = 0x48645478, SURFACE_MAGIC = 0x48645366 };

/* ---- what is read -------------------------------------------------------------- */

static int
set_format(struct __hd_texture *t, const struct cudaChannelFormatDesc *desc)
{
	hd_texel_format f;
	int error = hd_api_format(desc, &f);

	if (error)
		return error;
	t->format = f.format;
	t->channels = f.channels;
	t->texel = f.texel;
	t->to_float = f.fractions;
	return HD_OK;
}

int
hd_texture_linear(struct __hd_texture *t, const void *ptr,
		  const struct cudaChannelFormatDesc *desc, size_t size)
{
	int error = ptr && desc ? set_format(t, desc) : HD_ERR_VALUE;

	if (error)
		return error;
	size_t n = size / t->texel;

	if (!n || n > INT_MAX)
		return HD_ERR_VALUE;
	t->image = (struct __hd_image){
		(char *)ptr, (long long)size, (long long)size, (int)n, 1, 1, 0};
	return HD_OK;
}

int
hd_texture_rows(struct __hd_texture *t, const struct hd_rows *r)
{
	int error = r->ptr ? set_format(t, &r->desc) : HD_ERR_VALUE;

	if (error)
		return error;
	if (!r->width || !r->height || r->width > INT_MAX || r->height > INT_MAX ||
	    r->pitch < r->width * t->texel)
		return HD_ERR_VALUE;
	t->image = (struct __hd_image){(char *)r->ptr,
				       (long long)r->pitch,
				       (long long)(r->pitch * r->height),
				       (int)r->width,
				       (int)r->height,
				       1,
				       0};
	return HD_OK;
}

int
hd_texture_array(struct __hd_texture *t, cudaArray_const_t array)
{
	struct cudaArray *a;
	int error = hd_api_array(array, &a);

	if (!error)
		error = set_format(t, &a->desc);
	if (!error)
		t->image = a->image;
	return error;
}

int
hd_texture_mipmap(struct __hd_texture *t, cudaMipmappedArray_const_t array)
{
	struct cudaMipmappedArray *m;
	int error = hd_api_mipmap(array, &m);

	if (!error)
		error = set_format(t, &m->level[0].desc);
	if (error)
		return error;
	t->image = m->image[0];
	t->levels = m->image;
	t->level_count = (int)m->count;
	return HD_OK;
}

static int
set_resource(struct __hd_texture *t, const struct cudaResourceDesc *r)
{
	switch (r->resType) {
	case cudaResourceTypeArray:
		return hd_texture_array(t, r->res.array.array);
	case cudaResourceTypeMipmappedArray:
		return hd_texture_mipmap(t, r->res.mipmap.mipmap);
	case cudaResourceTypeLinear:
		return hd_texture_linear(t, r->res.linear.devPtr, &r->res.linear.desc,
					 r->res.linear.sizeInBytes);
	case cudaResourceTypePitch2D:
		return hd_texture_rows(
			t,
			&(struct hd_rows){r->res.pitch2D.devPtr, r->res.pitch2D.desc,
					  r->res.pitch2D.width, r->res.pitch2D.height,
					  r->res.pitch2D.pitchInBytes});
	}
	return HD_ERR_VALUE;
}

/* ---- how it is read ------------------------------------------------------------ */

static bool
has_border(const struct cudaTextureDesc *d)
{
	return d->borderColor[0] != 0 || d->borderColor[1] != 0 ||
	       d->borderColor[2] != 0 || d->borderColor[3] != 0;
}

/* Without fractions as coordinates there is no wrapping and no mirroring. */
static int
address_of(enum cudaTextureAddressMode mode, int normalized)
{
	if (!normalized)
		return mode == cudaAddressModeBorder ? HD_BORDER : HD_CLAMP;
	return (int)mode | HD_NORMALIZED;
}

static int
check_desc(const struct __hd_texture *t, const struct cudaTextureDesc *d)
{
	bool wide = t->format == __hd_format_s32 || t->format == __hd_format_u32 ||
		    t->format == __hd_format_f32;
	bool is_float = t->format == __hd_format_f16 || t->format == __hd_format_f32;
	bool fractions = t->to_float || d->readMode == cudaReadModeNormalizedFloat;

	for (int i = 0; i < 3; i++)
		if ((unsigned)d->addressMode[i] > cudaAddressModeBorder)
			return HD_ERR_VALUE;
	if ((unsigned)d->filterMode > cudaFilterModeLinear ||
	    (unsigned)d->mipmapFilterMode > cudaFilterModeLinear ||
	    (unsigned)d->readMode > cudaReadModeNormalizedFloat)
		return HD_ERR_VALUE;
	if (d->readMode == cudaReadModeNormalizedFloat && wide)
		return cudaErrorInvalidNormSetting;
	if (d->filterMode == cudaFilterModeLinear && !is_float && !fractions)
		return cudaErrorInvalidFilterSetting;
	if (t->levels && d->maxAnisotropy > 1)
		return cudaErrorNotSupported; /* steps would be read as if they were square */
	return HD_OK;
}

int
hd_texture_settle(struct __hd_texture *t, const struct cudaTextureDesc *d)
{
	int error = check_desc(t, d);

	if (error)
		return error;
	bool small = t->format <= __hd_format_u16;
	bool eight = t->format <= __hd_format_u8;

	t->to_float |= d->readMode == cudaReadModeNormalizedFloat && small;
	t->srgb = d->sRGB && t->to_float && eight;
	t->linear = d->filterMode == cudaFilterModeLinear;
	t->mip_linear = d->mipmapFilterMode == cudaFilterModeLinear;
	t->seamless = d->seamlessCubemap != 0;
	for (int i = 0; i < 3; i++)
		t->address[i] = address_of(d->addressMode[i], d->normalizedCoords);
	memcpy(t->border, d->borderColor, sizeof t->border);
	t->bias = d->mipmapLevelBias;
	t->min_level = d->minMipmapLevelClamp;
	t->max_level = d->maxMipmapLevelClamp;
	t->direct = !t->to_float && t->format != __hd_format_f16;
	t->fast = __hd_fast_none;
	if (t->direct && !t->levels && !has_border(d)) {
		if (!t->linear)
			t->fast = __hd_fast_point;
		else if (t->format == __hd_format_f32)
			t->fast = __hd_fast_linear;
	}
	t->bound = 1;
	return HD_OK;
}

/* ---- views --------------------------------------------------------------------- */

static const struct cudaChannelFormatDesc view_formats[] = {
#define VIEWS(bits, kind)                                                              \
	{bits, 0, 0, 0, cudaChannelFormatKind##kind},                                  \
		{bits, bits, 0, 0, cudaChannelFormatKind##kind},                       \
	{                                                                              \
		bits, bits, bits, bits, cudaChannelFormatKind##kind                    \
	}
	VIEWS(8, Unsigned),  VIEWS(8, Signed),  VIEWS(16, Unsigned), VIEWS(16, Signed),
	VIEWS(32, Unsigned), VIEWS(32, Signed), VIEWS(16, Float),    VIEWS(32, Float),
#undef VIEWS
};

/* A window on the levels and layers, maybe with texels of another type. */
static int
set_view(struct __hd_texture *t, const struct cudaResourceViewDesc *v)
{
	size_t format = (size_t)v->format;
	unsigned texel = t->texel;
	unsigned last = v->lastMipmapLevel;

	if (format > sizeof view_formats / sizeof view_formats[0])
		return cudaErrorNotSupported; /* compressed texels */
	if (format) {
		int error = set_format(t, &view_formats[format - 1]);

		if (error || t->texel != texel)
			return error ? error : HD_ERR_VALUE;
	}
	if (v->lastLayer < v->firstLayer || (int)v->lastLayer >= t->image.depth)
		return HD_ERR_VALUE;
	if (t->levels) {
		if (last < v->firstMipmapLevel || (int)last >= t->level_count ||
		    v->firstLayer)
			return HD_ERR_VALUE;
		t->levels += v->firstMipmapLevel;
		t->level_count = (int)(last - v->firstMipmapLevel + 1);
		t->image = t->levels[0];
	}
	if (v->firstLayer || v->lastLayer) {
		t->image.base += t->image.slice * v->firstLayer;
		t->image.depth = (int)(v->lastLayer - v->firstLayer + 1);
	}
	return HD_OK;
}

/* ---- objects ------------------------------------------------------------------- */

static int
find(unsigned long long handle, uint32_t magic, struct object **out)
{
	*out = (struct object *)(uintptr_t)handle;
	return *out && (*out)->magic == magic ? HD_OK : HD_ERR_VALUE;
}

static int
make_texture(cudaTextureObject_t *out, struct object *o)
{
	struct __hd_texture *t = &o->texture;
	int error = set_resource(t, &o->resource);

	if (!error && o->has_view && o->resource.resType != cudaResourceTypeArray &&
	    o->resource.resType != cudaResourceTypeMipmappedArray)
		error = HD_ERR_VALUE;
	if (!error && o->has_view)
		error = set_view(t, &o->view);
	if (!error)
		error = hd_texture_settle(t, &o->desc);
	if (!error)
		*out = (cudaTextureObject_t)(uintptr_t)o;
	return error;
}

static int
create_texture(cudaTextureObject_t *out, const struct cudaResourceDesc *resource,
	       const struct cudaTextureDesc *desc,
	       const struct cudaResourceViewDesc *view)
{
	struct object *o;
	int error = hd_api_begin();

	if (!error && (!out || !resource || !desc))
		error = HD_ERR_VALUE;
	if (error)
		return error;
	o = calloc(1, sizeof *o);
	if (!o)
		return HD_ERR_MEMORY;
	o->magic = TEXTURE_MAGIC;
	o->resource = *resource;
	o->desc = *desc;
	o->has_view = view != NULL;
	if (view)
		o->view = *view;
	error = make_texture(out, o);
	if (error)
		free(o);
	return error;
}

cudaError_t
cudaCreateTextureObject(cudaTextureObject_t *object,
			const struct cudaResourceDesc *resource,
			const struct cudaTextureDesc *texture,
			const struct cudaResourceViewDesc *view)
{
	HD_RETURN(create_texture(object, resource, texture, view));
}

/* Kernels that are under way may still read it. */
static int
destroy(unsigned long long handle, uint32_t magic)
{
	struct object *o;
	int error = hd_api_begin();

	if (error || !handle)
		return error;
	error = find(handle, magic, &o);
	if (!error)
		error = hd_api_synced(hd_wait_device());
	if (error)
		return error;
	o->magic = 0;
	free(o);
	return HD_OK;
}

cudaError_t
cudaDestroyTextureObject(cudaTextureObject_t object)
{
	HD_RETURN(destroy(object, TEXTURE_MAGIC));
}

cudaError_t
cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *desc,
				 cudaTextureObject_t object)
{
	struct object *o;
	int error = desc ? find(object, TEXTURE_MAGIC, &o) : HD_ERR_VALUE;

	if (!error)
		*desc = o->resource;
	HD_RETURN(error);
}

cudaError_t
cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc,
				cudaTextureObject_t object)
{
	struct object *o;
	int error = desc ? find(object, TEXTURE_MAGIC, &o) : HD_ERR_VALUE;

	if (!error)
		*desc = o->desc;
	HD_RETURN(error);
}

cudaError_t
cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *desc,
				     cudaTextureObject_t object)
{
	struct object *o;
	int error = desc ? find(object, TEXTURE_MAGIC, &o) : HD_ERR_VALUE;

	if (!error && !o->has_view)
		error = HD_ERR_VALUE;
	if (!error)
		*desc = o->view;
	HD_RETURN(error);
}

/* ---- surfaces ------------------------------------------------------------------ */

static int
create_surface(cudaSurfaceObject_t *out, const struct cudaResourceDesc *resource)
{
	struct object *o;
	int error = hd_api_begin();

	if (!error && (!out || !resource || resource->resType != cudaResourceTypeArray))
		error = HD_ERR_VALUE;
	if (error)
		return error;
	o = calloc(1, sizeof *o);
	if (!o)
		return HD_ERR_MEMORY;
	o->magic = SURFACE_MAGIC;
	o->resource = *resource;
	error = hd_texture_array(&o->texture, resource->res.array.array);
	if (error)
		free(o);
	else
		*out = (cudaSurfaceObject_t)(uintptr_t)o;
	return error;
}

cudaError_t
cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
			const struct cudaResourceDesc *resource)
{
	HD_RETURN(create_surface(object, resource));
}

cudaError_t
cudaDestroySurfaceObject(cudaSurfaceObject_t object)
{
	HD_RETURN(destroy(object, SURFACE_MAGIC));
}

cudaError_t
cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *desc,
				 cudaSurfaceObject_t object)
{
	struct object *o;
	int error = desc ? find(object, SURFACE_MAGIC, &o) : HD_ERR_VALUE;

	if (!error)
		*desc = o->resource;
	HD_RETURN(error);
}
