/* SPDX-License-Identifier: Apache-2.0 */
/* Extents: every pointer that a kernel follows must lead to memory of known size. */
#include "omp/omp.h"

static bool
has_extent_clause(hd_kernel *k, hd_decl *d)
{
	size_t n = strlen(d->name);

	for (size_t i = 0; i < k->cuda->clauses.n; i++) {
		hd_clause *c = &k->cuda->clauses.at[i];
		if (c->kind == HD_CL_EXTENT && !strncmp(c->text, d->name, n) &&
		    (c->text[n] == ':' || c->text[n] == ' '))
			return true;
	}
	return false;
}

static void
register_targets(hd_prog *p, hd_decl *d)
{
	hd_bits b = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));

	p->registry = true;
	hd_omp_may_point(p, d, &b);
	if (d->table)
		hd_omp_rows(p, &b);
	hd_each_bit (i, &b)
		if (i < p->decls.n && p->decls.at[i]->type->kind != HD_T_POINTER &&
		    p->decls.at[i]->kind != HD_D_FUNC)
			p->decls.at[i]->registered = true;
}

static bool
has_rows_of_any_length(const hd_type *t)
{
	for (; t->kind == HD_T_ARRAY; t = t->elem)
		if (t->count < 0)
			return true;
	return false;
}

/* A table of pointers to numbers, which the kernel does not change: what it leads to is
 * sent, too, and the device gets a table of its own. */
static bool
is_table(hd_prog *p, const hd_var *v)
{
	const hd_type *row = v->decl->type->elem;
	hd_bits rows = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));

	return row->kind == HD_T_POINTER && !row->elem->has_pointer &&
	       row->elem->kind != HD_T_POINTER && row->elem->kind != HD_T_FUNC &&
	       row->elem->kind != HD_T_VOID && !has_rows_of_any_length(row->elem) &&
	       !(v->how & (HD_PWRITE | HD_WRITE)) && hd_omp_has_extent(p, v->decl) &&
	       hd_omp_rows(p, &rows);
}

static void
check_pointer(hd_prog *p, hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;
	const hd_type *e = d->type->elem;

	if (e->kind == HD_T_FUNC)
		return;
	if (v->how & HD_WRITE && v->share == HD_S_SHARED) {
		hd_omp_cannot(p, k->region, k->stmts.at[0]->from,
			      "the shared pointer '%s' is changed in parallel",
			      d->name);
		return;
	}
	if (k->region->plain)
		return; /* managed.c */
	if (is_table(p, v)) {
		d->table = true;
		register_targets(p, d);
		return;
	}
	if (has_rows_of_any_length(e)) {
		hd_omp_cannot(
			p, k->region, k->stmts.at[0]->from,
			"the length of the rows of '%s' is known at run time only; use "
			"one dimension, '%s[i * length + j]'",
			d->name, d->name);
		return;
	}
	if (e->kind == HD_T_POINTER || e->has_pointer) {
		hd_omp_make_plain(p, k->region, "'%s' leads to pointers", d->name);
		return;
	}
	if (!has_extent_clause(k, d) && !hd_omp_has_extent(p, d))
		hd_omp_cannot(
			p, k->region, k->stmts.at[0]->from,
			"nothing is known about the size of the memory behind '%s'; say "
			"it with '#pragma cuda gpurun extent(%s: elements)'",
			d->name, d->name);
	register_targets(p, d);
}

/* The host's pointers mean nothing in the copies of other threads. */
static void
check_copies(hd_prog *p, hd_kernel *k, hd_var *v)
{
	const hd_type *t = hd_omp_scalar_of(v->decl->type);

	if (t->kind == HD_T_POINTER || t->has_pointer)
		hd_omp_cannot(p, k->region, k->stmts.at[0]->from,
			      "each thread has pointers of its own in '%s'",
			      v->decl->name);
}

static void
check_value(hd_prog *p, hd_kernel *k, hd_var *v)
{
	const hd_type *t = hd_omp_scalar_of(v->decl->type);

	if (v->share != HD_S_SHARED && v->share != HD_S_FIRST &&
	    !(v->decl->type->kind == HD_T_ARRAY && v->decl->type->size < 0))
		return;
	if (t->kind == HD_T_POINTER || (t->kind == HD_T_RECORD && t->has_pointer))
		hd_omp_make_plain(p, k->region, "'%s' holds pointers", v->decl->name);
	if (v->decl->type->kind == HD_T_ARRAY && v->decl->type->size < 0 &&
	    v->share == HD_S_SHARED && v->decl->kind == HD_D_LOCAL &&
	    !has_rows_of_any_length(v->decl->type->elem) && !(v->how & HD_SIZED))
		v->decl->registered = true; /* its size is, where it is declared */
	else if (v->decl->type->kind == HD_T_ARRAY && v->decl->type->size < 0)
		hd_omp_cannot(
			p, k->region, k->stmts.at[0]->from,
			"the length of the array '%s' is known at run time only; allocate "
			"it with malloc",
			v->decl->name);
}

static bool
has_local_type(void *ctx, hd_node *n)
{
	const hd_type *t = n->type;

	(void)ctx;
	while (t && (t->kind == HD_T_POINTER || t->kind == HD_T_ARRAY))
		t = t->elem;
	return t && t->local;
}

static void
check_types(hd_prog *p, hd_kernel *k)
{
	for (size_t i = 0; i < k->stmts.n; i++)
		if (hd_omp_any(k->stmts.at[i], has_local_type, NULL))
			hd_omp_cannot(
				p, k->region, k->stmts.at[i]->from,
				"a type is declared in the function '%s'; declare "
				"it in front of the function",
				k->proc);
}

void
hd_omp_check_extents(hd_prog *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		for (size_t k = 0; k < r->kernels.n && !r->on_cpu; k++) {
			check_types(p, r->kernels.at[k]);
			for (size_t j = 0; j < r->kernels.at[k]->vars.n; j++) {
				hd_var *v = &r->kernels.at[k]->vars.at[j];
				if (v->share == HD_S_THREADPRIVATE)
					check_copies(p, r->kernels.at[k], v);
				else if (v->decl->type->kind != HD_T_POINTER)
					check_value(p, r->kernels.at[k], v);
				else if (v->share == HD_S_SHARED ||
					 v->share == HD_S_FIRST || v->uniform)
					check_pointer(p, r->kernels.at[k], v);
			}
		}
	}
}
