/* SPDX-License-Identifier: Apache-2.0 */
/* Copying to the device once in front of a loop, instead of in its first kernel at every
 * turn: for places that kernels in the loop use and host code in it does not change. In
 * the same way in front of calls, so that a function that is called again finds its data
 * on the device. A scalar is copied, too, if that saves kernels from bringing it back at
 * once: behind a loop that may not run at all, the device has it in any case. */
#include "omp/ana/flow.h"

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

static bool
is_set_at(hd_fnode *n, hd_decl *d)
{
	for (size_t i = 0; i < n->names.n; i++)
		if (n->names.at[i].decl == d && (n->names.at[i].how & HD_WRITE) &&
		    !(n->names.at[i].how & HD_READ))
			return true;
	return false;
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
		if (d->type->kind != HD_T_POINTER || is_set_at(n, d))
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
	hd_node *loop;           /* NULL for a call */
	hd_node *at;             /* the statement in front of which copies go */
	bool *runs;              /* by declaration number: called from the loop */
	hd_bits places, written; /* of find_candidates */
} body;

static bool
mark_called(void *ctx, hd_node *n)
{
	body *b = ctx;

	for (size_t i = 0; n->kind == HD_N_CALL && i < b->f->p->funcs.n; i++) {
		hd_decl *fn = b->f->p->funcs.at[i]->decl;
		if (b->runs[fn->id] || !hd_omp_may_call(n, fn))
			continue;
		b->runs[fn->id] = true;
		hd_omp_any(fn->body, mark_called, b);
	}
	return false;
}

static bool
is_direct(body *b, hd_fnode *n)
{
	return b->loop && n->loop != b->loop && hd_omp_inside(n->stmt, b->loop);
}

static bool
is_in(body *b, hd_fnode *n)
{
	return is_direct(b, n) || (n->fn && b->runs[n->fn->id]);
}

static bool
is_early_scalar(body *b, const hd_sends *s, size_t place)
{
	hd_prog *p = b->f->p;

	return b->loop && hd_bit(s->eager, place) && place < p->decls.n &&
	       (p->decls.at[place]->type->kind == HD_T_INT ||
		p->decls.at[place]->type->kind == HD_T_FLOAT);
}

static void
empty(hd_bits *b)
{
	memset(b->word, 0, (b->n + 63) / 64 * sizeof *b->word);
}

static void
find_candidates(body *b, const hd_sends *s)
{
	empty(&b->places);
	empty(&b->written);
	for (size_t i = 0; i < b->f->nodes.n; i++) {
		hd_fnode *n = b->f->nodes.at[i];
		if (!is_in(b, n))
			continue;
		hd_bits_or(&b->written, &n->write);
		hd_each_bit (p, &n->gpu_read)
			if (!hd_bit(&s->resident[i], p) &&
			    (!hd_bit(&n->cover, p) || is_early_scalar(b, s, p)) &&
			    hd_omp_is_single(b->f->p, p))
				hd_bit_set(&b->places, p);
	}
	hd_each_bit (p, &b->written)
		hd_bit_clear(&b->places, p);
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
	    p->decls.at[place]->node && p->decls.at[place]->node->file == b->at->file &&
	    p->decls.at[place]->node->from < b->at->from)
		return p->decls.at[place];
	return NULL;
}

static void
mark_body(body *b, hd_decl *callee)
{
	if (b->loop) {
		hd_omp_any(b->loop, mark_called, b);
	} else {
		b->runs[callee->id] = true;
		hd_omp_any(callee->body, mark_called, b);
	}
}

static bool
hoist(body *b, hd_fnode *n, const hd_sends *s, hd_bits *current)
{
	hd_prog *p = b->f->p;
	bool changed = false;

	mark_body(b, n->callee);
	find_candidates(b, s);
	hd_each_bit (i, &b->places) {
		hd_fetch send = {b->at, NULL};
		if (hd_bit(&n->send, i) || !hd_bit(current, i) ||
		    !(send.decl = name_in_loop(b, i)))
			continue;
		if (send.decl->table)
			continue;
		if (send.decl->type->kind != HD_T_ARRAY &&
		    send.decl->type->kind != HD_T_POINTER && !is_early_scalar(b, s, i))
			continue;
		hd_bit_set(&n->send, i);
		hd_push(p->mem, &p->sends, send);
		changed = true;
	}
	return changed;
}

/* A function that is called more than once, from statements of their own. */
static bool
is_shared_callee(hd_flow *f, hd_decl *fn)
{
	int calls = 0;

	for (size_t i = 0; i < f->nodes.n; i++) {
		hd_node *s = f->nodes.at[i]->stmt;
		if (f->nodes.at[i]->callee != fn)
			continue;
		if (!s->parent || s->parent->kind != HD_N_COMPOUND ||
		    s->kind == HD_N_FOR || s->kind == HD_N_WHILE || s->kind == HD_N_DO)
			return false;
		calls++;
	}
	return calls > 1;
}

/* How many calls lead from main to a function; what is not called from it comes last. */
static int *
call_depths(hd_flow *f)
{
	int *depth = HD_NEW_ARRAY(f->p->mem, int, f->p->decls.n), far = 1 << 20;
	bool changed = true;

	for (size_t i = 0; i < f->p->decls.n; i++)
		depth[i] = far;
	if (f->start >= 0)
		depth[f->nodes.at[f->start]->fn->id] = 0;
	while (changed) {
		changed = false;
		for (size_t i = 0; i < f->nodes.n; i++) {
			hd_fnode *n = f->nodes.at[i];
			if (n->callee && depth[n->fn->id] + 1 < depth[n->callee->id]) {
				depth[n->callee->id] = depth[n->fn->id] + 1;
				changed = true;
			}
		}
	}
	return depth;
}

static bool
hoist_at(body *b, size_t i, const hd_sends *s)
{
	hd_fnode *n = b->f->nodes.at[i];

	b->loop = n->loop;
	b->at = n->loop ? n->loop : n->stmt;
	if ((!n->loop && !(n->callee && is_shared_callee(b->f, n->callee))) ||
	    !b->at->parent || b->at->parent->kind != HD_N_COMPOUND)
		return false;
	memset(b->runs, 0, b->f->p->decls.n * sizeof *b->runs);
	return hoist(b, n, s, &s->current[i]);
}

/* Callers and outer loops first: the nodes of a function are in program order. One place
 * at a time, because a transfer changes what comes behind it needs. */
bool
hd_omp_hoist_sends(hd_flow *f, const hd_sends *s)
{
	int *depth = call_depths(f), deepest = 0;
	size_t bits = (size_t)hd_omp_locations(f->p);
	body b = {.f = f,
		  .runs = HD_NEW_ARRAY(f->p->mem, bool, f->p->decls.n),
		  .places = hd_bits_new(f->p->mem, bits),
		  .written = hd_bits_new(f->p->mem, bits)};

	for (size_t i = 0; i < f->p->decls.n; i++)
		if (depth[i] < 1 << 20 && depth[i] > deepest)
			deepest = depth[i];
	for (int d = 0; d <= deepest + 1; d++)
		for (size_t i = 0; i < f->nodes.n; i++) {
			int at = depth[f->nodes.at[i]->fn->id];
			if ((at > deepest ? deepest + 1 : at) == d &&
			    hoist_at(&b, i, s))
				return true;
		}
	return false;
}
