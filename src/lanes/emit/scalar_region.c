/* SPDX-License-Identifier: Apache-2.0 */
/* Loops, and the control flow of one region for one lane group. */
#include "lanes/emit/emit.h"

static LLVMValueRef
state_address(hd_emit *e)
{
	return hd_offset(e->u, e->b, e->blk.group, HD_GROUP_STATE, "state");
}

/* What the phis of node `s` take from node `n`. */
typedef HD_VEC(struct {
	int id;
	LLVMValueRef v;
}) phi_inputs;

static LLVMValueRef
phi_slot(hd_emit *e, int id)
{
	if (!e->val.phi_slot[id].s)
		e->val.phi_slot[id].s = hd_alloca(e, LLVMTypeOf(e->c->val[id]), "phi");
	return e->val.phi_slot[id].s;
}

/* All are read, in the block of `n`, before any is written. */
static phi_inputs
read_phi_inputs(hd_emit *e, int n, int s)
{
	LLVMBasicBlockRef from = e->c->node[n].bb;
	phi_inputs list = {0};

	hd_each_node_phi (phi, e->c, s) {
		LLVMValueRef v = hd_incoming(phi, from);

		if (!v)
			continue;
		hd_vec_room(&e->u->scratch, &list);
		list.at[list.n].id = hd_id(e->c, phi);
		list.at[list.n++].v = hd_use(e, v);
	}
	return list;
}

static void
write_phi_inputs(hd_emit *e, const phi_inputs *list)
{
	for (size_t k = 0; k < list->n; k++)
		LLVMBuildStore(e->b, list->at[k].v, phi_slot(e, list->at[k].id));
}

/* Where an edge to node s goes: the node itself, or a block that feeds its phis. */
static LLVMBasicBlockRef
edge(hd_emit *e, int s, const phi_inputs *list)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(e->b), bb;

	if (!list->n)
		return e->reg.bb[s];
	bb = hd_block(e, "edge");
	LLVMPositionBuilderAtEnd(e->b, bb);
	write_phi_inputs(e, list);
	LLVMBuildBr(e->b, e->reg.bb[s]);
	LLVMPositionBuilderAtEnd(e->b, here);
	return bb;
}

static void
copy_loop_hints(hd_unit *u, LLVMValueRef to, LLVMValueRef from)
{
	unsigned id = LLVMGetMDKindIDInContext(u->c, "llvm.loop", 9);
	LLVMValueRef md = LLVMGetMetadata(from, id);

	if (md)
		LLVMSetMetadata(to, id, md);
}

static void
emit_branch(hd_emit *e, int n, LLVMValueRef t)
{
	const hd_ints *succ = &e->c->g->succ[n];
	phi_inputs first = read_phi_inputs(e, n, succ->at[0]), second;
	LLVMValueRef br, cond;

	if (succ->n == 1) {
		write_phi_inputs(e, &first);
		br = LLVMBuildBr(e->b, e->reg.bb[succ->at[0]]);
	} else {
		second = read_phi_inputs(e, n, succ->at[1]);
		cond = hd_use(e, LLVMGetCondition(t));
		br = LLVMBuildCondBr(e->b, cond, edge(e, succ->at[0], &first),
				     edge(e, succ->at[1], &second));
	}
	copy_loop_hints(e->u, br, t);
}

static void
set_lane(hd_emit *e, size_t offset, LLVMValueRef v)
{
	LLVMBuildStore(e->b, v,
		       hd_offset(e->u, e->b, e->blk.group, (int64_t)offset, ""));
}

static void
emit_return(hd_emit *e, LLVMValueRef t)
{
	if (!e->c->is_kernel) {
		if (LLVMGetNumOperands(t))
			LLVMBuildRet(e->b, hd_use(e, LLVMGetOperand(t, 0)));
		else
			LLVMBuildRetVoid(e->b);
		return;
	}
	if (e->c->warps)
		set_lane(e, offsetof(hd_lane, wait), hd_i32(e->u, HD_WAIT_FOREVER));
	else if (e->c->steps || e->c->returned)
		LLVMBuildStore(e->b, hd_i32(e->u, HD_RETURNED), state_address(e));
	LLVMBuildBr(e->b, e->reg.next);
}

static void
add_to(hd_emit *e, LLVMValueRef slot, LLVMValueRef x)
{
	LLVMValueRef old = LLVMBuildLoad2(e->b, e->u->i32, slot, "");

	LLVMBuildStore(e->b, LLVMBuildAdd(e->b, old, x, ""), slot);
}

/* What the runtime needs to work out a warp operation: i64 @hd.warp(op, mask, value, a, b) */
static void
pass_to_warp(hd_emit *e, LLVMValueRef call)
{
	static const size_t field[] = {offsetof(hd_lane, op), offsetof(hd_lane, mask),
				       offsetof(hd_lane, value), offsetof(hd_lane, a),
				       offsetof(hd_lane, b)};

	for (unsigned k = 0; k < HD_COUNT(field); k++)
		set_lane(e, field[k], hd_use(e, LLVMGetOperand(call, k)));
}

static void
count_vote(hd_emit *e, LLVMValueRef call)
{
	LLVMValueRef yes =
		LLVMBuildICmp(e->b, LLVMIntNE, hd_use(e, LLVMGetOperand(call, 0)),
			      hd_i32(e->u, 0), "says.yes");

	add_to(e, e->votes.count, LLVMBuildZExt(e->b, yes, e->u->i32, ""));
	add_to(e, e->votes.arrived, hd_i32(e->u, 1));
}

static void
emit_arrival(hd_emit *e, int n)
{
	const hd_code *c = e->c;
	hd_node *node = &c->node[n];
	LLVMValueRef region = hd_i32(e->u, node->region);
	bool warp = node->barrier == HD_BARRIER_WARP;

	hd_check(node->region > 0 && node->region < c->nr);
	if (warp)
		pass_to_warp(e, node->end);
	else if (node->barrier > HD_BARRIER)
		count_vote(e, node->end);
	if (c->warps)
		set_lane(e, offsetof(hd_lane, wait),
			 hd_i32(e->u, warp ? HD_WAIT_WARP : HD_WAIT_BLOCK));
	LLVMBuildStore(e->b, c->steps ? hd_i32(e->u, 1) : region, e->reg.cont);
	if (c->steps)
		LLVMBuildStore(e->b, region, state_address(e));
	else if (c->returned && e->reg.number == 0)
		LLVMBuildStore(e->b, hd_i32(e->u, HD_ALIVE), state_address(e));
	LLVMBuildBr(e->b, e->reg.next);
}

static void
emit_end(hd_emit *e, int n)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(e->c->node[n].bb);
	LLVMMetadataRef loc =
		LLVMInstructionGetDebugLoc(e->c->node[n].end ? e->c->node[n].end : t);

	LLVMSetCurrentDebugLocation2(e->b, loc ? loc : e->at);
	if (e->c->node[n].barrier)
		emit_arrival(e, n);
	else if (hd_is_opcode(t, LLVMBr))
		emit_branch(e, n, t);
	else if (hd_is_opcode(t, LLVMRet))
		emit_return(e, t);
	else if (hd_is_opcode(t, LLVMUnreachable))
		LLVMBuildUnreachable(e->b);
	else
		hd_bug("a terminator that normalize should have removed");
}

static void
emit_node(hd_emit *e, int n)
{
	hd_each_node_insn (i, e->c, n) {
		int id = hd_id(e->c, i);

		if (LLVMIsATerminatorInst(i))
			break;
		if (!hd_is_opcode(i, LLVMPHI)) {
			hd_emit_insn(e, i);
			continue;
		}
		hd_def(e, i,
		       LLVMBuildLoad2(e->b, LLVMTypeOf(i), phi_slot(e, id),
				      hd_name(i)));
	}
	hd_emit_check(e, NULL);
	emit_end(e, n);
}

void
hd_emit_region(hd_emit *e, int r)
{
	const hd_region *region = &e->c->region[r];
	const hd_graph *g = region->g;

	hd_check(e->c->w.lanes == 1 && r >= 0 && r < e->c->nr);
	e->reg.number = r;
	for (int k = 0; k < g->nrpo; k++)
		e->reg.bb[g->rpo[k]] =
			hd_block(e, hd_format(&e->u->scratch, "r%d.n%d", r, g->rpo[k]));
	hd_restore_live(e, r);
	LLVMBuildBr(e->b, e->reg.bb[region->entry]);
	for (int k = 0; k < g->nrpo; k++) {
		hd_start_block(e, e->reg.bb[g->rpo[k]]);
		emit_node(e, g->rpo[k]);
	}
}
