/* SPDX-License-Identifier: Apache-2.0 */
/* Integers that a loop counts with, and what becomes of them: in the end everybody adds them
 * to the same places in global memory, so that it does not matter who has counted what. Part
 * of reorder_for_locality (partition_grid.c). */
#include "lanes/read/read.h"
#include "ana/address.h"
#include "pass/loops/strided_loop.h"

enum { DEPTH = 4 };

/* ---- counting */

static bool
is_count(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMAtomicRMW) &&
	       LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpAdd &&
	       hd_is_integer(LLVMTypeOf(i)) && !LLVMGetFirstUse(i) &&
	       !LLVMGetVolatile(i);
}

static bool
is_the_one(hd_counts *c, LLVMValueRef variable, LLVMTypeRef type)
{
	if (c->at && (c->at != variable || c->type != type))
		return false;
	c->at = variable;
	c->type = type;
	return true;
}

bool
hd_is_shared_count(hd_counts *c, LLVMValueRef i)
{
	LLVMValueRef root;

	if (!is_count(i))
		return false;
	root = hd_pointer_root(LLVMGetOperand(i, 0));
	return root && hd_is_shared_variable(root) &&
	       is_the_one(c, root, LLVMTypeOf(i));
}

/* The load of *p += x, for its store; NULL: it is not that. */
static LLVMValueRef
load_of_update(LLVMValueRef store)
{
	LLVMValueRef add = LLVMGetOperand(store, 0), p = LLVMGetOperand(store, 1);

	if (!hd_is_opcode(add, LLVMAdd) || !hd_only_user(add))
		return NULL;
	for (unsigned k = 0; k < 2; k++) {
		LLVMValueRef load = LLVMGetOperand(add, k);

		if (hd_is_opcode(load, LLVMLoad) && LLVMGetOperand(load, 0) == p &&
		    hd_only_user(load) == add &&
		    LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store))
			return load;
	}
	return NULL;
}

/* The other operand of the sum is looked at like anything else in the loop. */
bool
hd_is_private_count(hd_counts *c, LLVMValueRef i)
{
	LLVMValueRef store = i, add, root;

	if (hd_is_opcode(i, LLVMLoad)) {
		add = hd_only_user(i);
		store = add ? hd_only_user(add) : NULL;
	}
	if (!store || !hd_is_opcode(store, LLVMStore) ||
	    LLVMTypeOf(LLVMGetOperand(store, 0)) == c->w->u->i1)
		return false;
	root = hd_pointer_root(LLVMGetOperand(store, 1));
	if (!root || !LLVMIsAAllocaInst(root) || LLVMGetVolatile(store) ||
	    !load_of_update(store) || (store != i && load_of_update(store) != i))
		return false;
	return is_the_one(c, root, LLVMTypeOf(LLVMGetOperand(store, 0)));
}

/* ---- before and after */

static int
number_of(const hd_counts *c, LLVMValueRef i)
{
	return hd_block_number(&c->w->blocks, LLVMGetInstructionParent(i));
}

static bool
is_in_loop(const hd_counts *c, LLVMValueRef i)
{
	return hd_bit(&c->s->l->in, (size_t)number_of(c, i));
}

/* Can one come from here to there? */
static bool
leads_to(const hd_counts *c, int from, int to)
{
	hd_arena *a = &c->w->u->scratch;
	hd_bits seen = hd_bits_new(a, (size_t)c->w->n);
	hd_ints todo = {0};

	hd_push(a, &todo, from);
	while (todo.n) {
		const hd_ints *succ = &c->w->blocks.g->succ[hd_pop(&todo)];

		for (size_t k = 0; k < succ->n; k++)
			if (!hd_bit(&seen, (size_t)succ->at[k])) {
				hd_bit_set(&seen, (size_t)succ->at[k]);
				hd_push(a, &todo, succ->at[k]);
			}
	}
	return hd_bit(&seen, (size_t)to);
}

bool
hd_comes_before_loop(const hd_counts *c, LLVMValueRef i)
{
	return leads_to(c, number_of(c, i), c->s->l->header);
}

/* ---- what becomes of them */

static bool
is_private(const hd_counts *c)
{
	return LLVMIsAAllocaInst(c->at) != NULL;
}

/* In all blocks; an array of its own is added up by each thread in the same way, too. */
static bool
is_at_same_place(const hd_counts *c, LLVMValueRef p)
{
	hd_address a = hd_parts_of(c->w->u, p);

	return a.base && hd_address_depends_on(&a, HD_CTAID) == HD_NO &&
	       (!is_private(c) || hd_address_depends_on(&a, HD_TID) == HD_NO);
}

static bool
all_come(const hd_counts *c, int n)
{
	return hd_all_come(c->w, n, HD_CTAID) &&
	       (!is_private(c) || hd_all_come(c->w, n, HD_TID));
}

static bool
is_zero(LLVMValueRef v)
{
	return LLVMIsAConstant(v) && LLVMIsNull(v);
}

/* if (count != 0) *p += count; the branch's block, or NULL. Zeros may be added as well. */
static LLVMBasicBlockRef
asked_by(LLVMValueRef load, LLVMValueRef add)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(add), next, other;
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb), cmp, branch;

	if (LLVMGetNumSuccessors(end) != 1)
		return NULL;
	next = LLVMGetSuccessor(end, 0);
	hd_each_use (use, load) {
		cmp = LLVMGetUser(use);
		branch = hd_is_opcode(cmp, LLVMICmp) ? hd_only_user(cmp) : NULL;
		if (!branch || !hd_is_opcode(branch, LLVMBr))
			continue;
		other = LLVMGetSuccessor(
			branch, LLVMGetICmpPredicate(cmp) == LLVMIntEQ ? 0 : 1);
		if (other == next &&
		    !hd_is_opcode(LLVMGetFirstInstruction(next), LLVMPHI))
			return LLVMGetInstructionParent(branch);
	}
	return NULL;
}

/* Is zero all that it is compared with, and does no more than the sum depend on that? */
static bool
is_asked_for_zero(const hd_counts *c, LLVMValueRef cmp, LLVMValueRef load)
{
	LLVMIntPredicate p;
	LLVMValueRef branch = hd_only_user(cmp);
	LLVMBasicBlockRef sum;

	if (!is_private(c) || !hd_is_opcode(cmp, LLVMICmp) || !branch ||
	    !hd_is_opcode(branch, LLVMBr) || LLVMGetOperand(cmp, 0) != load ||
	    !is_zero(LLVMGetOperand(cmp, 1)))
		return false;
	p = LLVMGetICmpPredicate(cmp);
	if (p != LLVMIntEQ && p != LLVMIntNE)
		return false;
	sum = LLVMGetSuccessor(branch, p == LLVMIntEQ ? 1 : 0);
	if (c->w->blocks.g->pred[hd_block_number(&c->w->blocks, sum)].n != 1)
		return false;
	hd_each_insn (i, sum)
		if (!hd_is_debug_call(i) && !hd_is_opcode(i, LLVMGetElementPtr) &&
		    !hd_is_opcode(i, LLVMZExt) && !hd_is_opcode(i, LLVMSExt) &&
		    !LLVMIsATerminatorInst(i) &&
		    !(is_count(i) && LLVMGetOperand(i, 1) == load))
			return false;
	return true;
}

/* A count that is read is added to global memory, by all blocks in the same way. */
static bool
is_added_up(const hd_counts *c, LLVMValueRef load)
{
	if (LLVMTypeOf(load) != c->type ||
	    !is_at_same_place(c, LLVMGetOperand(load, 0)))
		return false;
	hd_each_use (use, load) {
		LLVMValueRef i = LLVMGetUser(use), root;
		LLVMBasicBlockRef asked;

		if (is_asked_for_zero(c, i, load))
			continue;
		if (!is_count(i) || LLVMGetOperand(i, 1) != load)
			return false;
		root = hd_pointer_root(LLVMGetOperand(i, 0));
		asked = asked_by(load, i);
		if (!root || !LLVMIsAArgument(root) ||
		    !is_at_same_place(c, LLVMGetOperand(i, 0)) ||
		    !all_come(c, asked ? hd_block_number(&c->w->blocks, asked)
				       : number_of(c, i)))
			return false;
	}
	return true;
}

static bool are_added_up(const hd_counts *c, LLVMValueRef p, int depth);

static bool
is_good_use(const hd_counts *c, LLVMValueRef i, LLVMValueRef p, int depth)
{
	if (LLVMIsAConstantExpr(i))
		return LLVMGetConstOpcode(i) == LLVMGetElementPtr &&
		       are_added_up(c, i, depth - 1);
	if (!LLVMIsAInstruction(i))
		return false;
	if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) != c->fn)
		return true; /* another kernel, or another version of this one */
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMGetElementPtr:
		return are_added_up(c, i, depth - 1);
	case LLVMAtomicRMW:
		return is_in_loop(c, i) && LLVMGetOperand(i, 0) == p;
	case LLVMStore:
		if (is_in_loop(c, i)) /* counting: the loop has been looked at */
			return is_private(c) && LLVMGetOperand(i, 1) == p;
		return is_zero(LLVMGetOperand(i, 0)) &&
		       !leads_to(c, c->s->l->header, number_of(c, i));
	case LLVMLoad:
		return is_in_loop(c, i) ? is_private(c) : is_added_up(c, i);
	default:
		return is_private(c) && hd_is_lifetime_call(i);
	}
}

static bool
are_added_up(const hd_counts *c, LLVMValueRef p, int depth)
{
	if (!depth)
		return false;
	hd_each_use (use, p)
		if (!is_good_use(c, LLVMGetUser(use), p, depth))
			return false;
	return true;
}

bool
hd_are_added_up(const hd_counts *c)
{
	return are_added_up(c, c->at, DEPTH);
}
