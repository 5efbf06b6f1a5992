/* SPDX-License-Identifier: Apache-2.0 */
/* reduce(): everybody gets the combination of all values. */
#ifndef __HEDDLE_CG_REDUCE_H__
#define __HEDDLE_CG_REDUCE_H__

namespace cooperative_groups {

template <unsigned Size, class Parent, class __T, class Op> __hd_cg details::bare_t<__T>
reduce(const thread_block_tile<Size, Parent> &g, __T &&v, Op &&op)
{
	details::bare_t<__T> r = v;

	for (unsigned by = Size / 2; by; by /= 2)
		r = op(r, g.shfl_xor(r, by));
	return r;
}

template <class __T, class Op> __hd_cg __T
__hd_reduce_warp(__T r, Op op)
{
	unsigned n = (unsigned)__popc(details::lanes_present()), lane = details::laneid();

	for (unsigned by = 16; by; by /= 2) {
		__T other = details::by_words(r, [by](unsigned w) {
			return __shfl_down_sync(0xffffffffu, w, by);
		});

		r = lane + by < n ? op(r, other) : r;
	}
	return r;
}

/* Tiles of several warps: each warp, then the warps in order. */
#define __hd_cg_wide(Size) \
	template <class __T, class Op> __hd_cg details::bare_t<__T> reduce( \
		const thread_block_tile<Size, thread_block> &g, __T &&v, Op &&op) \
	{ \
		return g.combine(__hd_reduce_warp<details::bare_t<__T>>(v, op), op); \
	}
__hd_cg_wide(64)
__hd_cg_wide(128)
__hd_cg_wide(256)
__hd_cg_wide(512)
__hd_cg_wide(1024)
#undef __hd_cg_wide

/* Whole warps as tiles do; others by a scan whose last value goes to all. */
template <class __T, class Op> __hd_cg details::bare_t<__T>
reduce(const coalesced_group &g, __T &&v, Op &&op)
{
	details::bare_t<__T> r = v;
	unsigned n = g.size(), rank = g.thread_rank();

	if (n == 32) {
		for (unsigned by = n / 2; by; by /= 2)
			r = op(r, g.shfl_down(r, by));
		return g.shfl(r, 0);
	}
	for (unsigned by = 1; by < n; by *= 2) {
		details::bare_t<__T> below = g.shfl_up(r, by);

		if (by <= rank)
			r = op(below, r);
	}
	return g.shfl(r, (int)n - 1);
}

/* The result goes to memory, by one thread. */
template <class Group, class __T, class __V, class Op> __hd_cg void
reduce_store_async(const Group &g, __T *to, __V &&v, Op &&op)
{
	__T r = reduce(g, (__T)v, op);

	if (g.thread_rank() == 0)
		*to = r;
}

namespace details {
template <class __T> __hd_cg void update(__T *to, __T v, plus<__T>) { atomicAdd(to, v); }
template <class __T> __hd_cg void update(__T *to, __T v, less<__T>) { atomicMin(to, v); }
template <class __T> __hd_cg void update(__T *to, __T v, greater<__T>) { atomicMax(to, v); }
template <class __T> __hd_cg void update(__T *to, __T v, bit_and<__T>) { atomicAnd(to, v); }
template <class __T> __hd_cg void update(__T *to, __T v, bit_or<__T>) { atomicOr(to, v); }
template <class __T> __hd_cg void update(__T *to, __T v, bit_xor<__T>) { atomicXor(to, v); }
}

template <class Group, class __T, class __V, class Op> __hd_cg void
reduce_update_async(const Group &g, __T *to, __V &&v, Op &&op)
{
	__T r = reduce(g, (__T)v, op);

	if (g.thread_rank() == 0)
		details::update(to, r, details::bare_t<Op>());
}

}

#endif
