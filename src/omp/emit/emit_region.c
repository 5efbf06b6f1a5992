/* SPDX-License-Identifier: Apache-2.0 */
/* Editing a region's host text: launches in place of kernels, pragmas as comments, and
 * blocks for private variables that the host keeps. */
#include "omp/emit/emit.h"

static void
edit(hd_emit *e, unsigned from, unsigned to, const char *text, int order)
{
	hd_omp_edit(e->a, &e->edits, (hd_edit){from, to, text, order});
}

static void
comment_out(hd_emit *e, hd_node *n)
{
	for (hd_dir *d = n->dirs; d; d = d->next)
		edit(e, d->from, d->to,
		     hd_format(e->a, "/* %s */", hd_omp_print_dir(e->a, d)), 0);
}

bool
hd_omp_in_kernel(hd_region *r, hd_node *n)
{
	for (hd_node *up = n; up && up != r->node; up = up->parent)
		if (up->moved)
			return true;
	for (size_t i = 0; i < r->kernels.n; i++)
		for (size_t s = 0; s < r->kernels.at[i]->stmts.n; s++)
			if (hd_omp_inside(n, r->kernels.at[i]->stmts.at[s]))
				return true;
	return false;
}

struct finder {
	hd_region *r;
	hd_decl *d;
};

static bool
is_host_ref(void *ctx, hd_node *n)
{
	struct finder *f = ctx;

	return n->kind == HD_N_REF && n->decl == f->d && !hd_omp_in_kernel(f->r, n);
}

static bool
used_on_host(hd_region *r, hd_decl *d)
{
	struct finder f = {r, d};

	return hd_omp_any(r->node, is_host_ref, &f);
}

struct elsewhere {
	hd_node *region;
	hd_decl *d;
};

static bool
is_elsewhere(void *ctx, hd_node *n)
{
	struct elsewhere *w = ctx;

	return n->kind == HD_N_REF && n->decl == w->d && !hd_omp_inside(n, w->region);
}

/* A private variable that nothing else uses can be the original itself. */
static bool
is_used_elsewhere(hd_region *r, hd_decl *d)
{
	struct elsewhere w = {r->node, d};

	return d->kind == HD_D_GLOBAL || hd_omp_any(r->fn->body, is_elsewhere, &w);
}

/* `= from;` or a copy of an array, behind its declaration. */
static char *
initial(hd_emit *e, const hd_var *v, const char *to, const char *from)
{
	if (v->decl->type->kind != HD_T_ARRAY)
		return hd_format(e->a, " = %s; ", from);
	return hd_format(e->a, "; memcpy(%s, %s, sizeof %s); ", to, from, to);
}

/* `{ int v_in = v; { int v = v_in; ... } }` around a statement. */
static void
shadow(hd_emit *e, hd_node *n, hd_var *v, int *depth)
{
	const char *name = v->decl->name, *in = hd_format(e->a, "%s\1in", name);
	hd_type t = *v->decl->type;
	bool first = v->share == HD_S_FIRST;

	t.is_const = false;
	if (first) {
		edit(e, n->from, n->from,
		     hd_format(e->a, "{ %s%s",
			       hd_omp_declare(e->a, &t, in, v->decl->dims),
			       initial(e, v, in, name)),
		     (*depth)++);
		edit(e, hd_omp_stmt_end(n), hd_omp_stmt_end(n), " }", 0);
	}
	edit(e, n->from, n->from,
	     hd_format(e->a, "{ %s%s", hd_omp_declare(e->a, &t, name, v->decl->dims),
		       first ? initial(e, v, name, in) : "; "),
	     (*depth)++);
	edit(e, hd_omp_stmt_end(n), hd_omp_stmt_end(n), " }", 0);
}

static void
shadow_all(hd_emit *e, hd_region *r, hd_node *n, hd_vars *vars)
{
	int depth = 0;

	for (size_t i = 0; i < vars->n; i++) {
		hd_var *v = &vars->at[i];
		if (hd_omp_inside(v->decl->node, n))
			continue; /* the statement declares it itself */
		bool mine =
			(v->share == HD_S_PRIVATE && is_used_elsewhere(r, v->decl)) ||
			(v->share == HD_S_FIRST && (v->how & (HD_WRITE | HD_ADDR)));
		if (r->on_cpu ? mine || v->share == HD_S_PRIVATE
			      : mine && r->dir && v->decl->type->kind != HD_T_ARRAY &&
					used_on_host(r, v->decl))
			shadow(e, n, v, &depth);
	}
}

/* ---- the three kinds of region */

static void
replace_lines(hd_emit *e, hd_kernel *k, const char *text)
{
	unsigned from = k->from, start = hd_omp_line_start(e->f, from);

	while (from > start &&
	       (e->f->text[from - 1] == ' ' || e->f->text[from - 1] == '\t'))
		from--;
	if (from != start) { /* something else is in front on this line */
		from = k->from;
		while (*text == ' ' || *text == '\t')
			text++;
	}
	edit(e, from, k->to, text, 0);
}

static void
on_gpu(hd_emit *e, hd_region *r)
{
	for (size_t i = 0; i < r->kernels.n; i++) {
		hd_kernel *k = r->kernels.at[i];
		hd_str_add(&e->decls, hd_omp_emit_kernel(e, k));
		replace_lines(e, k, hd_omp_emit_launch(e, k));
		hd_omp_emit_moved(e, k);
	}
}

static void
host_works(hd_emit *e, hd_region *r)
{
	for (size_t i = 0; i < r->works.n; i++) {
		hd_work *w = r->works.at[i];
		if (!r->on_cpu && (w->dir == r->dir || hd_omp_in_kernel(r, w->node)))
			continue;
		if (w->dir != r->dir)
			comment_out(e, w->node);
		if (w->node->kind != HD_N_DIRECTIVE)
			shadow_all(e, r, w->node, &w->vars);
	}
}

static bool
is_section(void *ctx, hd_node *n)
{
	hd_emit *e = ctx;
	hd_dir *d = hd_omp_find_dir(n, HD_DIR_SECTION);

	if (d)
		edit(e, d->from, d->to, "/* omp section */", 0);
	return false;
}

/* Transfers that the user asked for around a region on the CPU. */
static void
asked_transfers(hd_emit *e, hd_region *r)
{
	hd_dir *d = hd_omp_find_dir(r->node, HD_DIR_CPURUN);
	hd_clause *in = hd_omp_clause(d, HD_CL_G2CMEMTR),
		  *out = hd_omp_clause(d, HD_CL_C2GMEMTR);
	hd_str s = {.arena = e->a}, t = {.arena = e->a};

	if (!e->p->set.value[HD_SET_useGlobalGMalloc])
		return; /* nothing stays on the device */
	hd_str_add(&s, "");
	hd_str_add(&t, "");
	for (size_t i = 0; in && i < in->items.n; i++)
		hd_omp_emit_fetch(e, &s, in->items.at[i].decl, false);
	for (size_t i = 0; out && i < out->items.n; i++) {
		hd_decl *v = out->items.at[i].decl;
		if (!v->registered && v->type->kind != HD_T_POINTER && !v->pitched)
			hd_str_addf(&t, "\tGPU_ALLOC(%s, %s);\n", hd_omp_mirror(e, v),
				    v->name);
		hd_omp_emit_fetch(e, &t, v, true);
	}
	if (s.n)
		edit(e, r->node->from, r->node->from, s.at, -1);
	if (t.n)
		edit(e, hd_omp_stmt_end(r->node), hd_omp_stmt_end(r->node),
		     hd_format(e->a, "\n%s", t.at), 1);
}

void
hd_omp_emit_region(hd_emit *e, hd_region *r)
{
	if (!r->on_cpu)
		on_gpu(e, r);
	if (r->block_mode && !r->on_cpu)
		return;
	if (r->dir)
		comment_out(e, r->node);
	host_works(e, r);
	if (r->on_cpu) {
		hd_omp_any(r->node, is_section, e);
		asked_transfers(e, r);
	}
	if (r->dir && (r->on_cpu || r->node->kind == HD_N_COMPOUND))
		shadow_all(e, r, r->node, &r->vars);
}
