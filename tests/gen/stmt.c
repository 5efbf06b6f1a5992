/* SPDX-License-Identifier: Apache-2.0 */
/* Statements without control flow, and which statement comes next. */
#include "gen.h"

const struct variable *
gen_some_variable(gen *g)
{
	for (int tries = 0; tries < 8 && g->nvar; tries++) {
		const struct variable *v = &g->var[gen_below(g, (unsigned)g->nvar)];

		if (!v->fixed)
			return v;
	}
	return NULL;
}

static void
value(gen *g, type t)
{
	if (gen_is_float(t))
		gen_put(g, "bounded(");
	gen_expr(g, t, 0);
	if (gen_is_float(t))
		gen_put(g, ")");
}

static void
assign(gen *g)
{
	const struct variable *v = gen_some_variable(g);

	if (!v)
		return;
	gen_begin(g);
	gen_put(g, "%s = ", v->name);
	if (!gen_is_float(v->t) && gen_chance(g, 50)) {
		gen_put(g, "(%s)((%s)%s %s (%s)", type_of[v->t].name,
			type_of[v->t].wide, v->name, GEN_PICK(g, "+", "-", "^", "+"),
			type_of[v->t].wide);
		gen_expr(g, v->t, 0);
		gen_put(g, ")");
	} else
		value(g, v->t);
	gen_put(g, ";\n");
}

static void
declare(gen *g)
{
	struct variable *v;
	type t = gen_type(g);

	if (g->nvar >= 90)
		return;
	gen_begin(g);
	gen_put(g, "%s w%d = ", type_of[t].name, g->serial);
	value(g, t);
	gen_put(g, ";\n");
	v = &g->var[g->nvar++];
	snprintf(v->name, sizeof v->name, "w%d", g->serial++);
	v->t = t;
	v->fixed = false;
}

static void
store(gen *g)
{
	type t = gen_type(g);

	gen_begin(g);
	gen_slot(g, t);
	gen_put(g, " = ");
	value(g, t);
	gen_put(g, ";\n");
}

/* What all ways of a branch write, each its own way, and some of it twice. */
static void
sides(gen *g)
{
	unsigned ways = 2 + gen_below(g, 2), n = 1 + gen_below(g, 2);
	type t = gen_type(g);
	char slot[2][64];

	for (int k = 0; k < 2; k++) {
		size_t at = g->len;

		gen_slot(g, t);
		snprintf(slot[k], sizeof slot[k], "%s", g->text + at);
		g->len = at;
	}
	for (unsigned way = 0; way < ways; way++) {
		unsigned first = gen_below(g, 2);

		gen_begin(g);
		gen_put(g, way ? "} else " : "");
		if (way + 1 < ways) {
			gen_put(g, "if (");
			gen_cond(g, 0);
			gen_put(g, ") ");
		}
		gen_put(g, "{\n");
		for (unsigned k = 0; k < n; k++) {
			gen_begin(g);
			gen_put(g, "\t%s = ", slot[(first + k) % 2]);
			value(g, t);
			gen_put(g, ";\n");
		}
	}
	gen_line(g, "}");
}

static void
store_array(gen *g)
{
	const struct array *a;

	if (!g->narr)
		return;
	a = &g->arr[gen_below(g, (unsigned)g->narr)];
	gen_begin(g);
	if (g->narr > 1 && g->arr[0].t == g->arr[1].t && gen_chance(g, 30)) {
		gen_put(g, "(");
		gen_cond(g, 1);
		gen_put(g, " ? %s : %s)[", g->arr[0].name, g->arr[1].name);
		a = &g->arr[g->arr[0].size < g->arr[1].size ? 0 : 1];
	} else
		gen_put(g, "%s[", a->name);
	gen_index(g, a->size);
	gen_put(g, "] = ");
	value(g, a->t);
	gen_put(g, ";\n");
}

/* A pointer that walks, or one of two. */
static void
walk(gen *g)
{
	const struct variable *v = gen_some_variable(g);
	type t = gen_type(g);
	int n = g->serial++;

	if (!v)
		return;
	gen_begin(g);
	gen_put(g, "const %s *p%d = ", type_of[t].name, n);
	if (gen_chance(g, 40)) {
		gen_cond(g, 1);
		gen_put(g, " ? in_%s + %u : ", type_of[t].tag, gen_below(g, SLOTS / 2));
	}
	gen_put(g, "in_%s + ", type_of[t].tag);
	gen_index(g, SLOTS / 2);
	gen_put(g, ";\n");
	if (gen_chance(g, 50)) {
		gen_begin(g);
		gen_put(g, "p%d += ", n);
		gen_index(g, 64);
		gen_put(g, ";\n");
	}
	gen_begin(g);
	gen_put(g, "%s = (%s)%s", v->name, type_of[v->t].name,
		gen_is_float(t) && !gen_is_float(v->t) ? "(int)" : "");
	gen_put(g, gen_is_float(t) ? "bounded(p%d[" : "(p%d[", n);
	gen_index(g, 256);
	gen_put(g, "]);\n");
}

static void
simple(gen *g)
{
	if (g->has & HAS_PLANE && !g->in_function && gen_chance(g, 30)) {
		gen_plane(g);
		return;
	}
	if (!g->in_function && gen_chance(g, 12)) {
		sides(g);
		return;
	}
	switch (gen_below(g, 11)) {
	case 0:
	case 1:
		declare(g);
		break;
	case 9:
		if (g->has & HAS_ROWS && !g->in_function)
			gen_row(g);
		else
			assign(g);
		break;
	case 10:
		if (!g->in_function && gen_chance(g, 60)) {
			gen_update(g);
			break;
		}
		assign(g);
		break;
	case 2:
		if (!g->in_function) {
			store(g);
			break;
		}
		/* fall through */
	case 3:
		if (g->narr) {
			store_array(g);
			break;
		}
		/* fall through */
	case 4:
		if (gen_chance(g, 40)) {
			walk(g);
			break;
		}
		/* fall through */
	default:
		assign(g);
	}
}

static void
together(gen *g, bool uniform)
{
	unsigned k = gen_below(g, 10);

	if (k < 4 && uniform && g->has & HAS_BARRIERS)
		gen_barrier(g);
	else if (k < 5 && uniform && g->has & HAS_STEPS)
		gen_steps(g);
	else if (k < 8 && g->has & HAS_WARPS && *g->mask)
		gen_warp(g);
	else if (g->has & HAS_ATOMICS)
		gen_atomic(g);
	else
		simple(g);
}

void
gen_stmt(gen *g, bool uniform)
{
	unsigned k = gen_below(g, 100);

	g->budget--;
	if (g->budget <= 0 || g->depth > 3)
		k %= 40;
	if (k < 30)
		simple(g);
	else if (k < 52 && !g->in_function)
		together(g, uniform);
	else if (k < 72)
		gen_if(g, uniform && gen_chance(g, 50));
	else if (k < 86 && g->loops < 3)
		gen_loop(g, uniform && gen_chance(g, 55));
	else if (k < 92)
		gen_leave(g, uniform);
	else if (k < 97)
		gen_switch(g, uniform && gen_chance(g, 50));
	else
		simple(g);
}

/* Between braces: what is declared there ends there. */
void
gen_block(gen *g, bool uniform, int most)
{
	int nvar = g->nvar, narr = g->narr, ncnt = g->ncnt;
	int n = 1 + (int)gen_below(g, (unsigned)most);

	g->indent++;
	g->depth++;
	while (n-- > 0)
		gen_stmt(g, uniform);
	g->indent--;
	g->depth--;
	g->nvar = nvar;
	g->narr = narr;
	g->ncnt = ncnt;
}
