/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that lowering makes: kernel entries and device functions.
 *
 *     void kernel(hd_frame *frame, char *shared, char *context, i64 first, i64 count)
 */
#include "lanes/emit/emit.h"

/* ---- kernels */

static LLVMValueRef
new_kernel(hd_unit *u, LLVMValueRef old)
{
	LLVMTypeRef arg[] = {u->ptr, u->ptr, u->ptr, u->i64, u->i64};
	LLVMValueRef fn = LLVMAddFunction(
		u->m, hd_format(&u->scratch, "hd.kernel.%s", hd_name(old)),
		LLVMFunctionType(u->void_type, arg, HD_COUNT(arg), false));
	static const char *const name[] = {"frame", "shared", "context", "first",
					   "count"};

	for (unsigned k = 0; k < HD_COUNT(arg); k++)
		LLVMSetValueName2(LLVMGetParam(fn, k), name[k], strlen(name[k]));
	for (unsigned k = 0; k < 3; k++)
		hd_add_param_attr(u, fn, k, "noalias");
	hd_add_attr(u, fn, "nounwind");
	hd_add_string_attr(u, fn, HD_ENTRY, hd_name(old));
	hd_target_attrs(u, fn);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	return fn;
}

/* What hoist_loops took out of the threads: by the first call for a launch, on each
 * worker. */
static void
compute_launch(hd_emit *e)
{
	hd_unit *u = e->u;
	LLVMValueRef old = e->c->fn, done, once,
		     fn = LLVMGetNamedFunction(
			     u->m,
			     hd_format(&u->scratch, HD_LAUNCH "%s", hd_name(old)));
	LLVMBasicBlockRef compute, next;

	if (!fn)
		return;
	hd_target_attrs(u, fn);
	compute = hd_block(e, "launch");
	next = hd_block(e, "launched");
	once = hd_offset(u, e->b, e->blk.frame, offsetof(hd_frame, once), "once");
	done = hd_frame_load(e, u->i64, offsetof(hd_frame, once_done), "");
	done = LLVMBuildICmp(e->b, LLVMIntNE, done, hd_i64(u, 0), "done");
	LLVMBuildCondBr(e->b, done, next, compute);
	hd_start_block(e, compute);
	for (size_t d = 0; d < 3; d++) { /* whoever asks: the first thread does it */
		hd_frame_store(e, hd_i32(u, 0),
			       offsetof(hd_frame, block_index) + 4 * d);
		hd_frame_store(e, hd_i32(u, 0),
			       offsetof(hd_frame, thread_index) + 4 * d);
	}
	LLVMBuildStore(e->b, hd_call(e->b, fn, e->val.arg, LLVMCountParams(old), ""),
		       once);
	LLVMBuildStore(
		e->b, hd_i64(u, 1),
		hd_offset(u, e->b, e->blk.frame, offsetof(hd_frame, once_done), ""));
	hd_branch(e, next);
	e->blk.launch = LLVMBuildLoad2(
		e->b, LLVMGetReturnType(LLVMGlobalGetValueType(fn)), once, "launch");
}

/* for (block = first; block < first + count; block++), blockIdx counted along: a
 * division per block would cost more than a small block. */
typedef struct blocks {
	LLVMBasicBlockRef head, next, ret;
	LLVMValueRef number, index[3]; /* allocas */
	LLVMValueRef end;
} blocks;

static LLVMValueRef
minimum(hd_emit *e, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef less = LLVMBuildICmp(e->b, LLVMIntULT, x, y, "");

	return LLVMBuildSelect(e->b, less, x, y, "");
}

/* How many blocks from the one at hand on, which ends before `left` blocks and the row do;
 * their threads of one row are not more than a first-level cache holds a few of, or a few
 * rows of where each reads those around it, too. */
static LLVMValueRef
run_of_blocks(hd_emit *e, LLVMValueRef left)
{
	enum { THREADS = 8192, AROUND = 1024 };
	LLVMBuilderRef b = e->b;
	hd_unit *u = e->u;
	LLVMValueRef row = LLVMBuildSub(b, e->blk.nctaid[0], e->blk.ctaid[0], ""), run,
		     most;

	run = minimum(e, left, LLVMBuildZExt(b, row, u->i64, ""));
	most = LLVMBuildUDiv(b, hd_i32(u, e->l->reads_around ? AROUND : THREADS),
			     e->blk.ntid[0], "");
	most = LLVMBuildAdd(b, most, hd_i32(u, 1), "");
	run = minimum(e, run, LLVMBuildZExt(b, most, u->i64, ""));
	run = LLVMBuildTrunc(b, run, u->i32, "run");
	if (!e->l->long_rows || !e->l->row_factor)
		return run;
	return LLVMBuildSelect(b,
			       LLVMBuildICmp(b, LLVMIntEQ, e->blk.ntid[0],
					     hd_i32(u, e->l->row_factor), ""),
			       run, hd_i32(u, 1), "run");
}

/* ---- a device function: one region, no group loop */

void
hd_emit_function(hd_layout *l, LLVMValueRef fn)
{
	hd_emit *e = hd_emit_new(l, fn, NULL);

	for (unsigned k = 0; k + 1 < LLVMCountParams(fn); k++)
		e->val.arg[k] = LLVMGetParam(fn, k + 1);
	e->blk.shared =
		hd_frame_load(e, e->u->ptr, offsetof(hd_frame, shared), "shared");
	hd_place_privates(e);
	hd_declare_coordinates(e);
	hd_emit_region(e, 0);
	hd_emit_done(e);
}

/* ---- kernels */

static blocks
blocks_begin(hd_emit *e)
{
	hd_unit *u = e->u;
	LLVMValueRef first = LLVMGetParam(e->fn, 3), rest = first, b, more;
	LLVMBasicBlockRef body = hd_block(e, "block.body");
	blocks l = {hd_block(e, "block.head"),
		    hd_block(e, "block.next"),
		    hd_block(e, "ret"),
		    hd_alloca(e, u->i64, "block"),
		    {0},
		    NULL};

	l.end = LLVMBuildAdd(e->b, first, LLVMGetParam(e->fn, 4), "end");
	for (int d = 0; d < 3; d++) {
		LLVMValueRef size = LLVMBuildZExt(e->b, e->blk.nctaid[d], u->i64, "");
		LLVMValueRef at = d < 2 ? LLVMBuildURem(e->b, rest, size, "") : rest;

		l.index[d] = hd_alloca(e, u->i32, "blockIdx");
		LLVMBuildStore(e->b, LLVMBuildTrunc(e->b, at, u->i32, ""), l.index[d]);
		rest = LLVMBuildUDiv(e->b, rest, size, "");
	}
	LLVMBuildStore(e->b, first, l.number);
	hd_branch(e, l.head);
	b = LLVMBuildLoad2(e->b, u->i64, l.number, "");
	for (int d = 0; d < 3; d++)
		e->blk.ctaid[d] = LLVMBuildLoad2(e->b, u->i32, l.index[d], "ctaid");
	more = LLVMBuildICmp(e->b, LLVMIntULT, b, l.end, "");
	LLVMBuildCondBr(e->b, more, body, l.ret);
	hd_start_block(e, body);
	for (size_t d = 0; d < 3; d++)
		hd_frame_store(e, e->blk.ctaid[d],
			       offsetof(hd_frame, block_index) + 4 * d);
	e->blk.run = e->l->walks_rows
			     ? run_of_blocks(e, LLVMBuildSub(e->b, l.end, b, "left"))
			     : hd_i32(u, 1);
	return l;
}

/* What a block leaves in its shared memory is dead. */
static void
forget_shared(hd_emit *e)
{
	LLVMValueRef arg[] = {hd_i64(e->u, e->l->shared_bytes), e->blk.shared};

	if (e->l->shared_bytes)
		hd_call(e->b, hd_intrinsic(e->u, "llvm.lifetime.end", &e->u->ptr, 1),
			arg, 2, "");
}

static void
blocks_end(hd_emit *e, blocks *l)
{
	hd_unit *u = e->u;
	LLVMValueRef b, carry = e->blk.run, more;

	hd_start_block(e, l->next);
	forget_shared(e);
	b = LLVMBuildLoad2(e->b, u->i64, l->number, "");
	more = LLVMBuildZExt(e->b, e->blk.run, u->i64, "");
	LLVMBuildStore(e->b, LLVMBuildAdd(e->b, b, more, ""), l->number);
	for (int d = 0; d < 3; d++) {
		LLVMValueRef v = LLVMBuildAdd(e->b, e->blk.ctaid[d], carry, "");
		LLVMValueRef wrap =
			LLVMBuildICmp(e->b, LLVMIntEQ, v, e->blk.nctaid[d], "");

		v = LLVMBuildSelect(e->b, wrap, hd_i32(u, 0), v, "");
		LLVMBuildStore(e->b, v, l->index[d]);
		carry = LLVMBuildZExt(e->b, wrap, u->i32, "");
	}
	LLVMBuildBr(e->b, l->head);
	hd_start_block(e, l->ret);
	LLVMBuildRetVoid(e->b);
}

static void
emit_blocks(hd_emit *e)
{
	hd_unit *u = e->u;
	blocks l;

	e->blk.shared = LLVMGetParam(e->fn, 1);
	e->blk.context = LLVMGetParam(e->fn, 2);
	e->reg.cont = hd_alloca(e, u->i32, "cont");
	e->blk.group_slot = hd_alloca(e, u->ptr, "group");
	if (e->c->reduces) {
		e->votes.count = hd_alloca(e, u->i32, "count");
		e->votes.arrived = hd_alloca(e, u->i32, "arrived");
		e->votes.old_count = hd_alloca(e, u->i32, "old.count");
		e->votes.old_arrived = hd_alloca(e, u->i32, "old.arrived");
	}
	if (e->c->w.lanes > 1) {
		e->dummy = hd_alloca(e, LLVMArrayType2(u->i64, 8), "dummy");
		LLVMSetAlignment(e->dummy, 64);
		e->skip.row = hd_alloca(e, u->i1, "stop");
		e->skip.blocks = hd_alloca(e, u->i1, "end");
		e->skip.rows = hd_alloca(e, u->i1, "end.rows");
		if (hd_has_interior(e->l))
			e->interior.end = hd_alloca(e, u->i32, "sure.end");
		e->warp.gone = hd_alloca(e, hd_vector_type(e->c, u->i1), "gone");
	}
	l = blocks_begin(e);
	hd_emit_groups(e, l.next);
	blocks_end(e, &l);
}

/* Are there warps that do not lie in one row? */
static LLVMValueRef
cuts_warps(hd_emit *e)
{
	LLVMBuilderRef b = e->b;
	LLVMValueRef odd =
		LLVMBuildAnd(b, e->blk.ntid[0], hd_i32(e->u, HD_WARP - 1), "");
	LLVMValueRef rows = LLVMBuildMul(b, e->blk.ntid[1], e->blk.ntid[2], "rows");

	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, odd, hd_i32(e->u, 0), ""),
			    LLVMBuildICmp(b, LLVMIntNE, rows, hd_i32(e->u, 1), ""), "");
}

/* The same kernel for certain blocks, in the same function: they share its debug info. */
static void
emit_version(hd_emit *wide, hd_layout *l, LLVMValueRef is_for, unsigned odds)
{
	const hd_code *c = l->c;
	hd_emit *e = hd_emit_new(l, wide->fn, wide);
	LLVMBasicBlockRef take = hd_block(e, "take"), go_on = hd_block(e, "go.on");

	hd_check(l->c->is_kernel);
	hd_set_odds(e->u, LLVMBuildCondBr(wide->b, is_for, take, go_on), odds, 100);
	for (size_t d = 0; d < 3; d++)
		e->blk.ntid[d] =
			c->block[0] ? hd_i32(e->u, c->block[d]) : wide->blk.ntid[d];
	memcpy(e->blk.nctaid, wide->blk.nctaid, sizeof e->blk.nctaid);
	e->blk.launch = wide->blk.launch;
	memcpy(e->val.arg, wide->val.arg, LLVMCountParams(c->fn) * sizeof *e->val.arg);
	hd_start_block(e, take);
	emit_blocks(e);
	LLVMDisposeBuilder(e->b);
	hd_start_block(wide, go_on);
}

static LLVMValueRef
is_narrow(hd_emit *e)
{
	LLVMValueRef few =
		LLVMBuildICmp(e->b, LLVMIntULT, e->blk.ntid[0],
			      hd_i32(e->u, hd_narrow_below(e->c)), "is.narrow");

	return e->c->warp_vectors ? LLVMBuildOr(e->b, few, cuts_warps(e), "") : few;
}

static LLVMValueRef
is_known(hd_emit *e, const hd_code *known)
{
	LLVMValueRef all = LLVMConstInt(e->u->i1, 1, false);

	hd_check(known->block[0] > 0);
	for (int d = 0; d < 3; d++) {
		LLVMValueRef same = LLVMBuildICmp(e->b, LLVMIntEQ, e->blk.ntid[d],
						  hd_i32(e->u, known->block[d]), "");

		all = LLVMBuildAnd(e->b, all, same, "is.known");
	}
	return all;
}

/* Do these parameters lead to different arrays, and is the launch one that it is for? */
static LLVMValueRef
ask_apart(hd_emit *e, const hd_code *direct)
{
	const char *pair = hd_string_attr(direct->fn, HD_APART);
	LLVMValueRef all = LLVMConstInt(e->u->i1, 1, false), yes, arg[2],
		     suits = hd_asking_function(e->u, e->c->fn);
	unsigned a, b;
	int n;

	if (suits) {
		hd_target_attrs(e->u, suits);
		all = hd_call(e->b, suits, e->val.arg, LLVMCountParams(e->c->fn),
			      "suits");
	}

	for (; sscanf(pair, "%u:%u,%n", &a, &b, &n) == 2; pair += n) {
		arg[0] = e->val.arg[a];
		arg[1] = e->val.arg[b];
		yes = hd_call_abi(e, "hd_abi_are_apart", arg);
		yes = LLVMBuildICmp(e->b, LLVMIntNE, yes, hd_i32(e->u, 0), "");
		all = LLVMBuildAnd(e->b, all, yes, "apart");
	}
	return all;
}

/* Asked by the first call for a launch, on each worker. */
static LLVMValueRef
is_apart(hd_emit *e, const hd_code *direct)
{
	enum { YES = 1, NO };
	hd_unit *u = e->u;
	LLVMBasicBlockRef ask = hd_block(e, "ask"), known = hd_block(e, "answered");
	LLVMValueRef at = hd_offset(u, e->b, e->blk.frame, offsetof(hd_frame, apart),
				    ""),
		     answer, apart;

	answer = LLVMBuildLoad2(e->b, u->i64, at, "");
	answer = LLVMBuildICmp(e->b, LLVMIntEQ, answer, hd_i64(u, 0), "");
	LLVMBuildCondBr(e->b, answer, ask, known);
	hd_start_block(e, ask);
	apart = LLVMBuildSelect(e->b, ask_apart(e, direct), hd_i64(u, YES),
				hd_i64(u, NO), "");
	LLVMBuildStore(e->b, apart, at);
	hd_branch(e, known);
	answer = LLVMBuildLoad2(e->b, u->i64, at, "apart");
	return LLVMBuildICmp(e->b, LLVMIntEQ, answer, hd_i64(u, YES), "");
}

/* For the blocks that are launched, and only if arrays are apart; this and nothing else goes
 * before the others. */
static void
emit_direct(hd_emit *e, hd_layout *direct)
{
	LLVMBasicBlockRef take = hd_block(e, "is.known"), go_on = hd_block(e, "other");
	enum { LIKELY = 10000 };

	LLVMBuildCondBr(e->b, is_known(e, direct->c), take, go_on);
	hd_start_block(e, take);
	emit_version(e, direct, is_apart(e, direct->c), LIKELY);
	hd_branch(e, go_on);
}

/* Does the runtime want one lane at a time, or is the block too narrow for several? Where all
 * blocks are one row, none is. */
static LLVMValueRef
is_alone(hd_emit *e, const hd_versions *v)
{
	const hd_code *known = v->known ? v->known->c : NULL;
	LLVMValueRef is = hd_frame_load(e, e->u->i64, offsetof(hd_frame, alone), ""),
		     few;

	is = LLVMBuildICmp(e->b, LLVMIntNE, is, hd_i64(e->u, 0), "is.alone");
	if (v->sole)
		return LLVMBuildOr(e->b, is, LLVMBuildNot(e->b, is_known(e, known), ""),
				   "");
	if (e->l->long_rows)
		return is;
	few = is_narrow(e);
	if (known)
		few = LLVMBuildAnd(e->b, few,
				   LLVMBuildNot(e->b, is_known(e, known), ""), "");
	return LLVMBuildOr(e->b, is, few, "");
}

static void
emit_versions(hd_emit *e, const hd_versions *v)
{
	enum { LIKELY = 10000, EVEN = 100, UNLIKELY = 1 };

	compute_launch(e);
	if (v->unsure)
		emit_version(e, v->narrow, is_alone(e, v), EVEN);
	if (v->plain)
		emit_version(e, v->plain, hd_has_short_rows(e), UNLIKELY);
	if (v->direct)
		emit_direct(e, v->direct);
	if (v->known)
		emit_version(e, v->known, is_known(e, v->known->c), LIKELY);
	if (v->narrow && !v->unsure)
		emit_version(e, v->narrow,
			     v->sole ? LLVMConstInt(e->u->i1, 1, false) : is_narrow(e),
			     UNLIKELY);
	if (v->sole)
		LLVMBuildUnreachable(e->b);
	else
		emit_blocks(e);
}

/* For launches that the runtime has chosen it for: the frame says so. */
static void
emit_fitting(hd_emit *beside, const hd_versions *v)
{
	hd_emit *e = hd_emit_new(v->wide, beside->fn, beside);
	LLVMBasicBlockRef take = hd_block(e, "fits"), go_on = hd_block(e, "others");
	LLVMValueRef is =
		hd_frame_load(beside, e->u->ptr, offsetof(hd_frame, kernel), "");

	is = LLVMBuildICmp(beside->b, LLVMIntEQ, is,
			   hd_descriptor_of(e->u, v->wide->c->fn), "is.fitting");
	LLVMBuildCondBr(beside->b, is, take, go_on);
	memcpy(e->blk.ntid, beside->blk.ntid, sizeof e->blk.ntid);
	memcpy(e->blk.nctaid, beside->blk.nctaid, sizeof e->blk.nctaid);
	memcpy(e->val.arg, beside->val.arg,
	       LLVMCountParams(v->wide->c->fn) * sizeof *e->val.arg);
	hd_start_block(e, take);
	emit_versions(e, v);
	LLVMDisposeBuilder(e->b);
	hd_start_block(beside, go_on);
}

LLVMValueRef
hd_emit_kernel(const hd_versions *v)
{
	const hd_code *c = v->wide->c;
	LLVMValueRef fn = new_kernel(c->u, c->fn);
	hd_emit *e = hd_emit_new(v->wide, fn, NULL);

	hd_load_launch(e);
	hd_declare_coordinates(e);
	for (const hd_versions *f = v->fit; f; f = f->fit)
		emit_fitting(e, f);
	emit_versions(e, v);
	hd_emit_done(e);
	return fn;
}
