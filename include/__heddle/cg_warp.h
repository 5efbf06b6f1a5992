/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of some lanes of a warp, found at run time. */
#ifndef __HEDDLE_CG_WARP_H__
#define __HEDDLE_CG_WARP_H__

namespace cooperative_groups {

class coalesced_group : public thread_group {
public:
	__hd_cgm explicit coalesced_group(unsigned mask, unsigned meta_rank = 0,
	                                  unsigned meta_size = 1)
	: thread_group(details::coalesced_group_id, mask, meta_rank, meta_size) { }

	__hd_cgm unsigned size() const { return (unsigned)__popc(__mask); }
	__hd_cgm unsigned num_threads() const { return size(); }
	__hd_cgm unsigned
	thread_rank() const
	{
		return (unsigned)__popc(__mask & details::lanes_below());
	}
	__hd_cgm unsigned meta_group_rank() const { return __meta_rank; }
	__hd_cgm unsigned meta_group_size() const { return __meta_size; }
	__hd_cgm void sync() const { __syncwarp(__mask); }

	/* As CUDA's: a source rank that no thread has gives an unspecified value. */
	template <class __T> __hd_cgm details::bare_t<__T>
	shfl(__T &&v, int rank) const
	{
		unsigned lane = details::lane_of(__mask, (unsigned)rank % size());

		return from_lane<details::bare_t<__T>>(v, lane);
	}
	template <class __T> __hd_cgm details::bare_t<__T>
	shfl_up(__T &&v, unsigned delta) const
	{
		unsigned rank = thread_rank();

		rank = delta > rank ? rank : rank - delta;
		return from_lane<details::bare_t<__T>>(v, details::lane_of(__mask, rank));
	}
	template <class __T> __hd_cgm details::bare_t<__T>
	shfl_down(__T &&v, unsigned delta) const
	{
		unsigned rank = thread_rank();

		rank = delta >= size() - rank ? rank : rank + delta;
		return from_lane<details::bare_t<__T>>(v, details::lane_of(__mask, rank));
	}

	__hd_cgm int any(int p) const { return __ballot_sync(__mask, p) != 0; }
	__hd_cgm int all(int p) const { return __ballot_sync(__mask, p) == __mask; }
	__hd_cgm unsigned
	ballot(int p) const
	{
		return details::pack_lanes(__mask, __ballot_sync(__mask, p));
	}
	template <class __T> __hd_cgm unsigned
	match_any(const __T &v) const
	{
		return details::pack_lanes(__mask, __match_any_sync(__mask, v));
	}
	template <class __T> __hd_cgm unsigned
	match_all(const __T &v, int &all) const
	{
		return details::pack_lanes(__mask, __match_all_sync(__mask, v, &all));
	}

private:
	template <class __T> __hd_cgm __T
	from_lane(const __T &v, unsigned lane) const
	{
		unsigned mask = __mask;

		return details::by_words(v, [mask, lane](unsigned w) {
			return __shfl_sync(mask, w, (int)lane, 32);
		});
	}
};

__hd_cg coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

namespace experimental {
using cooperative_groups::coalesced_threads;
}

}

#endif
