/* SPDX-License-Identifier: Apache-2.0 */
/* What has become of a kernel: -Rpass=heddle and -Rpass-missed=heddle. */
#include "lanes/decide/decide.h"

static const struct way {
	enum hd_access_way what;
	const char *text;
} ways[] = {
	{HD_PREFETCHED, "prefetches"},
	{HD_STRIDE2, "stride-2 accesses as whole vectors"},
	{HD_INTERLEAVED, "interleaved accesses"},
	{HD_AOS, "small structs of each lane, transposed"},
	{HD_WINDOW, "permutations of whole vectors"},
	{HD_TWO_ROWS, "two masked rows"},
	{HD_GATHERS, "gathers and scatters"},
	{HD_IN_PAGE, "masked loads as whole vectors"},
	{HD_NOT_ATOMIC, "shared atomics as plain loads and stores"},
	{HD_ONE_ATOMIC, "one atomic for a whole group"},
};

void
hd_note_access(hd_layout *l, LLVMValueRef access, enum hd_access_way way)
{
	const hd_code *c = l->c;

	if (c->u->opt.remarks || c->u->plan)
		*hd_map_put(&c->u->mem, &l->ways, access) |= (uintptr_t)way;
}

unsigned
hd_noted_ways(const hd_layout *l, LLVMValueRef access)
{
	uintptr_t *p = hd_map_get(&l->ways, access);

	return p ? (unsigned)*p : 0;
}

static int
count_way(const hd_layout *l, enum hd_access_way way)
{
	int n = 0;

	hd_each_block (bb, l->c->fn)
		hd_each_insn (i, bb)
			n += (hd_noted_ways(l, i) & way) != 0;
	return n;
}

void
hd_remark_row_exit(const hd_code *c, LLVMValueRef guard)
{
	hd_remark(c->u, guard,
		  "kernel '%s' skips the rest of a row of threads where "
		  "this guard has failed",
		  hd_source_name(c->fn));
}

static void
add(hd_str *s, const char *text)
{
	hd_str_addf(s, "%s%s", s->n ? ", " : "", text);
}

static void
remark_accesses(const hd_layout *l, LLVMValueRef made)
{
	const hd_code *c = l->c;
	hd_str s = {.arena = &c->u->scratch};

	for (size_t k = 0; k < HD_COUNT(ways); k++) {
		int n = count_way(l, ways[k].what);

		if (n)
			add(&s, hd_format(&c->u->scratch, "%s (%d)", ways[k].text, n));
	}
	if (s.n)
		hd_remark(c->u, made, "kernel '%s' accesses memory in these ways: %s",
			  hd_source_name(c->fn), s.at);
}

static void
remark_order(const hd_layout *l, bool unsure, LLVMValueRef made)
{
	const hd_code *c = l->c;
	hd_str s = {.arena = &c->u->scratch};

	if (l->long_rows)
		add(&s, "neighbouring blocks run as one long row");
	else if (l->walks_rows)
		add(&s, "neighbouring blocks run row by row");
	if (hd_is_divisible(l))
		add(&s, "wide blocks may be split into narrow ones");
	if (unsure)
		add(&s, "blocks run one lane at a time where the runtime "
			"measures that to be faster");
	if (s.n)
		hd_remark(c->u, made, "kernel '%s': %s", hd_source_name(c->fn), s.at);
}

/* In the user's order, where blocks are turned. */
static void
remark_known(const hd_code *known, LLVMValueRef made)
{
	const char *turned = hd_string_attr(known->fn, HD_TURNED);
	int x = !turned ? 0 : *turned == 'y' ? 1 : 2;
	uint32_t block[3] = {known->block[x], known->block[1], known->block[2]};

	block[x] = x ? known->block[0] : block[x];
	hd_remark(known->u, made,
		  "version for blocks of %ux%ux%u threads, in groups of %d "
		  "lanes",
		  block[0], block[1], block[2], known->w.lanes);
}

void
hd_remark_versions(const hd_versions *v, LLVMValueRef made)
{
	const hd_layout *l = v->wide, *known = v->known;
	const hd_code *c = l->c;

	if (c->w.lanes > 1)
		hd_remark(c->u, made, "kernel '%s' runs in groups of %d lanes",
			  hd_source_name(c->fn), c->w.lanes);
	if (known)
		remark_known(known->c, made);
	if (v->sole)
		hd_remark(c->u, made,
			  "all launches have that block shape: others run one lane "
			  "at a time");
	if (v->plain)
		hd_remark(c->u, made,
			  "version for launches whose rows are hardly longer than "
			  "a group, in groups of %d lanes",
			  v->plain->c->w.lanes);
	if (v->direct)
		hd_remark(c->u, made,
			  "version without shared-memory tiles, for arrays that do "
			  "not overlap, in groups of %d lanes",
			  v->direct->c->w.lanes);
	if (c->w.lanes == 1 && l->why && c->u->opt.missed)
		hd_remark_at(hd_function_position(made), "-Rpass-missed=heddle",
			     "kernel '%s' runs one lane at a time: %s",
			     hd_source_name(c->fn), l->why);
	remark_order(l, v->unsure, made);
	remark_accesses(known ? known : l, made);
}
