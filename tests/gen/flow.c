/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow. `uniform` says that all threads of the block go the same way; then the
 * inside may have barriers. `mask` names the variable with the threads of the warp that
 * are here, or is empty where that is not known. */
#include "gen.h"

struct place { /* what an inside changes */
	char mask[16];
	bool may_break, may_exit_loop;
};

static struct place
save(const gen *g)
{
	struct place p;

	memcpy(p.mask, g->mask, sizeof p.mask);
	p.may_break = g->may_break;
	p.may_exit_loop = g->may_exit_loop;
	return p;
}

static void
restore(gen *g, const struct place *p)
{
	memcpy(g->mask, p->mask, sizeof g->mask);
	if (g->lost_mask)
		*g->mask = '\0';
	g->may_break = p->may_break;
	g->may_exit_loop = p->may_exit_loop;
}

static void
set_mask(gen *g, int n)
{
	snprintf(g->mask, sizeof g->mask, "m%d", n);
}

static bool
has_mask(const gen *g)
{
	return g->has & HAS_WARPS && *g->mask;
}

void
gen_if(gen *g, bool uniform)
{
	struct place here = save(g);
	bool other = gen_chance(g, 50);
	int n = g->serial++;
	bool masked = !uniform && has_mask(g);

	if (masked) {
		gen_begin(g);
		gen_put(g, "bool c%d = ", n);
		gen_cond(g, 0);
		gen_put(g, ";\n");
		gen_line(g, "unsigned m%d = __ballot_sync(%s, c%d);", n, g->mask, n);
	}
	gen_begin(g);
	gen_put(g, "if (");
	if (masked)
		gen_put(g, "c%d", n);
	else if (uniform)
		gen_uniform_cond(g);
	else
		gen_cond(g, 0);
	gen_put(g, ") {\n");
	g->may_exit_loop &= uniform;
	if (masked)
		set_mask(g, n);
	else if (!uniform)
		*g->mask = '\0';
	gen_block(g, uniform, 3);
	if (other) {
		gen_line(g, "} else {");
		if (masked && !g->lost_mask) {
			int e = g->serial++;

			gen_line(g, "\tunsigned m%d = %s & ~m%d;", e, here.mask, n);
			set_mask(g, e);
		}
		gen_block(g, uniform, 3);
	}
	gen_line(g, "}");
	restore(g, &here);
}

void
gen_switch(gen *g, bool uniform)
{
	struct place here = save(g);
	int cases = 2 + (int)gen_below(g, 3);

	if (!uniform)
		*g->mask = '\0';
	gen_begin(g);
	gen_put(g, "switch (");
	if (uniform)
		gen_uniform(g);
	else
		gen_expr(g, U32, 1);
	gen_put(g, " & %d) {\n", gen_chance(g, 50) ? 3 : 7);
	g->may_break = g->may_exit_loop = false; /* break means the switch here */
	for (int k = 0; k < cases; k++) {
		if (k == cases - 1 && gen_chance(g, 50))
			gen_line(g, "default: {");
		else
			gen_line(g, "case %d: {",
				 k * (1 + (int)gen_below(g, 2) * cases));
		gen_block(g, uniform, 2);
		gen_line(g, "}%s", gen_chance(g, 75) ? " break;" : "");
	}
	gen_line(g, "}");
	restore(g, &here);
}

static const char *
counter(gen *g, int max, bool uniform)
{
	struct counter *c = &g->cnt[g->ncnt++];

	snprintf(c->name, sizeof c->name, "i%d", g->serial++);
	c->max = max;
	c->uniform = uniform;
	return c->name;
}

/* A loop with a known most number of turns, which differs between threads. */
static void
divergent_loop(gen *g)
{
	int most = 1 + (int)gen_below(g, 8), form = (int)gen_below(g, 4);
	bool masked = has_mask(g) && gen_chance(g, 60);
	int n = g->serial++;
	const char *i;

	g->loops++;
	if (masked)
		gen_line(g, "unsigned m%d = %s;", n, g->mask);
	*g->mask = '\0';
	i = counter(g, most, false);
	gen_begin(g);
	if (masked) { /* who goes on is asked in front of each turn */
		gen_put(g, "for (int %s = 0;; %s++) {\n", i, i);
		gen_begin(g);
		gen_put(g, "\tbool c%d = %s < %d && ", n, i, most);
		gen_cond(g, 1);
		gen_put(g, ";\n");
		gen_line(g, "\tm%d = __ballot_sync(m%d, c%d);", n, n, n);
		gen_line(g, "\tif (!c%d) break;", n);
		set_mask(g, n);
		g->may_break = false;
	} else if (form == 0) {
		gen_put(g, "for (int %s = 0; %s < (int)(", i, i);
		gen_expr(g, U32, 2);
		gen_put(g, " & 7u) && %s < %d; %s++) {\n", i, most, i);
	} else if (form == 1) {
		gen_put(g, "for (int %s = 0; %s < %d; %s++) {\n", i, i, most, i);
	} else if (form == 2) {
		gen_put(g, "int %s = 0;\n", i);
		gen_begin(g);
		gen_put(g, "while (%s++ < %d && ", i, most - 1);
		gen_cond(g, 1);
		gen_put(g, ") {\n");
	} else {
		gen_put(g, "int %s = 0;\n", i);
		gen_line(g, "do {");
	}
	g->may_break = !masked;
	g->may_exit_loop = false;
	gen_block(g, false, 3);
	gen_begin(g);
	if (!masked && form == 3) {
		gen_put(g, "} while (++%s < %d && ", i, most);
		gen_cond(g, 1);
		gen_put(g, ");\n");
	} else
		gen_put(g, "}\n");
	g->ncnt--;
	g->loops--;
}

static void
uniform_loop(gen *g)
{
	int most = 1 + (int)gen_below(g, 4), form = (int)gen_below(g, 3);
	const char *i = counter(g, most, true);

	g->loops++;
	gen_begin(g);
	if (form == 0) {
		gen_put(g, "for (int %s = 0; %s < ", i, i);
		if (gen_chance(g, 50))
			gen_put(g, "%d", most);
		else
			gen_put(g, "(int)(u%u %% %du)", gen_below(g, 2), most + 1);
		gen_put(g, "; %s++) {\n", i);
	} else if (form == 1) {
		gen_put(g, "int %s = 0;\n", i);
		gen_begin(g);
		gen_put(g, "while (%s++ < %d && ", i, most - 1);
		gen_uniform_cond(g);
		gen_put(g, ") {\n");
	} else {
		gen_put(g, "int %s = 0;\n", i);
		gen_line(g, "do {");
	}
	g->may_break = false;
	g->may_exit_loop = true;
	gen_block(g, true, 3);
	gen_begin(g);
	if (form == 2) {
		gen_put(g, "} while (++%s < %d && ", i, most);
		gen_uniform_cond(g);
		gen_put(g, ");\n");
	} else
		gen_put(g, "}\n");
	g->ncnt--;
	g->loops--;
}

void
gen_loop(gen *g, bool uniform)
{
	struct place here = save(g);

	gen_line(g, "{");
	g->indent++;
	if (uniform)
		uniform_loop(g);
	else
		divergent_loop(g);
	g->indent--;
	gen_line(g, "}");
	restore(g, &here);
}

static void
leave_kernel(gen *g)
{
	int n = g->serial++;
	type t = g->in_function ? g->result : U32;
	bool masked = has_mask(g) && g->depth == 0;

	gen_begin(g);
	gen_put(g, "bool c%d = ", n);
	gen_cond(g, 0);
	gen_put(g, ";\n");
	if (masked)
		gen_line(g, "unsigned m%d = __ballot_sync(%s, !c%d);", n, g->mask, n);
	gen_line(g, "if (c%d) {", n);
	gen_begin(g);
	gen_put(g, "\t");
	if (!g->in_function) {
		gen_slot(g, t);
		gen_put(g, " = ");
	} else
		gen_put(g, "return ");
	if (gen_is_float(t))
		gen_put(g, "bounded(");
	gen_expr(g, t, 1);
	gen_put(g, gen_is_float(t) ? ");\n" : ";\n");
	if (!g->in_function)
		gen_line(g, "\treturn;");
	gen_line(g, "}");
	if (masked)
		set_mask(g, n);
	else {
		*g->mask = '\0';
		g->lost_mask = true;
	}
}

void
gen_leave(gen *g, bool uniform)
{
	bool in_warp_loop =
		g->has & HAS_WARPS && g->loops; /* its masks would be wrong */

	if (uniform && g->may_exit_loop) {
		gen_begin(g);
		gen_put(g, "if (");
		gen_uniform_cond(g);
		gen_put(g, ") %s;\n", GEN_PICK(g, "break", "continue"));
	} else if (g->may_break && gen_chance(g, 80)) {
		gen_begin(g);
		gen_put(g, "if (");
		gen_cond(g, 0);
		gen_put(g, ") %s;\n", GEN_PICK(g, "break", "continue", "break"));
		*g->mask = '\0';
	} else if ((g->has & HAS_RETURN || g->in_function) && !in_warp_loop)
		leave_kernel(g);
	else
		gen_line(g, ";");
}
