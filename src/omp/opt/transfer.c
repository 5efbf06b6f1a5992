/* SPDX-License-Identifier: Apache-2.0 */
/* Transfers by need. Two analyses over the whole program:
 *
 *   resident   (forward, all paths) places whose device copy is up to date; a kernel does
 *              not copy those in (Fig. 1 of the paper)
 *   current    (forward, all paths) places whose host copy is up to date; host code that
 *              reads another one needs a transfer in front of it
 *
 * Of its two copies of a place, a program has at least one that is up to date, and no code
 * looks at the other one: in front of host code that reads a place, or writes a part of it,
 * it is current; when a kernel starts, what it may read is resident or is copied in. Both
 * analyses must know all ways into a function (several calls, recursion, pointers to
 * functions, what libraries call back), and all names of a place (points.c).
 *
 * A pointer leads to several places, of which the kernel that is launched uses one. So for
 * memory behind pointers the copies are decided when the program runs: the registry
 * (memory_text.h) knows of every object whether the device has the newer copy. GPU_SEND
 * never overwrites that one, GPU_RECEIVE copies nothing but that one. What the analyses add
 * is where the host may have changed a place, which nobody sees at run time: there
 * `resident` ends, and only if it does not hold, GPU_SEND is asked to copy.
 *
 * A transfer to the host is put in front of the host code that needs it. Where that code
 * cannot be sure that the device has the value, all kernels that write the place bring it
 * back themselves, unless it is dead there (Fig. 2). Results are clauses on kernels. */
#include "omp/ana/flow.h"

typedef struct state {
	hd_prog *p;
	hd_flow *f;
	int level;
	size_t bits, words;
	hd_bits *resident, *current, *live; /* in front of nodes; live: behind */
	hd_bits dirty;                      /* places that some kernel writes */
	hd_bits eager;                      /* kernels bring these back at once */
	hd_bits scratch, need;              /* reused from node to node */
	bool *pending;                      /* nodes whose set has changed */
	int *back; /* where the call behind a node returns, or -1 */
} state;

static void
clear(hd_bits *to, const hd_bits *from)
{
	for (size_t i = 0; i < (to->n + 63) / 64; i++)
		to->word[i] &= ~from->word[i];
}

static void
copy(hd_bits *to, const hd_bits *from)
{
	memcpy(to->word, from->word, (to->n + 63) / 64 * sizeof *to->word);
}

static bool
keep_common(hd_bits *to, const hd_bits *from)
{
	bool changed = false;

	for (size_t i = 0; i < (to->n + 63) / 64; i++) {
		uint64_t w = to->word[i] & from->word[i];
		changed |= w != to->word[i];
		to->word[i] = w;
	}
	return changed;
}

static hd_bits
fresh(state *s)
{
	return hd_bits_new(s->p->mem, s->bits);
}

static void
fill(hd_bits *b)
{
	memset(b->word, 0xff, (b->n + 63) / 64 * sizeof *b->word);
}

/* ---- one node */

static bool
keeps_memory(state *s)
{
	return s->p->set.value[HD_SET_useGlobalGMalloc];
}

static void
resident_after(state *s, int i, hd_bits *out)
{
	hd_fnode *n = s->f->nodes.at[i];

	copy(out, &s->resident[i]);
	hd_bits_or(out, &n->send);
	clear(out, &n->write);
	if (n->kernel && keeps_memory(s))
		hd_each_bit (b, &n->sure)
			if (hd_omp_is_single(s->p, b) && !hd_bit(&n->write, b))
				hd_bit_set(out, b);
}

/* What must be current in front of a node. */
static void
needed(state *s, int i, hd_bits *out)
{
	hd_fnode *n = s->f->nodes.at[i];
	hd_bits in = s->scratch;

	copy(out, &n->read);
	hd_bits_or(out, &n->send);
	if (!n->kernel)
		return;
	copy(&in, &n->gpu_read);
	if (s->level >= 1)
		clear(&in, &s->resident[i]);
	if (s->level >= 2)
		clear(&in, &n->cover);
	hd_bits_or(out, &in);
}

static void
current_after(state *s, int i, hd_bits *out)
{
	hd_fnode *n = s->f->nodes.at[i];
	hd_bits need = s->need;

	copy(out, &s->current[i]);
	needed(s, i, &need);
	hd_bits_or(out, &need);
	hd_bits_or(out, &n->kill);
	if (n->kernel)
		hd_each_bit (b, &n->gpu_write)
			if (!hd_bit(&s->eager, b))
				hd_bit_clear(out, b);
	hd_bits_or(out, &n->write); /* also what the host makes of reductions */
}

/* ---- solving */

static bool
is_root(state *s, int i)
{
	hd_fnode *n = s->f->nodes.at[i];

	return n->from.n == 0 && n->fn && n->stmt == n->fn->body;
}

/* A node's set has changed: it, and what is behind a call from it, must be done again. */
static void
mark(state *s, int i)
{
	s->pending[i] = true;
	if (s->back[i] < 0)
		return;
	for (size_t k = 0; k < s->f->nodes.at[s->back[i]]->from.n; k++)
		s->pending[s->f->nodes.at[s->back[i]]->from.at[k]] = true;
}

/* Whether the set of `to` has changed. */
static bool
join(state *s, int to, hd_bits *set, const hd_bits *out)
{
	hd_fnode *n = s->f->nodes.at[to];
	hd_bits in = s->scratch;

	copy(&in, out);
	if (n->call >= 0) { /* what the callee cannot reach is as before the call */
		for (size_t w = 0; w < s->words; w++)
			in.word[w] = (out->word[w] & s->f->visible.word[w]) |
				     (set[n->call].word[w] & ~s->f->visible.word[w]);
	}
	return keep_common(&set[to], &in);
}

static void
solve(state *s, hd_bits *set, void (*after)(state *, int, hd_bits *), bool main_has_all)
{
	bool changed = true;
	hd_bits out = fresh(s);

	for (size_t i = 0; i < s->f->nodes.n; i++) {
		s->pending[i] = true;
		fill(&set[i]);
		if (is_root(s, (int)i) && !((int)i == s->f->start && main_has_all))
			memset(set[i].word, 0, s->words * sizeof *set[i].word);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < s->f->nodes.n; i++) {
			hd_fnode *n = s->f->nodes.at[i];
			if (!s->pending[i])
				continue;
			s->pending[i] = false;
			changed = true;
			after(s, (int)i, &out);
			for (size_t k = 0; k < n->to.n; k++)
				if (join(s, n->to.at[k], set, &out))
					mark(s, n->to.at[k]);
		}
	}
}

static void
solve_live(state *s)
{
	bool changed = true;
	hd_bits in = fresh(s), need = fresh(s);

	for (size_t i = 0; i < s->f->nodes.n; i++)
		memset(s->live[i].word, 0, s->words * sizeof *s->live[i].word);
	while (changed) {
		changed = false;
		for (size_t i = s->f->nodes.n; i-- > 0;) {
			hd_fnode *n = s->f->nodes.at[i];
			copy(&in, &s->live[i]);
			clear(&in, &n->kill);
			needed(s, (int)i, &need);
			hd_bits_or(&in, &need);
			for (size_t k = 0; k < n->from.n; k++)
				changed |= hd_bits_or(&s->live[n->from.at[k]], &in);
		}
	}
}

/* ---- where a transfer can go */

static bool
launches(void *ctx, hd_node *n)
{
	hd_prog *p = ctx;

	for (size_t i = 0; n->kind == HD_N_CALL && i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		if (fn->has_regions && hd_omp_may_call(n, fn))
			return true;
	}
	for (size_t i = 0; i < p->regions.n; i++)
		if (p->regions.at[i]->node == n && !p->regions.at[i]->on_cpu)
			return true;
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (!hd_omp_is_cuda(d->kind) && d->kind != HD_DIR_ATOMIC &&
		    d->kind != HD_DIR_CRITICAL)
			return true;
	return false;
}

static bool
is_loop(hd_node *n)
{
	return n->kind == HD_N_FOR || n->kind == HD_N_WHILE || n->kind == HD_N_DO;
}

/* The outermost statement in front of which the transfer may stand, or NULL. */
static hd_node *
place_for(state *s, hd_fnode *n, hd_decl *d)
{
	hd_node *at = n->stmt, *loop;

	if (n->late)
		return NULL;
	if (!n->kernel && is_loop(at) && hd_omp_any(at, launches, s->p))
		return NULL;
	for (;;) {
		while (at->parent && at->parent->kind != HD_N_COMPOUND) {
			if (is_loop(at->parent) &&
			    hd_omp_any(at->parent, launches, s->p))
				return NULL;
			at = at->parent;
			if (at->kind == HD_N_FUNC)
				return NULL;
		}
		for (loop = at; loop && !(is_loop(loop) && loop != at);
		     loop = loop->parent)
			;
		if (!loop || hd_omp_any(loop, launches, s->p) || !hd_omp_stays(loop, d))
			break;
		at = loop;
	}
	return d->node && hd_omp_inside(d->node, at) ? NULL : at;
}

/* ---- the decision between late and early transfers */

static bool
try_fetch(state *s, int i, size_t place, bool record)
{
	hd_fnode *n = s->f->nodes.at[i];
	hd_decl *d;
	hd_fetch fetch;

	if (!hd_bit(&s->resident[i], place) || s->level < 2)
		return false;
	d = hd_omp_name_for(s->p, n, place);
	fetch.decl = d;
	fetch.stmt = d ? place_for(s, n, d) : NULL;
	if (!fetch.stmt)
		return false;
	for (size_t k = 0; record && k < s->p->fetches.n; k++)
		if (s->p->fetches.at[k].stmt == fetch.stmt &&
		    s->p->fetches.at[k].decl == d)
			return true;
	if (record)
		hd_push(s->p->mem, &s->p->fetches, fetch);
	return true;
}

static bool
decide(state *s, bool record)
{
	bool changed = false;
	hd_bits need = fresh(s);

	for (size_t i = 0; i < s->f->nodes.n; i++) {
		needed(s, (int)i, &need);
		clear(&need, &s->current[i]);
		hd_each_bit (b, &need) {
			if (!hd_bit(&s->dirty, b) || hd_bit(&s->eager, b))
				continue;
			if (!try_fetch(s, (int)i, b, record)) {
				hd_bit_set(&s->eager, b);
				changed = true;
			}
		}
	}
	return changed;
}

/* ---- clauses */

static void
places_of(state *s, hd_var *v, hd_bits *out)
{
	if (v->decl->type->kind == HD_T_POINTER)
		hd_omp_may_point(s->p, v->decl, out);
	if (v->decl->table)
		hd_omp_rows(s->p, out);
	if (v->decl->type->kind != HD_T_POINTER)
		hd_bit_set(out, (size_t)v->decl->id);
}

static bool
is_transferred(hd_var *v)
{
	if (v->decl->managed || v->decl->plain)
		return false;
	if (v->decl->type->kind == HD_T_POINTER)
		return v->share == HD_S_SHARED || v->share == HD_S_FIRST || v->uniform;
	return v->share == HD_S_SHARED ||
	       (v->share == HD_S_FIRST && v->decl->type->kind == HD_T_ARRAY);
}

static bool
asked(hd_kernel *k, enum hd_clkind yes, enum hd_clkind no, hd_decl *d)
{
	return hd_omp_has_item(k->cuda, yes, d) || hd_omp_has_item(k->cuda, no, d);
}

static void
annotate(state *s, int i, hd_var *v)
{
	hd_kernel *k = s->f->nodes.at[i]->kernel;
	hd_bits where = fresh(s);
	bool in = false, out = false;
	bool writes = ((v->how | v->tail_how) & (HD_WRITE | HD_ADDR | HD_PWRITE)) ||
		      v->decl->table;

	places_of(s, v, &where);
	hd_each_bit (b, &where) {
		in |= s->level < 1 ||
		      (!hd_bit(&s->resident[i], b) &&
		       !(s->level >= 2 && hd_bit(&s->f->nodes.at[i]->cover, b)));
		out |= s->level < 2 || (hd_bit(&s->eager, b) && hd_bit(&s->live[i], b));
	}
	if (!asked(k, HD_CL_C2GMEMTR, HD_CL_NOC2GMEMTR, v->decl))
		hd_omp_add_item(s->p, k->cuda, in ? HD_CL_C2GMEMTR : HD_CL_NOC2GMEMTR,
				v->decl);
	if (writes && !asked(k, HD_CL_G2CMEMTR, HD_CL_NOG2CMEMTR, v->decl))
		hd_omp_add_item(s->p, k->cuda, out ? HD_CL_G2CMEMTR : HD_CL_NOG2CMEMTR,
				v->decl);
}

/* Functions from which a kernel may be launched. */
static void
spread_regions(hd_prog *p)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (size_t i = 0; i < p->funcs.n; i++) {
			hd_decl *fn = p->funcs.at[i]->decl;
			if (!fn->has_regions && hd_omp_any(fn->body, launches, p))
				changed = fn->has_regions = true;
		}
	}
}

static void
allocate(state *s)
{
	size_t n = s->f->nodes.n;

	s->bits = (size_t)hd_omp_locations(s->p);
	s->words = (s->bits + 63) / 64;
	s->resident = HD_NEW_ARRAY(s->p->mem, hd_bits, n);
	s->current = HD_NEW_ARRAY(s->p->mem, hd_bits, n);
	s->live = HD_NEW_ARRAY(s->p->mem, hd_bits, n);
	s->dirty = fresh(s);
	s->scratch = fresh(s);
	s->need = fresh(s);
	s->eager = fresh(s);
	s->pending = HD_NEW_ARRAY(s->p->mem, bool, n);
	s->back = HD_NEW_ARRAY(s->p->mem, int, n);
	memset(s->back, 0xff, n * sizeof *s->back);
	for (size_t i = 0; i < n; i++) {
		if (s->f->nodes.at[i]->call >= 0)
			s->back[s->f->nodes.at[i]->call] = (int)i;
		s->resident[i] = fresh(s);
		s->current[i] = fresh(s);
		s->live[i] = fresh(s);
		hd_bits_or(&s->dirty, &s->f->nodes.at[i]->gpu_write);
	}
}

/* With more data on the device, fewer places need early transfers. */
static bool
restart(state *s)
{
	memset(s->eager.word, 0, s->words * sizeof *s->eager.word);
	return true;
}

void
hd_omp_transfers(hd_prog *p)
{
	state s = {.p = p, .level = p->set.value[HD_SET_cudaMemTrOptLevel]};

	spread_regions(p);
	s.f = hd_omp_build_flow(p);
	allocate(&s);
	if (s.level < 2 || !keeps_memory(&s))
		copy(&s.eager, &s.dirty);
	do {
		solve(&s, s.resident, resident_after, false);
		do
			solve(&s, s.current, current_after, true);
		while (decide(&s, false));
	} while (
		s.level >= 2 && keeps_memory(&s) &&
		hd_omp_hoist_sends(s.f, &(hd_sends){s.resident, s.current, &s.eager}) &&
		restart(&s));
	decide(&s, true);
	solve_live(&s);
	for (size_t i = 0; i < s.f->nodes.n; i++) {
		hd_kernel *k = s.f->nodes.at[i]->kernel;
		for (size_t v = 0; k && v < k->vars.n; v++)
			if (is_transferred(&k->vars.at[v]))
				annotate(&s, (int)i, &k->vars.at[v]);
	}
}
