/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations on the host: variables that only kernels use any more are dropped. */
#include "omp/emit/emit.h"

typedef struct search {
	hd_prog *p;
	hd_decl *fn, *d;
} search;

static hd_region *
region_of(hd_prog *p, hd_node *n)
{
	for (size_t i = 0; i < p->regions.n; i++)
		if (!p->regions.at[i]->on_cpu && hd_omp_in_kernel(p->regions.at[i], n))
			return p->regions.at[i];
	return NULL;
}

static bool
launch_needs(hd_region *r, hd_decl *d)
{
	for (size_t i = 0; i < r->kernels.n; i++) {
		hd_kernel *k = r->kernels.at[i];
		hd_var *v = hd_omp_var(&k->vars, d);
		bool local = v &&
			     (v->share == HD_S_PRIVATE || v->share == HD_S_LOCAL) &&
			     !v->uniform;
		if (v && !local)
			return true;
		for (size_t w = 0; w < k->works.n; w++) {
			v = hd_omp_var(&k->works.at[w]->vars, d);
			if (v && v->share != HD_S_PRIVATE)
				return true;
		}
	}
	return false;
}

static bool
is_host_use(void *ctx, hd_node *n)
{
	search *s = ctx;
	hd_region *r;

	if (n->kind != HD_N_REF || n->decl != s->d)
		return false;
	r = region_of(s->p, n);
	return !r || launch_needs(r, s->d);
}

static bool
is_droppable(hd_prog *p, hd_decl *fn, hd_node *var)
{
	search s = {p, fn, var->decl};

	if (!var->decl || var->decl->kind != HD_D_LOCAL || var->decl->registered ||
	    var->decl->managed || !hd_omp_refers(fn->body, var->decl))
		return false;
	if (var->n) { /* an initialised one must be a kernel's own */
		bool in = false;
		for (size_t i = 0; i < p->regions.n; i++)
			in |= p->regions.at[i]->fn == fn && !p->regions.at[i]->on_cpu &&
			      hd_omp_inside(var, p->regions.at[i]->node);
		if (!in)
			return false;
	}
	return !hd_omp_any(fn->body, is_host_use, &s);
}

static bool
is_outside(void *ctx, hd_node *n)
{
	search *s = ctx;

	return n->kind == HD_N_REF && n->decl == s->d && !region_of(s->p, n);
}

/* A scalar that stays on the device: the host has it for its size alone. */
static bool
is_placeholder(hd_emit *e, hd_decl *fn, hd_decl *d)
{
	search s = {e->p, fn, d};

	for (size_t i = 0; i < e->p->regions.n; i++) {
		hd_kernels *list = &e->p->regions.at[i]->kernels;
		for (size_t k = 0; k < list->n; k++) {
			hd_var *v = hd_omp_var(&list->at[k]->vars, d);
			if (v && v->tail_how)
				return !hd_omp_any(fn->body, is_outside, &s);
		}
	}
	return false;
}

static void
edit_declaration(hd_emit *e, hd_decl *fn, hd_node *n)
{
	hd_str s = {.arena = e->a};
	unsigned dropped = 0;
	bool unused = false;

	hd_str_add(&s, "");
	for (unsigned i = 0; i < n->n; i++) {
		hd_node *v = n->kid[i];
		if (v->kind != HD_N_VAR || !v->decl || v->decl->managed)
			return;
		if (is_droppable(e->p, fn, v)) {
			dropped++;
			continue;
		}
		unused |= is_placeholder(e, fn, v->decl);
		hd_str_addf(&s, "%s%s%s%s", s.n ? " " : "",
			    is_placeholder(e, fn, v->decl) ? "[[maybe_unused]] " : "",
			    v->decl->kind == HD_D_STATIC ? "static " : "",
			    hd_omp_declare(e->a, v->decl->type, v->decl->name,
					   v->decl->dims));
		if (v->n)
			hd_str_addf(&s, " = %s", hd_omp_text(e->a, v->kid[0]));
		hd_str_add(&s, ";");
	}
	if (dropped)
		hd_omp_edit(e->a, &e->edits, (hd_edit){n->from, n->to, s.at, 0});
	else if (unused)
		hd_omp_edit(e->a, &e->edits,
			    (hd_edit){n->from, n->from, "[[maybe_unused]] ", 0});
}

static void
visit(hd_emit *e, hd_decl *fn, hd_node *n)
{
	if (!n)
		return;
	for (size_t i = 0; i < e->p->regions.n; i++)
		if (!e->p->regions.at[i]->on_cpu && n->kind != HD_N_COMPOUND &&
		    hd_omp_in_kernel(e->p->regions.at[i], n))
			return;
	if (n->kind == HD_N_DECLSTMT && !(n->parent && n->parent->kind == HD_N_FOR)) {
		edit_declaration(e, fn, n);
		return;
	}
	for (unsigned i = 0; i < n->n; i++)
		visit(e, fn, n->kid[i]);
}

void
hd_omp_emit_declarations(hd_emit *e, hd_decl *fn)
{
	visit(e, fn, fn->body);
}

/* ---- variables at file scope of which only the device has a use */

static bool
is_marked(hd_emit *e, unsigned at)
{
	for (size_t i = 0; i < e->edits.n; i++)
		if (e->edits.at[i].from == at && e->edits.at[i].to == at &&
		    hd_has_prefix(e->edits.at[i].text, "[["))
			return true;
	return false;
}

void
hd_omp_emit_unused(hd_emit *e)
{
	for (size_t i = 0; i < e->p->globals.n; i++) {
		hd_node *n = e->p->globals.at[i];
		search s = {e->p, NULL, n->decl};
		bool outside = false, used = false;
		if (n->kind != HD_N_VAR || n->file != e->f || !n->decl->internal ||
		    is_marked(e, n->from))
			continue;
		for (size_t k = 0; k < e->p->funcs.n; k++) {
			outside |= hd_omp_any(e->p->funcs.at[k], is_outside, &s);
			used |= hd_omp_refers(e->p->funcs.at[k], n->decl);
		}
		if (used && !outside)
			hd_omp_edit(
				e->a, &e->edits,
				(hd_edit){n->from, n->from, "[[maybe_unused]] ", 0});
	}
}
