/* SPDX-License-Identifier: Apache-2.0 */
/* Work-sharing loops and sections inside kernels.
 *
 *     for (i = 1; i < n; i++) body
 * becomes
 *     for (int i = 1 + gpu_thread(); i < n; i += gpu_threads()) body
 * and every other canonical form a loop over iteration numbers. */
#include "omp/emit/emit.h"

static char *
text_of(hd_emit *e, hd_node *n)
{
	if (!e->k)
		return hd_omp_text(e->a, n);
	return hd_omp_emit_range(e, (hd_edit){n->from, n->to, NULL, 0}, &n, 1);
}

/* The absolute value of the step, as text. */
char *
hd_omp_magnitude(hd_emit *e, hd_loop *l)
{
	if (!l->step)
		return hd_strdup(e->a, "1");
	if (l->step->known)
		return hd_format(e->a, "%lld", llabs(l->step->value));
	if (l->minus == l->down)
		return hd_format(e->a, "(%s)", text_of(e, l->step));
	return hd_format(e->a, "(-(%s))", text_of(e, l->step));
}

static char *
operand(hd_emit *e, hd_node *n)
{
	hd_node *s = hd_omp_strip(n);
	char *t = text_of(e, n);

	if (s->kind == HD_N_REF || s->kind == HD_N_LITERAL || s->kind == HD_N_INDEX)
		return t;
	return hd_format(e->a, "(%s)", t);
}

/* How often a loop runs; not above zero means never. */
char *
hd_omp_trips(hd_emit *e, hd_loop *l)
{
	char *lb = operand(e, l->lb), *ub = operand(e, l->ub),
	     *s = hd_omp_magnitude(e, l);
	const char *hi = l->down ? lb : ub, *lo = l->down ? ub : lb;
	bool closed = l->cmp == HD_OP_LE || l->cmp == HD_OP_GE;

	if (!strcmp(s, "1") && !strcmp(lo, "0"))
		return hd_format(e->a, "(long)%s%s", hi, closed ? " + 1" : "");
	if (!strcmp(s, "1"))
		return hd_format(e->a, "(long)%s - %s%s", hi, lo, closed ? " + 1" : "");
	return hd_format(e->a, "((long)%s - %s + %s%s) / %s", hi, lo, s,
			 closed ? "" : " - 1", s);
}

/* ---- private copies around a construct */

/* The name of the partial results of a construct's reduction. */
char *
hd_omp_part(hd_emit *e, hd_work *w, const hd_var *v)
{
	return hd_format(e->a, "part\1%s%s", v->decl->name, w ? w->tag : "");
}

char *
hd_omp_functor(enum hd_op op)
{
	static const struct {
		enum hd_op op;
		const char *name;
	} names[] = {{HD_OP_ADD, "gpu_add"},   {HD_OP_SUB, "gpu_add"},
		     {HD_OP_MUL, "gpu_mul"},   {HD_OP_AND, "gpu_and"},
		     {HD_OP_OR, "gpu_or"},     {HD_OP_XOR, "gpu_xor"},
		     {HD_OP_LAND, "gpu_land"}, {HD_OP_LOR, "gpu_lor"},
		     {HD_OP_MAX, "gpu_max"},   {HD_OP_MIN, "gpu_min"}};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (names[i].op == op)
			return (char *)(uintptr_t)names[i].name;
	hd_bug("no functor for operator %d", op);
}

static const char *
least_value(const hd_type *t, bool most)
{
	if (t->kind == HD_T_FLOAT)
		return most ? "INFINITY" : "-INFINITY";
	if (t->is_unsigned)
		return most ? "-1" : "0";
	if (t->size == 8)
		return most ? "0x7fffffffffffffffLL" : "-0x7fffffffffffffffLL - 1";
	if (t->size == 4)
		return most ? "0x7fffffff" : "-0x7fffffff - 1";
	if (t->size == 2)
		return most ? "0x7fff" : "-0x8000";
	return most ? "0x7f" : "-0x80";
}

/* What a private copy of a reduction variable starts with. */
char *
hd_omp_identity(hd_arena *a, const hd_var *v)
{
	const hd_type *t = hd_omp_scalar_of(v->decl->type);

	switch (v->op) {
	case HD_OP_MUL:
	case HD_OP_LAND:
		return hd_strdup(a, "1");
	case HD_OP_AND:
		return hd_strdup(a, "-1");
	case HD_OP_MAX:
	case HD_OP_MIN:
		return hd_format(a, "(%s)(%s)", t->name,
				 least_value(t, v->op == HD_OP_MIN));
	default:
		return hd_strdup(a, "0");
	}
}

static const char *
unroll(hd_emit *e)
{
	return e->k->set.value[HD_SET_useUnrollingOnReduction] ? "true" : "false";
}

static char *
declare(hd_emit *e, hd_decl *d, const char *name)
{
	hd_type t = *d->type;

	t.is_const = false;
	return hd_omp_declare(e->a, &t, name, NULL);
}

static void
close_first(hd_emit *e, hd_str *close, const char *text)
{
	char *rest = hd_strdup(e->a, close->at ? close->at : "");

	close->n = 0;
	hd_str_addf(close, "%s%s%s", text, *rest ? " " : "", rest);
}

static char *
reduce_text(hd_emit *e, hd_work *w, hd_var *v)
{
	if (e->k->finished == v->decl)
		return hd_omp_emit_finish(e, w, v);
	return hd_format(e->a, "gpu_reduce<%s, %s>(%s, %s);", hd_omp_functor(v->op),
			 unroll(e), hd_omp_part(e, w, v), v->decl->name);
}

static void
open_reduction(hd_emit *e, hd_work *w, hd_var *v, hd_str *open, hd_str *close)
{
	const char *n = v->decl->name, *f = hd_omp_functor(v->op);

	hd_omp_use(e, HD_SUP_REDUCE);
	if (e->k->block_mode) {
		hd_omp_use(e, HD_SUP_TEAM_REDUCE);
		hd_str_addf(open, "{ %s = %s; ",
			    declare(e, v->decl, hd_format(e->a, "&%s\1all", n)), n);
	}
	hd_str_addf(open, "{ %s = %s; ", declare(e, v->decl, n),
		    hd_omp_identity(e->a, v));
	if (e->k->block_mode)
		close_first(e, close,
			    hd_format(e->a, "gpu_team_reduce<%s, %s>(%s\1all, %s); } }",
				      f, unroll(e), n, n));
	else
		close_first(e, close, hd_format(e->a, "%s }", reduce_text(e, w, v)));
}

/* The same for an array, element by element. */
static void
open_array_reduction(hd_emit *e, hd_work *w, hd_var *v, hd_str *open, hd_str *close)
{
	const char *n = v->decl->name, *f = hd_omp_functor(v->op);
	const hd_type *t = v->decl->type->kind == HD_T_POINTER
				   ? v->decl->type->elem
				   : hd_omp_scalar_of(v->decl->type);
	long long count = hd_omp_reduced_count(e->p, e->k->region, v);
	char *each =
		hd_format(e->a, "for (int gpu_i = 0; gpu_i < %lld; gpu_i++)", count);
	char *mine = hd_format(e->a, "((%s *)%s)[gpu_i]", t->name, n);

	hd_omp_use(e, HD_SUP_REDUCE);
	if (e->k->block_mode) {
		hd_omp_use(e, HD_SUP_TEAM_REDUCE);
		hd_str_addf(open, "{ %s *%s\1all = (%s *)%s; ", t->name, n, t->name, n);
	}
	hd_str_addf(open, "{ %s; %s %s = %s; ",
		    v->section ? hd_format(e->a, "%s %s[%lld]", t->name, n, count)
			       : hd_omp_declare(e->a, v->decl->type, n, v->decl->dims),
		    each, mine, hd_omp_identity(e->a, v));
	if (e->k->block_mode)
		close_first(
			e, close,
			hd_format(e->a,
				  "%s gpu_team_reduce<%s, %s>(%s\1all[gpu_i], %s); } }",
				  each, f, unroll(e), n, mine));
	else
		close_first(e, close,
			    hd_format(e->a, "%s gpu_reduce<%s, %s>(%s, %s, gpu_i); }",
				      each, f, unroll(e), hd_omp_part(e, w, v), mine));
}

static bool
is_name_taken(hd_emit *e, hd_work *w, const hd_decl *d)
{
	for (size_t i = 0; i < e->k->vars.n; i++)
		if (!strcmp(e->k->vars.at[i].decl->name, d->name) &&
		    !(e->k->vars.at[i].tail_how && !e->k->vars.at[i].how))
			return true;
	for (size_t i = 0; i < e->k->works.n; i++)
		for (size_t j = 0;
		     e->k->works.at[i] != w && j < e->k->works.at[i]->vars.n; j++)
			if (!strcmp(e->k->works.at[i]->vars.at[j].decl->name, d->name))
				return true;
	for (size_t i = 0; i < e->k->stmts.n; i++)
		if (e->k->stmts.at[i]->kind == HD_N_DECLSTMT)
			return true;
	return false;
}

/* A variable of the only construct that names it can belong to the whole kernel, which
 * saves the reader a pair of braces. */
static bool
promote(hd_emit *e, hd_work *w, hd_var *v)
{
	bool outer = false;

	for (size_t i = 0; i < e->k->stmts.n; i++)
		outer |= e->k->stmts.at[i] == w->node;
	if (!outer || e->k->block_mode || is_name_taken(e, w, v->decl))
		return false;
	if (v->share == HD_S_REDUCTION && v->decl->type->kind != HD_T_ARRAY &&
	    !v->section) {
		hd_omp_use(e, HD_SUP_REDUCE);
		hd_str_addf(&e->top, "\t%s = %s;\n", declare(e, v->decl, v->decl->name),
			    hd_omp_identity(e->a, v));
		hd_str_addf(&e->bottom, "%s\n",
			    hd_omp_reindent(e->a, reduce_text(e, w, v), "\t"));
		return true;
	}
	if (v->share == HD_S_PRIVATE && v->loops >= 0) {
		hd_str_addf(&e->top, "\t%s;\n", declare(e, v->decl, v->decl->name));
		return true;
	}
	return false;
}

/* `to = from;`, of arrays element by element. */
char *
hd_omp_assign(hd_emit *e, const hd_decl *d, const char *to, const char *from)
{
	const hd_type *t = hd_omp_scalar_of(d->type);

	if (d->type->kind != HD_T_ARRAY)
		return hd_format(e->a, "%s = %s;", to, from);
	return hd_format(e->a,
			 "for (int gpu_i = 0; gpu_i < %lld; gpu_i++) "
			 "((%s *)%s)[gpu_i] = ((%s *)%s)[gpu_i];",
			 d->type->size / t->size, t->name, to, t->name, from);
}

/* Declarations that shadow outer variables, and what closes them again. */
void
hd_omp_privates(hd_emit *e, hd_work *w, hd_str *open, hd_str *close)
{
	hd_vars *vars = &w->vars;

	hd_str_add(open, "");
	hd_str_add(close, "");
	for (size_t i = 0; i < vars->n; i++) {
		hd_var *v = &vars->at[i];
		const char *n = v->decl->name;
		if (promote(e, w, v))
			continue;
		if (v->share == HD_S_REDUCTION &&
		    (v->decl->type->kind == HD_T_ARRAY || v->section))
			open_array_reduction(e, w, v, open, close);
		else if (v->share == HD_S_REDUCTION)
			open_reduction(e, w, v, open, close);
		if (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST) {
			hd_str_addf(open, "{ auto &%s\1last = %s; ", n, n);
			close_first(e, close, "}");
		}
		if (v->decl->type->kind == HD_T_ARRAY &&
		    (v->share == HD_S_FIRST || v->share == HD_S_FIRSTLAST)) {
			hd_str_addf(open, "{ auto &%s\1in = %s; { %s; %s ", n, n,
				    declare(e, v->decl, n),
				    hd_omp_assign(e, v->decl, n,
						  hd_format(e->a, "%s\1in", n)));
			close_first(e, close, "} }");
		} else if (v->share == HD_S_FIRST || v->share == HD_S_FIRSTLAST) {
			hd_str_addf(open, "{ %s = %s; { %s = %s\1in; ",
				    declare(e, v->decl, hd_format(e->a, "%s\1in", n)),
				    n, declare(e, v->decl, n), n);
			close_first(e, close, "} }");
		}
		if (v->loops >= 0 &&
		    (v->share == HD_S_LAST || v->share == HD_S_PRIVATE)) {
			hd_str_addf(open, "{ %s; ", declare(e, v->decl, n));
			close_first(e, close, "}");
		}
	}
}

/* ---- loops */

static hd_node *
innermost_body(hd_work *w)
{
	return w->loop[w->collapse - 1].node->kid[3];
}

static const char *
indent_of(hd_emit *e, hd_work *w)
{
	return hd_omp_indent_at(e->a, w->node->file, w->node->from);
}

static char *
step_text(hd_emit *e, hd_work *w, hd_loop *l)
{
	if (l->host_bounds && !e->k->block_mode && l->step && !l->step->known)
		return hd_format(e->a, "step\1%s%s", l->iv->name, w->tag);
	return hd_omp_magnitude(e, l);
}

static char *
store_last(hd_emit *e, hd_work *w, const char *is_last)
{
	hd_str s = {.arena = e->a};

	hd_str_add(&s, "");
	for (size_t i = 0; i < w->vars.n; i++) {
		hd_var *v = &w->vars.at[i];
		const char *n = v->decl->name, *past = "";
		for (int k = 0; k < w->collapse;
		     k++) /* a loop variable ends one step on */
			if (w->loop[k].iv == v->decl)
				past = hd_format(e->a, " %c %s",
						 w->loop[k].down ? '-' : '+',
						 step_text(e, w, &w->loop[k]));
		if (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST)
			hd_str_addf(&s, "%s\tif (%s)\n%s\t\t%s\n", indent_of(e, w),
				    is_last, indent_of(e, w),
				    hd_omp_assign(e, v->decl,
						  hd_format(e->a, "%s\1last", n),
						  hd_format(e->a, "%s%s", n, past)));
	}
	return s.at;
}

/* A body without braces goes to its own line. */
static char *
line_of(hd_emit *e, hd_work *w)
{
	hd_node *b = innermost_body(w);
	hd_file *f = b->file;
	unsigned start = hd_omp_stmt_start(b);

	if (b->kind == HD_N_COMPOUND || w->joined.n)
		return hd_strdup(e->a, " ");
	if (hd_omp_line_start(f, start) == hd_omp_line_start(f, w->node->from))
		return hd_format(e->a, "\n%s\t", indent_of(e, w));
	return hd_format(e->a, "\n%s", hd_omp_indent_at(e->a, f, b->from));
}

static char *
plain_loop(hd_emit *e, hd_work *w, const char *body)
{
	hd_loop *l = &w->loop[0];
	const char *iv = l->iv->name;
	char *lb = operand(e, l->lb);
	const char *start = !strcmp(lb, "0") ? "gpu_thread()"
					     : hd_format(e->a, "%s + gpu_thread()", lb);

	return hd_format(e->a, "for (%s = %s; %s %s %s; %s += gpu_threads())%s%s",
			 hd_omp_declare(e->a, l->iv->type, iv, NULL), start, iv,
			 l->cmp == HD_OP_LE ? "<=" : "<", text_of(e, l->ub), iv,
			 line_of(e, w), body);
}

/* for (i = first; i < last; i += step), `i` named anew. */
static char *
plane_header(hd_emit *e, hd_loop *l, const char *name, const char *first,
	     const char *step)
{
	const char *lb = operand(e, l->lb);
	bool zero = !strcmp(lb, "0");

	return hd_format(e->a, "for (%s = %s%s%s; %s %s %s; %s += %s)",
			 hd_omp_declare(e->a, l->iv->type, name, NULL), zero ? "" : lb,
			 zero ? "" : " + ", first, name,
			 l->cmp == HD_OP_LE ? "<=" : "<", text_of(e, l->ub), name,
			 step);
}

/* The rows of one thread: gpu_i and some behind it. */
static char *
row_loop(hd_emit *e, hd_work *w, int rows, const char *body)
{
	hd_loop *l = &w->loop[0];
	const char *in = hd_format(e->a, "%s\t\t", indent_of(e, w)), *i = l->iv->name;
	bool block = innermost_body(w)->kind == HD_N_COMPOUND;

	return hd_format(
		e->a,
		"\n%s#pragma unroll\n%sfor (int gpu_r = 0; gpu_r < %d; gpu_r++) {\n"
		"%s\tconst %s = gpu_i + gpu_r;\n%s\tif (%s %s %s)%s%s\n%s}",
		in, in, rows, in, hd_omp_declare(e->a, l->iv->type, i, NULL), in, i,
		l->cmp == HD_OP_LE ? "<=" : "<", text_of(e, l->ub),
		block ? " " : hd_format(e->a, "\n%s\t\t", in),
		hd_omp_indent_rest(e->a, body, "\t\t"), in);
}

/* Two loops, each over its own dimension of the grid. */
static char *
plane_loop(hd_emit *e, hd_work *w, const char *body)
{
	int rows = e->k->set.value[HD_SET_useThreadCoarsening];
	const char *in = indent_of(e, w);
	hd_loop *i = &w->loop[0], *j = &w->loop[1];
	char *columns =
		plane_header(e, j, j->iv->name, "gpu_thread()", "gpu_threads()");

	hd_omp_use(e, HD_SUP_PLANE);
	if (rows == 1)
		return hd_format(
			e->a, "%s\n%s\t%s%s%s",
			plane_header(e, i, i->iv->name, "gpu_row()", "gpu_rows()"), in,
			columns, line_of(e, w), body);
	return hd_format(e->a, "%s\n%s\t%s {%s\n%s\t}",
			 plane_header(e, i, "gpu_i",
				      hd_format(e->a, "%d * gpu_row()", rows),
				      hd_format(e->a, "%d * gpu_rows()", rows)),
			 in, columns, row_loop(e, w, rows, body), in);
}

static char *
first_text(hd_emit *e, hd_work *w, hd_loop *l)
{
	if (l->host_bounds && !e->k->block_mode)
		return hd_format(e->a, "first\1%s%s", l->iv->name, w->tag);
	return operand(e, l->lb);
}

/* The iteration number of loop `i` of a collapsed nest. */
static char *
iteration(hd_emit *e, hd_work *w, int i)
{
	hd_str s = {.arena = e->a};

	hd_str_add(&s, "gpu_it");
	for (int j = i + 1; j < w->collapse; j++)
		hd_str_addf(&s, " / trips\1%s%s", w->loop[j].iv->name, w->tag);
	if (i > 0)
		hd_str_addf(&s, " %% trips\1%s%s", w->loop[i].iv->name, w->tag);
	return s.at;
}

static void
set_variables(hd_emit *e, hd_work *w, hd_str *s, const char *in)
{
	for (int i = 0; i < w->collapse; i++) {
		hd_loop *l = &w->loop[i];
		char *it = iteration(e, w, i), *step = step_text(e, w, l);
		bool one = !strcmp(step, "1");
		hd_str_addf(s, "%s\t%s = (%s)(%s %c %s%s%s);\n", in,
			    hd_omp_declare(e->a, l->iv->type, l->iv->name, NULL),
			    l->iv->type->name, first_text(e, w, l), l->down ? '-' : '+',
			    it, one ? "" : " * ", one ? "" : step);
	}
}

static bool
has_last(hd_work *w)
{
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_LAST ||
		    w->vars.at[i].share == HD_S_FIRSTLAST)
			return true;
	return false;
}

static bool
is_continue(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_CONTINUE;
}

/* What follows the body must run after a continue, too. */
static const char *
closed_body(hd_emit *e, hd_work *w, const char *body)
{
	if (!has_last(w) || !hd_omp_any(innermost_body(w), is_continue, NULL))
		return body;
	return hd_format(e->a, "do {\n%s\n} while (0);", body);
}

static char *
general_loop(hd_emit *e, hd_work *w, const char *body)
{
	hd_str s = {.arena = e->a}, total = {.arena = e->a};
	const char *in = indent_of(e, w);

	hd_str_add(&s, "");
	for (int i = 0; i < w->collapse; i++) {
		hd_loop *l = &w->loop[i];
		hd_str_addf(&total, "%strips\1%s%s", i ? " * " : "", l->iv->name,
			    w->tag);
		if (e->k->block_mode)
			hd_str_addf(&s, "const long trips\1%s%s = %s;\n%s", l->iv->name,
				    w->tag, hd_omp_trips(e, l), in);
	}
	hd_str_addf(&s,
		    "for (long gpu_it = gpu_thread(); gpu_it < %s; gpu_it += "
		    "gpu_threads()) {\n",
		    total.at);
	set_variables(e, w, &s, in);
	hd_str_addf(&s, "%s\t%s\n", in, closed_body(e, w, body));
	hd_str_addf(&s, "%s%s}",
		    store_last(e, w, hd_format(e->a, "gpu_it == %s - 1", total.at)),
		    in);
	return e->k->block_mode ? hd_format(e->a, "{ %s }", s.at) : s.at;
}

/* The loop variables are declared by the loop itself. */
static void
hide_loop_variables(hd_work *w)
{
	for (int i = 0; i < w->collapse; i++) {
		hd_var *v = hd_omp_var(&w->vars, w->loop[i].iv);
		if (v && (v->share == HD_S_PRIVATE || v->share == HD_S_LAST))
			v->loops = -1;
	}
}

char *
hd_omp_emit_for(hd_emit *e, hd_work *w)
{
	hd_str open = {.arena = e->a}, close = {.arena = e->a};
	hd_node *in = innermost_body(w);
	char *body, *loop;
	const char *sync = e->k->block_mode && !w->nowait ? " __syncthreads();" : "";

	hide_loop_variables(w);
	hd_omp_privates(e, w, &open, &close);
	for (size_t i = 0; i < w->joined.n; i++) {
		hide_loop_variables(w->joined.at[i]);
		hd_omp_privates(e, w->joined.at[i], &open, &close);
	}
	body = w->rows       ? NULL
	       : w->joined.n ? hd_omp_emit_joined(e, w)
			     : hd_omp_emit_stmt(e, in);
	hd_omp_use(e, HD_SUP_THREAD);
	if (w->rows)
		loop = hd_omp_emit_rows(e, w);
	else if (w->follows)
		loop = hd_omp_emit_follower(e, w, body);
	else if (w->tile)
		loop = hd_omp_emit_tiles(e, w, body);
	else if (w->plane)
		loop = plane_loop(e, w, body);
	else if (w->collapse == 1 && w->loop[0].plain && !w->loop[0].host_bounds &&
		 !has_last(w))
		loop = plain_loop(e, w, body);
	else
		loop = general_loop(e, w, body);
	if (!*open.at && !*sync)
		return loop;
	return hd_format(e->a, "{ %s\n%s%s\n%s%s%s }", open.at, indent_of(e, w), loop,
			 indent_of(e, w), close.at, sync);
}
