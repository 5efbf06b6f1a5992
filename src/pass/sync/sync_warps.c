/* SPDX-License-Identifier: Apache-2.0 */
/* sync_warps: programs that count on a warp running in lockstep get what they count on.
 *
 *     store double %x, ptr %a.t              a[t] = ...
 *     %y = load double, ptr %a.t.8           ... a[t + 8], no barrier in between
 * becomes
 *     store double %x, ptr %a.t
 *     %w = call i64 @hd.warp(sync, ...)
 *     %y = load double, ptr %a.t.8
 *
 * Such a load reads what another thread has stored before the same barrier. Either the
 * program is wrong, or both threads are of one warp and it was written when warps had one
 * program counter; the same is meant when shared memory is volatile. The warp meets before
 * the load, and before the next store that could overwrite what others still have to read.
 *
 *     %y = load double, ptr %a.t.1           ... a[t + 1]
 *     store double %x, ptr %a.t              a[t] = ..., no barrier in between
 *
 * Likewise, where the load comes first: the warp meets before the store, since its threads
 * have all read what was there before one of them writes. -fno-heddle-sync.add-barriers
 * ends that.
 *
 * In unoptimised code, where variables live in memory, indices are read off a copy that
 * LLVM has cleaned up. Volatile memory is taken for another thread's unless it is proved
 * to be the own. Other memory is taken for the own if the index does not tell, since most
 * such programs are right, unless there is no barrier in all of the kernel;
 * -Rpass-missed=heddle shows where. Global memory counts where it
 * is volatile and the index has threadIdx.x in it: not the flags that blocks wait for.
 *
 * keeps:   the CFG
 */
#include "ana/access.h"
#include "frame.h"
#include "pass/pass.h"

typedef struct access {
	LLVMValueRef insn;
	hd_address at;
	bool store, is_volatile;
	bool meets;            /* the warp meets before it */
	LLVMValueRef doubtful; /* a store by which another thread may have written it */
	LLVMValueRef next;     /* the store by which another thread will write it */
	bool own;              /* the thread itself does */
} access;

typedef struct state {
	hd_unit *u;
	bool volatile_only; /* what counts on lockstep */
	bool open;          /* there are no barriers at all */
	bool races;         /* threads read what others are about to write */
	hd_threads *t;
	HD_VEC(access) all;
	hd_map index; /* instruction -> access + 1 */
	hd_map seen;  /* blocks of one walk */
	HD_VEC(LLVMBasicBlockRef) todo;
} state;

/* ---- whose element is read */

/* An index that moves from the element of one thread to that of another. */
static bool
is_step(const hd_term *t, int64_t size)
{
	return t->scale == size && !hd_is_opcode(t->v, LLVMMul) &&
	       !hd_is_opcode(t->v, LLVMShl);
}

static bool
has_step_not_in(const hd_address *a, const hd_address *b, int64_t size)
{
	for (int i = 0; i < a->n; i++)
		if (is_step(&a->term[i], size) && !hd_has_term(b, &a->term[i]))
			return true;
	return false;
}

/* Are elements of neighbouring threads neighbours, for sure or perhaps? */
static bool
is_by_thread(const hd_address *a, int64_t size, bool sure)
{
	for (int i = 0; i < a->n; i++)
		if (a->term[i].scale == size && hd_is_thread_term(&a->term[i]) &&
		    (!sure || is_step(&a->term[i], size)))
			return true;
	return false;
}

enum whose { OWN, ANOTHERS, UNKNOWN };

/* Whose element does the load read, of those that the threads store? */
static enum whose
read_of(hd_unit *u, const access *s, const access *l)
{
	int64_t size = (int64_t)hd_size_of(u, LLVMTypeOf(l->insn)),
		distance = s->at.offset - l->at.offset;
	bool same, anywhere = s->at.anywhere || l->at.anywhere;

	if (s->at.base != l->at.base && !anywhere)
		return OWN;
	same = !anywhere && hd_has_same_terms(&s->at, &l->at);
	if (s->is_volatile && l->is_volatile)
		return same && !distance && hd_is_own_element(&s->at) ? OWN : ANOTHERS;
	if (anywhere || !is_by_thread(&s->at, size, false) || distance % size)
		return OWN; /* or too little is known to say a word */
	if (same)
		return distance ? ANOTHERS : OWN;
	/* below "t == 0" the index t + 1 has become 1; what a tree has left in its last
	 * element, thread 0 has put there */
	if (!l->at.n)
		return distance && is_by_thread(&s->at, size, true) ? ANOTHERS : OWN;
	if (!hd_has_thread_terms_of(&l->at, &s->at))
		return UNKNOWN;
	return has_step_not_in(&l->at, &s->at, size) ||
			       has_step_not_in(&s->at, &l->at, size)
		       ? ANOTHERS
		       : OWN;
}

/* ---- what follows without a barrier in between */

typedef bool visit_fn(state *s, access *from, access *to); /* true: something is new */

static void
push_successors(state *s, LLVMBasicBlockRef bb)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);

	for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
		LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
		uintptr_t *known = hd_map_put(&s->u->scratch, &s->seen, to);

		if (!*known)
			hd_push(&s->u->scratch, &s->todo, to);
		*known = 1;
	}
}

/* Accesses in [i, end of its block); false: a barrier ends the walk there. */
static bool
walk_block(state *s, access *from, LLVMValueRef i, visit_fn *visit, bool *found)
{
	for (; i; i = LLVMGetNextInstruction(i)) {
		uintptr_t *k = hd_map_get(&s->index, i);

		if (hd_barrier_kind(i) != HD_NO_BARRIER)
			return false;
		if (k)
			*found |= visit(s, from, &s->all.at[*k - 1]);
	}
	return true;
}

static bool
walk(state *s, access *from, visit_fn *visit)
{
	LLVMBasicBlockRef bb = LLVMGetInstructionParent(from->insn);
	bool found = false;

	s->seen = (hd_map){0};
	s->todo.n = 0;
	if (walk_block(s, from, LLVMGetNextInstruction(from->insn), visit, &found))
		push_successors(s, bb);
	while (s->todo.n) {
		bb = hd_pop(&s->todo);
		if (walk_block(s, from, LLVMGetFirstInstruction(bb), visit, &found))
			push_successors(s, bb);
	}
	return found;
}

static bool
is_by_lane(const hd_address *a)
{
	for (int i = 0; i < a->n; i++)
		if (hd_is_thread_term(&a->term[i]))
			return true;
	return false;
}

/* Does a thread find the element it reads in another way than the one it writes? In kernels
 * without barriers that is another's: why else would it be in shared memory? */
static bool
goes_its_own_way(const hd_address *store, const hd_address *load)
{
	return store->base == load->base && !store->anywhere && !load->anywhere &&
	       is_by_lane(load) &&
	       !(hd_has_thread_terms_of(load, store) &&
		 hd_has_thread_terms_of(store, load));
}

static bool
mark_load(state *s, access *from, access *to)
{
	enum whose w;

	if (to->store || to->meets || (s->volatile_only && !from->is_volatile))
		return false;
	w = read_of(s->u, from, to);
	if (s->open && goes_its_own_way(&from->at, &to->at))
		w = ANOTHERS;
	if (w == UNKNOWN && !to->doubtful)
		to->doubtful = from->insn;
	to->meets = w == ANOTHERS;
	return to->meets;
}

static hd_access
as_access(hd_unit *u, const access *a)
{
	LLVMValueRef v = a->store ? LLVMGetOperand(a->insn, 0) : a->insn;

	return (hd_access){.insn = a->insn,
			   .at = a->at,
			   .size = (int64_t)hd_size_of(u, LLVMTypeOf(v))};
}

static bool
note_next_store(state *s, access *from, access *to)
{
	hd_access load, store;

	if (!to->store || to->at.base != from->at.base)
		return false;
	from->own |= from->at.offset == to->at.offset &&
		     hd_has_same_terms(&from->at, &to->at);
	if (from->next)
		return false;
	load = as_access(s->u, from);
	store = as_access(s->u, to);
	if (!hd_reads_neighbour(s->t, &load, &store))
		return false;
	from->next = to->insn;
	return true;
}

/* Will another thread write what the load reads, before the next barrier? Not where the
 * thread itself does: in work on pairs, or on a row, it has more than one element. */
static bool
is_overwritten(state *s, access *load)
{
	bool any = false;

	if (s->volatile_only && !load->is_volatile)
		return false;
	for (size_t k = 0; k < s->all.n && !any; k++)
		any = note_next_store(s, load, &s->all.at[k]);
	load->next = NULL;
	load->own = false;
	if (!any || !walk(s, load, note_next_store))
		return false;
	if (load->own)
		load->next = NULL;
	return load->next != NULL;
}

static bool
mark_store(state *s, access *from, access *to)
{
	bool other =
		to->at.base != from->at.base && !to->at.anywhere && !from->at.anywhere;

	(void)s;
	if (!to->store || to->meets || other)
		return false;
	to->meets = true;
	return true;
}

/* ---- the pass */

static hd_address
volatile_element(hd_unit *u, LLVMValueRef p)
{
	hd_address a = hd_parts_of(u, p);

	if (a.base && (LLVMIsAAllocaInst(a.base) || !hd_is_own_element(&a)))
		a.base = NULL;
	return a;
}

static void
collect(state *s, LLVMValueRef fn)
{
	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			access a = {.insn = i, .store = hd_is_opcode(i, LLVMStore)};
			LLVMValueRef p;

			if (!a.store && !hd_is_opcode(i, LLVMLoad))
				continue;
			p = LLVMGetOperand(i, a.store ? 1 : 0);
			a.is_volatile = LLVMGetVolatile(i);
			a.at = hd_address_of(s->u, p);
			if (!a.at.base && a.is_volatile)
				a.at = volatile_element(s->u, p);
			if (!a.at.base)
				continue;
			hd_push(&s->u->scratch, &s->all, a);
			*hd_map_put(&s->u->scratch, &s->index, i) = s->all.n;
		}
}

/* Has the warp just met, for another load beside this one? */
static bool
has_met(const state *s, size_t k)
{
	const access *a = &s->all.at[k], *before = k ? a - 1 : NULL;

	return before && !a->store && !before->store && before->meets &&
	       LLVMGetInstructionParent(a->insn) ==
		       LLVMGetInstructionParent(before->insn);
}

/* A program that has warps meet by itself counts on lockstep for volatile memory only. */
static void
remark_next(LLVMValueRef fn, const access *a)
{
	hd_remark_at(hd_user_position(a->insn), "-Rpass=heddle",
		     "kernel '%s' reads here what other threads of the warp "
		     "write in line %u, without a barrier between; the warp "
		     "synchronises before it writes",
		     hd_source_name(fn), hd_user_position(a->next).line);
}

static void
remark(LLVMValueRef fn, const access *a)
{
	hd_pos at = hd_user_position(a->doubtful);

	hd_remark_at(hd_user_position(a->insn), "-Rpass-missed=heddle",
		     "kernel '%s' may read here what other threads have written in "
		     "line %u since the last barrier; if it does, __syncthreads() or "
		     "__syncwarp() is missing",
		     hd_source_name(fn), at.line);
}

/* Loads of what other threads are about to write. */
static void
find_overwritten(state *s, LLVMValueRef fn)
{
	if (!hd_does(s->u, HD_TRICK_pace))
		return;
	s->t = hd_likely_threads_of(s->u, fn);
	for (size_t k = 0; k < s->all.n; k++) {
		access *a = &s->all.at[k];

		if (a->store || a->meets || !is_overwritten(s, a))
			continue;
		if (!s->races && s->u->opt.remarks && hd_is_kernel(s->u, fn))
			remark_next(fn, a); /* one a kernel */
		s->races = true;
	}
}

/* Finds the accesses of a kernel before which its warps must meet. */
static bool
find(state *s, LLVMValueRef fn)
{
	size_t n = 0;

	s->volatile_only = hd_has_warp_operations(fn);
	s->open = !hd_barrier_in(fn);
	collect(s, fn);
	for (size_t k = 0; k < s->all.n; k++)
		if (s->all.at[k].store)
			n += walk(s, &s->all.at[k], mark_load);
	for (size_t k = 0; k < s->all.n && hd_is_kernel(s->u, fn); k++)
		if (!s->all.at[k].meets && s->all.at[k].doubtful && s->u->opt.missed) {
			remark(fn, &s->all.at[k]);
			break; /* one a kernel */
		}
	find_overwritten(s, fn);
	if (!n && !s->races)
		return false;
	for (size_t k = 0; k < s->all.n; k++)
		if (!s->all.at[k].store && (s->all.at[k].meets || s->all.at[k].next))
			walk(s, &s->all.at[k], mark_store);
	return true;
}

/* With one lane, warps then run one after the other too. */
static void
mark_races(const state *s, LLVMValueRef fn)
{
	if (s->races)
		hd_add_string_attr(s->u, fn, HD_TURNS, "");
}

static bool
sync_kernel(hd_unit *u, LLVMValueRef fn)
{
	state s = {.u = u};

	if (!find(&s, fn))
		return false;
	for (size_t k = 0; k < s.all.n; k++)
		if (s.all.at[k].meets && !has_met(&s, k))
			hd_meet_before(u, s.all.at[k].insn);
	hd_set_depths(u, fn);
	mark_races(&s, fn);
	return true;
}

/* ---- unoptimised code */

typedef HD_VEC(LLVMValueRef) insns;

/* The loads and stores of all kernels, in order: the same in a copy of the module. */
static insns
accesses_of(hd_unit *u, LLVMModuleRef m)
{
	insns all = {0};

	hd_each_function (fn, m)
		if (hd_has_body(fn) && hd_is_kernel(u, fn))
			hd_each_block (bb, fn)
				hd_each_insn (i, bb)
					if (hd_is_opcode(i, LLVMLoad) ||
					    hd_is_opcode(i, LLVMStore))
						hd_push(&u->scratch, &all, i);
	return all;
}

static void
set_number(hd_unit *u, LLVMValueRef insn, size_t number, unsigned kind)
{
	LLVMMetadataRef n = LLVMValueAsMetadata(hd_i64(u, (long long)number));
	LLVMMetadataRef node = LLVMMDNodeInContext2(u->c, &n, 1);

	LLVMSetMetadata(insn, kind, LLVMMetadataAsValue(u->c, node));
}

static size_t
number_of(LLVMValueRef insn, unsigned kind)
{
	LLVMValueRef n;

	LLVMGetMDNodeOperands(LLVMGetMetadata(insn, kind), &n);
	return (size_t)LLVMConstIntGetZExtValue(n);
}

/* The kernels of the copy are read, those of the original changed. */
static bool
sync_by_copy(hd_unit *u)
{
	static const char kind_name[] = "heddle.access";
	unsigned kind = LLVMGetMDKindIDInContext(u->c, kind_name, sizeof kind_name - 1);
	LLVMModuleRef original = u->m, copy = LLVMCloneModule(original);
	insns there, here;
	bool changed = false;

	u->m = copy;
	there = accesses_of(u, copy);
	for (size_t k = 0; k < there.n; k++)
		set_number(u, there.at[k], k, kind);
	hd_run_llvm(u, "function(sroa,instsimplify)");
	u->m = original;
	here = accesses_of(u, original);
	hd_each_function (fn, copy) {
		state s = {.u = u};

		u->m = copy;
		if (!hd_has_body(fn) || !hd_is_kernel(u, fn) || !find(&s, fn))
			continue;
		u->m = original;
		for (size_t k = 0; k < s.all.n; k++)
			if (s.all.at[k].meets && !has_met(&s, k))
				hd_meet_before(
					u, here.at[number_of(s.all.at[k].insn, kind)]);
		hd_set_depths(u, LLVMGetNamedFunction(original, hd_name(fn)));
		mark_races(&s, LLVMGetNamedFunction(original, hd_name(fn)));
		changed = true;
	}
	u->m = original;
	LLVMDisposeModule(copy);
	return changed;
}

bool
hd_pass_sync_warps(hd_unit *u)
{
	bool changed = false;

	if (u->opt.debug_device || u->opt.opt_level == 0)
		return sync_by_copy(u);
	hd_each_function (fn, u->m) {
		LLVMValueRef known, direct;

		if (!hd_has_body(fn) || !hd_is_kernel(u, fn) || !sync_kernel(u, fn))
			continue;
		changed = true;
		known = hd_known_version(fn);
		if (known)
			sync_kernel(u, known);
		direct = hd_direct_version(fn);
		if (direct)
			sync_kernel(u, direct);
	}
	return changed;
}
