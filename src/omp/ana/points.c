/* SPDX-License-Identifier: Apache-2.0 */
/* What pointers may point to: a flow-insensitive analysis of the whole program. Places
 * are variables (by declaration number), allocation sites, and one for all else. All
 * pointers kept in memory (elements, fields, behind pointers) share one set. */
#include "omp/omp.h"

typedef struct site {
	hd_node *call;
	bool once; /* made at most once in a run */
} site;

struct hd_points {
	HD_VEC(site) sites;
	hd_bits *of; /* by declaration number; functions: what they return */
	hd_bits memory;
	size_t texts;   /* literals: the last but one */
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
is_label(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_LABEL;
}

static bool
runs_once(hd_prog *p, hd_node *n, int depth)
{
	struct calls c = {0};

	if (depth > 8)
		return false;
	for (; n->parent; n = n->parent)
		if (n->kind == HD_N_FOR || n->kind == HD_N_WHILE || n->kind == HD_N_DO)
			return false;
	if (!n->decl || n->decl->taken || hd_omp_any(n, is_label, NULL))
		return false;
	if (!strcmp(n->decl->name, "main"))
		return true;
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

/* ---- functions that are called through pointers */

static bool
is_callee(const hd_node *n)
{
	const hd_node *up = n->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN)) {
		n = up;
		up = up->parent;
	}
	return up && up->kind == HD_N_CALL && up->n && up->kid[0] == n;
}

static bool
find_taken(void *ctx, hd_node *n)
{
	(void)ctx;
	if (n->kind == HD_N_REF && n->decl && n->decl->kind == HD_D_FUNC &&
	    !is_callee(n))
		n->decl->taken = true;
	return false;
}

static bool
is_function_pointer(const hd_type *t)
{
	return t->kind == HD_T_FUNC ||
	       (t->kind == HD_T_POINTER && t->elem->kind == HD_T_FUNC);
}

static bool
fits(const hd_node *call, const hd_decl *fn)
{
	if (call->n - 1 != fn->params.n)
		return fn->variadic && call->n - 1 > fn->params.n;
	for (unsigned i = 1; i < call->n; i++)
		if (call->kid[i]->type->kind != fn->params.at[i - 1]->type->kind)
			return false;
	return true;
}

/* Whether a call may enter a function of the program: by its name, through a pointer, or
 * because a library gets a function to call back. */
bool
hd_omp_may_call(const hd_node *call, const hd_decl *fn)
{
	if (call->decl == fn)
		return true;
	if (!fn->taken || (call->decl && call->decl->body))
		return false;
	for (unsigned i = 1; call->decl && i < call->n; i++) {
		const hd_node *arg = hd_omp_strip(call->kid[i]);
		bool named = arg->kind == HD_N_REF && arg->decl &&
			     arg->decl->kind == HD_D_FUNC;
		if (is_function_pointer(call->kid[i]->type) &&
		    (!named || arg->decl == fn))
			return true;
	}
	return !call->decl && fits(call, fn);
}

int
hd_omp_locations(hd_prog *p)
{
	return (int)p->points->unknown + 1;
}

struct reach {
	hd_prog *p;
	hd_bits seen; /* functions, by declaration number */
};

static bool
mark_reached(void *ctx, hd_node *n)
{
	struct reach *r = ctx;

	for (size_t i = 0; n->kind == HD_N_CALL && i < r->p->funcs.n; i++) {
		hd_decl *fn = r->p->funcs.at[i]->decl;
		if (!hd_omp_may_call(n, fn) || hd_bit(&r->seen, (size_t)fn->id))
			continue;
		hd_bit_set(&r->seen, (size_t)fn->id);
		hd_omp_any(fn->body, mark_reached, r);
	}
	return false;
}

static bool
is_recursive(hd_prog *p, hd_decl *fn)
{
	struct reach r = {p, hd_bits_new(p->mem, p->decls.n)};

	hd_omp_any(fn->body, mark_reached, &r);
	return hd_bit(&r.seen, (size_t)fn->id);
}

/* Whether a place exists once: then "a copy is on the GPU" means this very one. */
bool
hd_omp_is_single(hd_prog *p, size_t place)
{
	if (place < p->decls.n) {
		hd_decl *d = p->decls.at[place];
		if ((d->kind != HD_D_LOCAL && d->kind != HD_D_PARAM) || !d->owner)
			return true;
		if (!d->owner->recursion) /* asked once */
			d->owner->recursion = is_recursive(p, d->owner) ? 2 : 1;
		return d->owner->recursion == 1;
	}
	return place < p->points->texts && p->points->sites.at[place - p->decls.n].once;
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
	for (size_t i = 0; !n->decl && i < p->funcs.n; i++)
		if (hd_omp_may_call(n, p->funcs.at[i]->decl))
			hd_bits_or(out, &pt->of[p->funcs.at[i]->decl->id]);
	if (!n->decl)
		return;
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
	if (n->kind == HD_N_LITERAL) {
		if (n->type->kind == HD_T_ARRAY || n->type->kind == HD_T_POINTER)
			add_place(out, p->points->texts);
		return;
	}
	if (n->type->kind == HD_T_ARRAY && n->kind != HD_N_REF &&
	    n->kind != HD_N_INIT) {
		object_of(p, n, out);
		return;
	}
	if (n->type->kind == HD_T_INT) { /* a number that was a pointer, or 0 */
		if (!n->known)
			add_place(out, p->points->unknown);
		return;
	}
	switch (n->kind) {
	case HD_N_REF:
		if (n->decl && n->type->kind == HD_T_ARRAY)
			object_of(p, n, out);
		else if (n->decl && n->decl->kind != HD_D_FUNC)
			hd_bits_or(out, &p->points->of[n->decl->id]);
		return;
	case HD_N_INIT:
		for (unsigned i = 0; i < n->n; i++)
			points_of(p, n->kid[i], out);
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
		for (unsigned i = n->op == HD_OP_COMMA; i < n->n; i++)
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
		add_place(out, p->points->unknown);
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

/* What a library hands to a function that it calls back is anything. */
static void
flow_into_params(hd_prog *p, hd_node *call, hd_decl *fn)
{
	for (unsigned i = 0; i < fn->params.n; i++) {
		hd_bits *to = &p->points->of[fn->params.at[i]->id];
		if (fn->params.at[i]->type->kind != HD_T_POINTER)
			continue;
		if (call->decl && !call->decl->body) {
			p->points->changed |= !hd_bit(to, p->points->unknown);
			hd_bit_set(to, p->points->unknown);
		} else if (i + 1 < call->n) {
			flow_to(p, to, call->kid[i + 1]);
		}
	}
}

static bool
constrain(void *ctx, hd_node *n)
{
	hd_prog *p = ctx;
	struct hd_points *pt = p->points;

	if (n->kind == HD_N_ASSIGN && n->op == HD_OP_NONE &&
	    n->type->kind == HD_T_POINTER)
		flow_into_lvalue(p, n->kid[0], n->kid[1]);
	if (n->kind == HD_N_VAR && n->n && n->type->kind == HD_T_POINTER)
		flow_to(p, &pt->of[n->decl->id], n->kid[0]);
	if (n->kind == HD_N_INIT) /* of a variable, or a compound literal */
		init_memory(p, n);
	if (n->kind == HD_N_RETURN && n->n && n->kid[0]->type->kind == HD_T_POINTER)
		flow_to(p, &pt->of[function_of(n)->id], n->kid[0]);
	if (n->kind == HD_N_CALL && n->decl && n->decl->body)
		flow_into_params(p, n, n->decl);
	else if (n->kind == HD_N_CALL)
		for (size_t i = 0; i < p->funcs.n; i++)
			if (hd_omp_may_call(n, p->funcs.at[i]->decl))
				flow_into_params(p, n, p->funcs.at[i]->decl);
	return false;
}

/* A pointer whose own address is taken may be set and read through that. */
static void
mix_addressed(hd_prog *p)
{
	struct hd_points *pt = p->points;

	for (size_t i = 0; i < p->decls.n; i++)
		if (p->decls.at[i]->addressed &&
		    p->decls.at[i]->type->kind == HD_T_POINTER) {
			add(p, &pt->of[i], &pt->memory);
			add(p, &pt->memory, &pt->of[i]);
		}
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
		fn->called = c.count > 0 || fn->taken;
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
		hd_omp_any(p->funcs.at[i], find_taken, p);
	for (size_t i = 0; i < p->globals.n; i++)
		hd_omp_any(p->globals.at[i], find_taken, p);
	for (size_t i = 0; i < p->funcs.n; i++)
		hd_omp_any(p->funcs.at[i], find_site, p);
	n = p->decls.n + pt->sites.n + 2;
	pt->unknown = n - 1;
	pt->texts = n - 2;
	pt->memory = hd_bits_new(p->mem, n);
	pt->of = HD_NEW_ARRAY(p->mem, hd_bits, p->decls.n);
	for (size_t i = 0; i < p->decls.n; i++)
		pt->of[i] = hd_bits_new(p->mem, n);
	params_of_uncalled(p);
	do {
		pt->changed = false;
		mix_addressed(p);
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

/* What pointers in memory may lead to; false when something unknown is among it. */
bool
hd_omp_rows(hd_prog *p, hd_bits *out)
{
	hd_bits_or(out, &p->points->memory);
	return !hd_bit(&p->points->memory, p->points->unknown);
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
	if (d->table || hd_omp_leads_to_pointers(d->type) ||
	    hd_omp_scalar_of(d->type)->kind == HD_T_POINTER)
		hd_omp_rows(p, &b);
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

	return hd_bits_count(b) > 0 && !hd_bit(b, p->points->unknown) &&
	       !hd_bit(b, p->points->texts);
}

/* The place of all literals. */
size_t
hd_omp_texts(hd_prog *p)
{
	return p->points->texts;
}
