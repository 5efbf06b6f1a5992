/* SPDX-License-Identifier: Apache-2.0 */
/* Values of the function being built: slots, constants, what barriers kept. */
#include "lanes.h"

LLVMValueRef
hd_alloca(hd_emit *e, LLVMTypeRef t, const char *name)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(e->u->c);
	LLVMValueRef last = LLVMGetBasicBlockTerminator(e->allocas), r;

	if (last)
		LLVMPositionBuilderBefore(b, last);
	else
		LLVMPositionBuilderAtEnd(b, e->allocas);
	r = LLVMBuildAlloca(b, t, name);
	LLVMDisposeBuilder(b);
	return r;
}

void
hd_start_block(hd_emit *e, LLVMBasicBlockRef bb)
{
	LLVMPositionBuilderAtEnd(e->b, bb);
	LLVMSetCurrentDebugLocation2(e->b, e->at);
	e->epoch++;
}

LLVMBasicBlockRef
hd_block(hd_emit *e, const char *name)
{
	return hd_new_block(e->u, e->fn, name);
}

void
hd_branch(hd_emit *e, LLVMBasicBlockRef to)
{
	LLVMBuildBr(e->b, to);
	hd_start_block(e, to);
}

LLVMValueRef
hd_frame_load(hd_emit *e, LLVMTypeRef t, size_t offset, const char *name)
{
	LLVMValueRef p = hd_offset(e->u, e->b, e->frame, (int64_t)offset, "");

	return LLVMBuildLoad2(e->b, t, p, name);
}

/* Volatile: crash reports, debuggers and called functions read what is stored here. */
void
hd_frame_store(hd_emit *e, LLVMValueRef v, size_t offset)
{
	LLVMValueRef p = hd_offset(e->u, e->b, e->frame, (int64_t)offset, "");

	LLVMSetVolatile(LLVMBuildStore(e->b, v, p), true);
}

/* ---- constants */

static LLVMValueRef
new_function_of(void *arg, LLVMValueRef leaf)
{
	hd_emit *e = arg;
	uintptr_t *p = hd_map_get(&e->c->l->functions, leaf);

	return p ? (LLVMValueRef)*p : NULL;
}

static bool
mentions_shared(LLVMValueRef k)
{
	if (hd_is_shared_variable(k))
		return true;
	if (LLVMIsAGlobalValue(k) || !LLVMIsAConstant(k))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(k); i++)
		if (mentions_shared(LLVMGetOperand(k, (unsigned)i)))
			return true;
	return false;
}

static LLVMValueRef
shared_address(hd_emit *e, LLVMValueRef g)
{
	uintptr_t *at = hd_map_get(&e->c->shared, g);

	if (hd_is_dynamic_shared(g)) {
		if (!e->c->is_kernel)
			return hd_frame_load(e, e->u->ptr,
					     offsetof(hd_frame, dynamic_shared),
					     "dynamic_shared");
		return hd_offset(e->u, e->b, e->shared, e->c->shared_bytes,
				 "dynamic_shared");
	}
	if (!at)
		at = hd_map_get(&e->c->l->shared, g);
	hd_check(at != NULL);
	return hd_offset(e->u, e->b, e->shared, (int64_t)*at - 1, hd_name(g));
}

static LLVMValueRef constant(hd_emit *e, LLVMValueRef k);

static LLVMValueRef
build_aggregate(hd_emit *e, LLVMValueRef k)
{
	LLVMValueRef r = LLVMGetPoison(LLVMTypeOf(k));
	bool vector = LLVMGetTypeKind(LLVMTypeOf(k)) == LLVMVectorTypeKind;

	for (int i = 0; i < LLVMGetNumOperands(k); i++) {
		LLVMValueRef x = constant(e, LLVMGetOperand(k, (unsigned)i));

		r = vector ? LLVMBuildInsertElement(e->b, r, x, hd_i32(e->u, i), "")
			   : LLVMBuildInsertValue(e->b, r, x, (unsigned)i, "");
	}
	return r;
}

/* A constant that mentions shared memory is only known while a block runs. */
static LLVMValueRef
build_expression(hd_emit *e, LLVMValueRef k)
{
	unsigned n = (unsigned)LLVMGetNumOperands(k);
	LLVMValueRef *op = HD_NEW_ARRAY(&e->u->scratch, LLVMValueRef, n);

	for (unsigned i = 0; i < n; i++)
		op[i] = constant(e, LLVMGetOperand(k, i));
	switch (LLVMGetConstOpcode(k)) {
	case LLVMGetElementPtr:
		return LLVMBuildInBoundsGEP2(e->b, LLVMGetGEPSourceElementType(k),
					     op[0], op + 1, n - 1, "");
	case LLVMPtrToInt:
	case LLVMIntToPtr:
	case LLVMTrunc:
		return LLVMBuildCast(e->b, LLVMGetConstOpcode(k), op[0], LLVMTypeOf(k),
				     "");
	case LLVMAdd:
	case LLVMSub:
	case LLVMXor:
		return LLVMBuildBinOp(e->b, LLVMGetConstOpcode(k), op[0], op[1], "");
	default:
		hd_bug("constant expression of opcode %d on shared memory",
		       (int)LLVMGetConstOpcode(k));
	}
}

static LLVMValueRef
constant(hd_emit *e, LLVMValueRef k)
{
	if (!mentions_shared(k))
		return hd_map_constant(e->u, k, new_function_of, e);
	if (hd_is_shared_variable(k))
		return shared_address(e, k);
	return LLVMIsAConstantExpr(k) ? build_expression(e, k) : build_aggregate(e, k);
}

/* ---- values */

static LLVMValueRef
slot_of(hd_emit *e, int id)
{
	if (!e->slot[id])
		e->slot[id] = hd_alloca(e, LLVMTypeOf(e->c->val[id]), "slot");
	return e->slot[id];
}

static void
remember(hd_emit *e, int id, LLVMValueRef now)
{
	e->cache[id] = now;
	e->stamp[id] = e->epoch;
}

LLVMValueRef
hd_use(hd_emit *e, LLVMValueRef v)
{
	hd_private *p = hd_private_of(e->c, v);
	int id = hd_id(e->c, v);

	if (p)
		return e->priv[p - e->c->priv];
	if (id < 0)
		return LLVMIsAConstant(v) ? constant(e, v) : v;
	if (e->c->def[id] < 0)
		return e->arg[id];
	if (e->stamp[id] != e->epoch)
		remember(e, id,
			 LLVMBuildLoad2(e->b, LLVMTypeOf(v), slot_of(e, id), ""));
	return e->cache[id];
}

static bool
is_kept_once(const hd_code *c, int id)
{
	return !c->steps && !hd_bit(&c->varying, (size_t)id);
}

static LLVMValueRef
kept_address(hd_emit *e, int id)
{
	return hd_offset(e->u, e->b, e->group, e->c->keep_at[id], "kept");
}

static LLVMValueRef
uniform_slot(hd_emit *e, int id)
{
	if (!e->uniform_slot[id])
		e->uniform_slot[id] = hd_alloca(e, LLVMTypeOf(e->c->val[id]), "keep");
	return e->uniform_slot[id];
}

/* Read in front of the group loop: the loop itself may write the next round's value. */
void
hd_load_uniform(hd_emit *e)
{
	hd_each_bit (id, &e->c->keep)
		if (is_kept_once(e->c, (int)id))
			e->uniform_in[id] =
				LLVMBuildLoad2(e->b, LLVMTypeOf(e->c->val[id]),
					       uniform_slot(e, (int)id), "kept");
}

/* Publish a value: for this block, for other blocks, for other regions. */
void
hd_def(hd_emit *e, LLVMValueRef v, LLVMValueRef now)
{
	int id = hd_id(e->c, v);

	remember(e, id, now);
	if (hd_bit(&e->c->cross, (size_t)id))
		LLVMBuildStore(e->b, now, slot_of(e, id));
	if (!hd_bit(&e->c->keep, (size_t)id))
		return;
	if (is_kept_once(e->c, id))
		LLVMBuildStore(e->b, now, uniform_slot(e, id));
	else
		LLVMBuildStore(e->b, now, kept_address(e, id));
}

/* Make a value available that was computed in front of the barrier. */
static void
restore(hd_emit *e, int id)
{
	hd_code *c = e->c;
	LLVMValueRef v = c->val[id], now;

	if (c->def[id] < 0 || e->stamp[id] == e->epoch)
		return;
	if (hd_bit(&c->keep, (size_t)id) && is_kept_once(c, id)) {
		now = e->uniform_in[id];
	} else if (hd_bit(&c->keep, (size_t)id)) {
		now = LLVMBuildLoad2(e->b, LLVMTypeOf(v), kept_address(e, id), "");
	} else {
		for (int k = 0; k < LLVMGetNumOperands(v); k++) {
			int op = hd_id(c, LLVMGetOperand(v, (unsigned)k));

			if (op >= 0)
				restore(e, op);
		}
		now = hd_coordinate(e, v);
		if (!now)
			now = hd_emit_clone(e, v);
	}
	remember(e, id, now);
	if (hd_bit(&c->cross, (size_t)id))
		LLVMBuildStore(e->b, now, slot_of(e, id));
}

/* How many, or whether all or any of the threads that arrived said yes. */
static LLVMValueRef
barrier_result(hd_emit *e, LLVMValueRef barrier)
{
	LLVMValueRef r;

	switch (hd_barrier_kind(barrier)) {
	case HD_BARRIER_AND:
		r = LLVMBuildICmp(e->b, LLVMIntEQ, e->last_count, e->last_arrived,
				  "all");
		break;
	case HD_BARRIER_OR:
		r = LLVMBuildICmp(e->b, LLVMIntNE, e->last_count, hd_i32(e->u, 0),
				  "any");
		break;
	case HD_BARRIER_WARP:
		r = hd_offset(e->u, e->b, e->group, offsetof(hd_lane, result),
			      "result");
		return LLVMBuildLoad2(e->b, e->u->i64, r, "");
	default:
		return e->last_count;
	}
	return LLVMBuildZExt(e->b, r, e->u->i32, "");
}

void
hd_restore_live(hd_emit *e, int r)
{
	hd_code *c = e->c;
	hd_region *region = &c->region[r];
	LLVMValueRef barrier = region->barrier;

	if (barrier && hd_id(c, barrier) >= 0)
		hd_def(e, barrier, barrier_result(e, barrier));
	hd_each_bit (id, &c->live_in[region->entry])
		restore(e, (int)id);
}

static LLVMTypeRef
private_type(const hd_private *p)
{
	LLVMTypeRef t = LLVMGetAllocatedType(p->insn);
	uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(p->insn, 0));

	return n == 1 ? t : LLVMArrayType2(t, n);
}

/* Addresses of private variables: the same stack slot for every group, or the group's
 * part of the context for those that live across barriers. */
void
hd_place_privates(hd_emit *e)
{
	for (int k = 0; k < e->c->np; k++) {
		hd_private *p = &e->c->priv[k];

		if (p->kept) {
			e->priv[k] = hd_offset(e->u, e->b, e->group, p->offset,
					       hd_name(p->insn));
		} else if (!e->priv[k]) {
			e->priv[k] = hd_alloca(e, private_type(p), hd_name(p->insn));
			LLVMSetAlignment(e->priv[k], p->align);
		}
	}
}
