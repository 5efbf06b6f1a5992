/* SPDX-License-Identifier: Apache-2.0 */
/* Finding parallel regions and the constructs in them. */
#include "omp/omp.h"

static hd_left *
find_left(hd_lefts *list, hd_region *r)
{
	for (size_t i = 0; i < list->n; i++) {
		hd_left *l = &list->at[i];
		if (l->at == r->node->from && l->orphan == !r->dir &&
		    !strcmp(l->path, r->node->file->path))
			return l;
	}
	return NULL;
}

static void
stay(hd_region *r, const char *why)
{
	if (!r->on_cpu)
		r->why = why;
	r->on_cpu = true;
}

/* This region cannot go to the GPU: it stays on the CPU, with a warning, and everything is
 * decided anew, because what was decided so far counts on it. What a function does that
 * kernels call is told by the region that calls it. */
void
hd_omp_cannot(hd_prog *p, hd_region *r, unsigned at, const char *fmt, ...)
{
	hd_left left = {r->node->file->path, NULL, r->node->from, !r->dir};
	va_list ap;
	char *text;

	if (r->on_cpu)
		return;
	va_start(ap, fmt);
	left.why = text = hd_vformat(p->mem, fmt, ap);
	va_end(ap);
	if (r->of_function || find_left(&p->left, r)) {
		stay(r, text);
		return;
	}
	if (p->no_fallback) {
		hd_omp_error(r->node->file, at,
			     "%s; leave the region to the CPU with '#pragma cuda "
			     "nogpurun' in front of it, or all such regions without "
			     "--no-fallback",
			     text);
		return;
	}
	hd_omp_warn(r->node->file, at, "%s; this region stays on the CPU", text);
	hd_push(p->mem, &p->left, left);
	p->again = true;
	stay(r, text);
}

/* Copies of this region's data would not do: its kernels use memory where the host has it,
 * which is decided anew, too. */
void
hd_omp_make_plain(hd_prog *p, hd_region *r, const char *fmt, ...)
{
	hd_left plain = {r->node->file->path, NULL, r->node->from, !r->dir};
	va_list ap;

	if (r->on_cpu || r->plain)
		return;
	va_start(ap, fmt);
	plain.why = hd_vformat(p->mem, fmt, ap);
	va_end(ap);
	if (p->model == HD_MEM_COPY) {
		hd_omp_cannot(p, r, r->node->from, "%s, and --memory=copy", plain.why);
		return;
	}
	hd_push(p->mem, &p->plain, plain);
	r->plain = plain.why;
	p->again = true;
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
	if (find_left(&p->left, r))
		stay(r, find_left(&p->left, r)->why);
	if (find_left(&p->plain, r))
		r->plain = find_left(&p->plain, r)->why;
	if (p->model == HD_MEM_MANAGED || p->model == HD_MEM_SYSTEM)
		r->plain = "--memory says so";
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
		if (hd_omp_find_dir(n, HD_DIR_NOGPURUN) ||
		    hd_omp_find_dir(n, HD_DIR_CPURUN) ||
		    hd_omp_clause(hd_omp_find_dir(n, HD_DIR_GPURUN),
				  HD_CL_NOGPURUN_CLAUSE))
			stay(r, "asked for by a directive");
		hd_omp_find_works(p, r, n);
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
		    d->kind == HD_DIR_BARRIER || d->kind == HD_DIR_MASTER ||
		    d->kind == HD_DIR_TASK || d->kind == HD_DIR_TASKLOOP)
			return true;
	for (unsigned i = 0; i < n->n; i++)
		if (has_orphan(n->kid[i]))
			return true;
	return false;
}

static void
leave_ordered(hd_prog *p, hd_region *r)
{
	for (size_t i = 0; i < r->works.n; i++) {
		hd_work *w = r->works.at[i];
		if (w->dir->kind == HD_DIR_ORDERED ||
		    hd_omp_clause(w->dir, HD_CL_ORDERED_CLAUSE))
			hd_omp_cannot(p, r, w->dir->from,
				      "'ordered' leaves nothing to do in parallel");
	}
}

void
hd_omp_find_regions(hd_prog *p)
{
	for (size_t i = 0; i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		if (has_orphan(fn->body)) {
			fn->orphan = true;
			hd_omp_find_works(p, new_region(p, fn, fn->body, NULL),
					  fn->body);
		}
		find_in(p, fn, fn->body);
	}
	for (size_t i = 0; i < p->regions.n; i++) {
		leave_ordered(p, p->regions.at[i]);
		hd_omp_share(p, p->regions.at[i]);
	}
}
