/* SPDX-License-Identifier: Apache-2.0 */
/* Which words of shared memory an instruction reads or writes, if constants say so; see
 * forward_scatters.c. */
#include "pass/after/scatter_words.h"
#include "frame.h"
#include "ana/address.h"

bool
hd_is_word(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMFloatTypeKind ||
	       (hd_is_integer(t) && LLVMGetIntTypeWidth(t) == 32);
}

bool
hd_is_vector_of_words(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
	       hd_is_word(LLVMGetElementType(t)) &&
	       LLVMGetVectorSize(t) <= HD_MOST_WORDS;
}

static bool
is_gather(LLVMValueRef i)
{
	return hd_calls_prefix(i, "llvm.x86.avx512.mask.gather");
}

/* One whose addresses are pointers. */
static bool
is_pointer_gather(LLVMValueRef i)
{
	return hd_calls_prefix(i, "llvm.masked.gather");
}

bool
hd_is_scatter(LLVMValueRef i)
{
	return hd_calls_prefix(i, "llvm.x86.avx512.mask.scatter");
}

/* ---- where */

/* False: unknown, or not in shared memory. */
static bool
find_offset(hd_unit *u, LLVMValueRef shared, LLVMValueRef p, int64_t *offset)
{
	hd_address at = hd_parts_of(u, p);

	*offset = at.offset;
	return at.base == shared && !at.anywhere && !at.wraps && at.n == 0;
}

/* A constant vector's element. */
static LLVMValueRef
element(LLVMValueRef v, unsigned k)
{
	LLVMValueRef x = LLVMIsConstant(v) && !LLVMIsPoison(v)
				 ? LLVMGetAggregateElement(v, k)
				 : NULL;

	return x && LLVMIsAConstantInt(x) ? x : NULL;
}

/* first + index * scale, for the lanes in a mask. */
static bool
set_lanes(hd_words *w, int64_t first, LLVMValueRef index, int64_t scale,
	  LLVMValueRef mask)
{
	w->n = LLVMGetVectorSize(LLVMTypeOf(index));
	for (unsigned k = 0; k < w->n; k++) {
		LLVMValueRef x = element(index, k), m = element(mask, k);

		if (!m || (!LLVMIsNull(m) && !x))
			return false;
		w->active[k] = !LLVMIsNull(m);
		if (!w->active[k])
			continue;
		w->offset[k] = first + LLVMConstIntGetSExtValue(x) * scale;
		if (w->offset[k] < 0 || w->offset[k] % HD_WORD_BYTES)
			return false;
	}
	return true;
}

/* gather: -, base, index, mask, scale; scatter: base, mask, index, data, scale */
static bool
find_lanes(hd_unit *u, LLVMValueRef shared, LLVMValueRef i, hd_words *w)
{
	bool writes = hd_is_scatter(i);
	LLVMValueRef base = LLVMGetOperand(i, writes ? 0 : 1);
	LLVMValueRef mask = LLVMGetOperand(i, writes ? 1 : 3);
	LLVMValueRef scale = LLVMGetOperand(i, 4);
	int64_t first;

	return LLVMIsAConstantInt(scale) && find_offset(u, shared, base, &first) &&
	       set_lanes(w, first, LLVMGetOperand(i, 2),
			 LLVMConstIntGetSExtValue(scale), mask);
}

/* The pointer that is in all lanes of a vector, or NULL. */
static LLVMValueRef
splatted(LLVMValueRef v)
{
	LLVMValueRef one;

	if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
		return v;
	if (!hd_is_opcode(v, LLVMShuffleVector))
		return NULL;
	for (unsigned k = 0; k < LLVMGetNumMaskElements(v); k++)
		if (LLVMGetMaskValue(v, k) != 0)
			return NULL;
	one = LLVMGetOperand(v, 0);
	return hd_is_opcode(one, LLVMInsertElement) &&
			       LLVMIsNull(LLVMGetOperand(one, 2))
		       ? LLVMGetOperand(one, 1)
		       : NULL;
}

static bool
find_pointers(hd_unit *u, LLVMValueRef shared, LLVMValueRef p, LLVMValueRef mask,
	      hd_words *w)
{
	LLVMValueRef base;
	int64_t first;

	if (!hd_is_opcode(p, LLVMGetElementPtr) || LLVMGetNumOperands(p) != 2 ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(p, 1))) != LLVMVectorTypeKind)
		return false;
	base = splatted(LLVMGetOperand(p, 0));
	return base && find_offset(u, shared, base, &first) &&
	       set_lanes(w, first, LLVMGetOperand(p, 1),
			 (int64_t)hd_size_of(u, LLVMGetGEPSourceElementType(p)), mask);
}

/* Words one after the other, or a single one. */
static bool
find_row(hd_unit *u, LLVMValueRef shared, LLVMValueRef p, LLVMTypeRef t, hd_words *w)
{
	int64_t first;

	if ((!hd_is_word(t) && !hd_is_vector_of_words(t)) ||
	    !find_offset(u, shared, p, &first) || first < 0 || first % HD_WORD_BYTES)
		return false;
	w->n = hd_is_word(t) ? 1 : LLVMGetVectorSize(t);
	for (unsigned k = 0; k < w->n; k++) {
		w->offset[k] = first + k * HD_WORD_BYTES;
		w->active[k] = true;
	}
	return true;
}

bool
hd_words_read(hd_unit *u, LLVMValueRef shared, LLVMValueRef i, hd_words *w)
{
	if (hd_is_opcode(i, LLVMLoad))
		return hd_is_ordinary(i) &&
		       find_row(u, shared, LLVMGetOperand(i, 0), LLVMTypeOf(i), w);
	if (is_pointer_gather(i))
		return hd_is_vector_of_words(LLVMTypeOf(i)) &&
		       LLVMIsPoison(LLVMGetOperand(i, 3)) &&
		       find_pointers(u, shared, LLVMGetOperand(i, 0),
				     LLVMGetOperand(i, 2), w);
	return is_gather(i) && hd_is_vector_of_words(LLVMTypeOf(i)) &&
	       LLVMIsPoison(LLVMGetOperand(i, 0)) && find_lanes(u, shared, i, w);
}

bool
hd_words_written(hd_unit *u, LLVMValueRef shared, LLVMValueRef i, hd_words *w)
{
	if (hd_is_opcode(i, LLVMStore)) {
		w->data = LLVMGetOperand(i, 0);
		return hd_is_ordinary(i) && find_row(u, shared, LLVMGetOperand(i, 1),
						     LLVMTypeOf(w->data), w);
	}
	if (!hd_is_scatter(i))
		return false;
	w->data = LLVMGetOperand(i, 3);
	return hd_is_vector_of_words(LLVMTypeOf(w->data)) &&
	       find_lanes(u, shared, i, w);
}

/* ---- whether at all */

/* What a pointer is computed from. */
static LLVMValueRef
root_of(LLVMValueRef p)
{
	while (hd_is_opcode(p, LLVMGetElementPtr) || hd_is_opcode(p, LLVMFreeze))
		p = LLVMGetOperand(p, 0);
	return p;
}

/* Is it loaded from the arguments of the launch? frame->args is where they are. */
static bool
is_from_host(hd_unit *u, LLVMValueRef v)
{
	LLVMValueRef frame, args;
	hd_address at;

	args = hd_is_opcode(v, LLVMLoad) ? root_of(LLVMGetOperand(v, 0)) : v;
	if (!hd_is_opcode(v, LLVMLoad) || !hd_is_opcode(args, LLVMLoad))
		return false;
	frame = LLVMGetParam(LLVMGetBasicBlockParent(LLVMGetInstructionParent(args)),
			     0);
	at = hd_parts_of(u, LLVMGetOperand(args, 0));
	return at.base == frame && !at.anywhere && !at.wraps && at.n == 0 &&
	       at.offset == offsetof(hd_frame, args);
}

/* Surely not in shared memory, which nothing points into but what comes from it. */
static bool
is_elsewhere(hd_unit *u, LLVMValueRef shared, LLVMValueRef p)
{
	LLVMValueRef root = root_of(p);

	return root != shared && (LLVMIsAArgument(root) || LLVMIsAAllocaInst(root) ||
				  LLVMIsAGlobalVariable(root) || is_from_host(u, root));
}

static bool
has_no_memory(LLVMValueRef call)
{
	unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
	LLVMValueRef f = hd_callee(call);
	LLVMAttributeRef a =
		f ? LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, memory)
		  : NULL;

	return hd_is_debug_call(call) || (a && !LLVMGetEnumAttributeValue(a)) ||
	       hd_calls_prefix(call, "llvm.prefetch") ||
	       hd_calls_prefix(call, "llvm.assume") ||
	       hd_calls_prefix(call, "llvm.experimental.noalias");
}

/* The memory that it goes to, where one operand says so; NULL: anywhere. */
static LLVMValueRef
pointer_of(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMStore) || is_gather(i) ||
	    hd_calls_prefix(i, "llvm.masked.store"))
		return LLVMGetOperand(i, 1);
	if (hd_is_opcode(i, LLVMLoad) || hd_is_scatter(i) ||
	    hd_calls_prefix(i, "llvm.masked.load"))
		return LLVMGetOperand(i, 0);
	return NULL;
}

bool
hd_may_touch(hd_unit *u, LLVMValueRef shared, LLVMValueRef i)
{
	LLVMValueRef p;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMCall:
		if (has_no_memory(i))
			return false;
		break;
	case LLVMLoad:
	case LLVMStore:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
	case LLVMFence:
	case LLVMInvoke:
	case LLVMCallBr:
		break;
	default:
		return false;
	}
	p = pointer_of(i);
	return !p || !is_elsewhere(u, shared, p);
}

bool
hd_only_reads(LLVMValueRef i)
{
	return is_gather(i) || is_pointer_gather(i) ||
	       (hd_is_opcode(i, LLVMLoad) && hd_is_ordinary(i)) ||
	       hd_calls_prefix(i, "llvm.masked.load");
}
