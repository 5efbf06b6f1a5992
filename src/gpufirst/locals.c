/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables that others may see leave the stack: one frame in device memory for
 * each call of their function, given back where it returns. Arrays of variable size all
 * go there.
 *
 *     %x = alloca double                       %frame = call ptr @hd_gfx_frame(i64 8)
 *     ... ret void             becomes         ... call void @hd_gfx_unframe(ptr %frame)
 *                                              ret void */
#include "gpufirst.h"

typedef HD_VEC(LLVMValueRef) values;

static bool
is_static(LLVMValueRef a)
{
	return LLVMIsAConstantInt(LLVMGetOperand(a, 0)) != NULL;
}

static void
before_returns(gf *g, LLVMValueRef f, const char *call, unsigned n, LLVMValueRef *args)
{
	hd_each_block (bb, f) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

		if (!end || !hd_is_opcode(end, LLVMRet))
			continue;
		LLVMPositionBuilderBefore(g->b, end);
		gf_runtime(g, call, n, args);
	}
}

/* After the allocas that stay: code of ours must not come between them. */
static LLVMValueRef
first_real(LLVMValueRef f)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));

	while (LLVMIsAAllocaInst(i) || hd_is_debug_call(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* Where a variable lies in a frame that has `at` bytes already; *end: where it ends. */
static uint64_t
place(gf *g, LLVMValueRef alloca, uint64_t at, uint64_t *end)
{
	uint64_t size = hd_size_of(&g->u, LLVMGetAllocatedType(alloca)) *
			LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0));
	uint64_t align = LLVMGetAlignment(alloca);

	align = align < 8 ? 8 : align;
	if (size >= HD_GF_LARGE && align < HD_GF_LINE)
		align = HD_GF_LINE;
	at = (at + align - 1) & ~(align - 1);
	*end = at + size;
	return at;
}

static void
move_to_frame(gf *g, LLVMValueRef f, const values *moved)
{
	uint64_t size = 0, at;
	LLVMValueRef frame, bytes;

	for (size_t i = 0; i < moved->n; i++)
		place(g, moved->at[i], size, &size);
	bytes = hd_i64(&g->u, (int64_t)size);
	LLVMPositionBuilderBefore(g->b, first_real(f));
	frame = gf_runtime(g, "hd_gfx_frame", 1, &bytes);
	LLVMSetValueName2(frame, "frame", 5);
	size = 0;
	for (size_t i = 0; i < moved->n; i++) {
		at = place(g, moved->at[i], size, &size);
		hd_replace(moved->at[i],
			   hd_offset(&g->u, g->b, frame, (int64_t)at, ""));
	}
	before_returns(g, f, "hd_gfx_unframe", 1, &frame);
}

/* ---- arrays of variable size */

static void
replace_vla(gf *g, LLVMValueRef a, LLVMValueRef list)
{
	LLVMValueRef n, args[2] = {list};

	LLVMPositionBuilderBefore(g->b, a);
	n = LLVMBuildZExtOrBitCast(g->b, LLVMGetOperand(a, 0), g->u.i64, "");
	args[1] = LLVMBuildMul(g->b, n, LLVMSizeOf(LLVMGetAllocatedType(a)), "");
	hd_replace(a, gf_runtime(g, "hd_gfx_vla", 2, args));
}

static void
move_vlas(gf *g, LLVMValueRef f, const values *vlas)
{
	LLVMValueRef list, args[2];

	LLVMPositionBuilderBefore(g->b,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
	list = LLVMBuildAlloca(g->b, g->u.ptr, "vla.list");
	LLVMPositionBuilderBefore(g->b, first_real(f));
	LLVMBuildStore(g->b, LLVMConstNull(g->u.ptr), list);
	for (size_t i = 0; i < vlas->n; i++)
		replace_vla(g, vlas->at[i], list);
	hd_each_block (bb, f)
		hd_each_insn (i, bb) {
			if (hd_calls_prefix(i, "llvm.stacksave")) {
				LLVMPositionBuilderBefore(g->b, i);
				hd_replace(i, LLVMBuildLoad2(g->b, g->u.ptr, list, ""));
			} else if (hd_calls_prefix(i, "llvm.stackrestore")) {
				args[0] = list;
				args[1] = LLVMGetOperand(i, 0);
				LLVMPositionBuilderBefore(g->b, i);
				gf_runtime(g, "hd_gfx_vla_release", 2, args);
				LLVMInstructionEraseFromParent(i);
			}
		}
	args[0] = list;
	args[1] = LLVMConstNull(g->u.ptr);
	before_returns(g, f, "hd_gfx_vla_release", 2, args);
}

/* Arrays of a size that turned out to be constant: nothing to save the stack for. */
static void
forget_stack(gf *g, LLVMValueRef f)
{
	hd_each_block (bb, f)
		hd_each_insn (i, bb) {
			if (hd_calls_prefix(i, "llvm.stacksave"))
				hd_replace(i, LLVMConstNull(g->u.ptr));
			else if (hd_calls_prefix(i, "llvm.stackrestore"))
				LLVMInstructionEraseFromParent(i);
		}
}

void
hd_gf_locals(gf *g)
{
	gf_escapes *e = gf_find_escapes(g);

	hd_each_function (f, g->u.m) {
		values moved = {0}, vlas = {0};

		hd_each_block (bb, f)
			hd_each_insn (i, bb) {
				if (!LLVMIsAAllocaInst(i))
					continue;
				if (!is_static(i))
					hd_push(&g->u.mem, &vlas, i);
				else if (gf_escapes_alloca(e, i))
					hd_push(&g->u.mem, &moved, i);
			}
		if (vlas.n)
			move_vlas(g, f, &vlas);
		else
			forget_stack(g, f);
		if (moved.n)
			move_to_frame(g, f, &moved);
	}
}
