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

/* ---- loops in which every lane goes its own way */

static LLVMValueRef
address_of(LLVMValueRef i)
{
	if (hd_is_opcode(i, LLVMLoad))
		return LLVMGetOperand(i, 0);
	return hd_is_opcode(i, LLVMStore) ? LLVMGetOperand(i, 1) : NULL;
}

/* Vectors pay where this is a lot: floating point, and what takes long. */
static int
work_of(const hd_code *c, LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	int id = hd_id(c, i);

	if (id < 0 || c->shape[id].kind != HD_VARYING)
		return 0;
	if (o == LLVMFDiv || o == LLVMFRem || o == LLVMCall)
		return 4;
	return o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul || o == LLVMFCmp ||
	       o == LLVMMul || o == LLVMXor;
}

static bool
is_innermost(const hd_loops *loops, size_t l)
{
	for (size_t k = 0; k < loops->n; k++)
		if (k != l && hd_bit(&loops->at[l].in, (size_t)loops->at[k].header))
			return false;
	return true;
}

static bool
is_from_outside(const hd_code *c, const hd_loop *l, LLVMValueRef v)
{
	int id = hd_id(c, v);

	return id < 0 || c->def[id] < 0 || !hd_bit(&l->in, (size_t)c->def[id]);
}

/* Is it left when something is reached that each lane has read from memory? */
static bool
ends_by_lane(const hd_code *c, const hd_loop *l)
{
	for (size_t k = 0; k < l->exiting.n; k++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(
				     c->node[l->exiting.at[k]].bb),
			     cond = LLVMGetCondition(t);

		if (!hd_is_opcode(cond, LLVMICmp))
			continue;
		for (unsigned o = 0; o < 2; o++) {
			LLVMValueRef v = LLVMGetOperand(cond, o);
			bool read = LLVMIsALoadInst(v) &&
				    is_from_outside(c, l, address_of(v));

			if (hd_shape_of(c, v).kind == HD_VARYING &&
			    (read || is_from_outside(c, l, v)))
				return true;
		}
	}
	return false;
}

/* Some loop has another number of rounds for each lane and reads from all over memory,
 * hardly computing anything; and no loop does more, or reads lane after lane. */
static bool
goes_own_ways(const hd_code *c)
{
	enum { ROUND = 2, READ = 5 };
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);
	bool some = false;

	for (size_t l = 0; l < loops.n; l++) {
		int work = 0, reads = 0;

		if (!is_innermost(&loops, l))
			continue;
		hd_each_bit (n, &loops.at[l].in)
			hd_each_node_insn (i, c, n) {
				LLVMValueRef p = address_of(i);
				hd_shape at = p ? hd_shape_of(c, p) : (hd_shape){0};

				if (p && at.kind != HD_VARYING && at.stride &&
				    !is_from_outside(c, &loops.at[l], p))
					return false;
				work += work_of(c, i);
				reads += p && at.kind == HD_VARYING;
			}
		if (work >= ROUND + READ * reads)
			return false;
		some |= reads && ends_by_lane(c, &loops.at[l]);
	}
	return some;
}

/* ---- how many */

/* Bytes of a vector register, and of all of them. */
static int
register_bytes(const hd_unit *u)
{
	const char *f = u->opt.features, *cpu = u->opt.cpu;

	if (!hd_has_prefix(LLVMGetTarget(u->m), "x86_64"))
		return 16;
	if (strstr(f, "+avx512f") || strstr(cpu, "-v4") || strstr(cpu, "avx512"))
		return 64;
	return strstr(f, "+avx2") || strstr(cpu, "-v3") || strstr(cpu, "haswell") ? 32
										  : 16;
}

/* SSE and NEON have no loads and stores under masks. */
bool
hd_has_masked_moves(const hd_unit *u)
{
	return register_bytes(u) > 16;
}

int
hd_file_bytes(const hd_unit *u)
{
	int bytes = register_bytes(u);
	bool few = hd_has_prefix(LLVMGetTarget(u->m), "x86_64") && bytes < 64;

	return bytes * (few ? 16 : 32);
}

static int
vector_bytes(const hd_code *c, int id)
{
	LLVMValueRef v = c->val[id];

	return c->def[id] < 0 || c->shape[id].kind != HD_VARYING ||
			       LLVMTypeOf(v) == c->u->i1
		       ? 0
		       : (int)hd_size_of(c->u, LLVMTypeOf(v));
}

/* Bytes per lane of the vectors that go around a loop. */
static int
loop_bytes(const hd_code *c, int header)
{
	int bytes = 0;

	hd_each_bit (id, &c->live_in[header])
		bytes += vector_bytes(c, (int)id);
	hd_each_node_insn (i, c, header) {
		if (!hd_is_opcode(i, LLVMPHI))
			break;
		bytes += vector_bytes(c, hd_id(c, i));
	}
	return bytes;
}

int
hd_most_loop_bytes(const hd_code *c)
{
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);
	int most = 0;

	for (size_t l = 0; l < loops.n; l++) {
		int bytes = loop_bytes(c, loops.at[l].header);

		most = bytes > most ? bytes : most;
	}
	return most;
}

/* Bytes of the typical vector element: eight if half of them are. */
static int
element_bytes(const hd_code *c)
{
	int all = 0, large = 0;

	for (int v = 0; v < c->nv; v++) {
		int bytes = vector_bytes(c, v);

		all += bytes > 0;
		large += bytes > 4;
	}
	return 2 * large > all ? 8 : 4;
}

/* How many machine instructions the vectors make, roughly. */
static int
code_size(const hd_code *c, int lanes)
{
	int reg = register_bytes(c->u), n = 0;

	for (int v = 0; v < c->nv; v++) {
		int bytes = vector_bytes(c, v) * lanes;

		if (bytes)
			n += hd_is_opcode(c->val[v], LLVMLoad) ? lanes
							       : bytes / reg + 1;
	}
	return n;
}

bool
hd_is_large(const hd_code *c)
{
	enum { LARGE = 640 };
	int n = 0;

	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef i = c->val[v];

		n += c->def[v] >= 0 &&
		     (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore) ||
		      hd_is_opcode(i, LLVMAtomicRMW));
	}
	return n * c->lanes * c->nr > LARGE;
}

/* Blocks of two dimensions are rarely wider than 16. */
static bool
has_rows(const hd_code *c)
{
	for (int v = 0; v < c->nv; v++) {
		int dim;

		if (hd_sreg_read(c->val[v], &dim) == HD_TID && dim > 0)
			return true;
	}
	return false;
}

/* An eighth of the registers for each vector, twice that where each round of a loop reads
 * another piece of memory and has few vectors, less when what goes around the loops needs
 * more than three quarters of them, or when the code gets too large to be compiled in a
 * few seconds. */
static int
best_lanes(hd_code *c)
{
	enum { LARGE = 6000 };
	int lanes = hd_file_bytes(c->u) / 32, limit = has_rows(c) ? 16 : 32, most;

	c->lanes = lanes = lanes > limit ? limit : lanes;
	hd_find_shapes(c);
	most = hd_most_loop_bytes(c);
	if (element_bytes(c) > 4)
		lanes /= 2;
	if (2 * lanes <= limit && hd_has_large_strides(c) &&
	    most * 2 * lanes * 2 <= hd_file_bytes(c->u))
		lanes *= 2;
	while (lanes > 4 && (most * lanes * 4 >= hd_file_bytes(c->u) * 3 ||
			     code_size(c, lanes) > LARGE))
		lanes /= 2;
	if (code_size(c, lanes) > LARGE)
		c->why = "its code would get too large";
	else if (hd_does(c->u, HD_TRICK_alone) && goes_own_ways(c))
		c->why = "its loops read from all over memory, each lane for itself";
	else
		return lanes;
	return 1;
}

/* Not more than a row has; a half of them if the row then consists of whole groups. */
static int
lanes_of_row(const hd_code *c, int lanes)
{
	int row = (int)c->block[0];

	while (row && lanes > row && lanes > 1)
		lanes /= 2;
	return row && row % lanes && lanes > 4 && row % (lanes / 2) == 0 ? lanes / 2
									 : lanes;
}

/* One lane where that was asked for, and where nothing else can be done. */
void
hd_choose_lanes(hd_code *c, bool narrow)
{
	const hd_options *o = &c->u->opt;

	c->lanes = 1;
	c->why = hd_why_one_lane(c);
	if (!narrow && !o->debug_device && o->opt_level > 0 && o->lanes != 1 && !c->why)
		c->lanes = c->warp_vectors ? HD_WARP
			   : o->lanes      ? o->lanes
					   : lanes_of_row(c, best_lanes(c));
	if (c->lanes > c->l->most_lanes) {
		c->lanes = c->warp_vectors ? 1 : c->l->most_lanes;
		c->why = "its code would get too large";
	}
	hd_find_shapes(c);
	if (c->lanes > 1)
		c->why = why_not_values(c);
	if (c->lanes > 1 && !c->why && c->warp_vectors)
		c->why = hd_why_no_warps(c);
	if (c->lanes > 1 && c->why) {
		c->lanes = 1;
		hd_find_shapes(c);
	}
}
