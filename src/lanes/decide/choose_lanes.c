/* SPDX-License-Identifier: Apache-2.0 */
/* How many lanes a group has. */
#include "lanes/decide/access.h"

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
		if (c->def[v] < 0 || c->w.shape[v].kind == HD_AFFINE)
			continue;
		if (!has_vector_form(LLVMTypeOf(c->val[v])))
			return "a value has a type that vectors cannot hold";
		if (!is_handled(c->val[v]))
			return "it extracts elements of vectors";
	}
	return NULL;
}

const char *
hd_why_one_lane(const hd_code *c)
{
	if (c->warps)
		return "it has warp operations";
	if (hd_string_attr(c->fn, HD_LOCKS))
		return "its threads wait for locks";
	if (c->steps)
		return "its barriers may be reached by some threads only";
	if (c->dynamic_allocas)
		return "it has private arrays of variable size";
	if (!hd_graph_is_reducible(c->g))
		return "a loop has more than one entry";
	for (int r = 0; r < c->nr; r++)
		if (!hd_graph_is_reducible(c->region[r].g))
			return "a barrier is in the middle of a loop with another entry";
	return NULL;
}

/* ---- how many */

static const double MARGIN = 1.1; /* of estimates */

static int
vector_bytes(const hd_code *c, int id)
{
	LLVMValueRef v = c->val[id];

	return c->def[id] < 0 || c->w.shape[id].kind != HD_VARYING ||
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
	hd_each_node_phi (i, c, header)
		bytes += vector_bytes(c, hd_id(c, i));
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

/* Does a loop read several times from all over global memory, such as parts of structs? It is
 * that which takes time then, and lanes beyond those of a register gain nothing. */
static bool
has_many_gathers(const hd_code *c)
{
	enum { MANY = 3 };
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);

	for (size_t l = 0; l < loops.n; l++) {
		int n = 0;

		hd_each_bit (node, &loops.at[l].in)
			hd_each_node_insn (i, c, (int)node)
				n += hd_is_opcode(i, LLVMLoad) && hd_has_gather(c, i) &&
				     !hd_points_to_shared(hd_pointer_of(i));
		if (n >= MANY)
			return true;
	}
	return false;
}

/* A row of a matrix for each lane, from element to element: as many lines of a cache are in
 * use as there are lanes, and often compete for one place in it. */
static bool
is_along_own_row(const hd_code *c, LLVMValueRef i)
{
	enum { DEPTH = 6 };
	bool own = false, slow = false, read = false;
	LLVMValueRef p;

	if (!hd_is_opcode(i, LLVMLoad) || LLVMGetVolatile(i))
		return false;
	p = hd_pointer_of(i);
	if (hd_shape_of(c, p).kind != HD_VARYING || hd_points_to_shared(p))
		return false;
	for (; hd_is_opcode(p, LLVMGetElementPtr); p = LLVMGetOperand(p, 0)) {
		LLVMValueRef index =
			LLVMGetOperand(p, (unsigned)LLVMGetNumOperands(p) - 1);

		own |= hd_mentions(index, HD_TID, 0, 0, DEPTH);
		read |= hd_is_read(index, DEPTH);
		slow |= hd_counts_slowly(index, DEPTH);
	}
	return own && slow && !read;
}

/* In short loops, and there are no longer ones in which other things take time. */
static bool
has_own_rows(const hd_code *c)
{
	enum { SHORT = 16, ROUNDS = 4 /* of quads, in one */ };
	hd_loops loops = hd_graph_loops(&c->u->scratch, c->g);
	bool any = false;

	for (size_t l = 0; l < loops.n; l++) {
		int size = 0, rounds = 1;

		if (!hd_is_innermost(&loops, &loops.at[l]))
			continue;
		hd_each_bit (node, &loops.at[l].in)
			hd_each_node_insn (i, c, (int)node) {
				size += !hd_is_debug_call(i);
				if (!is_along_own_row(c, i))
					continue;
				any = true;
				if (hd_is_in_aos(c, i))
					rounds = ROUNDS;
			}
		if (size > SHORT * c->joined * rounds)
			return false;
	}
	return any;
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
	int reg = hd_cpu_of(c->u).register_bytes, n = 0;

	hd_check(lanes > 0);
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

	hd_check(c->w.lanes >= 1 && c->nr >= 1);
	for (int v = 0; v < c->nv; v++) {
		LLVMValueRef i = c->val[v];

		n += c->def[v] >= 0 &&
		     (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore) ||
		      hd_is_opcode(i, LLVMAtomicRMW));
	}
	return n * c->w.lanes * c->nr > LARGE;
}

/* Blocks of two dimensions are rarely wider than 16; nor are parts (partition_grid.c). */
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

/* With so many lanes: the shapes of the code itself stay what they are. */
static double
gain_of(const hd_layout *l, int lanes)
{
	hd_code code = *l->c;
	hd_layout trial = *l;

	hd_check(lanes > 0 && l->c->w.shape);
	hd_find_shapes(&code, lanes);
	trial.c = &code;
	return hd_gain_of_vectors(&trial);
}

/* Is a block one group? With AVX-512 what its lanes tell each other stays in registers then:
 * src/pass/after/forward_scatters.c. */
static bool
is_one_group(const hd_code *c, const uint32_t block[3], int lanes)
{
	return hd_does(c->u, HD_TRICK_kept) && hd_cpu_of(c->u).register_bytes == 64 &&
	       block[0] <= (uint32_t)lanes && block[1] * block[2] == 1 && c->nr > 1;
}

/* A row of a block that is one group or two, and not one with those of the blocks beside it:
 * with fewer lanes, more groups have nothing to do, and those that have are fuller. */
static int
lanes_of_short_row(const hd_layout *l, int lanes)
{
	enum { LEAST = 4 };
	const hd_code *c = l->c;
	const char *shape = hd_string_attr(c->fn, HD_BLOCK);
	uint32_t block[3];
	double best, gain;

	if (!shape || !hd_read_shape(shape, block) || block[0] > 2 * (uint32_t)lanes ||
	    l->long_rows || is_one_group(c, block, lanes))
		return lanes;
	best = MARGIN * gain_of(l, lanes);
	for (int n = lanes / 2; n >= LEAST; n /= 2) {
		gain = gain_of(l, n);
		if (gain <= best)
			continue;
		best = gain;
		lanes = n;
	}
	return lanes;
}

/* An eighth of the registers for each vector, twice that where each round of a loop reads
 * another piece of memory and has few vectors, or where rows are long (on x86; others were
 * not measured), less when what goes around the loops needs more than three quarters
 * of them and a vector more than one, where loops gather, or when the code gets too large to be
 * compiled in a few seconds. */
static int
best_lanes(hd_layout *l)
{
	enum { LARGE = 6000 };
	hd_code *c = l->c;
	bool narrow = has_rows(c) || hd_string_attr(c->fn, HD_PARTS), long_rows;
	int lanes = hd_cpu_of(c->u).file_bytes / 32, limit = narrow ? 16 : 32, most,
	    least;

	lanes = lanes > limit ? limit : lanes;
	hd_find_shapes(c, lanes);
	hd_choose_block_order(l);
	long_rows = l->long_rows && hd_cpu_of(c->u).x86;
	if (long_rows)
		limit = 32;
	most = hd_most_loop_bytes(c);
	if (element_bytes(c) > 4)
		lanes /= 2;
	if (2 * lanes <= limit && (long_rows || hd_has_large_strides(c)) &&
	    most * 2 * lanes * 2 <= hd_cpu_of(c->u).file_bytes)
		lanes *= 2;
	least = hd_cpu_of(c->u).register_bytes / element_bytes(c);
	if (lanes > least && has_many_gathers(c))
		lanes = least;
	if (lanes > 2 * least && has_own_rows(c)) /* measured on a Neoverse-N1 */
		lanes = 2 * least;
	while ((lanes > least && most * lanes * 4 >= hd_cpu_of(c->u).file_bytes * 3) ||
	       (lanes > 4 && code_size(c, lanes) > LARGE))
		lanes /= 2;
	if (code_size(c, lanes) <= LARGE)
		lanes = lanes_of_short_row(l, lanes);
	if (code_size(c, lanes) > LARGE)
		l->why = "its code would get too large";
	else if (hd_does(c->u, HD_TRICK_alone) && gain_of(l, lanes) <= MARGIN)
		l->why = "its lanes gather from scattered addresses, or diverge";
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
hd_choose_lanes(hd_layout *l, bool narrow)
{
	hd_code *c = l->c;
	const hd_options *o = &c->u->opt;
	int lanes = 1;

	l->why = hd_why_one_lane(c);
	if (!narrow && !o->debug_device && o->opt_level > 0 && o->lanes != 1 && !l->why)
		lanes = c->warp_vectors ? HD_WARP
			: o->lanes      ? o->lanes
					: lanes_of_row(c, best_lanes(l));
	if (lanes > c->l->most_lanes) {
		lanes = c->warp_vectors ? 1 : c->l->most_lanes;
		l->why = "its code would get too large";
	}
	hd_check(lanes >= 1 && lanes <= HD_WARP);
	hd_find_shapes(c, lanes);
	if (lanes > 1)
		l->why = why_not_values(c);
	if (lanes > 1 && !l->why && c->warp_vectors)
		l->why = hd_why_no_warps(c);
	if (lanes > 1 && l->why)
		hd_find_shapes(c, 1);
}
