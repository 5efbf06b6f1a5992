/* SPDX-License-Identifier: Apache-2.0 */
/* What has become of a kernel: -Rpass=heddle and -Rpass-missed=heddle. */
#include "lanes/decide/decide.h"

static const struct way {
	enum hd_way what;
	const char *text;
} ways[] = {
	{HD_AHEAD, "asked for ahead"},
	{HD_EVERY_OTHER, "every other element with its neighbour"},
	{HD_CHANNELS, "elements that lie in each other"},
	{HD_QUADS, "words of a lane's own together"},
	{HD_WINDOW, "in patterns of powers of two"},
	{HD_TWO_ROWS, "two rows under masks"},
	{HD_AT_ONCE, "gathers and scatters"},
	{HD_IN_PAGE, "whole vectors where some lanes read"},
	{HD_NOT_ATOMIC, "atomics that are loads and stores"},
	{HD_ONE_ATOMIC, "one atomic for a whole group"},
};

void
hd_note_way(hd_code *c, LLVMValueRef access, enum hd_way way)
{
	int id = hd_id(c, access);

	if (!c->u->opt.remarks || id < 0)
		return;
	if (!c->ways)
		c->ways = HD_NEW_ARRAY(&c->u->mem, uint16_t, (size_t)c->nv);
	c->ways[id] |= (uint16_t)way;
}

void
hd_tell_row_end(const hd_code *c, LLVMValueRef guard)
{
	hd_remark(c->u, guard,
		  "kernel '%s' leaves out the rest of a row of threads where this has "
		  "failed",
		  hd_source_name(c->fn));
}

static void
add(hd_str *s, const char *text)
{
	hd_str_addf(s, "%s%s", s->n ? ", " : "", text);
}

static void
tell_accesses(const hd_code *c, LLVMValueRef made)
{
	hd_str s = {.arena = &c->u->scratch};

	if (!c->ways)
		return;
	for (size_t k = 0; k < HD_COUNT(ways); k++) {
		int n = 0;

		for (int v = 0; v < c->nv; v++)
			n += (c->ways[v] & ways[k].what) != 0;
		if (n)
			add(&s, hd_format(&c->u->scratch, "%s (%d)", ways[k].text, n));
	}
	hd_remark(c->u, made, "kernel '%s' accesses memory in these ways: %s",
		  hd_source_name(c->fn), s.at);
}

static void
tell_order(const hd_code *c, bool unsure, LLVMValueRef made)
{
	hd_str s = {.arena = &c->u->scratch};

	if (c->long_rows)
		add(&s, "blocks side by side are one long row");
	else if (c->walks_rows)
		add(&s, "blocks side by side are walked row by row");
	if (hd_is_divisible(c))
		add(&s, "few wide blocks may run as many narrow ones");
	if (unsure)
		add(&s,
		    "blocks run one lane at a time where that turns out to be faster");
	if (s.n)
		hd_remark(c->u, made, "kernel '%s': %s", hd_source_name(c->fn), s.at);
}

/* In the user's order, where blocks are turned. */
static void
tell_known(const hd_code *known, LLVMValueRef made)
{
	const char *turned = hd_string_attr(known->fn, HD_TURNED);
	int x = !turned ? 0 : *turned == 'y' ? 1 : 2;
	uint32_t block[3] = {known->block[x], known->block[1], known->block[2]};

	block[x] = x ? known->block[0] : block[x];
	hd_remark(
		known->u, made,
		"blocks of %ux%ux%u threads have a version of their own, in groups of "
		"%d lanes",
		block[0], block[1], block[2], known->lanes);
}

void
hd_tell_versions(const hd_versions *v, LLVMValueRef made)
{
	const hd_code *c = v->wide, *known = v->known;

	if (c->lanes > 1)
		hd_remark(c->u, made, "kernel '%s' runs in groups of %d lanes",
			  hd_source_name(c->fn), c->lanes);
	if (known)
		tell_known(known, made);
	if (v->sole)
		hd_remark(
			c->u, made,
			"all launches are of such blocks: others run one lane at a time");
	if (v->plain)
		hd_remark(
			c->u, made,
			"launches with rows that are hardly longer than a group have a "
			"version of their own, in groups of %d lanes",
			v->plain->lanes);
	if (v->direct)
		hd_remark(
			c->u, made,
			"the same without tiles where arrays do not overlap, in groups of "
			"%d lanes",
			v->direct->lanes);
	if (c->lanes == 1 && c->why && c->u->opt.missed)
		hd_remark_at(hd_function_position(made), "-Rpass-missed=heddle",
			     "kernel '%s' runs one lane at a time: %s",
			     hd_source_name(c->fn), c->why);
	tell_order(c, v->unsure, made);
	tell_accesses(known ? known : c, made);
}
