/* SPDX-License-Identifier: Apache-2.0 */
/* What Heddle adds to LLVM-C: the unit, walk macros, queries, analyses. */
#ifndef HD_IR_H
#define HD_IR_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

#include "base/base.h"
#include "base/tier.h"

/* These use LLVM's global context; ours is in the unit. */
#pragma GCC poison LLVMInt1Type LLVMInt8Type LLVMInt16Type LLVMInt32Type LLVMInt64Type
#pragma GCC poison LLVMFloatType LLVMDoubleType LLVMVoidType LLVMPointerType
#pragma GCC poison LLVMStructType LLVMAppendBasicBlock LLVMCreateBuilder
#pragma GCC poison LLVMModuleCreateWithName LLVMConstString LLVMConstStruct LLVMMDNode
#pragma GCC poison LLVMMDString LLVMGetMDKindID LLVMGetGlobalContext

/* Tricks that can be switched off: tricks.def. */
enum hd_trick {
#define TRICK(id, name, what) HD_TRICK_##id,
#include "ir/tricks.def"
#undef TRICK
	HD_TRICKS,
	HD_TRICK_always = HD_TRICKS /* cannot be switched off */
};

/* What the user asked for, as far as passes care. */
typedef struct hd_options {
	int opt_level;
	bool debug_device; /* -G */
	bool fast_math;
	bool has_fma;               /* the target does fused multiply-add in hardware */
	int lanes;                  /* 0 = choose */
	bool remarks, missed;       /* -Rpass=heddle, -Rpass-missed=heddle */
	const char *library;        /* path of the device library */
	const char *host_ir;        /* path of the host module, NULL = none */
	const char *cpu, *features; /* of the target, for function attributes */
	uint64_t without;           /* bits of enum hd_trick: switched off */
	int level;                  /* enum hd_level: what the target must have */
	bool quick;                 /* LLVM's part as fast as it can be */
	bool more_versions;         /* others follow, for better processors */
	enum hd_tier tier;
	const char *carried; /* what HD_TIER_FIRST puts into the object: hd_carried */
	size_t carried_bytes;
} hd_options;

/* The blocks that host code launches a kernel with: "x,y,z". */
typedef struct hd_shape_hint {
	const char *kernel, *block;
	bool sole; /* with no others */
} hd_shape_hint;

/* One translation unit on its way through the passes. */
typedef struct hd_unit {
	LLVMContextRef c;
	LLVMModuleRef m; /* device code; after merge_host, everything */
	LLVMTargetMachineRef tm;
	LLVMTargetDataRef dl; /* of the target */
	LLVMTypeRef i1, i8, i16, i32, i64, f32, f64, ptr, void_type;
	hd_arena mem;     /* lives as long as the unit */
	hd_arena scratch; /* emptied after each pass */
	hd_options opt;
	const char *source;           /* the user's file */
	LLVMModuleRef host;           /* once it was read, until merge_host */
	HD_VEC(hd_shape_hint) shapes; /* what find_launches found */
	hd_map said;                  /* remarks, with their places */
	hd_str *plan;          /* what src/lanes decides, as text; NULL: not wanted */
	unsigned facts;        /* that hold now (pass/facts.def) */
	bool started, stopped; /* options of the runner: --start-after, --stop-after */
	HD_VEC(LLVMValueRef) better; /* descriptors of versions for better processors */
} hd_unit;

static inline bool
hd_does(const hd_unit *u, enum hd_trick t)
{
	return !(u->opt.without >> t & 1);
}

/* ---- walking; the current element may be removed */

#define hd_each_function(f, m)                                                         \
	for (LLVMValueRef f = LLVMGetFirstFunction(m), f##_next = NULL;                \
	     f && (f##_next = LLVMGetNextFunction(f), true); f = f##_next)
#define hd_each_global(g, m)                                                           \
	for (LLVMValueRef g = LLVMGetFirstGlobal(m), g##_next = NULL;                  \
	     g && (g##_next = LLVMGetNextGlobal(g), true); g = g##_next)
#define hd_each_block(bb, fn)                                                          \
	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb;                    \
	     bb = LLVMGetNextBasicBlock(bb))
#define hd_each_insn(i, bb)                                                            \
	for (LLVMValueRef i = LLVMGetFirstInstruction(bb), i##_next = NULL;            \
	     i && (i##_next = LLVMGetNextInstruction(i), true); i = i##_next)
#define hd_each_phi(phi, bb)                                                           \
	for (LLVMValueRef phi = LLVMGetFirstInstruction(bb), phi##_next = NULL;        \
	     hd_is_opcode(phi, LLVMPHI) &&                                             \
	     (phi##_next = LLVMGetNextInstruction(phi), true);                         \
	     phi = phi##_next)
#define hd_each_use(use, v)                                                            \
	for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use))

/* ---- queries (query.c) */

const char *hd_name(LLVMValueRef v);
LLVMValueRef hd_callee(LLVMValueRef insn); /* the function called directly, or NULL */
void hd_mark_managed(LLVMModuleRef host);  /* managed.c */
bool hd_calls(LLVMValueRef insn, const char *name);
bool hd_calls_prefix(LLVMValueRef insn, const char *prefix);
int hd_arg_count(LLVMValueRef call);
bool hd_is_opcode(LLVMValueRef v, LLVMOpcode o);
bool hd_is_kernel(hd_unit *u, LLVMValueRef fn);
bool hd_annotation(hd_unit *u, LLVMValueRef fn, const char *key, uint32_t *value);
bool hd_has_body(LLVMValueRef fn);
bool hd_is_debug_call(LLVMValueRef insn);
bool hd_is_below(LLVMValueRef v,
		 unsigned bits); /* 2^bits, as far as its computation says */
LLVMBasicBlockRef hd_only_predecessor(LLVMBasicBlockRef bb);
bool hd_is_lifetime_call(LLVMValueRef insn);
bool hd_is_division(LLVMOpcode o);

/* Thread coordinates: which of x, y, z, and of what. */
enum hd_sreg { HD_TID, HD_NTID, HD_CTAID, HD_NCTAID, HD_NOT_SREG };
enum hd_sreg hd_sreg_read(LLVMValueRef insn, int *dim);
bool hd_is_sreg(LLVMValueRef v, enum hd_sreg what, int dim);

/* Barriers of a block, or of a warp: warp operations, as calls of
 * i64 @hd.warp(i32 op, i32 mask, i64 value, i32 a, i32 b). All but the plain one have a
 * result. */
enum hd_barrier {
	HD_NO_BARRIER,
	HD_BARRIER,
	HD_BARRIER_COUNT,
	HD_BARRIER_AND,
	HD_BARRIER_OR,
	HD_BARRIER_WARP
};
enum hd_barrier hd_barrier_kind(LLVMValueRef insn);
LLVMValueRef hd_base_of(LLVMValueRef p);     /* what all its GEPs begin with */
LLVMValueRef hd_barrier_in(LLVMValueRef fn); /* the first, of any kind; or NULL */
bool hd_has_warp_operations(LLVMValueRef fn);

/* ---- what an address adds to its base (gep.c): v * bytes for each operand of a GEP, or of a
 * constant like one */

typedef struct hd_index {
	unsigned k;     /* number of the operand; 0: there are no more */
	LLVMValueRef v; /* NULL: of a field of a struct, at `bytes` */
	int64_t bytes;
	LLVMTypeRef t; /* of what lies there */
} hd_index;

hd_index hd_next_index(hd_unit *u, LLVMValueRef gep, hd_index last);
#define hd_each_index(x, u, gep)                                                       \
	for (hd_index x = hd_next_index(u, gep, (hd_index){0}); x.k;                   \
	     x = hd_next_index(u, gep, x))

/* ---- kinds of instructions and values (insn.c) */

/* Of what LLVM knows: computes something, or reads a coordinate. */
bool hd_is_plain_call(LLVMValueRef insn);
bool hd_is_pure(LLVMOpcode o);             /* arithmetic */
LLVMValueRef hd_only_user(LLVMValueRef v); /* NULL: none, or more than one use */
bool hd_is_integer(LLVMTypeRef t);
bool hd_is_channel_type(const hd_unit *u, LLVMTypeRef t); /* of interleaved accesses */
bool hd_is_int(LLVMValueRef v, uint64_t n); /* this constant, of up to 64 bits */
bool hd_is_ones(LLVMValueRef v);            /* -1, of any size */
bool hd_is_count(LLVMValueRef v);           /* never negative, for sure */
bool hd_is_extension(LLVMValueRef v);
bool hd_is_ordinary(LLVMValueRef access); /* a load or store: not volatile, no atomic */
/* atomicAdd(p, 0), atomicOr(p, 0), atomicCAS(p, x, x): reads, that is. */
bool hd_is_atomic_read(LLVMValueRef insn);
bool hd_may_trap(LLVMValueRef insn); /* divides by 0, or may divide by -1 */
bool
hd_is_arithmetic(LLVMValueRef v); /* may be computed where its value is not needed */

/* Shared memory is a global without initialiser in this section until lanes are
 * lowered. */
#define HD_SHARED_SECTION  ".heddle.shared"
#define HD_TEXTURE_SECTION ".heddle.texture" /* texture and surface references */
#define HD_DYNAMIC_SHARED  "hd.dynamic_shared"
bool hd_is_shared_variable(LLVMValueRef v);
bool hd_is_texture(LLVMValueRef v); /* or a surface reference */
bool hd_is_dynamic_shared(LLVMValueRef v);
LLVMIntPredicate hd_swapped_predicate(LLVMIntPredicate p); /* of y and x */
LLVMIntPredicate hd_inverse_predicate(LLVMIntPredicate p); /* says no */
bool hd_is_unsigned(LLVMIntPredicate p);
bool hd_says(LLVMIntPredicate p, bool less);  /* of x and y, if x is less, or greater */
LLVMValueRef hd_pointer_root(LLVMValueRef p); /* the object it is based on, or NULL */
bool hd_points_to_shared(LLVMValueRef p);     /* for sure */

/* How far q is from p (distance.c), in bytes; "likely": unless an index overflows. */
enum hd_apart { HD_UNRELATED, HD_LIKELY, HD_EXACTLY };
enum hd_apart hd_bytes_between(hd_unit *u, LLVMValueRef p, LLVMValueRef q,
			       int64_t *bytes);
/* The same index behind two bases, or one that is so many bytes further in q. */
bool hd_is_beside(hd_unit *u, LLVMValueRef p, LLVMValueRef q, LLVMValueRef base[2],
		  int64_t *bytes);

bool hd_read_shape(const char *text, uint32_t block[3]); /* "x,y,z" */
uint64_t hd_size_of(hd_unit *u, LLVMTypeRef t);
unsigned hd_align_of(hd_unit *u, LLVMTypeRef t);
LLVMTypeRef hd_byval_type(LLVMValueRef fn, unsigned param); /* NULL = not by value */
unsigned hd_byval_align(hd_unit *u, LLVMValueRef fn, unsigned param);
bool hd_is_parameter_struct(LLVMValueRef v); /* a parameter by value */

/* Where an instruction or function stands in the user's source. */
hd_pos hd_position(LLVMValueRef v);
hd_pos hd_function_position(LLVMValueRef fn);
hd_pos
hd_user_position(LLVMValueRef v); /* not in our headers, but where these are used */
const char *hd_source_name(LLVMValueRef fn); /* "k_saxpy", not the mangled name */
#define HD_KNOWN_SUFFIX  ".known"  /* of versions for the blocks of a launch */
#define HD_DIRECT_SUFFIX ".direct" /* the same, without tiles in shared memory */
#define HD_FIT_SUFFIX    ".fit"    /* of versions for strides of one, and a number */

/* ---- remarks (remark.c) */

/* If they were asked for; the same at the same place once. */
void hd_remark(hd_unit *u, LLVMValueRef at, const char *fmt, ...) HD_PRINTF(3, 4);

/* ---- building (build.c) */

LLVMValueRef hd_i32(hd_unit *u, int64_t x);
LLVMValueRef hd_i64(hd_unit *u, int64_t x);
LLVMValueRef hd_string(hd_unit *u, const char *text, const char *name); /* private */
LLVMBasicBlockRef hd_new_block(hd_unit *u, LLVMValueRef fn, const char *name);
/* The declaration of an LLVM intrinsic for the types it is overloaded on. */
LLVMValueRef hd_intrinsic(hd_unit *u, const char *name, LLVMTypeRef *over, size_t n);
LLVMValueRef hd_build_barrier(hd_unit *u, LLVMBuilderRef b); /* of the block */
LLVMValueRef hd_call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned n,
		     const char *name);
LLVMValueRef hd_offset(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p, int64_t bytes,
		       const char *name);
void hd_set_odds(hd_unit *u, LLVMValueRef branch, unsigned first, unsigned second);
/* "llvm.loop.NAME": value, for the loop that `branch` repeats. */
void hd_loop_hint(hd_unit *u, LLVMValueRef branch, const char *name, int value);
void hd_move_before(LLVMBuilderRef b, LLVMValueRef insn, LLVMValueRef place);
void hd_replace(LLVMValueRef old, LLVMValueRef with); /* all uses; takes the name */
void hd_add_attr(hd_unit *u, LLVMValueRef fn, const char *name);
void hd_add_param_attr(hd_unit *u, LLVMValueRef fn, unsigned param, const char *name);
void hd_add_string_attr(hd_unit *u, LLVMValueRef fn, const char *key, const char *val);
const char *hd_string_attr(LLVMValueRef fn, const char *key); /* NULL = has none */
void hd_remove_attr(LLVMValueRef fn, const char *name);
bool hd_has_attr(LLVMValueRef fn, const char *name);
void hd_target_attrs(hd_unit *u, LLVMValueRef fn); /* CPU and features of the unit */

void hd_keep_symbol(hd_unit *u, LLVMValueRef v); /* this variable must not be dropped */

/* Runs an LLVM pipeline over the module; a failure is our bug. */
void hd_run_llvm(hd_unit *u, const char *pipeline);
/* LLVM's passes run over a whole module, but not over functions marked by this: all but
 * the wanted ones. NULL: over all again. */
void hd_leave_alone(hd_unit *u, bool (*wanted)(LLVMValueRef fn));

/* Maps a constant that refers to mapped values to one that does not: `map` gives the
 * replacement of a leaf, or NULL. Returns `c` itself when nothing changed. */
typedef LLVMValueRef hd_map_leaf(void *state, LLVMValueRef leaf);
LLVMValueRef hd_map_constant(hd_unit *u, LLVMValueRef c, hd_map_leaf *map, void *state);

LLVMValueRef hd_clone_function(hd_unit *u, LLVMValueRef fn, const char *name);
void hd_copy_attributes(hd_unit *u, LLVMValueRef from,
			LLVMValueRef to); /* functions' */
/* Into another function, those that `keeps` wants (NULL: all); `map` has what stands for
 * parameters and what is not wanted, and afterwards for blocks and instructions. */
typedef bool hd_keeps(void *state, LLVMValueRef insn);
LLVMValueRef hd_mapped(const hd_map *map,
		       LLVMValueRef v); /* itself if it is not there */
LLVMBasicBlockRef hd_mapped_block(const hd_map *map, LLVMBasicBlockRef bb);
void hd_clone_insns(hd_unit *u, LLVMValueRef fn, LLVMValueRef to, hd_map *map,
		    hd_keeps *keeps, void *state);
/* The phis of `to` have what they get from blocks from their copies, too. */
void hd_leave_copies(const hd_map *map, LLVMBasicBlockRef to);

/* ---- phis (phi.c) */

LLVMValueRef hd_first_behind_phis(LLVMBasicBlockRef bb);
LLVMValueRef hd_first_behind_allocas(LLVMValueRef fn);
LLVMValueRef hd_incoming(LLVMValueRef phi, LLVMBasicBlockRef from); /* NULL = nothing */
/* Another phi in front of it, with `now` for `old`; NULL: without what comes from there. */
LLVMValueRef hd_renew_phi(LLVMBuilderRef b, LLVMValueRef phi, LLVMBasicBlockRef old,
			  LLVMBasicBlockRef now);

/* ---- edges (split.c) */

LLVMBasicBlockRef hd_split_block(hd_unit *u, LLVMValueRef at); /* begins with it */
/* A new block between `to` and those that `from` names and that lead there: it has phis of
 * what `to` had from them. */
typedef bool hd_edge_from(void *state, LLVMBasicBlockRef bb);
LLVMBasicBlockRef hd_join_edges(hd_unit *u, LLVMBasicBlockRef to, hd_edge_from *from,
				void *state);

/* ---- graphs (cfg.c): dense, over small numbers */

typedef HD_VEC(int) hd_ints;

typedef struct hd_graph {
	int n, entry;
	hd_ints *succ, *pred; /* pred only of reachable nodes */
	int *rpo, nrpo;       /* reachable nodes in reverse post order */
	int *pos;             /* place in rpo, -1 = unreachable */
	int *idom;
} hd_graph;

hd_graph *hd_graph_new(hd_arena *a, int n, int entry);
void hd_graph_edge(hd_arena *a, hd_graph *g, int from, int to);
void hd_graph_order(hd_arena *a, hd_graph *g); /* fills pred, rpo, pos, idom */
bool hd_graph_dominates(const hd_graph *g, int a, int b);
bool hd_graph_is_reducible(const hd_graph *g);

/* A natural loop; inner ones come after outer ones. */
typedef struct hd_loop {
	int header;
	hd_bits in;
	hd_ints exiting; /* nodes in the loop with a successor outside */
	hd_ints targets; /* those successors */
	hd_ints latches;
} hd_loop;
typedef HD_VEC(hd_loop) hd_loops;

hd_loops hd_graph_loops(hd_arena *a, const hd_graph *g); /* g must be reducible */
bool hd_is_innermost(const hd_loops *loops, const hd_loop *l);

/* The blocks of a function. */
typedef struct hd_blocks {
	hd_map number; /* + 1 */
	hd_graph *g;
} hd_blocks;
hd_blocks hd_number_blocks(hd_arena *a, LLVMValueRef fn);
int hd_block_number(const hd_blocks *b, LLVMBasicBlockRef bb);
/* Against all edges, from one more node, which stands for the end: idom is what all ways from a
 * block have in common. */
hd_graph *hd_graph_from_end(hd_arena *a, const hd_blocks *b, LLVMValueRef fn);
bool hd_is_reached(const hd_blocks *b, LLVMBasicBlockRef bb);
bool hd_block_dominates(const hd_blocks *b, LLVMBasicBlockRef x, LLVMBasicBlockRef y);

/* ---- minimum cuts over nodes (mincut.c) */

typedef struct hd_cut hd_cut;
hd_cut *hd_cut_new(hd_arena *a, int n);
void hd_cut_node(hd_cut *c, int node, int cost); /* once per node that matters */
void hd_cut_edge(hd_cut *c, int from, int to);
void hd_cut_source(hd_cut *c, int node);
void hd_cut_sink(hd_cut *c, int node);
hd_bits hd_cut_solve(hd_cut *c); /* the nodes to cut */

/* ---- divergence (diverge.c) */

/* Labels of the paths that begin at `start`; see diverge.c. */
typedef struct hd_labels {
	int *label;   /* per node, -1 = none */
	hd_bits join; /* nodes where different labels meet */
} hd_labels;
hd_labels hd_spread_labels(hd_arena *a, const hd_graph *g, const hd_ints *start);
bool hd_loop_diverges(hd_arena *a, const hd_graph *g, const hd_loop *l,
		      const hd_bits *divergent);

/* ---- what differs between LLVM versions (compat.c) */

void hd_use_debug_calls(LLVMModuleRef m);   /* debug info as calls, where LLVM can */
void hd_use_debug_records(LLVMModuleRef m); /* as LLVM's own passes like it */
LLVMModuleRef hd_read_module(hd_unit *u, const char *path); /* NULL after an error */

#define hd_error(insn, ...) hd_error_at(hd_user_position(insn), __VA_ARGS__)

#endif
