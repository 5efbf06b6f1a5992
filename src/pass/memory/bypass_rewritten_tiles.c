/* SPDX-License-Identifier: Apache-2.0 */
/* bypass_rewritten_tiles: tiles that are filled from an array, read, and then written over.
 *
 *     s[ty][tx] = p[i];
 *     __syncthreads();
 *     if (inside 1) r[ty][tx] = s[ty - 1][tx] + ...;      is p[i - n] + ...
 *     __syncthreads();
 *     if (inside 1) s[ty][tx] = r[ty][tx];
 *     __syncthreads();
 *     if (inside 2) q[i] = s[ty - 1][tx] + ...;
 *
 * As in bypass_tiles, what threads have read for their neighbours is read from the array
 * by these; but the tile stays for what is stored there later. A store is read through if
 * it is the last one, whatever threads do, to write what a load reads; and it goes if all
 * loads that it leads to are such, or read what others have written since.
 *
 * The versions that specialize_trip_counts has made go if nothing of this can be done. It
 * comes after sync_warps and sync_blocks, which see the program as it was written, and after
 * contract_fma, so that results do not depend on it.
 *
 * needs:   specialize_trip_counts, recompute_flags
 */
#include "pass/memory/tiles.h"
#include "pass/pass.h"

/* ---- what is stored */

static bool
is_written(const hd_tiles *s, LLVMValueRef array)
{
	for (size_t k = 0; k < s->p->all.n; k++)
		if (s->p->all.at[k].writes && s->p->all.at[k].at.base == array)
			return true;
	return false;
}

/* The array that a store's value was read from, as it was for any other thread. */
static bool
has_source(hd_tiles *s, hd_tile *t, const hd_put *x)
{
	LLVMValueRef v = LLVMGetOperand(x->a->insn, 0);
	uintptr_t *k = hd_map_get(&s->p->index, v);
	const hd_access *load = k ? &s->p->all.at[*k - 1] : NULL;

	t->at = (hd_polynomial){0};
	t->source = v;
	return load && load->reads && !load->writes && load->place == HD_OUTSIDE &&
	       hd_add_pointer(s->u, &t->at, LLVMGetOperand(v, 0), &t->array) &&
	       LLVMIsAArgument(t->array) && !is_written(s, t->array);
}

static bool
can_read_array(hd_tiles *s, const hd_tile *t, const hd_get *g)
{
	hd_polynomial more;

	return hd_growth(&t->at, g->d, &more) &&
	       LLVMTypeOf(g->a->insn) == LLVMTypeOf(t->source) &&
	       hd_block_dominates(&s->t->blocks, LLVMGetInstructionParent(t->source),
				  LLVMGetInstructionParent(g->a->insn));
}

/* Can it go? `gains`: do neighbours read it? */
static bool
can_go(hd_tiles *s, hd_tile *t, const hd_put *x, bool *gains)
{
	*gains = false;

	if (!x->place || !hd_is_one_to_one(x) || !has_source(s, t, x))
		return false;
	for (size_t k = 0; k < t->get.n; k++) {
		const hd_get *g = &t->get.at[k];

		if (!hd_leads(s, x->a->insn, g->a->insn))
			continue;
		if (!g->from || (g->from == x && !can_read_array(s, t, g)))
			return false;
		*gains |= g->from == x && !hd_is_own(g);
	}
	return true;
}

/* Is it only for the thread itself? */
static bool
can_stay(hd_tiles *s, const hd_tile *t, const hd_put *x)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(x->a->insn, 0));

	if (!x->place || !hd_is_one_to_one(x))
		return false;
	for (size_t k = 0; k < t->get.n; k++) {
		const hd_get *g = &t->get.at[k];

		if (hd_leads(s, x->a->insn, g->a->insn) &&
		    (!g->from || (g->from == x &&
				  (!hd_is_own(g) || LLVMTypeOf(g->a->insn) != type))))
			return false;
	}
	return true;
}

/* ---- the pass */

/* Has every thread read its element when one comes to `load`? */
static bool
have_all_read(hd_tiles *s, const hd_tile *t, const hd_get *g)
{
	const hd_access *a = &s->p->all.at[*hd_map_get(&s->p->index, t->source) - 1];
	const hd_bits *come = hd_threads_at(s->t, LLVMGetInstructionParent(t->source));

	for (int k = 0; k < s->t->n; k++)
		if (!come || !hd_bit(come, (size_t)k))
			return false;
	return hd_has_been_at(s, a, g->a);
}

/* Does it come before the first barrier that stays? These stand in front of what neighbours
 * read then. */
static bool
is_near(hd_tiles *s, const hd_get *g)
{
	for (size_t k = 0; k < s->tiles.n; k++) {
		const hd_tile *t = s->tiles.at[k];

		for (size_t j = 0; t->main && j < t->get.n; j++) {
			const hd_get *x = &t->get.at[j];

			if (x->from == t->main && !hd_is_own(x) &&
			    (!hd_is_parted(s, x->a, g->a) ||
			     !hd_is_parted(s, g->a, x->a)))
				return true;
		}
	}
	return false;
}

/* A value that would have to be kept across a barrier is read again. */
static LLVMValueRef
load_array(hd_tiles *s, LLVMBuilderRef b, const hd_tile *t, const hd_get *g)
{
	LLVMContextRef c = s->u->c;
	LLVMMetadataRef d = LLVMValueAsMetadata(hd_i32(s->u, g->d[0])),
			node = LLVMMDNodeInContext2(c, &d, 1);
	LLVMValueRef load, p;

	if (hd_is_own(g) && is_near(s, g))
		return t->source;
	p = hd_pointer_beside(s->u, b, LLVMGetOperand(t->source, 0), g->d);
	if (!p)
		return hd_load_of_thread(s->u, b, t, g->d);
	load = LLVMInstructionClone(t->source);
	LLVMSetOperand(load, 0, p);
	LLVMInsertIntoBuilder(b, load);
	if (have_all_read(s, t, g))
		LLVMSetMetadata(load,
				LLVMGetMDKindIDInContext(c, HD_READABLE,
							 sizeof HD_READABLE - 1),
				LLVMMetadataAsValue(c, node));
	return load;
}

static void
read_through(hd_tiles *s, LLVMBuilderRef b, hd_tile *t)
{
	hd_remark(s->u, t->main->a->insn,
		  "kernel '%s' has a version without this shared-memory "
		  "store: threads read the array instead",
		  hd_source_name(s->fn));
	for (size_t k = 0; k < t->get.n; k++) {
		const hd_get *g = &t->get.at[k];
		LLVMValueRef load = g->a->insn;

		if (g->from != t->main)
			continue;
		LLVMPositionBuilderBefore(b, load);
		LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(load));
		hd_replace(load, load_array(s, b, t, g));
	}
	LLVMInstructionEraseFromParent(t->main->a->insn);
	for (unsigned k = 0; k < LLVMCountParams(s->fn); k++)
		if (LLVMGetParam(s->fn, k) == t->array)
			hd_add_param_attr(s->u, s->fn, k, "noalias");
}

/* A variable of the thread instead, which mem2reg makes a value of. */
static void
keep(hd_tiles *s, LLVMBuilderRef b, hd_tile *t, hd_put *x)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(x->a->insn, 0));

	LLVMPositionBuilderBefore(
		b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->fn)));
	x->value = LLVMBuildAlloca(b, type, "");
	LLVMPositionBuilderBefore(b, x->a->insn);
	LLVMBuildStore(b, LLVMGetOperand(x->a->insn, 0), x->value);
	LLVMInstructionEraseFromParent(x->a->insn);
	for (size_t k = 0; k < t->get.n; k++) {
		LLVMValueRef load = t->get.at[k].a->insn;

		if (t->get.at[k].from != x)
			continue;
		LLVMPositionBuilderBefore(b, load);
		hd_replace(load, LLVMBuildLoad2(b, type, x->value, ""));
	}
}

/* Those that only the thread itself reads are for forward_across_barriers, unless there are
 * others besides. */
static bool
find_main(hd_tiles *s, hd_tile *t)
{
	hd_put *own = NULL;
	bool gains;

	for (size_t k = 0; k < t->put.n; k++)
		if (can_go(s, t, &t->put.at[k], &gains)) {
			t->main = &t->put.at[k];
			if (gains)
				return true;
			own = own ? own : t->main;
		}
	t->main = own;
	if (own)
		has_source(s, t, own);
	return false;
}

static bool
is_kept_in_step(LLVMValueRef fn)
{
	return fn && (hd_string_attr(fn, HD_PACED) || hd_string_attr(fn, HD_TURNS));
}

static bool
change(hd_unit *u, LLVMValueRef kernel)
{
	LLVMValueRef fn = hd_direct_version(kernel);
	hd_tiles s = {.u = u, .fn = fn};
	const char *apart;
	LLVMBuilderRef b;
	bool any = false;

	if (is_kept_in_step(kernel) || is_kept_in_step(hd_known_version(kernel)) ||
	    is_kept_in_step(fn) || !hd_list_tiles(&s))
		return false;
	for (size_t k = 0; k < s.tiles.n; k++) {
		hd_tile *t = s.tiles.at[k];

		hd_find_origins(&s, t);
		any |= find_main(&s, t);
	}
	apart = any ? hd_apart_text(&s) : NULL;
	if (!apart)
		return false;
	b = LLVMCreateBuilderInContext(u->c);
	hd_add_string_attr(u, fn, HD_APART, apart);
	for (size_t k = 0; k < s.tiles.n; k++) {
		hd_tile *t = s.tiles.at[k];
		HD_VEC(hd_put *) own = {0};

		for (size_t j = 0; j < t->put.n; j++)
			if (&t->put.at[j] != t->main && can_stay(&s, t, &t->put.at[j]))
				hd_push(&u->scratch, &own, &t->put.at[j]);
		if (t->main)
			read_through(&s, b, t);
		for (size_t j = 0; j < own.n; j++)
			keep(&s, b, t, own.at[j]);
	}
	LLVMDisposeBuilder(b);
	return true;
}

bool
hd_pass_bypass_rewritten_tiles(hd_unit *u)
{
	HD_VEC(LLVMValueRef) kernels = {0};

	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn) && hd_asking_function(u, fn))
			hd_push(&u->scratch, &kernels, fn);
	for (size_t k = 0; k < kernels.n; k++) {
		LLVMValueRef direct = hd_direct_version(kernels.at[k]);

		if (!direct || change(u, kernels.at[k]))
			continue;
		LLVMSetSubprogram(direct, NULL);
		LLVMDeleteFunction(direct);
		LLVMDeleteFunction(hd_asking_function(u, kernels.at[k]));
	}
	return kernels.n > 0;
}
