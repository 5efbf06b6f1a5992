/* SPDX-License-Identifier: Apache-2.0 */
/* inclusive_scan() and exclusive_scan(), by doubling distances. */
#ifndef __HEDDLE_CG_SCAN_H__
#define __HEDDLE_CG_SCAN_H__

namespace cooperative_groups {

template <class Group, class __T, class Op> __hd_cg details::bare_t<__T>
inclusive_scan(const Group &g, __T &&v, Op &&op)
{
	details::bare_t<__T> r = v;
	unsigned n = (unsigned)g.size(), rank = (unsigned)g.thread_rank();

	for (unsigned by = 1; by < n; by *= 2) {
		details::bare_t<__T> below = g.shfl_up(r, by);

		if (by <= rank)
			r = op(below, r);
	}
	return r;
}

template <class Group, class __T> __hd_cg details::bare_t<__T>
inclusive_scan(const Group &g, __T &&v)
{
	return inclusive_scan(g, v, plus<details::bare_t<__T>>());
}

template <class Group, class __T, class Op> __hd_cg details::bare_t<__T>
exclusive_scan(const Group &g, __T &&v, Op &&op)
{
	details::bare_t<__T> r = inclusive_scan(g, v, op);

	r = g.shfl_up(r, 1);
	if (g.thread_rank() == 0)
		r = details::neutral<details::bare_t<__T>, details::bare_t<Op>>::value();
	return r;
}

template <class Group, class __T> __hd_cg details::bare_t<__T>
exclusive_scan(const Group &g, __T &&v)
{
	return exclusive_scan(g, v, plus<details::bare_t<__T>>());
}

/* Scans that continue from a counter in memory, and move it on. */
namespace details {
template <class Group, class __T, class Atomic> __hd_cg __T
base_of(const Group &g, Atomic &counter, __T inclusive)
{
	__T base = __T();

	if (g.thread_rank() == g.size() - 1)
		base = counter.fetch_add(inclusive);
	return g.shfl(base, (int)g.size() - 1);
}
}

template <class Group, class Atomic, class __T> __hd_cg details::bare_t<__T>
inclusive_scan_update(const Group &g, Atomic &counter, __T &&v)
{
	details::bare_t<__T> r = inclusive_scan(g, v);

	return r + details::base_of(g, counter, r);
}

template <class Group, class Atomic, class __T> __hd_cg details::bare_t<__T>
exclusive_scan_update(const Group &g, Atomic &counter, __T &&v)
{
	details::bare_t<__T> r = inclusive_scan(g, v);

	return r - v + details::base_of(g, counter, r);
}

}

#endif
