/* SPDX-License-Identifier: Apache-2.0 */
/* reduce(): everybody gets the combination of all values. */
#ifndef __HEDDLE_CG_REDUCE_H__
#define __HEDDLE_CG_REDUCE_H__

namespace cooperative_groups {

template <unsigned Size, class Parent, class T, class Op> __hd_cg details::bare_t<T>
reduce(const thread_block_tile<Size, Parent> &g, T &&v, Op &&op)
{
	details::bare_t<T> r = v;

	for (unsigned by = Size / 2; by; by /= 2)
		r = op(r, g.shfl_xor(r, by));
	return r;
}

/* Powers of two as tiles do; others by a scan whose last value goes to all. */
template <class T, class Op> __hd_cg details::bare_t<T>
reduce(const coalesced_group &g, T &&v, Op &&op)
{
	details::bare_t<T> r = v;
	unsigned n = g.size(), rank = g.thread_rank();

	if ((n & (n - 1)) == 0) {
		for (unsigned by = n / 2; by; by /= 2)
			r = op(r, g.shfl_down(r, by));
		return g.shfl(r, 0);
	}
	for (unsigned by = 1; by < n; by *= 2) {
		details::bare_t<T> below = g.shfl_up(r, by);

		if (by <= rank)
			r = op(below, r);
	}
	return g.shfl(r, (int)n - 1);
}

/* The result goes to memory, by one thread. */
template <class Group, class T, class V, class Op> __hd_cg void
reduce_store_async(const Group &g, T *to, V &&v, Op &&op)
{
	T r = reduce(g, (T)v, op);

	if (g.thread_rank() == 0)
		*to = r;
}

namespace details {
template <class T> __hd_cg void update(T *to, T v, plus<T>) { atomicAdd(to, v); }
template <class T> __hd_cg void update(T *to, T v, less<T>) { atomicMin(to, v); }
template <class T> __hd_cg void update(T *to, T v, greater<T>) { atomicMax(to, v); }
template <class T> __hd_cg void update(T *to, T v, bit_and<T>) { atomicAnd(to, v); }
template <class T> __hd_cg void update(T *to, T v, bit_or<T>) { atomicOr(to, v); }
template <class T> __hd_cg void update(T *to, T v, bit_xor<T>) { atomicXor(to, v); }
}

template <class Group, class T, class V, class Op> __hd_cg void
reduce_update_async(const Group &g, T *to, V &&v, Op &&op)
{
	T r = reduce(g, (T)v, op);

	if (g.thread_rank() == 0)
		details::update(to, r, details::bare_t<Op>());
}

}

#endif
