/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API: copies and fills. */
#include "array.h"
#include "driver.h"

/* ---- flat --------------------------------------------------------------------------- */

CUresult
cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t size)
{
	return CU_CALL(cudaMemcpy(hd_cu_pointer(dst), hd_cu_pointer(src), size,
				  cudaMemcpyDefault));
}

CUresult
cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t size)
{
	return CU_CALL(
		cudaMemcpy(hd_cu_pointer(dst), src, size, cudaMemcpyHostToDevice));
}

CUresult
cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t size)
{
	return CU_CALL(
		cudaMemcpy(dst, hd_cu_pointer(src), size, cudaMemcpyDeviceToHost));
}

CUresult
cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t size)
{
	return CU_CALL(cudaMemcpy(hd_cu_pointer(dst), hd_cu_pointer(src), size,
				  cudaMemcpyDeviceToDevice));
}

CUresult
cuMemcpyPeer(CUdeviceptr dst, CUcontext to, CUdeviceptr src, CUcontext from,
	     size_t size)
{
	if (!to || !from)
		return CUDA_ERROR_INVALID_CONTEXT;
	return cuMemcpyDtoD(dst, src, size);
}

CUresult
cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream)
{
	return CU_CALL(cudaMemcpyAsync(hd_cu_pointer(dst), hd_cu_pointer(src), size,
				       cudaMemcpyDefault, stream));
}

CUresult
cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t size, CUstream stream)
{
	return CU_CALL(cudaMemcpyAsync(hd_cu_pointer(dst), src, size,
				       cudaMemcpyHostToDevice, stream));
}

CUresult
cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t size, CUstream stream)
{
	return CU_CALL(cudaMemcpyAsync(dst, hd_cu_pointer(src), size,
				       cudaMemcpyDeviceToHost, stream));
}

CUresult
cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream stream)
{
	return CU_CALL(cudaMemcpyAsync(hd_cu_pointer(dst), hd_cu_pointer(src), size,
				       cudaMemcpyDeviceToDevice, stream));
}

/* ---- boxes: everything in bytes ------------------------------------------------------- */

struct end {
	CUmemorytype type;
	const void *host;
	CUdeviceptr device;
	CUarray array;
	size_t at[3];         /* bytes, rows, planes */
	size_t pitch, height; /* of memory that is no array */
	char *base;
	size_t slice;
};

static CUresult
find_end(struct end *e, const size_t box[3])
{
	struct cudaArray *a;

	switch (e->type) {
	case CU_MEMORYTYPE_HOST:
		e->base = (char *)e->host;
		break;
	case CU_MEMORYTYPE_DEVICE:
	case CU_MEMORYTYPE_UNIFIED:
		e->base = hd_cu_pointer(e->device);
		break;
	case CU_MEMORYTYPE_ARRAY:
		if (hd_api_array((cudaArray_const_t)e->array, &a))
			return CUDA_ERROR_INVALID_HANDLE;
		if (e->at[0] + box[0] > (size_t)a->image.pitch ||
		    e->at[1] + box[1] > (size_t)a->image.height ||
		    e->at[2] + box[2] > (size_t)a->image.depth)
			return CUDA_ERROR_INVALID_VALUE;
		e->base = a->image.base;
		e->pitch = (size_t)a->image.pitch;
		e->height = (size_t)a->image.height;
		break;
	default:
		return CUDA_ERROR_INVALID_VALUE;
	}
	if (!e->pitch)
		e->pitch = box[0]; /* one row after the other */
	e->slice = e->pitch * (e->height ? e->height : box[1]);
	e->base += e->at[0] + e->at[1] * e->pitch + e->at[2] * e->slice;
	return CUDA_SUCCESS;
}

static enum cudaMemcpyKind
kind_of(CUmemorytype from, CUmemorytype to)
{
	if (from == CU_MEMORYTYPE_UNIFIED || to == CU_MEMORYTYPE_UNIFIED)
		return cudaMemcpyDefault;
	if (from == CU_MEMORYTYPE_HOST)
		return to == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost
						: cudaMemcpyHostToDevice;
	return to == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost
					: cudaMemcpyDeviceToDevice;
}

struct job {
	struct end from, to;
	size_t box[3];
	bool async;
	CUstream stream;
};

static CUresult
box_of(struct job *j, hd_copy *c)
{
	CUresult result = find_end(&j->from, j->box);

	if (!result)
		result = find_end(&j->to, j->box);
	if (!result)
		*c = (hd_copy){.to = j->to.base,
			       .from = j->from.base,
			       .to_pitch = j->to.pitch,
			       .from_pitch = j->from.pitch,
			       .to_slice = j->to.slice,
			       .from_slice = j->from.slice,
			       .width = j->box[0],
			       .height = j->box[1],
			       .depth = j->box[2]};
	return result;
}

static int
submit(const hd_copy *c, enum cudaMemcpyKind kind, const struct job *j)
{
	hd_stream *s;
	int error;

	if (!j->async)
		return hd_api_copy(c, kind);
	error = hd_api_stream(j->stream, &s);
	return error ? error : hd_api_copy_async(c, kind, s);
}

static CUresult
copy_box(struct job *j)
{
	hd_copy c;
	CUresult result = hd_cu_begin();

	if (!result)
		result = box_of(j, &c);
	if (result)
		return result;
	return hd_cu_result(submit(&c, kind_of(j->from.type, j->to.type), j));
}

static CUresult
copy_2d(const CUDA_MEMCPY2D *p, bool async, CUstream stream)
{
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	struct job j = {
		.from = {.type = p->srcMemoryType,
			 .host = p->srcHost,
			 .device = p->srcDevice,
			 .array = p->srcArray,
			 .at = {p->srcXInBytes, p->srcY, 0},
			 .pitch = p->srcPitch},
		.to = {.type = p->dstMemoryType,
		       .host = p->dstHost,
		       .device = p->dstDevice,
		       .array = p->dstArray,
		       .at = {p->dstXInBytes, p->dstY, 0},
		       .pitch = p->dstPitch},
		.box = {p->WidthInBytes, p->Height, 1},
		.async = async,
		.stream = stream,
	};

	return copy_box(&j);
}

static struct job
job_of(const CUDA_MEMCPY3D *p)
{
	return (struct job){
		.from = {.type = p->srcMemoryType,
			 .host = p->srcHost,
			 .device = p->srcDevice,
			 .array = p->srcArray,
			 .at = {p->srcXInBytes, p->srcY, p->srcZ},
			 .pitch = p->srcPitch,
			 .height = p->srcHeight},
		.to = {.type = p->dstMemoryType,
		       .host = p->dstHost,
		       .device = p->dstDevice,
		       .array = p->dstArray,
		       .at = {p->dstXInBytes, p->dstY, p->dstZ},
		       .pitch = p->dstPitch,
		       .height = p->dstHeight},
		.box = {p->WidthInBytes, p->Height, p->Depth},
	};
}

static CUresult
copy_3d(const CUDA_MEMCPY3D *p, bool async, CUstream stream)
{
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	struct job j = job_of(p);

	j.async = async;
	j.stream = stream;
	return copy_box(&j);
}

CUresult
hd_cu_box(const CUDA_MEMCPY3D *p, hd_copy *c, enum cudaMemcpyKind *kind)
{
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	struct job j = job_of(p);

	if (kind)
		*kind = kind_of(p->srcMemoryType, p->dstMemoryType);
	return box_of(&j, c);
}

CUresult
cuMemcpy2D(const CUDA_MEMCPY2D *copy)
{
	return copy_2d(copy, false, NULL);
}

CUresult
cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy)
{
	return copy_2d(copy, false, NULL);
}

CUresult
cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream)
{
	return copy_2d(copy, true, stream);
}

CUresult
cuMemcpy3D(const CUDA_MEMCPY3D *copy)
{
	return copy_3d(copy, false, NULL);
}

CUresult
cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream)
{
	return copy_3d(copy, true, stream);
}

/* ---- one row of an array ---------------------------------------------------------------- */

CUresult
cuMemcpyHtoA(CUarray dst, size_t offset, const void *src, size_t size)
{
	return CU_CALL(cudaMemcpyToArray((cudaArray_t)dst, offset, 0, src, size,
					 cudaMemcpyHostToDevice));
}

CUresult
cuMemcpyAtoH(void *dst, CUarray src, size_t offset, size_t size)
{
	return CU_CALL(cudaMemcpyFromArray(dst, (cudaArray_const_t)src, offset, 0, size,
					   cudaMemcpyDeviceToHost));
}

CUresult
cuMemcpyDtoA(CUarray dst, size_t offset, CUdeviceptr src, size_t size)
{
	return CU_CALL(cudaMemcpyToArray((cudaArray_t)dst, offset, 0,
					 hd_cu_pointer(src), size,
					 cudaMemcpyDeviceToDevice));
}

CUresult
cuMemcpyAtoD(CUdeviceptr dst, CUarray src, size_t offset, size_t size)
{
	return CU_CALL(cudaMemcpyFromArray(hd_cu_pointer(dst), (cudaArray_const_t)src,
					   offset, 0, size, cudaMemcpyDeviceToDevice));
}

CUresult
cuMemcpyAtoA(CUarray dst, size_t dst_offset, CUarray src, size_t src_offset,
	     size_t size)
{
	return CU_CALL(cudaMemcpyArrayToArray((cudaArray_t)dst, dst_offset, 0,
					      (cudaArray_const_t)src, src_offset, 0,
					      size, cudaMemcpyDeviceToDevice));
}

/* ---- fills ------------------------------------------------------------------------------ */

/* Without a stream the call waits if the host can see the memory at once. */
static CUresult
fill(hd_fill f, bool async, CUstream stream)
{
	hd_region r;
	hd_stream *s;
	CUresult result = hd_cu_begin();
	int error;

	if (result)
		return result;
	if (!f.to || (f.height > 1 && f.pitch < f.width * f.element))
		return CUDA_ERROR_INVALID_VALUE;
	if ((uintptr_t)f.to % f.element)
		return CUDA_ERROR_INVALID_VALUE;
	error = hd_api_check_fill(&f);
	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && hd_is_capturing(s))
		error = hd_capture_add(s, &(hd_work){.kind = HD_NODE_FILL, .fill = f},
				       NULL);
	else if (!error)
		error = hd_fill_later(s, &f);
	if (!error && !async && hd_region_find(f.to, &r) && r.kind != HD_MEM_DEVICE)
		error = hd_api_synced(hd_wait_stream(s));
	return hd_cu_result(error);
}

static hd_fill
row(CUdeviceptr dst, uint32_t value, uint32_t element, size_t n)
{
	return (hd_fill){.to = hd_cu_pointer(dst),
			 .pitch = n * element,
			 .width = n,
			 .height = 1,
			 .depth = 1,
			 .value = value,
			 .element = element};
}

static hd_fill
rows(hd_fill f, size_t pitch, size_t height)
{
	f.pitch = pitch;
	f.height = height;
	return f;
}

CUresult
cuMemsetD8(CUdeviceptr dst, unsigned char value, size_t n)
{
	return fill(row(dst, value, 1, n), false, NULL);
}

CUresult
cuMemsetD16(CUdeviceptr dst, unsigned short value, size_t n)
{
	return fill(row(dst, value, 2, n), false, NULL);
}

CUresult
cuMemsetD32(CUdeviceptr dst, unsigned int value, size_t n)
{
	return fill(row(dst, value, 4, n), false, NULL);
}

CUresult
cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t n, CUstream stream)
{
	return fill(row(dst, value, 1, n), true, stream);
}

CUresult
cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t n, CUstream stream)
{
	return fill(row(dst, value, 2, n), true, stream);
}

CUresult
cuMemsetD32Async(CUdeviceptr dst, unsigned int value, size_t n, CUstream stream)
{
	return fill(row(dst, value, 4, n), true, stream);
}

CUresult
cuMemsetD2D8(CUdeviceptr dst, size_t pitch, unsigned char value, size_t width,
	     size_t height)
{
	return fill(rows(row(dst, value, 1, width), pitch, height), false, NULL);
}

CUresult
cuMemsetD2D16(CUdeviceptr dst, size_t pitch, unsigned short value, size_t width,
	      size_t height)
{
	return fill(rows(row(dst, value, 2, width), pitch, height), false, NULL);
}

CUresult
cuMemsetD2D32(CUdeviceptr dst, size_t pitch, unsigned int value, size_t width,
	      size_t height)
{
	return fill(rows(row(dst, value, 4, width), pitch, height), false, NULL);
}

CU_ALIAS(cuMemcpyHtoD_v2, cuMemcpyHtoD);
CU_ALIAS(cuMemcpyDtoH_v2, cuMemcpyDtoH);
CU_ALIAS(cuMemcpyDtoD_v2, cuMemcpyDtoD);
CU_ALIAS(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync);
CU_ALIAS(cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync);
CU_ALIAS(cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync);
CU_ALIAS(cuMemcpy2D_v2, cuMemcpy2D);
CU_ALIAS(cuMemcpy2DUnaligned_v2, cuMemcpy2DUnaligned);
CU_ALIAS(cuMemcpy2DAsync_v2, cuMemcpy2DAsync);
CU_ALIAS(cuMemcpy3D_v2, cuMemcpy3D);
CU_ALIAS(cuMemcpy3DAsync_v2, cuMemcpy3DAsync);
CU_ALIAS(cuMemcpyHtoA_v2, cuMemcpyHtoA);
CU_ALIAS(cuMemcpyAtoH_v2, cuMemcpyAtoH);
CU_ALIAS(cuMemcpyDtoA_v2, cuMemcpyDtoA);
CU_ALIAS(cuMemcpyAtoD_v2, cuMemcpyAtoD);
CU_ALIAS(cuMemcpyAtoA_v2, cuMemcpyAtoA);
CU_ALIAS(cuMemsetD8_v2, cuMemsetD8);
CU_ALIAS(cuMemsetD16_v2, cuMemsetD16);
CU_ALIAS(cuMemsetD32_v2, cuMemsetD32);
CU_ALIAS(cuMemsetD2D8_v2, cuMemsetD2D8);
CU_ALIAS(cuMemsetD2D16_v2, cuMemsetD2D16);
CU_ALIAS(cuMemsetD2D32_v2, cuMemsetD2D32);
