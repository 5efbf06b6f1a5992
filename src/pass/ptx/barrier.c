/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers of inline PTX: bar.sync, bar.arrive, bar.red, and barrier.* likewise.
 *
 * Those of the whole block are the block's own barrier. For some of its warps,
 *
 *     bar.sync 3, 64;
 * becomes
 *     now = phase of the third object of the block
 *     who = ballot of the warp
 *     if (this is the first lane of who)
 *             32 threads have arrived at the object, of 64
 *     do
 *             let other warps run
 *     while (the object's phase is now)
 *
 * If everybody in the program waits where he arrives, and it is the whole block after all,
 * that is its own barrier, too. Objects are the device library's matter: arrivals, and the
 * number of the phase. They lie in shared memory; kernels that may come to one begin by
 * clearing them. */
#include "pass/ptx/ptx.h"

enum { SHARED = 3, BARRIERS = 16 };
static const char objects[] = "hd.ptx.barriers", whole[] = "hd.ptx.is_whole",
		  only_arrive[] = "only_arrive";

static LLVMValueRef
call(hd_ptx *p, const char *what, LLVMTypeRef result, LLVMValueRef *arg, unsigned n)
{
	const char *name = hd_format(&p->u->scratch, "hd_ptx_barrier_%s", what);

	return hd_ptx_call(p, name, result, arg, n);
}

static LLVMValueRef
meeting(hd_ptx *p, const char *name, LLVMValueRef *arg, unsigned n)
{
	return hd_call(p->b, hd_intrinsic(p->u, name, NULL, 0), arg, n, "");
}

static LLVMValueRef
object(hd_ptx *p, const hd_ptx_arg *number)
{
	LLVMTypeRef t = LLVMArrayType2(p->u->i64, BARRIERS);
	LLVMValueRef g = LLVMGetNamedGlobal(p->u->m, objects), at;

	if (!g) {
		g = LLVMAddGlobalInAddressSpace(p->u->m, t, objects, SHARED);
		LLVMSetInitializer(g, LLVMGetUndef(t));
		LLVMSetLinkage(g, LLVMInternalLinkage);
		LLVMSetAlignment(g, 16);
	}
	at = hd_ptx_get(p, number, p->u->i32);
	at = LLVMBuildAnd(p->b, at, LLVMConstInt(p->u->i32, BARRIERS - 1, false), "");
	at = LLVMBuildZExt(p->b, at, p->u->i64, "");
	return LLVMBuildGEP2(p->b, p->u->i64, LLVMConstAddrSpaceCast(g, p->u->ptr), &at,
			     1, "barrier");
}

/* All threads of the warp come here first; one of them counts for 32. Who they are. */
static LLVMValueRef
arrive(hd_ptx *p, LLVMValueRef at, LLVMValueRef count, const char *how)
{
	hd_unit *u = p->u;
	LLVMBasicBlockRef then = hd_new_block(u, p->fn, "arrive");
	LLVMBasicBlockRef after = hd_new_block(u, p->fn, "arrived");
	LLVMValueRef arg[] = {at, count}, lower, first;
	LLVMValueRef vote[] = {LLVMConstAllOnes(u->i32), LLVMConstInt(u->i1, 1, false)};
	LLVMValueRef who = meeting(p, "llvm.nvvm.vote.ballot.sync", vote, 2);

	lower = LLVMBuildAnd(p->b, who, hd_ptx_special(p, "%lanemask_lt"), "");
	first = LLVMBuildICmp(p->b, LLVMIntEQ, lower, LLVMConstNull(u->i32), "");
	LLVMBuildCondBr(p->b, first, then, after);
	LLVMPositionBuilderAtEnd(p->b, then);
	call(p, how, u->void_type, arg, 2);
	LLVMBuildBr(p->b, after);
	LLVMPositionBuilderAtEnd(p->b, after);
	return who;
}

/* A meeting of some lanes that are not known beforehand lets other warps run. The warp goes
 * on together: what one thread has seen, all have. */
static void
wait(hd_ptx *p, LLVMValueRef at, LLVMValueRef phase, LLVMValueRef who)
{
	hd_unit *u = p->u;
	LLVMBasicBlockRef again = hd_new_block(u, p->fn, "again");
	LLVMBasicBlockRef over = hd_new_block(u, p->fn, "over");
	LLVMValueRef arg[] = {who, NULL};

	LLVMBuildBr(p->b, again);
	LLVMPositionBuilderAtEnd(p->b, again);
	meeting(p, "llvm.nvvm.bar.warp.sync", &who, 1);
	arg[1] = LLVMBuildICmp(p->b, LLVMIntNE, call(p, "phase", u->i32, &at, 1), phase,
			       "is.over");
	LLVMBuildCondBr(p->b, meeting(p, "llvm.nvvm.vote.any.sync", arg, 2), over,
			again);
	LLVMPositionBuilderAtEnd(p->b, over);
}

/* bar.red.popc.u32 d, 0, c; of the whole block alone */
static bool
reduce(hd_ptx *p, const hd_ptx_insn *i)
{
	const char *name = hd_ptx_has(i, "popc")  ? "llvm.nvvm.barrier0.popc"
			   : hd_ptx_has(i, "and") ? "llvm.nvvm.barrier0.and"
			   : hd_ptx_has(i, "or")  ? "llvm.nvvm.barrier0.or"
						  : NULL;
	LLVMValueRef c, r;

	if (i->args != 3 || !name)
		return false;
	c = LLVMBuildZExt(p->b, hd_ptx_get(p, &i->arg[2], p->u->i1), p->u->i32, "");
	r = hd_call(p->b, hd_intrinsic(p->u, name, NULL, 0), &c, 1, "");
	if (!hd_ptx_has(i, "popc"))
		r = LLVMBuildICmp(p->b, LLVMIntNE, r, LLVMConstNull(p->u->i32), "");
	hd_ptx_set(p, &i->arg[0], r, false);
	return true;
}

/* Is it the whole block, and do all threads wait? What this returns is decided when all
 * barriers are known. */
static LLVMValueRef
is_whole(hd_ptx *p, LLVMValueRef count)
{
	LLVMValueRef f = LLVMGetNamedFunction(p->u->m, whole);

	if (!f) {
		f = LLVMAddFunction(p->u->m, whole,
				    LLVMFunctionType(p->u->i1, &p->u->i32, 1, false));
		LLVMSetLinkage(f, LLVMInternalLinkage);
		hd_add_attr(p->u, f, "alwaysinline");
	}
	return hd_call(p->b, f, &count, 1, "whole");
}

static bool
sync_some(hd_ptx *p, const hd_ptx_insn *i)
{
	hd_unit *u = p->u;
	LLVMBasicBlockRef all = hd_new_block(u, p->fn, "all");
	LLVMBasicBlockRef some = hd_new_block(u, p->fn, "some");
	LLVMBasicBlockRef end = hd_new_block(u, p->fn, "end");
	LLVMValueRef at = object(p, &i->arg[0]), phase;
	LLVMValueRef count = hd_ptx_get(p, &i->arg[1], u->i32);

	LLVMBuildCondBr(p->b, is_whole(p, count), all, some);
	LLVMPositionBuilderAtEnd(p->b, all);
	hd_build_barrier(u, p->b);
	LLVMBuildBr(p->b, end);
	LLVMPositionBuilderAtEnd(p->b, some);
	phase = call(p, "phase", u->i32, &at, 1);
	wait(p, at, phase, arrive(p, at, count, "arrive"));
	LLVMBuildBr(p->b, end);
	LLVMPositionBuilderAtEnd(p->b, end);
	return true;
}

bool
hd_ptx_barrier(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMValueRef mask;

	if (hd_ptx_has(i, "cluster"))
		return false;
	if (hd_ptx_has(i, "red"))
		return reduce(p, i);
	if (hd_ptx_has(i, "arrive") && i->args == 2) {
		arrive(p, object(p, &i->arg[0]), hd_ptx_get(p, &i->arg[1], p->u->i32),
		       only_arrive);
		return true;
	}
	if (!hd_ptx_has(i, "sync") || i->args < 1)
		return false;
	if (hd_ptx_has(i, "warp")) {
		mask = hd_ptx_get(p, &i->arg[0], p->u->i32);
		meeting(p, "llvm.nvvm.bar.warp.sync", &mask, 1);
		return true;
	}
	if (i->args > 1)
		return sync_some(p, i);
	hd_build_barrier(p->u, p->b); /* whatever its number */
	return true;
}

/* ---- clearing the objects */

static void
clear(hd_unit *u, LLVMValueRef kernel)
{
	static const char *const index[] = {"llvm.nvvm.read.ptx.sreg.tid.x",
					    "llvm.nvvm.read.ptx.sreg.tid.y",
					    "llvm.nvvm.read.ptx.sreg.tid.z"};
	LLVMBuilderRef b = LLVMCreateBuilderInContext(u->c);
	LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
	LLVMValueRef thread = LLVMConstNull(u->i32), arg[2], g;
	hd_ptx p = {.u = u, .b = b};

	while (LLVMIsAAllocaInst(first))
		first = LLVMGetNextInstruction(first);
	LLVMPositionBuilderBefore(b, first);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(first));
	for (size_t k = 0; k < HD_COUNT(index); k++)
		thread = LLVMBuildOr(
			b, thread,
			hd_call(b, hd_intrinsic(u, index[k], NULL, 0), NULL, 0, ""),
			"");
	g = LLVMGetNamedGlobal(u->m, objects);
	arg[0] = LLVMConstAddrSpaceCast(g, u->ptr);
	arg[1] = thread;
	call(&p, "clear", u->void_type, arg, 2);
	hd_build_barrier(u, b);
	LLVMDisposeBuilder(b);
}

/* Marks the functions that use v, or call one that does; false: unknown callers. */
static bool
mark_users(hd_unit *u, hd_map *seen, LLVMValueRef v)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use), fn;
		uintptr_t *known;

		if (LLVMIsAFunction(v) &&
		    (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != v))
			return false;
		if (!LLVMIsAInstruction(user)) {
			if (!mark_users(u, seen, user))
				return false;
			continue;
		}
		fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		known = hd_map_put(&u->scratch, seen, fn);
		if (*known)
			continue;
		*known = 1;
		if (!hd_is_kernel(u, fn) && !mark_users(u, seen, fn))
			return false;
	}
	return true;
}

static void
decide_whole(hd_unit *u)
{
	static const char *const size[] = {"llvm.nvvm.read.ptx.sreg.ntid.x",
					   "llvm.nvvm.read.ptx.sreg.ntid.y",
					   "llvm.nvvm.read.ptx.sreg.ntid.z"};
	LLVMValueRef f = LLVMGetNamedFunction(u->m, whole), threads = hd_i32(u, 1);
	LLVMBuilderRef b;

	if (!f)
		return;
	b = LLVMCreateBuilderInContext(u->c);
	LLVMPositionBuilderAtEnd(b, hd_new_block(u, f, "entry"));
	for (size_t k = 0; k < HD_COUNT(size); k++)
		threads = LLVMBuildMul(
			b, threads,
			hd_call(b, hd_intrinsic(u, size[k], NULL, 0), NULL, 0, ""), "");
	LLVMBuildRet(b, LLVMGetNamedFunction(u->m, "hd_ptx_barrier_only_arrive")
				? LLVMConstNull(u->i1)
				: LLVMBuildICmp(b, LLVMIntUGE, LLVMGetParam(f, 0),
						threads, ""));
	LLVMDisposeBuilder(b);
}

void
hd_ptx_finish_barriers(hd_unit *u)
{
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, objects);
	hd_map seen = {0};
	bool sure;

	decide_whole(u);
	if (!g)
		return;
	sure = mark_users(u, &seen, g);
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn) &&
		    (!sure || hd_map_get(&seen, fn)))
			clear(u, fn);
}
