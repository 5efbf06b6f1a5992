/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over the grid that only count: each block takes one part of the elements, in a row.
 * Part of reorder_for_locality.
 *
 *     __shared__ unsigned s[256]; ...
 *     for (i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
 *             atomicAdd(&s[in[i]], 1);
 *     __syncthreads();
 *     atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
 * becomes, for many elements,
 *     part = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x) * 16;
 *     from = (blockIdx.x * blockDim.x / 16 + threadIdx.x / 16) * part;
 *     for (i = from + threadIdx.x % 16; i < n && i < from + part; i += 16) ...
 *
 * A block takes a piece of its own, and of that each 16 threads, so that groups, which run
 * one after the other, read memory as it lies there. Who counts an element is another one
 * then. Nobody can tell: integers are added in shared memory or in an array of each thread,
 * and from there in global memory, at places that are the same in all blocks
 * (counting_loops.c). All that could make a difference is asked for: that every thread of
 * the grid comes to the loop, that what it does depends on the element alone, that nothing
 * else leaves it, that no write to global memory comes before, and what becomes of the
 * counts. */
#include "ana/address.h"
#include "pass/loops/strided_loop.h"

enum { ROUNDS = 4, MOST_STEP = 1 << 26, TEAM_BITS = 4, TEAM = 1 << TEAM_BITS };

typedef struct state {
	const hd_ways *w;
	hd_strided_loop *s;
	LLVMValueRef fn;
	LLVMValueRef block[2]; /* what the start and the step have for blockDim.x */
	hd_counts counts;
	LLVMBuilderRef b;
	LLVMValueRef choice;              /* the same for the whole grid */
	LLVMValueRef threads, first, end; /* of the block; this thread's; its team's */
	hd_map map;
} state;

static bool
is_same_everywhere(LLVMValueRef v)
{
	return hd_depends_on(v, HD_TID) == HD_NO && hd_depends_on(v, HD_CTAID) == HD_NO;
}

/* v is `what` times blockDim.x, or a constant that may stand for it. */
static bool
is_times_block(LLVMValueRef v, enum hd_sreg what, LLVMValueRef *block)
{
	if (hd_is_extension(v))
		v = LLVMGetOperand(v, 0);
	if (hd_is_opcode(v, LLVMShl) && hd_is_sreg(LLVMGetOperand(v, 0), what, 0) &&
	    LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
	    LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) <= 10) {
		*block = LLVMConstInt(
			LLVMTypeOf(v),
			1ull << LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), false);
		return true;
	}
	for (unsigned k = 0; hd_is_opcode(v, LLVMMul) && k < 2; k++) {
		*block = LLVMGetOperand(v, 1 - k);
		if (hd_is_sreg(LLVMGetOperand(v, k), what, 0) &&
		    (hd_is_sreg(*block, HD_NTID, 0) || LLVMIsAConstantInt(*block)))
			return true;
	}
	return false;
}

/* blockIdx.x * blockDim.x + threadIdx.x, and gridDim.x * blockDim.x */
static bool
is_over_whole_grid(const hd_strided_loop *s, LLVMValueRef block[2])
{
	LLVMValueRef v = s->start;

	if (hd_is_extension(v))
		v = LLVMGetOperand(v, 0);
	if (!hd_is_opcode(v, LLVMAdd) && !hd_is_opcode(v, LLVMOr))
		return false;
	for (unsigned k = 0; k < 2; k++)
		if (hd_is_sreg(LLVMGetOperand(v, k), HD_TID, 0) &&
		    is_times_block(LLVMGetOperand(v, 1 - k), HD_CTAID, &block[0]))
			return is_times_block(s->step, HD_NCTAID, &block[1]);
	return false;
}

/* ---- what the loop does */

/* It comes from the loop itself, or is uniform. */
static bool
is_of_element(const state *x, LLVMValueRef v)
{
	uintptr_t *n;

	if (!LLVMIsAInstruction(v))
		return true;
	n = hd_map_get(&x->w->blocks.number, LLVMGetInstructionParent(v));
	return (n && hd_bit(&x->s->l->in, *n - 1)) || is_same_everywhere(v);
}

static bool
is_fit(state *x, LLVMValueRef i)
{
	LLVMValueRef root;

	for (int k = 0; i != x->s->i && k < LLVMGetNumOperands(i); k++)
		if (!is_of_element(x, LLVMGetOperand(i, (unsigned)k)))
			return false;
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMStore:
		return hd_is_private_count(&x->counts, i);
	case LLVMPHI:
		return i == x->s->i || LLVMGetInstructionParent(i) != x->s->header;
	case LLVMLoad:
		root = hd_pointer_root(LLVMGetOperand(i, 0));
		return (root && LLVMIsAArgument(root)) ||
		       hd_is_private_count(&x->counts, i);
	case LLVMAtomicRMW:
		return hd_is_shared_count(&x->counts, i);
	case LLVMCall: /* coordinates */
		return is_same_everywhere(i) || hd_depends_on(i, HD_TID) == HD_UNKNOWN;
	default:
		return true;
	}
}

/* ---- the kernel around it */

/* Nothing may count on an order, and no thread has written to global memory when it comes to
 * the loop. */
static bool
is_quiet(const state *x, LLVMValueRef i)
{
	LLVMValueRef root;

	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMLoad:
		return hd_is_ordinary(i);
	case LLVMStore:
	case LLVMAtomicRMW:
		root = hd_pointer_root(LLVMGetOperand(i, hd_is_opcode(i, LLVMStore)));
		if (LLVMGetVolatile(i))
			return false;
		return (root &&
			(hd_is_shared_variable(root) || LLVMIsAAllocaInst(root))) ||
		       !hd_comes_before_loop(&x->counts, i);
	case LLVMAtomicCmpXchg:
	case LLVMFence:
	case LLVMInvoke:
		return false;
	case LLVMCall:
		return hd_is_lifetime_call(i) || hd_barrier_kind(i) == HD_BARRIER ||
		       hd_is_plain_call(i);
	default:
		return true;
	}
}

static bool
may_take_parts(state *x)
{
	hd_each_bit (n, &x->s->l->in)
		hd_each_insn (i, x->w->block[n])
			if (!is_fit(x, i))
				return false;
	if (!x->counts.at || hd_is_opcode(LLVMGetFirstInstruction(x->s->exit), LLVMPHI))
		return false;
	hd_each_block (bb, x->fn)
		hd_each_insn (i, bb)
			if (!is_quiet(x, i))
				return false;
	return hd_all_come(x->w, hd_block_number(&x->w->blocks, x->s->guard),
			   HD_CTAID) &&
	       hd_are_added_up(&x->counts);
}

/* ---- the parts */

static LLVMValueRef
coordinate(state *x, const char *name)
{
	hd_unit *u = x->w->u;
	const char *whole =
		hd_format(&u->scratch, "llvm.nvvm.read.ptx.sreg.%s.x", name);
	LLVMValueRef f = LLVMGetNamedFunction(u->m, whole);

	if (!f)
		f = LLVMAddFunction(u->m, whole,
				    LLVMFunctionType(u->i32, NULL, 0, false));
	return LLVMBuildZExt(x->b, hd_call(x->b, f, NULL, 0, ""), u->i64, name);
}

static LLVMValueRef
wide(state *x, LLVMValueRef v)
{
	return LLVMBuildZExtOrBitCast(x->b, v, x->w->u->i64, "");
}

static void
ask(state *x, LLVMIntPredicate p, LLVMValueRef v, LLVMValueRef y)
{
	LLVMValueRef answer = LLVMBuildICmp(x->b, p, v, y, "");

	x->choice = x->choice ? LLVMBuildAnd(x->b, x->choice, answer, "") : answer;
}

/* Rounds enough, a block of whole teams that is as large as the program says, and no index
 * that would wrap around: below three quarters of what the type holds. */
static void
build_choice(state *x, LLVMValueRef step)
{
	hd_unit *u = x->w->u;
	LLVMTypeRef t = LLVMTypeOf(x->s->limit);
	unsigned bits = LLVMGetIntTypeWidth(t);

	ask(x, LLVMIntULT, x->s->limit,
	    LLVMConstInt(t, bits == 64 ? 1ull << 48 : 3ull << (bits - 3), false));
	ask(x, LLVMIntULE, step, hd_i64(u, MOST_STEP));
	ask(x, LLVMIntUGE, wide(x, x->s->limit),
	    LLVMBuildMul(x->b, step, hd_i64(u, ROUNDS), ""));
	ask(x, LLVMIntEQ, LLVMBuildURem(x->b, x->threads, hd_i64(u, TEAM), ""),
	    hd_i64(u, 0));
	for (int k = 0; k < 2; k++)
		if (LLVMIsAConstantInt(x->block[k]))
			ask(x, LLVMIntEQ, x->threads, wide(x, x->block[k]));
}

/* In front of the guard's branch: which elements this team of threads has. */
static void
build_part(state *x)
{
	LLVMBuilderRef b = x->b;
	hd_unit *u = x->w->u;
	const char *known = hd_string_attr(x->fn, HD_KNOWN);
	LLVMValueRef step, part, team, lane, from, to, limit = wide(x, x->s->limit);
	uint32_t block[3];

	x->threads = known && hd_read_shape(known, block) ? hd_i64(u, block[0])
							  : coordinate(x, "ntid");
	step = LLVMBuildMul(b, x->threads, coordinate(x, "nctaid"), "step");
	build_choice(x, step);
	part = LLVMBuildAdd(b, limit, LLVMBuildSub(b, step, hd_i64(u, 1), ""), "");
	part = LLVMBuildMul(b, LLVMBuildUDiv(b, part, step, "rounds"), hd_i64(u, TEAM),
			    "part");
	team = LLVMBuildUDiv(b, x->threads, hd_i64(u, TEAM), "teams");
	team = LLVMBuildMul(b, coordinate(x, "ctaid"), team, "");
	lane = coordinate(x, "tid");
	team = LLVMBuildAdd(b, team, LLVMBuildLShr(b, lane, hd_i64(u, TEAM_BITS), ""),
			    "team");
	lane = LLVMBuildAnd(b, lane, hd_i64(u, TEAM - 1), "lane");
	from = LLVMBuildMul(b, team, part, "from");
	to = LLVMBuildAdd(b, from, part, "to");
	to = LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, to, limit, ""), to, limit,
			     "end");
	x->first = LLVMBuildAdd(b, from, lane, "first");
	x->end = to;
}

static bool
keeps(void *arg, LLVMValueRef i)
{
	const state *x = arg;
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
	uintptr_t *n = hd_map_get(&x->w->blocks.number, bb);

	if (bb == x->s->preheader)
		return !LLVMIsATerminatorInst(i);
	return n && hd_bit(&x->s->l->in, *n - 1) && i != x->s->i &&
	       !(bb == x->s->latch && LLVMIsATerminatorInst(i));
}

static LLVMBasicBlockRef
put_block(state *x, LLVMBasicBlockRef bb, const char *name)
{
	LLVMBasicBlockRef made = hd_new_block(x->w->u, x->fn, name);

	*hd_map_put(&x->w->u->scratch, &x->map, LLVMBasicBlockAsValue(bb)) =
		(uintptr_t)LLVMBasicBlockAsValue(made);
	return made;
}

/* No index wraps around, so that a wide one is what narrow ones are extended to: addresses go
 * on in steps then, and the next elements are on their way while these are counted. */
static void
use_wide(LLVMValueRef narrow, LLVMValueRef i)
{
	for (LLVMUseRef use = LLVMGetFirstUse(narrow), next; use; use = next) {
		LLVMValueRef user = LLVMGetUser(use);

		next = LLVMGetNextUse(use);
		if (hd_is_extension(user) && LLVMTypeOf(user) == LLVMTypeOf(i))
			LLVMReplaceAllUsesWith(user, i);
	}
}

/* A copy of the loop, from x->first to x->end by a team. */
static LLVMBasicBlockRef
build_loop(state *x)
{
	hd_strided_loop *s = x->s;
	hd_unit *u = x->w->u;
	LLVMBuilderRef b = x->b;
	LLVMBasicBlockRef entry = put_block(x, s->preheader, "parts.entry"),
			  loop = put_block(x, s->header, "parts"), latch,
			  leave = hd_new_block(u, x->fn, "parts.end");
	LLVMValueRef i, narrow, next;

	LLVMPositionBuilderAtEnd(b, loop);
	i = LLVMBuildPhi(b, u->i64, "i");
	narrow = LLVMBuildTruncOrBitCast(b, i, LLVMTypeOf(s->i), "");
	*hd_map_put(&u->scratch, &x->map, s->i) = (uintptr_t)narrow;
	hd_clone_insns(u, x->fn, x->fn, &x->map, keeps, x);
	use_wide(narrow, i);
	latch = hd_mapped_block(&x->map, s->latch);
	LLVMPositionBuilderAtEnd(b, entry);
	LLVMBuildBr(b, loop);
	LLVMPositionBuilderAtEnd(b, latch);
	next = LLVMBuildAdd(b, i, hd_i64(u, TEAM), "next");
	LLVMBuildCondBr(b, LLVMBuildICmp(b, s->less, next, x->end, ""), loop, leave);
	LLVMPositionBuilderAtEnd(b, leave);
	LLVMBuildBr(b, s->exit);
	LLVMAddIncoming(i, &x->first, &entry, 1);
	LLVMAddIncoming(i, &next, &latch, 1);
	return entry;
}

static void
take_parts(state *x)
{
	hd_strided_loop *s = x->s;
	LLVMValueRef at = LLVMGetBasicBlockTerminator(s->guard), any;
	LLVMBasicBlockRef ask_part = hd_new_block(x->w->u, x->fn, "parts.any"),
			  old = hd_new_block(x->w->u, x->fn, "parts.not"), entry;

	LLVMPositionBuilderBefore(x->b, at);
	LLVMSetCurrentDebugLocation2(x->b, LLVMInstructionGetDebugLoc(at));
	build_part(x);
	entry = build_loop(x);
	LLVMPositionBuilderAtEnd(x->b, ask_part);
	any = LLVMBuildICmp(x->b, s->less, x->first, x->end, "any");
	LLVMBuildCondBr(x->b, any, entry, s->skip);
	hd_detour(x->b, s, x->choice, ask_part, old);
	hd_each_phi (i, s->skip) {
		LLVMValueRef v = hd_incoming(i, old);

		LLVMAddIncoming(i, &v, &ask_part, 1);
	}
}

bool
hd_part_grid(const hd_ways *w, hd_strided_loop *s)
{
	state x = {.w = w, .s = s, .fn = LLVMGetBasicBlockParent(s->header)};

	x.counts = (hd_counts){.w = w, .s = s, .fn = x.fn};
	if (!is_over_whole_grid(s, x.block) || !may_take_parts(&x) ||
	    !hd_is_plain_preheader(w, s))
		return false;
	x.b = LLVMCreateBuilderInContext(w->u->c);
	take_parts(&x);
	LLVMDisposeBuilder(x.b);
	hd_add_string_attr(w->u, x.fn, HD_PARTS, "");
	return true;
}
