/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a function before anything is decided: its nodes and values, and what
 * threads and lanes agree on. The IR is never edited. This floor includes neither of the
 * others; see ../README.md. */
#ifndef HD_LANES_READ_H
#define HD_LANES_READ_H

#include "frame.h"
#include "ir/ir.h"
#include "ir/target.h"
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
	uint32_t size, align, word; /* word: of elements that lie side by side, or 0 */
	bool padded; /* nothing else lies right behind those of all lanes */
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

/* Where the regions of a kernel begin in the new function; `done` is what comes after them. */
typedef struct hd_seams {
	struct hd_emit *of;
	LLVMBasicBlockRef *start, done;
	int n;
} hd_seams;

/* What the functions of one module have in common while they are lowered. */
typedef struct hd_lower {
	hd_unit *u;
	hd_map functions;      /* old device function -> new one, with a frame */
	hd_map shared;         /* shared variables of those functions -> offset + 1 */
	uint32_t shared_bytes; /* of these */
	int most_lanes;        /* of the kernel at hand: more made too much code */
	bool short_rows; /* it is read for launches with short rows (quotient.c) */
	HD_VEC(hd_seams) seams; /* of the kernel that was emitted, for each version */
} hd_lower;

/* How values differ between the lanes of a group, and what follows from that: for groups of so
 * many lanes. Found anew for each number that is tried. */
typedef struct hd_shapes {
	int lanes;       /* W */
	hd_shape *shape; /* per value */
	hd_pattern *
		*pattern;  /* per value, NULL: has none; itself NULL: there is none */
	hd_bits divergent; /* nodes whose branch lanes may disagree on */
	hd_bits join;      /* nodes where lanes from different ways meet */
	hd_bits cross;     /* values that are read in another node than their own */
} hd_shapes;

/* A function as it was read. */
typedef struct hd_code {
	hd_unit *u;
	hd_lower *l;
	LLVMValueRef fn;
	bool is_kernel;

	hd_node *node;
	int nn;
	hd_map first_node, last_node; /* basic block -> node number + 1 */
	hd_graph *g;

	int nv; /* values: arguments, then instructions */
	LLVMValueRef *val;
	int *def;         /* node, -1 = argument */
	hd_map ids;       /* value -> number + 1 */
	hd_bits cross;    /* read in another node than the defining one, as it stands */
	hd_bits *live_in; /* per node */

	hd_private *priv;
	int np;
	hd_map priv_ids; /* alloca -> number + 1 */

	hd_bits varying;   /* values on which threads of a block may disagree */
	hd_bits divergent; /* nodes whose branch is such a value */

	hd_region *region;
	int nr;
	bool steps;        /* groups keep their own continuation */
	bool returned;     /* some threads may have returned while others go on */
	bool warps;        /* warp operations cut it: groups step, by hd_lane */
	bool warp_vectors; /* groups are warps: their operations work on vectors */
	bool reduces;      /* has __syncthreads_count and the like */
	bool dynamic_allocas;
	uint32_t block[3]; /* the only shape this version is for; 0 = any */
	int joined;        /* rows of the block that a thread stands for (join_rows) */

	hd_shapes w; /* in groups of as many lanes as are chosen, or being tried */
} hd_code;

/* What ends a node. */
static inline enum hd_barrier
hd_ends_node(const hd_code *c, LLVMValueRef i)
{
	enum hd_barrier kind = hd_barrier_kind(i);

	return kind == HD_BARRIER_WARP && c->warp_vectors ? HD_NO_BARRIER : kind;
}

#define hd_each_node_insn(i, c, n)                                                     \
	for (LLVMValueRef i = (c)->node[n].first; i && i != (c)->node[n].end;          \
	     i = LLVMGetNextInstruction(i))
#define hd_each_node_phi(phi, c, n)                                                    \
	for (LLVMValueRef phi = (c)->node[n].first; hd_is_opcode(phi, LLVMPHI);        \
	     phi = LLVMGetNextInstruction(phi))

/* Of a load or a store. */
static inline LLVMValueRef
hd_pointer_of(LLVMValueRef i)
{
	return LLVMGetOperand(i, hd_is_opcode(i, LLVMStore) ? 1 : 0);
}

static inline LLVMTypeRef
hd_access_type(LLVMValueRef i)
{
	return LLVMTypeOf(hd_is_opcode(i, LLVMStore) ? LLVMGetOperand(i, 0) : i);
}

static inline bool
hd_is_rest(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMURem) || hd_is_opcode(i, LLVMSRem);
}

/* code.c */
enum hd_reading { HD_FUNCTION, HD_KERNEL, HD_KERNEL_OF_WARPS };
hd_code *hd_read_code(hd_lower *l, LLVMValueRef fn, enum hd_reading as);
hd_ints hd_inputs(const hd_code *c,
		  LLVMValueRef i); /* values that it is computed from */
void hd_cross_maybes(hd_code *c);
void hd_find_regions(hd_code *c);           /* regions.c */
void hd_find_uniform(hd_code *c);           /* uniform.c */
void hd_find_shapes(hd_code *c, int lanes); /* shape.c; it must be reducible */
void hd_find_patterns(hd_code *c);
void hd_cross_two_rows(hd_code *c);

/* lookup.c */
int hd_id(const hd_code *c, LLVMValueRef v); /* number of a value, or -1 */
hd_private *hd_private_of(const hd_code *c, LLVMValueRef v); /* or NULL */
bool hd_is_uniform(const hd_code *c, LLVMValueRef v);        /* in the block */
hd_shape hd_shape_of(const hd_code *c, LLVMValueRef v);
bool hd_is_lane_uniform(const hd_code *c, LLVMValueRef v);
hd_shape hd_uniform_or_varying(const hd_code *c, LLVMValueRef i);
const hd_pattern *hd_pattern_of(const hd_code *c, LLVMValueRef v); /* or NULL */
/* Are low bits of lane 0 zero, so that no lane reaches above them? */
bool hd_stays_below(const hd_code *c, LLVMValueRef v, unsigned bits);
/* In a private array whose elements of all lanes are interleaved; its index is multiplied by
 * what stands for the number of lanes. That and constants are known factors. */
bool hd_is_interleaved(const hd_code *c, LLVMValueRef p);
bool hd_is_lane_count(LLVMValueRef v);
bool hd_known_factor(const hd_code *c, LLVMValueRef by, int64_t *k);

/* types.c */
LLVMTypeRef hd_vector_type(const hd_code *c, LLVMTypeRef t); /* of W lanes */
LLVMTypeRef hd_keep_type(const hd_code *c, LLVMValueRef v);  /* in the context */
unsigned hd_keep_align(const hd_code *c, LLVMValueRef v);    /* likewise */

/* shapes of single instructions */
hd_bounds hd_bounds_of(const hd_code *c, LLVMValueRef v);
hd_shape hd_bits_shape(const hd_code *c, LLVMValueRef i);
bool hd_lanes_agree(const hd_code *c, LLVMValueRef cmp);
bool hd_is_either_side(const hd_code *c, LLVMValueRef select);
bool hd_describe_pattern(const hd_code *c, LLVMValueRef v, hd_pattern *p);

/* quotient.c: x / n and x % n of lanes that count up */
bool hd_is_quotient(const hd_code *c, LLVMValueRef i);
hd_shape hd_quotient_shape(const hd_code *c, LLVMValueRef i);
int64_t hd_lane_span(const hd_code *c,
		     LLVMValueRef i); /* of x: from lane 0 to the last */
bool hd_may_be_short(const hd_code *c, int v);
bool hd_may_have_short_rows(const hd_code *c); /* then there is nothing to gain */

#include "facts.h"

#endif
