/* SPDX-License-Identifier: Apache-2.0 */
/* __match_*_sync; clang's header has the other warp functions. */
#ifndef __HEDDLE_DEV_WARP_H__
#define __HEDDLE_DEV_WARP_H__

#define __hd_match32(T) \
	__hd_fn unsigned __match_any_sync(unsigned mask, T v) \
	{ return __match32_any_sync(mask, __hd_bits32(v)); } \
	__hd_fn unsigned __match_all_sync(unsigned mask, T v, int *all) \
	{ return __match32_all_sync(mask, __hd_bits32(v), all); }
#define __hd_match64(T) \
	__hd_fn unsigned __match_any_sync(unsigned mask, T v) \
	{ return __match64_any_sync(mask, __hd_bits64(v)); } \
	__hd_fn unsigned __match_all_sync(unsigned mask, T v, int *all) \
	{ return __match64_all_sync(mask, __hd_bits64(v), all); }

__hd_fn unsigned __hd_bits32(unsigned v) { return v; }
__hd_fn unsigned __hd_bits32(int v) { return (unsigned)v; }
__hd_fn unsigned __hd_bits32(float v) { return __float_as_uint(v); }
__hd_fn unsigned long long __hd_bits64(unsigned long v) { return v; }
__hd_fn unsigned long long __hd_bits64(long v) { return (unsigned long)v; }
__hd_fn unsigned long long __hd_bits64(unsigned long long v) { return v; }
__hd_fn unsigned long long
__hd_bits64(long long v)
{
	return (unsigned long long)v;
}
__hd_fn unsigned long long
__hd_bits64(double v)
{
	return (unsigned long long)__double_as_longlong(v);
}

__hd_match32(unsigned)
__hd_match32(int)
__hd_match32(float)
__hd_match64(unsigned long)
__hd_match64(long)
__hd_match64(unsigned long long)
__hd_match64(long long)
__hd_match64(double)
#undef __hd_match32
#undef __hd_match64

#endif
