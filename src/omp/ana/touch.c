/* SPDX-License-Identifier: Apache-2.0 */
/* What host code touches: the places that an expression reads and writes, and the names by
 * which it reaches them. */
#include "omp/ana/flow.h"

struct touch {
	hd_prog *p;
	hd_fnode *n;
};

static void
name_use(struct touch *t, hd_decl *d, int how)
{
	hd_use u = {d, how};

	hd_push(t->p->mem, &t->n->names, u);
}

static void
touch_pointee(struct touch *t, hd_node *n, int how)
{
	hd_bits b = hd_bits_new(t->p->mem, (size_t)hd_omp_locations(t->p));

	if (n->kind == HD_N_REF) {
		hd_omp_may_point(t->p, n->decl, &b);
		name_use(t, n->decl, how);
	} else {
		hd_omp_anything(t->p, &b);
		t->n->opaque = true;
	}
	hd_bits_or(&t->n->read, &b); /* writing a part needs the rest, too */
	if (how & HD_PWRITE)
		hd_bits_or(&t->n->write, &b);
}

static void
touch_ref(struct touch *t, hd_node *n, int how)
{
	hd_decl *d = n->decl;
	bool array = d->type->kind == HD_T_ARRAY;
	bool whole = (how & HD_WHOLE) && !array && !(how & HD_READ) && !d->addressed;

	if (how & (HD_READ | HD_WRITE)) {
		name_use(t, d, how);
		if (!whole)
			hd_bit_set(&t->n->read, (size_t)d->id);
	}
	if (how & HD_WRITE)
		hd_bit_set(&t->n->write, (size_t)d->id);
	if (whole)
		hd_bit_set(&t->n->kill, (size_t)d->id);
}

static bool
is_quiet(hd_prog *p, hd_decl *fn)
{
	return fn->system || p->set.value[HD_SET_cudaMemTrOptLevel] >= 3;
}

/* A function of another library may look at every global variable. */
static void
touch_unknown(struct touch *t)
{
	for (size_t i = 0; i < t->p->decls.n; i++) {
		hd_decl *d = t->p->decls.at[i];
		if ((d->kind == HD_D_GLOBAL && !d->internal) || d->addressed) {
			hd_bit_set(&t->n->read, i);
			hd_bit_set(&t->n->write, i);
		}
	}
	hd_omp_anything(t->p, &t->n->read);
	hd_omp_anything(t->p, &t->n->write);
	t->n->opaque = true;
}

/* The device has none of a new instance. */
void
hd_omp_new_instance(hd_fnode *n, const hd_decl *d)
{
	hd_bit_set(&n->write, (size_t)d->id);
	hd_bit_set(&n->kill, (size_t)d->id);
}

static void
touch(void *ctx, hd_node *n, int how)
{
	struct touch *t = ctx;

	if (n->kind == HD_N_CALL) {
		if (n->decl && !n->decl->body && !is_quiet(t->p, n->decl))
			touch_unknown(t);
		return;
	}
	if (n->kind == HD_N_VAR) {
		hd_omp_new_instance(t->n, n->decl);
		name_use(t, n->decl, HD_WRITE);
		return;
	}
	if ((how & HD_CALLARG) && n->kind == HD_N_REF) { /* the callee's code counts */
		name_use(t, n->decl, how);
		if (n->decl->type->kind == HD_T_POINTER)
			hd_bit_set(&t->n->read, (size_t)n->decl->id);
		return;
	}
	if (n->kind == HD_N_REF && n->decl && n->decl->kind != HD_D_FUNC)
		touch_ref(t, n, how);
	if (how & (HD_PREAD | HD_PWRITE))
		touch_pointee(t, n, how);
}

void
hd_omp_touch(hd_prog *p, hd_fnode *n, hd_node *e)
{
	struct touch t = {p, n};

	if (e)
		hd_omp_accesses(e, HD_READ, touch, &t);
}
