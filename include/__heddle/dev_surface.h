/* SPDX-License-Identifier: Apache-2.0 */
/* surf1Dread, surf2Dwrite ... for surface objects and references. x is in bytes. */
#ifndef __HEDDLE_DEV_SURFACE_H__
#define __HEDDLE_DEV_SURFACE_H__

#define __hd_list(...) __VA_ARGS__

__hd_fn int
__hd_surf_limit(int i, int last)
{
	i = i < last ? i : last;
	return i > 0 ? i : 0;
}

/* Where an element of `size` bytes is; 0: outside, where reads are zero. */
__hd_fn char *
__hd_surf_at(cudaSurfaceObject_t object, int size, int x, int y, int z,
             cudaSurfaceBoundaryMode mode)
{
	const __hd_texture *t = (const __hd_texture *)object;
	const __hd_image &m = t->image;
	int last = m.width * t->texel - size;

	if (x < 0 || x > last || (unsigned)y >= (unsigned)m.height ||
	    (unsigned)z >= (unsigned)m.depth) {
		if (mode == cudaBoundaryModeTrap)
			__trap();
		if (mode == cudaBoundaryModeZero)
			return 0;
		x = __hd_surf_limit(x, last);
		y = __hd_surf_limit(y, m.height - 1);
		z = __hd_surf_limit(z, m.depth - 1);
	}
	return m.base + x + y * m.pitch + z * m.slice;
}

template <class __T> __hd_fn __T
__hd_surf_read(const char *p)
{
	return p ? *(const __T *)p : __T();
}

template <class __T> __hd_fn void
__hd_surf_write(char *p, __T value)
{
	if (p)
		*(__T *)p = value;
}

/* `shape` is what follows surf in the names; `coordinates` are declared, `place` gives
 * x, y and z of the element. */
#define __hd_surf_function(shape, type, coordinates, place) \
	template <class __T> __hd_fn __T surf##shape##read( \
		cudaSurfaceObject_t object, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		return __hd_surf_read<__T>( \
			__hd_surf_at(object, sizeof(__T), __hd_list place, mode)); \
	} \
	template <class __T> __hd_fn void surf##shape##read( \
		__T *result, cudaSurfaceObject_t object, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		*result = __hd_surf_read<__T>( \
			__hd_surf_at(object, sizeof(__T), __hd_list place, mode)); \
	} \
	template <class __T> __hd_fn void surf##shape##write( \
		__T value, cudaSurfaceObject_t object, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		__hd_surf_write(__hd_surf_at(object, sizeof(__T), __hd_list place, mode), \
		                value); \
	} \
	template <class __T> __hd_fn __T surf##shape##read( \
		const surface<void, type> &ref, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		return __hd_surf_read<__T>(__hd_surf_at((cudaSurfaceObject_t)&ref.__hd, \
		                                      sizeof(__T), __hd_list place, mode)); \
	} \
	template <class __T> __hd_fn void surf##shape##read( \
		__T *result, const surface<void, type> &ref, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		*result = __hd_surf_read<__T>(__hd_surf_at( \
			(cudaSurfaceObject_t)&ref.__hd, sizeof(__T), __hd_list place, mode)); \
	} \
	template <class __T> __hd_fn void surf##shape##write( \
		__T value, const surface<void, type> &ref, __hd_list coordinates, \
		cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
	{ \
		__hd_surf_write(__hd_surf_at((cudaSurfaceObject_t)&ref.__hd, sizeof(__T), \
		                             __hd_list place, mode), \
		                value); \
	}

__hd_surf_function(1D, cudaSurfaceType1D, (int x), (x, 0, 0))
__hd_surf_function(2D, cudaSurfaceType2D, (int x, int y), (x, y, 0))
__hd_surf_function(3D, cudaSurfaceType3D, (int x, int y, int z), (x, y, z))
__hd_surf_function(1DLayered, cudaSurfaceType1DLayered, (int x, int layer),
                   (x, 0, layer))
__hd_surf_function(2DLayered, cudaSurfaceType2DLayered, (int x, int y, int layer),
                   (x, y, layer))
__hd_surf_function(Cubemap, cudaSurfaceTypeCubemap, (int x, int y, int face),
                   (x, y, face))
__hd_surf_function(CubemapLayered, cudaSurfaceTypeCubemapLayered,
                   (int x, int y, int layerFace), (x, y, layerFace))

#undef __hd_surf_function
#undef __hd_list

#endif
