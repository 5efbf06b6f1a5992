/* SPDX-License-Identifier: Apache-2.0 */
/* Do facts hold? Asked after each pass with --paranoid. */
#include "pass/facts.h"
#include "ana/barrier.h"
#include "ana/marks.h"

/* NULL: it holds for this function; else what is wrong. */
typedef const char *check_fn(hd_unit *u, LLVMValueRef fn);

static bool
is_flat(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) != LLVMPointerTypeKind ||
	       LLVMGetPointerAddressSpace(t) == 0;
}

static const char *
flat(hd_unit *u, LLVMValueRef fn)
{
	(void)u;
	for (unsigned k = 0; k < LLVMCountParams(fn); k++)
		if (!is_flat(LLVMTypeOf(LLVMGetParam(fn, k))))
			return "a parameter has an address space";
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (!is_flat(LLVMTypeOf(i)))
				return "a pointer has an address space";
	return NULL;
}

static const char *
lowered(hd_unit *u, LLVMValueRef fn)
{
	int dim;

	(void)u;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_calls_prefix(i, "llvm.nvvm.") &&
			    hd_sreg_read(i, &dim) == HD_NOT_SREG &&
			    hd_barrier_kind(i) == HD_NO_BARRIER)
				return "an NVVM intrinsic is left";
	return NULL;
}

static bool
is_kernel(hd_unit *u, LLVMValueRef fn)
{
	return hd_is_kernel(u, fn) || hd_string_attr(fn, HD_KNOWN) ||
	       hd_string_attr(fn, HD_FITS);
}

static const char *
inlined(hd_unit *u, LLVMValueRef fn)
{
	if (hd_barriers_of(fn) & HD_HAS_BLOCK && !is_kernel(u, fn))
		return "a device function has a barrier";
	return NULL;
}

/* Is every value that is used behind the loop used there by a phi at the way out? */
static bool
leaves_by_phis(const hd_blocks *b, const hd_loop *l, LLVMBasicBlockRef bb)
{
	hd_each_insn (i, bb)
		hd_each_use (use, i) {
			LLVMValueRef user = LLVMGetUser(use);
			LLVMBasicBlockRef at;

			if (!LLVMIsAInstruction(user))
				continue;
			at = LLVMGetInstructionParent(user);
			if (hd_is_opcode(user, LLVMPHI))
				for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
					if (LLVMGetIncomingValue(user, k) == i)
						at = LLVMGetIncomingBlock(user, k);
			if (hd_is_reached(b, at) &&
			    !hd_bit(&l->in, (size_t)hd_block_number(b, at)))
				return false;
		}
	return true;
}

static const char *
loop_form(const hd_blocks *b, const hd_loop *l, LLVMBasicBlockRef *block)
{
	if (l->latches.n != 1)
		return "a loop has several latches";
	hd_each_bit (n, &l->in)
		if (!leaves_by_phis(b, l, block[n]))
			return "a value leaves a loop without a phi";
	return NULL;
}

static const char *
normal(hd_unit *u, LLVMValueRef fn)
{
	hd_blocks b = hd_number_blocks(&u->scratch, fn);
	LLVMBasicBlockRef *block;
	hd_loops loops;

	hd_each_block (bb, fn)
		if (hd_is_opcode(LLVMGetBasicBlockTerminator(bb), LLVMSwitch))
			return "a switch is left";
	if (u->opt.opt_level == 0 || u->opt.debug_device ||
	    hd_has_attr(fn, "optnone") || !hd_graph_is_reducible(b.g))
		return NULL; /* loops are as they came */
	block = HD_NEW_ARRAY(&u->scratch, LLVMBasicBlockRef, (size_t)b.g->n);
	hd_each_block (bb, fn)
		block[hd_block_number(&b, bb)] = bb;
	loops = hd_graph_loops(&u->scratch, b.g);
	for (size_t k = 0; k < loops.n; k++) {
		const char *wrong = loop_form(&b, &loops.at[k], block);

		if (wrong)
			return wrong;
	}
	return NULL;
}

static const char *
fused(hd_unit *u, LLVMValueRef fn)
{
	(void)u;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_calls_prefix(i, "llvm.fmuladd."))
				return "it is not decided whether this is fused";
	return NULL;
}

static const char *
lanes(hd_unit *u, LLVMValueRef fn)
{
	(void)u;
	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			if (hd_calls_prefix(i, "llvm.nvvm."))
				return "something is left of a single thread";
	return NULL;
}

static const struct {
	const char *name, *what;
	check_fn *check;
	unsigned until;
} facts[] = {
#define FACT(name, check, until, what) {#name, what, check, HD_FACT_##until},
#include "pass/facts.def"
#undef FACT
};

_Static_assert(HD_FACTS < 32, "they are bits of an unsigned");

const char *
hd_fact_names(hd_arena *a, unsigned some)
{
	hd_str s = {.arena = a};

	for (unsigned k = 0; k < HD_FACTS; k++)
		if (some >> k & 1)
			hd_str_addf(&s, "%s%s", s.n ? " " : "", facts[k].name);
	return s.n ? s.at : "";
}

unsigned
hd_holding(unsigned some)
{
	unsigned all = some;

	for (unsigned k = 0; k < HD_FACTS; k++)
		if (some & facts[k].until)
			all &= ~(1u << k);
	return all;
}

const char *
hd_broken_fact(hd_unit *u, unsigned some)
{
	hd_each_function (fn, u->m)
		for (unsigned k = 0; k < HD_FACTS; k++) {
			const char *wrong = NULL;

			if (some >> k & 1 && facts[k].check && hd_has_body(fn))
				wrong = facts[k].check(u, fn);
			if (wrong)
				return hd_format(&u->mem,
						 "%s (%s) does not hold in '%s': %s",
						 facts[k].name, facts[k].what,
						 hd_name(fn), wrong);
		}
	return NULL;
}
