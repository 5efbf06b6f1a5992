/* SPDX-License-Identifier: Apache-2.0 */
/* memcpy_async(): the members copy their shares at once; waiting for it is meeting. */
#ifndef __HEDDLE_CG_COPY_H__
#define __HEDDLE_CG_COPY_H__

namespace cooperative_groups {

namespace details {

template <class Group> __hd_cg void
copy_shares(const Group &g, char *to, const char *from, size_t bytes)
{
	size_t rank = (size_t)g.thread_rank(), n = (size_t)g.size();

	if ((((size_t)to | (size_t)from | bytes) & 15) == 0)
		for (size_t i = rank; i < bytes / 16; i += n)
			((uint4 *)to)[i] = ((const uint4 *)from)[i];
	else if ((((size_t)to | (size_t)from | bytes) & 3) == 0)
		for (size_t i = rank; i < bytes / 4; i += n)
			((unsigned *)to)[i] = ((const unsigned *)from)[i];
	else
		for (size_t i = rank; i < bytes; i += n)
			to[i] = from[i];
}

/* Sizes may be cuda::aligned_size_t, which converts. */
template <class __T> struct element { static constexpr size_t size = sizeof(__T); };
template <> struct element<void> { static constexpr size_t size = 1; };

}

/* So many bytes. */
template <class Group, class __T, class __U, class Size> __hd_cg void
memcpy_async(const Group &g, __T *to, const __U *from, const Size &bytes)
{
	details::copy_shares(g, (char *)to, (const char *)from, (size_t)bytes);
}

/* So many elements, of which both sides have room for only so many. */
template <class Group, class __T, class ToSize, class __U, class FromSize> __hd_cg void
memcpy_async(const Group &g, __T *to, const ToSize &room, const __U *from,
             const FromSize &count)
{
	size_t n = (size_t)room < (size_t)count ? (size_t)room : (size_t)count;

	details::copy_shares(g, (char *)to, (const char *)from,
	                     n * details::element<__T>::size);
}

template <class Group> __hd_cg void wait(const Group &g) { g.sync(); }
template <unsigned Stages, class Group> __hd_cg void wait_prior(const Group &g) { g.sync(); }

}

#endif
