/* SPDX-License-Identifier: Apache-2.0 */
/* One piece: a function that has some of the regions, and the call of it. */
#include "lanes/pieces/pieces.h"

static bool
is_inside(const hd_piece *p, LLVMBasicBlockRef bb)
{
	int r = hd_home_of(p->c, bb);

	return r >= p->first && r <= p->last;
}

static void
note_operand(hd_piece *p, LLVMValueRef v)
{
	hd_arena *a = &p->c->u->scratch;
	bool comes_in =
		LLVMIsAArgument(v) ||
		(LLVMIsAInstruction(v) && !is_inside(p, LLVMGetInstructionParent(v)));
	uintptr_t *seen;

	if (!comes_in)
		return;
	seen = hd_map_put(a, &p->seen, v);
	if (*seen)
		return;
	*seen = (uintptr_t)v;
	if (hd_is_own_slot(p->c, v))
		hd_push(a, &p->own, v);
	else
		hd_push(a, &p->inputs, v);
}

#define each_piece_block(bb, p)                                                        \
	for (int r_ = (p)->first; r_ <= (p)->last; r_++)                               \
		for (size_t k_ = 0; k_ < (p)->c->region[r_].bb.n; k_++)                \
			for (LLVMBasicBlockRef bb = (p)->c->region[r_].bb.at[k_]; bb;  \
			     bb = NULL)

static void
find_inputs(hd_piece *p)
{
	hd_arena *a = &p->c->u->scratch;

	for (unsigned k = 0; k < 3; k++) { /* frame, shared, context: first of all */
		LLVMValueRef v = LLVMGetParam(p->c->e->fn, k);

		*hd_map_put(a, &p->seen, v) = (uintptr_t)v;
		hd_push(a, &p->inputs, v);
	}
	each_piece_block(bb, p)
		hd_each_insn (i, bb) for (int k = 0; k < LLVMGetNumOperands(i); k++)
			note_operand(p, LLVMGetOperand(i, (unsigned)k));
}

/* Pointers into what frame, shared and context point to are found from these alone. */
static bool
has_derived_pointers(const hd_piece *p)
{
	for (size_t k = 3; k < p->inputs.n; k++) {
		LLVMValueRef v = p->inputs.at[k];

		if (LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v) &&
		    !LLVMIsALoadInst(v) && LLVMTypeOf(v) == p->c->u->ptr)
			return true;
	}
	return false;
}

static void
declare(hd_piece *p)
{
	hd_unit *u = p->c->u;
	size_t n = p->inputs.n;
	LLVMTypeRef *type = HD_NEW_ARRAY(&u->scratch, LLVMTypeRef, n + 1);
	const char *name = hd_format(&u->scratch, "%s.piece", hd_name(p->c->e->fn));
	bool derived = has_derived_pointers(p);

	for (size_t k = 0; k < n; k++)
		type[k] = LLVMTypeOf(p->inputs.at[k]);
	type[n] = u->i32;
	p->fn = LLVMAddFunction(u->m, name,
				LLVMFunctionType(u->i32, type, (unsigned)n + 1, false));
	LLVMSetLinkage(p->fn, LLVMInternalLinkage);
	hd_add_attr(u, p->fn, "nounwind");
	hd_add_attr(u, p->fn, "noinline"); /* else it would be cut in vain */
	hd_target_attrs(u, p->fn);
	for (size_t k = 0; k < n; k++) {
		LLVMValueRef from = p->inputs.at[k],
			     to = LLVMGetParam(p->fn, (unsigned)k);
		size_t length;
		const char *called = LLVMGetValueName2(from, &length);

		LLVMSetValueName2(to, called, length);
		if (!derived && (k < 3 || hd_slot_number(p->c, from) >= 0))
			hd_add_param_attr(u, p->fn, (unsigned)k, "noalias");
		*hd_map_put(&u->scratch, &p->seen, from) = (uintptr_t)to;
	}
}

static LLVMValueRef
copy_alloca(LLVMBuilderRef b, LLVMValueRef v)
{
	LLVMValueRef made = LLVMInstructionClone(v);

	LLVMInsertIntoBuilderWithName(b, made, hd_name(v));
	return made;
}

/* Where it begins: with one of its regions. */
static void
enter(hd_piece *p, LLVMBuilderRef b)
{
	hd_cutting *c = p->c;
	LLVMValueRef number = LLVMGetParam(p->fn, (unsigned)p->inputs.n), way;
	LLVMBasicBlockRef bug = hd_new_block(c->u, p->fn, "no.region");

	LLVMSetValueName2(number, "region", strlen("region"));
	for (size_t k = 0; k < p->own.n; k++)
		*hd_map_put(&c->u->scratch, &p->seen, p->own.at[k]) =
			(uintptr_t)copy_alloca(b, p->own.at[k]);
	way = LLVMBuildSwitch(b, number, bug, (unsigned)(p->last - p->first + 1));
	for (int r = p->first; r <= p->last; r++)
		LLVMAddCase(way, hd_i32(c->u, r), c->s->start[r]);
	LLVMPositionBuilderAtEnd(b, bug);
	LLVMBuildUnreachable(b);
}

static LLVMBasicBlockRef
leave_for(hd_piece *p, int r)
{
	LLVMBuilderRef b;

	if (!p->leave[r]) {
		b = LLVMCreateBuilderInContext(p->c->u->c);
		p->leave[r] = hd_new_block(p->c->u, p->fn, "leave");
		LLVMPositionBuilderAtEnd(b, p->leave[r]);
		LLVMBuildRet(b, hd_i32(p->c->u, r));
		LLVMDisposeBuilder(b);
	}
	return p->leave[r];
}

static void
connect(hd_piece *p, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(end, s);

		if (to == p->c->s->done)
			LLVMSetSuccessor(end, s, leave_for(p, p->c->s->n));
		else if (!is_inside(p, to))
			LLVMSetSuccessor(end, s, leave_for(p, hd_home_of(p->c, to)));
	}
}

static void
rewrite(hd_piece *p, LLVMBasicBlockRef bb)
{
	hd_each_insn (i, bb) {
		LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);

		for (int k = 0; k < LLVMGetNumOperands(i); k++) {
			LLVMValueRef v = LLVMGetOperand(i, (unsigned)k);
			uintptr_t *now = v ? hd_map_get(&p->seen, v) : NULL;

			if (now)
				LLVMSetOperand(i, (unsigned)k, (LLVMValueRef)*now);
		}
		if (at)
			LLVMInstructionSetDebugLoc(
				i, p->scope ? hd_place_in_piece(p, at) : NULL);
	}
}

static void
move(hd_piece *p)
{
	each_piece_block(bb, p)
	{
		connect(p, bb);
		rewrite(p, bb);
		hd_forget_places(p->c->u, LLVMGetBasicBlockTerminator(bb));
		LLVMMoveBasicBlockAfter(bb, LLVMGetLastBasicBlock(p->fn));
	}
}

/* ---- the kernel calls them */

static void
call_piece(hd_piece *p, LLVMBasicBlockRef from, LLVMBuilderRef b)
{
	hd_cutting *c = p->c;
	hd_value_list arg = {0};

	LLVMPositionBuilderAtEnd(b, from);
	LLVMSetCurrentDebugLocation2(b, c->e->at);
	for (size_t k = 0; k < p->inputs.n; k++)
		hd_push(&c->u->scratch, &arg, p->inputs.at[k]);
	hd_push(&c->u->scratch, &arg, LLVMBuildLoad2(b, c->u->i32, c->next, "region"));
	LLVMBuildStore(b, hd_call(b, p->fn, arg.at, (unsigned)arg.n, "region.next"),
		       c->next);
	LLVMBuildBr(b, c->dispatch);
}

void
hd_make_piece(hd_cutting *c, LLVMValueRef way, int first, int last)
{
	hd_unit *u = c->u;
	hd_piece p = {.c = c, .first = first, .last = last};
	LLVMBasicBlockRef call =
		hd_block(c->e, hd_format(&u->scratch, "piece%d", c->pieces++));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);

	p.leave = HD_NEW_ARRAY(&u->scratch, LLVMBasicBlockRef, (size_t)c->s->n + 1);
	find_inputs(&p);
	declare(&p);
	hd_describe_piece(&p);
	LLVMPositionBuilderAtEnd(b, hd_new_block(u, p.fn, "allocas"));
	enter(&p, b);
	move(&p);
	call_piece(&p, call, b);
	for (int r = first; r <= last; r++)
		LLVMAddCase(way, hd_i32(u, r), call);
	LLVMDisposeBuilder(b);
}
