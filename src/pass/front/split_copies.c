/* SPDX-License-Identifier: Apache-2.0 */
/* split_copies: a copy of a few odd bytes between variables becomes loads and stores.
 *
 *     call void @llvm.memcpy(ptr %pad, ptr %other, i64 7)
 * becomes
 *     %b = load i8, ptr %other        store i8 %b, ptr %pad
 *     %h = load i16, ptr %other + 1   store i16 %h, ptr %pad + 1
 *     %w = load i32, ptr %other + 3   store i32 %w, ptr %pad + 3
 *
 * Structs such as { bool; long } are moved field by field, and what lies between their fields
 * by such copies. LLVM makes loads and stores of copies whose length is a power of two only;
 * the others keep a variable in memory, one for each lane, for bytes that mostly nobody has
 * ever written. What lies between fields ends where a field begins: the last piece is the
 * largest, and aligned if the field is.
 *
 * The variables become registers at once: how large a kernel is decides what is done for it.
 *
 * needs:   inline_functions
 */
#include "pass/pass.h"

enum { MOST_BYTES = 15 };

/* The length of a copy that is worth it, or 0. */
static uint64_t
odd_length(LLVMValueRef i)
{
	LLVMValueRef length;
	uint64_t n;

	if (!hd_calls_prefix(i, "llvm.memcpy.") || !hd_is_int(LLVMGetOperand(i, 3), 0))
		return 0;
	length = LLVMGetOperand(i, 2);
	if (!LLVMIsAConstantInt(length))
		return 0;
	n = LLVMConstIntGetZExtValue(length);
	if (n > MOST_BYTES || (n & (n - 1)) == 0)
		return 0;
	return LLVMIsAAllocaInst(hd_base_of(LLVMGetOperand(i, 0))) ||
			       LLVMIsAAllocaInst(hd_base_of(LLVMGetOperand(i, 1)))
		       ? n
		       : 0;
}

/* Loads all parts, or stores them; nothing is said about alignment, which LLVM finds out. */
static void
move_parts(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p, uint64_t length,
	   LLVMValueRef part[4], bool store)
{
	int64_t at = 0;

	for (unsigned k = 0; k < 4; k++) {
		LLVMValueRef place, access;

		if (!(length >> k & 1))
			continue;
		place = hd_offset(u, b, p, at, "");
		access = store ? LLVMBuildStore(b, part[k], place)
			       : LLVMBuildLoad2(b, LLVMIntTypeInContext(u->c, 8u << k),
						place, "odd");
		LLVMSetAlignment(access, 1);
		if (!store)
			part[k] = access;
		at += 1 << k;
	}
}

static void
split(hd_unit *u, LLVMBuilderRef b, LLVMValueRef copy, uint64_t length)
{
	LLVMValueRef part[4]; /* of 1, 2, 4 and 8 bytes */

	LLVMPositionBuilderBefore(b, copy);
	move_parts(u, b, LLVMGetOperand(copy, 1), length, part, false);
	move_parts(u, b, LLVMGetOperand(copy, 0), length, part, true);
	LLVMInstructionEraseFromParent(copy);
}

static bool
split_copies(hd_unit *u, LLVMBuilderRef b, LLVMValueRef fn)
{
	LLVMValueRef next;
	bool changed = false;

	hd_each_block (bb, fn)
		for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
			uint64_t length = odd_length(i);

			next = LLVMGetNextInstruction(i);
			if (length == 0)
				continue;
			split(u, b, i, length);
			changed = true;
		}
	return changed;
}

bool
hd_pass_split_copies(hd_unit *u)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;

	hd_each_function (fn, u->m)
		if (split_copies(u, b, fn)) {
			hd_mark_changed(u, fn);
			changed = true;
		}
	LLVMDisposeBuilder(b);
	if (changed && !u->opt.debug_device && u->opt.opt_level > 0)
		hd_run_changed(u, "function(sroa)");
	return changed;
}
