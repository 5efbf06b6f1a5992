/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores with cache hints. The hints mean nothing here, except that
 * __ldcv, __ldlu and __stwt really touch memory each time. */
#ifndef __HEDDLE_DEV_LOAD_H__
#define __HEDDLE_DEV_LOAD_H__

template <class __T> __hd_fn __T __ldg(const __T *p) { return *p; }
template <class __T> __hd_fn __T __ldca(const __T *p) { return *p; }
template <class __T> __hd_fn __T __ldcg(const __T *p) { return *p; }
template <class __T> __hd_fn __T __ldcs(const __T *p) { return *p; }

template <class __T> __hd_fn void __stcg(__T *p, __T v) { *p = v; }
template <class __T> __hd_fn void __stcs(__T *p, __T v) { *p = v; }
template <class __T> __hd_fn void __stwb(__T *p, __T v) { *p = v; }

/* A type as large and as aligned as T, to copy it by one volatile access. */
template <unsigned size> struct __hd_chunk;
template <> struct __hd_chunk<1> { typedef unsigned char type; };
template <> struct __hd_chunk<2> { typedef unsigned short type; };
template <> struct __hd_chunk<4> { typedef unsigned int type; };
template <> struct __hd_chunk<8> { typedef unsigned long long type; };
template <> struct __hd_chunk<16> {
	typedef unsigned int type __attribute__((ext_vector_type(4)));
};

template <class __T> __hd_fn __T
__ldcv(const __T *p)
{
	typedef typename __hd_chunk<sizeof(__T)>::type chunk;
	chunk bits = *(const volatile chunk *)p;
	__T v;

	__builtin_memcpy(&v, &bits, sizeof v);
	return v;
}
template <class __T> __hd_fn __T __ldlu(const __T *p) { return __ldcv(p); }

template <class __T> __hd_fn void
__stwt(__T *p, __T v)
{
	typedef typename __hd_chunk<sizeof(__T)>::type chunk;
	chunk bits;

	__builtin_memcpy(&bits, &v, sizeof v);
	*(volatile chunk *)p = bits;
}

#endif
