/* SPDX-License-Identifier: Apache-2.0 */
/* Allocas: which of them does one region read that another one has written? */
#include "lanes/pieces/pieces.h"

static bool
is_slot(LLVMValueRef v)
{
	LLVMTypeRef t;

	if (!LLVMIsAAllocaInst(v) || !LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ||
	    !hd_is_int(LLVMGetOperand(v, 0), 1))
		return false;
	t = LLVMGetAllocatedType(v);
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (LLVMIsALoadInst(user) && LLVMTypeOf(user) == t)
			continue;
		if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v &&
		    LLVMGetOperand(user, 0) != v &&
		    LLVMTypeOf(LLVMGetOperand(user, 0)) == t)
			continue;
		return false;
	}
	return true;
}

int
hd_slot_number(const hd_cutting *c, LLVMValueRef v)
{
	uintptr_t *p = hd_map_get(&c->slot, v);

	return p ? (int)*p - 1 : -1;
}

static bool
is_used_elsewhere(const hd_cutting *c, LLVMValueRef slot)
{
	hd_each_use (use, slot) {
		LLVMBasicBlockRef at = hd_block_using(use);

		if (!at || hd_home_of(c, at) < 0)
			return true;
	}
	return false;
}

static void
list_slots(hd_cutting *c)
{
	hd_arena *a = &c->u->scratch;

	hd_each_insn (i, c->e->allocas)
		if (is_slot(i) && !is_used_elsewhere(c, i)) {
			hd_push(a, &c->slots, i);
			*hd_map_put(a, &c->slot, i) = c->slots.n;
		}
	c->exposed = hd_bits_new(a, c->slots.n);
}

/* What a region does with the slots that occur in it, numbered anew: memory as it needs. */
typedef struct local_slots {
	hd_map number; /* slot -> number + 1 */
	hd_value_list at;
	hd_bits *read, *written; /* per block: read before it is written; written */
} local_slots;

static size_t
local_number(hd_cutting *c, local_slots *l, LLVMValueRef slot)
{
	uintptr_t *p = hd_map_put(&c->u->scratch, &l->number, slot);

	if (!*p) {
		hd_push(&c->u->scratch, &l->at, slot);
		*p = l->at.n;
	}
	return *p - 1;
}

static LLVMValueRef
slot_of_access(const hd_cutting *c, LLVMValueRef i)
{
	LLVMValueRef at = NULL;

	if (LLVMIsALoadInst(i))
		at = LLVMGetOperand(i, 0);
	else if (LLVMIsAStoreInst(i))
		at = LLVMGetOperand(i, 1);
	return at && hd_slot_number(c, at) >= 0 ? at : NULL;
}

static void
read_accesses(hd_cutting *c, const hd_part *r, local_slots *l)
{
	hd_arena *a = &c->u->scratch;

	for (size_t k = 0; k < r->bb.n; k++)
		hd_each_insn (i, r->bb.at[k])
			if (slot_of_access(c, i))
				local_number(c, l, slot_of_access(c, i));
	l->read = HD_NEW_ARRAY(a, hd_bits, r->bb.n);
	l->written = HD_NEW_ARRAY(a, hd_bits, r->bb.n);
	for (size_t k = 0; k < r->bb.n; k++) {
		l->read[k] = hd_bits_new(a, l->at.n);
		l->written[k] = hd_bits_new(a, l->at.n);
		hd_each_insn (i, r->bb.at[k]) {
			LLVMValueRef slot = slot_of_access(c, i);
			size_t s = slot ? local_number(c, l, slot) : 0;

			if (!slot)
				continue;
			if (LLVMIsAStoreInst(i))
				hd_bit_set(&l->written[k], s);
			else if (!hd_bit(&l->written[k], s))
				hd_bit_set(&l->read[k], s);
		}
	}
}

/* Liveness inside the region, backwards until nothing changes. */
static void
find_exposed(hd_cutting *c, const hd_part *r)
{
	hd_arena *a = &c->u->scratch;
	local_slots l = {0};
	hd_map place = {0};
	bool changed = true;

	read_accesses(c, r, &l);
	for (size_t k = 0; k < r->bb.n; k++)
		*hd_map_put(a, &place, r->bb.at[k]) = k + 1;
	while (changed) {
		changed = false;
		for (size_t k = r->bb.n; k-- > 0;) {
			LLVMValueRef end = LLVMGetBasicBlockTerminator(r->bb.at[k]);

			for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
				LLVMBasicBlockRef bb = LLVMGetSuccessor(end, s);
				uintptr_t *p = hd_map_get(&place, bb);

				if (!p || hd_is_seam(c, bb))
					continue;
				for (size_t w = 0; w < (l.at.n + 63) / 64; w++) {
					uint64_t now = l.read[*p - 1].word[w] &
						       ~l.written[k].word[w] &
						       ~l.read[k].word[w];

					l.read[k].word[w] |= now;
					changed |= now != 0;
				}
			}
		}
	}
	hd_each_bit (s, &l.read[0])
		hd_bit_set(&c->exposed, (size_t)hd_slot_number(c, l.at.at[s]));
}

static void
find_private(hd_cutting *c)
{
	const hd_code *code = c->e->c;

	for (int k = 0; k < code->np; k++)
		if (c->e->val.priv[k] && LLVMIsAAllocaInst(c->e->val.priv[k]))
			*hd_map_put(&c->u->scratch, &c->own, c->e->val.priv[k]) = 1;
}

void
hd_find_slots(hd_cutting *c)
{
	list_slots(c);
	find_private(c);
	for (int r = 0; r < c->s->n; r++)
		find_exposed(c, &c->region[r]);
}

/* An alloca of which each piece may have one of its own. */
bool
hd_is_own_slot(const hd_cutting *c, LLVMValueRef v)
{
	int s = hd_slot_number(c, v);

	return (s >= 0 && !hd_bit(&c->exposed, (size_t)s)) || hd_map_get(&c->own, v);
}
