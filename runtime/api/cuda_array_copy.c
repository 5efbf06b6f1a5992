/* SPDX-License-Identifier: Apache-2.0 */
/* Copies to, from and between arrays, and boxes of any memory. */
#include "array.h"

/* ---- rows of an array ---------------------------------------------------------- */

/* Where x bytes and y rows into an array are; the rows that are touched must be there. */
static int
window(cudaArray_const_t handle, const size_t at[2], size_t width, size_t height,
       char **p, size_t *pitch)
{
	struct cudaArray *a;
	int error = hd_api_array(handle, &a);

	if (error)
		return error;
	size_t row = (size_t)a->image.pitch, rows = (size_t)a->image.height;

	if (at[0] > row || width > row - at[0] || at[1] > rows || height > rows - at[1])
		return HD_ERR_VALUE;
	*p = a->image.base + at[0] + at[1] * row;
	*pitch = row;
	return HD_OK;
}

/* The deprecated copies run on from row to row. */
static int
run(cudaArray_const_t handle, const size_t at[2], size_t count, char **p)
{
	struct cudaArray *a;
	int error = hd_api_array(handle, &a);

	if (error)
		return error;
	size_t size = (size_t)a->image.slice, first = at[0];

	if (at[1] >= (size_t)a->image.height || at[0] > (size_t)a->image.pitch)
		return HD_ERR_VALUE;
	first += at[1] * (size_t)a->image.pitch;
	if (count > size - first)
		return HD_ERR_VALUE;
	*p = a->image.base + first;
	return HD_OK;
}

struct job {
	hd_copy copy;
	enum cudaMemcpyKind kind;
	bool async;
	cudaStream_t stream;
};

static int
start(const struct job *j)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (error)
		return error;
	if (!j->async)
		return hd_api_copy(&j->copy, j->kind);
	error = hd_api_stream(j->stream, &s);
	return error ? error : hd_api_copy_async(&j->copy, j->kind, s);
}

static struct job
rows_job(size_t width, size_t height, enum cudaMemcpyKind kind)
{
	return (struct job){.copy = {.width = width, .height = height, .depth = 1},
			    .kind = kind};
}

static int
to_array(struct job *j, cudaArray_t dst, const size_t at[2], const void *src,
	 size_t spitch)
{
	int error = window(dst, at, j->copy.width, j->copy.height, &j->copy.to,
			   &j->copy.to_pitch);

	j->copy.from = src;
	j->copy.from_pitch = spitch;
	return error ? error : start(j);
}

static int
from_array(struct job *j, void *dst, size_t dpitch, cudaArray_const_t src,
	   const size_t at[2])
{
	char *p;
	int error =
		window(src, at, j->copy.width, j->copy.height, &p, &j->copy.from_pitch);

	if (error)
		return error;
	j->copy.from = p;
	j->copy.to = dst;
	j->copy.to_pitch = dpitch;
	return start(j);
}

cudaError_t
cudaMemcpy2DToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t spitch,
		    size_t width, size_t height, enum cudaMemcpyKind kind)
{
	struct job j = rows_job(width, height, kind);

	HD_RETURN(to_array(&j, dst, (size_t[2]){x, y}, src, spitch));
}

cudaError_t
cudaMemcpy2DToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
			 size_t spitch, size_t width, size_t height,
			 enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct job j = rows_job(width, height, kind);

	j.async = true;
	j.stream = stream;
	HD_RETURN(to_array(&j, dst, (size_t[2]){x, y}, src, spitch));
}

cudaError_t
cudaMemcpy2DFromArray(void *dst, size_t dpitch, cudaArray_const_t src, size_t x,
		      size_t y, size_t width, size_t height, enum cudaMemcpyKind kind)
{
	struct job j = rows_job(width, height, kind);

	HD_RETURN(from_array(&j, dst, dpitch, src, (size_t[2]){x, y}));
}

cudaError_t
cudaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, cudaArray_const_t src, size_t x,
			   size_t y, size_t width, size_t height,
			   enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct job j = rows_job(width, height, kind);

	j.async = true;
	j.stream = stream;
	HD_RETURN(from_array(&j, dst, dpitch, src, (size_t[2]){x, y}));
}

cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t dst, size_t dst_x, size_t dst_y,
			 cudaArray_const_t src, size_t src_x, size_t src_y,
			 size_t width, size_t height, enum cudaMemcpyKind kind)
{
	struct job j = rows_job(width, height, kind);
	char *p;
	size_t pitch;
	int error = window(src, (size_t[2]){src_x, src_y}, width, height, &p, &pitch);

	if (!error)
		error = to_array(&j, dst, (size_t[2]){dst_x, dst_y}, p, pitch);
	HD_RETURN(error);
}

/* ---- the deprecated ones -------------------------------------------------------- */

static int
run_to(cudaArray_t dst, const size_t at[2], const void *src, struct job *j)
{
	int error = run(dst, at, j->copy.width, &j->copy.to);

	j->copy.from = src;
	return error ? error : start(j);
}

static int
run_from(void *dst, cudaArray_const_t src, const size_t at[2], struct job *j)
{
	char *p;
	int error = run(src, at, j->copy.width, &p);

	if (error)
		return error;
	j->copy.from = p;
	j->copy.to = dst;
	return start(j);
}

cudaError_t
cudaMemcpyToArray(cudaArray_t dst, size_t x, size_t y, const void *src, size_t count,
		  enum cudaMemcpyKind kind)
{
	struct job j = rows_job(count, 1, kind);

	HD_RETURN(run_to(dst, (size_t[2]){x, y}, src, &j));
}

cudaError_t
cudaMemcpyToArrayAsync(cudaArray_t dst, size_t x, size_t y, const void *src,
		       size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct job j = rows_job(count, 1, kind);

	j.async = true;
	j.stream = stream;
	HD_RETURN(run_to(dst, (size_t[2]){x, y}, src, &j));
}

cudaError_t
cudaMemcpyFromArray(void *dst, cudaArray_const_t src, size_t x, size_t y, size_t count,
		    enum cudaMemcpyKind kind)
{
	struct job j = rows_job(count, 1, kind);

	HD_RETURN(run_from(dst, src, (size_t[2]){x, y}, &j));
}

cudaError_t
cudaMemcpyFromArrayAsync(void *dst, cudaArray_const_t src, size_t x, size_t y,
			 size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	struct job j = rows_job(count, 1, kind);

	j.async = true;
	j.stream = stream;
	HD_RETURN(run_from(dst, src, (size_t[2]){x, y}, &j));
}

cudaError_t
cudaMemcpyArrayToArray(cudaArray_t dst, size_t dst_x, size_t dst_y,
		       cudaArray_const_t src, size_t src_x, size_t src_y, size_t count,
		       enum cudaMemcpyKind kind)
{
	struct job j = rows_job(count, 1, kind);
	char *p;
	int error = run(src, (size_t[2]){src_x, src_y}, count, &p);

	if (!error)
		error = run_to(dst, (size_t[2]){dst_x, dst_y}, p, &j);
	HD_RETURN(error);
}

/* ---- boxes ---------------------------------------------------------------------- */

/* One end of a copy: an array or pitched memory. */
struct end {
	struct cudaArray *array;
	const struct cudaPitchedPtr *ptr;
	const struct cudaPos *pos;
	size_t unit; /* bytes of an element of the array, if there is one */
	char *at;
	size_t pitch, slice;
};

static bool
fits(size_t pos, size_t count, int side)
{
	return pos <= (size_t)side && count <= (size_t)side - pos;
}

/* `e`: the box in elements. */
static int
find_end(struct end *x, const struct cudaExtent *e)
{
	if (x->array) {
		const struct __hd_image *m = &x->array->image;

		if (!fits(x->pos->x, e->width, m->width) ||
		    !fits(x->pos->y, e->height, m->height) ||
		    !fits(x->pos->z, e->depth, m->depth))
			return HD_ERR_VALUE;
		x->pitch = (size_t)m->pitch;
		x->slice = (size_t)m->slice;
		x->at = m->base;
	} else {
		x->pitch = x->ptr->pitch;
		x->slice = x->ptr->pitch * x->ptr->ysize;
		x->at = x->ptr->ptr;
	}
	x->at += x->pos->x * x->unit + x->pos->y * x->pitch + x->pos->z * x->slice;
	return HD_OK;
}

int
hd_api_box(const struct cudaMemcpy3DParms *p, hd_copy *c)
{
	if (!p)
		return HD_ERR_VALUE;
	struct end from = {.ptr = &p->srcPtr, .pos = &p->srcPos};
	struct end to = {.ptr = &p->dstPtr, .pos = &p->dstPos};
	int error = p->srcArray ? hd_api_array(p->srcArray, &from.array) : HD_OK;

	if (!error && p->dstArray)
		error = hd_api_array(p->dstArray, &to.array);
	if (!error && ((!!p->srcArray == !!p->srcPtr.ptr && p->srcArray) ||
		       (!!p->dstArray == !!p->dstPtr.ptr && p->dstArray)))
		error = HD_ERR_VALUE; /* both are given */
	if (!error && from.array && to.array && from.array->texel != to.array->texel)
		error = HD_ERR_VALUE;
	if (error)
		return error;
	size_t texel = from.array ? from.array->texel : to.array ? to.array->texel : 1;

	from.unit = to.unit = texel;
	error = find_end(&from, &p->extent);
	if (!error)
		error = find_end(&to, &p->extent);
	if (error)
		return error;
	*c = (hd_copy){.to = to.at,
		       .from = from.at,
		       .to_pitch = to.pitch,
		       .from_pitch = from.pitch,
		       .to_slice = to.slice,
		       .from_slice = from.slice,
		       .width = p->extent.width * texel,
		       .height = p->extent.height,
		       .depth = p->extent.depth};
	return HD_OK;
}
