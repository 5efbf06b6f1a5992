/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that kernels call: what they need from outside, and whether the GPU has them. */
#include "omp/emit/emit.h"

static const char *const device_library[] = {"sqrt",
					     "sqrtf",
					     "fabs",
					     "fabsf",
					     "exp",
					     "expf",
					     "exp2",
					     "exp2f",
					     "log",
					     "logf",
					     "log2",
					     "log10",
					     "log10f",
					     "log1p",
					     "expm1",
					     "pow",
					     "powf",
					     "sin",
					     "sinf",
					     "cos",
					     "cosf",
					     "tan",
					     "tanf",
					     "asin",
					     "acos",
					     "atan",
					     "atanf",
					     "atan2",
					     "atan2f",
					     "sinh",
					     "cosh",
					     "tanh",
					     "tanhf",
					     "floor",
					     "floorf",
					     "ceil",
					     "ceilf",
					     "fmod",
					     "fmodf",
					     "fmax",
					     "fmaxf",
					     "fmin",
					     "fminf",
					     "hypot",
					     "cbrt",
					     "round",
					     "roundf",
					     "trunc",
					     "rint",
					     "ldexp",
					     "frexp",
					     "erf",
					     "erfc",
					     "lgamma",
					     "tgamma",
					     "fma",
					     "fmaf",
					     "copysign",
					     "isnan",
					     "isinf",
					     "abs",
					     "labs",
					     "llabs",
					     "printf",
					     "malloc",
					     "free",
					     "memcpy",
					     "memset",
					     "omp_get_thread_num",
					     "omp_get_num_threads",
					     "omp_in_parallel",
					     "lround",
					     "lrint",
					     "modf",
					     "logb",
					     "ilogb",
					     "sincos",
					     "log2f",
					     "cbrtf",
					     "fdim",
					     "nan",
					     "signbit",
					     "__builtin_fabs",
					     "__builtin_sqrt",
					     "remainder",
					     "asinh",
					     "acosh",
					     "atanh",
					     "sinhf",
					     "coshf"};

static bool
in_device_library(const char *name)
{
	for (size_t i = 0; i < HD_COUNT(device_library); i++)
		if (!strcmp(device_library[i], name))
			return true;
	return false;
}

/* ---- what functions use */

struct user {
	hd_prog *p;
	hd_decl *fn;
	bool changed;
};

static void
add_use(struct user *u, hd_decl *d, int how)
{
	hd_use fresh = {d, how};

	for (size_t i = 0; i < u->fn->uses.n; i++)
		if (u->fn->uses.at[i].decl == d) {
			u->changed |=
				(u->fn->uses.at[i].how | how) != u->fn->uses.at[i].how;
			u->fn->uses.at[i].how |= how;
			return;
		}
	hd_push(u->p->mem, &u->fn->uses, fresh);
	u->changed = true;
}

static void
note_use(void *ctx, hd_node *n, int how)
{
	struct user *u = ctx;

	if (n->kind == HD_N_CALL && n->decl) {
		if (n->decl->uses_ids && !u->fn->uses_ids)
			u->changed = u->fn->uses_ids = true;
		for (size_t i = 0; i < n->decl->uses.n; i++)
			add_use(u, n->decl->uses.at[i].decl, n->decl->uses.at[i].how);
	}
	if (n->kind == HD_N_REF && n->decl &&
	    (n->decl->kind == HD_D_GLOBAL || n->decl->kind == HD_D_STATIC))
		add_use(u, n->decl, hd_omp_device_how(n, how));
}

/* For every function the file-scope variables it or a callee touches. */
void
hd_omp_function_uses(hd_prog *p)
{
	struct user u = {p, NULL, true};

	for (size_t i = 0; i < p->decls.n; i++)
		if (p->decls.at[i]->kind == HD_D_FUNC &&
		    (!strcmp(p->decls.at[i]->name, "omp_get_thread_num") ||
		     !strcmp(p->decls.at[i]->name, "omp_get_num_threads")))
			p->decls.at[i]->uses_ids = true;
	while (u.changed) {
		u.changed = false;
		for (size_t i = 0; i < p->funcs.n; i++) {
			u.fn = p->funcs.at[i]->decl;
			hd_omp_accesses(u.fn->body, HD_READ, note_use, &u);
		}
	}
}

/* ---- which of them kernels call */

struct caller {
	hd_prog *p;
	hd_region *r;
	hd_file *f;
};

static bool
has_directive(void *ctx, hd_node *n)
{
	(void)ctx;
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (!hd_omp_is_cuda(d->kind))
			return true;
	return false;
}

static bool note_call(void *ctx, hd_node *n);

static void
put_on_device(struct caller *c, hd_decl *fn)
{
	if (fn->asked == c->r->index + 1)
		return;
	fn->asked = c->r->index + 1;
	if (!fn->on_device)
		fn->copied = fn->uses.n > 0;
	if (!fn->on_device && hd_omp_any(fn->body, has_directive, NULL)) {
		fn->copied = true;
		fn->inner = HD_NEW(c->p->mem, hd_region);
		fn->inner->fn = fn;
		fn->inner->node = fn->body;
		fn->inner->of_function = true;
		hd_omp_find_works(c->p, fn->inner, fn->body);
		hd_omp_share(c->p, fn->inner);
	}
	fn->on_device = true;
	if (fn->inner && fn->inner->on_cpu)
		hd_omp_cannot(c->p, c->r, c->r->node->from, "%s, in '%s'",
			      fn->inner->why, fn->name);
	hd_omp_any(fn->body, note_call, c);
}

static bool
note_call(void *ctx, hd_node *n)
{
	struct caller *c = ctx;

	if (n->kind == HD_N_GOTO && c->r->node && !hd_omp_inside(n, c->r->node))
		return false;
	if (n->kind == HD_N_VAR && n->decl->kind == HD_D_STATIC && !n->type->is_const)
		hd_omp_cannot(
			c->p, c->r, c->r->node->from,
			"a kernel would need the static variable '%s' of a function",
			n->decl->name);
	if (n->kind == HD_N_VAR && n->type->kind == HD_T_ARRAY && n->type->size < 0)
		hd_omp_cannot(c->p, c->r, n->file == c->f ? n->from : c->r->node->from,
			      "the length of the array '%s' of one thread is known at "
			      "run time only; give it a constant one",
			      n->decl->name);
	if (n->kind != HD_N_CALL)
		return false;
	if (!n->decl) {
		hd_omp_cannot(c->p, c->r, n->file == c->f ? n->from : c->r->node->from,
			      "a call through a function pointer");
		return false;
	}
	if (n->decl->body) {
		if (n->decl->node->file != c->f) {
			hd_omp_cannot(
				c->p, c->r, n->from,
				"'%s' is defined in another file; kernels need it in "
				"this one",
				n->decl->name);
			return false;
		}
		if (n->decl->orphan)
			hd_omp_cannot(c->p, c->r, n->from,
				      "'%s' shares work, but is called by one thread",
				      n->decl->name);
		put_on_device(c, n->decl);
	} else if (!in_device_library(n->decl->name)) {
		hd_omp_cannot(c->p, c->r, n->file == c->f ? n->from : c->r->node->from,
			      "the GPU has no function '%s'", n->decl->name);
	}
	return false;
}

void
hd_omp_device_functions(hd_prog *p)
{
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		struct caller c = {p, r, r->node->file};
		for (size_t k = 0; k < r->kernels.n && !r->on_cpu; k++)
			for (size_t s = 0; s < r->kernels.at[k]->stmts.n; s++)
				hd_omp_any(r->kernels.at[k]->stmts.at[s], note_call,
					   &c);
	}
}

/* ---- printing them */

static bool
only_copied(void *ctx, hd_node *n)
{
	hd_emit *e = ctx;
	hd_str extra = {.arena = e->a};
	hd_node *callee;
	hd_edits *out = &e->k->edits;

	if (n->kind != HD_N_CALL || !n->decl || !n->decl->copied)
		return false;
	callee = hd_omp_strip(n->kid[0]);
	hd_omp_edit(e->a, out,
		    (hd_edit){callee->from, callee->to,
			      hd_format(e->a, "%s\1gpu", n->decl->name), 0});
	hd_str_add(&extra, "");
	for (size_t i = 0; i < n->decl->uses.n; i++)
		hd_str_addf(&extra, "%s%s", i || n->n > 1 ? ", " : "",
			    n->decl->uses.at[i].decl->name);
	hd_omp_edit(e->a, out, (hd_edit){n->to - 1, n->to - 1, extra.at, 9});
	return false;
}

/* Calls of functions that have a version for the GPU use it. */
void
hd_omp_rename_calls(hd_emit *e, hd_node *n, hd_edits *out)
{
	hd_edits saved = e->k->edits;

	memset(&e->k->edits, 0, sizeof e->k->edits);
	hd_omp_any(n, only_copied, e);
	for (size_t i = 0; i < e->k->edits.n; i++)
		hd_omp_edit(e->a, out, e->k->edits.at[i]);
	e->k->edits = saved;
}

static char *
extra_param(hd_emit *e, hd_use *u)
{
	hd_decl *d = u->decl;
	hd_type t = *d->type;

	t.is_const = false;
	if (d->threadprivate && d->column)
		return hd_format(e->a, "gpu_column<%s> %s", hd_omp_scalar_of(&t)->name,
				 d->name);
	if (d->threadprivate)
		return hd_omp_declare(e->a, &t, hd_format(e->a, "(&%s)", d->name),
				      d->dims);
	if (d->pitched)
		return hd_format(e->a, "gpu_pitched<%s> %s", hd_omp_scalar_of(&t)->name,
				 d->name);
	if (t.kind == HD_T_ARRAY) {
		bool ro = !(u->how & (HD_WRITE | HD_ADDR)) &&
			  t.elem->kind != HD_T_ARRAY && t.elem->kind != HD_T_POINTER;
		return hd_format(e->a, "%s%s", ro ? "const " : "",
				 hd_omp_declare_pointer(e->a, d, d->name));
	}
	if (u->how & (HD_WRITE | HD_ADDR))
		return hd_omp_declare(e->a, &t, hd_format(e->a, "&%s", d->name), NULL);
	return hd_omp_declare(e->a, &t, d->name, NULL);
}

/* The version of a function that kernels call: its globals are parameters. */
char *
hd_omp_emit_device(hd_emit *e, hd_decl *fn)
{
	hd_str extra = {.arena = e->a};
	hd_kernel pseudo = {.region = fn->inner};
	hd_region none = {.fn = fn, .node = fn->body};
	hd_file *f = fn->node->file;
	unsigned name, paren = fn->body->from;
	char *head, *body;

	while (f->text[paren] != ')')
		paren--;
	name = fn->node->from;
	while (strncmp(f->text + name, fn->name, strlen(fn->name)))
		name++;
	hd_str_add(&extra, "");
	for (size_t i = 0; i < fn->uses.n; i++)
		hd_str_addf(&extra, "%s%s", i || fn->params.n ? ", " : "",
			    extra_param(e, &fn->uses.at[i]));
	if (!pseudo.region)
		pseudo.region = &none;
	e->k = &pseudo;
	pseudo.set = e->p->set;
	body = hd_omp_emit_range(e, (hd_edit){fn->body->from, fn->body->to, NULL, 0},
				 &fn->body, 1);
	e->k = NULL;
	if (fn->params.n)
		head = hd_omp_render(
			e->a, f,
			(hd_edit){name + (unsigned)strlen(fn->name), paren, NULL, 0},
			NULL);
	else
		head = hd_strdup(e->a, "(");
	return hd_format(
		e->a, "/* %s, as kernels call it */\n__device__ %s%s\1gpu%s%s)\n%s\n\n",
		fn->name,
		hd_omp_render(e->a, f, (hd_edit){fn->node->from, name, NULL, 0}, NULL),
		fn->name, head, extra.at, body);
}

/* ---- functions that only kernels call */

struct host_use {
	hd_prog *p;
	hd_decl *fn;
};

static bool
is_host_use(void *ctx, hd_node *n)
{
	struct host_use *c = ctx;
	hd_kernel *k;

	if ((n->kind != HD_N_REF && n->kind != HD_N_CALL) || n->decl != c->fn)
		return false;
	k = hd_omp_kernel_at(c->p, n);
	return !k || hd_omp_in_bounds(k, n);
}

/* Clauses are text. */
static bool
is_in_clause(hd_prog *p, const hd_decl *fn)
{
	static const enum hd_clkind kinds[] = {HD_CL_IF, HD_CL_NUM_THREADS};

	for (size_t i = 0; i < p->regions.n; i++)
		for (size_t k = 0; k < HD_COUNT(kinds); k++) {
			hd_clause *c = hd_omp_clause(p->regions.at[i]->dir, kinds[k]);
			if (c && strstr(c->text, fn->name))
				return true;
		}
	return false;
}

void
hd_omp_find_device_only(hd_prog *p)
{
	bool changed = true;

	for (size_t i = 0; i < p->funcs.n; i++) {
		hd_decl *fn = p->funcs.at[i]->decl;
		fn->device_only = fn->on_device && fn->internal && !is_in_clause(p, fn);
	}
	while (changed) {
		changed = false;
		for (size_t i = 0; i < p->funcs.n; i++) {
			struct host_use c = {p, p->funcs.at[i]->decl};
			for (size_t k = 0; c.fn->device_only && k < p->funcs.n; k++)
				if (!p->funcs.at[k]->decl->device_only &&
				    hd_omp_any(p->funcs.at[k], is_host_use, &c)) {
					c.fn->device_only = false;
					changed = true;
				}
		}
	}
	for (size_t i = 0; i < p->globals.n; i++) /* initialisers of pointers */
		for (size_t k = 0; k < p->funcs.n; k++)
			if (hd_omp_refers(p->globals.at[i], p->funcs.at[k]->decl))
				p->funcs.at[k]->decl->device_only = false;
}
