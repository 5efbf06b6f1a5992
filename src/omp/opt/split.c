/* SPDX-License-Identifier: Apache-2.0 */
/* The kernel splitter: cuts parallel regions at synchronisation into kernels and host
 * code.
 *
 * A statement list of a region becomes
 *     host code     what all threads do alike, single and master, loops around barriers
 *     kernels       work-sharing constructs and what depends on one thread's private data
 * Private variables with the same value in every thread live on the host and are passed
 * by value. Where a private value of one thread must survive a cut, the region runs in
 * block mode instead: one kernel of one block, whose barriers are __syncthreads(). */
#include "omp/omp.h"

typedef struct splitter {
	hd_prog *p;
	hd_region *r;
	hd_kernel *open;  /* statements being gathered */
	bool has_work;    /* in `open` */
	bool barrier_due; /* behind what is in `open` */
	int host_loops;   /* around the current list */
	const char *why;  /* not NULL: only block mode can do it */
	unsigned kernels;
} splitter;

static void
give_up(splitter *s, const char *why)
{
	if (!s->why)
		s->why = why;
}

/* ---- what kind of statement */

static bool
is_kernel_work(enum hd_dirkind k)
{
	return k == HD_DIR_FOR || k == HD_DIR_FOR_SIMD || k == HD_DIR_SECTIONS ||
	       k == HD_DIR_PARALLEL_FOR || k == HD_DIR_PARALLEL_FOR_SIMD ||
	       k == HD_DIR_PARALLEL_SECTIONS || k == HD_DIR_CRITICAL ||
	       k == HD_DIR_ATOMIC;
}

static bool
is_construct(enum hd_dirkind k)
{
	return is_kernel_work(k) || k == HD_DIR_SINGLE || k == HD_DIR_MASTER ||
	       k == HD_DIR_BARRIER;
}

static hd_work *
work_of(splitter *s, hd_node *n)
{
	hd_work *w = hd_omp_work_at(s->r, n);

	return w && is_construct(w->dir->kind) ? w : NULL;
}

static bool
holds_construct(void *ctx, hd_node *n)
{
	return work_of(ctx, n) != NULL;
}

static hd_var *
region_var(splitter *s, hd_node *n)
{
	return n->decl ? hd_omp_var(&s->r->vars, n->decl) : NULL;
}

static bool
is_private(const hd_var *v)
{
	return v->share == HD_S_PRIVATE || v->share == HD_S_FIRST ||
	       v->share == HD_S_LOCAL;
}

/* ---- uniform private variables */

static hd_work *
enclosing_work(splitter *s, hd_node *n)
{
	for (; n && n != s->r->node->parent; n = n->parent) {
		hd_work *w = work_of(s, n);
		if (w && is_kernel_work(w->dir->kind))
			return w;
	}
	return NULL;
}

static bool
bound_inside(hd_work *w, hd_decl *d)
{
	hd_var *v = hd_omp_var(&w->vars, d);

	return v && v->share != HD_S_SHARED;
}

static void
mark_in_work(void *ctx, hd_node *n, int how)
{
	splitter *s = ctx;
	hd_var *v;
	hd_work *w;

	if (n->kind != HD_N_REF || !(v = region_var(s, n)))
		return;
	w = enclosing_work(s, n);
	if (!w || bound_inside(w, n->decl))
		return;
	if (is_private(v) &&
	    ((how & (HD_WRITE | HD_ADDR)) || v->decl->type->kind == HD_T_ARRAY))
		v->uniform = false;
}

static bool
reads_varying(void *ctx, hd_node *n)
{
	splitter *s = ctx;
	hd_var *v;

	if (n->kind == HD_N_CALL && n->decl &&
	    hd_has_prefix(n->decl->name, "omp_get_thread"))
		return true;
	if (n->kind == HD_N_CALL && hd_omp_allocates(n)) /* each its own memory */
		return true;
	if ((n->kind != HD_N_REF && n->kind != HD_N_VAR) || !(v = region_var(s, n)))
		return false;
	return v->share == HD_S_THREADPRIVATE ||
	       (is_private(v) && !v->uniform && !v->scratch) ||
	       (v->share == HD_S_REDUCTION);
}

struct spread {
	splitter *s;
	bool changed;
};

static void
mark_written(void *ctx, hd_node *n, int how)
{
	struct spread *sp = ctx;
	hd_var *v;

	if ((n->kind != HD_N_REF && n->kind != HD_N_VAR) ||
	    !(how & (HD_WRITE | HD_ADDR)))
		return;
	v = region_var(sp->s, n);
	if (v && is_private(v) && v->uniform) {
		v->uniform = false;
		sp->changed = true;
	}
}

static bool
is_plain(splitter *s, hd_node *n)
{
	return !hd_omp_any(n, holds_construct, s);
}

/* A plain statement that reads a varying value makes what it writes varying. */
static bool
spread_varying(splitter *s, hd_node *n)
{
	struct spread sp = {s, false};

	if (!n)
		return false;
	if (work_of(s, n) && is_kernel_work(work_of(s, n)->dir->kind))
		return false;
	if (n->kind != HD_N_COMPOUND && is_plain(s, n) &&
	    hd_omp_any(n, reads_varying, s)) {
		hd_omp_accesses(n, HD_READ, mark_written, &sp);
		return sp.changed;
	}
	for (unsigned i = 0; i < n->n; i++)
		sp.changed |= spread_varying(s, n->kid[i]);
	return sp.changed;
}

/* Statements of the region's lists, down to the constructs. */
static bool
carried(splitter *s, hd_node *n, hd_decl *d)
{
	if (!n)
		return false;
	if (work_of(s, n) || is_plain(s, n))
		return hd_omp_reads_before(n, d);
	for (unsigned i = 0; i < n->n; i++)
		if (carried(s, n->kid[i], d))
			return true;
	return false;
}

static void
find_uniform(splitter *s)
{
	for (size_t i = 0; i < s->r->vars.n; i++)
		s->r->vars.at[i].uniform = is_private(&s->r->vars.at[i]);
	hd_omp_accesses(s->r->node, HD_READ, mark_in_work, s);
	for (size_t i = 0; i < s->r->vars.n; i++) {
		hd_var *v = &s->r->vars.at[i];
		v->scratch = is_private(v) && !v->uniform && v->share != HD_S_FIRST &&
			     v->decl->type->kind != HD_T_ARRAY &&
			     !carried(s, s->r->node, v->decl);
	}
	while (spread_varying(s, s->r->node))
		;
}

/* ---- gathering */

static void
close_kernel(splitter *s)
{
	hd_kernel *k = s->open;

	s->open = NULL;
	s->barrier_due = false;
	if (!k)
		return;
	if (!s->has_work) {
		give_up(s, "code outside of work-sharing depends on the thread");
		return;
	}
	k->from = hd_omp_stmt_start(k->stmts.at[0]);
	k->to = hd_omp_stmt_end(hd_last(&k->stmts));
	hd_push(s->p->mem, &s->r->kernels, k);
}

static void
add_to_kernel(splitter *s, hd_node *n)
{
	if (!s->open) {
		s->open = HD_NEW(s->p->mem, hd_kernel);
		s->open->region = s->r;
		s->open->proc = s->r->fn->name;
		s->open->in_host_loop = s->host_loops > 0;
		s->has_work = false;
	}
	hd_push(s->p->mem, &s->open->stmts, n);
}

static bool
bare_declaration(hd_node *n)
{
	if (n->kind != HD_N_DECLSTMT)
		return false;
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i]->n)
			return false;
	return true;
}

static void
split_plain(splitter *s, hd_node *n)
{
	if (bare_declaration(n) || n->kind == HD_N_NULL)
		return;
	if (hd_omp_any(n, reads_varying, s)) {
		if (s->barrier_due)
			close_kernel(s);
		add_to_kernel(s, n);
		return;
	}
	if (n->kind == HD_N_RETURN && s->r->dir)
		give_up(s, "a return leaves the region");
	if (s->open && !s->has_work)
		give_up(s, "code common to all threads follows code of one thread");
	close_kernel(s);
}

static void
split_work(splitter *s, hd_node *n, hd_work *w)
{
	hd_vars out = {0};
	bool critical =
		w->dir->kind == HD_DIR_CRITICAL || w->dir->kind == HD_DIR_ATOMIC;

	if (critical && !s->open && !hd_omp_any(n, reads_varying, s))
		give_up(s, "every thread takes part in a critical section");
	if (s->barrier_due && s->p->set.value[HD_SET_useKernelFusion] && !s->r->plain &&
	    !critical && hd_omp_can_fuse(s->p, s->open, w))
		s->barrier_due = false;
	if (s->barrier_due && !(critical && hd_omp_any(n, reads_varying, s) &&
				hd_omp_reduction_critical(s->p, w, &out)))
		close_kernel(s);
	add_to_kernel(s, n);
	if (critical && s->open->works.n == 0)
		give_up(s, "a critical section comes before any work-sharing");
	hd_push(s->p->mem, &s->open->works, w);
	s->has_work = true;
	if (!critical && !w->nowait)
		s->barrier_due = true;
}

static void split_list(splitter *s, hd_node **list, unsigned n);

/* Loops, ifs and blocks around constructs run on the host. */
static void
split_control(splitter *s, hd_node *n)
{
	bool loop = n->kind == HD_N_FOR || n->kind == HD_N_WHILE || n->kind == HD_N_DO;

	close_kernel(s);
	if (n->kind == HD_N_COMPOUND) {
		split_list(s, n->kid, n->n);
		close_kernel(s);
		return;
	}
	if (!loop && n->kind != HD_N_IF && n->kind != HD_N_SWITCH &&
	    n->kind != HD_N_CASE && n->kind != HD_N_DEFAULT) {
		give_up(s, "a construct is inside an unusual statement");
		return;
	}
	s->host_loops += loop;
	for (unsigned i = 0; i < n->n; i++) {
		hd_node *k = n->kid[i];
		if (!k)
			continue;
		if (!hd_omp_is_stmt(k) ||
		    k == (n->kind == HD_N_FOR ? n->kid[0] : NULL)) {
			if (hd_omp_any(k, reads_varying, s))
				give_up(s,
					"control flow around a barrier depends on the "
					"thread");
			continue;
		}
		split_list(s, &n->kid[i], 1);
		close_kernel(s);
	}
	s->host_loops -= loop;
}

static void
split_list(splitter *s, hd_node **list, unsigned n)
{
	for (unsigned i = 0; i < n && !s->why; i++) {
		hd_work *w = work_of(s, list[i]);
		if (list[i]->kind == HD_N_DIRECTIVE) {
			if (list[i]->dirs->kind == HD_DIR_BARRIER)
				close_kernel(s);
			else if (s->open && list[i]->dirs->kind == HD_DIR_FLUSH)
				add_to_kernel(s, list[i]);
		} else if (w && is_kernel_work(w->dir->kind)) {
			split_work(s, list[i], w);
		} else if (w) { /* single, master: one thread, the host's */
			if (hd_omp_any(list[i], reads_varying, s))
				give_up(s,
					"a single or master construct uses private data "
					"of one thread");
			close_kernel(s);
		} else if (is_plain(s, list[i])) {
			split_plain(s, list[i]);
		} else {
			split_control(s, list[i]);
		}
	}
}

/* ---- varying values must not cross cuts */

static bool
kernel_uses(hd_kernel *k, hd_decl *d)
{
	for (size_t i = 0; i < k->stmts.n; i++)
		if (hd_omp_refers(k->stmts.at[i], d))
			return true;
	return false;
}

static int
kernels_using(hd_region *r, hd_decl *d)
{
	int n = 0;

	for (size_t i = 0; i < r->kernels.n; i++)
		n += kernel_uses(r->kernels.at[i], d);
	return n;
}

static void
check_crossing(splitter *s)
{
	for (size_t i = 0; i < s->r->vars.n && !s->why; i++) {
		hd_var *v = &s->r->vars.at[i];
		if (!is_private(v) || v->uniform)
			continue;
		for (size_t k = 0; k < s->r->kernels.n; k++) {
			hd_kernel *kn = s->r->kernels.at[k];
			if (!kernel_uses(kn, v->decl))
				continue;
			if ((kernels_using(s->r, v->decl) > 1 || kn->in_host_loop) &&
			    hd_omp_list_reads_before(&kn->stmts, v->decl))
				give_up(s,
					hd_format(s->p->mem,
						  "each thread keeps a value of '%s' "
						  "across a barrier",
						  v->decl->name));
		}
	}
}

/* ---- the two ways */

static void
find_inner_works(splitter *s, hd_kernel *k)
{
	for (size_t i = 0; i < s->r->works.n; i++) {
		hd_work *w = s->r->works.at[i];
		bool known = false;
		for (size_t j = 0; j < k->works.n; j++)
			known |= k->works.at[j] == w;
		for (size_t j = 0; j < k->stmts.n && !known; j++)
			if (hd_omp_inside(w->node, k->stmts.at[j])) {
				hd_push(s->p->mem, &k->works, w);
				known = true;
			}
	}
}

static bool
is_alike(hd_work *a, hd_work *b)
{
	if (a->is_for && b->is_for)
		for (int i = 0; i < a->collapse; i++)
			for (int k = 0; k < b->collapse; k++)
				if (!strcmp(a->loop[i].iv->name, b->loop[k].iv->name))
					return true;
	for (size_t i = 0; i < a->vars.n; i++)
		if (a->vars.at[i].share == HD_S_REDUCTION &&
		    hd_omp_var(&b->vars, a->vars.at[i].decl))
			return true;
	return false;
}

static void
set_tags(splitter *s, hd_kernel *k)
{
	for (size_t i = 0; i < k->works.n; i++) {
		k->works.at[i]->tag = "";
		for (size_t j = 0; j < i; j++)
			if (is_alike(k->works.at[i], k->works.at[j]))
				k->works.at[i]->tag = hd_format(s->p->mem, "_%zu", i);
	}
}

static void
one_block(splitter *s)
{
	hd_kernel *k = HD_NEW(s->p->mem, hd_kernel);

	s->r->block_mode = true;
	s->r->why = s->why;
	s->r->kernels.n = 0;
	k->region = s->r;
	k->proc = s->r->fn->name;
	k->block_mode = true;
	k->from = hd_omp_stmt_start(s->r->node);
	k->to = hd_omp_stmt_end(s->r->node);
	hd_push(s->p->mem, &k->stmts, s->r->node);
	hd_push(s->p->mem, &s->r->kernels, k);
	find_inner_works(s, k);
	set_tags(s, k);
	hd_omp_kernel_vars(s->p, k);
}

static void
split_grid(splitter *s)
{
	hd_node *n = s->r->node;

	find_uniform(s);
	if (n->kind == HD_N_COMPOUND && !(work_of(s, n)))
		split_list(s, n->kid, n->n);
	else
		split_list(s, &n, 1);
	close_kernel(s);
	for (size_t i = 0; i < s->r->kernels.n; i++) {
		find_inner_works(s, s->r->kernels.at[i]);
		set_tags(s, s->r->kernels.at[i]);
		hd_omp_kernel_vars(s->p, s->r->kernels.at[i]);
		hd_omp_kernel_criticals(s->p, s->r->kernels.at[i]);
	}
	check_crossing(s);
}

static const char *
carried_copy(hd_region *r)
{
	for (size_t i = 0; i < r->vars.n; i++)
		if (r->vars.at[i].share == HD_S_THREADPRIVATE &&
		    r->vars.at[i].decl->carried)
			return r->vars.at[i].decl->name;
	return NULL;
}

void
hd_omp_split(hd_prog *p, hd_region *r)
{
	splitter s = {.p = p, .r = r};

	if (r->on_cpu)
		return;
	if (r->uses_ids)
		give_up(&s, "it asks for thread numbers");
	else if (carried_copy(r))
		give_up(&s, hd_format(p->mem, "'%s' keeps its value between regions",
				      carried_copy(r)));
	else
		split_grid(&s);
	if (!s.why)
		return;
	if (!r->dir) {
		hd_omp_cannot(
			p, r, r->node->from,
			"work-sharing in '%s' cannot be separated from its function: %s",
			r->fn->name, s.why);
		return;
	}
	one_block(&s);
}
