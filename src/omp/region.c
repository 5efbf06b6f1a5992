/* SPDX-License-Identifier: Apache-2.0 */
/* Finding parallel regions and the constructs in them; canonical loops. */
#include "omp.h"

hd_var *
hd_omp_var(hd_vars *v, const hd_decl *d)
{
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].decl == d)
			return &v->at[i];
	return NULL;
}

hd_var *
hd_omp_add_var(hd_prog *p, hd_vars *v, hd_decl *d, enum hd_share share)
{
	hd_var *old = hd_omp_var(v, d), fresh = {.decl = d, .share = share};

	if (old)
		return old;
	hd_push(p->mem, v, fresh);
	return &hd_last(v);
}

hd_work *
hd_omp_work_at(hd_region *r, const hd_node *n)
{
	for (size_t i = 0; i < r->works.n; i++)
		if (r->works.at[i]->node == n)
			return r->works.at[i];
	return NULL;
}

/* This region cannot go to the GPU: an error that says what to do, or a warning and the
 * CPU when the user asked for that. */
void
hd_omp_cannot(hd_prog *p, hd_region *r, unsigned at, const char *fmt, ...)
{
	va_list ap;
	char *text;

	if (r->on_cpu)
		return;
	va_start(ap, fmt);
	text = hd_vformat(p->mem, fmt, ap);
	va_end(ap);
	if (p->cpu_fallback) {
		hd_omp_warn(r->node->file, at, "%s; this region stays on the CPU",
			    text);
		r->on_cpu = true;
		r->why = text;
		hd_omp_leave_to_host(r);
		return;
	}
	hd_omp_error(r->node->file, at,
		     "%s; keep the region on the CPU with '#pragma cuda nogpurun' in "
		     "front of it, or all such regions with --cpu-fallback",
		     text);
}

/* ---- canonical loops */

static hd_decl *
init_of(hd_node *init, hd_node **lb)
{
	hd_node *left;

	if (!init)
		return NULL;
	if (init->kind == HD_N_DECLSTMT && init->n == 1 && init->kid[0]->n) {
		*lb = init->kid[0]->kid[0];
		return init->kid[0]->decl;
	}
	if (init->kind != HD_N_ASSIGN || init->op != HD_OP_NONE)
		return NULL;
	left = hd_omp_strip(init->kid[0]);
	*lb = init->kid[1];
	return left->kind == HD_N_REF ? left->decl : NULL;
}

static enum hd_op
mirrored(enum hd_op op)
{
	switch (op) {
	case HD_OP_LT:
		return HD_OP_GT;
	case HD_OP_GT:
		return HD_OP_LT;
	case HD_OP_LE:
		return HD_OP_GE;
	case HD_OP_GE:
		return HD_OP_LE;
	default:
		return op;
	}
}

static bool
is_iv(hd_node *n, hd_decl *iv)
{
	n = hd_omp_strip(n);
	return n->kind == HD_N_REF && n->decl == iv;
}

static bool
cond_of(hd_node *c, hd_loop *l)
{
	if (!c || c->kind != HD_N_BINARY || c->op < HD_OP_LT || c->op > HD_OP_NE ||
	    c->op == HD_OP_EQ)
		return false;
	l->cmp = c->op;
	if (is_iv(c->kid[0], l->iv)) {
		l->ub = c->kid[1];
		return true;
	}
	l->cmp = mirrored(c->op);
	l->ub = c->kid[0];
	return is_iv(c->kid[1], l->iv);
}

static bool
step_of(hd_node *s, hd_loop *l)
{
	hd_node *e;

	if (!s)
		return false;
	if (s->kind == HD_N_UNARY && is_iv(s->kid[0], l->iv)) {
		l->minus = s->op == HD_OP_DEC;
		return s->op == HD_OP_INC || s->op == HD_OP_DEC;
	}
	if (s->kind != HD_N_ASSIGN || !is_iv(s->kid[0], l->iv))
		return false;
	if (s->op == HD_OP_ADD || s->op == HD_OP_SUB) {
		l->minus = s->op == HD_OP_SUB;
		l->step = s->kid[1];
		return true;
	}
	e = hd_omp_strip(s->kid[1]);
	if (s->op != HD_OP_NONE || e->kind != HD_N_BINARY)
		return false;
	if (is_iv(e->kid[0], l->iv) && (e->op == HD_OP_ADD || e->op == HD_OP_SUB)) {
		l->minus = e->op == HD_OP_SUB;
		l->step = e->kid[1];
		return true;
	}
	l->step = e->kid[0];
	return e->op == HD_OP_ADD && is_iv(e->kid[1], l->iv);
}

static bool
is_complex_bound(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_CALL || n->kind == HD_N_INDEX ||
	       n->kind == HD_N_MEMBER || n->kind == HD_N_ASSIGN ||
	       (n->kind == HD_N_UNARY && n->op == HD_OP_DEREF);
}

bool
hd_omp_canonical(hd_node *n, hd_loop *l)
{
	memset(l, 0, sizeof *l);
	if (!n || n->kind != HD_N_FOR)
		return false;
	l->node = n;
	l->iv = init_of(n->kid[0], &l->lb);
	if (!l->iv || l->iv->type->kind != HD_T_INT || !cond_of(n->kid[1], l) ||
	    !step_of(n->kid[2], l))
		return false;
	l->down = l->minus != (l->step && l->step->known && l->step->value < 0);
	if (l->cmp != HD_OP_NE)
		l->down = l->cmp == HD_OP_GT || l->cmp == HD_OP_GE;
	l->host_bounds = hd_omp_any(l->lb, is_complex_bound, NULL) ||
			 hd_omp_any(l->ub, is_complex_bound, NULL) ||
			 hd_omp_any(l->step, is_complex_bound, NULL);
	l->plain = !l->down && (!l->step || (l->step->known && l->step->value == 1)) &&
		   (l->cmp == HD_OP_LT || l->cmp == HD_OP_LE) &&
		   !l->iv->type->is_unsigned && l->iv->type->size >= 4;
	return true;
}

/* ---- constructs */

static bool
is_parallel(enum hd_dirkind k)
{
	return k == HD_DIR_PARALLEL || k == HD_DIR_PARALLEL_FOR ||
	       k == HD_DIR_PARALLEL_SECTIONS || k == HD_DIR_PARALLEL_FOR_SIMD;
}

static bool
is_for(enum hd_dirkind k)
{
	return k == HD_DIR_FOR || k == HD_DIR_FOR_SIMD || k == HD_DIR_PARALLEL_FOR ||
	       k == HD_DIR_PARALLEL_FOR_SIMD;
}

static hd_dir *
parallel_dir(hd_node *n)
{
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (is_parallel(d->kind))
			return d;
	return NULL;
}

static void
set_loops(hd_prog *p, hd_region *r, hd_work *w)
{
	hd_clause *c = hd_omp_clause(w->dir, HD_CL_COLLAPSE);
	hd_node *n = w->node;

	w->collapse = c ? (int)c->value : 1;
	if (w->collapse < 1 || w->collapse > 8) {
		hd_omp_cannot(p, r, w->dir->from, "collapse of %d loops", w->collapse);
		w->collapse = 1;
	}
	for (int i = 0; i < w->collapse; i++) {
		if (!hd_omp_canonical(n, &w->loop[i])) {
			hd_omp_cannot(
				p, r, n ? n->from : w->node->from,
				"this loop is not of the form that OpenMP asks for: "
				"for (i = a; i < b; i += c)");
			w->collapse = i;
			return;
		}
		hd_omp_add_var(p, &w->vars, w->loop[i].iv, HD_S_PRIVATE);
		n = hd_omp_only_statement(n->kid[3]);
	}
}

static void
unsupported(hd_prog *p, hd_region *r, hd_dir *d)
{
	hd_omp_cannot(p, r, d->from, "'omp %s' cannot be translated",
		      hd_omp_dir_name(d->kind));
}

static void
add_work(hd_prog *p, hd_region *r, hd_node *n, hd_dir *d)
{
	hd_work *w = HD_NEW(p->mem, hd_work);

	w->node = n;
	w->dir = d;
	w->region = r;
	w->id = (int)r->works.n;
	w->is_for = is_for(d->kind);
	w->nowait = hd_omp_clause(d, HD_CL_NOWAIT) != NULL;
	hd_push(p->mem, &r->works, w);
	if (d->name && !strcmp(d->name, "unsupported"))
		unsupported(p, r, d);
	if (w->is_for && !(is_parallel(d->kind) && r->dir != d))
		set_loops(p, r, w);
}

static bool
is_work(enum hd_dirkind k)
{
	return !hd_omp_is_cuda(k) && k != HD_DIR_SECTION && k != HD_DIR_THREADPRIVATE &&
	       k != HD_DIR_PARALLEL;
}

void
hd_omp_find_works(hd_prog *p, hd_region *r, hd_node *n)
{
	if (!n)
		return;
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (is_work(d->kind) || (d->kind == HD_DIR_PARALLEL && d != r->dir))
			add_work(p, r, n, d);
	for (unsigned i = 0; i < n->n; i++)
		if (!(n->kid[i] && parallel_dir(n->kid[i]) && !r->dir))
			hd_omp_find_works(p, r, n->kid[i]);
}

/* ---- regions */

static hd_region *
new_region(hd_prog *p, hd_decl *fn, hd_node *n, hd_dir *d)
{
	hd_region *r = HD_NEW(p->mem, hd_region);

	r->fn = fn;
	r->node = n;
	r->dir = d;
	r->index = (int)p->regions.n;
	fn->has_regions = true;
	hd_push(p->mem, &p->regions, r);
	hd_omp_find_works(p, r, n);
	return r;
}

static void
find_in(hd_prog *p, hd_decl *fn, hd_node *n)
{
	hd_dir *d;

	if (!n)
		return;
	d = parallel_dir(n);
	if (d) {
		hd_region *r = new_region(p, fn, n, d);
		r->on_cpu = hd_omp_find_dir(n, HD_DIR_NOGPURUN) ||
			    hd_omp_find_dir(n, HD_DIR_CPURUN) ||
			    hd_omp_clause(hd_omp_find_dir(n, HD_DIR_GPURUN),
					  HD_CL_NOGPURUN_CLAUSE);
		if (r->on_cpu)
			r->why = "asked for by a directive";
		return;
	}
	for (unsigned i = 0; i < n->n; i++)
		find_in(p, fn, n->kid[i]);
}

/* A work-sharing construct outside of every parallel region of its function. */
static bool
has_orphan(hd_node *n)
{
	if (!n || parallel_dir(n))
		return false;
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (d->kind == HD_DIR_FOR || d->kind == HD_DIR_FOR_SIMD ||
		    d->kind == HD_DIR_SECTIONS || d->kind == HD_DIR_SINGLE ||
		    d->kind == HD_DIR_BARRIER || d->kind == HD_DIR_MASTER)
			return true;
	for (unsigned i = 0; i < n->n; i++)
		if (has_orphan(n->kid[i]))
			return true;
	return false;
}

static void
ordered_on_cpu(hd_region *r)
{
	for (size_t i = 0; i < r->works.n; i++) {
		hd_work *w = r->works.at[i];
		if (r->on_cpu || (w->dir->kind != HD_DIR_ORDERED &&
				  !hd_omp_clause(w->dir, HD_CL_ORDERED_CLAUSE)))
			continue;
		hd_omp_warn(
			r->node->file, w->dir->from,
			"'ordered' leaves nothing to do in parallel: this region stays "
			"on the CPU; take the ordered part out of the loop");
		r->on_cpu = true;
		r->why = "it has an ordered construct";
	}
}

void
hd_omp_find_regions(hd_prog *p)
{
	for (size_t i = 0; i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		if (has_orphan(fn->body)) {
			fn->orphan = true;
			new_region(p, fn, fn->body, NULL);
		}
		find_in(p, fn, fn->body);
	}
	for (size_t i = 0; i < p->regions.n; i++) {
		ordered_on_cpu(p->regions.at[i]);
		hd_omp_share(p, p->regions.at[i]);
	}
}
