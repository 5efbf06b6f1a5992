/* SPDX-License-Identifier: Apache-2.0 */
/* Inline PTX by which threads meet: fences, shuffles, votes; they become the intrinsics
 * that CUDA's own functions become. Barriers are in barrier.c. */
#include "pass/ptx/ptx.h"

static LLVMValueRef
intrinsic(hd_ptx *p, const char *name, LLVMValueRef *arg, unsigned n)
{
	return hd_call(p->b, hd_intrinsic(p->u, name, NULL, 0), arg, n, "");
}

static bool
is_sync(const hd_ptx_insn *i)
{
	return hd_ptx_has(i, "sync");
}

/* ---- fences */

static bool
fence(hd_ptx *p, const hd_ptx_insn *i)
{
	bool block = hd_ptx_has(i, "cta");

	LLVMBuildFence(p->b, LLVMAtomicOrderingSequentiallyConsistent, block, "");
	return true;
}

/* ---- shuffles and votes */

static const char *
mode_of(const hd_ptx_insn *i)
{
	static const char *const modes[] = {"up", "down", "bfly", "idx"};

	for (size_t k = 0; k < HD_COUNT(modes); k++)
		if (hd_ptx_has(i, modes[k]))
			return modes[k];
	return NULL;
}

/* shfl.sync.down.b32 d|p, a, b, c, mask */
static bool
shuffle(hd_ptx *p, const hd_ptx_insn *i)
{
	hd_unit *u = p->u;
	bool sync = is_sync(i), wants = i->arg[0].second != NULL;
	LLVMValueRef arg[4], r;
	unsigned n = 0;

	if (i->args != (sync ? 5 : 4) || !mode_of(i))
		return false;
	if (sync)
		arg[n++] = hd_ptx_get(p, &i->arg[4], u->i32);
	for (int k = 1; k < 4; k++)
		arg[n++] = hd_ptx_get(p, &i->arg[k], u->i32);
	r = intrinsic(p,
		      hd_format(&u->scratch, "llvm.nvvm.shfl.%s%s.i32%s",
				sync ? "sync." : "", mode_of(i), wants ? "p" : ""),
		      arg, n);
	if (wants) {
		hd_ptx_set(p, i->arg[0].second, LLVMBuildExtractValue(p->b, r, 1, ""),
			   false);
		r = LLVMBuildExtractValue(p->b, r, 0, "");
	}
	hd_ptx_set(p, &i->arg[0], r, false);
	return true;
}

/* vote.sync.ballot.b32 d, p, mask */
static bool
vote(hd_ptx *p, const hd_ptx_insn *i)
{
	static const char *const kinds[] = {"all", "any", "uni", "ballot"};
	bool sync = is_sync(i);
	const char *kind = NULL;
	LLVMValueRef arg[2];
	unsigned n = 0;

	for (size_t k = 0; k < HD_COUNT(kinds); k++)
		if (hd_ptx_has(i, kinds[k]))
			kind = kinds[k];
	if (!kind || i->args != (sync ? 3 : 2))
		return false;
	if (sync)
		arg[n++] = hd_ptx_get(p, &i->arg[2], p->u->i32);
	arg[n++] = hd_ptx_get(p, &i->arg[1], p->u->i1);
	hd_ptx_set(p, &i->arg[0],
		   intrinsic(p,
			     hd_format(&p->u->scratch, "llvm.nvvm.vote.%s%s", kind,
				       sync ? ".sync" : ""),
			     arg, n),
		   false);
	return true;
}

/* match.any.sync.b32 d, a, mask */
static bool
match(hd_ptx *p, const hd_ptx_insn *i)
{
	bool is_signed, all = hd_ptx_has(i, "all");
	LLVMTypeRef t = hd_ptx_last_type(p, i, &is_signed);
	LLVMValueRef arg[2], r;

	if (!t || i->args != 3 || (!all && !hd_ptx_has(i, "any")))
		return false;
	arg[0] = hd_ptx_get(p, &i->arg[2], p->u->i32);
	arg[1] = hd_ptx_get(p, &i->arg[1], t);
	r = intrinsic(p,
		      hd_format(&p->u->scratch, "llvm.nvvm.match.%s.sync.i%u%s",
				all ? "all" : "any", LLVMGetIntTypeWidth(t),
				all ? "p" : ""),
		      arg, 2);
	if (all) {
		if (i->arg[0].second)
			hd_ptx_set(p, i->arg[0].second,
				   LLVMBuildExtractValue(p->b, r, 1, ""), false);
		r = LLVMBuildExtractValue(p->b, r, 0, "");
	}
	hd_ptx_set(p, &i->arg[0], r, false);
	return true;
}

/* redux.sync.add.s32 d, a, mask */
static bool
reduce(hd_ptx *p, const hd_ptx_insn *i)
{
	static const char *const ops[] = {"add", "and", "or", "xor", "min", "max"};
	LLVMValueRef arg[2];

	if (i->args != 3)
		return false;
	arg[0] = hd_ptx_get(p, &i->arg[1], p->u->i32);
	arg[1] = hd_ptx_get(p, &i->arg[2], p->u->i32);
	for (size_t k = 0; k < HD_COUNT(ops); k++) {
		bool is_unsigned = k >= 4 && hd_ptx_has(i, "u32");

		if (!hd_ptx_has(i, ops[k]))
			continue;
		hd_ptx_set(
			p, &i->arg[0],
			intrinsic(p,
				  hd_format(&p->u->scratch, "llvm.nvvm.redux.sync.%s%s",
					    is_unsigned ? "u" : "", ops[k]),
				  arg, 2),
			false);
		return true;
	}
	return false;
}

/* elect.sync d|p, mask: p in the first thread of the mask that is there, d is its lane */
static bool
elect(hd_ptx *p, const hd_ptx_insn *i)
{
	hd_unit *u = p->u;
	LLVMValueRef arg[2], who, lower, count;

	if (i->args != 2 || !is_sync(i))
		return false;
	arg[0] = hd_ptx_get(p, &i->arg[1], u->i32);
	arg[1] = LLVMConstInt(u->i1, 1, false);
	who = intrinsic(p, "llvm.nvvm.vote.ballot.sync", arg, 2);
	lower = LLVMBuildAnd(p->b, who, hd_ptx_special(p, "%lanemask_lt"), "");
	if (i->arg[0].second)
		hd_ptx_set(p, i->arg[0].second,
			   LLVMBuildICmp(p->b, LLVMIntEQ, lower, LLVMConstNull(u->i32),
					 ""),
			   false);
	arg[0] = who;
	arg[1] = LLVMConstNull(u->i1);
	count = hd_call(p->b, hd_intrinsic(u, "llvm.cttz", &u->i32, 1), arg, 2, "");
	hd_ptx_set(p, &i->arg[0], count, false);
	return true;
}

static bool
active_mask(hd_ptx *p, const hd_ptx_insn *i)
{
	LLVMValueRef yes = LLVMConstInt(p->u->i1, 1, false);

	if (i->args != 1)
		return false;
	hd_ptx_set(p, &i->arg[0], intrinsic(p, "llvm.nvvm.vote.ballot", &yes, 1),
		   false);
	return true;
}

bool
hd_ptx_meeting(hd_ptx *p, const hd_ptx_insn *i)
{
	static const struct {
		const char *name;
		bool (*emit)(hd_ptx *p, const hd_ptx_insn *i);
	} families[] = {
		{"bar", hd_ptx_barrier},
		{"barrier", hd_ptx_barrier},
		{"membar", fence},
		{"fence", fence},
		{"shfl", shuffle},
		{"vote", vote},
		{"match", match},
		{"redux", reduce},
		{"activemask", active_mask},
		{"elect", elect},
	};

	for (size_t k = 0; k < HD_COUNT(families); k++)
		if (strcmp(i->part[0], families[k].name) == 0)
			return families[k].emit(p, i);
	return false;
}
