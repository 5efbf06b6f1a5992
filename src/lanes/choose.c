/* SPDX-License-Identifier: Apache-2.0 */
/* How many lanes a group has. */
#include "lanes.h"

/* Types that a vector can have as elements, or structs of such. */
static bool
has_vector_form(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMHalfTypeKind:
	case LLVMBFloatTypeKind:
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
	case LLVMIntegerTypeKind:
	case LLVMPointerTypeKind:
		return true;
	case LLVMStructTypeKind:
		for (unsigned k = 0; k < LLVMCountStructElementTypes(t); k++)
			if (!has_vector_form(LLVMStructGetTypeAtIndex(t, k)))
				return false;
		return true;
	default:
		return false;
	}
}

static bool
is_handled(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMExtractElement:
	case LLVMInsertElement:
	case LLVMShuffleVector:
	case LLVMVAArg:
		return false;
	case LLVMExtractValue:
	case LLVMInsertValue:
		return LLVMGetNumIndices(i) == 1;
	default:
		return true;
	}
}

static const char *
why_not_values(const hd_code *c)
{
	for (int v = 0; v < c->nv; v++) {
		if (c->def[v] < 0 || c->shape[v].kind == HD_AFFINE)
			continue;
		if (!has_vector_form(LLVMTypeOf(c->val[v])))
			return "a value has a type that vectors cannot hold";
		if (!is_handled(c->val[v]))
			return "it takes vectors apart";
	}
	return NULL;
}

const char *
hd_why_one_lane(const hd_code *c)
{
	if (c->warps)
		return "it has warp operations";
	if (c->steps)
		return "its barriers may be reached by some threads only";
	if (c->reduces)
		return "it counts votes at a barrier";
	if (c->dynamic_allocas)
		return "it has private arrays of variable size";
	if (!hd_graph_is_reducible(c->g))
		return "a loop has more than one entry";
	for (int r = 0; r < c->nr; r++)
		if (!hd_graph_is_reducible(c->region[r].g))
			return "a barrier is in the middle of a loop with another entry";
	return NULL;
}

void
hd_choose_lanes(hd_code *c)
{
	const hd_options *o = &c->u->opt;

	c->lanes = o->debug_device || o->opt_level == 0 || !o->lanes ? 1 : o->lanes;
	if (c->lanes > 1 && hd_why_one_lane(c))
		c->lanes = 1;
	hd_find_shapes(c);
	if (c->lanes > 1 && why_not_values(c)) {
		c->lanes = 1;
		hd_find_shapes(c);
	}
}
