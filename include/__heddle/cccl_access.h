/* SPDX-License-Identifier: Apache-2.0 */
/* cuda::access_property, cuda::annotated_ptr: hints for caches, which have no effect. */
#ifndef __HEDDLE_CCCL_ACCESS_H__
#define __HEDDLE_CCCL_ACCESS_H__

#include "cccl_copy.h"
#include "cccl_std.h"
#include <stdint.h>

#define __hd_both __host__ __device__ __forceinline__

namespace cuda {

class access_property {
public:
	struct shared { };
	struct global { };
#define __hd_kind(name, number) \
	struct name { \
		__host__ __device__ constexpr operator cudaAccessProperty() const \
		{ \
			return number; \
		} \
	};
	__hd_kind(normal, cudaAccessPropertyNormal)
	__hd_kind(streaming, cudaAccessPropertyStreaming)
	__hd_kind(persisting, cudaAccessPropertyPersisting)
#undef __hd_kind

	__host__ __device__ constexpr access_property() noexcept : __kind(0) { }
	__host__ __device__ constexpr access_property(global) noexcept : __kind(0) { }
	__host__ __device__ constexpr access_property(normal) noexcept : __kind(1) { }
	__host__ __device__ constexpr access_property(streaming) noexcept : __kind(2) { }
	__host__ __device__ constexpr access_property(persisting) noexcept : __kind(3) { }
	/* For a part of the accesses, and for those to a part of the memory. */
	template <class Hit>
	__host__ __device__ constexpr access_property(Hit hit, float)
	: __kind(access_property(hit).__kind)
	{
	}
	template <class Hit, class Miss>
	__host__ __device__ constexpr access_property(Hit hit, float, Miss)
	: __kind(access_property(hit).__kind)
	{
	}
	template <class Hit>
	__host__ __device__ constexpr access_property(void *, size_t, size_t, Hit hit)
	: __kind(access_property(hit).__kind)
	{
	}
	template <class Hit, class Miss>
	__host__ __device__ constexpr access_property(void *, size_t, size_t, Hit hit, Miss)
	: __kind(access_property(hit).__kind)
	{
	}
	__host__ __device__ constexpr explicit operator uint64_t() const { return __kind; }

private:
	unsigned __kind;
};

namespace __hd {

/* A property that only has a type takes no room. */
template <class Property> struct property {
	property() = default;
	__hd_both constexpr property(Property) { }
	__hd_both constexpr Property prop() const { return Property(); }
};
template <> struct property<access_property> {
	property() = default;
	__hd_both constexpr property(access_property p) : __property(p) { }
	__hd_both constexpr access_property prop() const { return __property; }

private:
	access_property __property;
};

}

template <class __T, class Property>
class annotated_ptr : private __hd::property<Property> {
	typedef __hd::property<Property> base;

public:
	typedef __T value_type;
	typedef size_t size_type;
	typedef __T &reference;
	typedef __T *pointer;
	typedef const __T *const_pointer;
	typedef ptrdiff_t difference_type;

	__hd_both constexpr annotated_ptr() noexcept : __pointer(nullptr) { }
	__hd_both constexpr explicit annotated_ptr(__T *p) noexcept : __pointer(p) { }
	__hd_both constexpr annotated_ptr(__T *p, Property how) noexcept
	: base(how), __pointer(p)
	{
	}
	template <class __U, class Other>
	__hd_both constexpr annotated_ptr(const annotated_ptr<__U, Other> &o) noexcept
	: base(Property(o.prop())), __pointer(o.get())
	{
	}

	__hd_both constexpr __T *get() const noexcept { return __pointer; }
	__hd_both constexpr Property prop() const noexcept { return base::prop(); }
	__hd_both constexpr __T *operator->() const noexcept { return __pointer; }
	__hd_both constexpr __T &operator*() const noexcept { return *__pointer; }
	__hd_both constexpr __T &operator[](ptrdiff_t i) const { return __pointer[i]; }
	__hd_both constexpr explicit operator bool() const { return __pointer != nullptr; }
	__hd_both constexpr ptrdiff_t
	operator-(const annotated_ptr &o) const
	{
		return __pointer - o.__pointer;
	}
	__hd_both constexpr bool
	operator==(const annotated_ptr &o) const
	{
		return __pointer == o.__pointer;
	}
	__hd_both constexpr bool
	operator!=(const annotated_ptr &o) const
	{
		return __pointer != o.__pointer;
	}

private:
	__T *__pointer;
};

template <class __T, class Property> __hd_both __T *
associate_access_property(__T *p, Property)
{
	return p;
}
template <class Shape, class Property> __hd_both void
apply_access_property(const volatile void *, Shape, Property) noexcept
{
}
/* What the memory holds from here on is anybody's guess: also what it held before. */
__hd_both void
discard_memory(volatile void *, size_t) noexcept
{
}

template <class __T, class __P, class __U, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(annotated_ptr<__T, __P> to, const __U *from, Size bytes, Sync &sync)
{
	cuda::memcpy_async(to.get(), from, bytes, sync);
}
template <class __T, class __U, class __P, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(__T *to, annotated_ptr<__U, __P> from, Size bytes, Sync &sync)
{
	cuda::memcpy_async(to, from.get(), bytes, sync);
}
template <class __T, class __P, class __U, class __Q, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(annotated_ptr<__T, __P> to, annotated_ptr<__U, __Q> from, Size bytes,
             Sync &sync)
{
	cuda::memcpy_async(to.get(), from.get(), bytes, sync);
}
template <class Group, class __T, class __U, class __P, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(const Group &g, __T *to, annotated_ptr<__U, __P> from, Size bytes, Sync &sync)
{
	cuda::memcpy_async(g, to, from.get(), bytes, sync);
}
template <class Group, class __T, class __P, class __U, class __Q, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(const Group &g, annotated_ptr<__T, __P> to, annotated_ptr<__U, __Q> from,
             Size bytes, Sync &sync)
{
	cuda::memcpy_async(g, to.get(), from.get(), bytes, sync);
}

}

#undef __hd_both

#endif
