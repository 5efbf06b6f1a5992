/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays and mipmapped arrays: making them and asking about them. */
#include "array.h"

#include <string.h>

enum { ARRAY_MAGIC = 0x48644172, MIPMAP_MAGIC = 0x48644d69, ALIGN = 256 };

/* ---- formats ------------------------------------------------------------------ */

/* Kinds that say everything by themselves: channels, bits and sign. */
static bool
named_format(enum cudaChannelFormatKind f, hd_texel_format *out)
{
	static const unsigned char counts[3] = {1, 2, 4};
	static const unsigned char formats[4] = {__hd_format_u8, __hd_format_u16,
						 __hd_format_s8, __hd_format_s16};

	if (f < cudaChannelFormatKindUnsignedNormalized8X1 ||
	    f > cudaChannelFormatKindSignedNormalized16X4)
		return false;
	unsigned i = (unsigned)f - cudaChannelFormatKindUnsignedNormalized8X1;

	out->format = formats[i / 3];
	out->channels = counts[i % 3];
	out->texel = (unsigned char)(out->channels * (i / 3 % 2 + 1));
	out->fractions = true;
	return true;
}

int
hd_api_format(const struct cudaChannelFormatDesc *desc, hd_texel_format *out)
{
	static const signed char formats[3][3] = {
		{__hd_format_s8, __hd_format_s16, __hd_format_s32},
		{__hd_format_u8, __hd_format_u16, __hd_format_u32},
		{-1, __hd_format_f16, __hd_format_f32},
	};
	const int bits[4] = {desc->x, desc->y, desc->z, desc->w};
	int n = 0, size = desc->x == 8 ? 0 : desc->x == 16 ? 1 : 2;

	if (named_format(desc->f, out))
		return HD_OK;
	while (n < 4 && bits[n] == desc->x)
		n++;
	for (int c = n; c < 4; c++)
		if (bits[c])
			return cudaErrorInvalidChannelDescriptor;
	if (desc->f > cudaChannelFormatKindNone)
		return cudaErrorNotSupported;
	if ((unsigned)desc->f > cudaChannelFormatKindFloat || n == 3 || !n ||
	    (desc->x != 8 && desc->x != 16 && desc->x != 32) ||
	    formats[desc->f][size] < 0)
		return cudaErrorInvalidChannelDescriptor;
	out->format = (unsigned char)formats[desc->f][size];
	out->channels = (unsigned char)n;
	out->texel = (unsigned char)(n * desc->x / 8);
	out->fractions = false;
	return HD_OK;
}

struct cudaChannelFormatDesc
cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){x, y, z, w, f};
}

/* ---- handles ------------------------------------------------------------------ */

int
hd_api_array(cudaArray_const_t handle, struct cudaArray **out)
{
	*out = (struct cudaArray *)handle;
	return handle && handle->magic == ARRAY_MAGIC ? HD_OK : HD_ERR_HANDLE;
}

int
hd_api_mipmap(cudaMipmappedArray_const_t handle, struct cudaMipmappedArray **out)
{
	*out = (struct cudaMipmappedArray *)handle;
	return handle && handle->magic == MIPMAP_MAGIC ? HD_OK : HD_ERR_HANDLE;
}

/* ---- making them -------------------------------------------------------------- */

struct request {
	const struct cudaChannelFormatDesc *desc;
	struct cudaExtent extent;
	unsigned flags;
	hd_texel_format format;
};

static int
check(struct request *r)
{
	const unsigned known = cudaArrayLayered | cudaArraySurfaceLoadStore |
			       cudaArrayCubemap | cudaArrayTextureGather |
			       cudaArrayColorAttachment;
	const struct cudaExtent *e = &r->extent;

	if (!r->desc || !e->width || e->width > INT_MAX || e->height > INT_MAX ||
	    e->depth > INT_MAX)
		return HD_ERR_VALUE;
	if (r->flags & (cudaArraySparse | cudaArrayDeferredMapping))
		return cudaErrorNotSupported;
	if (r->flags & ~known)
		return HD_ERR_VALUE;
	if ((r->flags & cudaArrayCubemap) &&
	    (e->width != e->height || !e->depth || e->depth % 6))
		return HD_ERR_VALUE;
	if ((r->flags & cudaArrayCubemap) && !(r->flags & cudaArrayLayered) &&
	    e->depth != 6)
		return HD_ERR_VALUE;
	if ((r->flags & cudaArrayLayered) && !e->depth)
		return HD_ERR_VALUE;
	if (e->depth && !e->height && !(r->flags & cudaArrayLayered))
		return HD_ERR_VALUE;
	return hd_api_format(r->desc, &r->format);
}

static int
side(size_t n)
{
	return n ? (int)n : 1;
}

/* A level's description; its texels follow at `base`. Returns their size, 0: too much. */
static size_t
describe(struct cudaArray *a, const struct request *r, unsigned level)
{
	bool planes = r->flags & (cudaArrayLayered | cudaArrayCubemap);
	struct cudaExtent e = r->extent;
	size_t pitch, slice, size;

	e.width = e.width >> level ? e.width >> level : 1;
	if (e.height)
		e.height = e.height >> level ? e.height >> level : 1;
	if (e.depth && !planes)
		e.depth = e.depth >> level ? e.depth >> level : 1;
	pitch = e.width * r->format.texel;
	if (__builtin_mul_overflow(pitch, (size_t)side(e.height), &slice) ||
	    __builtin_mul_overflow(slice, (size_t)side(e.depth), &size))
		return 0;
	*a = (struct cudaArray){
		.magic = ARRAY_MAGIC,
		.texel = r->format.texel,
		.desc = *r->desc,
		.extent = e,
		.flags = r->flags,
		.image = {.pitch = (long long)pitch,
			  .slice = (long long)slice,
			  .width = side(e.width),
			  .height = side(e.height),
			  .depth = side(e.depth)},
	};
	return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* The header and the texels, or neither. */
static int
get_memory(size_t head, size_t texels, void **header, char **base)
{
	void *p;
	int error = hd_memory_new(texels, HD_MEM_DEVICE, 0, &p);

	if (error)
		return error;
	*base = p;
	error = hd_memory_new(head, HD_MEM_HOST, 0, header);
	if (error)
		hd_memory_free(p, false);
	return error;
}

static int
make_array(cudaArray_t *array, struct request *r)
{
	struct cudaArray a;
	void *p;
	int error = hd_api_begin();

	if (!error)
		error = array ? check(r) : HD_ERR_VALUE;
	if (error)
		return error;
	size_t size = describe(&a, r, 0);

	error = size ? get_memory(sizeof a, size, &p, &a.image.base) : HD_ERR_MEMORY;
	if (error)
		return error;
	memcpy(p, &a, sizeof a);
	*array = p;
	return HD_OK;
}

cudaError_t
cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
		size_t width, size_t height, unsigned int flags)
{
	struct request r = {desc, {width, height, 0}, flags, {0, 0, 0, false}};

	HD_RETURN(make_array(array, &r));
}

cudaError_t
cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
		  struct cudaExtent extent, unsigned int flags)
{
	struct request r = {desc, extent, flags, {0, 0, 0, false}};

	HD_RETURN(make_array(array, &r));
}

static unsigned
level_limit(const struct request *r)
{
	size_t longest = r->extent.width, n = 1;

	if (r->extent.height > longest)
		longest = r->extent.height;
	if (!(r->flags & (cudaArrayLayered | cudaArrayCubemap)) &&
	    r->extent.depth > longest)
		longest = r->extent.depth;
	while (longest >>= 1)
		n++;
	return n < HD_MAX_LEVELS ? (unsigned)n : HD_MAX_LEVELS;
}

static int
make_mipmap(cudaMipmappedArray_t *array, struct request *r, unsigned levels)
{
	struct cudaArray probe;
	size_t size = 0;
	char *base;
	void *p;
	int error = hd_api_begin();

	if (!error)
		error = array ? check(r) : HD_ERR_VALUE;
	if (!error && !levels)
		error = HD_ERR_VALUE;
	if (error)
		return error;
	levels = levels < level_limit(r) ? levels : level_limit(r);
	for (unsigned i = 0; i < levels; i++) {
		size_t one = describe(&probe, r, i);

		if (!one || size + one < size)
			return HD_ERR_MEMORY;
		size += one;
	}
	error = get_memory(sizeof(struct cudaMipmappedArray), size, &p, &base);
	if (error)
		return error;
	struct cudaMipmappedArray *m = p;

	memset(m, 0, sizeof *m);
	m->magic = MIPMAP_MAGIC;
	m->count = levels;
	for (unsigned i = 0; i < levels; i++) {
		size_t one = describe(&m->level[i], r, i);

		m->level[i].owner = m;
		m->level[i].image.base = base;
		m->image[i] = m->level[i].image;
		base += one;
	}
	*array = m;
	return HD_OK;
}

cudaError_t
cudaMallocMipmappedArray(cudaMipmappedArray_t *array,
			 const struct cudaChannelFormatDesc *desc,
			 struct cudaExtent extent, unsigned int levels,
			 unsigned int flags)
{
	struct request r = {desc, extent, flags, {0, 0, 0, false}};

	HD_RETURN(make_mipmap(array, &r, levels));
}

cudaError_t
cudaGetMipmappedArrayLevel(cudaArray_t *level_array, cudaMipmappedArray_const_t array,
			   unsigned int level)
{
	struct cudaMipmappedArray *m;
	int error = level_array ? hd_api_mipmap(array, &m) : HD_ERR_VALUE;

	if (!error && level >= m->count)
		error = HD_ERR_VALUE;
	if (!error)
		*level_array = &m->level[level];
	HD_RETURN(error);
}

static int
release(void *header, uint32_t *magic, char *base)
{
	int error = hd_api_synced(hd_wait_device());

	if (error)
		return error;
	*magic = 0;
	error = hd_memory_free(base, false);
	return error ? error : hd_memory_free(header, true);
}

cudaError_t
cudaFreeArray(cudaArray_t array)
{
	struct cudaArray *a;
	int error = hd_api_begin();

	if (error || !array)
		HD_RETURN(error);
	error = hd_api_array(array, &a);
	if (!error && a->owner)
		error = HD_ERR_HANDLE;
	HD_RETURN(error ? error : release(a, &a->magic, a->image.base));
}

cudaError_t
cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
	struct cudaMipmappedArray *m;
	int error = hd_api_begin();

	if (error || !array)
		HD_RETURN(error);
	error = hd_api_mipmap(array, &m);
	HD_RETURN(error ? error : release(m, &m->magic, m->image[0].base));
}

/* ---- questions ---------------------------------------------------------------- */

cudaError_t
cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
		 unsigned int *flags, cudaArray_t array)
{
	struct cudaArray *a;
	int error = hd_api_array(array, &a);

	if (error)
		HD_RETURN(error);
	if (desc)
		*desc = a->desc;
	if (extent)
		*extent = a->extent;
	if (flags)
		*flags = a->flags;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
	struct cudaArray *a;
	int error = desc ? hd_api_array(array, &a) : HD_ERR_VALUE;

	if (!error)
		*desc = a->desc;
	HD_RETURN(error);
}

/* Only formats of video have planes. */
cudaError_t
cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index)
{
	struct cudaArray *a;
	int error = plane ? hd_api_array(array, &a) : HD_ERR_VALUE;

	(void)index;
	HD_RETURN(error ? error : HD_ERR_VALUE);
}

static int
requirements(struct cudaArrayMemoryRequirements *req, const struct __hd_image *m,
	     int device)
{
	if (!req)
		return HD_ERR_VALUE;
	if (device)
		return cudaErrorInvalidDevice;
	memset(req, 0, sizeof *req);
	req->size = (size_t)m->slice * (size_t)m->depth;
	req->alignment = ALIGN;
	return HD_OK;
}

cudaError_t
cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *req,
			       cudaArray_t array, int device)
{
	struct cudaArray *a;
	int error = hd_api_array(array, &a);

	HD_RETURN(error ? error : requirements(req, &a->image, device));
}

cudaError_t
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *req,
					cudaMipmappedArray_t array, int device)
{
	struct cudaMipmappedArray *m;
	int error = hd_api_mipmap(array, &m);

	if (!error)
		error = requirements(req, &m->image[0], device);
	for (unsigned i = 1; !error && i < m->count; i++)
		req->size += (size_t)m->image[i].slice * (size_t)m->image[i].depth;
	HD_RETURN(error);
}

/* No array is sparse. */
cudaError_t
cudaArrayGetSparseProperties(struct cudaArraySparseProperties *prop, cudaArray_t array)
{
	struct cudaArray *a;
	int error = prop ? hd_api_array(array, &a) : HD_ERR_VALUE;

	HD_RETURN(error ? error : HD_ERR_VALUE);
}

cudaError_t
cudaMipmappedArrayGetSparseProperties(struct cudaArraySparseProperties *prop,
				      cudaMipmappedArray_t array)
{
	struct cudaMipmappedArray *m;
	int error = prop ? hd_api_mipmap(array, &m) : HD_ERR_VALUE;

	HD_RETURN(error ? error : HD_ERR_VALUE);
}
