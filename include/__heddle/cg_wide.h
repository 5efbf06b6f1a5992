/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles of several warps. Their threads meet at a counter in shared memory, and pass
 * values through it. */
#ifndef __HEDDLE_CG_WIDE_H__
#define __HEDDLE_CG_WIDE_H__

namespace cooperative_groups {
namespace details {

enum { wide_tiles = 16, wide_warps = 32, wide_bytes = 32 };

/* What a block's tiles of one size share. */
struct wide_state {
	unsigned arrived[wide_tiles], phase[wide_tiles];
	unsigned long long value[wide_warps][wide_bytes / 8];
};

/* A meeting of this thread alone lets the others run. */
__hd_cg void yield() { __syncwarp(1u << laneid()); }

template <unsigned Size>
class wide_tile : public thread_group {
	static_assert(Size <= 1024 && !(Size & (Size - 1)),
	              "the size of a tile is a power of two up to 1024");
	static constexpr unsigned warps = Size / 32;

public:
	__hd_cgm explicit wide_tile(wide_state *s)
	: thread_group(multi_tile_group_id, 0, thread_in_block() / Size,
	               (threads_in_block() + Size - 1) / Size), state(s) { }

	__hd_cgm unsigned meta_group_rank() const { return __meta_rank; }
	__hd_cgm unsigned meta_group_size() const { return __meta_size; }
	static __hd_cgm constexpr unsigned size() { return Size; }
	static __hd_cgm constexpr unsigned num_threads() { return Size; }
	static __hd_cgm unsigned thread_rank() { return thread_in_block() % Size; }

	/* The last tile of a block may lack threads. */
	__hd_cgm unsigned
	present() const
	{
		unsigned left = threads_in_block() - __meta_rank * Size;

		return left < Size ? left : Size;
	}
	__hd_cgm void
	sync() const
	{
		unsigned *arrived = &state->arrived[__meta_rank];
		unsigned *phase = &state->phase[__meta_rank];
		unsigned now = __atomic_load_n(phase, __ATOMIC_ACQUIRE);

		if (__atomic_add_fetch(arrived, 1, __ATOMIC_ACQ_REL) == present()) {
			__atomic_store_n(arrived, 0, __ATOMIC_RELAXED);
			__atomic_fetch_add(phase, 1, __ATOMIC_RELEASE);
		}
		while (__atomic_load_n(phase, __ATOMIC_ACQUIRE) == now)
			yield();
	}

	template <class __T> __hd_cgm bare_t<__T>
	shfl(__T &&v, unsigned rank) const
	{
		bare_t<__T> r;

		if (thread_rank() == rank % Size)
			put(0, v);
		sync();
		r = get<bare_t<__T>>(0);
		sync();
		return r;
	}
	/* What the warps make of the values of their own threads, combined. */
	template <class __T, class Op> __hd_cgm __T
	combine(__T mine, Op op) const
	{
		__T r;

		if (laneid() == 0)
			put(thread_rank() / 32, mine);
		sync();
		r = get<__T>(0);
		for (unsigned w = 1; w < (present() + 31) / 32; w++)
			r = op(r, get<__T>(w));
		sync();
		return r;
	}
	__hd_cgm int
	any(int p) const
	{
		return combine(__ballot_sync(0xffffffffu, p) != 0,
		               [](bool a, bool b) { return a || b; });
	}
	__hd_cgm int
	all(int p) const
	{
		return combine(__ballot_sync(0xffffffffu, p) == lanes_present(),
		               [](bool a, bool b) { return a && b; });
	}

private:
	wide_state *state;

	template <class __T> __hd_cgm void
	put(unsigned warp, const __T &v) const
	{
		static_assert(sizeof(__T) <= wide_bytes, "values of up to 32 bytes");
		__builtin_memcpy(state->value[__meta_rank * warps + warp], &v, sizeof(__T));
	}
	template <class __T> __hd_cgm __T
	get(unsigned warp) const
	{
		__T v;

		__builtin_memcpy((void *)&v, state->value[__meta_rank * warps + warp],
		                 sizeof(__T));
		return v;
	}
};

/* All threads of the block come here together. */
template <unsigned Size> __hd_cg wide_state *
new_wide_state()
{
	__shared__ wide_state s;

	__syncthreads();
	if (thread_in_block() < wide_tiles)
		s.arrived[thread_in_block()] = s.phase[thread_in_block()] = 0;
	__syncthreads();
	return &s;
}

}

#define __hd_cg_wide(Size) \
	template <> class thread_block_tile<Size, thread_block> \
	: public details::wide_tile<Size> { \
	public: \
		__hd_cgm explicit thread_block_tile(details::wide_state *s) \
		: details::wide_tile<Size>(s) { } \
	}; \
	template <> __hd_cgm thread_block_tile<Size, thread_block> \
	tiled_partition<Size>(const thread_block &) \
	{ \
		return thread_block_tile<Size, thread_block>( \
			details::new_wide_state<Size>()); \
	}

__hd_cg_wide(64)
__hd_cg_wide(128)
__hd_cg_wide(256)
__hd_cg_wide(512)
__hd_cg_wide(1024)
#undef __hd_cg_wide

}

#endif
