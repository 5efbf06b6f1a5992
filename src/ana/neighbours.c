/* SPDX-License-Identifier: Apache-2.0 */
/* Does a thread read what another one of its warp stores? Part of sync_warps.
 *
 *     x = a[t + 1];                      thread 0 reads a[1],
 *     a[t] = x;                          which is thread 1's
 *
 * The two indices must have the same terms, and then a constant between them; that may
 * also be in one way only of a clamp such as `j == 0 ? 0 : j - 1`. Where thread coordinates
 * tell, this is tried for every pair of threads of a warp that come to both places, so
 * that the steps of a tree, `if (t < 16) a[t] += a[t + 16]`, are none. Where they do not,
 * as in an index that goes around a matrix, elements side by side are taken for those of
 * neighbours, unless the thread goes from one to the other by itself.
 */
#include "ana/access.h"

#include "frame.h"

enum { MAX_DEPTH = 4 };

/* ---- indices that differ by a constant */

static LLVMValueRef
unwrapped(LLVMValueRef v)
{
	while (hd_is_extension(v) || hd_is_opcode(v, LLVMFreeze))
		v = LLVMGetOperand(v, 0);
	return v;
}

static bool
is_small(LLVMValueRef v)
{
	return LLVMIsAConstantInt(v) && llabs(LLVMConstIntGetSExtValue(v)) < HD_WARP;
}

/* v = x + by; sums that stop at the end of what numbers can be count. */
static LLVMValueRef
is_sum(LLVMValueRef v, int64_t *by)
{
	bool add = hd_is_opcode(v, LLVMAdd) || hd_calls_prefix(v, "llvm.uadd.sat") ||
		   hd_calls_prefix(v, "llvm.sadd.sat");
	bool sub = hd_is_opcode(v, LLVMSub) || hd_calls_prefix(v, "llvm.usub.sat") ||
		   hd_calls_prefix(v, "llvm.ssub.sat");

	if ((!add && !sub) || !is_small(LLVMGetOperand(v, 1)))
		return NULL;
	*by = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1)) * (add ? 1 : -1);
	return LLVMGetOperand(v, 0);
}

static bool
is_extreme(LLVMValueRef v)
{
	return hd_calls_prefix(v, "llvm.smin.") || hd_calls_prefix(v, "llvm.smax.") ||
	       hd_calls_prefix(v, "llvm.umin.") || hd_calls_prefix(v, "llvm.umax.");
}

/* Does a loop begin in its block? */
static bool
goes_around(const hd_threads *t, LLVMValueRef phi)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(phi);

	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);

		if (hd_is_reached(&t->blocks, from) &&
		    hd_block_dominates(&t->blocks, bb, from))
			return true;
	}
	return false;
}

/* What `v` is one of, in [first, end) of its operands; none: it is itself. */
static void
choices(const hd_threads *t, LLVMValueRef v, unsigned *first, unsigned *end)
{
	*first = *end = 0;
	if (hd_is_opcode(v, LLVMSelect)) {
		*first = 1;
		*end = 3;
	} else if (hd_is_opcode(v, LLVMPHI) && !goes_around(t, v)) {
		*end = LLVMCountIncoming(v);
	} else if (LLVMIsAInstruction(v) && is_extreme(v)) {
		*end = 2;
	}
}

/* The address where its term `k` is `v` + `by`. */
static hd_address
with_term(const hd_address *a, int k, LLVMValueRef v, int64_t by)
{
	hd_address r = *a;
	int64_t scale = a->term[k].scale;

	r.term[k] = r.term[--r.n];
	r.offset += by * scale;
	hd_add_term(&r, v, scale);
	return r;
}

/* From `b` to `a` in bytes, in one of the ways that `a` can be computed; 0: none, or it is
 * not known. */
static int64_t
offset_from(const hd_threads *t, const hd_address *a, const hd_address *b, int depth)
{
	if (!a->base)
		return 0; /* it has too many terms */
	if (hd_has_same_terms(a, b))
		return a->offset - b->offset;
	for (int k = 0; k < a->n && depth; k++) {
		LLVMValueRef v = unwrapped(a->term[k].v), x;
		unsigned way, end;
		int64_t by = 0, found = 0;
		hd_address r;

		if (hd_has_term(b, &a->term[k]))
			continue;
		if ((x = is_sum(v, &by))) {
			r = with_term(a, k, x, by);
			found = offset_from(t, &r, b, depth - 1);
		}
		for (choices(t, v, &way, &end); way < end && !found; way++) {
			r = with_term(a, k, LLVMGetOperand(v, way), 0);
			found = offset_from(t, &r, b, depth - 1);
		}
		if (found)
			return found;
	}
	return 0;
}

/* From the store's element to the load's. */
static int64_t
distance(const hd_threads *t, const hd_address *load, const hd_address *store)
{
	int64_t d;

	if (load->anywhere || store->anywhere || load->base != store->base)
		return 0;
	d = offset_from(t, load, store, MAX_DEPTH);
	return d ? d : -offset_from(t, store, load, MAX_DEPTH);
}

/* ---- threads */

/* Does a loop count it by a small constant? Then the thread itself comes to the elements
 * beside it. */
static bool
is_walked(LLVMValueRef v, int depth)
{
	int64_t by;

	v = unwrapped(v);
	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
		for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
			LLVMValueRef x = LLVMGetIncomingValue(v, k);

			if ((LLVMIsAInstruction(x) && is_sum(x, &by)) ||
			    (hd_is_opcode(x, LLVMSelect) && is_walked(x, depth - 1)))
				return true;
		}
		return false;
	case LLVMSelect:
	case LLVMAdd:
	case LLVMSub:
		for (int k = 0; k < LLVMGetNumOperands(v); k++)
			if (is_walked(LLVMGetOperand(v, (unsigned)k), depth - 1))
				return true;
		return false;
	default:
		return false;
	}
}

/* Are the elements of neighbouring threads neighbours, as far as it looks? */
static bool
is_by_neighbours(const hd_address *at, int64_t size)
{
	for (int k = 0; k < at->n; k++)
		if (llabs(at->term[k].scale) == size &&
		    hd_is_thread_term(&at->term[k]) &&
		    !hd_is_opcode(at->term[k].v, LLVMMul) &&
		    !hd_is_opcode(at->term[k].v, LLVMShl) &&
		    !is_walked(at->term[k].v, MAX_DEPTH))
			return true;
	return false;
}

bool
hd_find_places(hd_threads *t, const hd_address *at, int64_t *place)
{
	for (int k = 0; k < at->n; k++) {
		LLVMValueRef v = at->term[k].v, from, step;
		const int64_t *x = hd_thread_values(t, v);

		if (!x && hd_is_recurrence(v, &from, &step))
			x = hd_thread_values(t, from);
		if (!x && hd_is_thread_term(&at->term[k]))
			return false;
		for (int j = 0; x && j < t->n; j++)
			place[j] += x[j] * at->term[k].scale;
	}
	return true;
}

/* Is there a thread that comes to the load, and one of its warp that comes to the store,
 * whose place is this far away? `place` NULL: threads are, in elements. */
static bool
has_pair(hd_threads *t, const hd_access *l, const hd_access *s, const int64_t *place,
	 int64_t apart)
{
	const hd_bits *come_l = hd_threads_at(t, LLVMGetInstructionParent(l->insn));
	const hd_bits *come_s = hd_threads_at(t, LLVMGetInstructionParent(s->insn));

	if (!come_l || !come_s)
		return false; /* unreachable for all threads */
	hd_each_bit (a, come_l) {
		size_t first = a & ~(size_t)(HD_WARP - 1);

		for (size_t b = first; b < first + HD_WARP && b < (size_t)t->n; b++) {
			int64_t off = place ? place[b] - place[a]
					    : llabs((int64_t)b - (int64_t)a) * l->size;

			if (a != b && hd_bit(come_s, b) &&
			    off == (place ? apart : llabs(apart)))
				return true;
		}
	}
	return false;
}

int64_t
hd_row_bytes(hd_unit *u, LLVMValueRef variable)
{
	LLVMTypeRef t = LLVMIsAGlobalVariable(variable)
				? LLVMGlobalGetValueType(variable)
				: NULL;

	if (!t || LLVMGetTypeKind(t) != LLVMArrayTypeKind)
		return INT64_MAX;
	t = LLVMGetElementType(t);
	return LLVMGetTypeKind(t) == LLVMArrayTypeKind ? (int64_t)hd_size_of(u, t)
						       : INT64_MAX;
}

bool
hd_reads_neighbour(hd_threads *t, const hd_access *load, const hd_access *store)
{
	enum {
		PAIR = 8
	}; /* the work of looking at two accesses; that of a thread is 1 */
	int64_t apart, *place;

	if (t->work < 0 || load->size != store->size)
		return false;
	t->work -= PAIR;
	apart = distance(t, &load->at, &store->at);
	if (!apart || apart % load->size)
		return false;
	if (!hd_string_attr(t->fn, HD_BLOCK) && !hd_string_attr(t->fn, HD_KNOWN) &&
	    llabs(apart) >= hd_row_bytes(t->u, load->at.base))
		return false; /* blocks are mostly as wide as rows */
	t->work -= t->n;
	place = HD_NEW_ARRAY(&t->u->scratch, int64_t, (size_t)t->n);
	if (hd_find_places(t, &store->at, place))
		return has_pair(t, load, store, place, apart);
	return is_by_neighbours(&store->at, load->size) &&
	       has_pair(t, load, store, NULL, apart);
}

/* Which coordinates are asked for tells something about it, if nothing else does. */
static bool
has_rows(LLVMValueRef fn)
{
	int dim;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_sreg_read(i, &dim) == HD_TID && dim > 0)
				return true;
	return false;
}

hd_threads *
hd_likely_threads_of(hd_unit *u, LLVMValueRef fn)
{
	hd_threads *t = hd_threads_of(u, fn);
	const char *shape = hd_string_attr(fn, HD_BLOCK);

	if (!t->n &&
	    (!shape || !hd_read_shape(shape, t->block) ||
	     (uint64_t)t->block[0] * t->block[1] * t->block[2] > HD_MAX_THREADS)) {
		bool rows = has_rows(fn);

		t->block[0] = rows ? 16 : HD_MAX_THREADS;
		t->block[1] = rows ? 16 : 1;
		t->block[2] = 1;
	}
	t->n = (int)(t->block[0] * t->block[1] * t->block[2]);
	return t;
}
