/* SPDX-License-Identifier: Apache-2.0 */
/* What was decided, as text: heddle opt --print=plan, for tests. Each instruction stands behind
 * how it is computed, or how memory is accessed; what is told of a version is
 *
 *     kernel k, known blocks 64x1x1: 16 lanes, rows side by side
 *      region 0: n0 n1 n2; linearised: n0; partial: n1
 *      n0 entry:
 *        affine 1         %x = add i32 %bx, %tx
 *        row              %v = load float, ptr %p, align 4
 */
#include "lanes/decide/access.h"
#include "lanes/decide/plan.h"

typedef struct hd_way_name {
	enum hd_access_way way;
	const char *text;
} hd_way_name;

static const hd_way_name ways[] = {
	{HD_STRIDE2, "stride 2"}, {HD_INTERLEAVED, "interleaved"}, {HD_AOS, "structs"},
	{HD_WINDOW, "window"},    {HD_TWO_ROWS, "two rows"},
};

/* What is done besides, or in masked copies only. */
static const hd_way_name besides[] = {
	{HD_IN_PAGE, "masked: in a page"},
	{HD_PREFETCHED, "prefetched"},
};

static void
add_word(hd_str *s, const char *text)
{
	hd_str_addf(s, "%s%s", s->n ? ", " : "", text);
}

static void
add_noted(hd_str *s, const hd_way_name *names, size_t n, unsigned noted)
{
	for (size_t k = 0; k < n; k++)
		if (noted & names[k].way)
			add_word(s, names[k].text);
}

static const char *
by_address(const hd_code *c, LLVMValueRef i)
{
	if (hd_is_lane_uniform(c, hd_pointer_of(i)))
		return "one for all";
	if (!hd_is_contiguous(c, i))
		return "lane by lane";
	return hd_shape_of(c, hd_pointer_of(i)).kind == HD_MAYBE
		       ? "row, if a check says so"
		       : "row";
}

/* The ways that were noted when it was emitted, in all copies; else what its address says. */
static void
add_access(hd_str *s, const hd_layout *l, LLVMValueRef i)
{
	unsigned noted = hd_noted_ways(l, i);

	add_noted(s, ways, HD_COUNT(ways), noted);
	if (noted & HD_GATHERS)
		add_word(s, hd_is_opcode(i, LLVMStore) ? "scatter" : "gather");
	if (!s->n)
		add_word(s, by_address(l->c, i));
	add_noted(s, besides, HD_COUNT(besides), noted);
}

static void
add_shape(hd_str *s, const hd_code *c, LLVMValueRef v)
{
	hd_shape shape = hd_shape_of(c, v);

	switch (shape.kind) {
	case HD_AFFINE:
	case HD_MAYBE:
		if (!shape.stride)
			add_word(s,
				 shape.kind == HD_MAYBE ? "maybe uniform" : "uniform");
		else
			hd_str_addf(s, "%s%s %lld", s->n ? ", " : "",
				    shape.kind == HD_MAYBE ? "maybe affine" : "affine",
				    (long long)shape.stride);
		break;
	default:
		add_word(s, hd_pattern_of(c, v) ? "pattern" : "vector");
	}
}

static bool
is_branch(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMBr) && LLVMIsConditional(i);
}

static const char *
how(const hd_layout *l, int n, LLVMValueRef i)
{
	const hd_code *c = l->c;
	hd_str s = {.arena = &c->u->scratch};
	int id = hd_id(c, i);

	if (hd_is_opcode(i, LLVMLoad) || hd_is_opcode(i, LLVMStore))
		add_access(&s, l, i);
	else if (hd_noted_ways(l, i))
		add_word(&s, hd_noted_ways(l, i) & HD_ONE_ATOMIC ? "one atomic"
								 : "not atomic");
	else if (is_branch(i))
		add_word(&s,
			 hd_bit(&c->w.divergent, (size_t)n) ? "divergent" : "uniform");
	else if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
		add_shape(&s, c, i);
	if (id >= 0 && l->keep.n && hd_bit(&l->keep, (size_t)id))
		add_word(&s, "kept");
	return s.n ? s.at : "";
}

static void
print_insn(hd_str *s, const hd_layout *l, int n, LLVMValueRef i)
{
	char *text = LLVMPrintValueToString(i);
	const char *begin = text + strspn(text, " ");

	hd_str_addf(s, "   %-24s %.*s\n", how(l, n, i), (int)strcspn(begin, "\n"),
		    begin);
	LLVMDisposeMessage(text);
}

static void
print_nodes(hd_str *s, const char *what, const hd_graph *g, const hd_bits *some)
{
	bool any = false;

	for (int k = 0; k < g->nrpo; k++) {
		if (some && !hd_bit(some, (size_t)g->rpo[k]))
			continue;
		hd_str_addf(s, "%s n%d", any ? "" : what, g->rpo[k]);
		any = true;
	}
}

/* As it is for groups that have a mask, and for those that have none. */
static void
print_region(hd_str *s, const hd_layout *l, int r)
{
	const hd_region *region = &l->c->region[r];
	hd_plan p = {.l = l, .c = l->c, .g = region->g};

	hd_str_addf(s, " region %d:", r);
	print_nodes(s, "", p.g, NULL);
	if (l->c->w.lanes > 1) {
		hd_plan_flow(&p, false);
		print_nodes(s, "; linearised:", p.g, &p.divergent);
		print_nodes(s, "; partial:", p.g, &p.partial);
		print_nodes(s, "; lanes meet:", p.g, &p.meeting);
	}
	hd_str_add(s, "\n");
}

static void
print_layout(hd_str *s, const char *which, const hd_layout *l)
{
	const hd_code *c = l->c;

	if (c->block[0])
		which = hd_format(&c->u->scratch, "%s %ux%ux%u", which, c->block[0],
				  c->block[1], c->block[2]);
	hd_str_addf(s, "kernel %s, %s: %d lane%s%s%s%s%s%s\n", hd_name(c->fn), which,
		    c->w.lanes, c->w.lanes > 1 ? "s" : "",
		    l->long_rows    ? ", one long row"
		    : l->walks_rows ? ", rows side by side"
				    : "",
		    l->rows > 1
			    ? hd_format(&c->u->scratch, ", %d rows at once", l->rows)
			    : "",
		    c->warp_vectors ? ", warps" : "", c->steps ? ", stepped" : "",
		    hd_is_divisible(l) ? ", divisible" : "");
	for (int r = 0; r < c->nr; r++)
		print_region(s, l, r);
	if (c->w.lanes == 1)
		return; /* each thread as it stands */
	for (int n = 0; n < c->nn; n++) {
		hd_str_addf(s, " n%d %s:\n", n, LLVMGetBasicBlockName(c->node[n].bb));
		hd_each_node_insn (i, c, n)
			if (!hd_is_debug_call(i))
				print_insn(s, l, n, i);
	}
}

static void
print_versions(hd_str *s, const hd_versions *v)
{
	print_layout(s, v->unsure ? "any block, measured" : "any block", v->wide);
	if (v->narrow)
		print_layout(s, v->sole ? "all other blocks" : "narrow blocks",
			     v->narrow);
	if (v->plain)
		print_layout(s, "short rows", v->plain);
	if (v->known)
		print_layout(s, "blocks of", v->known);
	if (v->direct)
		print_layout(s, "arrays apart", v->direct);
}

void
hd_print_plan(const hd_versions *v)
{
	hd_str *s = v->wide->c->u->plan;

	if (!s)
		return;
	for (; v; v = v->fit)
		print_versions(s, v);
}
