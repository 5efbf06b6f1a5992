/* SPDX-License-Identifier: Apache-2.0 */
/* What the cooperative groups share: lanes, ranks, and the group whose kind is known at
 * run time only. */
#ifndef __HEDDLE_CG_BASE_H__
#define __HEDDLE_CG_BASE_H__

#define __hd_cg static __device__ __forceinline__
#define __hd_cgm __device__ __forceinline__

extern "C" {
/* The runtime's; see rt_abi.def. */
__device__ void hd_dev_grid_sync(void);
__device__ int hd_dev_grid_valid(void);
}

namespace cooperative_groups {

namespace details {

__hd_cg unsigned
thread_in_block()
{
	return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

__hd_cg unsigned
threads_in_block()
{
	return blockDim.x * blockDim.y * blockDim.z;
}

__hd_cg unsigned long long
block_in_grid()
{
	return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
	       blockIdx.x;
}

__hd_cg unsigned long long
blocks_in_grid()
{
	return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}

__hd_cg unsigned laneid() { return thread_in_block() & 31; }
__hd_cg unsigned lanes_below() { return (1u << laneid()) - 1; }

/* The lanes of this warp that exist: the last warp of a block may be short. */
__hd_cg unsigned
lanes_present()
{
	unsigned first = thread_in_block() & ~31u, n = threads_in_block() - first;

	return n >= 32 ? 0xffffffffu : (1u << n) - 1;
}

/* The lane of the rank-th member. */
__hd_cg unsigned
lane_of(unsigned mask, unsigned rank)
{
	for (; rank && mask; rank--)
		mask &= mask - 1;
	return mask ? (unsigned)__builtin_ctz(mask) : 32;
}

/* Those bits of a warp's ballot that belong to members, by rank. */
__hd_cg unsigned
pack_lanes(unsigned mask, unsigned lanes)
{
	unsigned packed = 0, rank = 0;

	for (; mask; mask &= mask - 1, rank++)
		packed |= (lanes >> __builtin_ctz(mask) & 1) << rank;
	return packed;
}

enum group_id {
	group_none,
	coalesced_group_id,
	multi_grid_group_id,
	grid_group_id,
	thread_block_id,
	multi_tile_group_id,
	cluster_group_id,
	thread_block_tile_id
};

/* Any value, word by word through 32-bit shuffles. */
template <class __T, class Move> __hd_cg __T
by_words(const __T &v, Move move)
{
	constexpr unsigned words = (sizeof(__T) + 3) / 4;
	unsigned w[words] = {};
	__T r;

	__builtin_memcpy(w, &v, sizeof(__T));
	for (unsigned i = 0; i < words; i++)
		w[i] = move(w[i]);
	__builtin_memcpy((void *)&r, w, sizeof(__T));
	return r;
}

template <class __T> struct bare { typedef __T type; };
template <class __T> struct bare<__T &> { typedef __T type; };
template <class __T> struct bare<__T &&> { typedef __T type; };
template <class __T> struct bare<const __T> { typedef __T type; };
template <class __T> struct bare<const __T &> { typedef __T type; };
template <class __T> using bare_t = typename bare<__T>::type;

}

/* The base of all groups; also what dynamic partitions give. */
class thread_group {
public:
	typedef details::group_id group_id;

	__hd_cgm unsigned long long size() const;
	__hd_cgm unsigned long long num_threads() const { return size(); }
	__hd_cgm unsigned long long thread_rank() const;
	__hd_cgm void sync() const;
	__hd_cgm bool is_valid() const { return true; }
	__hd_cgm unsigned get_type() const { return __kind; }

	__hd_cgm explicit thread_group(details::group_id kind, unsigned mask = 0,
	                               unsigned meta_rank = 0, unsigned meta_size = 1)
	: __kind(kind), __mask(mask), __meta_rank(meta_rank), __meta_size(meta_size) { }
	__hd_cgm unsigned __lanes() const { return __mask; }

protected:
	details::group_id __kind;
	unsigned __mask; /* lanes, of groups within a warp */
	unsigned __meta_rank, __meta_size;
};

template <class Group> __hd_cg auto
thread_rank(const Group &g) -> decltype(g.thread_rank())
{
	return g.thread_rank();
}
template <class Group> __hd_cg auto
group_size(const Group &g) -> decltype(g.size())
{
	return g.size();
}
template <class Group> __hd_cg auto
is_valid(const Group &g) -> decltype(g.is_valid())
{
	return g.is_valid();
}
template <class Group> __hd_cg auto
sync(const Group &g) -> decltype(g.sync())
{
	g.sync();
}

/* The calling thread alone. */
class thread_block;
__hd_cg thread_group
this_thread()
{
	return thread_group(details::coalesced_group_id, 1u << details::laneid());
}

}

#endif
