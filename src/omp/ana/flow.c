/* SPDX-License-Identifier: Apache-2.0 */
/* The control flow of the whole program, calls included, as a graph of host nodes and
 * kernel nodes with the places each reads and writes. */
#include "omp/ana/flow.h"

#include <ctype.h>

typedef struct label {
	const char *name;
	int node;
} label;

typedef struct builder {
	hd_flow *f;
	hd_prog *p;
	hd_decl *fn;
	int brk, cont;     /* where break and continue go */
	int *entry, *exit; /* by function, its declaration number */
	HD_VEC(label) labels;
} builder;

static int build(builder *b, hd_node *n, int at);

static int
new_node(builder *b, hd_node *stmt)
{
	hd_fnode *n = HD_NEW(b->p->mem, hd_fnode);
	size_t bits = (size_t)hd_omp_locations(b->p);

	n->stmt = stmt;
	n->fn = b->fn;
	n->call = -1;
	n->read = hd_bits_new(b->p->mem, bits);
	n->write = hd_bits_new(b->p->mem, bits);
	n->kill = hd_bits_new(b->p->mem, bits);
	n->gpu_read = hd_bits_new(b->p->mem, bits);
	n->gpu_write = hd_bits_new(b->p->mem, bits);
	n->send = hd_bits_new(b->p->mem, bits);
	n->sure = hd_bits_new(b->p->mem, bits);
	n->cover = hd_bits_new(b->p->mem, bits);
	hd_push(b->p->mem, &b->f->nodes, n);
	return (int)b->f->nodes.n - 1;
}

static void
edge(builder *b, int from, int to)
{
	if (from < 0 || to < 0)
		return;
	hd_push(b->p->mem, &b->f->nodes.at[from]->to, to);
	hd_push(b->p->mem, &b->f->nodes.at[to]->from, from);
}

static int
next_node(builder *b, hd_node *stmt, int at)
{
	int n = new_node(b, stmt);

	edge(b, at, n);
	return n;
}

/* ---- expressions: user functions called in them are entered */

static void
find_calls(hd_node *n, hd_nodes *out, hd_arena *a)
{
	if (!n)
		return;
	for (unsigned i = 0; i < n->n; i++)
		find_calls(n->kid[i], out, a);
	if (n->kind == HD_N_CALL)
		hd_push(a, out, n);
}

/* Nodes in front of a call and behind it, and between them all that it may enter; the last
 * node. Nothing is known of how often a library or a pointer calls. */
static int
build_call(builder *b, hd_node *stmt, hd_node *call, int at, bool *late)
{
	bool direct = call->decl && call->decl->body, entered = false;
	hd_fnode *n;
	int before, after;

	for (size_t i = 0; i < b->p->funcs.n; i++)
		entered |= hd_omp_may_call(call, b->p->funcs.at[i]->decl);
	if (!entered)
		return at;
	before = next_node(b, stmt, at);
	after = new_node(b, stmt);
	n = b->f->nodes.at[before];
	n->callee = direct ? call->decl : NULL;
	n->late = *late;
	for (unsigned k = 1; k < call->n; k++)
		hd_omp_touch(b->p, n, call->kid[k]);
	memset(n->write.word, 0, (n->write.n + 63) / 64 * 8);
	for (size_t i = 0; i < b->p->funcs.n; i++) {
		hd_decl *fn = b->p->funcs.at[i]->decl;
		if (!hd_omp_may_call(call, fn))
			continue;
		edge(b, before, b->entry[fn->id]);
		edge(b, b->exit[fn->id], after);
		if (!direct) /* again */
			edge(b, b->exit[fn->id], before);
		*late |= fn->has_regions;
	}
	if (!direct)
		edge(b, before, after);
	b->f->nodes.at[after]->call = before;
	return after;
}

static int
build_expr(builder *b, hd_node *stmt, hd_node *e, int at)
{
	hd_nodes calls = {0};
	bool late = false;

	if (!e)
		return at;
	find_calls(e, &calls, b->p->mem);
	for (size_t i = 0; i < calls.n; i++)
		at = build_call(b, stmt, calls.at[i], at, &late);
	at = next_node(b, stmt, at);
	b->f->nodes.at[at]->expr = e;
	b->f->nodes.at[at]->late = late;
	hd_omp_touch(b->p, b->f->nodes.at[at], e);
	return at;
}

/* ---- kernels */

static bool
is_passed_by_value(hd_kernel *k, hd_var *v)
{
	if (v->tail_how)
		return false;
	if (v->decl->type->kind == HD_T_ARRAY)
		return hd_omp_has_item(k->cuda, HD_CL_CONSTANT, v->decl);
	if (v->share == HD_S_FIRST || v->uniform)
		return true;
	if (v->share != HD_S_SHARED || (v->how & (HD_WRITE | HD_ADDR)))
		return false;
	return v->decl->type->kind == HD_T_POINTER ||
	       hd_omp_has_item(k->cuda, HD_CL_CONSTANT, v->decl) ||
	       (hd_omp_has_item(k->cuda, HD_CL_SHAREDRO, v->decl) &&
		v->decl->type->size <= 256);
}

static void
kernel_var(builder *b, hd_kernel *k, hd_var *v, hd_fnode *n)
{
	hd_bits where = hd_bits_new(b->p->mem, n->read.n);
	bool pointer = v->decl->type->kind == HD_T_POINTER;
	int how = v->how | v->tail_how;
	hd_use u = {v->decl, HD_READ};

	if (v->share == HD_S_REDUCTION) { /* the host combines */
		hd_bit_set(&where, (size_t)v->decl->id);
		if (pointer)
			hd_omp_may_point(b->p, v->decl, &where);
		hd_bits_or(&n->read, &where);
		hd_bits_or(&n->write, &where);
		hd_push(b->p->mem, &n->names, u);
		return;
	}
	if (is_passed_by_value(k, v)) {
		hd_bit_set(&n->read, (size_t)v->decl->id);
		hd_push(b->p->mem, &n->names, u);
		if (!pointer)
			return;
	}
	if (v->share != HD_S_SHARED && v->share != HD_S_FIRST && !v->uniform)
		return;
	if (v->decl->managed || v->decl->plain)
		return; /* not copied */
	if (pointer) {
		hd_omp_may_point(b->p, v->decl, &where);
		how = (how & (HD_PREAD | HD_PWRITE)) ? how : how | HD_PREAD | HD_PWRITE;
	} else {
		hd_bit_set(&where, (size_t)v->decl->id);
	}
	if (v->decl->table) { /* the rows are written, the table is not */
		hd_omp_rows(b->p, &n->gpu_read);
		hd_omp_rows(b->p, &n->gpu_write);
		hd_bits_or(&n->gpu_read, &where);
		return;
	}
	hd_bits_or(&n->gpu_read, &where);
	if (!pointer || hd_bits_count(&where) == 1)
		hd_bits_or(&n->sure, &where);
	if (hd_omp_covers(b->p, k, v))
		hd_bits_or(&n->cover, &where);
	if (how & (HD_WRITE | HD_ADDR | HD_PWRITE))
		hd_bits_or(&n->gpu_write, &where);
}

static void
kernel_bounds(builder *b, hd_kernel *k, hd_fnode *n)
{
	for (size_t i = 0; i < k->works.n && !k->block_mode; i++) {
		hd_work *w = k->works.at[i];
		for (int l = 0; w->is_for && l < w->collapse; l++) {
			hd_omp_touch(b->p, n, w->loop[l].lb);
			hd_omp_touch(b->p, n, w->loop[l].ub);
			hd_omp_touch(b->p, n, w->loop[l].step);
		}
		for (size_t v = 0; v < w->vars.n; v++)
			if (w->vars.at[v].share == HD_S_REDUCTION &&
			    w->vars.at[v].decl != k->finished)
				kernel_var(b, k, &w->vars.at[v], n);
	}
}

/* Names in the expressions of if and num_threads. */
static void
clause_reads(builder *b, hd_kernel *k, hd_fnode *n, enum hd_clkind kind)
{
	hd_clause *c = hd_omp_clause(k->region->dir, kind);
	const char *s = c ? c->text : "";

	while (*s) {
		size_t len = 0;
		while (s[len] == '_' || isalnum((unsigned char)s[len]))
			len++;
		if (len && !isdigit((unsigned char)*s)) {
			hd_decl *d = hd_omp_lookup(b->p, k->region->node,
						   hd_strndup(b->p->mem, s, len));
			hd_use u = {d, HD_READ};
			if (d) {
				hd_bit_set(&n->read, (size_t)d->id);
				hd_push(b->p->mem, &n->names, u);
			}
		}
		s += len ? len : 1;
	}
}

static int
build_kernel(builder *b, hd_kernel *k, int at)
{
	hd_fnode *n;

	at = next_node(b, k->stmts.at[0], at);
	n = b->f->nodes.at[at];
	n->kernel = k;
	for (size_t i = 0; i < k->vars.n; i++)
		kernel_var(b, k, &k->vars.at[i], n);
	kernel_bounds(b, k, n);
	clause_reads(b, k, n, HD_CL_IF);
	clause_reads(b, k, n, HD_CL_NUM_THREADS);
	return at;
}

static hd_kernel *
kernel_at(builder *b, hd_node *n, bool *first)
{
	for (size_t i = 0; i < b->p->regions.n; i++) {
		hd_region *r = b->p->regions.at[i];
		for (size_t k = 0; r->fn == b->fn && !r->on_cpu && k < r->kernels.n;
		     k++)
			for (size_t s = 0; s < r->kernels.at[k]->stmts.n; s++)
				if (r->kernels.at[k]->stmts.at[s] == n) {
					*first = s == 0;
					return r->kernels.at[k];
				}
	}
	return NULL;
}

/* ---- statements */

static bool
never_empty(builder *b, hd_node *n)
{
	hd_loop l;

	if (b->p->set.value[HD_SET_assumeNonZeroTripLoops])
		return true;
	if (!hd_omp_canonical(n, &l) || !l.lb->known || !l.ub->known)
		return false;
	return l.down ? l.lb->value > l.ub->value : l.lb->value < l.ub->value;
}

static int
build_loop(builder *b, hd_node *n, int at)
{
	int head, test, out, saved_break = b->brk, saved_continue = b->cont;
	hd_node *body = n->kid[n->kind == HD_N_FOR ? 3 : n->kind == HD_N_WHILE ? 1 : 0];
	hd_node *cond = n->kid[n->kind == HD_N_FOR ? 1 : n->kind == HD_N_WHILE ? 0 : 1];
	bool runs = n->kind == HD_N_DO || (n->kind == HD_N_FOR && never_empty(b, n));

	at = next_node(b, n, at);
	b->f->nodes.at[at]->loop = n;
	hd_omp_filled(b->p, n, &b->f->nodes.at[at]->kill);
	if (n->kind == HD_N_FOR)
		at = build_expr(b, n, n->kid[0], at);
	if (n->kind == HD_N_FOR && runs)
		at = build_expr(b, n, cond, at);
	head = next_node(b, n, at);
	out = new_node(b, n);
	b->brk = out;
	b->cont = new_node(b, n);
	test = head;
	if (!runs) {
		test = build_expr(b, n, cond, head);
		edge(b, test, out);
	}
	at = build(b, body, test);
	edge(b, at, b->cont);
	at = n->kind == HD_N_FOR ? build_expr(b, n, n->kid[2], b->cont) : b->cont;
	if (runs) {
		at = build_expr(b, n, cond, at);
		edge(b, at, out);
	}
	edge(b, at, head);
	b->brk = saved_break;
	b->cont = saved_continue;
	return out;
}

static int
build_if(builder *b, hd_node *n, int at)
{
	int test = build_expr(b, n, n->kid[0], at), out = new_node(b, n);

	edge(b, build(b, n->n > 1 ? n->kid[1] : NULL, test), out);
	if (n->n > 2)
		edge(b, build(b, n->kid[2], test), out);
	else
		edge(b, test, out);
	return out;
}

static int cases(builder *b, hd_node *n, int test, int at);

/* Every case may be reached from the test; without analysis of defaults, so may the end. */
static int
build_switch(builder *b, hd_node *n, int at)
{
	int test = build_expr(b, n, n->kid[0], at), out = new_node(b, n),
	    saved = b->brk;

	b->brk = out;
	at = cases(b, n->kid[n->n - 1], test, -1);
	edge(b, at, out);
	edge(b, test, out);
	b->brk = saved;
	return out;
}

static int
cases(builder *b, hd_node *n, int test, int at)
{
	if (n->kind == HD_N_COMPOUND) {
		for (unsigned i = 0; i < n->n; i++)
			at = cases(b, n->kid[i], test, at);
		return at;
	}
	if (n->kind == HD_N_CASE || n->kind == HD_N_DEFAULT) {
		int here = next_node(b, n, test);
		edge(b, at, here);
		return n->n ? cases(b, n->kid[n->n - 1], test, here) : here;
	}
	return build(b, n, at);
}

static int
label_node(builder *b, const char *name)
{
	label l = {name, 0};

	for (size_t i = 0; i < b->labels.n; i++)
		if (!strcmp(b->labels.at[i].name, name))
			return b->labels.at[i].node;
	l.node = new_node(b, b->fn->body);
	hd_push(b->p->mem, &b->labels, l);
	return l.node;
}

static char *
label_name(builder *b, hd_node *n)
{
	const char *s = n->file->text + n->from;
	size_t len;

	if (n->kind == HD_N_GOTO)
		s += 4;
	while (*s == ' ')
		s++;
	len = strspn(s,
		     "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
	return hd_strndup(b->p->mem, s, len);
}

static int
build_jump(builder *b, hd_node *n, int at)
{
	int to;

	switch (n->kind) {
	case HD_N_BREAK:
		edge(b, at, b->brk);
		return -1;
	case HD_N_CONTINUE:
		edge(b, at, b->cont);
		return -1;
	case HD_N_RETURN:
		if (n->n)
			at = build_expr(b, n, n->kid[0], at);
		edge(b, at, b->exit[b->fn->id]);
		return -1;
	case HD_N_GOTO:
		edge(b, at, label_node(b, label_name(b, n)));
		return -1;
	default: /* label */
		to = label_node(b, label_name(b, n));
		edge(b, at, to);
		return n->n ? build(b, n->kid[n->n - 1], to) : to;
	}
}

/* Add a statement behind node `at`; the last node, or -1 when control does not come out. */
static int
build(builder *b, hd_node *n, int at)
{
	bool first = false;
	hd_kernel *k;

	if (!n || n->moved)
		return at;
	k = kernel_at(b, n, &first);
	if (k)
		return first ? build_kernel(b, k, at) : at;
	switch (n->kind) {
	case HD_N_COMPOUND:
		for (unsigned i = 0; i < n->n; i++)
			at = build(b, n->kid[i], at);
		return at;
	case HD_N_FOR:
	case HD_N_WHILE:
	case HD_N_DO:
		return build_loop(b, n, at);
	case HD_N_IF:
		return build_if(b, n, at);
	case HD_N_SWITCH:
		return build_switch(b, n, at);
	case HD_N_BREAK:
	case HD_N_CONTINUE:
	case HD_N_RETURN:
	case HD_N_GOTO:
	case HD_N_LABEL:
		return build_jump(b, n, at);
	case HD_N_NULL:
	case HD_N_DIRECTIVE:
		return at;
	default:
		return build_expr(b, n, n, at);
	}
}

hd_flow *
hd_omp_build_flow(hd_prog *p)
{
	hd_flow *f = HD_NEW(p->mem, hd_flow);
	builder b = {.f = f, .p = p, .brk = -1, .cont = -1};

	f->p = p;
	f->start = -1;
	b.entry = HD_NEW_ARRAY(p->mem, int, p->decls.n);
	b.exit = HD_NEW_ARRAY(p->mem, int, p->decls.n);
	for (size_t i = 0; i < p->funcs.n; i++) {
		b.fn = p->funcs.at[i]->decl;
		b.entry[b.fn->id] = new_node(&b, b.fn->body);
		for (size_t k = 0; k < b.fn->params.n; k++)
			hd_omp_new_instance(f->nodes.at[b.entry[b.fn->id]],
					    b.fn->params.at[k]);
		b.exit[b.fn->id] = new_node(&b, b.fn->body);
		if (!strcmp(b.fn->name, "main"))
			f->start = b.entry[b.fn->id];
	}
	for (size_t i = 0; i < p->funcs.n; i++) {
		b.fn = p->funcs.at[i]->decl;
		b.labels.n = 0;
		edge(&b, build(&b, b.fn->body, b.entry[b.fn->id]), b.exit[b.fn->id]);
	}
	f->visible = hd_bits_new(p->mem, (size_t)hd_omp_locations(p));
	for (size_t i = 0; i < f->visible.n; i++)
		if (i >= p->decls.n || p->decls.at[i]->kind == HD_D_GLOBAL ||
		    p->decls.at[i]->kind == HD_D_STATIC || p->decls.at[i]->addressed)
			hd_bit_set(&f->visible, i);
	return f;
}
