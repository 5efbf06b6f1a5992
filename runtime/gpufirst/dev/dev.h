/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of the device part share. They are compiled twice, for the GPU and for
 * its emulation, and linked into every program; the optimiser drops what is unused.
 *
 * hd_gf_NAME stands for NAME of the C library; __kmpc_* and omp_* keep their names. */
#ifndef HD_GF_DEV_H
#define HD_GF_DEV_H

#include <stddef.h>
#include <stdint.h>

#include "../share.h"
#ifdef __NVPTX__
#include "target_nvptx.h"
#else
#include "target_host.h"
#endif

#pragma clang diagnostic ignored "-Wmissing-prototypes"
#pragma STDC FP_CONTRACT OFF

typedef int32_t i32;
typedef int64_t i64;
typedef uint32_t u32;
typedef uint64_t u64;

extern struct hd_gf_env hd_gf_env;
/* The compiler defines these: can a region begin in a region? Are there regions whose
 * threads come apart? */
extern const u32 hd_gf_may_nest, hd_gf_may_part;

/* The one region that runs. Written by the initial thread while no other thread runs. */
struct hd_gf_team {
	u32 active, threads, blocks, id;
	u32 arrived, generation;     /* of the grid's barrier */
	u32 done;                    /* blocks */
	u32 reduce_arrived, reduced; /* blocks; reductions that are done */
	u32 serial;                  /* of the region */
	u32 ordered;                 /* iterations of ordered loops that are done */
	u32 asked;                   /* by num_threads(), for the next region */
	u32 set;                     /* by omp_set_num_threads() */
	u32 cancelled;               /* what was cancelled, as __kmpc_cancel says it */
	void *copy_from;
	u64 began;              /* the program, in nanoseconds */
	u64 taken[HD_GF_LOOPS]; /* pieces of dynamic loops, round and round */
};
extern struct hd_gf_team hd_gf_team;

/* Where clang says a construct stands: ";file;function;line;column;;". */
typedef struct ident {
	i32 reserved, flags, reserved2, reserved3;
	const char *where;
} ident;

INLINE u32
global_thread(void)
{
	return hd_cta() * hd_ntid() + hd_tid();
}

INLINE hd_gf_thread *
me(void)
{
	return &hd_gf_env.thread[global_thread()];
}

/* Inside a region that one thread runs alone? */
INLINE u32
is_nested(void)
{
	return hd_gf_may_nest && me()->level > 0;
}

INLINE u32
is_team(void)
{
	return hd_gf_team.active && !is_nested();
}

INLINE void
lock(u32 *l)
{
	u32 ns = 32;

	while (!try_lock(l))
		back_off(&ns);
	fence_gpu();
}

INLINE void
unlock(u32 *l)
{
	fence_gpu();
	store(l, 0);
}

void __kmpc_barrier(ident *where, i32 thread);

/* ---- threads of a block meet */

/* What a block remembers. */
typedef struct hd_gf_mark {
	u32 last;          /* this block came last to a reduction */
	u32 serial, count; /* reductions of the region with this number */
	u32 met;           /* how often its threads met, and how many are there now */
} hd_gf_mark;

/* The memory for reductions begins with the marks of all blocks. */
INLINE hd_gf_mark *
mark_of(u32 block)
{
	return (hd_gf_mark *)hd_gf_env.reduce + block;
}

/* Does this region have threads that take turns, in which a warp comes apart? */
INLINE u32
comes_apart(void)
{
	return hd_gf_may_part && is_apart();
}

/* n threads, by memory alone: whether threads of a warp are beside each other does not
 * matter. The word counts meetings in its upper half, and in its lower half the threads
 * that are there. */
INLINE void
meet(u32 *word, u32 n)
{
	u32 before;

	fence_block();
	before = add(word, 1);
	if ((before & 0xffff) == n - 1) {
		fence_block();
		add(word, 0x10000 - n);
	} else {
		while (load(word) >> 16 == before >> 16)
			relax();
	}
	fence_block();
}

/* Orders the block's memory, too. A warp whose threads have taken a lock one after the
 * other does not use the GPU's own barrier: while other programs used the GPU, too, a
 * thread was seen behind the third barrier of a reduction when another one of its warp had
 * not done what stands behind the first. */
INLINE void
block_barrier(void)
{
	if (comes_apart())
		meet(&mark_of(hd_cta())->met, hd_ntid());
	else
		warps_barrier();
}

/* ---- memory */

void *hd_gf_malloc(size_t n);
void hd_gf_free(void *p);
void *hd_gf_calloc(size_t n, size_t size);
void *hd_gf_realloc(void *p, size_t n);
void *hd_gf_aligned_alloc(size_t align, size_t n);
void *hd_gf_memcpy(void *to, const void *from, size_t n);
void *hd_gf_memset(void *to, int c, size_t n);
size_t hd_gf_strlen(const char *s);
/* The object that holds p, as its size and the offset of p in it; 0: unknown. */
u64 hd_gfx_find_object(const void *p, u64 *offset);

/* ---- remote calls: one at a time per thread */

typedef struct hd_gf_call {
	hd_gf_slot *slot;
	u32 *lock;
	u64 fill;     /* bytes of data in use */
	u32 big;      /* the shared area is ours */
	u32 nback;    /* objects to copy back */
	u64 big_fill; /* bytes of it in use */
	u64 started;
	struct hd_gf_back {
		char *to, *from;
		u64 size;
		u32 back; /* copy it back; 4: as a string */
	} back[HD_GF_ARGS];
} hd_gf_call;

void hd_gfx_rpc_begin(hd_gf_call *c, u32 op);
void hd_gfx_rpc_value(hd_gf_call *c, u64 x);
void hd_gfx_rpc_string(hd_gf_call *c, const char *s);
void hd_gfx_rpc_object(hd_gf_call *c, const char *p, u64 offset, u64 n, u32 how);
void hd_gfx_rpc_string_out(hd_gf_call *c, char *s, u64 n);
u64 hd_gfx_rpc_end(hd_gf_call *c);
u64 hd_gfx_rpc_end_of(hd_gf_call *c, u32 i, u64 *arg); /* and what argument i became */
_Noreturn void hd_gfx_fail(const char *text);
_Noreturn void hd_gf_exit(int status);

#endif
