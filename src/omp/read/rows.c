/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays with rows of a length that is known at run time only become arrays of one
 * dimension, because C++ has no such types.
 *
 *     void clear(int n, double a[n][n]) { ... a[i][j] = 0; ... }
 *     double (*b)[m] = malloc(n * sizeof *b);
 * becomes
 *     void clear(int n, double *a) { ... a[i * n + j] = 0; ... }
 *     double *b = malloc(n * (m * sizeof(double)));
 *
 * Invariant: an extent means the same at every use as at the declaration, so what it is
 * computed from must not be written behind that; and every use is one of those below.
 * Anything else is an error. */
#include "omp/omp.h"

#include <ctype.h>

enum { MOST = 8 };

typedef struct shape {
	hd_decl *d;
	unsigned name, end; /* of the declarator: its name, and behind its brackets */
	int rows;           /* dimensions below the first one */
	const char *extent[MOST];
	bool array; /* not a pointer */
} shape;

typedef struct rows {
	hd_prog *p; /* a program of this file alone */
	hd_file *f;
	hd_map shapes;
	hd_edits edits;
	bool found, failed;
} rows;

static void
edit(rows *r, unsigned from, unsigned to, const char *text)
{
	hd_omp_edit(r->p->mem, &r->edits, (hd_edit){from, to, text, (int)r->edits.n});
}

static void
fail(rows *r, unsigned at, const char *what)
{
	if (!r->failed)
		hd_omp_error(r->f, at, "%s; use one dimension, 'a[i * length + j]'",
			     what);
	r->failed = true;
}

/* Rows of variable length below the first dimension. */
static bool
has_rows(const hd_type *t)
{
	if (t->kind != HD_T_POINTER && t->kind != HD_T_ARRAY)
		return false;
	for (t = t->elem; t && t->kind == HD_T_ARRAY; t = t->elem)
		if (t->count < 0)
			return true;
	return false;
}

static shape *
shape_of(rows *r, const hd_node *n)
{
	uintptr_t *slot =
		n->kind == HD_N_REF && n->decl ? hd_map_get(&r->shapes, n->decl) : NULL;

	return slot ? (shape *)*slot : NULL;
}

/* ---- declarations */

static unsigned
closing(rows *r, unsigned at)
{
	int depth = 0;

	for (; at < r->f->size; at++) {
		int c = r->f->text[at];
		depth += (c == '[' || c == '(') - (c == ']' || c == ')');
		if (depth == 0)
			return at;
	}
	return at;
}

static bool
is_word(int c)
{
	return isalnum(c) || c == '_';
}

static unsigned
find_name(rows *r, const hd_node *v)
{
	const char *s = r->f->text;
	size_t len = strlen(v->decl->name);

	for (unsigned i = v->from; i + len < v->to; i++) {
		unsigned e = i + (unsigned)len;
		if (memcmp(s + i, v->decl->name, len) || is_word(s[i - 1]) ||
		    is_word(s[e]))
			continue;
		while (isspace((unsigned char)s[e]) || s[e] == ')')
			e++;
		if (s[e] == '[')
			return i;
	}
	return 0;
}

/* An extent's text, in parentheses where it must be. */
static const char *
factor(rows *r, unsigned from, unsigned to)
{
	unsigned at = from;

	while (at < to && is_word((unsigned char)r->f->text[at]))
		at++;
	return hd_format(r->p->mem, at == to ? "%.*s" : "(%.*s)", (int)(to - from),
			 r->f->text + from);
}

static void
read_extents(rows *r, shape *s)
{
	const char *t = r->f->text;
	unsigned at = s->name + (unsigned)strlen(s->d->name);
	bool first = true, pointer = false;

	for (;;) {
		while (isspace((unsigned char)t[at]) || t[at] == ')') {
			pointer |= t[at] == ')' && first;
			at++;
		}
		if (t[at] != '[')
			break;
		unsigned end = closing(r, at);
		if ((!first || pointer) && s->rows < MOST)
			s->extent[s->rows++] = factor(r, at + 1, end);
		first = false;
		s->end = at = end + 1;
	}
}

static int
depth_of(const hd_type *t)
{
	int n = 0;

	for (t = t->elem; t->kind == HD_T_ARRAY; t = t->elem)
		n++;
	return n;
}

static void
note_shape(rows *r, hd_node *v)
{
	shape *s = HD_NEW(r->p->mem, shape);

	s->d = v->decl;
	s->array = v->decl->type->kind == HD_T_ARRAY;
	s->name = find_name(r, v);
	if (s->name)
		read_extents(r, s);
	if (!s->name || v->macro || s->rows != depth_of(v->decl->type)) {
		fail(r, v->from,
		     hd_format(r->p->mem, "the rows of '%s' are of variable length",
			       v->decl->name));
		return;
	}
	*hd_map_put(r->p->mem, &r->shapes, v->decl) = (uintptr_t)s;
	r->found = true;
}

/* `a[n][m]` as a parameter, `(*a)[m]`: `*a`; `a[n][m]` as a variable: `a[(n) * (m)]`. */
static void
flatten_declarator(rows *r, shape *s)
{
	const char *t = r->f->text;
	unsigned from = s->name, at = s->name + (unsigned)strlen(s->d->name);

	if (!s->array) {
		while (from > 0 &&
		       (isspace((unsigned char)t[from - 1]) ||
			isalpha((unsigned char)t[from - 1])) &&
		       strchr("* \tcontreis", t[from - 1]))
			from--;
		if (t[from - 1] == '*' || t[from - 1] == '(') {
			while (t[from - 1] == '*' ||
			       isspace((unsigned char)t[from - 1]))
				from--;
			from -= t[from - 1] == '(';
		} else {
			from = s->name;
		}
		edit(r, from, s->end,
		     hd_format(r->p->mem, "%s*%s",
			       is_word((unsigned char)t[from - 1]) ? " " : "",
			       s->d->name));
		return;
	}
	while (at < s->end) {
		unsigned open = at;
		while (t[open] != '[')
			open++;
		unsigned close = closing(r, open);
		bool first = open == s->name + strlen(s->d->name);
		edit(r, open, close + 1,
		     hd_format(r->p->mem, "%s%s%s", first ? "[" : " * ",
			       factor(r, open + 1, close),
			       close + 1 == s->end ? "]" : ""));
		at = close + 1;
	}
}

static bool
find_shapes(void *ctx, hd_node *n)
{
	rows *r = ctx;

	if (n->kind == HD_N_VAR && n->decl && has_rows(n->decl->type) &&
	    !hd_map_get(&r->shapes, n->decl))
		note_shape(r, n);
	return r->failed;
}

/* ---- extents stay what they were */

struct change {
	rows *r;
	shape *s;
	hd_decl *of;
	bool elsewhere;
};

static void
note_change(void *ctx, hd_node *n, int how)
{
	struct change *c = ctx;

	if (n->kind != HD_N_REF || n->decl != c->of || !(how & (HD_WRITE | HD_ADDR)))
		return;
	if (c->elsewhere || n->from > c->s->name)
		fail(c->r, n->from,
		     hd_format(c->r->p->mem,
			       "'%s' is changed, but gives the length of rows of '%s'",
			       c->of->name, c->s->d->name));
}

static void
check_variable(rows *r, shape *s, hd_decl *d)
{
	for (size_t i = 0; i < r->p->funcs.n; i++) {
		hd_node *fn = r->p->funcs.at[i];
		struct change c = {r, s, d, fn->decl != s->d->owner};
		if (d->kind == HD_D_GLOBAL && c.elsewhere &&
		    !strcmp(fn->decl->name, "main"))
			continue; /* set before the function is called */
		hd_omp_accesses(fn->decl->body, HD_READ, note_change, &c);
	}
}

static void
check_extent(rows *r, shape *s, const char *text)
{
	while (*text) {
		size_t len = 0;
		while (is_word(text[len]))
			len++;
		for (size_t i = 0; len && i < r->p->decls.n; i++) {
			hd_decl *d = r->p->decls.at[i];
			if (d->kind != HD_D_FUNC && strlen(d->name) == len &&
			    !memcmp(d->name, text, len) &&
			    (!d->owner || d->owner == s->d->owner))
				check_variable(r, s, d);
		}
		if (text[len] == '(' || !strncmp(text + len, "++", 2) ||
		    !strncmp(text + len, "--", 2))
			fail(r, s->name, "a length that is computed by a call");
		text += len ? len : 1;
	}
}

/* ---- uses */

static hd_node *
above(hd_node *n)
{
	hd_node *up = n->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
		up = up->parent;
	return up;
}

static char *
repeat(rows *r, const char *text, int n)
{
	hd_str s = {.arena = r->p->mem};

	hd_str_add(&s, "");
	while (n-- > 0)
		hd_str_add(&s, text);
	return s.at;
}

/* Whether a subscript is a factor as it stands. */
static bool
is_factor(hd_node *n)
{
	return n->kind == HD_N_REF || n->kind == HD_N_LITERAL ||
	       n->kind == HD_N_PAREN ||
	       (n->kind == HD_N_IMPLICIT && n->n == 1 && is_factor(n->kid[0]));
}

static const char *
open(hd_node *sub)
{
	return is_factor(sub) ? "" : "(";
}

static const char *
shut(hd_node *sub)
{
	return is_factor(sub) ? "" : ")";
}

/* a[i][j][k] of `levels` subscripts, from the outermost in. */
static void
flatten_index(rows *r, hd_node *top, shape *s, hd_node **sub, int levels)
{
	hd_node *base = hd_omp_strip(sub[0]->kid[0]);
	bool full = levels == s->rows + 1;
	hd_arena *a = r->p->mem;
	hd_node *up = above(top);

	if (top->macro || base->macro) {
		fail(r, top->from, "a macro uses rows of variable length");
		return;
	}
	if (!full && up && up->kind == HD_N_UNARY && up->op == HD_OP_ADDR)
		edit(r, up->from, up->from + 1, "");
	if (!full)
		edit(r, base->from, base->from, "(");
	edit(r, base->to, sub[0]->kid[1]->from,
	     hd_format(a, "%s%s%s", full ? "[" : " + ", repeat(r, "(", s->rows - 1),
		       open(sub[0]->kid[1])));
	for (int i = 1; i < levels; i++)
		edit(r, sub[i - 1]->kid[1]->to, sub[i]->kid[1]->from,
		     hd_format(a, "%s%s * %s + %s", shut(sub[i - 1]->kid[1]),
			       i > 1 ? ")" : "", s->extent[i - 1],
			       open(sub[i]->kid[1])));
	hd_str end = {.arena = a};
	hd_str_add(&end, shut(sub[levels - 1]->kid[1]));
	for (int i = levels; i <= s->rows; i++)
		hd_str_addf(&end, "%s * %s", i > 1 ? ")" : "", s->extent[i - 1]);
	hd_str_add(&end, full ? "]" : ")");
	edit(r, sub[levels - 1]->kid[1]->to, top->to, end.at);
}

/* sizeof *a, sizeof a[0] */
static bool
flatten_sizeof(rows *r, hd_node *n)
{
	hd_node *k = n->n ? hd_omp_strip(n->kid[0]) : NULL;
	hd_str s = {.arena = r->p->mem};
	int levels = 0;
	shape *sh;

	for (; k && (k->kind == HD_N_INDEX ||
		     (k->kind == HD_N_UNARY && k->op == HD_OP_DEREF));
	     k = hd_omp_strip(k->kid[0]))
		levels++;
	sh = k ? shape_of(r, k) : NULL;
	if (!sh || !levels)
		return sh && sh->array;
	hd_str_add(&s, "(");
	for (int i = levels; i <= sh->rows; i++)
		hd_str_addf(&s, "%s * ", sh->extent[i - 1]);
	hd_str_addf(&s, "sizeof(%s))", hd_omp_scalar_of(sh->d->type->elem)->name);
	edit(r, n->from, n->to, s.at);
	return true;
}

static void
flatten_cast(rows *r, hd_node *n)
{
	edit(r, n->from, closing(r, n->from) + 1,
	     hd_format(r->p->mem, "(%s *)", hd_omp_scalar_of(n->type->elem)->name));
}

static void
flatten_arguments(rows *r, hd_node *call)
{
	hd_decl *fn = call->decl;

	for (unsigned i = 1; fn && i < call->n && i <= fn->params.n; i++) {
		hd_decl *d = fn->params.at[i - 1];
		hd_node *arg = hd_omp_strip(call->kid[i]);
		if (!hd_map_get(&r->shapes, d) || has_rows(arg->type) ||
		    arg->type->kind != HD_T_ARRAY)
			continue;
		edit(r, arg->from, arg->from,
		     hd_format(r->p->mem, "(%s *)",
			       hd_omp_scalar_of(d->type->elem)->name));
	}
}

static bool
is_fine(rows *r, hd_node *ref)
{
	hd_node *up = above(ref);

	if (!up)
		return false;
	switch (up->kind) {
	case HD_N_CALL:
	case HD_N_VAR:
	case HD_N_CAST:
	case HD_N_SIZEOF:
		return true;
	case HD_N_ASSIGN:
		return up->op == HD_OP_NONE;
	case HD_N_BINARY:
		return up->op == HD_OP_EQ || up->op == HD_OP_NE;
	case HD_N_UNARY:
		return !strcmp("!", hd_strndup(r->p->mem, r->f->text + up->from, 1));
	default:
		return false;
	}
}

static void flatten(rows *r, hd_node *n);

static void
flatten_kids(rows *r, hd_node *n)
{
	for (unsigned i = 0; i < n->n && !r->failed; i++)
		if (n->kid[i])
			flatten(r, n->kid[i]);
}

static void
flatten(rows *r, hd_node *n)
{
	hd_node *sub[MOST + 1], *root = n, *k = n;
	int levels = 0;
	shape *s;

	if (n->kind == HD_N_SIZEOF && flatten_sizeof(r, n))
		return;
	for (; root->kind == HD_N_INDEX; root = hd_omp_strip(root->kid[0]))
		levels++;
	s = shape_of(r, root);
	if (s && levels > 0 && levels <= s->rows + 1) {
		for (int i = levels; i-- > 0; k = hd_omp_strip(k->kid[0]))
			sub[i] = k;
		for (int i = 0; i < levels; i++)
			flatten(r, sub[i]->kid[1]);
		flatten_index(r, n, s, sub, levels);
		return;
	}
	if (n->kind == HD_N_CAST && has_rows(n->type))
		flatten_cast(r, n);
	if (n->kind == HD_N_CALL)
		flatten_arguments(r, n);
	if (shape_of(r, n) && !is_fine(r, n))
		fail(r, n->from, "arithmetic with rows of variable length");
	flatten_kids(r, n);
}

/* ---- the file */

static bool
is_worth_a_look(const char *text)
{
	return strstr(text, "][") || strstr(text, "(*");
}

static void
flatten_all(rows *r)
{
	for (size_t i = 0; i < r->p->decls.n; i++) {
		uintptr_t *slot = hd_map_get(&r->shapes, r->p->decls.at[i]);
		shape *s = slot ? (shape *)*slot : NULL;
		for (int k = 0; s && k < s->rows && !r->failed; k++)
			check_extent(r, s, s->extent[k]);
		if (s)
			flatten_declarator(r, s);
	}
	for (size_t i = 0; i < r->p->funcs.n && !r->failed; i++)
		flatten(r, r->p->funcs.at[i]->decl->body);
}

bool
hd_omp_flatten_rows(hd_prog *p, hd_file *f)
{
	hd_prog alone = {.mem = p->mem, .clang_args = p->clang_args, .set = p->set};
	hd_file copy = *f;
	rows r = {.p = &alone, .f = &copy};

	if (!is_worth_a_look(f->text))
		return true;
	copy.prog = &alone;
	if (!hd_omp_import(&alone, &copy))
		return false;
	for (size_t i = 0; i < alone.funcs.n; i++) {
		for (size_t k = 0; k < alone.funcs.at[i]->decl->params.n; k++)
			find_shapes(&r, alone.funcs.at[i]->decl->params.at[k]->node);
		hd_omp_any(alone.funcs.at[i]->decl->body, find_shapes, &r);
	}
	for (size_t i = 0; i < alone.prototypes.n; i++)
		find_shapes(&r, alone.prototypes.at[i]);
	if (r.found && !r.failed)
		flatten_all(&r);
	if (!r.found || r.failed)
		return !r.failed;
	memset(&copy.base, 0, sizeof copy.base);
	f->text =
		hd_omp_render(p->mem, &copy, (hd_edit){0, f->size, NULL, 0}, &r.edits);
	f->size = (unsigned)strlen(f->text);
	f->flat = true;
	return true;
}
