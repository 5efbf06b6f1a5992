/* SPDX-License-Identifier: Apache-2.0 */
/* The pieces that barriers cut a kernel into. Part of eliminate_barriers and
 * forward_across_barriers. */
#include "ana/barrier.h"
#include "ana/access.h"

static void
end_piece(hd_pieces *p, LLVMBasicBlockRef bb, LLVMValueRef barrier, size_t first)
{
	bool ret = hd_is_opcode(LLVMGetBasicBlockTerminator(bb), LLVMRet);

	hd_check(first <= p->all.n);
	hd_push(&p->t->u->scratch, &p->piece,
		((hd_piece){.bb = bb,
			    .first = first,
			    .end = p->all.n,
			    .barrier = barrier,
			    .returns = ret && !barrier}));
}

static void
cut_block(hd_pieces *p, LLVMBasicBlockRef bb)
{
	hd_arena *a = &p->t->u->scratch;
	size_t first = p->all.n;

	hd_each_insn (i, bb) {
		hd_access access;

		if (hd_is_block_barrier(i)) {
			end_piece(p, bb, i, first);
			first = p->all.n;
		} else if (hd_read_access(p->t, i, &access)) {
			hd_push(a, &p->all, access);
			*hd_map_put(a, &p->index, i) = p->all.n;
		}
	}
	end_piece(p, bb, NULL, first);
}

hd_pieces *
hd_cut_pieces(hd_threads *t)
{
	hd_arena *a = &t->u->scratch;
	hd_pieces *p = HD_NEW(a, hd_pieces);
	hd_map start = {0};

	p->t = t;
	hd_each_block (bb, t->fn) {
		*hd_map_put(a, &start, bb) = p->piece.n;
		cut_block(p, bb);
	}
	p->g = hd_graph_new(a, (int)p->piece.n, 0);
	for (size_t k = 0; k < p->piece.n; k++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(p->piece.at[k].bb);

		if (p->piece.at[k].barrier) {
			hd_check(p->piece.at[k + 1].bb == p->piece.at[k].bb);
			hd_graph_edge(a, p->g, (int)k, (int)k + 1);
			continue;
		}
		for (unsigned j = 0; j < LLVMGetNumSuccessors(end); j++)
			hd_graph_edge(
				a, p->g, (int)k,
				(int)*hd_map_get(&start, LLVMGetSuccessor(end, j)));
	}
	hd_graph_order(a, p->g);
	return p;
}

static bool
is_closed(const hd_pieces *p, int k)
{
	return p->piece.at[k].barrier && !p->piece.at[k].open;
}

hd_bits
hd_pieces_after(const hd_pieces *p, int from)
{
	hd_arena *a = &p->t->u->scratch;
	hd_bits seen = hd_bits_new(a, p->piece.n);
	hd_ints todo = {0};

	hd_check(from >= 0 && (size_t)from < p->piece.n);
	hd_bit_set(&seen, (size_t)from);
	hd_push(a, &todo, from);
	while (todo.n) {
		int n = hd_pop(&todo);

		for (size_t k = 0; !is_closed(p, n) && k < p->g->succ[n].n; k++) {
			int to = p->g->succ[n].at[k];

			if (hd_bit(&seen, (size_t)to))
				continue;
			hd_bit_set(&seen, (size_t)to);
			hd_push(a, &todo, to);
		}
	}
	return seen;
}

hd_bits
hd_pieces_before(const hd_pieces *p, int from)
{
	hd_arena *a = &p->t->u->scratch;
	hd_bits seen = hd_bits_new(a, p->piece.n);
	hd_ints todo = {0};

	hd_bit_set(&seen, (size_t)from);
	hd_push(a, &todo, from);
	while (todo.n) {
		int n = hd_pop(&todo);

		for (size_t k = 0; k < p->g->pred[n].n; k++) {
			int to = p->g->pred[n].at[k];

			if (hd_bit(&seen, (size_t)to) || is_closed(p, to))
				continue;
			hd_bit_set(&seen, (size_t)to);
			hd_push(a, &todo, to);
		}
	}
	return seen;
}

static bool
is_address_operand(LLVMValueRef i, unsigned k)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore:
		return k == 1;
	case LLVMLoad:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMGetElementPtr:
		return k == 0;
	default:
		return false;
	}
}

static void
note_shared(hd_pieces *p, LLVMValueRef v, bool escapes)
{
	hd_arena *a = &p->t->u->scratch;

	*hd_map_put(a, &p->mentioned, v) = 1;
	if (escapes)
		*hd_map_put(a, &p->escaped, v) = 1;
}

/* Addresses that are computed with as numbers, such as those of 32 bits. */
static void
read_constant(hd_pieces *p, LLVMValueRef k)
{
	if (hd_is_shared_variable(k)) {
		note_shared(p, k, true);
		return;
	}
	if (LLVMIsAGlobalValue(k) || !LLVMIsAConstant(k))
		return;
	for (int j = 0; j < LLVMGetNumOperands(k); j++)
		read_constant(p, LLVMGetOperand(k, (unsigned)j));
}

static void
read_pointer(hd_pieces *p, LLVMValueRef i, unsigned k)
{
	LLVMValueRef v = LLVMGetOperand(i, k),
		     root = LLVMTypeOf(v) == p->t->u->ptr ? hd_pointer_root(v) : NULL;

	if (root && hd_is_shared_variable(root))
		note_shared(p, root, !is_address_operand(i, k));
	else
		read_constant(p, v);
}

void
hd_find_escaped(hd_pieces *p)
{
	hd_each_block (bb, p->t->fn)
		hd_each_insn (i, bb)
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
				read_pointer(p, i, k);
}

uint64_t
hd_shared_bytes(const hd_pieces *p)
{
	hd_unit *u = p->t->u;
	uint64_t bytes = 0;

	hd_each_global (g, u->m) {
		unsigned align = LLVMGetAlignment(g);
		LLVMTypeRef type = LLVMGlobalGetValueType(g);

		if (!hd_map_get(&p->mentioned, g))
			continue;
		align = align ? align : hd_align_of(u, type);
		bytes = (bytes + align - 1) / align * align + hd_size_of(u, type);
	}
	return bytes;
}

bool
hd_is_known(const hd_pieces *p, const hd_access *a)
{
	if (a->place != HD_SHARED_VARIABLE)
		return false;
	hd_check(hd_map_get(&p->mentioned, a->at.base)); /* hd_find_escaped was here */
	return !hd_map_get(&p->escaped, a->at.base);
}

bool
hd_is_plain(const hd_access *a)
{
	return !a->special && (a->reads || a->writes);
}

void
hd_forget(hd_access *a)
{
	a->reads = a->writes = a->special = a->unknown = false;
}

void
hd_tell(const hd_pieces *p, LLVMValueRef insn, const char *what)
{
	hd_remark(p->t->u, insn, "kernel '%s' %s", hd_source_name(p->t->fn), what);
}
