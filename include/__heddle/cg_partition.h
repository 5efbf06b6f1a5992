/* SPDX-License-Identifier: Apache-2.0 */
/* Groups out of groups. */
#ifndef __HEDDLE_CG_PARTITION_H__
#define __HEDDLE_CG_PARTITION_H__

namespace cooperative_groups {

/* ---- tiles whose size the program text has */

template <unsigned Size> __hd_cg thread_block_tile<Size, thread_block>
tiled_partition(const thread_block &)
{
	return thread_block_tile<Size, thread_block>(
		details::thread_in_block() / Size,
		(details::threads_in_block() + Size - 1) / Size);
}

template <unsigned Size, unsigned From, class Parent>
__hd_cg thread_block_tile<Size, thread_block_tile<From, Parent>>
tiled_partition(const thread_block_tile<From, Parent> &g)
{
	static_assert(Size <= From, "a tile is no larger than what it is a part of");
	return thread_block_tile<Size, thread_block_tile<From, Parent>>(
		g.thread_rank() / Size, From / Size);
}

/* ---- tiles whose size is computed */

__hd_cg thread_group
tiled_partition(const thread_block &, unsigned size)
{
	return thread_group(details::thread_block_tile_id, details::tile_mask(size),
	                    details::thread_in_block() / size,
	                    (details::threads_in_block() + size - 1) / size);
}

/* The members with ranks size * k and following, for this thread's k. */
__hd_cg coalesced_group
tiled_partition(const coalesced_group &g, unsigned size)
{
	unsigned rank = g.thread_rank(), first = rank / size * size, mask = 0, n = 0;

	for (unsigned m = g.__lanes(); m; m &= m - 1, n++)
		if (n >= first && n < first + size)
			mask |= m & -m;
	return coalesced_group(mask, rank / size, (g.size() + size - 1) / size);
}

__hd_cg thread_group
tiled_partition(const thread_group &g, unsigned size)
{
	if (g.get_type() == details::thread_block_id)
		return tiled_partition(thread_block(), size);
	return tiled_partition(coalesced_group(g.__lanes()), size);
}

/* ---- groups of threads that agree */

namespace details {

template <class Group> __hd_cg coalesced_group
split(const Group &g, unsigned mine)
{
	unsigned leader = mine & -mine;
	unsigned leaders = __ballot_sync(g.__lanes(), leader == 1u << laneid());

	return coalesced_group(mine, (unsigned)__popc(leaders & (leader - 1)),
	                       (unsigned)__popc(leaders));
}

template <class Group> __hd_cg coalesced_group
split_by(const Group &g, bool p)
{
	unsigned all = g.__lanes(), yes = __ballot_sync(all, p);
	bool both = yes && yes != all;

	return coalesced_group(p ? yes : all & ~yes, p && both, both ? 2 : 1);
}

}

template <class Label> __hd_cg coalesced_group
labeled_partition(const coalesced_group &g, Label label)
{
	return details::split(g, __match_any_sync(g.__lanes(), label));
}
template <unsigned Size, class Parent, class Label> __hd_cg coalesced_group
labeled_partition(const thread_block_tile<Size, Parent> &g, Label label)
{
	return details::split(g, __match_any_sync(g.__lanes(), label));
}

__hd_cg coalesced_group
binary_partition(const coalesced_group &g, bool p)
{
	return details::split_by(g, p);
}
template <unsigned Size, class Parent> __hd_cg coalesced_group
binary_partition(const thread_block_tile<Size, Parent> &g, bool p)
{
	return details::split_by(g, p);
}

/* ---- one for all */

template <class Group, class __F, class... Args> __hd_cg void
invoke_one(const Group &g, __F &&f, Args &&...args)
{
	if (g.thread_rank() == 0)
		f(static_cast<Args &&>(args)...);
}

template <class Group, class __F, class... Args> __hd_cg auto
invoke_one_broadcast(const Group &g, __F &&f, Args &&...args)
	-> details::bare_t<decltype(f(static_cast<Args &&>(args)...))>
{
	details::bare_t<decltype(f(static_cast<Args &&>(args)...))> r = {};

	if (g.thread_rank() == 0)
		r = f(static_cast<Args &&>(args)...);
	return g.shfl(r, 0);
}

namespace experimental {
using cooperative_groups::tiled_partition;
}

}

#endif
