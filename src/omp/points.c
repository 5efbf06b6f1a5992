/* SPDX-License-Identifier: Apache-2.0 */
/* What pointers may point to: a flow-insensitive analysis of the whole program. Places
 * are variables (by declaration number), allocation sites, and one for all else. All
 * pointers kept in memory (elements, fields, behind pointers) share one set. */
#include "omp.h"

typedef struct site {
	hd_node *call;
	bool once; /* made at most once in a run */
} site;

struct hd_points {
	HD_VEC(site) sites;
	hd_bits *of; /* by declaration number; functions: what they return */
	hd_bits memory;
	size_t unknown; /* the last place */
	bool changed;
};

static bool
is_allocator(const char *name)
{
	return !strcmp(name, "malloc") || !strcmp(name, "calloc") ||
	       !strcmp(name, "realloc");
}

/* ---- how often code runs */

struct calls {
	hd_decl *fn;
	hd_node *at;
	int count;
};

static bool
count_call(void *ctx, hd_node *n)
{
	struct calls *c = ctx;

	if (n->kind == HD_N_CALL && n->decl == c->fn) {
		c->count++;
		c->at = n;
	}
	return false;
}

static bool
runs_once(hd_prog *p, hd_node *n, int depth)
{
	struct calls c = {0};

	if (depth > 8)
		return false;
	for (; n->parent; n = n->parent)
		if (n->kind == HD_N_FOR || n->kind == HD_N_WHILE ||
		    n->kind == HD_N_DO || n->kind == HD_N_LABEL)
			return false;
	if (!n->decl || !strcmp(n->decl->name, "main"))
		return n->decl != NULL;
	c.fn = n->decl;
	for (size_t i = 0; i < p->funcs.n; i++)
		hd_omp_any(p->funcs.at[i], count_call, &c);
	return c.count == 1 && runs_once(p, c.at, depth + 1);
}

static bool
find_site(void *ctx, hd_node *n)
{
	hd_prog *p = ctx;
	site s = {.call = n};

	if (n->kind == HD_N_CALL && n->decl && is_allocator(n->decl->name)) {
		s.once = runs_once(p, n, 0);
		hd_push(p->mem, &p->points->sites, s);
	}
	return false;
}

int
hd_omp_locations(hd_prog *p)
{
	return (int)p->points->unknown + 1;
}

static bool
reaches(hd_node *n, hd_decl *fn, int depth)
{
	if (!n || depth > 12)
		return depth > 12;
	if (n->kind == HD_N_CALL && n->decl && n->decl->body &&
	    (n->decl == fn || reaches(n->decl->body, fn, depth + 1)))
		return true;
	for (unsigned i = 0; i < n->n; i++)
		if (reaches(n->kid[i], fn, depth))
			return true;
	return false;
}

/* Whether a place exists once: then "a copy is on the GPU" means this very one. */
bool
hd_omp_is_single(hd_prog *p, size_t place)
{
	if (place < p->decls.n) {
		hd_decl *d = p->decls.at[place];
		if (d->kind != HD_D_LOCAL || !d->owner)
			return true;
		if (!d->owner->recursion) /* asked once */
			d->owner->recursion =
				reaches(d->owner->body, d->owner, 0) ? 2 : 1;
		return d->owner->recursion == 1;
	}
	return place < p->points->unknown &&
	       p->points->sites.at[place - p->decls.n].once;
}

/* ---- values of expressions */

static void
add(hd_prog *p, hd_bits *to, const hd_bits *from)
{
	if (hd_bits_or(to, from))
		p->points->changed = true;
}

static void
add_place(hd_bits *to, size_t place)
{
	hd_bit_set(to, place);
}

static void points_of(hd_prog *p, hd_node *n, hd_bits *out);

/* The object that an lvalue is part of. */
static void
object_of(hd_prog *p, hd_node *n, hd_bits *out)
{
	n = hd_omp_strip(n);
	if (n->kind == HD_N_REF && n->decl) {
		n->decl->addressed = true;
		add_place(out, (size_t)n->decl->id);
	} else if (n->kind == HD_N_INDEX) {
		hd_node *b = hd_omp_strip(n->kid[0]);
		if (b->type->kind == HD_T_ARRAY)
			object_of(p, b, out);
		else
			points_of(p, b, out);
	} else if (n->kind == HD_N_MEMBER && n->n) {
		if (n->arrow)
			points_of(p, n->kid[0], out);
		else
			object_of(p, n->kid[0], out);
	} else if (n->kind == HD_N_UNARY && n->op == HD_OP_DEREF) {
		points_of(p, n->kid[0], out);
	} else {
		add_place(out, p->points->unknown);
	}
}

static void
points_of_call(hd_prog *p, hd_node *n, hd_bits *out)
{
	struct hd_points *pt = p->points;

	if (n->decl && n->decl->body) {
		hd_bits_or(out, &pt->of[n->decl->id]);
		return;
	}
	for (size_t i = 0; i < pt->sites.n; i++)
		if (pt->sites.at[i].call == n) {
			add_place(out, p->decls.n + i);
			return;
		}
	add_place(out, pt->unknown);
}

static void
points_of(hd_prog *p, hd_node *n, hd_bits *out)
{
	n = hd_omp_strip(n);
	if (n->type->kind == HD_T_ARRAY && n->kind != HD_N_REF) {
		object_of(p, n, out);
		return;
	}
	switch (n->kind) {
	case HD_N_REF:
		if (n->decl && n->type->kind == HD_T_ARRAY)
			object_of(p, n, out);
		else if (n->decl && n->decl->kind != HD_D_FUNC)
			hd_bits_or(out, &p->points->of[n->decl->id]);
		return;
	case HD_N_UNARY:
		if (n->op == HD_OP_ADDR)
			object_of(p, n->kid[0], out);
		else if (n->op == HD_OP_DEREF)
			hd_bits_or(out, &p->points->memory);
		else
			points_of(p, n->kid[0], out);
		return;
	case HD_N_BINARY:
		for (unsigned i = 0; i < n->n; i++)
			if (n->kid[i]->type->kind == HD_T_POINTER ||
			    n->kid[i]->type->kind == HD_T_ARRAY)
				points_of(p, n->kid[i], out);
		return;
	case HD_N_COND:
		points_of(p, n->kid[1], out);
		points_of(p, n->kid[2], out);
		return;
	case HD_N_ASSIGN:
		points_of(p, n->kid[0], out);
		return;
	case HD_N_CALL:
		points_of_call(p, n, out);
		return;
	case HD_N_INDEX:
	case HD_N_MEMBER:
		hd_bits_or(out, &p->points->memory);
		return;
	default:
		return;
	}
}

/* ---- constraints */

static void
flow_to(hd_prog *p, hd_bits *to, hd_node *value)
{
	hd_bits b = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));

	points_of(p, value, &b);
	add(p, to, &b);
}

static void
flow_into_lvalue(hd_prog *p, hd_node *left, hd_node *value)
{
	left = hd_omp_strip(left);
	if (left->kind == HD_N_REF && left->decl)
		flow_to(p, &p->points->of[left->decl->id], value);
	else
		flow_to(p, &p->points->memory, value);
}

static hd_decl *
function_of(hd_node *n)
{
	while (n->parent)
		n = n->parent;
	return n->decl;
}

static void
init_memory(hd_prog *p, hd_node *n)
{
	if (n->type->kind == HD_T_POINTER)
		flow_to(p, &p->points->memory, n);
	for (unsigned i = 0; n->kind == HD_N_INIT && i < n->n; i++)
		init_memory(p, n->kid[i]);
}

static bool
constrain(void *ctx, hd_node *n)
{
	hd_prog *p = ctx;
	struct hd_points *pt = p->points;

	if (n->kind == HD_N_ASSIGN && n->type->kind == HD_T_POINTER)
		flow_into_lvalue(p, n->kid[0], n->kid[1]);
	if (n->kind == HD_N_VAR && n->n && n->type->kind == HD_T_POINTER)
		flow_to(p, &pt->of[n->decl->id], n->kid[0]);
	if (n->kind == HD_N_VAR && n->n && n->kid[0]->kind == HD_N_INIT)
		init_memory(p, n->kid[0]);
	if (n->kind == HD_N_RETURN && n->n && n->kid[0]->type->kind == HD_T_POINTER)
		flow_to(p, &pt->of[function_of(n)->id], n->kid[0]);
	if (n->kind == HD_N_CALL && n->decl && n->decl->body)
		for (unsigned i = 1; i < n->n && i - 1 < n->decl->params.n; i++)
			if (n->kid[i]->type->kind == HD_T_POINTER)
				flow_to(p, &pt->of[n->decl->params.at[i - 1]->id],
					n->kid[i]);
	return false;
}

/* Anything may be behind a pointer that comes from outside of the program. */
static void
params_of_uncalled(hd_prog *p)
{
	for (size_t i = 0; i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		struct calls c = {.fn = fn};
		for (size_t k = 0; k < p->funcs.n; k++)
			hd_omp_any(p->funcs.at[k], count_call, &c);
		fn->called = c.count > 0;
		for (size_t k = 0; !fn->called && k < fn->params.n; k++)
			if (fn->params.at[k]->type->kind == HD_T_POINTER)
				hd_bit_set(&p->points->of[fn->params.at[k]->id],
					   p->points->unknown);
	}
}

void
hd_omp_points_to(hd_prog *p)
{
	struct hd_points *pt = p->points = HD_NEW(p->mem, struct hd_points);
	size_t n;

	for (size_t i = 0; i < p->funcs.n; i++)
		hd_omp_any(p->funcs.at[i], find_site, p);
	n = p->decls.n + pt->sites.n + 1;
	pt->unknown = n - 1;
	pt->memory = hd_bits_new(p->mem, n);
	pt->of = HD_NEW_ARRAY(p->mem, hd_bits, p->decls.n);
	for (size_t i = 0; i < p->decls.n; i++)
		pt->of[i] = hd_bits_new(p->mem, n);
	params_of_uncalled(p);
	do {
		pt->changed = false;
		for (size_t i = 0; i < p->funcs.n; i++)
			hd_omp_any(p->funcs.at[i], constrain, p);
		for (size_t i = 0; i < p->globals.n; i++)
			hd_omp_any(p->globals.at[i], constrain, p);
	} while (pt->changed);
}

/* The places behind a pointer variable; false when something unknown is among them, then
 * every place whose address was taken is. */
bool
hd_omp_may_point(hd_prog *p, const hd_decl *ptr, hd_bits *out)
{
	struct hd_points *pt = p->points;

	hd_bits_or(out, &pt->of[ptr->id]);
	if (!hd_bit(out, pt->unknown))
		return true;
	for (size_t i = 0; i < p->decls.n; i++)
		if (p->decls.at[i]->addressed)
			hd_bit_set(out, i);
	for (size_t i = 0; i < pt->sites.n; i++)
		hd_bit_set(out, p->decls.n + i);
	return false;
}

/* Everything that a pointer without a name may reach. */
void
hd_omp_anything(hd_prog *p, hd_bits *out)
{
	struct hd_points *pt = p->points;

	for (size_t i = 0; i < p->decls.n; i++)
		if (p->decls.at[i]->addressed)
			hd_bit_set(out, i);
	for (size_t i = 0; i < pt->sites.n; i++)
		hd_bit_set(out, p->decls.n + i);
}

/* What a kernel's variable leads to: an array is itself. */
static hd_bits
reach_of(hd_prog *p, const hd_decl *d)
{
	hd_bits b = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));

	if (d->type->kind == HD_T_POINTER)
		hd_omp_may_point(p, d, &b);
	else
		hd_bit_set(&b, (size_t)d->id);
	return b;
}

/* Whether nothing else in a kernel leads to the memory of one of its variables. */
bool
hd_omp_is_alone(hd_prog *p, hd_kernel *k, const hd_decl *d)
{
	hd_bits mine = reach_of(p, d);

	if (hd_omp_used_by_functions(p, d) || !hd_bits_count(&mine) ||
	    hd_bit(&mine, p->points->unknown))
		return false;
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_bits other;
		if (k->vars.at[i].decl == d)
			continue;
		other = reach_of(p, k->vars.at[i].decl);
		hd_each_bit (place, &mine)
			if (hd_bit(&other, place))
				return false;
	}
	return true;
}

bool
hd_omp_has_extent(hd_prog *p, const hd_decl *ptr)
{
	const hd_bits *b = &p->points->of[ptr->id];

	return hd_bits_count(b) > 0 && !hd_bit(b, p->points->unknown);
}
