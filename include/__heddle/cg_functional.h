/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that reductions and scans know by name. */
#ifndef __HEDDLE_CG_FUNCTIONAL_H__
#define __HEDDLE_CG_FUNCTIONAL_H__

namespace cooperative_groups {

#define __hd_cg_operator(name, expression) \
	template <class T = void> struct name { \
		__hd_cgm T operator()(T a, T b) const { return expression; } \
	}; \
	template <> struct name<void> { \
		template <class T> __hd_cgm T operator()(T a, T b) const \
		{ \
			return expression; \
		} \
	};

__hd_cg_operator(plus, a + b)
__hd_cg_operator(less, b < a ? b : a)
__hd_cg_operator(greater, a < b ? b : a)
__hd_cg_operator(bit_and, a & b)
__hd_cg_operator(bit_or, a | b)
__hd_cg_operator(bit_xor, a ^ b)
#undef __hd_cg_operator

namespace details {

/* What the first thread of an exclusive scan gets: the value that changes nothing. */
template <class T> struct limits {
	static __hd_cgm constexpr T
	lowest()
	{
		return T(-1) < T(0) ? T(T(1) << (8 * sizeof(T) - 1)) : T(0);
	}
	static __hd_cgm constexpr T highest() { return T(~lowest()); }
};
template <> struct limits<float> {
	static __hd_cgm constexpr float lowest() { return -__builtin_huge_valf(); }
	static __hd_cgm constexpr float highest() { return __builtin_huge_valf(); }
};
template <> struct limits<double> {
	static __hd_cgm constexpr double lowest() { return -__builtin_huge_val(); }
	static __hd_cgm constexpr double highest() { return __builtin_huge_val(); }
};

template <class T, class Op> struct neutral {
	static __hd_cgm T value() { return T(); }
};
template <class T, class U> struct neutral<T, less<U>> {
	static __hd_cgm T value() { return limits<T>::highest(); }
};
template <class T, class U> struct neutral<T, greater<U>> {
	static __hd_cgm T value() { return limits<T>::lowest(); }
};
template <class T, class U> struct neutral<T, bit_and<U>> {
	static __hd_cgm T value() { return T(~T(0)); }
};

}

}

#endif
