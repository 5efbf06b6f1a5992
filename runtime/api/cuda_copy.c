/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills. One address space: the kind of a copy says whether it may go on after
 * the call returns, and which side must be the device's. As on a GPU, the other side may be,
 * too. */
#include "api.h"

int
hd_api_check_kind(enum cudaMemcpyKind kind)
{
	return (unsigned)kind > cudaMemcpyDefault ? HD_ERR_DIRECTION : HD_OK;
}

/* What the first `width` bytes of each row lie in; SIZE_MAX: too much. */
static size_t
reach(size_t width, const size_t pitch[2], size_t height, size_t depth)
{
	size_t rows, planes, all;

	if (!width || !height || !depth)
		return 0;
	if (__builtin_mul_overflow(height - 1, pitch[0], &rows) ||
	    __builtin_mul_overflow(depth - 1, pitch[1], &planes) ||
	    __builtin_add_overflow(rows, planes, &all) ||
	    __builtin_add_overflow(all, width, &all))
		return SIZE_MAX;
	return all;
}

/* A side of a copy. */
static bool
is_there(const void *p, const hd_copy *c, const size_t pitch[2], bool of_device)
{
	return hd_is_memory(p, reach(c->width, pitch, c->height, c->depth), of_device);
}

static int
check_sides(const hd_copy *c, enum cudaMemcpyKind kind)
{
	const size_t to[] = {c->to_pitch, c->to_slice},
		     from[] = {c->from_pitch, c->from_slice};
	bool is_within = kind == cudaMemcpyDeviceToDevice;

	if (is_there(c->to, c, to, is_within || kind == cudaMemcpyHostToDevice) &&
	    is_there(c->from, c, from, is_within || kind == cudaMemcpyDeviceToHost))
		return HD_OK;
	hd_log(HD_LOG_API, "copy from %p to %p: not all of that is memory of its kind",
	       (const void *)c->from, (void *)c->to);
	return HD_ERR_VALUE;
}

int
hd_api_check_fill(const hd_fill *f)
{
	size_t width = SIZE_MAX;

	__builtin_mul_overflow(f->width, f->element, &width);
	return hd_is_memory(f->to,
			    reach(width, (size_t[]){f->pitch, f->slice}, f->height,
				  f->depth),
			    true)
		       ? HD_OK
		       : HD_ERR_VALUE;
}

static int
check(const hd_copy *c, enum cudaMemcpyKind kind)
{
	int error = hd_api_begin();

	if (!error)
		error = hd_api_check_kind(kind);
	if (!error && c->width && c->height && c->depth && (!c->to || !c->from))
		error = HD_ERR_VALUE;
	if (!error && c->height > 1 &&
	    (c->width > c->to_pitch || c->width > c->from_pitch))
		error = cudaErrorInvalidPitchValue;
	return error ? error : check_sides(c, kind);
}

int
hd_api_copy(const hd_copy *c, enum cudaMemcpyKind kind)
{
	hd_stream *s;
	int error = check(c, kind);

	if (!error)
		error = hd_api_stream(NULL, &s);
	if (!error)
		error = hd_capture_unsafe();
	return error ? error : hd_api_synced(hd_copy_now(s, c));
}

/* CUDA reads pageable sources before it returns, and writes pageable destinations. */
int
hd_api_copy_async(const hd_copy *c, enum cudaMemcpyKind kind, hd_stream *s)
{
	int error = check(c, kind);

	if (error)
		return error;
	if (hd_is_capturing(s))
		return hd_capture_add(s, &(hd_work){.kind = HD_NODE_COPY, .copy = *c},
				      NULL);
	if (kind == cudaMemcpyDeviceToDevice)
		return hd_copy_later(s, c);
	if (kind != cudaMemcpyHostToDevice && !hd_is_allocated(c->to))
		return hd_copy_now(s, c);
	if (kind != cudaMemcpyDeviceToHost && !hd_is_allocated(c->from))
		return hd_copy_staged(s, c);
	return hd_copy_later(s, c);
}

static hd_copy
rows(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
     size_t height)
{
	return (hd_copy){.to = dst,
			 .from = src,
			 .to_pitch = dpitch,
			 .from_pitch = spitch,
			 .width = width,
			 .height = height,
			 .depth = 1};
}

static int
copy_async(const hd_copy *c, enum cudaMemcpyKind kind, cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_stream(stream, &s);

	return error ? error : hd_api_copy_async(c, kind, s);
}

cudaError_t
cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	hd_copy c = hd_flat_copy(dst, src, count);

	HD_RETURN(hd_api_copy(&c, kind));
}

cudaError_t
cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
		cudaStream_t stream)
{
	hd_copy c = hd_flat_copy(dst, src, count);

	HD_RETURN(copy_async(&c, kind, stream));
}

cudaError_t
cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
	     size_t height, enum cudaMemcpyKind kind)
{
	hd_copy c = rows(dst, dpitch, src, spitch, width, height);

	HD_RETURN(hd_api_copy(&c, kind));
}

cudaError_t
cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
		  size_t width, size_t height, enum cudaMemcpyKind kind,
		  cudaStream_t stream)
{
	hd_copy c = rows(dst, dpitch, src, spitch, width, height);

	HD_RETURN(copy_async(&c, kind, stream));
}

cudaError_t
cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	hd_copy c;
	int error = hd_api_box(p, &c);

	HD_RETURN(error ? error : hd_api_copy(&c, p->kind));
}

cudaError_t
cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	hd_copy c;
	int error = hd_api_box(p, &c);

	HD_RETURN(error ? error : copy_async(&c, p->kind, stream));
}

static int
check_devices(int a, int b)
{
	return a || b ? cudaErrorInvalidDevice : HD_OK;
}

cudaError_t
cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count)
{
	hd_copy c = hd_flat_copy(dst, src, count);
	int error = check_devices(dst_device, src_device);

	HD_RETURN(error ? error : hd_api_copy(&c, cudaMemcpyDeviceToDevice));
}

cudaError_t
cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device,
		    size_t count, cudaStream_t stream)
{
	hd_copy c = hd_flat_copy(dst, src, count);
	int error = check_devices(dst_device, src_device);

	HD_RETURN(error ? error : copy_async(&c, cudaMemcpyDeviceToDevice, stream));
}

static int
peer_box(const struct cudaMemcpy3DPeerParms *p, hd_copy *c)
{
	int error = p ? check_devices(p->dstDevice, p->srcDevice) : HD_ERR_VALUE;

	if (error)
		return error;
	return hd_api_box(&(struct cudaMemcpy3DParms){.srcArray = p->srcArray,
						      .srcPos = p->srcPos,
						      .srcPtr = p->srcPtr,
						      .dstArray = p->dstArray,
						      .dstPos = p->dstPos,
						      .dstPtr = p->dstPtr,
						      .extent = p->extent},
			  c);
}

cudaError_t
cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	hd_copy c;
	int error = peer_box(p, &c);

	HD_RETURN(error ? error : hd_api_copy(&c, cudaMemcpyDeviceToDevice));
}

cudaError_t
cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	hd_copy c;
	int error = peer_box(p, &c);

	HD_RETURN(error ? error : copy_async(&c, cudaMemcpyDeviceToDevice, stream));
}

/* ---- fills -------------------------------------------------------------------- */

static int
fill(const hd_fill *f, cudaStream_t stream)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && f->width && f->height && f->depth && !f->to)
		error = HD_ERR_VALUE;
	if (!error && f->height > 1 && f->width > f->pitch)
		error = cudaErrorInvalidPitchValue;
	if (!error)
		error = hd_api_check_fill(f);
	if (!error && hd_is_capturing(s))
		return hd_capture_add(s, &(hd_work){.kind = HD_NODE_FILL, .fill = *f},
				      NULL);
	return error ? error : hd_fill_later(s, f);
}

/* Without Async the call waits if the host can see the memory at once. */
static int
fill_now(const hd_fill *f)
{
	hd_region r;
	hd_stream *s;
	int error = fill(f, NULL);

	if (!error && hd_region_find(f->to, &r) && r.kind != HD_MEM_DEVICE) {
		error = hd_api_stream(NULL, &s);
		if (!error)
			error = hd_api_synced(hd_wait_stream(s));
	}
	return error;
}

static hd_fill
fill_rows(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
	return (hd_fill){.to = ptr,
			 .pitch = pitch,
			 .width = width,
			 .height = height,
			 .depth = 1,
			 .value = (unsigned char)value,
			 .element = 1};
}

static hd_fill
fill_box(struct cudaPitchedPtr p, int value, struct cudaExtent e)
{
	hd_fill f = fill_rows(p.ptr, p.pitch, value, e.width, e.height);

	f.slice = p.pitch * p.ysize;
	f.depth = e.depth;
	return f;
}

cudaError_t
cudaMemset(void *ptr, int value, size_t count)
{
	hd_fill f = fill_rows(ptr, count, value, count, 1);

	HD_RETURN(fill_now(&f));
}

cudaError_t
cudaMemsetAsync(void *ptr, int value, size_t count, cudaStream_t stream)
{
	hd_fill f = fill_rows(ptr, count, value, count, 1);

	HD_RETURN(fill(&f, stream));
}

cudaError_t
cudaMemset2D(void *ptr, size_t pitch, int value, size_t width, size_t height)
{
	hd_fill f = fill_rows(ptr, pitch, value, width, height);

	HD_RETURN(fill_now(&f));
}

cudaError_t
cudaMemset2DAsync(void *ptr, size_t pitch, int value, size_t width, size_t height,
		  cudaStream_t stream)
{
	hd_fill f = fill_rows(ptr, pitch, value, width, height);

	HD_RETURN(fill(&f, stream));
}

cudaError_t
cudaMemset3D(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent)
{
	hd_fill f = fill_box(ptr, value, extent);

	HD_RETURN(fill_now(&f));
}

cudaError_t
cudaMemset3DAsync(struct cudaPitchedPtr ptr, int value, struct cudaExtent extent,
		  cudaStream_t stream)
{
	hd_fill f = fill_box(ptr, value, extent);

	HD_RETURN(fill(&f, stream));
}
