/* SPDX-License-Identifier: Apache-2.0 */
/* extract_pairs: indices that are taken out of vectors, on AArch64. LLVM's optimiser would take
 * them out one by one. Neoverse processors have one pipeline for that, an element in a cycle:
 * so two words are taken out at once, and put apart by a shift, for which there are others. */
#include "pass/pass.h"

enum { LEAST = 8, MOST = 64 }; /* words of a vector; LEAST are taken out in one block */

typedef struct taken {
	LLVMValueRef vector;
	HD_VEC(LLVMValueRef) out; /* of it, in one block */
} taken;

typedef HD_VEC(taken) takens;

/* Is it read and written there? Such updates wait for each other, not for their indices. */
static bool
is_updated(LLVMValueRef p)
{
	bool reads = false, writes = false;

	hd_each_use (use, p) {
		reads |= hd_is_opcode(LLVMGetUser(use), LLVMLoad);
		writes |= hd_is_opcode(LLVMGetUser(use), LLVMStore);
	}
	return reads && writes;
}

/* Is it used for addresses only? */
static bool
is_index(LLVMValueRef v, bool narrow)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use);

		if (hd_is_opcode(user, LLVMGetElementPtr) && !is_updated(user))
			continue;
		if (!narrow || !hd_is_extension(user) || !is_index(user, false))
			return false;
	}
	return true;
}

static bool
is_taken_out(hd_unit *u, LLVMValueRef i)
{
	unsigned n;

	if (!hd_is_opcode(i, LLVMExtractElement) || LLVMTypeOf(i) != u->i32 ||
	    !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
		return false;
	n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(i, 0)));
	return n >= LEAST && n <= MOST && n % 2 == 0 &&
	       LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1)) < n && is_index(i, true);
}

static void
note(hd_unit *u, takens *all, LLVMValueRef i)
{
	taken new = {.vector = LLVMGetOperand(i, 0)};

	for (size_t k = 0; k < all->n; k++)
		if (all->at[k].vector == new.vector) {
			hd_push(&u->scratch, &all->at[k].out, i);
			return;
		}
	hd_push(&u->scratch, &new.out, i);
	hd_push(&u->scratch, all, new);
}

static LLVMValueRef
pair_at(hd_unit *u, LLVMBuilderRef b, LLVMValueRef vector, unsigned k)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(vector));
	LLVMValueRef pairs =
		LLVMBuildBitCast(b, vector, LLVMVectorType(u->i64, n / 2), "pairs");

	return LLVMBuildExtractElement(b, pairs, hd_i64(u, k), "pair");
}

static void
take_pairs(hd_unit *u, LLVMBuilderRef b, const taken *t)
{
	LLVMValueRef pair[MOST / 2] = {0};

	for (size_t k = 0; k < t->out.n; k++) {
		LLVMValueRef i = t->out.at[k], r;
		unsigned lane =
			(unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 1));

		LLVMPositionBuilderBefore(b, i);
		if (!pair[lane / 2])
			pair[lane / 2] = pair_at(u, b, t->vector, lane / 2);
		r = pair[lane / 2];
		if (lane % 2)
			r = LLVMBuildLShr(b, r, hd_i64(u, 32), "");
		LLVMReplaceAllUsesWith(i, LLVMBuildTrunc(b, r, u->i32, "index"));
		LLVMInstructionEraseFromParent(i);
	}
}

bool
hd_pass_extract_pairs(hd_unit *u)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn) || !hd_string_attr(fn, HD_ENTRY))
			continue;
		hd_each_block (bb, fn) {
			takens all = {0};

			hd_each_insn (i, bb)
				if (is_taken_out(u, i))
					note(u, &all, i);
			for (size_t k = 0; k < all.n; k++)
				if (all.at[k].out.n >= LEAST) {
					take_pairs(u, b, &all.at[k]);
					changed = true;
				}
		}
	}
	LLVMDisposeBuilder(b);
	return changed;
}
