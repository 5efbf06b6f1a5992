/* SPDX-License-Identifier: Apache-2.0 */
/* texture<> and surface<>, and the C++ functions that bind them. A reference is an
 * object of the host that kernels read, too. */
#ifndef __HEDDLE_TEXTURE_CLASSES_H__
#define __HEDDLE_TEXTURE_CLASSES_H__

extern "C++" {

template <class __T, int type = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
	texture(int norm = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
	        enum cudaTextureAddressMode address = cudaAddressModeClamp)
	{
		__hd_set(norm, filter, address, cudaCreateChannelDesc<__T>());
	}
	texture(int norm, enum cudaTextureFilterMode filter,
	        enum cudaTextureAddressMode address, struct cudaChannelFormatDesc desc)
	{
		__hd_set(norm, filter, address, desc);
	}

private:
	void __hd_set(int norm, enum cudaTextureFilterMode filter,
	              enum cudaTextureAddressMode address,
	              struct cudaChannelFormatDesc desc)
	{
		textureReference empty = {};

		*(textureReference *)this = empty;
		normalized = norm;
		filterMode = filter;
		for (int i = 0; i < 3; i++)
			addressMode[i] = address;
		channelDesc = desc;
		__hd_mode = mode;
	}
};

template <class __T, int type = 1>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
	surface()
	{
		surfaceReference empty = {};

		*(surfaceReference *)this = empty;
		channelDesc = cudaCreateChannelDesc<__T>();
	}
};

template <int type>
struct __attribute__((device_builtin_surface_type)) surface<void, type>
    : public surfaceReference {
	surface()
	{
		surfaceReference empty = {};

		*(surfaceReference *)this = empty;
	}
};

#define __hd_tex_ref const texture<__T, type, mode> &ref
#define __hd_tex_template \
	template <class __T, int type, enum cudaTextureReadMode mode> static inline cudaError_t

__hd_tex_template
cudaBindTexture(size_t *offset, __hd_tex_ref, const void *ptr,
                const cudaChannelFormatDesc &desc, size_t size = UINT_MAX)
{
	return ::cudaBindTexture(offset, &ref, ptr, &desc, size);
}

__hd_tex_template
cudaBindTexture(size_t *offset, __hd_tex_ref, const void *ptr, size_t size = UINT_MAX)
{
	return ::cudaBindTexture(offset, &ref, ptr, &ref.channelDesc, size);
}

__hd_tex_template
cudaBindTexture2D(size_t *offset, __hd_tex_ref, const void *ptr,
                  const cudaChannelFormatDesc &desc, size_t width, size_t height,
                  size_t pitch)
{
	return ::cudaBindTexture2D(offset, &ref, ptr, &desc, width, height, pitch);
}

__hd_tex_template
cudaBindTexture2D(size_t *offset, __hd_tex_ref, const void *ptr, size_t width,
                  size_t height, size_t pitch)
{
	return ::cudaBindTexture2D(offset, &ref, ptr, &ref.channelDesc, width, height,
	                           pitch);
}

__hd_tex_template
cudaBindTextureToArray(__hd_tex_ref, cudaArray_const_t array,
                       const cudaChannelFormatDesc &desc)
{
	return ::cudaBindTextureToArray(&ref, array, &desc);
}

__hd_tex_template
cudaBindTextureToArray(__hd_tex_ref, cudaArray_const_t array)
{
	cudaChannelFormatDesc desc;
	cudaError_t status = ::cudaGetChannelDesc(&desc, array);

	return status == cudaSuccess ? ::cudaBindTextureToArray(&ref, array, &desc)
	                             : status;
}

__hd_tex_template
cudaBindTextureToMipmappedArray(__hd_tex_ref, cudaMipmappedArray_const_t array,
                                const cudaChannelFormatDesc &desc)
{
	return ::cudaBindTextureToMipmappedArray(&ref, array, &desc);
}

__hd_tex_template
cudaBindTextureToMipmappedArray(__hd_tex_ref, cudaMipmappedArray_const_t array)
{
	return ::cudaBindTextureToMipmappedArray(&ref, array, &ref.channelDesc);
}

__hd_tex_template
cudaUnbindTexture(__hd_tex_ref)
{
	return ::cudaUnbindTexture(&ref);
}

__hd_tex_template
cudaGetTextureAlignmentOffset(size_t *offset, __hd_tex_ref)
{
	return ::cudaGetTextureAlignmentOffset(offset, &ref);
}
#undef __hd_tex_ref
#undef __hd_tex_template

template <class __T, int type> static inline cudaError_t
cudaBindSurfaceToArray(const surface<__T, type> &ref, cudaArray_const_t array,
                       const cudaChannelFormatDesc &desc)
{
	return ::cudaBindSurfaceToArray(&ref, array, &desc);
}

template <class __T, int type> static inline cudaError_t
cudaBindSurfaceToArray(const surface<__T, type> &ref, cudaArray_const_t array)
{
	cudaChannelFormatDesc desc;
	cudaError_t status = ::cudaGetChannelDesc(&desc, array);

	return status == cudaSuccess ? ::cudaBindSurfaceToArray(&ref, array, &desc)
	                             : status;
}

}

#endif
