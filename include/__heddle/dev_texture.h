/* SPDX-License-Identifier: Apache-2.0 */
/* Reading textures: the usual ways at once, the others through the runtime. */
#ifndef __HEDDLE_DEV_TEXTURE_H__
#define __HEDDLE_DEV_TEXTURE_H__

extern "C" {
__device__ __attribute__((const)) int hd_dev_tex_nearest(float x, int n, int how);
__device__ __attribute__((const)) int hd_dev_tex_between(float x, int n, int how);
__device__ __attribute__((const)) int hd_dev_tex_index(int i, int n, int how);
__device__ void hd_dev_texture(const void *texture, const void *fetch, void *out);
}

/* ---- texels as C++ types: their parts, and what a fraction of them is ------------ */

template <class __T> struct __hd_texel;

#define __hd_texel_type(__T, part_type, n, float_type, is_float_type) \
	template <> struct __hd_texel<__T> { \
		typedef part_type part; \
		typedef float_type fraction; \
		enum { count = n, is_float = is_float_type }; \
	};
#define __hd_texel_types(scalar, __T, is_float) \
	__hd_texel_type(scalar, scalar, 1, float, is_float) \
	__hd_texel_type(__T##1, scalar, 1, float1, is_float) \
	__hd_texel_type(__T##2, scalar, 2, float2, is_float) \
	__hd_texel_type(__T##4, scalar, 4, float4, is_float)

__hd_texel_type(char, char, 1, float, 0)
__hd_texel_types(signed char, char, 0)
__hd_texel_types(unsigned char, uchar, 0)
__hd_texel_types(short, short, 0)
__hd_texel_types(unsigned short, ushort, 0)
__hd_texel_types(int, int, 0)
__hd_texel_types(unsigned int, uint, 0)
__hd_texel_types(float, float, 1)
#undef __hd_texel_types
#undef __hd_texel_type

template <class __T> __hd_fn __T
__hd_texel_of(const unsigned *raw)
{
	typedef typename __hd_texel<__T>::part part;
	__T r;

	for (int c = 0; c < __hd_texel<__T>::count; c++)
		((part *)&r)[c] = __hd_texel<__T>::is_float ? (part)__uint_as_float(raw[c])
		                                          : (part)raw[c];
	return r;
}

/* ---- through the runtime ---------------------------------------------------------- */

template <class __T> __hd_fn __T
__hd_tex_ask(const __hd_texture *t, const __hd_fetch &f)
{
	unsigned raw[4];

	hd_dev_texture(t, &f, raw);
	return __hd_texel_of<__T>(raw);
}

template <class __T> __hd_fn __T
__hd_tex_level(const __hd_texture *t, int kind, float x, float y, float z, int layer,
               float level)
{
	__hd_fetch f = {kind | __hd_fetch_level, layer, x, y, z, level};

	return __hd_tex_ask<__T>(t, f);
}

template <class __T> __hd_fn __T
__hd_tex_grad(const __hd_texture *t, int kind, float x, float y, float z, int layer,
              float4 dx, float4 dy)
{
	__hd_fetch f = {kind | __hd_fetch_grad, layer,          x, y, z, 0,
	                {dx.x, dx.y, dx.z},     {dy.x, dy.y, dy.z}};

	return __hd_tex_ask<__T>(t, f);
}

/* ---- at once ----------------------------------------------------------------------- */

template <class __T> __hd_fn __T
__hd_tex_load(const char *row, int i)
{
	if (i < 0 || !row)
		return __T();
	return *(const __T *)(row + i * (long long)sizeof(__T));
}

__hd_fn const char *
__hd_tex_row(const __hd_texture *t, int j, int k)
{
	if (j < 0 || k < 0)
		return 0;
	return t->image.base + j * t->image.pitch + k * t->image.slice;
}

__hd_fn float
__hd_tex_add(float sum, float v, float w)
{
	return sum + w * v;
}
__hd_fn float1
__hd_tex_add(float1 sum, float1 v, float w)
{
	return make_float1(sum.x + w * v.x);
}
__hd_fn float2
__hd_tex_add(float2 sum, float2 v, float w)
{
	return make_float2(sum.x + w * v.x, sum.y + w * v.y);
}
__hd_fn float4
__hd_tex_add(float4 sum, float4 v, float w)
{
	return make_float4(sum.x + w * v.x, sum.y + w * v.y, sum.z + w * v.z,
	                   sum.w + w * v.w);
}

/* Adds two texels of a row to a sum. Places have 8 bits of fraction, weights too; how
 * they come about is in runtime/texture.h. */
template <class __T> __hd_fn __T
__hd_tex_line(__T sum, const __hd_texture *t, const char *row, int a, int low, int high)
{
	int n = t->image.width, how = t->address[0];

	sum = __hd_tex_add(sum, __hd_tex_load<__T>(row, hd_dev_tex_index(a >> 8, n, how)),
	                   (float)low * 0.00390625f);
	return __hd_tex_add(sum,
	                    __hd_tex_load<__T>(row, hd_dev_tex_index((a >> 8) + 1, n, how)),
	                    (float)high * 0.00390625f);
}

template <class __T> __hd_fn __T
__hd_tex_plane(const __hd_texture *t, int k, int a, int b)
{
	int n = t->image.height, how = t->address[1], x = a & 255, y = b & 255;
	int both = (x * y + 128) >> 8;
	__T sum = __T();

	sum = __hd_tex_line<__T>(sum, t,
	                       __hd_tex_row(t, hd_dev_tex_index(b >> 8, n, how), k), a,
	                       256 - x - y + both, x - both);
	return __hd_tex_line<__T>(sum, t,
	                        __hd_tex_row(t, hd_dev_tex_index((b >> 8) + 1, n, how), k),
	                        a, y - both, both);
}

template <class __T> __hd_fn __T
__hd_tex_volume(const __hd_texture *t, int a, int b, int c)
{
	int y = b & 255, z = c & 255, both = (y * z + 128) >> 8;
	__T sum = __T();

	for (int q = 0; q < 4; q++) {
		int j = hd_dev_tex_index((b >> 8) + (q & 1), t->image.height, t->address[1]);
		int k = hd_dev_tex_index((c >> 8) + (q >> 1), t->image.depth, t->address[2]);
		int w = q == 0 ? 256 - y - z + both : q == 1 ? y - both : q == 2 ? z - both : both;
		int high = (w * (a & 255) + 128) >> 8;

		sum = __hd_tex_line<__T>(sum, t, __hd_tex_row(t, j, k), a, w - high, high);
	}
	return sum;
}

template <class __T, int dims, int is_float> struct __hd_tex_linear {
	static __device__ __forceinline__ __T
	read(const __hd_texture *, float, float, float, int)
	{
		return __T(); /* only floats are filtered */
	}
};

template <class __T, int dims> struct __hd_tex_linear<__T, dims, 1> {
	static __device__ __forceinline__ __T
	read(const __hd_texture *t, float x, float y, float z, int plane)
	{
		const __hd_image &m = t->image;
		int a = hd_dev_tex_between(x, m.width, t->address[0]);

		if (dims == 1)
			return __hd_tex_line<__T>(__T(), t, __hd_tex_row(t, 0, plane), a,
			                        256 - (a & 255), a & 255);
		int b = hd_dev_tex_between(y, m.height, t->address[1]);

		if (dims == 2)
			return __hd_tex_plane<__T>(t, plane, a, b);
		return __hd_tex_volume<__T>(
			t, a, b, hd_dev_tex_between(z, m.depth, t->address[2]));
	}
};

template <class __T, int dims> __hd_fn __T
__hd_tex_point(const __hd_texture *t, float x, float y, float z, int plane)
{
	const __hd_image &m = t->image;
	int i = hd_dev_tex_nearest(x, m.width, t->address[0]), j = 0;

	if (dims > 1)
		j = hd_dev_tex_nearest(y, m.height, t->address[1]);
	if (dims > 2)
		plane = hd_dev_tex_nearest(z, m.depth, t->address[2]);
	return __hd_tex_load<__T>(__hd_tex_row(t, j, plane), i);
}

/* The one way in for all that has no level. `kind` says how many coordinates there
 * are, whether `layer` is one more, and whether they are a direction. */
template <class __T, int kind> __hd_fn __T
__hd_tex_sample(const __hd_texture *t, float x, float y, float z, int layer)
{
	enum { dims = kind & __hd_fetch_dims, cube = kind & __hd_fetch_cube };
	int plane = layer;

	if (kind & __hd_fetch_layered) {
		if ((unsigned)plane >= (unsigned)t->image.depth)
			plane = t->image.depth - 1;
	}
	if (!cube && t->fast == __hd_fast_point && t->texel == sizeof(__T))
		return __hd_tex_point<__T, dims>(t, x, y, z, plane);
	if (!cube && __hd_texel<__T>::is_float && t->fast == __hd_fast_linear &&
	    t->texel == sizeof(__T))
		return __hd_tex_linear<__T, dims, __hd_texel<__T>::is_float>::read(t, x, y, z,
		                                                               plane);
	__hd_fetch f = {kind, layer, x, y, z};

	return __hd_tex_ask<__T>(t, f);
}

/* Linear memory by index: nothing but the bounds. */
template <class __T> __hd_fn __T
__hd_tex_index(const __hd_texture *t, int i)
{
	if ((unsigned)i >= (unsigned)t->image.width)
		return __T();
	if (t->direct && t->texel == sizeof(__T))
		return *(const __T *)(t->image.base + i * (long long)sizeof(__T));
	__hd_fetch f = {__hd_fetch_index, i};

	return __hd_tex_ask<__T>(t, f);
}

#endif
