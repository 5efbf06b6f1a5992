/* SPDX-License-Identifier: Apache-2.0 */
/* Begin and end of divergent loops; see linearize.c. Lanes reconverge behind the loop. */
#include "lanes/emit/flow.h"

/* The loop is over if all of `mask`, at n, go on to s: no other lane is in it. */
bool
hd_ends_loop(const hd_flow *p, int n, int s, LLVMValueRef mask)
{
	int l = p->plan.inner[n];
	const hd_loop *loop = l < 0 ? NULL : &p->plan.loops.at[l];

	if (!loop || !hd_bit(&p->plan.loop_divergent, (size_t)l) ||
	    hd_bit(&loop->in, (size_t)s))
		return false;
	if (!mask)
		return true;
	hd_each_bit (x, &p->owed[n])
		if (p->plan.pos[x] < p->plan.pos[hd_loop_end(&p->plan, l)])
			return false;
	return loop->latches.n == 1 && loop->latches.at[0] == n;
}

LLVMBasicBlockRef
hd_loop_exit(hd_flow *p, int l)
{
	if (!p->out[l])
		p->out[l] = hd_block(p->e, "loop.exit");
	return p->out[l];
}

/* With an empty mask: around the whole loop. */
void
hd_begin_loop(hd_flow *p, int l)
{
	hd_emit *e = p->e;
	int begin = hd_loop_begin(&p->plan, l), header = p->plan.loops.at[l].header;
	hd_ints in = {&header, 1, 1};
	LLVMBasicBlockRef some, skip;
	LLVMValueRef mask;

	hd_check(hd_is_header(&p->plan, header));
	hd_start_block(e, p->bb[begin]);
	p->occupied = !hd_bit(&p->maybe_empty, (size_t)begin);
	if (!p->occupied && hd_bit(&p->plan.partial, (size_t)header)) {
		some = hd_block(e, "some");
		skip = hd_block(e, "skip");
		mask = hd_mask_of(p, header);
		LLVMBuildCondBr(e->b, hd_any(e, mask), some, skip);
		hd_start_block(e, skip);
		hd_jump(p, begin, &(hd_ints){0});
		hd_start_block(e, some);
	}
	if (p->plan.loops.at[l].targets.n &&
	    hd_has_one_target(&p->plan, l, p->plan.loops.at[l].targets.at[0])) {
		p->entered[l] = hd_alloca(e, hd_mask_type(p), "came");
		LLVMBuildStore(e->b, hd_mask_of(p, header), p->entered[l]);
	}
	p->occupied = true;
	hd_jump(p, begin, &in);
}

/* Does every lane that leaves the loop go to the same place? */
static bool
is_one_place(const hd_ints *to)
{
	for (size_t k = 1; k < to->n; k++)
		if (to->at[k] != to->at[0])
			return false;
	return true;
}

void
hd_end_loop(hd_flow *p, int l)
{
	hd_emit *e = p->e;
	const hd_loop *loop = &p->plan.loops.at[l];
	LLVMBasicBlockRef out = hd_loop_exit(p, l);
	LLVMValueRef left;
	hd_ints to = {0};

	hd_check(hd_bit(&p->plan.loop_divergent, (size_t)l));
	hd_check(hd_bit(&p->plan.partial, (size_t)loop->header));
	hd_start_block(e, p->bb[hd_loop_end(&p->plan, l)]);
	left = hd_mask_of(p, loop->header);
	LLVMBuildCondBr(e->b, hd_any(e, left), p->bb[loop->header], out);
	hd_start_block(e, out);
	if (p->entered[l]) {
		LLVMValueRef came =
			LLVMBuildLoad2(e->b, hd_mask_type(p), p->entered[l], "came");

		if (hd_bit(&p->plan.partial, (size_t)loop->targets.at[0]))
			hd_add_mask(p, loop->targets.at[0], came);
		hd_merge_twins(p, l, came);
	}
	for (size_t k = 0; k < loop->targets.n; k++)
		hd_push(&e->u->scratch, &to,
			hd_target(&p->plan, p->plan.parent[l], loop->targets.at[k]));
	p->occupied = is_one_place(&to);
	if (p->occupied && to.n)
		to.n = 1;
	hd_jump(p, hd_loop_end(&p->plan, l), &to);
}
