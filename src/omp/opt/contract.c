/* SPDX-License-Identifier: Apache-2.0 */
/* Private arrays that one loop fills and the next one reads in the same order:
 *
 *     for (i = 0; i < 2 * n; i++) x[i] = next(&s);
 *     for (i = 0; i < n; i++) { ... x[2 * i] ... x[2 * i + 1] ... }
 * becomes
 *     for (i = 0; i < n; i++) {
 *             const double x_0 = next(&s);
 *             const double x_1 = next(&s);
 *             ... x_0 ... x_1 ... }
 *
 * if the array is used nowhere else and the second loop does not meet what the values
 * are made of. */
#include "omp/omp.h"

typedef struct pair {
	hd_prog *p;
	hd_kernel *k;
	hd_decl *array;
	hd_loop made, used;
	hd_node *value;
	long long each; /* elements per iteration of the second loop */
	bool ok;
} pair;

/* Iterations of a loop from 0 upwards by 1 to a number, or 0. */
static long long
count_of(const hd_loop *l)
{
	if (!l->plain || l->node->dirs || !l->lb->known || l->lb->value != 0 ||
	    !l->ub->known)
		return 0;
	return l->ub->value + (l->cmp == HD_OP_LE);
}

/* for (i) array[i] = value; */
static bool
match_producer(pair *c, hd_node *n)
{
	hd_node *set, *left;

	if (!hd_omp_canonical(n, &c->made) || !count_of(&c->made))
		return false;
	set = hd_omp_only_statement(n->kid[3]);
	if (!set || set->kind != HD_N_ASSIGN || set->op != HD_OP_NONE || set->dirs)
		return false;
	left = hd_omp_strip(set->kid[0]);
	if (left->kind != HD_N_INDEX || hd_omp_strip(left->kid[0])->kind != HD_N_REF ||
	    hd_omp_strip(left->kid[1])->kind != HD_N_REF ||
	    hd_omp_strip(left->kid[1])->decl != c->made.iv)
		return false;
	c->array = hd_omp_strip(left->kid[0])->decl;
	c->value = set->kid[1];
	return !hd_omp_refers(c->value, c->made.iv) &&
	       !hd_omp_refers(c->value, c->array);
}

/* Which of the elements of its iteration a subscript of the second loop means, or -1. */
static long long
element_of(pair *c, hd_node *n)
{
	hd_node *a, *b;

	n = hd_omp_strip(n);
	if (n->kind == HD_N_REF)
		return c->each == 1 && n->decl == c->used.iv ? 0 : -1;
	if (n->kind != HD_N_BINARY)
		return -1;
	a = hd_omp_strip(n->kid[0]);
	b = hd_omp_strip(n->kid[1]);
	if (n->op == HD_OP_ADD && b->known) {
		long long first = element_of(c, a);
		return first == 0 && b->value >= 0 && b->value < c->each ? b->value
									 : -1;
	}
	if (n->op != HD_OP_MUL)
		return -1;
	if (b->known) {
		hd_node *t = a;
		a = b;
		b = t;
	}
	return a->known && a->value == c->each && b->kind == HD_N_REF &&
			       b->decl == c->used.iv
		       ? 0
		       : -1;
}

static hd_node *
index_around(hd_node *ref)
{
	hd_node *up = ref->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
		up = up->parent;
	return up && up->kind == HD_N_INDEX ? up : NULL;
}

/* Every use of the array is the one that fills it, or an element of the iteration. */
static bool
is_other_use(void *ctx, hd_node *n)
{
	pair *c = ctx;
	hd_node *at;

	if (n->kind != HD_N_REF || n->decl != c->array)
		return false;
	if (hd_omp_inside(n, c->made.node))
		return false;
	at = index_around(n);
	return n->macro || !hd_omp_inside(n, c->used.node->kid[3]) || !at ||
	       at->macro || element_of(c, at->kid[1]) < 0;
}

static bool
leaves_early(void *ctx, hd_node *n)
{
	(void)ctx;
	return n->kind == HD_N_BREAK || n->kind == HD_N_GOTO ||
	       n->kind == HD_N_RETURN || n->kind == HD_N_LABEL || n->dirs;
}

struct change {
	hd_decl *d;
	bool changed;
};

static void
note_change(void *ctx, hd_node *n, int how)
{
	struct change *c = ctx;

	if (n->kind == HD_N_REF && n->decl == c->d &&
	    (how & (HD_WRITE | HD_ADDR | HD_PWRITE)))
		c->changed = true;
}

static bool
changes(hd_node *n, hd_decl *d)
{
	struct change c = {d, false};

	hd_omp_accesses(n, HD_READ, note_change, &c);
	return c.changed;
}

/* A value may be made of variables, constants and functions that know no others. */
static void
check_value(void *ctx, hd_node *n, int how)
{
	pair *c = ctx;
	hd_node *use = c->used.node;

	if (n->kind == HD_N_CALL && (!n->decl || n->decl->uses.n || n->decl->copied ||
				     (!n->decl->body && !n->decl->system)))
		c->ok = false;
	if (n->kind != HD_N_REF || !n->decl || n->decl->kind == HD_D_FUNC)
		return;
	if (n->decl->type->kind == HD_T_ARRAY || n->decl->type->kind == HD_T_POINTER ||
	    (how & HD_PREAD) || changes(use, n->decl) ||
	    (changes(c->value, n->decl) && hd_omp_refers(use, n->decl)))
		c->ok = false;
}

static void
check_use(void *ctx, hd_node *n, int how)
{
	pair *c = ctx;

	/* a pointer might lead to what the values are made of */
	if (n->kind == HD_N_REF && n->decl && n->decl->type->kind == HD_T_POINTER &&
	    (how & HD_PWRITE))
		c->ok = false;
}

static bool
match_consumer(pair *c, hd_node *n)
{
	long long trips;

	if (!hd_omp_canonical(n, &c->used) || !(trips = count_of(&c->used)) ||
	    count_of(&c->made) % trips || n->kid[3]->kind != HD_N_COMPOUND ||
	    hd_omp_any(n->kid[3], leaves_early, NULL))
		return false;
	c->each = count_of(&c->made) / trips;
	if (c->each > 8 || changes(n->kid[3], c->used.iv) ||
	    (c->made.iv != c->used.iv &&
	     !hd_omp_inside(c->made.iv->node, c->made.node)))
		return false;
	for (size_t i = 0; i < c->k->stmts.n; i++)
		if (hd_omp_any(c->k->stmts.at[i], is_other_use, c))
			return false;
	c->ok = true;
	hd_omp_accesses(c->value, HD_READ, check_value, c);
	hd_omp_accesses(n->kid[3], HD_READ, check_use, c);
	return c->ok;
}

static bool
replace(void *ctx, hd_node *n)
{
	pair *c = ctx;
	hd_node *at =
		n->kind == HD_N_REF && n->decl == c->array ? index_around(n) : NULL;

	if (at)
		hd_omp_edit(c->p->mem, &c->k->edits,
			    (hd_edit){at->from, at->to,
				      hd_format(c->p->mem, "%s_%lld", c->array->name,
						element_of(c, at->kid[1])),
				      0});
	return false;
}

static void
rewrite(pair *c)
{
	hd_arena *a = c->p->mem;
	hd_file *f = c->value->file;
	hd_node *body = c->used.node->kid[3];
	const char *in = hd_omp_indent_at(a, f, c->used.node->from),
		   *type = hd_omp_scalar_of(c->array->type)->name;
	hd_str s = {.arena = a};

	hd_omp_edit(a, &c->k->edits,
		    (hd_edit){hd_omp_line_start(f, hd_omp_stmt_start(c->made.node)),
			      hd_omp_line_end(f, hd_omp_stmt_end(c->made.node)) + 1, "",
			      0});
	for (long long i = 0; i < c->each; i++)
		hd_str_addf(&s, "\n%s\tconst %s %s_%lld = %s;", in, type,
			    c->array->name, i, hd_omp_text(a, c->value));
	hd_omp_edit(a, &c->k->edits,
		    (hd_edit){body->from + 1, body->from + 1, s.at, 0});
	hd_omp_any(body, replace, c);
}

static bool
own_line(pair *c)
{
	hd_file *f = c->value->file;
	unsigned from = hd_omp_stmt_start(c->made.node),
		 to = hd_omp_stmt_end(c->made.node);
	char *before = hd_omp_indent_at(c->p->mem, f, from);

	return hd_omp_line_start(f, from) + strlen(before) == from &&
	       hd_omp_line_end(f, to) == to &&
	       hd_omp_line_start(f, c->used.node->from) > to;
}

static bool
visit_list(void *ctx, hd_node *n)
{
	pair *found = ctx;

	for (unsigned i = 0; n->kind == HD_N_COMPOUND && i + 1 < n->n; i++) {
		pair c = {.p = found->p, .k = found->k};
		hd_var *v;
		if (!match_producer(&c, n->kid[i]) ||
		    !match_consumer(&c, n->kid[i + 1]))
			continue;
		v = hd_omp_var(&c.k->vars, c.array);
		if (!v || v->share != HD_S_PRIVATE || v->uniform || v->feeder ||
		    c.array->type->kind != HD_T_ARRAY ||
		    c.array->type->elem->kind == HD_T_ARRAY || !own_line(&c))
			continue;
		rewrite(&c);
		hd_omp_add_item(c.p, c.k->cuda, HD_CL_CONTRACT, c.array);
		*v = c.k->vars.at[--c.k->vars.n];
	}
	return false;
}

void
hd_omp_contract(hd_prog *p, hd_kernel *k)
{
	pair c = {.p = p, .k = k};

	for (size_t i = 0; i < k->stmts.n; i++)
		hd_omp_any(k->stmts.at[i], visit_list, &c);
}
