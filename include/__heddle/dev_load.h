/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores with cache hints. The hints mean nothing here, except that
 * __ldcv, __ldlu and __stwt really touch memory each time. */
#ifndef __HEDDLE_DEV_LOAD_H__
#define __HEDDLE_DEV_LOAD_H__

template <class T> __hd_fn T __ldg(const T *p) { return *p; }
template <class T> __hd_fn T __ldca(const T *p) { return *p; }
template <class T> __hd_fn T __ldcg(const T *p) { return *p; }
template <class T> __hd_fn T __ldcs(const T *p) { return *p; }

template <class T> __hd_fn void __stcg(T *p, T v) { *p = v; }
template <class T> __hd_fn void __stcs(T *p, T v) { *p = v; }
template <class T> __hd_fn void __stwb(T *p, T v) { *p = v; }

/* A type as large and as aligned as T, to copy it by one volatile access. */
template <unsigned size> struct __hd_chunk;
template <> struct __hd_chunk<1> { typedef unsigned char type; };
template <> struct __hd_chunk<2> { typedef unsigned short type; };
template <> struct __hd_chunk<4> { typedef unsigned int type; };
template <> struct __hd_chunk<8> { typedef unsigned long long type; };
template <> struct __hd_chunk<16> {
	typedef unsigned int type __attribute__((ext_vector_type(4)));
};

template <class T> __hd_fn T
__ldcv(const T *p)
{
	typedef typename __hd_chunk<sizeof(T)>::type chunk;
	chunk bits = *(const volatile chunk *)p;
	T v;

	__builtin_memcpy(&v, &bits, sizeof v);
	return v;
}
template <class T> __hd_fn T __ldlu(const T *p) { return __ldcv(p); }

template <class T> __hd_fn void
__stwt(T *p, T v)
{
	typedef typename __hd_chunk<sizeof(T)>::type chunk;
	chunk bits;

	__builtin_memcpy(&bits, &v, sizeof v);
	*(volatile chunk *)p = bits;
}

#endif
