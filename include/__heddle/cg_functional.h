/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that reductions and scans know by name. */
#ifndef __HEDDLE_CG_FUNCTIONAL_H__
#define __HEDDLE_CG_FUNCTIONAL_H__

namespace cooperative_groups {

#define __hd_cg_operator(name, expression) \
	template <class __T = void> struct name { \
		__hd_cgm __T operator()(__T a, __T b) const { return expression; } \
	}; \
	template <> struct name<void> { \
		template <class __T> __hd_cgm __T operator()(__T a, __T b) const \
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
template <class __T> struct limits {
	static __hd_cgm constexpr __T
	lowest()
	{
		return __T(-1) < __T(0) ? __T(__T(1) << (8 * sizeof(__T) - 1)) : __T(0);
	}
	static __hd_cgm constexpr __T highest() { return __T(~lowest()); }
};
template <> struct limits<float> {
	static __hd_cgm constexpr float lowest() { return -__builtin_huge_valf(); }
	static __hd_cgm constexpr float highest() { return __builtin_huge_valf(); }
};
template <> struct limits<double> {
	static __hd_cgm constexpr double lowest() { return -__builtin_huge_val(); }
	static __hd_cgm constexpr double highest() { return __builtin_huge_val(); }
};

template <class __T, class Op> struct neutral {
	static __hd_cgm __T value() { return __T(); }
};
template <class __T, class __U> struct neutral<__T, less<__U>> {
	static __hd_cgm __T value() { return limits<__T>::highest(); }
};
template <class __T, class __U> struct neutral<__T, greater<__U>> {
	static __hd_cgm __T value() { return limits<__T>::lowest(); }
};
template <class __T, class __U> struct neutral<__T, bit_and<__U>> {
	static __hd_cgm __T value() { return __T(~__T(0)); }
};

}

}

#endif
