/* SPDX-License-Identifier: Apache-2.0 */
/* eliminate_barriers: barriers that order nothing.
 *
 *     if (threadIdx.x == 0) node[threadIdx.y] = in[...];
 *     __syncthreads();                               goes: nobody has touched weights yet,
 *     weights[threadIdx.y][threadIdx.x] = w[...];    and here nobody touches node
 *     __syncthreads();                               stays
 *     ... node[threadIdx.y] ...
 *
 * A barrier is needed if some thread touches a byte before it and another one after it, one
 * of them writing, with no other barrier in between. "Before" is what can have happened
 * since the last barrier, on every way, around loops too; "after" is what can happen up to
 * the next. What one thread does with one byte needs no barrier. After a barrier has gone,
 * what was before it belongs to what is before the next; so each is looked at when those
 * before it have been decided upon.
 *
 * Calls, atomics, fences and volatile memory keep the barriers around them, and so do
 * kernels in which not all threads come to the same barriers, those with warp operations,
 * and those whose blocks keep step with each other.
 *
 * Where one has gone, conditions on both sides of it may follow from each other: what has
 * been answered is not asked again (skip_guards.c).
 *
 * It comes after sync_warps and sync_blocks, which see the program as it was written: they
 * can neither take a barrier that has gone for one that was never there, nor is what they
 * add taken away, since they add it where threads do meet. It comes after contract_fma, so
 * that results do not depend on it.
 *
 * needs:   normalize
 */
#include "ana/access.h"
#include "ana/barrier.h"
#include "pass/pass.h"

enum { MOST_PAIRS = 1 << 14 };

typedef struct gone {
	LLVMValueRef next; /* what comes after it */
	LLVMValueRef callee;
	LLVMMetadataRef where;
	hd_pos pos;
} gone;

typedef HD_VEC(hd_access *) accesses;

static accesses
accesses_in(hd_pieces *p, const hd_bits *in)
{
	accesses all = {0};

	hd_each_bit (k, in)
		for (size_t j = p->piece.at[k].first; j < p->piece.at[k].end; j++)
			hd_push(&p->t->u->scratch, &all, &p->all.at[j]);
	return all;
}

static bool
is_any_special(const accesses *all)
{
	for (size_t k = 0; k < all->n; k++)
		if (all->at[k]->special)
			return true;
	return false;
}

/* Where threads can have been that returned instead of coming here: anywhere behind the
 * barrier before. */
static void
add_returned(hd_pieces *p, hd_bits *in_front)
{
	hd_bits all = hd_bits_new(&p->t->u->scratch, p->piece.n);

	hd_each_bit (k, in_front)
		if (k == 0 ||
		    (p->piece.at[k - 1].barrier && !p->piece.at[k - 1].open)) {
			hd_bits from_here = hd_pieces_after(p, (int)k);

			hd_bits_or(&all, &from_here);
		}
	hd_bits_or(in_front, &all);
}

/* Would anything go wrong without the barrier that ends piece `k`? */
static bool
is_needed(hd_pieces *p, int k, bool returned)
{
	hd_bits in_front = hd_pieces_before(p, k), behind = hd_pieces_after(p, k + 1);
	accesses a, b;

	if (returned)
		add_returned(p, &in_front);
	a = accesses_in(p, &in_front);
	b = accesses_in(p, &behind);
	if (a.n * b.n > MOST_PAIRS || is_any_special(&a) || is_any_special(&b))
		return true;
	for (size_t i = 0; i < a.n; i++)
		for (size_t j = 0; j < b.n; j++)
			if ((a.at[i]->writes || b.at[j]->writes) &&
			    hd_may_meet(p->t, a.at[i], b.at[j]))
				return true;
	return false;
}

static int
loop_depth(const hd_loops *loops, int piece)
{
	int depth = 0;

	for (size_t k = 0; k < loops->n; k++)
		depth += hd_bit(&loops->at[k].in, (size_t)piece);
	return depth;
}

/* Those in the innermost loops first: of two, one of which is needed, they cost more. */
static int
find_unneeded(hd_pieces *p, bool returned)
{
	hd_arena *a = &p->t->u->scratch;
	hd_loops loops = {0};
	int found = 0, deepest = 0;

	if (hd_graph_is_reducible(p->g))
		loops = hd_graph_loops(a, p->g);
	for (size_t k = 0; k < p->piece.n; k++) {
		int depth = loop_depth(&loops, (int)k);

		deepest = depth > deepest ? depth : deepest;
	}
	for (size_t k = 0; k < p->piece.n; k++)
		p->piece.at[k].open = false;
	for (int depth = deepest; depth >= 0; depth--)
		for (size_t k = 0; k < p->piece.n; k++) {
			hd_piece *piece = &p->piece.at[k];

			if (!piece->barrier || p->g->pos[k] < 0 ||
			    hd_barrier_kind(piece->barrier) != HD_BARRIER ||
			    loop_depth(&loops, (int)k) != depth)
				continue;
			piece->open = true;
			piece->open = !is_needed(p, (int)k, returned);
			found += piece->open;
		}
	return found;
}

/* Which threads reach a block is computed only where it matters. */
static bool
is_any_unneeded(hd_pieces *p)
{
	bool returned;

	if (!find_unneeded(p, false) ||
	    !hd_meets_uniformly(p->t->u, p->t->fn, &returned))
		return false;
	return !returned || find_unneeded(p, true);
}

static gone
take_out(LLVMValueRef barrier)
{
	gone g = {LLVMGetNextInstruction(barrier), hd_callee(barrier),
		  LLVMInstructionGetDebugLoc(barrier), hd_user_position(barrier)};

	LLVMInstructionEraseFromParent(barrier);
	return g;
}

static void
put_back(hd_unit *u, const gone *g)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	LLVMPositionBuilderBefore(b, g->next);
	LLVMSetCurrentDebugLocation2(b, g->where);
	hd_call(b, g->callee, NULL, 0, "");
	LLVMDisposeBuilder(b);
}

/* Once, where blocks of any shape can do without it. */
static void
remark(hd_threads *t, const gone *g, hd_map *told)
{
	if (!t->u->opt.remarks || (g->where && hd_map_get(told, g->where)))
		return;
	if (g->where)
		*hd_map_put(&t->u->scratch, told, g->where) = 1;
	if (t->n)
		hd_remark_at(g->pos, "-Rpass=heddle",
			     "kernel '%s' needs no barrier here, in blocks of "
			     "%ux%ux%u threads: it orders no accesses of different "
			     "threads",
			     hd_source_name(t->fn), t->block[0], t->block[1],
			     t->block[2]);
	else
		hd_remark_at(g->pos, "-Rpass=heddle",
			     "kernel '%s' needs no barrier here: it orders no "
			     "accesses of different threads",
			     hd_source_name(t->fn));
}

/* Some barriers are what shows that threads agree: that they read the same from memory.
 * Where all would then come to barriers on their own, they stay. */
static bool
take_out_all(hd_pieces *p, hd_map *told)
{
	hd_unit *u = p->t->u;
	HD_VEC(gone) all = {0};

	for (size_t k = p->piece.n; k-- > 0;)
		if (p->piece.at[k].open) {
			hd_check(hd_barrier_kind(p->piece.at[k].barrier) == HD_BARRIER);
			hd_push(&u->scratch, &all, take_out(p->piece.at[k].barrier));
		}
	if (!hd_meets_uniformly(u, p->t->fn, NULL)) {
		while (all.n)
			put_back(u, &hd_pop(&all));
		return false;
	}
	while (all.n)
		remark(p->t, &hd_pop(&all), told);
	hd_skip_guards(p->t);
	return true;
}

static bool
has_barrier(LLVMValueRef fn)
{
	unsigned kinds = hd_barriers_of(fn);

	return kinds & HD_HAS_PLAIN && !(kinds & HD_HAS_WARP);
}

bool
hd_pass_eliminate_barriers(hd_unit *u)
{
	bool changed = false;
	hd_map told = {0};

	hd_each_function (fn, u->m) {
		bool kernel = hd_has_body(fn) &&
			      (hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN));
		hd_pieces *p;

		if (!kernel || hd_string_attr(fn, HD_PACED) || !has_barrier(fn))
			continue;
		p = hd_cut_pieces(hd_threads_of(u, fn));
		if (is_any_unneeded(p))
			changed |= take_out_all(p, &told);
	}
	return changed;
}
