/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles: 1, 2, 4 ... 32 neighbouring lanes. */
#ifndef __HEDDLE_CG_TILE_H__
#define __HEDDLE_CG_TILE_H__

namespace cooperative_groups {

namespace details {

/* The lanes of the tile of `size` that this thread is in. */
__hd_cg unsigned
tile_mask(unsigned size)
{
	unsigned mask = size >= 32 ? 0xffffffffu : (1u << size) - 1;

	return mask << (laneid() & ~(size - 1) & 31);
}

template <unsigned Size>
class tile : public thread_group {
	static_assert(Size && !(Size & (Size - 1)), "the size of a tile is a power of two");
	static_assert(Size <= 32, "tiles of several warps are made of blocks only");

public:
	struct arrival_token { };

	__hd_cgm tile(unsigned meta_rank, unsigned meta_size)
	: thread_group(thread_block_tile_id, tile_mask(Size), meta_rank, meta_size) { }

	__hd_cgm unsigned meta_group_rank() const { return __meta_rank; }
	__hd_cgm unsigned meta_group_size() const { return __meta_size; }
	static __hd_cgm constexpr unsigned size() { return Size; }
	static __hd_cgm constexpr unsigned num_threads() { return Size; }
	static __hd_cgm unsigned thread_rank() { return laneid() & (Size - 1); }
	__hd_cgm void sync() const { __syncwarp(__mask); }
	__hd_cgm arrival_token barrier_arrive() const { return arrival_token(); }
	__hd_cgm void barrier_wait(arrival_token &&) const { sync(); }

	template <class __T> __hd_cgm bare_t<__T>
	shfl(__T &&v, int rank) const
	{
		unsigned m = __mask;

		return by_words<bare_t<__T>>(v, [m, rank](unsigned w) {
			return __shfl_sync(m, w, rank, Size);
		});
	}
	template <class __T> __hd_cgm bare_t<__T>
	shfl_up(__T &&v, unsigned delta) const
	{
		unsigned m = __mask;

		return by_words<bare_t<__T>>(v, [m, delta](unsigned w) {
			return __shfl_up_sync(m, w, delta, Size);
		});
	}
	template <class __T> __hd_cgm bare_t<__T>
	shfl_down(__T &&v, unsigned delta) const
	{
		unsigned m = __mask;

		return by_words<bare_t<__T>>(v, [m, delta](unsigned w) {
			return __shfl_down_sync(m, w, delta, Size);
		});
	}
	template <class __T> __hd_cgm bare_t<__T>
	shfl_xor(__T &&v, unsigned bits) const
	{
		unsigned m = __mask;

		return by_words<bare_t<__T>>(v, [m, bits](unsigned w) {
			return __shfl_xor_sync(m, w, (int)bits, Size);
		});
	}

	__hd_cgm int any(int p) const { return __ballot_sync(__mask, p) != 0; }
	__hd_cgm int
	all(int p) const
	{
		return __ballot_sync(__mask, p) == (__mask & lanes_present());
	}
	__hd_cgm unsigned ballot(int p) const { return rank_bits(__ballot_sync(__mask, p)); }
	template <class __T> __hd_cgm unsigned
	match_any(const __T &v) const
	{
		return rank_bits(__match_any_sync(__mask, v));
	}
	template <class __T> __hd_cgm unsigned
	match_all(const __T &v, int &all) const
	{
		return rank_bits(__match_all_sync(__mask, v, &all));
	}

private:
	static __hd_cgm unsigned
	rank_bits(unsigned lanes)
	{
		return (lanes & tile_mask(Size)) >> (laneid() & ~(Size - 1) & 31);
	}
};

}

/* With the parent's type as CUDA has it; a tile<Size> converts to it as well. */
template <unsigned Size, class Parent = void>
class thread_block_tile : public details::tile<Size> {
public:
	__hd_cgm thread_block_tile(unsigned meta_rank, unsigned meta_size)
	: details::tile<Size>(meta_rank, meta_size) { }
	__hd_cgm operator thread_block_tile<Size, void>() const
	{
		return thread_block_tile<Size, void>(this->__meta_rank, this->__meta_size);
	}
};

template <unsigned Size>
class thread_block_tile<Size, void> : public details::tile<Size> {
public:
	__hd_cgm thread_block_tile(unsigned meta_rank, unsigned meta_size)
	: details::tile<Size>(meta_rank, meta_size) { }
};

/* Scratch for tiles of several warps: nothing is needed. */
template <unsigned Threads = 1024> struct block_tile_memory { };
template <unsigned Threads> __hd_cg thread_block
this_thread_block(block_tile_memory<Threads> &)
{
	return thread_block();
}

namespace experimental {
template <unsigned Tiles = 1, unsigned Threads = 1024>
using block_tile_memory = cooperative_groups::block_tile_memory<Threads>;
using cooperative_groups::this_thread_block;
}

}

#endif
