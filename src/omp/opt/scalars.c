/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars that stay on the device. Where a region computes scalars from a reduction, and
 * nothing but its kernels uses them,
 *
 *     single: d = 0;
 *     for reduction(+: d): d += p[j] * q[j];
 *     single: alpha = rho / d;
 *     for: z[j] += alpha * p[j];
 *
 * the last block of the reduction's kernel finishes it and does the assignments on both
 * sides, too, and the host need not wait for any of it. Those in front of the kernel may be
 * done that late because the rest of the kernel does not look at their variables. */
#include "omp/omp.h"

typedef struct chooser {
	hd_prog *p;
	hd_region *r;
	hd_kernel *k;
	bool ok;
} chooser;

/* ---- statements that are assignments to scalars */

static bool
is_number(const hd_type *t)
{
	return t->kind == HD_T_INT || t->kind == HD_T_FLOAT;
}

static hd_var *
shared_scalar(hd_region *r, const hd_decl *d)
{
	hd_var *v = d ? hd_omp_var(&r->vars, d) : NULL;

	return v && v->share == HD_S_SHARED && is_number(d->type) ? v : NULL;
}

/* Functions that C and CUDA have in common. */
static bool
is_mathematics(const hd_node *call)
{
	static const char *const names[] = {"sqrt", "fabs", "exp",   "log",  "pow",
					    "sin",  "cos",  "floor", "ceil", "fmax",
					    "fmin", "abs",  "sqrtf", "fabsf"};

	for (size_t i = 0; call->decl && call->decl->system && i < HD_COUNT(names); i++)
		if (!strcmp(call->decl->name, names[i]))
			return true;
	return false;
}

static bool
is_value(hd_region *r, hd_node *n)
{
	unsigned first = 0;

	switch (n->kind) {
	case HD_N_LITERAL:
		return true;
	case HD_N_REF:
		return shared_scalar(r, n->decl) != NULL;
	case HD_N_UNARY:
		if (n->op == HD_OP_INC || n->op == HD_OP_DEC || n->op == HD_OP_ADDR ||
		    n->op == HD_OP_DEREF)
			return false;
		break;
	case HD_N_CALL:
		if (!is_mathematics(n))
			return false;
		first = 1;
		break;
	case HD_N_BINARY:
	case HD_N_COND:
	case HD_N_PAREN:
	case HD_N_IMPLICIT:
	case HD_N_CAST:
		break;
	default:
		return false;
	}
	for (; first < n->n; first++)
		if (!is_value(r, n->kid[first]))
			return false;
	return true;
}

static bool
is_assignment(hd_region *r, hd_node *n)
{
	hd_node *left = n->kind == HD_N_ASSIGN ? hd_omp_strip(n->kid[0]) : NULL;

	return left && left->kind == HD_N_REF && shared_scalar(r, left->decl) &&
	       is_value(r, n->kid[1]);
}

/* A single or master construct without clauses, of assignments alone. */
static bool
is_movable(hd_region *r, hd_node *n)
{
	hd_work *w = hd_omp_work_at(r, n);

	if (!w || n->moved || n->dirs != w->dir || n->dirs->next || w->vars.n ||
	    (w->dir->kind != HD_DIR_SINGLE && w->dir->kind != HD_DIR_MASTER) ||
	    w->dir->clauses.n != (w->nowait ? 1u : 0u))
		return false;
	if (n->kind != HD_N_COMPOUND)
		return is_assignment(r, n);
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i]->dirs || !is_assignment(r, n->kid[i]))
			return false;
	return n->n > 0;
}

/* ---- kernels and their neighbours */

/* The only reduction of a kernel, if its last statement does it. */
static hd_decl *
only_reduction(hd_kernel *k)
{
	hd_decl *found = NULL;

	if (k->block_mode || k->criticals.n)
		return NULL;
	for (size_t i = 0; i < k->vars.n; i++)
		if (k->vars.at[i].share == HD_S_REDUCTION)
			return NULL;
	for (size_t i = 0; i < k->works.n; i++)
		for (size_t j = 0; j < k->works.at[i]->vars.n; j++) {
			hd_var *v = &k->works.at[i]->vars.at[j];
			if (v->share != HD_S_REDUCTION)
				continue;
			if (found || v->section || !is_number(v->decl->type) ||
			    k->works.at[i]->node != hd_last(&k->stmts))
				return NULL;
			found = v->decl;
		}
	return found;
}

static void
check_order(void *ctx, hd_node *n, int how)
{
	chooser *c = ctx;
	hd_var *v;

	if (n->kind != HD_N_REF || n->decl == c->k->finished)
		return;
	v = hd_omp_var(&c->k->vars, n->decl);
	if (v && ((how | v->how) & (HD_WRITE | HD_ADDR)))
		c->ok = false;
}

/* Whether a statement in front of the kernel can as well be done at its end. */
static bool
can_wait(chooser *c, hd_kernel *k, hd_node *n)
{
	c->k = k;
	c->ok = true;
	hd_omp_accesses(n, HD_READ, check_order, c);
	return c->ok;
}

static unsigned
index_of(const hd_node *list, const hd_node *n)
{
	unsigned i = 0;

	while (i < list->n && list->kid[i] != n)
		i++;
	return i;
}

static bool
is_barrier(const hd_node *n)
{
	return n->kind == HD_N_DIRECTIVE && n->dirs->kind == HD_DIR_BARRIER;
}

static void
take(chooser *c, hd_nodes *list, hd_node *n)
{
	if (is_barrier(n))
		return; /* the end of a kernel is one */
	n->moved = true;
	hd_push(c->p->mem, list, n);
}

static void
gather(chooser *c, hd_kernel *k)
{
	hd_node *list = k->stmts.at[0]->parent;
	unsigned first, last;

	if (!list || list->kind != HD_N_COMPOUND)
		return;
	first = index_of(list, k->stmts.at[0]);
	last = index_of(list, hd_last(&k->stmts));
	while (first > 0 && (is_barrier(list->kid[first - 1]) ||
			     (is_movable(c->r, list->kid[first - 1]) &&
			      can_wait(c, k, list->kid[first - 1]))))
		first--;
	for (; list->kid[first] != k->stmts.at[0]; first++)
		take(c, &k->before, list->kid[first]);
	while (++last < list->n &&
	       (is_barrier(list->kid[last]) || is_movable(c->r, list->kid[last])))
		take(c, &k->behind, list->kid[last]);
}

/* ---- variables that only kernels use */

typedef struct user {
	hd_prog *p;
	hd_region *r;
	hd_decl *d;
} user;

static bool
is_host_use(void *ctx, hd_node *n)
{
	user *u = ctx;
	hd_kernel *k;

	if (n->kind != HD_N_REF || n->decl != u->d)
		return false;
	for (hd_node *up = n; up && up != u->r->node; up = up->parent)
		if (up->moved)
			return false;
	k = hd_omp_kernel_at(u->p, n);
	return !k || hd_omp_in_bounds(k, n);
}

static bool
kernel_agrees(hd_kernel *k, const hd_decl *d)
{
	hd_var *v = hd_omp_var(&k->vars, d);

	if (v && (v->share != HD_S_SHARED ||
		  (v->how & (HD_WRITE | HD_ADDR | HD_SIZED | HD_CALLARG))))
		return false;
	for (size_t i = 0; i < k->works.n; i++) {
		v = hd_omp_var(&k->works.at[i]->vars, d);
		if (v && v->share != HD_S_FIRST &&
		    !(v->share == HD_S_REDUCTION && k->finished == d))
			return false;
	}
	return true;
}

static bool
can_stay(chooser *c, hd_decl *d)
{
	user u = {c->p, c->r, d};

	if (!shared_scalar(c->r, d) || d->addressed || d->registered ||
	    d->threadprivate || d->type->is_const || d->kind == HD_D_PARAM ||
	    hd_omp_used_by_functions(c->p, d))
		return false;
	for (size_t i = 0; i < c->r->kernels.n; i++)
		if (!kernel_agrees(c->r->kernels.at[i], d))
			return false;
	return !hd_omp_any(c->r->node, is_host_use, &u);
}

static bool
is_changed(hd_region *r, const hd_decl *d)
{
	return shared_scalar(r, d)->how & (HD_WRITE | HD_ADDR);
}

static void
check_use(void *ctx, hd_node *n, int how)
{
	chooser *c = ctx;

	(void)how;
	if (n->kind == HD_N_REF && is_changed(c->r, n->decl) && !can_stay(c, n->decl))
		c->ok = false;
}

static bool
may_move(chooser *c, hd_node *n)
{
	c->ok = true;
	hd_omp_accesses(n, HD_READ, check_use, c);
	return c->ok;
}

static void
note_read(void *ctx, hd_node *n, int how)
{
	chooser *c = ctx;

	if (n->kind == HD_N_REF && n->decl == c->k->finished && (how & HD_READ))
		c->ok = true;
}

/* If no kernel wants the result, the host had better take it at once. */
static bool
is_wanted(chooser *c, hd_kernel *k)
{
	c->k = k;
	c->ok = false;
	for (size_t i = 0; i < c->r->kernels.n; i++) {
		hd_kernel *other = c->r->kernels.at[i];
		hd_var *v = hd_omp_var(&other->vars, k->finished);
		c->ok |= v && (v->how & HD_READ);
		for (size_t s = 0; s < other->before.n; s++)
			hd_omp_accesses(other->before.at[s], HD_READ, note_read, c);
		for (size_t s = 0; s < other->behind.n; s++)
			hd_omp_accesses(other->behind.at[s], HD_READ, note_read, c);
	}
	return c->ok;
}

/* ---- the choice */

/* Keep the statements next to the kernel; from one that cannot move on, none can. */
static bool
keep_movable(chooser *c, hd_nodes *list, bool from_end)
{
	size_t good = 0;

	while (good < list->n &&
	       may_move(c, list->at[from_end ? list->n - 1 - good : good]))
		good++;
	if (good == list->n)
		return false;
	for (size_t i = 0; i < list->n; i++)
		list->at[i]->moved = from_end ? i >= list->n - good : i < good;
	if (from_end)
		memmove(list->at, list->at + (list->n - good), good * sizeof *list->at);
	list->n = good;
	return true;
}

static void
leave_to_host(hd_kernel *k)
{
	for (size_t i = 0; i < k->before.n; i++)
		k->before.at[i]->moved = false;
	for (size_t i = 0; i < k->behind.n; i++)
		k->behind.at[i]->moved = false;
	k->before.n = k->behind.n = 0;
	k->finished = NULL;
}

static bool
revise(chooser *c, hd_kernel *k)
{
	bool changed;

	if (!k->finished)
		return false;
	if (!can_stay(c, k->finished) || !is_wanted(c, k)) {
		leave_to_host(k);
		return true;
	}
	changed = keep_movable(c, &k->before, true);
	return keep_movable(c, &k->behind, false) || changed;
}

static void
note_device(void *ctx, hd_node *n, int how)
{
	chooser *c = ctx;

	(void)how;
	if (n->kind == HD_N_REF && is_changed(c->r, n->decl))
		hd_omp_add_item(c->p, c->k->cuda, HD_CL_DEVICESCALARS, n->decl);
}

static void
annotate(chooser *c, hd_kernel *k)
{
	c->k = k;
	hd_omp_add_item(c->p, k->cuda, HD_CL_DEVICESCALARS, k->finished);
	for (size_t i = 0; i < k->before.n; i++)
		hd_omp_accesses(k->before.at[i], HD_READ, note_device, c);
	for (size_t i = 0; i < k->behind.n; i++)
		hd_omp_accesses(k->behind.at[i], HD_READ, note_device, c);
}

/* Kernels read what is on the device there, not as arguments. */
static void
read_there(hd_prog *p, hd_region *r, hd_decl *d)
{
	for (size_t i = 0; i < r->kernels.n; i++) {
		hd_kernel *k = r->kernels.at[i];
		hd_var *v = hd_omp_var(&k->vars, d);
		if (v && (v->how & HD_READ) &&
		    !hd_omp_has_item(k->cuda, HD_CL_SHAREDRO, d) &&
		    !hd_omp_has_item(k->cuda, HD_CL_CONSTANT, d) &&
		    !hd_omp_has_item(k->cuda, HD_CL_NOREGISTER, d))
			hd_omp_add_item(p, k->cuda, HD_CL_REGISTERRO, d);
	}
}

void
hd_omp_device_scalars(hd_prog *p, hd_region *r)
{
	chooser c = {.p = p, .r = r};
	bool changed = true;

	if (!p->set.value[HD_SET_useDeviceScalars] || r->block_mode || r->plain ||
	    p->set.value[HD_SET_cudaMemTrOptLevel] < 2 ||
	    !p->set.value[HD_SET_useGlobalGMalloc] || hd_omp_clause(r->dir, HD_CL_IF) ||
	    hd_omp_clause(r->dir, HD_CL_NUM_THREADS))
		return;
	for (size_t i = 0; i < r->kernels.n; i++) {
		hd_kernel *k = r->kernels.at[i];
		k->finished = only_reduction(k);
		if (k->finished)
			gather(&c, k);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < r->kernels.n; i++)
			changed |= revise(&c, r->kernels.at[i]);
	}
	for (size_t i = 0; i < r->kernels.n; i++) {
		hd_clause *list;
		if (!r->kernels.at[i]->finished)
			continue;
		annotate(&c, r->kernels.at[i]);
		list = hd_omp_clause(r->kernels.at[i]->cuda, HD_CL_DEVICESCALARS);
		for (size_t j = 0; j < list->items.n; j++)
			read_there(p, r, list->items.at[j].decl);
	}
}

/* ---- what the end of a kernel does first to a variable */

/* 1 sets it, -1 reads it, 0 neither. */
static int
first_use(const hd_nodes *list, const hd_decl *d)
{
	for (size_t i = 0; i < list->n; i++) {
		hd_node *n = list->at[i];
		bool several = n->kind == HD_N_COMPOUND;
		for (unsigned j = 0; j < (several ? n->n : 1); j++) {
			hd_node *s = several ? n->kid[j] : n;
			bool sets = hd_omp_strip(s->kid[0])->decl == d;
			if (hd_omp_refers(s->kid[1], (hd_decl *)(uintptr_t)d) ||
			    (sets && s->op != HD_OP_NONE))
				return -1;
			if (sets)
				return 1;
		}
	}
	return 0;
}

bool
hd_omp_sets_first(hd_kernel *k, const hd_decl *d)
{
	int use = first_use(&k->before, d);

	if (use == 0 && k->finished == d)
		return false;
	return (use ? use : first_use(&k->behind, d)) > 0;
}
