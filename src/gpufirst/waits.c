/* SPDX-License-Identifier: Apache-2.0 */
/* Loops in which a thread waits for another one to write a word:
 *
 *     while (turn != me)            turn is volatile, or read atomically, or there is a
 *             ;                     flush in the loop
 *
 * If both threads are of one warp, they may wait for ever: the driver's compiler lets the
 * threads of a warp go on together behind a loop, those that have left it first included.
 * Regions with such loops get one thread for each warp. A loop is one if it writes
 * only to variables of its thread, and whether it ends depends on what it reads. */
#include "gpufirst.h"

enum { DEPTH = 4 }; /* of calls that are looked into */

typedef struct body {
	hd_map tainted; /* values and local variables that tell what was read */
	bool writes, flushes, reads;
} body;

static void look(gf *g, body *b, LLVMBasicBlockRef bb, int depth);

static bool
is_local(LLVMValueRef p)
{
	while (LLVMIsAGetElementPtrInst(p) || LLVMIsACastInst(p))
		p = LLVMGetOperand(p, 0);
	return LLVMIsAAllocaInst(p) != NULL;
}

static bool
is_tainted(const body *b, LLVMValueRef v)
{
	return hd_map_get(&b->tainted, v) != NULL;
}

static void
taint(gf *g, body *b, LLVMValueRef v)
{
	*hd_map_put(&g->u.mem, &b->tainted, v) = 1;
}

/* Functions that a loop may call while it waits. */
static bool
is_harmless(const char *name)
{
	static const char *const names[] = {
		"hd_gf_sched_yield",  "usleep",        "nanosleep",
		"omp_get_thread_num", "omp_get_wtime", "omp_get_num_threads",
	};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return hd_has_prefix(name, "llvm.") || hd_has_prefix(name, "__kmpc_global_");
}

static void
look_at_call(gf *g, body *b, LLVMValueRef call, int depth)
{
	LLVMValueRef callee = LLVMGetCalledValue(call);
	body inner = {0};

	if (!LLVMIsAFunction(callee)) {
		b->writes = true;
		return;
	}
	if (strcmp(hd_name(callee), "__kmpc_flush") == 0) {
		b->flushes = true;
		return;
	}
	if (is_harmless(hd_name(callee)))
		return;
	if (LLVMIsDeclaration(callee) || depth == 0) {
		b->writes = true;
		return;
	}
	hd_each_block (bb, callee)
		look(g, &inner, bb, depth - 1);
	b->writes |= inner.writes;
	b->flushes |= inner.flushes;
	b->reads |= inner.reads;
	if (inner.tainted.n || (inner.reads && b->flushes))
		taint(g, b, call);
}

/* Reads of words that others write: told by their kind, or by a flush in the loop. */
static void
look_at_load(gf *g, body *b, LLVMValueRef load)
{
	LLVMValueRef p = LLVMGetOperand(load, 0);

	if (is_local(p)) {
		if (is_tainted(b, p))
			taint(g, b, load);
		return;
	}
	if (LLVMGetVolatile(load) ||
	    LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
		taint(g, b, load);
	else
		b->reads = true;
	if (b->flushes)
		taint(g, b, load);
}

static void
look(gf *g, body *b, LLVMBasicBlockRef bb, int depth)
{
	hd_each_insn (i, bb) {
		switch (LLVMGetInstructionOpcode(i)) {
		case LLVMLoad:
			look_at_load(g, b, i);
			break;
		case LLVMStore:
			b->writes |= !is_local(LLVMGetOperand(i, 1));
			if (is_tainted(b, LLVMGetOperand(i, 0)))
				taint(g, b, LLVMGetOperand(i, 1));
			break;
		case LLVMCall:
			look_at_call(g, b, i, depth);
			break;
		case LLVMAtomicRMW: /* of several, one gets on */
		case LLVMAtomicCmpXchg:
		case LLVMInvoke:
			b->writes = true;
			break;
		default:
			for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
				if (is_tainted(b, LLVMGetOperand(i, k)))
					taint(g, b, i);
		}
	}
}

static bool
is_wait(gf *g, const hd_loop *l, LLVMBasicBlockRef *block, int n)
{
	body b = {0};
	size_t before;

	do {
		before = b.tainted.n + b.flushes;
		for (int i = 0; i < n; i++)
			if (hd_bit(&l->in, i))
				look(g, &b, block[i], DEPTH);
	} while (!b.writes && b.tainted.n + b.flushes != before);
	for (size_t i = 0; i < l->exiting.n && !b.writes; i++)
		if (is_tainted(&b,
			       LLVMGetBasicBlockTerminator(block[l->exiting.at[i]])))
			return true;
	return false;
}

bool
gf_has_waits(gf *g, LLVMValueRef fn)
{
	hd_arena *a = &g->u.mem;
	int n = (int)LLVMCountBasicBlocks(fn), k = 0;
	LLVMBasicBlockRef *block = HD_NEW_ARRAY(a, LLVMBasicBlockRef, n + 1);
	hd_graph *graph;
	hd_loops loops;
	hd_map number = {0};

	if (n < 2)
		return false;
	graph = hd_graph_new(a, n, 0);
	hd_each_block (bb, fn) {
		block[k] = bb;
		*hd_map_put(a, &number, bb) = (uintptr_t)k++;
	}
	for (int i = 0; i < n; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block[i]);

		for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
			hd_graph_edge(
				a, graph, i,
				(int)*hd_map_get(&number, LLVMGetSuccessor(end, s)));
	}
	hd_graph_order(a, graph);
	if (!hd_graph_is_reducible(graph))
		return false;
	loops = hd_graph_loops(a, graph);
	for (size_t i = 0; i < loops.n; i++)
		if (is_wait(g, &loops.at[i], block, n))
			return true;
	return false;
}
