/* SPDX-License-Identifier: Apache-2.0 */
/* nvcc's questions about closure types: is it that of a __device__ lambda, or of a __host__
 * __device__ one? clang does not say how a function is marked, but it leaves functions of
 * the other side out when it chooses one to call. So the closure gets another operator(),
 * which takes anything, and a function of each side says which of the two it would call.
 *
 * Lambdas without any mark are both in clang, and here, too; generic ones cannot be asked,
 * and are neither. */
#ifndef __HEDDLE_LAMBDA_TRAITS_H__
#define __HEDDLE_LAMBDA_TRAITS_H__

#if defined(__CUDACC_EXTENDED_LAMBDA__) && __cplusplus >= 201402L
namespace __hd_lambda {
template <class __T> struct bare {
	typedef __T type;
};
template <class __T> struct bare<const __T> {
	typedef __T type;
};
template <class __T> struct bare<volatile __T> {
	typedef __T type;
};
template <class __T> struct bare<const volatile __T> {
	typedef __T type;
};

/* clang calls them "(lambda at FILE:LINE:COLUMN)". */
template <class __T>
__host__ __device__ constexpr bool
is_closure()
{
	const char *name = __PRETTY_FUNCTION__, *begin = "= (lambda at ";

	while (*name && *name != '=')
		name++;
	while (*begin && *name == *begin) {
		name++;
		begin++;
	}
	return !*begin;
}

template <class... __A> struct parameters {};
template <class __F> struct parameters_of;
#define __hd_call_operator(qualifiers) \
	template <class __R, class __C, class... __A> \
	struct parameters_of<__R (__C::*)(__A...) qualifiers> { \
		typedef parameters<__A...> type; \
	};
__hd_call_operator()
__hd_call_operator(const)
#if __cplusplus >= 201703L
__hd_call_operator(noexcept)
__hd_call_operator(const noexcept)
#endif
#undef __hd_call_operator

struct other {};
template <class __T> struct probe : __T {
	using __T::operator();
	__host__ __device__ other operator()(...) const;
};
template <class __T> __host__ __device__ __T value();
template <class __T> struct answer {
	static constexpr bool closure = true;
};
template <> struct answer<other> {
	static constexpr bool closure = false;
};

template <class __T, class... __A>
__host__ auto
by_host(parameters<__A...> *)
{
	return answer<decltype(value<probe<__T> &>().operator()(value<__A>()...))>();
}
template <class __T, class... __A>
__device__ auto
by_device(parameters<__A...> *)
{
	return answer<decltype(value<probe<__T> &>().operator()(value<__A>()...))>();
}

template <class __T, class __P> struct callable {
	static constexpr bool host = decltype(by_host<__T>((__P *)0))::closure;
	static constexpr bool device = decltype(by_device<__T>((__P *)0))::closure;
};
template <class __T> struct callable<__T, void> {
	static constexpr bool host = false, device = false;
};

template <class __T> typename parameters_of<decltype(&__T::operator())>::type *plain(int);
template <class __T> void *plain(...);
template <class __P> struct pointee;
template <class __P> struct pointee<__P *> {
	typedef __P type;
};

template <class __T, bool = is_closure<__T>()> struct sides {
	static constexpr bool host = false, device = false;
};
template <class __T>
struct sides<__T, true>
: callable<__T, typename pointee<decltype(plain<__T>(0))>::type> {};

template <class __T> using of = sides<typename bare<__T>::type>;
}

#define __nv_is_extended_device_lambda_closure_type(...) \
	(__hd_lambda::of<__VA_ARGS__>::device && !__hd_lambda::of<__VA_ARGS__>::host)
#define __nv_is_extended_host_device_lambda_closure_type(...) \
	(__hd_lambda::of<__VA_ARGS__>::device && __hd_lambda::of<__VA_ARGS__>::host)
/* The host knows what every __device__ lambda returns. */
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
	__nv_is_extended_device_lambda_closure_type(__VA_ARGS__)
#else
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif

#endif
