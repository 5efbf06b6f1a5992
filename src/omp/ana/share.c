/* SPDX-License-Identifier: Apache-2.0 */
/* Data-sharing attributes: clauses first, then OpenMP's rules for everything else. */
#include "omp/omp.h"

typedef struct sharer {
	hd_prog *p;
	hd_region *r;
} sharer;

static const struct {
	enum hd_clkind clause;
	enum hd_share share;
} sharing[] = {
	{HD_CL_SHARED, HD_S_SHARED},       {HD_CL_PRIVATE, HD_S_PRIVATE},
	{HD_CL_FIRSTPRIVATE, HD_S_FIRST},  {HD_CL_LASTPRIVATE, HD_S_LAST},
	{HD_CL_REDUCTION, HD_S_REDUCTION}, {HD_CL_COPYIN, HD_S_THREADPRIVATE},
	{HD_CL_LINEAR, HD_S_SHARED},
};

static void
apply_item(sharer *s, hd_vars *vars, hd_clause *c, hd_item *item, enum hd_share share)
{
	hd_var *v;

	if (!item->decl)
		return;
	v = hd_omp_var(vars, item->decl);
	if (!v) {
		v = hd_omp_add_var(s->p, vars, item->decl, share);
	} else if ((v->share == HD_S_FIRST && share == HD_S_LAST) ||
		   (v->share == HD_S_LAST && share == HD_S_FIRST)) {
		v->share = HD_S_FIRSTLAST;
	} else {
		v->share = share;
	}
	if (share == HD_S_REDUCTION) {
		v->op = c->op;
		v->section = item->section;
	}
}

/* Which clauses of a directive a construct takes: a combined one keeps what is
 * lastprivate and leaves the rest to its region. */
enum part { ALL, LAST_ONLY, NOT_LAST };

static bool
takes(hd_dir *d, hd_item *item, enum part part)
{
	bool last = item->decl && hd_omp_has_item(d, HD_CL_LASTPRIVATE, item->decl);

	return part == ALL || last == (part == LAST_ONLY);
}

static void
apply_clauses(sharer *s, hd_vars *vars, hd_dir *d, enum part part)
{
	for (size_t i = 0; d && i < d->clauses.n; i++) {
		hd_clause *c = &d->clauses.at[i];
		for (size_t k = 0; k < HD_COUNT(sharing); k++)
			for (size_t j = 0;
			     c->kind == sharing[k].clause && j < c->items.n; j++)
				if (takes(d, &c->items.at[j], part))
					apply_item(s, vars, c, &c->items.at[j],
						   sharing[k].share);
	}
}

/* The variable that a reference means: of the innermost construct that names it, or of
 * the region. */
static hd_var *
binding(hd_region *r, hd_node *ref)
{
	for (hd_node *n = ref; n; n = n->parent) {
		for (size_t i = 0; i < r->works.n; i++) {
			hd_work *w = r->works.at[i];
			hd_var *v;
			if (w->node == n && (v = hd_omp_var(&w->vars, ref->decl)) &&
			    v->share != HD_S_SHARED)
				return v;
		}
		if (n == r->node)
			break;
	}
	return hd_omp_var(&r->vars, ref->decl);
}

static enum hd_share
default_share(hd_region *r, hd_decl *d)
{
	if (d->threadprivate)
		return HD_S_THREADPRIVATE;
	if (d->kind == HD_D_GLOBAL || d->kind == HD_D_STATIC)
		return HD_S_SHARED;
	if (d->node && hd_omp_inside(d->node, r->node))
		return HD_S_LOCAL;
	if (!r->dir && d->kind == HD_D_PARAM) /* an orphan's parameters are its own */
		return HD_S_FIRST;
	return HD_S_SHARED;
}

static void
share_ref(void *ctx, hd_node *n, int how)
{
	sharer *s = ctx;
	hd_var *v;

	if (n->kind == HD_N_CALL && n->decl) {
		s->r->uses_ids |= n->decl->uses_ids;
		for (size_t i = 0; i < n->decl->uses.n; i++) {
			hd_use *u = &n->decl->uses.at[i];
			hd_omp_add_var(s->p, &s->r->vars, u->decl,
				       default_share(s->r, u->decl))
				->how |= u->how;
		}
	}
	if ((n->kind != HD_N_REF && n->kind != HD_N_VAR) || !n->decl)
		return;
	v = binding(s->r, n);
	if (!v)
		v = hd_omp_add_var(s->p, &s->r->vars, n->decl,
				   default_share(s->r, n->decl));
	v->how |= hd_omp_device_how(n, how);
}

/* What the clauses of inner constructs need from the variables outside. */
static void
share_outer(sharer *s, hd_work *w)
{
	for (size_t i = 0; i < w->vars.n; i++) {
		hd_var *v = &w->vars.at[i], *outer;
		int how = 0;
		if (v->share == HD_S_FIRST || v->share == HD_S_FIRSTLAST)
			how |= HD_READ;
		if (v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST)
			how |= HD_WRITE;
		if (v->share == HD_S_REDUCTION)
			how |= HD_READ | HD_WRITE;
		if (!how)
			continue;
		outer = hd_omp_add_var(s->p, &s->r->vars, v->decl,
				       default_share(s->r, v->decl));
		outer->how |= how;
	}
}

/* ---- tasks: what is not shared around them is firstprivate */

typedef struct tasker {
	sharer *s;
	hd_work *w;
} tasker;

static bool
is_shared_around(tasker *t, hd_node *ref)
{
	hd_node outer = {.kind = HD_N_REF, .decl = ref->decl, .parent = NULL};
	hd_region *r = t->s->r;
	hd_var *v;

	if (ref->decl->kind == HD_D_GLOBAL || ref->decl->kind == HD_D_STATIC)
		return true;
	outer.parent = t->w->node->parent;
	v = binding(r, &outer);
	if (v)
		return v->share == HD_S_SHARED || v->share == HD_S_REDUCTION;
	return r->dir && !(ref->decl->node && hd_omp_inside(ref->decl->node, r->node));
}

static void
share_in_task(void *ctx, hd_node *n, int how)
{
	tasker *t = ctx;
	hd_var *v;

	if (n->kind != HD_N_REF || !n->decl || n->decl->kind == HD_D_FUNC ||
	    (n->decl->node && hd_omp_inside(n->decl->node, t->w->node)))
		return;
	v = hd_omp_var(&t->w->vars, n->decl);
	if (!v && !is_shared_around(t, n))
		v = hd_omp_add_var(t->s->p, &t->w->vars, n->decl, HD_S_FIRST);
	if (v)
		v->how |= how;
}

static void
share_task(sharer *s, hd_work *w)
{
	tasker t = {s, w};

	if (w->dir->kind == HD_DIR_TASK || w->dir->kind == HD_DIR_TASKLOOP)
		hd_omp_accesses(w->node, HD_READ, share_in_task, &t);
}

void
hd_omp_share(hd_prog *p, hd_region *r)
{
	sharer s = {p, r};

	for (size_t i = 0; i < r->works.n; i++) {
		hd_work *w = r->works.at[i];
		apply_clauses(&s, &w->vars, w->dir, w->dir == r->dir ? LAST_ONLY : ALL);
	}
	apply_clauses(&s, &r->vars, r->dir,
		      r->dir && r->dir->kind != HD_DIR_PARALLEL ? NOT_LAST : ALL);
	for (size_t i = 0; i < r->works.n; i++)
		share_task(&s, r->works.at[i]);
	for (size_t i = 0; i < r->works.n; i++)
		share_outer(&s, r->works.at[i]);
	hd_omp_accesses(r->node, HD_READ, share_ref, &s);
	for (size_t i = 0; i < r->vars.n; i++)
		if (r->vars.at[i].decl->threadprivate)
			r->vars.at[i].share = HD_S_THREADPRIVATE;
}

/* ---- variables of one kernel */

typedef struct collector {
	hd_prog *p;
	hd_kernel *k;
	int depth; /* of loops */
} collector;

static int
loop_depth(hd_kernel *k, hd_node *n)
{
	int depth = 0;

	for (; n && n != k->region->node->parent; n = n->parent)
		depth += n->kind == HD_N_FOR || n->kind == HD_N_WHILE ||
			 n->kind == HD_N_DO;
	return depth;
}

static void
collect_ref(void *ctx, hd_node *n, int how)
{
	collector *c = ctx;
	hd_region *r = c->k->region;
	hd_var *v, *mine;

	if (n->kind == HD_N_CALL && n->decl)
		for (size_t i = 0; i < n->decl->uses.n; i++) {
			hd_use *u = &n->decl->uses.at[i];
			v = hd_omp_var(&r->vars, u->decl);
			hd_omp_add_var(c->p, &c->k->vars, u->decl, v->share)->how |=
				u->how;
		}
	if ((n->kind != HD_N_REF && n->kind != HD_N_VAR) || !n->decl)
		return;
	v = binding(r, n);
	if (!v || hd_omp_var(&r->vars, n->decl) != v)
		return; /* private to an inner construct */
	if (v->share == HD_S_LOCAL)
		for (size_t i = 0; i < c->k->stmts.n; i++)
			if (hd_omp_inside(n->decl->node, c->k->stmts.at[i]))
				return; /* declared by the text itself */
	mine = hd_omp_add_var(c->p, &c->k->vars, n->decl, v->share);
	mine->op = v->op;
	mine->section = v->section;
	mine->uniform = v->uniform;
	mine->how |= hd_omp_device_how(n, how);
	if (loop_depth(c->k, n) > 1)
		mine->loops++;
}

static void
collect_outer(collector *c, hd_work *w)
{
	for (size_t i = 0; i < w->vars.n; i++) {
		hd_var *v = &w->vars.at[i],
		       *o = hd_omp_var(&c->k->region->vars, v->decl);
		hd_var *mine;
		int how = v->share == HD_S_REDUCTION && c->k->block_mode
				  ? HD_READ | HD_WRITE
			  : v->share == HD_S_FIRST     ? HD_READ
			  : v->share == HD_S_LAST      ? HD_WRITE
			  : v->share == HD_S_FIRSTLAST ? HD_READ | HD_WRITE
						       : 0;
		if (!how || !o)
			continue;
		mine = hd_omp_add_var(c->p, &c->k->vars, v->decl, o->share);
		mine->uniform = o->uniform;
		mine->how |= how;
	}
}

/* Of the statements that the kernel does at its end. */
static void
collect_tail(void *ctx, hd_node *n, int how)
{
	collector *c = ctx;
	hd_var *v;

	if (n->kind != HD_N_REF || !n->decl)
		return;
	v = hd_omp_add_var(c->p, &c->k->vars, n->decl, HD_S_SHARED);
	if (hd_omp_has_item(c->k->cuda, HD_CL_DEVICESCALARS, n->decl))
		v->tail_how |= how;
	else
		v->how |= how;
}

/* Every variable of the region that this kernel's text needs, and how. */
void
hd_omp_kernel_vars(hd_prog *p, hd_kernel *k)
{
	collector c = {p, k, 0};

	k->vars.n = 0;
	for (size_t i = 0; i < k->stmts.n; i++)
		hd_omp_accesses(k->stmts.at[i], HD_READ, collect_ref, &c);
	for (size_t i = 0; i < k->works.n; i++)
		collect_outer(&c, k->works.at[i]);
	for (size_t i = 0; i < k->before.n; i++)
		hd_omp_accesses(k->before.at[i], HD_READ, collect_tail, &c);
	for (size_t i = 0; i < k->behind.n; i++)
		hd_omp_accesses(k->behind.at[i], HD_READ, collect_tail, &c);
	if (k->finished)
		hd_omp_add_var(p, &k->vars, k->finished, HD_S_SHARED)->tail_how |=
			HD_READ | HD_WRITE;
	for (size_t i = 0; i < k->region->vars.n; i++) {
		hd_var *v = &k->region->vars.at[i];
		/* a clause may name what the body never mentions */
		if (v->share == HD_S_REDUCTION && k->block_mode)
			hd_omp_add_var(p, &k->vars, v->decl, v->share)->op = v->op;
	}
}
