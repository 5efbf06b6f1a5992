/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that go along more rows than a processor keeps track of.
 *
 *     out[i] = a[i] + a[i - w] + a[i + w] + a[i - 2 * w] + ... + b[i + 4 * w * h];
 *
 * Groups that follow each other along a row read on where the last one ended, in each row,
 * and processors see that and read ahead. From about two dozen rows on they lose them, and
 * every group waits for memory: each row is asked for then, a little ahead. Accesses to one
 * row, a few elements apart, are one; in short loops there is one for each round. */
#include "lanes/decide/decide.h"

enum {
	MANY = 24,  /* a Neoverse-N1 keeps more than 17 and fewer than 28 */
	NEAR = 512, /* bytes: the same row */
	STEP = 64,  /* likewise, from round to round of a short loop */
	MOST_TERMS = 8,
	DEPTH = 12,
};

/* An address: base, terms of its index times bytes, and the rest. */
typedef struct sum {
	LLVMValueRef access, base, value[MOST_TERMS];
	int64_t by[MOST_TERMS], rest;
	int n;
	bool too_long; /* a row of its own, then */
} sum;

typedef HD_VEC(sum) sums;

static void
add_term(sum *s, LLVMValueRef v, int64_t by)
{
	if (hd_is_opcode(v, LLVMPHI) && llabs(by) <= STEP)
		return;
	for (int k = 0; k < s->n; k++)
		if (s->value[k] == v) {
			s->by[k] += by;
			return;
		}
	if (s->n == MOST_TERMS) {
		s->too_long = true;
		return;
	}
	s->value[s->n] = v;
	s->by[s->n++] = by;
}

/* Numbers that wrap around are not minded: nothing but time depends on this. */
static void
add_index(sum *s, LLVMValueRef v, int64_t by, int depth)
{
	LLVMValueRef x, y;

	if (hd_is_small_int(v)) {
		s->rest += LLVMConstIntGetSExtValue(v) * by;
		return;
	}
	if (!LLVMIsAInstruction(v) || depth == 0) {
		add_term(s, v, by);
		return;
	}
	x = LLVMGetOperand(v, 0);
	y = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
		add_index(s, x, by, depth - 1);
		return;
	case LLVMSub:
		add_index(s, x, by, depth - 1);
		add_index(s, y, -by, depth - 1);
		return;
	case LLVMOr:
		if (!LLVMGetIsDisjoint(v))
			break;
		/* fall through */
	case LLVMAdd:
		add_index(s, x, by, depth - 1);
		add_index(s, y, by, depth - 1);
		return;
	case LLVMShl:
		if (!hd_is_small_int(y) || LLVMConstIntGetZExtValue(y) > 20)
			break;
		add_index(s, x, by << LLVMConstIntGetZExtValue(y), depth - 1);
		return;
	case LLVMMul:
		if (!hd_is_small_int(y))
			break;
		add_index(s, x, by * LLVMConstIntGetSExtValue(y), depth - 1);
		return;
	default:
		break;
	}
	add_term(s, v, by);
}

static bool
is_same_row(const sum *a, const sum *b)
{
	if (a->too_long || b->too_long || a->base != b->base || a->n != b->n ||
	    llabs(a->rest - b->rest) > NEAR)
		return false;
	for (int k = 0; k < a->n; k++) {
		int j = 0;

		while (j < b->n && (b->value[j] != a->value[k] || b->by[j] != a->by[k]))
			j++;
		if (j == b->n)
			return false;
	}
	return true;
}

/* A piece of a row for each group. */
static bool
is_along_row(const hd_code *c, LLVMValueRef i)
{
	LLVMValueRef p;
	hd_shape s;

	if (!hd_is_opcode(i, LLVMLoad) && !hd_is_opcode(i, LLVMStore))
		return false;
	p = hd_pointer_of(i);
	s = hd_shape_of(c, p);
	return hd_is_opcode(p, LLVMGetElementPtr) && LLVMGetNumOperands(p) == 2 &&
	       s.kind != HD_VARYING &&
	       s.stride == (int64_t)hd_size_of(c->u, hd_access_type(i)) &&
	       !hd_points_to_shared(p) && !hd_private_of(c, LLVMGetOperand(p, 0));
}

static bool
changes(const hd_code *c, const hd_loop *l, LLVMValueRef v, int depth)
{
	if (!LLVMIsAInstruction(v) || depth == 0)
		return false;
	if (hd_is_opcode(v, LLVMPHI))
		return c->def[hd_id(c, v)] == l->header;
	for (int k = 0; k < LLVMGetNumOperands(v); k++)
		if (changes(c, l, LLVMGetOperand(v, (unsigned)k), depth - 1))
			return true;
	return false;
}

/* Does the address change from round to round of this loop? */
static bool
counts(const hd_code *c, const hd_loop *l, const sum *s)
{
	enum { NEXT = 4 };

	for (int k = 0; k < s->n; k++)
		if (changes(c, l, s->value[k], NEXT))
			return true;
	return false;
}

/* Rows that an access in short loops goes along; 0: unknown. */
static int
rows_of(const hd_code *c, const hd_loops *loops, int n, const sum *s)
{
	int rows = 1;

	hd_check(n >= 0 && n < c->nn);
	for (size_t l = 0; l < loops->n; l++) {
		int rounds = hd_bit(&loops->at[l].in, (size_t)n)
				     ? hd_short_rounds(c, &loops->at[l])
				     : 1;

		rows *= rounds && !counts(c, &loops->at[l], s) ? 1 : rounds;
	}
	return rows;
}

/* How many rows there are more; none if it is in one that was noted before. */
static int
note(const hd_code *c, const hd_loops *loops, int n, LLVMValueRef i, sums *all)
{
	int rows;
	LLVMValueRef p = hd_pointer_of(i);
	sum s = {.access = i};

	while (hd_is_opcode(p, LLVMGetElementPtr) && LLVMGetNumOperands(p) == 2) {
		add_index(&s, LLVMGetOperand(p, 1),
			  (int64_t)hd_size_of(c->u, LLVMGetGEPSourceElementType(p)),
			  DEPTH);
		p = LLVMGetOperand(p, 0);
	}
	s.base = p;
	for (size_t k = 0; k < all->n; k++)
		if (is_same_row(&s, &all->at[k]))
			return 0;
	rows = rows_of(c, loops, n, &s);
	if (rows)
		hd_push(&c->u->scratch, all, s);
	return rows;
}

void
hd_find_streams(hd_layout *l)
{
	const hd_code *c = l->c;
	hd_loops loops;
	sums all = {0};
	int rows = 0;

	if (!hd_does(c->u, HD_TRICK_prefetch) || c->w.lanes == 1)
		return;
	loops = hd_graph_loops(&c->u->scratch, c->g);
	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (is_along_row(c, i))
				rows += note(c, &loops, n, i, &all);
	for (size_t k = 0; k < all.n && rows > MANY; k++)
		*hd_map_put(&c->u->mem, &l->streams, all.at[k].access) = 1;
}
