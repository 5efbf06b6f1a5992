/* SPDX-License-Identifier: Apache-2.0 */
/* cuda::memcpy_async: the copy is made at once; who waits for it waits for threads. */
#ifndef __HEDDLE_CCCL_COPY_H__
#define __HEDDLE_CCCL_COPY_H__

#include "cccl_std.h"

namespace cuda {

/* A size of which it is promised what divides it. */
template <size_t Align> struct aligned_size_t {
	static constexpr size_t align = Align;
	size_t value;

	__host__ __device__ explicit constexpr aligned_size_t(size_t n) : value(n) { }
	__host__ __device__ constexpr operator size_t() const { return value; }
};

namespace __hd {

template <class Copy> __device__ __forceinline__ void
copy(char *to, const char *from, size_t bytes, size_t first, size_t step)
{
	for (size_t i = first; i < bytes / sizeof(Copy); i += step)
		((Copy *)to)[i] = ((const Copy *)from)[i];
}

__device__ __forceinline__ void
copy_share(char *to, const char *from, size_t bytes, size_t first, size_t step)
{
	size_t all = (size_t)to | (size_t)from | bytes;

	if (all % 16 == 0)
		copy<uint4>(to, from, bytes, first, step);
	else if (all % 8 == 0)
		copy<uint2>(to, from, bytes, first, step);
	else if (all % 4 == 0)
		copy<unsigned>(to, from, bytes, first, step);
	else
		copy<char>(to, from, bytes, first, step);
}

}

/* By one thread, or shared by the threads of a group. */
template <class __T, class __U, class Size, class Sync> __device__ __forceinline__ void
memcpy_async(__T *to, const __U *from, Size bytes, Sync &)
{
	__hd::copy_share((char *)to, (const char *)from, (size_t)bytes, 0, 1);
}
template <class Group, class __T, class __U, class Size, class Sync>
__device__ __forceinline__ void
memcpy_async(const Group &g, __T *to, const __U *from, Size bytes, Sync &)
{
	__hd::copy_share((char *)to, (const char *)from, (size_t)bytes,
	                 (size_t)g.thread_rank(), (size_t)g.size());
}

}

#endif
