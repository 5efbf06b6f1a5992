/* SPDX-License-Identifier: Apache-2.0 */
/* tex1D, tex2D ... for texture objects and for texture references. */
#ifndef __HEDDLE_DEV_TEXTURE_FUNCTIONS_H__
#define __HEDDLE_DEV_TEXTURE_FUNCTIONS_H__

#define __hd_list(...) __VA_ARGS__

__hd_fn const __hd_texture *
__hd_tex_object(cudaTextureObject_t object)
{
	return (const __hd_texture *)object;
}

/* Every function in its five forms. `read` is a template over the type of the texel;
 * `parameters` are declared and `values` passed after the texture. */
#define __hd_tex_function(name, type, read, parameters, values) \
	template <class __T> __hd_fn __T name(cudaTextureObject_t object, \
	                                  __hd_list parameters) \
	{ \
		return read<__T __hd_list values; \
	} \
	template <class __T> __hd_fn void name(__T *result, cudaTextureObject_t object, \
	                                     __hd_list parameters) \
	{ \
		*result = read<__T __hd_list values; \
	} \
	template <class __T> __hd_fn __T name( \
		const texture<__T, type, cudaReadModeElementType> &ref, \
		__hd_list parameters) \
	{ \
		cudaTextureObject_t object = (cudaTextureObject_t)&ref.__hd; \
		return read<__T __hd_list values; \
	} \
	template <class __T> __hd_fn typename __hd_texel<__T>::fraction name( \
		const texture<__T, type, cudaReadModeNormalizedFloat> &ref, \
		__hd_list parameters) \
	{ \
		typedef typename __hd_texel<__T>::fraction __F; \
		cudaTextureObject_t object = (cudaTextureObject_t)&ref.__hd; \
		return read<__F __hd_list values; \
	}

/* The second form of a name, for textures with memory that may be missing: here it
 * never is. */
#define __hd_tex_resident(name, parameters, values) \
	template <class __T> __hd_fn __T name(cudaTextureObject_t object, \
	                                  __hd_list parameters, bool *resident) \
	{ \
		*resident = true; \
		return name<__T>(object, __hd_list values); \
	}

#define __hd_cube (3 | __hd_fetch_cube)
#define __hd_1d_layered (1 | __hd_fetch_layered)
#define __hd_2d_layered (2 | __hd_fetch_layered)
#define __hd_cube_layered (3 | __hd_fetch_cube | __hd_fetch_layered)
#define __hd_tex __hd_tex_object(object)

__hd_tex_function(tex1Dfetch, cudaTextureType1D, __hd_tex_index, (int i),
                  (>(__hd_tex, i)))

/* ---- without a level --------------------------------------------------------------- */

__hd_tex_function(tex1D, cudaTextureType1D, __hd_tex_sample, (float x),
                  (, 1>(__hd_tex, x, 0, 0, 0)))
__hd_tex_function(tex2D, cudaTextureType2D, __hd_tex_sample, (float x, float y),
                  (, 2>(__hd_tex, x, y, 0, 0)))
__hd_tex_function(tex3D, cudaTextureType3D, __hd_tex_sample,
                  (float x, float y, float z), (, 3>(__hd_tex, x, y, z, 0)))
__hd_tex_function(tex1DLayered, cudaTextureType1DLayered, __hd_tex_sample,
                  (float x, int layer), (, __hd_1d_layered>(__hd_tex, x, 0, 0, layer)))
__hd_tex_function(tex2DLayered, cudaTextureType2DLayered, __hd_tex_sample,
                  (float x, float y, int layer),
                  (, __hd_2d_layered>(__hd_tex, x, y, 0, layer)))
__hd_tex_function(texCubemap, cudaTextureTypeCubemap, __hd_tex_sample,
                  (float x, float y, float z), (, __hd_cube>(__hd_tex, x, y, z, 0)))
__hd_tex_function(texCubemapLayered, cudaTextureTypeCubemapLayered, __hd_tex_sample,
                  (float x, float y, float z, int layer),
                  (, __hd_cube_layered>(__hd_tex, x, y, z, layer)))
__hd_tex_resident(tex2D, (float x, float y), (x, y))
__hd_tex_resident(tex3D, (float x, float y, float z), (x, y, z))
__hd_tex_resident(tex2DLayered, (float x, float y, int layer), (x, y, layer))

/* ---- of a level -------------------------------------------------------------------- */

__hd_tex_function(tex1DLod, cudaTextureType1D, __hd_tex_level, (float x, float level),
                  (>(__hd_tex, 1, x, 0, 0, 0, level)))
__hd_tex_function(tex2DLod, cudaTextureType2D, __hd_tex_level,
                  (float x, float y, float level),
                  (>(__hd_tex, 2, x, y, 0, 0, level)))
__hd_tex_function(tex3DLod, cudaTextureType3D, __hd_tex_level,
                  (float x, float y, float z, float level),
                  (>(__hd_tex, 3, x, y, z, 0, level)))
__hd_tex_function(tex1DLayeredLod, cudaTextureType1DLayered, __hd_tex_level,
                  (float x, int layer, float level),
                  (>(__hd_tex, __hd_1d_layered, x, 0, 0, layer, level)))
__hd_tex_function(tex2DLayeredLod, cudaTextureType2DLayered, __hd_tex_level,
                  (float x, float y, int layer, float level),
                  (>(__hd_tex, __hd_2d_layered, x, y, 0, layer, level)))
__hd_tex_function(texCubemapLod, cudaTextureTypeCubemap, __hd_tex_level,
                  (float x, float y, float z, float level),
                  (>(__hd_tex, __hd_cube, x, y, z, 0, level)))
__hd_tex_function(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, __hd_tex_level,
                  (float x, float y, float z, int layer, float level),
                  (>(__hd_tex, __hd_cube_layered, x, y, z, layer, level)))
__hd_tex_resident(tex2DLod, (float x, float y, float level), (x, y, level))
__hd_tex_resident(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
__hd_tex_resident(tex2DLayeredLod, (float x, float y, int layer, float level),
                  (x, y, layer, level))

/* ---- of the level that steps in x and y ask for ------------------------------------ */

__hd_fn float4
__hd_step(float d)
{
	return make_float4(d, 0, 0, 0);
}
__hd_fn float4
__hd_step(float2 d)
{
	return make_float4(d.x, d.y, 0, 0);
}

__hd_tex_function(tex1DGrad, cudaTextureType1D, __hd_tex_grad,
                  (float x, float dx, float dy),
                  (>(__hd_tex, 1, x, 0, 0, 0, __hd_step(dx), __hd_step(dy))))
__hd_tex_function(tex2DGrad, cudaTextureType2D, __hd_tex_grad,
                  (float x, float y, float2 dx, float2 dy),
                  (>(__hd_tex, 2, x, y, 0, 0, __hd_step(dx), __hd_step(dy))))
__hd_tex_function(tex3DGrad, cudaTextureType3D, __hd_tex_grad,
                  (float x, float y, float z, float4 dx, float4 dy),
                  (>(__hd_tex, 3, x, y, z, 0, dx, dy)))
__hd_tex_function(tex1DLayeredGrad, cudaTextureType1DLayered, __hd_tex_grad,
                  (float x, int layer, float dx, float dy),
                  (>(__hd_tex, __hd_1d_layered, x, 0, 0, layer, __hd_step(dx),
                     __hd_step(dy))))
__hd_tex_function(tex2DLayeredGrad, cudaTextureType2DLayered, __hd_tex_grad,
                  (float x, float y, int layer, float2 dx, float2 dy),
                  (>(__hd_tex, __hd_2d_layered, x, y, 0, layer, __hd_step(dx),
                     __hd_step(dy))))
__hd_tex_function(texCubemapGrad, cudaTextureTypeCubemap, __hd_tex_grad,
                  (float x, float y, float z, float4 dx, float4 dy),
                  (>(__hd_tex, __hd_cube, x, y, z, 0, dx, dy)))
__hd_tex_function(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered, __hd_tex_grad,
                  (float x, float y, float z, int layer, float4 dx, float4 dy),
                  (>(__hd_tex, __hd_cube_layered, x, y, z, layer, dx, dy)))
__hd_tex_resident(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))

/* ---- four texels of one channel ---------------------------------------------------- */

template <class __T> __hd_fn __T
__hd_tex_gather(const __hd_texture *t, float x, float y, int channel)
{
	__hd_fetch f = {2 | __hd_fetch_gather, channel, x, y};

	return __hd_tex_ask<__T>(t, f);
}

template <class __T> __hd_fn __T
tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0)
{
	return __hd_tex_gather<__T>(__hd_tex, x, y, channel);
}
template <class __T> __hd_fn void
tex2Dgather(__T *result, cudaTextureObject_t object, float x, float y, int channel = 0)
{
	*result = __hd_tex_gather<__T>(__hd_tex, x, y, channel);
}

#define __hd_gather_function(part, __T) \
	__hd_fn __T tex2Dgather( \
		const texture<part, cudaTextureType2D, cudaReadModeElementType> &ref, \
		float x, float y, int channel = 0) \
	{ \
		return __hd_tex_gather<__T>(&ref.__hd, x, y, channel); \
	}
#define __hd_gather_functions(scalar, __T) \
	__hd_gather_function(scalar, __T##4) \
	__hd_gather_function(__T##1, __T##4) \
	__hd_gather_function(__T##2, __T##4) \
	__hd_gather_function(__T##4, __T##4)
__hd_gather_functions(signed char, char)
__hd_gather_functions(unsigned char, uchar)
__hd_gather_functions(short, short)
__hd_gather_functions(unsigned short, ushort)
__hd_gather_functions(int, int)
__hd_gather_functions(unsigned int, uint)
__hd_gather_functions(float, float)

#undef __hd_gather_functions
#undef __hd_gather_function
#undef __hd_tex
#undef __hd_cube
#undef __hd_1d_layered
#undef __hd_2d_layered
#undef __hd_cube_layered
#undef __hd_tex_resident
#undef __hd_tex_function
#undef __hd_list

#endif
