/* SPDX-License-Identifier: Apache-2.0 */
/* mbarrier of inline PTX: objects at which threads arrive and wait. What they hold is the
 * device library's matter. A thread that waits lets the others of its block run. */
#include "pass/ptx/ptx.h"

static LLVMValueRef
call(hd_ptx *p, const char *what, LLVMTypeRef result, LLVMValueRef *arg, unsigned n)
{
	const char *name = hd_format(&p->u->scratch, "hd_ptx_mbarrier_%s", what);

	return hd_ptx_call(p, name, result, arg, n);
}

static LLVMValueRef
object(hd_ptx *p, const hd_ptx_insn *i, int k)
{
	return hd_ptx_pointer(p, &i->arg[k],
			      hd_ptx_has(i, "shared") || hd_ptx_has(i, "shared::cta"));
}

/* A meeting of this thread alone. */
static void
yield(hd_ptx *p)
{
	LLVMValueRef mask = hd_ptx_special(p, "%lanemask_eq");

	hd_call(p->b, hd_intrinsic(p->u, "llvm.nvvm.bar.warp.sync", NULL, 0), &mask, 1,
		"");
}

/* mbarrier.arrive.shared.b64 state, [object]{, count}; arrive_drop likewise. With
 * .noComplete the program promises that others are still to arrive. */
static bool
arrive(hd_ptx *p, const hd_ptx_insn *i, bool drops)
{
	LLVMTypeRef i32 = p->u->i32;
	LLVMValueRef arg[3];

	if (i->args < 2 || i->args > 3 || hd_ptx_has(i, "expect_tx"))
		return false;
	arg[0] = object(p, i, 1);
	arg[1] = i->args > 2 ? hd_ptx_get(p, &i->arg[2], i32)
			     : LLVMConstInt(i32, 1, false);
	arg[2] = LLVMConstInt(i32, drops, false);
	hd_ptx_set(p, &i->arg[0], call(p, "arrive", p->u->i64, arg, 3), false);
	return true;
}

/* mbarrier.try_wait{.parity}.shared.b64 done, [object], state{, time} */
static bool
wait(hd_ptx *p, const hd_ptx_insn *i)
{
	bool parity = hd_ptx_has(i, "parity");
	LLVMValueRef arg[2], r;

	if (i->args < 3)
		return false;
	yield(p);
	arg[0] = object(p, i, 1);
	arg[1] = hd_ptx_get(p, &i->arg[2], parity ? p->u->i32 : p->u->i64);
	r = call(p, parity ? "has_parity" : "has_ended", p->u->i32, arg, 2);
	r = LLVMBuildICmp(p->b, LLVMIntNE, r, LLVMConstInt(p->u->i32, 0, false), "");
	hd_ptx_set(p, &i->arg[0], r, false);
	return true;
}

/* Copies have been made: their arrival counts only if the object expects it. */
static bool
copies_arrive(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMTypeRef i32 = p->u->i32;
	LLVMValueRef arg[3];

	if (i->args != 1)
		return false;
	arg[0] = object(p, i, 0);
	arg[1] = LLVMConstInt(i32, 1, false);
	arg[2] = LLVMConstInt(i32, 0, false);
	if (hd_ptx_has(i, "noinc"))
		call(p, "arrive", p->u->i64, arg, 3);
	return true;
}

bool
hd_ptx_arrival(hd_ptx *p, const hd_ptx_insn *i)
{
	const char *what = i->parts > 1 ? i->part[1] : "";
	LLVMValueRef arg[2];

	if (strcmp(i->part[0], "cp") == 0)
		return copies_arrive(p, i);
	if (strcmp(i->part[0], "mbarrier") != 0)
		return false;
	if (strcmp(what, "arrive") == 0 || strcmp(what, "arrive_drop") == 0)
		return arrive(p, i, what[6] != 0);
	if (strcmp(what, "test_wait") == 0 || strcmp(what, "try_wait") == 0)
		return wait(p, i);
	if (strcmp(what, "inval") == 0)
		return true;
	if (strcmp(what, "init") == 0 && i->args == 2) {
		arg[0] = object(p, i, 0);
		arg[1] = hd_ptx_get(p, &i->arg[1], p->u->i32);
		call(p, "init", p->u->void_type, arg, 2);
		return true;
	}
	if (strcmp(what, "pending_count") == 0 && i->args == 2) {
		arg[0] = hd_ptx_get(p, &i->arg[1], p->u->i64);
		hd_ptx_set(p, &i->arg[0], call(p, "pending", p->u->i32, arg, 1), false);
		return true;
	}
	return false;
}
