/* SPDX-License-Identifier: Apache-2.0 */
/* Small dependence tests: which subscripts a loop body uses for the arrays it writes. */
#include "omp/omp.h"

typedef struct subscripts {
	hd_prog *p;
	hd_node *body;
	hd_decl *array;
	const char *text; /* the one used so far */
	bool same;
} subscripts;

static hd_node *
root_of(hd_node *n)
{
	n = hd_omp_strip(n);
	while (n->kind == HD_N_INDEX)
		n = hd_omp_strip(n->kid[0]);
	return n;
}

static bool
is_outermost_index(hd_node *n)
{
	hd_node *up = n->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
		up = up->parent;
	return n->kind == HD_N_INDEX &&
	       !(up && up->kind == HD_N_INDEX && hd_omp_inside(n, up->kid[0]));
}

static bool
compare(void *ctx, hd_node *n)
{
	subscripts *s = ctx;
	const char *t;

	if (n->kind == HD_N_REF && n->decl == s->array) {
		hd_node *up = n->parent;
		while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
			up = up->parent;
		if (!up || up->kind != HD_N_INDEX)
			s->same = false;
		return false;
	}
	if (!is_outermost_index(n) || root_of(n)->decl != s->array)
		return false;
	t = hd_omp_text(s->p->mem, n);
	if (!s->text)
		s->text = t;
	else if (strcmp(s->text, t))
		s->same = false;
	return false;
}

/* The text of the only subscript with which the body uses an array, or NULL. */
const char *
hd_omp_only_subscript(hd_prog *p, hd_node *body, hd_decl *array, const char *known)
{
	subscripts s = {p, body, array, known, true};

	hd_omp_any(body, compare, &s);
	return s.same ? s.text : NULL;
}

/* Whether a name stands alone in square brackets: [i], but not in those of another
 * subscript: a[idx[i]] may be the same element for many i. */
bool
hd_omp_has_plain_index(const char *text, const char *iv)
{
	size_t n = strlen(iv);
	int depth = 0;

	for (const char *s = text; *s; s++) {
		const char *a = s + 1;
		depth += (*s == '[' || *s == '(') - (*s == ']' || *s == ')');
		if (*s != '[' || depth != 1)
			continue;
		while (*a == ' ')
			a++;
		if (!strncmp(a, iv, n)) {
			a += n;
			while (*a == ' ')
				a++;
			if (*a == ']')
				return true;
		}
	}
	return false;
}

typedef struct writes {
	hd_prog *p;
	hd_region *r;
	hd_work *w;
	hd_node *body;
	hd_decl *i, *j;
	bool independent;
} writes;

static bool
is_private_here(writes *w, hd_decl *d)
{
	hd_var *v = hd_omp_var(&w->w->vars, d);

	if (v && v->share != HD_S_SHARED)
		return true;
	v = hd_omp_var(&w->r->vars, d);
	return v && v->share != HD_S_SHARED && v->share != HD_S_THREADPRIVATE;
}

static void
check_write(void *ctx, hd_node *n, int how)
{
	writes *w = ctx;
	const char *t;

	if (n->kind == HD_N_CALL && n->decl && n->decl->body)
		w->independent = false;
	if (n->kind != HD_N_REF || !n->decl ||
	    !(how & (HD_WRITE | HD_ADDR | HD_PWRITE)))
		return;
	if (n->decl == w->i || n->decl == w->j) {
		w->independent = false;
		return;
	}
	if (is_private_here(w, n->decl)) {
		hd_var *v = hd_omp_var(&w->r->vars, n->decl);
		bool reduced =
			(v && v->share == HD_S_REDUCTION) ||
			(hd_omp_var(&w->w->vars, n->decl) &&
			 hd_omp_var(&w->w->vars, n->decl)->share == HD_S_REDUCTION);
		if (n->decl->type->kind == HD_T_ARRAY ||
		    n->decl->type->kind == HD_T_POINTER ||
		    (!reduced && !hd_omp_inside(n->decl->node, w->body) &&
		     hd_omp_reads_before(w->body, n->decl)))
			w->independent = false;
		return;
	}
	if (n->decl->type->kind != HD_T_ARRAY) {
		w->independent = false;
		return;
	}
	t = hd_omp_only_subscript(w->p, w->body, n->decl, NULL);
	if (!t || !hd_omp_has_plain_index(t, w->i->name) ||
	    !hd_omp_has_plain_index(t, w->j->name))
		w->independent = false;
}

/* Whether all iterations of the two loops around a body may run in any order. */
bool
hd_omp_is_independent(hd_prog *p, hd_work *work, hd_node *body, hd_decl *i, hd_decl *j)
{
	writes w = {p, work->region, work, body, i, j, true};

	hd_omp_accesses(body, HD_READ, check_write, &w);
	return w.independent;
}
