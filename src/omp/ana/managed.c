/* SPDX-License-Identifier: Apache-2.0 */
/* Managed memory: what is used where the host has it, and not copied.
 *
 * A region is plain if a copy of its data would not do: structures hold pointers, or there
 * are pointers to pointers. Its kernels get pointers as they are.
 *
 * Invariants:
 *   - every place that a plain pointer may lead to, directly or through pointers in memory,
 *     is managed: the whole heap, variables at file scope and those of functions that are
 *     among them. A place that cannot be managed, or that is unknown, leaves the region to
 *     the CPU;
 *   - a managed place has no copy: every other pointer that may lead to it is plain, too,
 *     and kernels use such a variable itself;
 *   - the host waits for every kernel of a program with managed memory. */
#include "omp/omp.h"

typedef struct chooser {
	hd_prog *p;
	hd_bits managed; /* places */
	bool changed;
} chooser;

/* ---- types */

bool
hd_omp_leads_to_pointers(const hd_type *t)
{
	while (t->kind == HD_T_ARRAY)
		t = t->elem;
	if (t->kind == HD_T_POINTER) {
		t = hd_omp_scalar_of(t->elem);
		return t->kind == HD_T_POINTER || t->kind == HD_T_VOID ||
		       t->has_pointer;
	}
	return t->has_pointer;
}

static bool
holds_pointers(const hd_type *t)
{
	t = hd_omp_scalar_of(t);
	return t->kind == HD_T_POINTER || t->has_pointer;
}

static bool
may_be_text(const hd_type *t)
{
	for (; t->kind == HD_T_POINTER || t->kind == HD_T_ARRAY; t = t->elem)
		;
	return t->kind == HD_T_VOID || (t->kind == HD_T_INT && t->size == 1) ||
	       t->has_text;
}

/* ---- places */

static bool
has_pointer_value(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->type->kind == HD_T_POINTER && !n->known;
}

/* Why a variable cannot be managed memory, or NULL. */
static const char *
why_not(const hd_decl *d)
{
	hd_node *n = d->node;

	if (d->kind == HD_D_PARAM)
		return "it is a parameter";
	if (d->kind == HD_D_FUNC || !n || d->system || d->threadprivate)
		return "it is not a variable of this program alone";
	if (hd_omp_scalar_of(d->type)->is_const)
		return "it is constant";
	if (d->type->size < 0)
		return "its length is known at run time only";
	if (d->kind == HD_D_STATIC)
		return "it is a static variable of a function";
	if (d->kind == HD_D_GLOBAL)
		return n->n && hd_omp_any(n->kid[0], has_pointer_value, NULL)
			       ? "its initial value has pointers in it"
		       : !d->internal && n->file->prog->files.n > 1
			       ? "other files may use it"
			       : NULL;
	if (!n->parent || n->parent->kind != HD_N_DECLSTMT || !n->parent->parent ||
	    n->parent->parent->kind != HD_N_COMPOUND)
		return "it is declared in a loop's head";
	for (unsigned i = 0; i < n->parent->n; i++)
		if (hd_omp_refers(n->parent->kid[i], n->decl) ||
		    n->parent->kid[i]->type->size < 0)
			return "it is declared together with others that need it";
	return n->macro ? "a macro declares it" : NULL;
}

static hd_bits
reach_of(hd_prog *p, const hd_decl *d, bool *known)
{
	hd_bits b = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));

	*known = true;
	if (d->type->kind == HD_T_POINTER)
		*known = hd_omp_may_point(p, d, &b);
	if (hd_omp_leads_to_pointers(d->type) || holds_pointers(d->type))
		*known &= d->type->kind == HD_T_POINTER &&
					  !hd_omp_leads_to_pointers(d->type)
				  ? true
				  : hd_omp_rows(p, &b);
	return b;
}

/* Makes the places managed; false after it has left the region to the CPU. */
static bool
manage(chooser *c, hd_kernel *k, const hd_decl *of, const hd_bits *places)
{
	hd_each_bit (i, places) {
		hd_decl *d = i < c->p->decls.n ? c->p->decls.at[i] : NULL;
		const char *why = d && d->kind != HD_D_FUNC ? why_not(d) : NULL;
		if (why) {
			hd_omp_cannot(c->p, k->region, k->stmts.at[0]->from,
				      "'%s' may lead to '%s', which cannot be managed "
				      "memory: %s",
				      of->name, d->name, why);
			return false;
		}
		if (hd_bit(&c->managed, i))
			continue;
		hd_bit_set(&c->managed, i);
		c->changed = true;
		if (d)
			d->managed = true;
	}
	return true;
}

static bool
is_followed(const hd_var *v)
{
	return v->decl->type->kind == HD_T_POINTER &&
	       v->decl->type->elem->kind != HD_T_FUNC &&
	       (v->share == HD_S_SHARED || v->share == HD_S_FIRST || v->uniform);
}

static void
make_plain(chooser *c, hd_kernel *k, hd_decl *d)
{
	bool known;
	hd_bits places = reach_of(c->p, d, &known);

	if (c->p->model == HD_MEM_SYSTEM) {
		d->plain = true;
		return;
	}
	if (!known || (d->type->kind == HD_T_POINTER && !hd_bits_count(&places)))
		hd_omp_cannot(c->p, k->region, k->stmts.at[0]->from,
			      "nothing is known about the memory that '%s' leads to",
			      d->name);
	else if (hd_bit(&places, hd_omp_texts(c->p)) && may_be_text(d->type))
		hd_omp_cannot(
			c->p, k->region, k->stmts.at[0]->from,
			"'%s' may lead to text of the program, which the GPU does "
			"not reach",
			d->name);
	else if (manage(c, k, d, &places) && d->type->kind == HD_T_POINTER)
		d->plain = true;
}

/* ---- a plain region */

static void
choose_for(chooser *c, hd_kernel *k)
{
	for (size_t i = 0; i < k->stmts.n; i++)
		if (hd_omp_allocates(k->stmts.at[i])) {
			hd_omp_cannot(c->p, k->region, k->stmts.at[i]->from,
				      "memory that kernels allocate is not the host's");
			return;
		}
	for (size_t i = 0; i < k->vars.n && !k->region->on_cpu; i++) {
		hd_var *v = &k->vars.at[i];
		bool shared =
			v->share == HD_S_SHARED && v->decl->type->kind != HD_T_POINTER;
		if (is_followed(v) || holds_pointers(v->decl->type))
			make_plain(c, k, v->decl);
		if (shared && c->p->model == HD_MEM_SYSTEM &&
		    !hd_omp_scalar_of(v->decl->type)->is_const)
			v->decl->managed = true;
		if (shared && c->p->model == HD_MEM_MANAGED && !why_not(v->decl)) {
			hd_bit_set(&c->managed, (size_t)v->decl->id);
			v->decl->managed = true;
		}
	}
}

/* What is managed has no copies: pointers of other kernels that may lead there. */
static void
follow(chooser *c, hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n && !k->region->on_cpu; i++) {
		hd_var *v = &k->vars.at[i];
		bool known, meets = false;
		hd_bits places;
		if (!is_followed(v) || v->decl->plain)
			continue;
		places = reach_of(c->p, v->decl, &known);
		hd_each_bit (b, &places)
			meets |= hd_bit(&c->managed, b);
		if (!meets)
			continue;
		if (v->decl->table)
			hd_omp_make_plain(c->p, k->region,
					  "'%s' leads to managed memory",
					  v->decl->name);
		else
			make_plain(c, k, v->decl);
	}
}

static void
each_kernel(chooser *c, bool plain, void (*what)(chooser *, hd_kernel *))
{
	for (size_t i = 0; i < c->p->regions.n; i++) {
		hd_region *r = c->p->regions.at[i];
		for (size_t k = 0; k < r->kernels.n && !r->on_cpu; k++)
			if (!plain || r->plain)
				what(c, r->kernels.at[k]);
	}
}

static void
needs_registry(chooser *c, hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		c->p->registry |= (is_followed(v) && !v->decl->plain) ||
				  (v->decl->registered && !v->decl->managed);
	}
}

void
hd_omp_choose_memory(hd_prog *p)
{
	chooser c = {p, hd_bits_new(p->mem, (size_t)hd_omp_locations(p)), false};

	for (size_t i = 0; i < p->regions.n; i++)
		p->managed |= p->regions.at[i]->plain && !p->regions.at[i]->on_cpu;
	if (!p->managed)
		return;
	each_kernel(&c, true, choose_for);
	do {
		c.changed = false;
		each_kernel(&c, false, follow);
	} while (c.changed);
	for (size_t i = 0; i < p->decls.n; i++)
		p->decls.at[i]->registered &= !p->decls.at[i]->managed;
	p->registry = false;
	each_kernel(&c, false, needs_registry);
}
