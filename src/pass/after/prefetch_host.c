/* SPDX-License-Identifier: Apache-2.0 */
/* prefetch_host: loops of the host over what was copied from the device prefetch it: it lies in
 * the caches of the processors that copied it, and takes longer to come from there than from
 * memory. Loops that go through it in small steps ask for lines that they need a little later;
 * what they would have waited for is on its way.
 *
 * What is asked for is a guess, and nothing but time depends on it: what a function copies to,
 * or allocates as managed memory, by the variable that knows where it is, and what functions
 * are called with that. */
#include "pass/pass.h"

enum {
	LINE = 64,
	AHEAD = 2048, /* bytes: 1024 is not enough on sixteen cores, 4096 no better */
	MOST_STEP = AHEAD,
	MOST = 8,   /* lines for each round of a loop */
	DEPTH = 12, /* of the computation of an address */
	MOST_READINGS = 512,
};

enum filled { NOT_FILLED, FILLED, FILLS }; /* FILLS: by the function itself */

typedef struct state {
	hd_unit *u;
	hd_map filled; /* by what knows where the memory is: enum filled */
	bool more;
	LLVMBuilderRef b;
	hd_blocks blocks;
} state;

/* ---- what comes from the device */

/* The argument that says where to is the first; `kind` says from where, -1: no need to ask. */
static const struct copy {
	const char *name;
	int kind;
} copies[] = {
	{"cudaMemcpy", 3},           {"cudaMemcpyAsync", 3},
	{"cudaMemcpy2D", 6},         {"cudaMemcpy2DAsync", 6},
	{"cudaMemcpyFromSymbol", 4}, {"cudaMemcpyFromSymbolAsync", 4},
	{"cuMemcpyDtoH", -1},        {"cuMemcpyDtoH_v2", -1},
	{"cuMemcpyDtoHAsync", -1},   {"cuMemcpyDtoHAsync_v2", -1},
	{"cudaMallocManaged", -1},   {"cuMemAllocManaged", -1},
};

static LLVMValueRef
called_by(LLVMValueRef i)
{
	LLVMValueRef f = hd_is_opcode(i, LLVMCall) || hd_is_opcode(i, LLVMInvoke)
				 ? LLVMGetCalledValue(i)
				 : NULL;

	return f && LLVMIsAFunction(f) ? f : NULL;
}

static bool
is_named(const char *name, const char *what)
{
	size_t n = strlen(what);

	return hd_has_prefix(name, what) &&
	       (!name[n] || !strcmp(name + n, "_ptds") || !strcmp(name + n, "_ptsz"));
}

static bool
brings_to_host(LLVMValueRef call)
{
	enum { TO_DEVICE = 1, ON_DEVICE = 3 };
	LLVMValueRef f = called_by(call), kind;

	for (size_t k = 0; f && k < HD_COUNT(copies); k++) {
		if (!is_named(hd_name(f), copies[k].name) ||
		    hd_arg_count(call) <= (copies[k].kind > 0 ? copies[k].kind : 0))
			continue;
		if (copies[k].kind < 0)
			return true;
		kind = LLVMGetOperand(call, (unsigned)copies[k].kind);
		return !hd_is_int(kind, TO_DEVICE) && !hd_is_int(kind, ON_DEVICE);
	}
	return false;
}

/* What knows where p points to: a parameter, a call, or the variable that it is read from. */
static LLVMValueRef
keeper_of(LLVMValueRef p)
{
	for (int k = 0; k < DEPTH; k++) {
		p = hd_base_of(p);
		if (hd_is_opcode(p, LLVMLoad))
			return hd_base_of(LLVMGetOperand(p, 0));
		if (!hd_is_opcode(p, LLVMPHI))
			break;
		p = LLVMGetIncomingValue(p,
					 hd_base_of(LLVMGetIncomingValue(p, 0)) == p);
	}
	return p;
}

static enum filled
is_filled(const state *s, LLVMValueRef keeper)
{
	uintptr_t *how = hd_map_get(&s->filled, keeper);

	return how ? (enum filled) * how : NOT_FILLED;
}

static void
note(state *s, LLVMValueRef p, enum filled how)
{
	LLVMValueRef keeper = keeper_of(p);

	if (LLVMIsAConstant(keeper) && !LLVMIsAGlobalVariable(keeper))
		return;
	if (is_filled(s, keeper) >= how)
		return;
	*hd_map_put(&s->u->scratch, &s->filled, keeper) = how;
	s->more = true;
}

/* A parameter that a function fills is filled for who calls it; what is filled for that one is
 * so for all functions it calls. */
static void
note_call(state *s, LLVMValueRef call)
{
	LLVMValueRef f = called_by(call);

	if (!f)
		return;
	if (brings_to_host(call))
		note(s, LLVMGetOperand(call, 0), FILLS);
	if (!hd_has_body(f) || hd_arg_count(call) != (int)LLVMCountParams(f))
		return;
	for (int k = 0; k < hd_arg_count(call); k++) {
		LLVMValueRef from = LLVMGetOperand(call, (unsigned)k),
			     to = LLVMGetParam(f, (unsigned)k);

		if (LLVMTypeOf(from) != s->u->ptr)
			continue;
		if (is_filled(s, to) == FILLS)
			note(s, from, FILLS);
		if (is_filled(s, keeper_of(from)))
			note(s, to, FILLED);
	}
}

static bool
find_filled(state *s)
{
	do {
		s->more = false;
		hd_each_function (fn, s->u->m)
			hd_each_block (bb, fn)
				hd_each_insn (i, bb)
					note_call(s, i);
	} while (s->more);
	return s->filled.n > 0;
}

/* ---- steps */

static bool
is_in(const state *s, const hd_loop *l, LLVMValueRef v)
{
	LLVMBasicBlockRef bb;

	if (!LLVMIsAInstruction(v))
		return false;
	bb = LLVMGetInstructionParent(v);
	return hd_is_reached(&s->blocks, bb) &&
	       hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb));
}

/* What is added to a phi of the loop's own on every way round. */
static bool
step_of_phi(const state *s, const hd_loop *l, LLVMValueRef phi, int64_t *step)
{
	bool found = false;

	if (hd_block_number(&s->blocks, LLVMGetInstructionParent(phi)) != l->header)
		return false;
	for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, k);
		LLVMBasicBlockRef bb = LLVMGetIncomingBlock(phi, k);
		int64_t by;

		if (!hd_bit(&l->in, (size_t)hd_block_number(&s->blocks, bb)))
			continue;
		if (LLVMTypeOf(phi) == s->u->ptr) {
			if (hd_bytes_between(s->u, phi, v, &by) != HD_EXACTLY)
				return false;
		} else {
			if (!hd_is_opcode(v, LLVMAdd) || LLVMGetOperand(v, 0) != phi ||
			    !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
				return false;
			by = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1));
		}
		if (found && by != *step)
			return false;
		*step = by;
		found = true;
	}
	return found;
}

static bool find_step(const state *s, const hd_loop *l, LLVMValueRef v, int depth,
		      int64_t *step);

/* The sum of what its base and all indices change by. */
static bool
step_of_gep(const state *s, const hd_loop *l, LLVMValueRef p, int depth, int64_t *step)
{
	int64_t by;

	if (!find_step(s, l, LLVMGetOperand(p, 0), depth, step))
		return false;
	hd_each_index (x, s->u, p) {
		if (!x.v)
			continue;
		if (!find_step(s, l, x.v, depth, &by))
			return false;
		*step += by * x.bytes;
	}
	return true;
}

static bool
step_of_sum(const state *s, const hd_loop *l, LLVMValueRef v, int depth, int64_t *step)
{
	int64_t more;

	if (!find_step(s, l, LLVMGetOperand(v, 0), depth, step) ||
	    !find_step(s, l, LLVMGetOperand(v, 1), depth, &more))
		return false;
	*step += hd_is_opcode(v, LLVMSub) ? -more : more;
	return true;
}

static bool
step_of_product(const state *s, const hd_loop *l, LLVMValueRef v, int depth,
		int64_t *step)
{
	LLVMValueRef by = LLVMGetOperand(v, 1);
	int64_t times;

	if (!LLVMIsAConstantInt(by) ||
	    !find_step(s, l, LLVMGetOperand(v, 0), depth, step))
		return false;
	times = LLVMConstIntGetSExtValue(by);
	if (hd_is_opcode(v, LLVMShl))
		times = times < 32 ? (int64_t)1 << times : 0;
	return !__builtin_mul_overflow(*step, times, step);
}

/* What v changes by from one round to the next, unless it overflows. */
static bool
find_step(const state *s, const hd_loop *l, LLVMValueRef v, int depth, int64_t *step)
{
	*step = 0;
	if (!is_in(s, l, v))
		return true;
	if (depth-- == 0)
		return false;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
		return step_of_phi(s, l, v, step);
	case LLVMGetElementPtr:
		return step_of_gep(s, l, v, depth, step);
	case LLVMSExt:
	case LLVMZExt:
	case LLVMTrunc:
		return find_step(s, l, LLVMGetOperand(v, 0), depth, step);
	case LLVMOr:
		return LLVMGetIsDisjoint(v) && step_of_sum(s, l, v, depth, step);
	case LLVMAdd:
	case LLVMSub:
		return step_of_sum(s, l, v, depth, step);
	case LLVMShl:
	case LLVMMul:
		return step_of_product(s, l, v, depth, step);
	default:
		return false;
	}
}

/* ---- asking */

/* In one loop: what was asked for, by the address that is read now. */
typedef struct asked {
	LLVMValueRef p;
	int64_t at;
} asked;

typedef struct lines {
	asked line[MOST];
	int n;
} lines;

static bool
is_asked(const state *s, const lines *a, LLVMValueRef p, int64_t at)
{
	for (int k = 0; k < a->n; k++) {
		int64_t bytes;

		if (hd_bytes_between(s->u, a->line[k].p, p, &bytes) != HD_UNRELATED &&
		    llabs(bytes + at - a->line[k].at) < LINE)
			return true;
	}
	return false;
}

static void
ask(const state *s, lines *a, LLVMValueRef load, int64_t ahead)
{
	LLVMValueRef p = LLVMGetOperand(load, 0), offset, arg[4];
	int64_t bytes = (int64_t)hd_size_of(s->u, LLVMTypeOf(load));

	LLVMPositionBuilderBefore(s->b, load);
	for (int64_t at = 0; at < bytes && a->n < MOST; at += LINE) {
		if (is_asked(s, a, p, at))
			continue;
		a->line[a->n++] = (asked){p, at};
		offset = hd_i64(s->u, at + ahead); /* maybe behind the end */
		arg[0] = LLVMBuildGEP2(s->b, s->u->i8, p, &offset, 1, "ahead");
		arg[1] = hd_i32(s->u, 0); /* to read it, */
		arg[2] = hd_i32(s->u, 3); /* and to keep it; */
		arg[3] = hd_i32(s->u, 1); /* data */
		hd_call(s->b, hd_intrinsic(s->u, "llvm.prefetch", &s->u->ptr, 1), arg,
			4, "");
	}
}

/* Not for variables of the function itself: who copies to those copies little. */
static bool
is_from_device(const state *s, LLVMValueRef load)
{
	LLVMValueRef p = LLVMGetOperand(load, 0);

	return hd_is_ordinary(load) && !hd_is_opcode(hd_base_of(p), LLVMAlloca) &&
	       is_filled(s, keeper_of(p));
}

/* What a loop reads; `step` is from one round to the next. */
typedef struct reading {
	LLVMValueRef load, keeper;
	int64_t step;
} reading;

typedef HD_VEC(reading) readings;

static bool
is_inside(const hd_loops *loops, size_t n, size_t block)
{
	for (size_t j = n + 1; j < loops->n; j++)
		if (hd_bit(&loops->at[j].in, block) &&
		    hd_bit(&loops->at[n].in, (size_t)loops->at[j].header))
			return true;
	return false;
}

/* What stands in the loop itself, not in one inside. */
static readings
find_readings(const state *s, const hd_loops *loops, size_t n,
	      const LLVMBasicBlockRef *block)
{
	readings all = {0};

	hd_each_bit (k, &loops->at[n].in) {
		if (is_inside(loops, n, k))
			continue;
		hd_each_insn (i, block[k]) {
			reading r = {.load = i};

			if (!hd_is_opcode(i, LLVMLoad) || !is_from_device(s, i) ||
			    !find_step(s, &loops->at[n], LLVMGetOperand(i, 0), DEPTH,
				       &r.step))
				continue;
			r.keeper = keeper_of(LLVMGetOperand(i, 0));
			if (all.n < MOST_READINGS)
				hd_push(&s->u->scratch, &all, r);
		}
	}
	return all;
}

static int64_t
bytes_beside(const state *s, const readings *all, const reading *r)
{
	int64_t bytes = 0;

	for (size_t k = 0; k < all->n; k++)
		if (all->at[k].keeper == r->keeper && all->at[k].step == r->step)
			bytes += (int64_t)hd_size_of(s->u, LLVMTypeOf(all->at[k].load));
	return bytes;
}

/* Small steps only, and a good part of them: what goes down a column of a matrix finds the next
 * one in the cache. */
static void
change_loop(const state *s, const readings *all)
{
	enum { GAPS = 4 };
	lines a = {.n = 0};

	for (size_t k = 0; k < all->n; k++) {
		const reading *r = &all->at[k];

		if (r->step && llabs(r->step) <= MOST_STEP &&
		    bytes_beside(s, all, r) >= llabs(r->step) / GAPS)
			ask(s, &a, r->load, r->step < 0 ? -AHEAD : AHEAD);
	}
}

static void
change(state *s, LLVMValueRef fn)
{
	LLVMBasicBlockRef *block;
	hd_loops loops;

	s->blocks = hd_number_blocks(&s->u->scratch, fn);
	if (!hd_graph_is_reducible(s->blocks.g))
		return;
	block = HD_NEW_ARRAY(&s->u->scratch, LLVMBasicBlockRef, (size_t)s->blocks.g->n);
	hd_each_block (bb, fn)
		block[hd_block_number(&s->blocks, bb)] = bb;
	loops = hd_graph_loops(&s->u->scratch, s->blocks.g);
	for (size_t n = 0; n < loops.n; n++) {
		readings all = find_readings(s, &loops, n, block);

		change_loop(s, &all);
	}
}

bool
hd_pass_prefetch_host(hd_unit *u)
{
	state s = {.u = u};

	if (!find_filled(&s))
		return false;
	s.b = LLVMCreateBuilderInContext(u->c);
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && !hd_string_attr(fn, HD_ENTRY))
			change(&s, fn);
	LLVMDisposeBuilder(s.b);
	return true;
}
