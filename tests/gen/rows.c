/* SPDX-License-Identifier: Apache-2.0 */
/* Rows and columns of one index, as kernels for images and networks have them: the width
 * is a parameter or a field of one. And updates of elements all over memory. */
#include "gen.h"

/* The width, as one of the things that hold it. */
static const char *
width(gen *g)
{
	return GEN_PICK(g, "w", "z.w", "z.w", "(int)z.uw", "(int)z.lw");
}

void
gen_row_locals(gen *g)
{
	static const char *const from[] = {
		"gid", "gid",   "gid",
		"lin", "slot2", "(int)(blockIdx.x * blockDim.x) + tx"};
	const char *x = gen_pick(g, from, 6);
	unsigned add = gen_chance(g, 30) ? gen_below(g, 9) : 0;
	char number[96];

	snprintf(number, sizeof number, add ? "(%s + %u)" : "(%s)", x, add);
	switch (gen_below(g, 4)) {
	case 0:
		gen_line(g,
			 "const int row = (int)((unsigned)%s / z.uw), "
			 "col = (int)((unsigned)%s %% z.uw);",
			 number, number);
		break;
	case 1:
		gen_line(g,
			 "const int row = (int)((long long)%s / z.lw), "
			 "col = (int)((long long)%s %% z.lw);",
			 number, number);
		break;
	case 2:
		gen_line(g, "const int row = %s / z.w, col = %s - row * z.w;", number,
			 number);
		break;
	default:
		gen_line(g, "const int row = %s / w, col = %s %% w;", number, number);
	}
	g->cnt[g->ncnt++] = (struct counter){"row", SLOTS + 8, false};
	g->cnt[g->ncnt++] = (struct counter){"col", SLOTS - 1, false};
}

void
gen_row_cond(gen *g)
{
	switch (gen_below(g, 5)) {
	case 0:
		gen_put(g, "(gid < z.n)");
		return;
	case 1:
		gen_put(g, "(row < z.h && col %s %u)", GEN_PICK(g, "<", ">", "=="),
			gen_below(g, 40));
		return;
	case 2:
		gen_put(g, "(col %s %s - %u)", GEN_PICK(g, "<", "==", ">="), width(g),
			gen_below(g, 3));
		return;
	case 3:
		gen_put(g, "(row %s %u)", GEN_PICK(g, "<", "==", "!="),
			gen_below(g, 9));
		return;
	default:
		gen_put(g, "((row + col) & 1)");
	}
}

/* in[(row + dr) * width + col + dc], which is known to be an element */
static void
element(gen *g, type t, const char *dr, const char *dc)
{
	gen_put(g, "in_%s[(row + %s) * %s + col + %s]", type_of[t].tag, dr, width(g),
		dc);
}

static void
is_inside(gen *g, const char *dr, const char *dc)
{
	const char *w = width(g);

	if (gen_chance(g, 50))
		gen_put(g, "row + %s >= 0 && col + %s >= 0 && col + %s < %s", dr, dc,
			dc, w);
	else
		gen_put(g, "row + %s >= 0 && (unsigned)(col + %s) < (unsigned)%s", dr,
			dc, w);
	gen_put(g, " && (row + %s) * %s + col + %s < %d", dr, w, dc, SLOTS);
}

static void
add_to(gen *g, const char *name, type t, const char *what)
{
	if (gen_is_float(t))
		gen_put(g, "%s = bounded(%s + %s)", name, name, what);
	else
		gen_put(g, "%s = (%s)((%s)%s + (%s)%s)", name, type_of[t].name,
			type_of[t].wide, name, type_of[t].wide, what);
}

/* What lies around, with a guard at each or at both edges. */
static void
window(gen *g, const struct variable *v)
{
	int k = g->serial++;
	int far = 1 + (int)gen_below(g, 2);
	char a[16], b[16], e[16];

	snprintf(a, sizeof a, "a%d_", k);
	snprintf(b, sizeof b, "b%d_", k);
	snprintf(e, sizeof e, "e%d_", k);
	gen_line(g, "for (int %s = %d; %s <= %d; %s++)", a, -far, a, far, a);
	gen_line(g, "\tfor (int %s = %d; %s <= %u; %s++) {", b, -far, b,
		 gen_below(g, 3), b);
	gen_begin(g);
	gen_put(g, "\t\t%s %s = (%s)%u;\n", type_of[v->t].name, e, type_of[v->t].name,
		gen_below(g, 4));
	gen_begin(g);
	gen_put(g, "\t\tif (");
	is_inside(g, a, b);
	gen_put(g, ") %s = ", e);
	element(g, v->t, a, b);
	gen_put(g, ";\n");
	gen_begin(g);
	gen_put(g, "\t\t");
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
	gen_line(g, "\t}");
}

static void
neighbour(gen *g, const struct variable *v)
{
	char dr[8], dc[8], e[16];

	snprintf(dr, sizeof dr, "%d", (int)gen_below(g, 3) - 1);
	snprintf(dc, sizeof dc, "%d", (int)gen_below(g, 5) - 2);
	snprintf(e, sizeof e, "e%d_", g->serial++);
	gen_begin(g);
	gen_put(g, "%s %s = ", type_of[v->t].name, e);
	is_inside(g, dr, dc);
	gen_put(g, " ? ");
	element(g, v->t, dr, dc);
	gen_put(g, " : (%s)%u;\n", type_of[v->t].name, gen_below(g, 9));
	gen_begin(g);
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
}

/* Edges are repeated. */
static void
clamped(gen *g, const struct variable *v)
{
	int k = g->serial++;
	const char *w = width(g);
	char e[96];

	gen_line(g, "const int r%d_ = lesser(greater(row + %d, 0), %d / %s - 1);", k,
		 (int)gen_below(g, 5) - 2, SLOTS, w);
	gen_line(g, "const int c%d_ = lesser(greater(col + %d, 0), %s - 1);", k,
		 (int)gen_below(g, 5) - 2, w);
	snprintf(e, sizeof e, "in_%s[r%d_ * %s + c%d_]", type_of[v->t].tag, k, width(g),
		 k);
	gen_begin(g);
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
}

/* A row of the thread's own, element by element; its length is known or a width. */
static void
own_row(gen *g, const struct variable *v)
{
	int k = g->serial++;
	unsigned rows = 1u << (2 + gen_below(g, 5)), most = SLOTS / rows;
	char length[24], e[96];

	if (gen_chance(g, 50)) {
		snprintf(length, sizeof length, "%s", width(g));
		gen_line(g, "const int r%d_ = %s %% z.h;", k,
			 GEN_PICK(g, "gid", "lin", "row"));
	} else {
		snprintf(length, sizeof length, "%u",
			 1 + gen_below(g, most < 40 ? most : 40));
		gen_begin(g);
		gen_put(g, "const int r%d_ = ", k);
		gen_index(g, (int)rows);
		gen_put(g, ";\n");
	}
	gen_line(g, "for (int j%d_ = %u; j%d_ < %s; j%d_++)", k, gen_below(g, 2), k,
		 length, k);
	snprintf(e, sizeof e, "in_%s[r%d_ * %s + j%d_]", type_of[v->t].tag, k, length,
		 k);
	gen_begin(g);
	gen_put(g, "\t");
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
}

/* Some words of a record that lies anywhere. */
static void
record(gen *g, const struct variable *v)
{
	int k = g->serial++;
	unsigned words = 2 + gen_below(g, 7), n = 2 + gen_below(g, 5);
	char e[96];

	gen_begin(g);
	gen_put(g, "const int r%d_ = ", k);
	gen_index(g, SLOTS / 8);
	gen_put(g, ";\n");
	while (n--) {
		snprintf(e, sizeof e, "in_%s[r%d_ * %u + %u]", type_of[v->t].tag, k,
			 words, gen_below(g, words));
		gen_begin(g);
		add_to(g, v->name, v->t, e);
		gen_put(g, ";\n");
	}
}

/* As far apart as the launch says: those of neighbours, of a matrix, of a row. */
static void
strided(gen *g, const struct variable *v)
{
	int k = g->serial++;
	const char *tag = type_of[v->t].tag;
	char e[96];

	gen_begin(g);
	gen_put(g, "const int i%d_ = ", k);
	gen_index(g, 16);
	gen_put(g, ", r%d_ = ", k);
	gen_index(g, SLOTS / 4);
	gen_put(g, ";\n");
	switch (gen_below(g, 3)) {
	case 0:
		snprintf(e, sizeof e, "in_%s[r%d_ * z.%s + %u]", tag, k,
			 GEN_PICK(g, "inc", "linc"), gen_below(g, 4));
		break;
	case 1:
		snprintf(e, sizeof e, "in_%s[i%d_ * z.s0 + (r%d_ & 15) * z.s1]", tag, k,
			 k);
		break;
	default:
		gen_line(g, "for (int j%d_ = 0; j%d_ < %s; j%d_++)", k, k,
			 GEN_PICK(g, "15", "(w & 15)"), k);
		snprintf(e, sizeof e, "in_%s[i%d_ * z.s0 + j%d_ * z.s1]", tag, k, k);
	}
	gen_begin(g);
	gen_put(g, "\t");
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
}

/* One element for a row, or for a plane of rows. */
static void
for_all(gen *g, const struct variable *v)
{
	char e[96];

	if (gen_chance(g, 50))
		snprintf(e, sizeof e, "in_%s[row & %d]", type_of[v->t].tag, SLOTS - 1);
	else
		snprintf(e, sizeof e, "in_%s[row / z.h %% %u]", type_of[v->t].tag,
			 1 + gen_below(g, 30));
	gen_begin(g);
	add_to(g, v->name, v->t, e);
	gen_put(g, ";\n");
}

void
gen_row(gen *g)
{
	const struct variable *v = gen_some_variable(g);

	if (!v)
		return;
	switch (gen_below(g, 7)) {
	case 0:
		window(g, v);
		return;
	case 4:
		own_row(g, v);
		return;
	case 5:
		record(g, v);
		return;
	case 6:
		strided(g, v);
		return;
	case 1:
		clamped(g, v);
		return;
	case 2:
		for_all(g, v);
		return;
	default:
		neighbour(g, v);
	}
}

/* slot = slot op x, where x is often read for nothing else */
void
gen_update(gen *g)
{
	type t = gen_type(g);
	int k = g->serial++;
	size_t at;
	char slot[64];

	gen_begin(g);
	gen_put(g, "const %s x%d_ = ", type_of[t].name, k);
	if (gen_chance(g, 60)) {
		gen_put(g, "in_%s[", type_of[t].tag);
		gen_index(g, SLOTS);
		gen_put(g, "]");
	} else if (gen_is_float(t)) {
		gen_put(g, "bounded(");
		gen_expr(g, t, 1);
		gen_put(g, ")");
	} else
		gen_expr(g, t, 1);
	gen_put(g, ";\n");
	at = g->len;
	gen_slot(g, t);
	snprintf(slot, sizeof slot, "%.*s", (int)(g->len - at), g->text + at);
	g->len = at;
	gen_begin(g);
	if (gen_is_float(t))
		gen_put(g, "%s %s x%d_;\n", slot, GEN_PICK(g, "+=", "-=", "+="), k);
	else if (t == U32 || t == U64)
		gen_put(g, "%s %s x%d_;\n", slot,
			GEN_PICK(g, "+=", "-=", "^=", "*=", "|=", "&=", "+="), k);
	else
		gen_put(g, "%s = (%s)((%s)%s %s (%s)x%d_);\n", slot, type_of[t].name,
			type_of[t].wide, slot, GEN_PICK(g, "+", "-", "^", "*"),
			type_of[t].wide, k);
}
