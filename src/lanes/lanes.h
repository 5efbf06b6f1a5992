/* SPDX-License-Identifier: Apache-2.0 */
/* The lane-group lowering. A function is read into hd_code and never edited; a new one
 * is built from it. Values that cross nodes live in allocas, of which LLVM's SROA makes
 * SSA again.
 *
 * Reading order: code.c (nodes, numbers, liveness), uniform.c (what all threads agree on),
 * regions.c (cutting at barriers), keep.c (what survives one), value.c, inst.c, call.c
 * (emission), flow.c (a region for a group), groups.c (a block), entry.c, lower.c. */
#ifndef HD_LANES_H
#define HD_LANES_H

#include "frame.h"
#include "ir/ir.h"
#include "pass/pass.h"

/* A piece of a basic block that no barrier cuts: [first, end). */
typedef struct hd_node {
	LLVMBasicBlockRef bb;
	LLVMValueRef first, end; /* end: the barrier, or NULL for the block's end */
	enum hd_barrier barrier; /* what ends it */
	int region;              /* the region behind that barrier, or -1 */
} hd_node;

/* Everything reachable from `entry` without crossing a barrier. Regions overlap: a loop
 * head reached from the kernel's entry and from a barrier is in both. */
typedef struct hd_region {
	int entry;            /* node */
	LLVMValueRef barrier; /* the one in front of it, NULL for region 0 */
	hd_graph *g;
	hd_ints exits; /* nodes that end in a barrier */
	bool returns;  /* some node returns */
} hd_region;

/* A private variable of a thread (alloca) and where it lives. */
typedef struct hd_private {
	LLVMValueRef insn;
	bool kept;                  /* lives across a barrier: in the context */
	uint32_t offset;            /* there, in the group's part */
	uint32_t size, align, word; /* word: of elements that lie side by side, or 0 */
} hd_private;

/* How a value differs between the lanes of a group; see shape.c. */
enum hd_kind { HD_BOTTOM, HD_AFFINE, HD_MAYBE, HD_VARYING };
typedef struct hd_shape {
	enum hd_kind kind;
	int64_t stride; /* per lane; of pointers in bytes */
	unsigned zeros; /* known zero low bits of lane 0 */
} hd_shape;

/* Between which numbers a value lies, if that is known; see bounds.c. */
typedef struct hd_bounds {
	bool known;
	int64_t low, high;
} hd_bounds;

static inline unsigned
hd_min(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Low bits of a number that are zero. */
static inline unsigned
hd_zeros_of(uint64_t x)
{
	return x ? (unsigned)__builtin_ctzll(x) : 63;
}

static inline bool
hd_is_small_int(LLVMValueRef v) /* a constant */
{
	return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64;
}

/* Or in a way that is known: lane l holds something that all have in common + off[l]; see
 * pattern.c. */
typedef struct hd_pattern {
	int64_t off[HD_WARP];
	unsigned zeros; /* known zero low bits of what they have in common */
	bool absorbs;   /* a constant that was added is in off */
	bool affine;    /* there is a stride, too: the scalar form is lane 0 */
} hd_pattern;

/* What the functions of one module have in common while they are lowered. */
typedef struct hd_lower {
	hd_unit *u;
	hd_map functions;      /* old device function -> new one, with a frame */
	hd_map shared;         /* shared variables of those functions -> offset + 1 */
	uint32_t shared_bytes; /* of these */
	int most_lanes;        /* of the kernel at hand: more made too much code */
	bool short_rows; /* it is read for launches with short rows (quotient.c) */
} hd_lower;

typedef struct hd_code {
	hd_unit *u;
	hd_lower *l;
	LLVMValueRef fn;
	bool is_kernel;
	int lanes;       /* W */
	const char *why; /* not more than one; NULL: it was asked for, or there are */

	hd_node *node;
	int nn;
	hd_map first_node, last_node; /* basic block -> node number + 1 */
	hd_graph *g;

	int nv; /* values: arguments, then instructions */
	LLVMValueRef *val;
	int *def;         /* node, -1 = argument */
	hd_map ids;       /* value -> number + 1 */
	hd_bits cross;    /* read in another node than the defining one */
	hd_bits *live_in; /* per node */

	hd_private *priv;
	int np;
	hd_map priv_ids; /* alloca -> number + 1 */

	hd_bits varying;   /* values on which threads of a block may disagree */
	hd_bits divergent; /* nodes whose branch is such a value */

	hd_shape *shape;        /* per value, between the lanes of a group */
	hd_pattern **pattern;   /* per value, NULL: has none */
	hd_bits lane_divergent; /* nodes whose branch lanes may disagree on */
	hd_bits lane_join;      /* nodes where lanes from different ways meet */

	hd_region *region;
	int nr;
	bool steps;           /* groups keep their own continuation */
	bool returned;        /* some threads may have returned while others go on */
	hd_bits keep;         /* values kept across barriers */
	uint32_t *keep_at;    /* their offsets in the group's part of the context */
	uint32_t group_bytes; /* size of that part */

	hd_map shared;         /* kernels: shared variable -> offset + 1 */
	uint32_t shared_bytes; /* the dynamic part begins here */
	bool warps;            /* warp operations cut it: groups step, by hd_lane */
	bool warp_vectors;     /* groups are warps: their operations work on vectors */
	bool reduces;          /* has __syncthreads_count and the like */
	bool dynamic_allocas;
	uint32_t block[3];   /* the only shape this version is for; 0 = any */
	bool compact;        /* code under masks is to be short rather than fast */
	int rows, joined;    /* that are worked on at once; that a thread stands for */
	hd_bits jam;         /* regions whose loops are to take them together */
	bool walks_rows;     /* of all blocks side by side in the grid; walk.c */
	bool long_rows;      /* as if they were one block ... */
	bool reads_around;   /* each thread, in loops, around its place */
	uint32_t row_factor; /* ... if blockDim.x is this; 0 = whatever it is */
	hd_map first_access, streams; /* that ask for rows: prefetch.c, streams.c */
	bool writes_rows;             /* some of those are stores */
	uint16_t *ways; /* per value: bits of enum hd_way, NULL: none; for remarks */
} hd_code;

/* Where a group's context begins with its state: of warp operations, in an hd_lane. */
enum { HD_GROUP_STATE = offsetof(hd_lane, state), HD_GROUP_FIRST = 8 };

/* With several lanes the state is a byte per lane: has it not returned? */
static inline uint32_t
hd_state_bytes(const hd_code *c)
{
	return c->lanes > HD_GROUP_FIRST ? (uint32_t)c->lanes : HD_GROUP_FIRST;
}

/* Blocks with a shorter row than this run with one lane. */
static inline uint32_t
hd_narrow_below(const hd_code *c)
{
	return c->lanes > 2 ? (uint32_t)c->lanes / 2 : 2;
}

/* What ends a node. */
static inline enum hd_barrier
hd_ends_node(const hd_code *c, LLVMValueRef i)
{
	enum hd_barrier kind = hd_barrier_kind(i);

	return kind == HD_BARRIER_WARP && c->warp_vectors ? HD_NO_BARRIER : kind;
}

int hd_id(const hd_code *c, LLVMValueRef v); /* number of a value, or -1 */
bool hd_is_uniform(const hd_code *c, LLVMValueRef v);
hd_private *hd_private_of(const hd_code *c, LLVMValueRef v); /* or NULL */

#define hd_each_node_insn(i, c, n)                                                     \
	for (LLVMValueRef i = (c)->node[n].first; i && i != (c)->node[n].end;          \
	     i = LLVMGetNextInstruction(i))
#define hd_each_node_phi(phi, c, n)                                                    \
	for (LLVMValueRef phi = (c)->node[n].first; hd_is_opcode(phi, LLVMPHI);        \
	     phi = LLVMGetNextInstruction(phi))

enum hd_reading { HD_FUNCTION, HD_KERNEL, HD_KERNEL_OF_WARPS };
hd_code *hd_read_code(hd_lower *l, LLVMValueRef fn, enum hd_reading as);
void hd_find_uniform(hd_code *c);
void hd_cross_maybes(hd_code *c);
hd_ints hd_inputs(const hd_code *c, LLVMValueRef i);
void hd_find_shapes(hd_code *c);
hd_shape hd_shape_of(const hd_code *c, LLVMValueRef v);
hd_bounds hd_bounds_of(const hd_code *c, LLVMValueRef v);
/* bits.c: are low bits of lane 0 zero, so that no lane reaches above them? */
bool hd_stays_below(const hd_code *c, LLVMValueRef v, unsigned bits);
hd_shape hd_bits_shape(const hd_code *c, LLVMValueRef i);
bool hd_is_either_way(const hd_code *c, LLVMValueRef select);
hd_shape hd_quotient_shape(const hd_code *c, LLVMValueRef i); /* quotient.c */
hd_shape hd_uniform_or_varying(const hd_code *c, LLVMValueRef i);
bool hd_lanes_agree(const hd_code *c, LLVMValueRef cmp);
bool hd_is_lane_uniform(const hd_code *c, LLVMValueRef v);
const char *hd_why_one_lane(const hd_code *c); /* NULL: several lanes are possible */
void hd_choose_lanes(hd_code *c, bool narrow); /* and their shapes */
void hd_find_regions(hd_code *c);
void hd_find_keep(hd_code *c);

/* ---- emission */

/* A value in the current block: lane 0, all lanes, and for "maybe" whether lane 0 and the
 * stride tell all. Which ones there are follows from its shape. */
typedef struct hd_val {
	LLVMValueRef s, v, ok;
} hd_val;

typedef struct hd_emit {
	hd_unit *u;
	hd_code *c;
	LLVMBuilderRef b;
	LLVMValueRef fn;           /* being built */
	LLVMBasicBlockRef allocas; /* its entry block */
	LLVMMetadataRef at;        /* debug location of what has none, or NULL */

	LLVMValueRef frame, shared, context;
	LLVMValueRef *arg;      /* per argument */
	hd_val *slot;           /* per value: allocas, NULL until needed */
	hd_val *phi_slot;       /* per phi: what the edge put there */
	hd_val *cache;          /* per value: what it is in the current block */
	unsigned *stamp, epoch; /* cache is valid when stamp == epoch */
	LLVMValueRef *fixed; /* values that are constants in a copy of a region ... */
	unsigned *fixed_in, copy;   /* ... valid when it is this one */
	LLVMValueRef *priv;         /* per private variable: its address */
	LLVMValueRef *uniform_slot; /* per kept uniform value: an alloca of the block */
	LLVMValueRef *uniform_in;   /* the same, read in front of the group loop */
	LLVMValueRef *kept_in;      /* per value that the group keeps: what it was */

	LLVMValueRef launch; /* what hoist_loops took out, or NULL */
	LLVMValueRef tid[3], ntid[3], ctaid[3], nctaid[3]; /* kernels only */
	LLVMValueRef run;     /* of blocks that are walked together, from ctaid[0] on */
	LLVMValueRef row_end; /* threads of a row, of all these blocks if it is long */
	LLVMValueRef group;   /* address of the group's part of the context */
	LLVMValueRef group_slot;               /* alloca that holds it, for debuggers */
	LLVMValueRef count, arrived;           /* allocas of a reducing barrier */
	LLVMValueRef last_count, last_arrived; /* of the barrier just passed */
	LLVMValueRef old_count, old_arrived;   /* with warps: allocas for those */
	LLVMValueRef mask;     /* of the node being emitted, NULL = all lanes */
	int lane;              /* for which a call is being made */
	LLVMValueRef lane_now; /* the same in a loop over lanes, else NULL */
	LLVMValueRef lane_array[10], lane_value[10]; /* of such loops */
	int cold;                                    /* in code that hardly ever runs */
	int aside;        /* in blocks that do not dominate the rest of the node */
	LLVMValueRef row; /* of the access at hand: the address of lane 0 */
	const struct hd_spots *spots;       /* likewise, of lanes apart */
	const struct hd_two_rows *two_rows; /* likewise, of lanes in these */
	LLVMValueRef dummy;     /* alloca that idle lanes may read and write */
	int lane_loops;         /* so far */
	LLVMBasicBlockRef next; /* where a group goes when its region is done */
	LLVMValueRef stop;      /* alloca: the rest of the row has nothing to do */
	LLVMValueRef end;      /* alloca: nor have the blocks that follow in the walk */
	LLVMValueRef end_rows; /* alloca: nor have the rows of the block that follow */
	bool sure; /* in the copy for the part of a row where guards are known, */
	LLVMValueRef sure_from, sure_end; /* which goes from here, to (alloca) here */
	LLVMValueRef gone; /* alloca, with warps: lanes that are not there any more */
	LLVMValueRef warp_args; /* alloca: an hd_warp_args */
	LLVMBasicBlockRef *bb;  /* per node of the region being emitted */
	LLVMValueRef cont;      /* alloca: the region to go to, 0 = block is done;
				 * with steps: is any group left? */
	int region;             /* being emitted */
} hd_emit;

/* States of a group in its part of the context. */
enum { HD_RETURNED = -1, HD_ALIVE = 0 }; /* with steps: the region to go on with */

hd_emit *hd_emit_new(hd_code *c, LLVMValueRef fn, const hd_emit *beside);
void hd_emit_done(hd_emit *e);
LLVMBasicBlockRef hd_block(hd_emit *e, const char *name);
void hd_start_block(hd_emit *e, LLVMBasicBlockRef bb);
void hd_branch(hd_emit *e, LLVMBasicBlockRef to); /* jumps and starts there */

/* value.c */
LLVMValueRef hd_alloca(hd_emit *e, LLVMTypeRef t, const char *name);
LLVMTypeRef hd_vector_type(const hd_code *c, LLVMTypeRef t); /* of W lanes */
LLVMTypeRef hd_keep_type(const hd_code *c, LLVMValueRef v);  /* in the context */
unsigned hd_keep_align(const hd_code *c, LLVMValueRef v);    /* in the context */
LLVMValueRef hd_constant(hd_emit *e, LLVMValueRef k);
bool hd_mentions_shared(LLVMValueRef k);            /* a constant */
LLVMValueRef hd_use(hd_emit *e, LLVMValueRef v);    /* lane 0 */
LLVMValueRef hd_vector(hd_emit *e, LLVMValueRef v); /* all lanes */
LLVMValueRef hd_lane_of(hd_emit *e, LLVMValueRef v, int lane);
LLVMValueRef hd_holds(hd_emit *e, LLVMValueRef v);  /* of "maybe": does it? */
LLVMValueRef hd_stored(hd_emit *e, LLVMValueRef v); /* the form that slots hold */
hd_val *hd_slots(hd_emit *e, int id, hd_val *slot); /* allocas for its forms */
hd_val hd_load_slots(hd_emit *e, int id, const hd_val *slot);
void hd_store_slots(hd_emit *e, hd_val now, const hd_val *slot);
void hd_touch(hd_emit *e, LLVMValueRef v); /* load it here, if need be */
bool hd_is_at_hand(hd_emit *e, LLVMValueRef v);
LLVMValueRef hd_splat(hd_emit *e, LLVMValueRef s);
LLVMValueRef hd_spread_out(hd_emit *e, LLVMValueRef s, int64_t stride); /* all lanes */
void hd_def(hd_emit *e, LLVMValueRef v,
	    LLVMValueRef now); /* in the form of its shape */
void hd_def_maybe(hd_emit *e, LLVMValueRef v, hd_val now);
void hd_load_uniform(hd_emit *e);        /* what the block keeps once */
void hd_load_kept(hd_emit *e);           /* what each group of several lanes keeps */
void hd_restore_live(hd_emit *e, int r); /* what is live at a region's entry */
void hd_place_privates(hd_emit *e);

/* mask.c */
LLVMValueRef hd_mask_and(hd_emit *e, LLVMValueRef mask, LLVMValueRef cond, bool negate);
LLVMValueRef hd_any(hd_emit *e, LLVMValueRef mask);
LLVMValueRef hd_all(hd_emit *e, LLVMValueRef mask);
LLVMValueRef hd_blend(hd_emit *e, LLVMValueRef mask, LLVMValueRef x, LLVMValueRef y);
bool hd_is_cheap_to_decide(hd_emit *e, LLVMValueRef cond);
void hd_decide(hd_emit *e, LLVMValueRef cond, LLVMValueRef *all_true,
	       LLVMValueRef *all_false);
void hd_decide_choice(hd_emit *e, LLVMValueRef choice, LLVMValueRef *first,
		      LLVMValueRef *second); /* the sides of a select */

/* each.c: runs `one` for each active lane; gives the vector of the results, or NULL. */
typedef LLVMValueRef hd_one_lane(hd_emit *e, LLVMValueRef i, int lane);
LLVMValueRef hd_each_lane(hd_emit *e, LLVMValueRef i, hd_one_lane *one);
bool hd_wants_loop(hd_emit *e, LLVMValueRef i); /* rather than W copies */
LLVMValueRef hd_looped_operand(hd_emit *e, LLVMValueRef v);
LLVMValueRef hd_insert_lane(hd_emit *e, LLVMValueRef to, LLVMValueRef x, int lane);

/* inst.c, call.c, debug.c */
void hd_copy_flags(LLVMValueRef to, LLVMValueRef from);
void hd_drop_promises(LLVMValueRef i);      /* that hold for active lanes */
hd_val hd_here(hd_emit *e, LLVMValueRef v); /* without the vector */
void hd_emit_insn(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_emit_clone(hd_emit *e, LLVMValueRef i);
void hd_emit_call(hd_emit *e, LLVMValueRef i);
bool hd_is_pure_call(LLVMValueRef i);
LLVMValueRef hd_call_abi(hd_emit *e, const char *name, LLVMValueRef *args);
LLVMValueRef hd_coordinate(hd_emit *e, LLVMValueRef i); /* NULL: reads none */
void hd_emit_debug(hd_emit *e, LLVMValueRef i);
void hd_declare_coordinates(hd_emit *e);

/* choose.c, rows.c */
int hd_file_bytes(const hd_unit *u); /* of all vector registers */
bool hd_has_masked_moves(const hd_unit *u);
bool hd_is_large(const hd_code *c);       /* with all that is done lane by lane */
int hd_most_loop_bytes(const hd_code *c); /* per lane, of vectors in a loop */
void hd_choose_rows(hd_code *c);
bool hd_asks_for_thread(const hd_code *c); /* functions do, of the frame */

/* walk.c */
void hd_find_walk(hd_code *c);
bool hd_is_divisible(const hd_code *c);
bool hd_is_x(LLVMValueRef v); /* blockIdx.x * blockDim.x + threadIdx.x, or the like */
bool hd_is_place(LLVMValueRef v, int dim); /* the same in some dimension */
uint32_t hd_place_factor(LLVMValueRef place, int dim);
LLVMValueRef hd_run_of_blocks(hd_emit *e, LLVMValueRef left);

/* flow.c, groups.c, entry.c */
void hd_emit_region(hd_emit *e, int r);
bool hd_emit_region_lanes(hd_emit *e, int r, LLVMValueRef mask, LLVMBasicBlockRef bail);

/* row_end.c: who of a row has something to do in region r, in whole groups (0 = all; r < 0:
 * all regions are in here); how many groups there are in one round (0 = LLVM decides). */
uint32_t hd_busy_threads(hd_emit *e, int r);
uint32_t hd_groups_to_unroll(const hd_code *c, int r, uint32_t busy);
void hd_emit_groups(hd_emit *e, LLVMBasicBlockRef done);
LLVMValueRef hd_new_function(hd_unit *u, LLVMValueRef old); /* with a frame */
typedef struct hd_versions {
	hd_code *wide;
	hd_code *narrow; /* for blocks too narrow for it; NULL = there is none */
	hd_code *plain;  /* for launches with short rows; likewise */
	hd_code *known;  /* for the blocks that the host code launches; NULL likewise */
	hd_code *direct; /* the same, for launches whose arrays are apart; likewise */
	bool unsure; /* whether `narrow` is faster for all blocks: the runtime finds out */
	bool sole; /* all blocks but those of `known` run in `narrow` */
	const struct hd_versions *fit; /* for launches with certain strides; likewise */
} hd_versions;
LLVMValueRef hd_emit_kernel(const hd_versions *v);
void hd_emit_useful(hd_code *c); /* useful.c */
void hd_tell_versions(const hd_versions *v, LLVMValueRef made);
void hd_load_launch(hd_emit *e); /* arguments, and shapes of grid and block */
hd_arg hd_place_argument(hd_unit *u, LLVMValueRef fn, unsigned param, uint32_t *end);
void hd_emit_function(hd_code *c, LLVMValueRef fn);

LLVMValueRef hd_frame_load(hd_emit *e, LLVMTypeRef t, size_t offset, const char *name);
void hd_frame_store(hd_emit *e, LLVMValueRef v, size_t offset); /* volatile */

/* for (v = 0; v < limit; v += step) */
typedef struct hd_for {
	LLVMValueRef slot, now;
	LLVMBasicBlockRef head, exit;
	LLVMBasicBlockRef latch; /* once it has ended */
	int step;
} hd_for;
hd_for hd_for_begin(hd_emit *e, LLVMValueRef limit, int step, const char *name);
void hd_for_end(hd_emit *e, hd_for *f);

#include "memory.h"
#include "warp.h"

#endif
