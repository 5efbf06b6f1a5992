/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel regions become kernels.
 *
 *     __kmpc_fork_call(where, n, body, a, b)
 * becomes
 *     captures = {a, b};  hd_gfx_fork(7, region.7.run, captures)
 * with
 *     region.7.run(captures) { body(&thread, &thread, captures[0], captures[1]) }
 *     hd_gf_region_7(captures) { region.7.run(captures); hd_gfx_leave() }
 *
 * A region without loops that threads share, and that does not ask for thread numbers,
 * has no use for a whole grid: it gets one block. */
#include "gpufirst.h"

static LLVMValueRef
as_word(gf *g, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);

	switch (LLVMGetTypeKind(t)) {
	case LLVMPointerTypeKind:
		return v;
	case LLVMDoubleTypeKind:
		return LLVMBuildBitCast(g->b, v, g->u.i64, "");
	case LLVMFloatTypeKind:
		v = LLVMBuildBitCast(g->b, v, g->u.i32, "");
		break;
	default:
		break;
	}
	return LLVMBuildZExtOrBitCast(g->b, v, g->u.i64, "");
}

static LLVMValueRef
word_at(gf *g, LLVMValueRef p, unsigned i)
{
	return hd_offset(&g->u, g->b, p, 8 * (int64_t)i, "");
}

/* Calls body(&thread, &thread, words from p ...). */
static void
call_body(gf *g, LLVMValueRef body, LLVMValueRef p)
{
	LLVMTypeRef type = LLVMGlobalGetValueType(body);
	unsigned n = LLVMCountParamTypes(type);
	LLVMTypeRef *types = HD_NEW_ARRAY(&g->u.mem, LLVMTypeRef, n + 1);
	LLVMValueRef *args = HD_NEW_ARRAY(&g->u.mem, LLVMValueRef, n + 1);
	LLVMValueRef thread = LLVMBuildAlloca(g->b, g->u.i32, "thread");

	LLVMGetParamTypes(type, types);
	LLVMBuildStore(g->b, gf_runtime(g, "omp_get_thread_num", 0, NULL), thread);
	args[0] = args[1] = thread;
	for (unsigned i = 2; i < n; i++)
		args[i] = LLVMBuildLoad2(g->b, types[i], word_at(g, p, i - 2), "");
	LLVMBuildCall2(g->b, type, body, args, n, "");
}

static LLVMValueRef
new_function(gf *g, const char *name, LLVMLinkage linkage)
{
	LLVMTypeRef type = LLVMFunctionType(g->u.void_type, &g->u.ptr, 1, false);
	LLVMValueRef f = LLVMAddFunction(g->u.m, name, type);

	LLVMSetLinkage(f, linkage);
	hd_add_attr(&g->u, f, "nounwind");
	LLVMPositionBuilderAtEnd(g->b, hd_new_block(&g->u, f, "entry"));
	return f;
}

static LLVMValueRef
make_kernel(gf *g, LLVMValueRef body, size_t id)
{
	LLVMValueRef run, kernel, p;

	run = new_function(g, hd_format(&g->u.mem, "region.%zu.run", id),
			   LLVMInternalLinkage);
	call_body(g, body, LLVMGetParam(run, 0));
	LLVMBuildRetVoid(g->b);
	kernel = new_function(g, hd_format(&g->u.mem, "hd_gf_region_%zu", id),
			      LLVMExternalLinkage);
	p = LLVMGetParam(kernel, 0);
	gf_call(g, run, 1, &p);
	gf_runtime(g, "hd_gfx_leave", 0, NULL);
	LLVMBuildRetVoid(g->b);
	return run;
}

/* The words of a fork's captures, in memory. */
static LLVMValueRef
store_captures(gf *g, LLVMValueRef call, unsigned first)
{
	unsigned n = (unsigned)hd_arg_count(call) - first;
	LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), p;

	LLVMPositionBuilderBefore(g->b,
				  LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
	p = LLVMBuildAlloca(g->b, LLVMArrayType2(g->u.i64, n ? n : 1), "captures");
	LLVMPositionBuilderBefore(g->b, call);
	for (unsigned i = 0; i < n; i++)
		LLVMBuildStore(g->b, as_word(g, LLVMGetOperand(call, first + i)),
			       word_at(g, p, i));
	return p;
}

static const char *
ident_text(LLVMValueRef ident)
{
	LLVMValueRef init =
		LLVMIsAGlobalVariable(ident) ? LLVMGetInitializer(ident) : 0;
	const char *s = init && LLVMGetNumOperands(init) == 5
				? gf_constant_text(LLVMGetOperand(init, 4))
				: NULL;

	return s ? s : ";;;;;;";
}

static size_t
region_of(gf *g, LLVMValueRef call, LLVMValueRef body)
{
	gf_region r = {.body = body};

	for (size_t i = 0; i < g->regions.n; i++)
		if (g->regions.at[i].body == body)
			return i;
	r.where = ident_text(LLVMGetOperand(call, 0));
	r.run = make_kernel(g, body, g->regions.n);
	hd_push(&g->u.mem, &g->regions, r);
	return g->regions.n - 1;
}

/* A league of one team: its body runs where it is. */
static void
run_teams(gf *g, LLVMValueRef call)
{
	LLVMValueRef p = store_captures(g, call, 3);

	call_body(g, LLVMGetOperand(call, 2), p);
	LLVMInstructionEraseFromParent(call);
}

static bool
visit(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	LLVMValueRef body, captures;
	size_t id;

	if (strcmp(hd_name(callee), "__kmpc_fork_teams") == 0) {
		run_teams(g, call);
		return true;
	}
	if (strcmp(hd_name(callee), "__kmpc_fork_call"))
		return false;
	body = LLVMGetOperand(call, 2);
	id = region_of(g, call, body);
	captures = store_captures(g, call, 3);
	gf_runtime(g, "hd_gfx_fork", 3,
		   (LLVMValueRef[]){hd_i32(&g->u, (int64_t)id), g->regions.at[id].run,
				    captures});
	LLVMInstructionEraseFromParent(call);
	return true;
}

/* ---- what regions need */

static bool
reaches(const hd_map *m, const char *const *names)
{
	for (; *names; names++)
		if (hd_map_get_str(m, *names))
			return true;
	return false;
}

static const char *const shares[] = {
	"hd_gfx_static_4",
	"hd_gfx_static_4u",
	"hd_gfx_static_8",
	"hd_gfx_static_8u",
	"__kmpc_for_static_init_4",
	"__kmpc_for_static_init_4u",
	"__kmpc_for_static_init_8",
	"__kmpc_for_static_init_8u",
	"omp_get_thread_num",
	"omp_get_num_threads",
	NULL,
};
/* Loops whose pieces threads ask for. */
static const char *const asks[] = {
	"hd_gfx_dispatch_init_4",
	"hd_gfx_dispatch_init_4u",
	"hd_gfx_dispatch_init_8",
	"hd_gfx_dispatch_init_8u",
	NULL,
};
/* By which threads learn their numbers, and find again what they left in another region. */
static const char *const numbers[] = {
	"omp_get_thread_num",          "omp_get_num_threads",  "omp_get_team_size",
	"omp_get_ancestor_thread_num", "hd_gfx_threadprivate", NULL,
};
static const char *const forks[] = {"hd_gfx_fork", "__kmpc_serialized_parallel", NULL};

/* What only one thread at a time can do. */
static const char *const turns[] = {
	"__kmpc_critical",       "__kmpc_critical_with_hint",
	"omp_set_lock",          "omp_set_nest_lock",
	"omp_test_lock",         "__kmpc_copyprivate",
	"__kmpc_omp_task_alloc", NULL,
};
/* Iterations that wait for others, one by one. A warp that waits for one of its own
 * threads may wait for ever: the driver's compiler lets its threads go on together. */
static const char *const lines[] = {"__kmpc_ordered", NULL};

/* Reductions whose sizes are not known are added in turn. */
static bool
reduces_in_turn(gf *g, const hd_map *m)
{
	LLVMValueRef f = LLVMGetNamedFunction(g->u.m, "hd_gfx_reduce");

	if (!f || !hd_map_get_str(m, "hd_gfx_reduce"))
		return false;
	hd_each_use (use, f) {
		LLVMValueRef call = LLVMGetUser(use);
		LLVMValueRef in =
			LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));

		if (hd_map_get_str(m, hd_name(in)) &&
		    LLVMIsNull(LLVMGetOperand(call, 3)))
			return true;
	}
	return false;
}

/* Does the program itself wait in a loop for what another thread writes? */
static bool
waits(gf *g, const hd_map *m)
{
	hd_each_function (f, g->u.m)
		if (hd_has_body(f) && hd_map_get_str(m, hd_name(f)) &&
		    gf_has_waits(g, f))
			return true;
	return false;
}

/* Every thread begins to count the region's loops. */
static void
start_loops(gf *g, size_t id)
{
	LLVMValueRef kernel = LLVMGetNamedFunction(
		g->u.m, hd_format(&g->u.mem, "hd_gf_region_%zu", id));

	LLVMPositionBuilderBefore(
		g->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
	gf_runtime(g, "hd_gfx_start_loops", 0, NULL);
}

static void
describe(gf *g, gf_region *r, size_t id)
{
	hd_map m = {0};

	gf_reach(g, r->body, &m);
	r->one_block = !reaches(&m, shares) && !reaches(&m, asks);
	if (reaches(&m, asks))
		start_loops(g, id);
	r->numbered = reaches(&m, numbers);
	r->lines_up = reaches(&m, lines) || waits(g, &m);
	r->takes_turns = r->lines_up || reaches(&m, turns) || reduces_in_turn(g, &m);
	g->may_nest |= reaches(&m, forks);
}

static bool
find_serialized(gf *g, LLVMValueRef call, LLVMValueRef callee)
{
	(void)call;
	g->may_nest |= strcmp(hd_name(callee), "__kmpc_serialized_parallel") == 0;
	return false;
}

/* What the runtime is told about the program. */
static void
define_flag(gf *g, const char *name, bool is)
{
	LLVMValueRef v = LLVMAddGlobal(g->u.m, g->u.i32, name);

	LLVMSetInitializer(v, hd_i32(&g->u, is));
	LLVMSetGlobalConstant(v, true);
}

void
hd_gf_regions(gf *g)
{
	gf_each_call(g, visit);
	gf_each_call(g, find_serialized);
	for (size_t i = 0; i < g->regions.n; i++)
		describe(g, &g->regions.at[i], i);
	define_flag(g, "hd_gf_may_nest", g->may_nest);
}

/* ---- how many threads they get */

typedef bool stops_fn(const char *function);

/* Remote calls take far longer than the look at the heap that they begin with. */
static bool
stops_remote(const char *function)
{
	return hd_has_prefix(function, "hd_gfx_rpc_");
}

/* Functions that use v, and those that call them. */
static void
mark_users(gf *g, LLVMValueRef v, hd_map *users, stops_fn *stops)
{
	hd_each_use (use, v) {
		LLVMValueRef user = LLVMGetUser(use), f;
		uintptr_t *seen;

		if (LLVMIsAConstantExpr(user))
			mark_users(g, user, users, stops);
		if (!LLVMIsAInstruction(user))
			continue;
		f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
		seen = hd_map_put_str(&g->u.mem, users, hd_name(f));
		if (*seen || stops(hd_name(f)))
			continue;
		*seen = 1;
		mark_users(g, f, users, stops);
	}
}

/* Is one of the marked functions of the runtime reached? */
static bool
reaches_marked(gf *g, const hd_map *reached, const hd_map *marked)
{
	hd_each_function (f, g->runtime) {
		const uintptr_t *is = hd_map_get_str(marked, hd_name(f));

		if (is && *is && hd_map_get_str(reached, hd_name(f)))
			return true;
	}
	return false;
}

/* ---- where the threads of a warp come apart */

/* Does this become a loop of compare and swap on a GPU? */
static bool
swaps_in_loop(LLVMValueRef i)
{
	LLVMTypeRef type;
	LLVMAtomicRMWBinOp op;

	if (LLVMIsAAtomicCmpXchgInst(i))
		return true;
	if (!LLVMIsAAtomicRMWInst(i))
		return false;
	type = LLVMTypeOf(i);
	op = LLVMGetAtomicRMWBinOp(i);
	switch (LLVMGetTypeKind(type)) {
	case LLVMPointerTypeKind:
		return false;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) < 32 || op == LLVMAtomicRMWBinOpNand ||
		       op > LLVMAtomicRMWBinOpUMin;
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return op != LLVMAtomicRMWBinOpFAdd && op != LLVMAtomicRMWBinOpXchg;
	default:
		return true;
	}
}

static bool
has_swaps(LLVMValueRef f)
{
	hd_each_block (bb, f)
		hd_each_insn (i, bb)
			if (swaps_in_loop(i))
				return true;
	return false;
}

/* Who fails does not come back; a reduction takes a lock only in turn. */
static bool
stops_turns(const char *function)
{
	return strcmp(function, "hd_gfx_fail") == 0 ||
	       strcmp(function, "hd_gfx_reduce") == 0;
}

/* Functions of the runtime in which threads get on one by one. */
static void
mark_turns(gf *g, hd_map *marked)
{
	hd_each_function (f, g->runtime)
		if (hd_has_body(f) && has_swaps(f) && !stops_turns(hd_name(f))) {
			*hd_map_put_str(&g->u.mem, marked, hd_name(f)) = 1;
			mark_users(g, f, marked, stops_turns);
		}
}

static bool
comes_apart(gf *g, const hd_map *reached, const hd_map *marked)
{
	if (reaches_marked(g, reached, marked))
		return true;
	hd_each_function (f, g->u.m)
		if (hd_has_body(f) && hd_map_get_str(reached, hd_name(f)) &&
		    has_swaps(f))
			return true;
	return false;
}

/* ---- all regions */

static void
remark(gf *g, const gf_region *r, size_t id)
{
	unsigned line = 0;
	char file[256] = "";
	const char *on = r->one_block  ? "one block: it has no loop that threads share"
			 : r->joined   ? "few threads, as another one whose threads "
					 "know their numbers"
			 : r->lines_up ? "few threads, one for each warp: they "
					 "wait for each other in loops"
			 : r->takes_turns ? "few threads: they wait for each other"
					  : "the whole GPU";

	sscanf(r->where, ";%255[^;];%*[^;];%u;", file, &line);
	hd_remark_at((hd_pos){hd_strdup(&g->u.mem, file), line, 0}, "gpufirst",
		     "parallel region %zu runs on %s", id, on);
}

/* A thread must find in one region what it left in another: all regions whose threads
 * use their numbers have as many threads. */
static void
join_teams(gf *g)
{
	gf_region all = {.one_block = true};

	for (size_t i = 0; i < g->regions.n; i++) {
		const gf_region *r = &g->regions.at[i];

		all.one_block &= r->one_block || !r->numbered;
		all.takes_turns |= r->takes_turns && r->numbered;
		all.lines_up |= r->lines_up && r->numbered;
	}
	for (size_t i = 0; i < g->regions.n; i++) {
		gf_region *r = &g->regions.at[i];

		if (!r->numbered)
			continue;
		r->joined = r->takes_turns != all.takes_turns ||
			    r->lines_up != all.lines_up;
		r->one_block = all.one_block;
		r->takes_turns = all.takes_turns;
		r->lines_up = all.lines_up;
	}
}

/* After locals: variables that move to the heap are allocated by every thread, too. */
void
hd_gf_shapes(gf *g)
{
	LLVMValueRef heap = LLVMGetNamedGlobal(g->runtime, "chunks");
	hd_map users = {0}, turn = {0};
	bool may_part = false;

	if (!heap)
		hd_bug("the runtime has no chunks");
	if (!g->opt->balance_threads)
		mark_users(g, heap, &users, stops_remote);
	mark_turns(g, &turn);
	for (size_t i = 0; i < g->regions.n; i++) {
		gf_region *r = &g->regions.at[i];
		hd_map reached = {0};

		gf_reach(g, r->body, &reached);
		/* the generic allocator has one lock */
		r->takes_turns |= reaches_marked(g, &reached, &users);
		r->apart = r->takes_turns || comes_apart(g, &reached, &turn);
		may_part |= r->apart;
	}
	define_flag(g, "hd_gf_may_part", may_part);
	join_teams(g);
	for (size_t i = 0; i < g->regions.n && g->opt->remarks; i++)
		remark(g, &g->regions.at[i], i);
}
