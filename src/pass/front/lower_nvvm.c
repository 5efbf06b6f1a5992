/* SPDX-License-Identifier: Apache-2.0 */
/* lower_nvvm: what is left of NVVM intrinsics and inline PTX.
 *
 *     call void @llvm.nvvm.membar.gl()      becomes   fence seq_cst
 *     %x = call float @llvm.nvvm.ldg.global.f.f32.p0(ptr %p, i32 4)
 *                                           becomes   %x = load float, ptr %p, align 4
 *
 * Thread coordinates and block barriers stay: regions and lanes are made from them. Warp
 * operations become calls of one function, see warp_ops.c. Everything else is a named
 * error.
 *
 * keeps:   the CFG
 * ensures: the only NVVM intrinsics are tid, ntid, ctaid, nctaid and block barriers
 */
#include "pass/pass.h"

typedef LLVMValueRef lower_fn(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i);

static LLVMValueRef
full_fence(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	(void)u, (void)i;
	return LLVMBuildFence(b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

/* A block runs on one worker: only the compiler must not reorder. */
static LLVMValueRef
block_fence(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	(void)u, (void)i;
	return LLVMBuildFence(b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static LLVMValueRef
warp_size(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	(void)b, (void)i;
	return hd_i32(u, 32);
}

static LLVMValueRef
cached_load(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMValueRef align = LLVMGetOperand(i, 1);
	LLVMValueRef r = LLVMBuildLoad2(b, LLVMTypeOf(i), LLVMGetOperand(i, 0), "");

	(void)u;
	if (LLVMIsAConstantInt(align))
		LLVMSetAlignment(r, (unsigned)LLVMConstIntGetZExtValue(align));
	return r;
}

/* Newer names of the block barriers carry the barrier's number. */
static bool
is_barrier_zero(LLVMValueRef i)
{
	LLVMValueRef n = LLVMGetOperand(i, 0);

	if (LLVMIsAConstantInt(n) && LLVMConstIntGetZExtValue(n) == 0)
		return true;
	hd_error(i, "only barrier 0 is supported yet; use __syncthreads()");
	return false;
}

static LLVMValueRef
our_barrier(hd_unit *u, const char *name, LLVMTypeRef t)
{
	LLVMValueRef f = LLVMGetNamedFunction(u->m, name);

	if (!f) {
		f = LLVMAddFunction(u->m, name, t);
		hd_add_attr(u, f, "convergent");
		hd_add_attr(u, f, "nounwind");
	}
	return f;
}

static LLVMValueRef
numbered_barrier(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	return is_barrier_zero(i) ? hd_build_barrier(u, b) : NULL;
}

/* i1 predicates, and i1 results except for the count. */
static LLVMValueRef
reducing_barrier(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMTypeRef t = LLVMFunctionType(u->i32, &u->i32, 1, false);
	const char *name = hd_name(hd_callee(i));
	const char *ours = strstr(name, ".popc.")  ? "hd.barrier.count"
			   : strstr(name, ".and.") ? "hd.barrier.and"
						   : "hd.barrier.or";
	LLVMValueRef yes, r;

	if (!is_barrier_zero(i))
		return NULL;
	yes = LLVMBuildZExt(b, LLVMGetOperand(i, 1), u->i32, "");
	r = hd_call(b, our_barrier(u, ours, t), &yes, 1, "");
	return LLVMTypeOf(i) == u->i1 ? LLVMBuildTrunc(b, r, u->i1, "") : r;
}

static const struct rule {
	const char *prefix;
	lower_fn *lower;
} rules[] = {
	{"llvm.nvvm.membar.cta", block_fence},
	{"llvm.nvvm.membar.", full_fence},
	{"llvm.nvvm.fence.", full_fence},
	{"llvm.nvvm.read.ptx.sreg.warpsize", warp_size},
	{"llvm.nvvm.ldg.", cached_load},
	{"llvm.nvvm.ldu.", cached_load},
	{"llvm.nvvm.barrier.sync", numbered_barrier},
	{"llvm.nvvm.barrier.n", numbered_barrier},
	{"llvm.nvvm.bar.sync", numbered_barrier},
	{"llvm.nvvm.barrier.cta.sync.aligned.all", numbered_barrier},
	{"llvm.nvvm.barrier.cta.red.", reducing_barrier},
};

static LLVMValueRef
lower(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i)
{
	const char *name = hd_name(hd_callee(i));
	LLVMValueRef r;

	for (size_t k = 0; k < HD_COUNT(rules); k++)
		if (hd_has_prefix(name, rules[k].prefix))
			return rules[k].lower(u, b, i);
	r = hd_lower_warp(u, b, i);
	if (r)
		return r;
	hd_error(i, "the GPU operation '%s' is not supported yet",
		 name + sizeof "llvm.nvvm." - 1);
	return NULL;
}

static void
reject_inline_ptx(LLVMValueRef i)
{
	LLVMValueRef f = LLVMGetCalledValue(i);
	size_t n;
	const char *text;

	if (!LLVMIsAInlineAsm(f))
		return;
	text = LLVMGetInlineAsmAsmString(f, &n);
	if (n == 0)
		return;
	hd_error(i,
		 "inline PTX is not supported yet: \"%.*s\"; use the CUDA intrinsic "
		 "for it",
		 (int)(n > 60 ? 60 : n), text);
}

bool
hd_pass_lower_nvvm(hd_unit *u, LLVMValueRef fn)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	bool changed = false;
	int dim;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef r;

			if (hd_is_opcode(i, LLVMCall))
				reject_inline_ptx(i);
			if (!hd_calls_prefix(i, "llvm.nvvm.") ||
			    hd_sreg_read(i, &dim) != HD_NOT_SREG ||
			    hd_barrier_kind(i) != HD_NO_BARRIER)
				continue;
			LLVMPositionBuilderBefore(b, i);
			LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
			r = lower(u, b, i);
			if (!r)
				continue;
			hd_replace(i, r);
			changed = true;
		}
	LLVMDisposeBuilder(b);
	return changed;
}
