/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic and comparisons of a 16-bit type and its pairs. Included once per type, with
 * __hd_T, __hd_T2, __hd_from_float and __hd_of_fma defined; no guard.
 *
 * Every operation rounds once: sums, products and quotients of 16-bit numbers are right
 * when they are rounded from float, multiply-adds when they are rounded from a float or,
 * of bfloat16, a double that knows what it lacks. */

__hd_hd float __hd_f(__hd_T a) { return (float)a; }
__hd_hd bool __hisnan(const __hd_T a) { return __hd_f(a) != __hd_f(a); }
__hd_hd int
__hisinf(const __hd_T a)
{
	float x = __hd_f(a);

	return x == __builtin_huge_valf() ? 1 : x == -__builtin_huge_valf() ? -1 : 0;
}

__hd_hd __hd_T
__hneg(const __hd_T a)
{
	return __hisnan(a) ? __hd_T::__hd_make(0x7fff)
	                   : __hd_T::__hd_make(a.__hd_bits() ^ 0x8000);
}
__hd_hd __hd_T
__habs(const __hd_T a)
{
	return __hisnan(a) ? __hd_T::__hd_make(0x7fff)
	                   : __hd_T::__hd_make(a.__hd_bits() & 0x7fff);
}
__hd_hd __hd_T
__hd_sat(__hd_T a)
{
	float x = __hd_f(a);

	return __hd_from_float(x > 0 ? x < 1 ? x : 1.0f : 0.0f);
}
__hd_hd __hd_T
__hd_relu(__hd_T a)
{
	return __hd_f(a) < 0 ? __hd_T::__hd_make(0) : a;
}

/* ---- arithmetic: _rn forms are never fused; nothing is here */

#define __hd_binary(name, op) \
	__hd_hd __hd_T name(const __hd_T a, const __hd_T b) \
	{ return __hd_from_float(__hd_f(a) op __hd_f(b)); } \
	__hd_hd __hd_T2 name##2(const __hd_T2 a, const __hd_T2 b) \
	{ return __hd_T2(name(a.x, b.x), name(a.y, b.y)); }
#define __hd_binary_forms(name, op) \
	__hd_binary(name, op) \
	__hd_hd __hd_T name##_rn(const __hd_T a, const __hd_T b) { return name(a, b); } \
	__hd_hd __hd_T2 name##2_rn(const __hd_T2 a, const __hd_T2 b) \
	{ return name##2(a, b); } \
	__hd_hd __hd_T name##_sat(const __hd_T a, const __hd_T b) \
	{ return __hd_sat(name(a, b)); } \
	__hd_hd __hd_T2 name##2_sat(const __hd_T2 a, const __hd_T2 b) \
	{ return __hd_T2(name##_sat(a.x, b.x), name##_sat(a.y, b.y)); }

__hd_binary_forms(__hadd, +)
__hd_binary_forms(__hsub, -)
__hd_binary_forms(__hmul, *)
__hd_binary(__hd_div, /)
__hd_hd __hd_T __hdiv(const __hd_T a, const __hd_T b) { return __hd_div(a, b); }
__hd_hd __hd_T2 __h2div(const __hd_T2 a, const __hd_T2 b) { return __hd_div2(a, b); }
#undef __hd_binary_forms
#undef __hd_binary

__hd_hd __hd_T2 __hneg2(const __hd_T2 a) { return __hd_T2(__hneg(a.x), __hneg(a.y)); }
__hd_hd __hd_T2 __habs2(const __hd_T2 a) { return __hd_T2(__habs(a.x), __habs(a.y)); }

__hd_hd __hd_T
__hfma(const __hd_T a, const __hd_T b, const __hd_T c)
{
	return __hd_T::__hd_make(__hd_of_fma(__hd_f(a), __hd_f(b), __hd_f(c)));
}
#define __hd_fma_form(suffix, how) \
	__hd_hd __hd_T __hfma##suffix(const __hd_T a, const __hd_T b, const __hd_T c) \
	{ return how(__hfma(a, b, c)); } \
	__hd_hd __hd_T2 __hfma2##suffix(const __hd_T2 a, const __hd_T2 b, const __hd_T2 c) \
	{ return __hd_T2(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y)); }

__hd_fma_form(_sat, __hd_sat)
__hd_fma_form(_relu, __hd_relu)
#undef __hd_fma_form
__hd_hd __hd_T2
__hfma2(const __hd_T2 a, const __hd_T2 b, const __hd_T2 c)
{
	return __hd_T2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
/* Pairs as complex numbers: a * b + c. */
__hd_hd __hd_T2
__hcmadd(const __hd_T2 a, const __hd_T2 b, const __hd_T2 c)
{
	__hd_T re = __hfma(a.x, b.x, c.x), im = __hfma(a.x, b.y, c.y);

	return __hd_T2(__hfma(__hneg(a.y), b.y, re), __hfma(a.y, b.x, im));
}

/* ---- comparisons: u forms are true where a number is missing */

#define __hd_compare(name, op) \
	__hd_hd bool __h##name(const __hd_T a, const __hd_T b) \
	{ return __hd_f(a) op __hd_f(b) && !__hisnan(a) && !__hisnan(b); } \
	__hd_hd bool __h##name##u(const __hd_T a, const __hd_T b) \
	{ return __hd_f(a) op __hd_f(b) || __hisnan(a) || __hisnan(b); } \
	__hd_compare2(name) \
	__hd_compare2(name##u)
#define __hd_compare2(name) \
	__hd_hd __hd_T2 __h##name##2(const __hd_T2 a, const __hd_T2 b) \
	{ \
		return __hd_T2(__hd_from_float(__h##name(a.x, b.x)), \
		               __hd_from_float(__h##name(a.y, b.y))); \
	} \
	__hd_hd bool __hb##name##2(const __hd_T2 a, const __hd_T2 b) \
	{ return __h##name(a.x, b.x) && __h##name(a.y, b.y); } \
	__hd_hd unsigned __h##name##2_mask(const __hd_T2 a, const __hd_T2 b) \
	{ \
		return (__h##name(a.x, b.x) ? 0xffffu : 0) | \
		       (__h##name(a.y, b.y) ? 0xffff0000u : 0); \
	}

__hd_compare(eq, ==)
__hd_compare(ne, !=)
__hd_compare(lt, <)
__hd_compare(le, <=)
__hd_compare(gt, >)
__hd_compare(ge, >=)
#undef __hd_compare
#undef __hd_compare2

__hd_hd __hd_T2
__hisnan2(const __hd_T2 a)
{
	return __hd_T2(__hd_from_float(__hisnan(a.x)), __hd_from_float(__hisnan(a.y)));
}

/* ---- min and max: numbers win over NaN, or with _nan the other way round; -0 < +0 */

__hd_hd bool
__hd_below(__hd_T a, __hd_T b)
{
	return __hd_f(a) < __hd_f(b) ||
	       (__hd_f(a) == __hd_f(b) && (a.__hd_bits() & 0x8000) && !(b.__hd_bits() & 0x8000));
}
#define __hd_minmax(name, first, second) \
	__hd_hd __hd_T name(const __hd_T a, const __hd_T b) \
	{ \
		if (__hisnan(a)) \
			return __hisnan(b) ? __hd_T::__hd_make(0x7fff) : b; \
		if (__hisnan(b)) \
			return a; \
		return __hd_below(first, second) ? a : b; \
	} \
	__hd_hd __hd_T name##_nan(const __hd_T a, const __hd_T b) \
	{ \
		if (__hisnan(a) || __hisnan(b)) \
			return __hd_T::__hd_make(0x7fff); \
		return __hd_below(first, second) ? a : b; \
	} \
	__hd_hd __hd_T2 name##2(const __hd_T2 a, const __hd_T2 b) \
	{ return __hd_T2(name(a.x, b.x), name(a.y, b.y)); } \
	__hd_hd __hd_T2 name##2_nan(const __hd_T2 a, const __hd_T2 b) \
	{ return __hd_T2(name##_nan(a.x, b.x), name##_nan(a.y, b.y)); }

__hd_minmax(__hmin, a, b)
__hd_minmax(__hmax, b, a)
#undef __hd_minmax

/* ---- operators */

#define __hd_operator(op, name) \
	__hd_hd __hd_T operator op(const __hd_T &a, const __hd_T &b) { return __h##name(a, b); } \
	__hd_hd __hd_T &operator op##=(__hd_T &a, const __hd_T &b) { return a = a op b; }
#define __hd_operator2(op, name) \
	__hd_hd __hd_T2 operator op(const __hd_T2 &a, const __hd_T2 &b) { return name(a, b); } \
	__hd_hd __hd_T2 &operator op##=(__hd_T2 &a, const __hd_T2 &b) { return a = a op b; }
#define __hd_relation(op, name) \
	__hd_hd bool operator op(const __hd_T &a, const __hd_T &b) { return __h##name(a, b); } \
	__hd_hd bool operator op(const __hd_T2 &a, const __hd_T2 &b) \
	{ return __hb##name##2(a, b); }

__hd_operator(+, add)
__hd_operator(-, sub)
__hd_operator(*, mul)
__hd_operator(/, div)
__hd_operator2(+, __hadd2)
__hd_operator2(-, __hsub2)
__hd_operator2(*, __hmul2)
__hd_operator2(/, __h2div)
__hd_relation(==, eq)
__hd_relation(!=, neu)
__hd_relation(<, lt)
__hd_relation(<=, le)
__hd_relation(>, gt)
__hd_relation(>=, ge)
#undef __hd_operator
#undef __hd_operator2
#undef __hd_relation

__hd_hd __hd_T operator+(const __hd_T &a) { return a; }
__hd_hd __hd_T operator-(const __hd_T &a) { return __hneg(a); }
__hd_hd __hd_T2 operator+(const __hd_T2 &a) { return a; }
__hd_hd __hd_T2 operator-(const __hd_T2 &a) { return __hneg2(a); }
#define __hd_step(T, op, one) \
	__hd_hd T &operator op##op(T &a) { return a = a op one; } \
	__hd_hd T operator op##op(T &a, int) \
	{ \
		T old = a; \
		a = a op one; \
		return old; \
	}
__hd_step(__hd_T, +, __hd_from_float(1.0f))
__hd_step(__hd_T, -, __hd_from_float(1.0f))
__hd_step(__hd_T2, +, __hd_T2(__hd_from_float(1.0f), __hd_from_float(1.0f)))
__hd_step(__hd_T2, -, __hd_T2(__hd_from_float(1.0f), __hd_from_float(1.0f)))
#undef __hd_step
