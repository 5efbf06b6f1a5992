/* SPDX-License-Identifier: Apache-2.0 */
/* Copying to the device once in front of a loop, instead of in its first kernel at every
 * turn: for places that kernels in the loop use and host code in it does not change. */
#include "flow.h"

struct change {
	hd_decl *d;
	bool found;
};

static void
note_change(void *ctx, hd_node *n, int how)
{
	struct change *c = ctx;

	if (n->decl == c->d && (how & (HD_WRITE | HD_ADDR)) &&
	    c->d->type->kind == HD_T_POINTER)
		c->found = true;
}

bool
hd_omp_stays(hd_node *loop, hd_decl *d)
{
	struct change c = {d, false};

	hd_omp_accesses(loop, HD_READ, note_change, &c);
	return !c.found && !(d->node && hd_omp_inside(d->node, loop));
}

/* The variable by which host code at a node reaches exactly this place. */
hd_decl *
hd_omp_name_for(hd_prog *p, hd_fnode *n, size_t place)
{
	for (size_t i = 0; i < n->names.n; i++) {
		hd_decl *d = n->names.at[i].decl;
		hd_bits b;
		if ((size_t)d->id == place)
			return d;
		if (d->type->kind != HD_T_POINTER)
			continue;
		b = hd_bits_new(p->mem, n->read.n);
		if (hd_omp_may_point(p, d, &b) && hd_bits_count(&b) == 1 &&
		    hd_bit(&b, place))
			return d;
	}
	return NULL;
}

/* ---- the code of a loop, called functions included */

typedef struct body {
	hd_flow *f;
	hd_node *loop;
	bool *runs; /* by declaration number: called from the loop */
} body;

static bool
mark_called(void *ctx, hd_node *n)
{
	body *b = ctx;

	if (n->kind == HD_N_CALL && n->decl && n->decl->body && !b->runs[n->decl->id]) {
		b->runs[n->decl->id] = true;
		hd_omp_any(n->decl->body, mark_called, b);
	}
	return false;
}

static bool
is_direct(body *b, hd_fnode *n)
{
	return n->loop != b->loop && hd_omp_inside(n->stmt, b->loop);
}

static bool
is_in(body *b, hd_fnode *n)
{
	return is_direct(b, n) || (n->fn && b->runs[n->fn->id]);
}

static void
find_candidates(body *b, hd_bits *resident, hd_bits *out)
{
	hd_bits written = hd_bits_new(b->f->p->mem, out->n);

	for (size_t i = 0; i < b->f->nodes.n; i++) {
		hd_fnode *n = b->f->nodes.at[i];
		if (!is_in(b, n))
			continue;
		hd_bits_or(&written, &n->write);
		hd_each_bit (p, &n->gpu_read)
			if (!hd_bit(&resident[i], p) && !hd_bit(&n->cover, p) &&
			    hd_omp_is_single(b->f->p, p))
				hd_bit_set(out, p);
	}
	hd_each_bit (p, &written)
		hd_bit_clear(out, p);
}

static hd_decl *
name_in_loop(body *b, size_t place)
{
	hd_prog *p = b->f->p;

	for (size_t i = 0; i < b->f->nodes.n; i++) {
		hd_fnode *n = b->f->nodes.at[i];
		hd_decl *d = is_direct(b, n) ? hd_omp_name_for(p, n, place) : NULL;
		if (d && hd_omp_stays(b->loop, d))
			return d;
		if (is_direct(b, n) && n->kernel && place < p->decls.n)
			d = p->decls.at[place];
		if (d && hd_omp_stays(b->loop, d) && hd_omp_var(&n->kernel->vars, d))
			return d;
	}
	/* a variable at file scope is known everywhere behind its declaration */
	if (place < p->decls.n && p->decls.at[place]->kind == HD_D_GLOBAL &&
	    p->decls.at[place]->node &&
	    p->decls.at[place]->node->file == b->loop->file &&
	    p->decls.at[place]->node->from < b->loop->from)
		return p->decls.at[place];
	return NULL;
}

static bool
hoist(body *b, hd_fnode *n, hd_bits *resident, hd_bits *current)
{
	hd_prog *p = b->f->p;
	hd_bits places = hd_bits_new(p->mem, n->read.n);
	bool changed = false;

	hd_omp_any(b->loop, mark_called, b);
	find_candidates(b, resident, &places);
	hd_each_bit (i, &places) {
		hd_fetch send = {b->loop, NULL};
		if (hd_bit(&n->send, i) || !hd_bit(current, i) ||
		    !(send.decl = name_in_loop(b, i)))
			continue;
		if (send.decl->type->kind != HD_T_ARRAY &&
		    send.decl->type->kind != HD_T_POINTER)
			continue;
		hd_bit_set(&n->send, i);
		hd_push(p->mem, &p->sends, send);
		changed = true;
	}
	return changed;
}

/* Outer loops first: nodes are in program order. One loop at a time, because a transfer
 * changes what inner loops need. */
bool
hd_omp_hoist_sends(hd_flow *f, hd_bits *resident, hd_bits *current)
{
	for (size_t i = 0; i < f->nodes.n; i++) {
		hd_fnode *n = f->nodes.at[i];
		body b = {.f = f, .loop = n->loop};
		if (!n->loop || !n->loop->parent ||
		    n->loop->parent->kind != HD_N_COMPOUND)
			continue;
		b.runs = HD_NEW_ARRAY(f->p->mem, bool, f->p->decls.n);
		if (hoist(&b, n, resident, &current[i]))
			return true;
	}
	return false;
}
