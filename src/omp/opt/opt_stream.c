/* SPDX-License-Identifier: Apache-2.0 */
/* The stream optimiser: work division that suits a GPU. Results are clauses:
 *
 *   ploopswap     for (i) for (j) a[i][j]: the inner loop joins the parallel one, so that
 *                 neighbouring threads take neighbouring elements
 *   loopcollapse  for (i) { t = 0; for (j = row[i]; j < row[i + 1]; j++) t += ...; y[i] = t; }
 *                 several threads share a row: its elements are read side by side
 *   transpose     copies of threadprivate arrays stored element by element
 *   contract      private arrays that are not needed after all (contract.c)
 *   tile          the array of a stencil is read through a tile in shared memory
 *   devicescalars computed on the device from reductions (scalars.c) */
#include "omp/omp.h"

/* ---- parallel loop-swap */

static bool
varies_with(hd_node *n, hd_decl *iv)
{
	return n && hd_omp_refers(n, iv);
}

static bool
walks_memory(hd_prog *p, hd_node *body, hd_decl *j)
{
	char *text = hd_omp_text(p->mem, body);
	size_t n = strlen(j->name);

	/* the inner variable in the last brackets of some reference */
	for (char *s = text; (s = strstr(s, j->name)); s += n) {
		char *end = s + n;
		while (*end && *end != ']' && *end != '[' && *end != ';')
			end++;
		if (*end == ']' && end[1] != '[')
			return true;
	}
	return false;
}

bool
hd_omp_can_swap(hd_prog *p, hd_work *w)
{
	hd_loop in;
	hd_node *n;
	hd_var *v;

	if (!w->is_for || w->collapse != 1 || !w->loop[0].node ||
	    w->loop[0].host_bounds)
		return false;
	n = hd_omp_only_statement(w->loop[0].node->kid[3]);
	if (!n || n->dirs || !hd_omp_canonical(n, &in) || in.host_bounds)
		return false;
	if (varies_with(in.lb, w->loop[0].iv) || varies_with(in.ub, w->loop[0].iv) ||
	    varies_with(in.step, w->loop[0].iv))
		return false;
	v = hd_omp_var(&w->region->vars, in.iv);
	if (v && v->share == HD_S_SHARED && !hd_omp_var(&w->vars, in.iv))
		return false;
	return walks_memory(p, n->kid[3], in.iv) &&
	       hd_omp_is_independent(p, w, n->kid[3], w->loop[0].iv, in.iv);
}

static void
swap(hd_prog *p, hd_kernel *k, hd_work *w)
{
	if (!hd_omp_can_swap(p, w))
		return;
	hd_omp_canonical(hd_omp_only_statement(w->loop[0].node->kid[3]), &w->loop[1]);
	w->collapse = 2;
	w->swapped = true;
	hd_omp_add_var(p, &w->vars, w->loop[1].iv, HD_S_PRIVATE)->share = HD_S_PRIVATE;
	hd_omp_set_clause(p, k->cuda, HD_CL_PLOOPSWAP, -1);
}

/* ---- loop collapse */

typedef struct sums {
	hd_work *w;
	hd_node *inner;
	hd_decl *sum;
	int count;
	bool ok;
} sums;

static bool
is_private_scalar(hd_work *w, hd_decl *d)
{
	hd_var *v = hd_omp_var(&w->vars, d);

	if (!v)
		v = hd_omp_var(&w->region->vars, d);
	return v && (v->share == HD_S_PRIVATE || v->share == HD_S_LOCAL) &&
	       d->type->kind != HD_T_ARRAY && d->type->kind != HD_T_POINTER;
}

static bool
find_sum(void *ctx, hd_node *n)
{
	sums *s = ctx;
	hd_node *left;

	if (n->kind != HD_N_ASSIGN &&
	    !(n->kind == HD_N_UNARY && (n->op == HD_OP_INC || n->op == HD_OP_DEC)))
		return false;
	left = hd_omp_strip(n->kid[0]);
	if (left->kind != HD_N_REF || !is_private_scalar(s->w, left->decl)) {
		s->ok = false;
		return false;
	}
	if (hd_omp_inside(left->decl->node, s->inner))
		return false;
	if (n->kind == HD_N_ASSIGN && n->op == HD_OP_ADD && !s->sum &&
	    !hd_omp_refers(n->kid[1], left->decl))
		s->sum = left->decl;
	else if (n->kind == HD_N_ASSIGN && n->op == HD_OP_NONE &&
		 hd_omp_strip(n->kid[1])->kind == HD_N_BINARY &&
		 hd_omp_strip(n->kid[1])->op == HD_OP_ADD &&
		 hd_omp_strip(hd_omp_strip(n->kid[1])->kid[0])->decl == left->decl &&
		 !s->sum && !hd_omp_refers(hd_omp_strip(n->kid[1])->kid[1], left->decl))
		s->sum = left->decl;
	else
		s->ok = false;
	return false;
}

static bool
count_ref(void *ctx, hd_node *n)
{
	sums *s = ctx;

	s->count += n->kind == HD_N_REF && n->decl == s->sum;
	return false;
}

static bool
is_plain_set(hd_work *w, hd_node *n)
{
	hd_node *left;

	if (n->kind == HD_N_DECLSTMT || n->kind == HD_N_NULL)
		return true;
	if (n->kind != HD_N_ASSIGN)
		return false;
	left = hd_omp_strip(n->kid[0]);
	return left->kind == HD_N_REF && is_private_scalar(w, left->decl);
}

static bool
has_loop_or_directive(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->dirs || n->kind == HD_N_FOR || n->kind == HD_N_WHILE ||
	       n->kind == HD_N_DO || n->kind == HD_N_BREAK ||
	       n->kind == HD_N_CONTINUE || n->kind == HD_N_RETURN ||
	       n->kind == HD_N_GOTO;
}

static bool
match_rows(hd_work *w, hd_node *inner)
{
	sums s = {w, inner, NULL, 0, true};
	hd_loop l;

	if (inner->dirs || !hd_omp_canonical(inner, &l) || l.down ||
	    (l.step && !(l.step->known && l.step->value == 1)) || l.cmp == HD_OP_NE ||
	    !is_private_scalar(w, l.iv) ||
	    hd_omp_any(inner->kid[3], has_loop_or_directive, NULL))
		return false;
	hd_omp_any(inner->kid[3], find_sum, &s);
	if (!s.ok || !s.sum)
		return false;
	hd_omp_any(inner->kid[3], count_ref, &s);
	if (s.count > 2)
		return false;
	w->inner = inner;
	w->sum = s.sum;
	return true;
}

/* for (i) { private = ...; for (j) sum += ...; anything without loops } */
bool
hd_omp_can_collapse(hd_work *w)
{
	hd_node *body;
	bool found = false;

	if (!w->is_for || w->collapse != 1 || !w->loop[0].node || !w->loop[0].plain ||
	    w->loop[0].host_bounds)
		return false;
	body = w->loop[0].node->kid[3];
	if (body->kind != HD_N_COMPOUND)
		return false;
	for (unsigned i = 0; i < body->n; i++) {
		hd_node *n = body->kid[i];
		if (n->kind == HD_N_FOR && !found) {
			if (!match_rows(w, n))
				return false;
			found = true;
		} else if (found ? hd_omp_any(n, has_loop_or_directive, NULL)
				 : !is_plain_set(w, n)) {
			return false;
		}
	}
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_LAST ||
		    w->vars.at[i].share == HD_S_FIRSTLAST)
			return false;
	return found;
}

/* ---- transpose */

typedef struct uses {
	hd_decl *d;
	bool only_indexed;
} uses;

static void
note_use(void *ctx, hd_node *n, int how)
{
	uses *u = ctx;

	if (n->kind == HD_N_REF && n->decl == u->d && !(how & HD_INDEXED))
		u->only_indexed = false;
	if (n->kind == HD_N_REF && n->decl == u->d &&
	    (how & (HD_ADDR | HD_SIZED | HD_CALLARG)))
		u->only_indexed = false;
}

/* Never passed on as an address: then a view can stand for the array. */
bool
hd_omp_only_indexed(hd_prog *p, hd_decl *d)
{
	uses u = {d, true};

	for (size_t i = 0; i < p->regions.n; i++)
		hd_omp_accesses(p->regions.at[i]->node, HD_READ, note_use, &u);
	for (size_t i = 0; i < p->funcs.n; i++)
		if (p->funcs.at[i]->decl->on_device)
			hd_omp_accesses(p->funcs.at[i]->decl->body, HD_READ, note_use,
					&u);
	return u.only_indexed;
}

static void
transpose(hd_prog *p, hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_decl *d = k->vars.at[i].decl;
		if (k->vars.at[i].share != HD_S_THREADPRIVATE ||
		    d->type->kind != HD_T_ARRAY || d->type->elem->kind == HD_T_ARRAY ||
		    !hd_omp_only_indexed(p, d))
			continue;
		d->column = true;
		hd_omp_add_item(p, k->cuda, HD_CL_TRANSPOSE, d);
	}
}

/* ---- stencils */

typedef struct stencil {
	hd_prog *p;
	hd_work *w;
	hd_decl *d;
	int reach, points;
	bool ok;
} stencil;

static bool
offset_from(hd_node *n, hd_decl *iv, int *out)
{
	n = hd_omp_strip(n);
	*out = 0;
	if (n->kind == HD_N_REF)
		return n->decl == iv;
	if (n->kind != HD_N_BINARY || (n->op != HD_OP_ADD && n->op != HD_OP_SUB) ||
	    !n->kid[1]->known || hd_omp_strip(n->kid[0])->kind != HD_N_REF ||
	    hd_omp_strip(n->kid[0])->decl != iv)
		return false;
	*out = (int)(n->op == HD_OP_ADD ? n->kid[1]->value : -n->kid[1]->value);
	return true;
}

static bool
note_point(void *ctx, hd_node *n)
{
	stencil *s = ctx;
	hd_node *row;
	int a, b;

	if (n->kind == HD_N_REF && n->decl == s->d) {
		hd_node *up = n->parent;
		while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
			up = up->parent;
		if (!up || up->kind != HD_N_INDEX)
			s->ok = false;
		return false;
	}
	if (n->kind != HD_N_INDEX)
		return false;
	row = hd_omp_strip(n->kid[0]);
	if (row->kind != HD_N_INDEX || hd_omp_strip(row->kid[0])->decl != s->d)
		return false;
	if (!offset_from(row->kid[1], s->w->loop[0].iv, &a) ||
	    !offset_from(n->kid[1], s->w->loop[1].iv, &b)) {
		s->ok = false;
		return false;
	}
	s->points++;
	if (abs(a) > s->reach)
		s->reach = abs(a);
	if (abs(b) > s->reach)
		s->reach = abs(b);
	return false;
}

static bool
is_tileable(const hd_type *t)
{
	return t->kind == HD_T_ARRAY && t->elem->kind == HD_T_ARRAY &&
	       t->elem->elem->kind != HD_T_ARRAY && t->size > 0 &&
	       (t->elem->elem->kind == HD_T_FLOAT || t->elem->elem->kind == HD_T_INT);
}

/* A 2-D array that the body of a swapped loop only reads, near [i][j]. */
hd_decl *
hd_omp_find_stencil(hd_prog *p, hd_kernel *k, hd_work *w)
{
	if (w->collapse != 2 || k->works.n != 1 || k->stmts.n != 1 || w->loop[0].down ||
	    w->loop[1].down || w->loop[0].step || w->loop[1].step)
		return NULL;
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		stencil s = {p, w, v->decl, 0, 0, true};
		if (v->share != HD_S_SHARED ||
		    (v->how & (HD_WRITE | HD_ADDR | HD_SIZED)) ||
		    !is_tileable(v->decl->type))
			continue;
		hd_omp_any(w->loop[1].node->kid[3], note_point, &s);
		if (s.ok && s.points >= 3 && s.reach >= 1 && s.reach <= 4) {
			w->reach = s.reach;
			return v->decl;
		}
	}
	return NULL;
}

/* ---- the pass */

/* With an if clause the team may be one thread. */
static bool
has_whole_blocks(hd_kernel *k)
{
	return k->set.value[HD_SET_cudaThreadBlockSize] % 32 == 0 &&
	       !hd_omp_clause(k->region->dir, HD_CL_IF);
}

static int
loops_of(hd_kernel *k)
{
	int loops = 0;

	for (size_t i = 0; i < k->works.n; i++)
		loops += k->works.at[i]->is_for;
	return loops;
}

/* Threads that share a row: the setting is their number, and 1 is a whole warp. */
static int
row_width(hd_kernel *k)
{
	int n = k->set.value[HD_SET_useLoopCollapse];

	return n == 1 ? 32 : n;
}

/* Nothing in the kernel counts threads but its two loops. */
static bool
is_plane(hd_kernel *k, hd_work *w)
{
	if (!w->swapped || w->tile || !w->loop[0].plain || !w->loop[1].plain ||
	    w->loop[1].host_bounds || k->stmts.n != 1 || k->stmts.at[0] != w->node ||
	    k->works.at[0] != w || !has_whole_blocks(k))
		return false;
	for (size_t i = 1; i < k->works.n; i++)
		if (k->works.at[i]->dir->kind != HD_DIR_ATOMIC)
			return false;
	for (size_t i = 0; i < k->vars.n; i++)
		if (k->vars.at[i].share == HD_S_REDUCTION ||
		    k->vars.at[i].share == HD_S_THREADPRIVATE)
			return false;
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_REDUCTION ||
		    w->vars.at[i].share == HD_S_LAST ||
		    w->vars.at[i].share == HD_S_FIRSTLAST)
			return false;
	return true;
}

/* Loops that share a kernel must give iterations to the same threads: only the first may
 * have sparse rows, and the others follow it. */
static void
collapse(hd_prog *p, hd_kernel *k)
{
	if (!k->works.n || !k->set.value[HD_SET_useLoopCollapse] ||
	    !has_whole_blocks(k) || loops_of(k) != (int)k->works.n ||
	    !hd_omp_can_collapse(k->works.at[0]))
		return;
	for (size_t i = 1; i < k->works.n; i++)
		if (!k->works.at[i]->loop[0].plain || k->works.at[i]->collapse != 1 ||
		    k->works.at[i]->loop[0].host_bounds ||
		    hd_omp_can_collapse(k->works.at[i]))
			return;
	k->works.at[0]->rows = row_width(k);
	for (size_t i = 1; i < k->works.n; i++)
		k->works.at[i]->follows = row_width(k);
	hd_omp_set_clause(p, k->cuda, HD_CL_LOOPCOLLAPSE, row_width(k));
}

static void
optimise(hd_prog *p, hd_kernel *k)
{
	if (!k->block_mode)
		collapse(p, k);
	for (size_t i = 0; i < k->works.n && !k->block_mode && loops_of(k) == 1; i++)
		if (!k->works.at[i]->rows && k->set.value[HD_SET_useParallelLoopSwap])
			swap(p, k, k->works.at[i]);
	hd_omp_kernel_vars(p, k);
	if (!k->block_mode)
		hd_omp_kernel_criticals(p, k);
	if (k->set.value[HD_SET_useArrayContraction])
		hd_omp_contract(p, k);
	if (k->set.value[HD_SET_useMatrixTranspose])
		transpose(p, k);
	for (size_t i = 0; i < k->works.n && k->set.value[HD_SET_useTiling]; i++) {
		hd_work *w = k->works.at[i];
		w->tile = has_whole_blocks(k) ? hd_omp_find_stencil(p, k, w) : NULL;
		if (w->tile)
			hd_omp_add_item(p, k->cuda, HD_CL_TILE, w->tile);
	}
	for (size_t i = 0; i < k->works.n; i++)
		k->works.at[i]->plane = is_plane(k, k->works.at[i]);
	hd_omp_join_loops(p, k);
}

void
hd_omp_stream_optimise(hd_prog *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		if (r->on_cpu)
			continue;
		hd_omp_device_scalars(p, r);
		for (size_t k = 0; k < r->kernels.n; k++)
			optimise(p, r->kernels.at[k]);
	}
}
