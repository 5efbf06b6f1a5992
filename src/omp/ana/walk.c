/* SPDX-License-Identifier: Apache-2.0 */
/* Walking the tree: which variables an expression or statement reads and writes. */
#include "omp/omp.h"

typedef struct walker {
	hd_visit visit;
	void *ctx;
} walker;

static void access_node(walker *w, hd_node *n, int how);

bool
hd_omp_is_stmt(const hd_node *n)
{
	const hd_node *p = n->parent;

	if (n->kind <= HD_N_DIRECTIVE && n->kind != HD_N_VAR)
		return true;
	if (!p)
		return false;
	switch (p->kind) {
	case HD_N_COMPOUND:
	case HD_N_LABEL:
	case HD_N_DEFAULT:
		return true;
	case HD_N_FOR:
		return p->kid[3] == n;
	case HD_N_CASE:
	case HD_N_WHILE:
	case HD_N_SWITCH:
		return p->kid[p->n - 1] == n;
	case HD_N_DO:
		return p->kid[0] == n;
	case HD_N_IF:
		return p->kid[0] != n;
	default:
		return false;
	}
}

hd_node *
hd_omp_strip(hd_node *n)
{
	while (n && n->n == 1 &&
	       (n->kind == HD_N_PAREN || n->kind == HD_N_IMPLICIT ||
		n->kind == HD_N_CAST))
		n = n->kid[0];
	return n;
}

/* What is inside of blocks of one statement. */
hd_node *
hd_omp_only_statement(hd_node *n)
{
	while (n && n->kind == HD_N_COMPOUND && n->n == 1)
		n = n->kid[0];
	return n;
}

bool
hd_omp_inside(const hd_node *n, const hd_node *in)
{
	for (; n; n = n->parent)
		if (n == in)
			return true;
	return false;
}

bool
hd_omp_any(hd_node *n, bool (*is)(void *ctx, hd_node *n), void *ctx)
{
	if (!n)
		return false;
	if (is(ctx, n))
		return true;
	for (unsigned i = 0; i < n->n; i++)
		if (hd_omp_any(n->kid[i], is, ctx))
			return true;
	return false;
}

static bool
is_ref_to(void *ctx, hd_node *n)
{
	return n->kind == HD_N_REF && n->decl == ctx;
}

bool
hd_omp_refers(hd_node *n, hd_decl *d)
{
	return hd_omp_any(n, is_ref_to, d);
}

static bool
is_call_of(void *ctx, hd_node *n)
{
	return n->kind == HD_N_CALL && n->decl && !strcmp(n->decl->name, ctx);
}

bool
hd_omp_calls(hd_node *n, const char *name)
{
	return hd_omp_any(n, is_call_of, (void *)(uintptr_t)name);
}

static bool
is_allocation(void *ctx, hd_node *n)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "free"};
	int *depth = ctx;
	bool found = false;

	if (n->kind != HD_N_CALL || !n->decl)
		return false;
	for (size_t i = 0; i < HD_COUNT(names) && !n->decl->body; i++)
		found |= !strcmp(n->decl->name, names[i]);
	if (!n->decl->body || *depth > 8)
		return found;
	++*depth;
	found = hd_omp_any(n->decl->body, is_allocation, depth);
	--*depth;
	return found;
}

/* Whether code takes memory from the heap or gives it back, called functions included. */
bool
hd_omp_allocates(hd_node *n)
{
	int depth = 0;

	return hd_omp_any(n, is_allocation, &depth);
}

/* ---- what callees do to their pointer parameters */

struct effect {
	hd_decl *param;
	int how;
};

static void
note_effect(void *ctx, hd_node *n, int how)
{
	struct effect *e = ctx;

	if (n->kind != HD_N_REF || n->decl != e->param)
		return;
	if (how & (HD_PREAD | HD_PWRITE))
		e->how |= how & (HD_PREAD | HD_PWRITE);
	else if (how & HD_READ)
		e->how |= HD_PREAD | HD_PWRITE; /* its value goes somewhere */
	if (how & (HD_WRITE | HD_ADDR))
		e->how |= HD_PREAD | HD_PWRITE;
}

static int
param_effect(hd_decl *fn, unsigned i)
{
	struct effect e = {0};
	walker inner = {note_effect, &e};

	if (i >= fn->params.n)
		return HD_PREAD | HD_PWRITE;
	e.param = fn->params.at[i];
	if (!e.param->effect_known) { /* a recursive call may do anything */
		e.param->effect_known = true;
		e.param->effect = HD_PREAD | HD_PWRITE;
		access_node(&inner, fn->body, HD_READ);
		e.param->effect = e.how;
	}
	return e.param->effect;
}

static bool
reads_only(const char *name)
{
	static const char *const names[] = {
		"printf", "fprintf", "puts",    "fputs",   "free",         "strlen",
		"strcmp", "atoi",    "atof",    "strtol",  "strtod",       "fwrite",
		"perror", "exit",    "strncmp", "abort",   "fopen",        "getenv",
		"memcmp", "fflush",  "fclose",  "strtoul", "snprintf_args"};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static int
arg_effect(hd_node *call, unsigned i, hd_node *arg)
{
	hd_decl *fn = call->decl;

	if (arg->type->kind == HD_T_POINTER && arg->type->elem->is_const)
		return HD_PREAD;
	if (!fn)
		return HD_PREAD | HD_PWRITE;
	if (fn->body)
		return param_effect(fn, i);
	if (reads_only(fn->name))
		return HD_PREAD;
	return HD_PREAD | HD_PWRITE;
}

/* ---- expressions */

static int
as_pointee(int how)
{
	return (how & HD_READ ? HD_PREAD : 0) | (how & HD_WRITE ? HD_PWRITE : 0) |
	       (how & HD_ADDR ? HD_PREAD | HD_PWRITE : 0) |
	       (how & (HD_INDEXED | HD_CALLARG));
}

/* The object that a pointer expression points to is accessed. */
static void
access_pointee(walker *w, hd_node *n, int how)
{
	n = hd_omp_strip(n);
	if (n->kind == HD_N_LITERAL)
		return;
	if (n->kind == HD_N_REF && n->decl && n->decl->type->kind == HD_T_ARRAY) {
		w->visit(w->ctx, n, how | HD_INDEXED);
	} else if (n->kind == HD_N_REF) {
		w->visit(w->ctx, n, HD_READ | as_pointee(how | HD_INDEXED));
	} else if (n->kind == HD_N_BINARY && n->n == 2) {
		bool left = n->kid[0]->type->kind == HD_T_POINTER ||
			    n->kid[0]->type->kind == HD_T_ARRAY;
		access_pointee(w, n->kid[left ? 0 : 1], how);
		access_node(w, n->kid[left ? 1 : 0], HD_READ);
	} else if (n->kind == HD_N_UNARY && n->op == HD_OP_ADDR) {
		access_node(w, n->kid[0], how);
	} else if (n->kind == HD_N_UNARY &&
		   (n->op == HD_OP_INC || n->op == HD_OP_DEC)) {
		access_node(w, n->kid[0], HD_READ | HD_WRITE);
		access_pointee(w, n->kid[0], how);
	} else if (n->kind == HD_N_COND) {
		access_node(w, n->kid[0], HD_READ);
		access_pointee(w, n->kid[1], how);
		access_pointee(w, n->kid[2], how);
	} else if (n->type->kind == HD_T_ARRAY &&
		   (n->kind == HD_N_INDEX || n->kind == HD_N_MEMBER)) {
		access_node(w, n, how | HD_INDEXED);
	} else {
		access_node(w, n, HD_READ);
		w->visit(w->ctx, n, as_pointee(how));
	}
}

static void
access_call(walker *w, hd_node *n)
{
	w->visit(w->ctx, n, 0);
	if (n->n && hd_omp_strip(n->kid[0])->kind != HD_N_REF)
		access_node(w, n->kid[0], HD_READ);
	for (unsigned i = 1; i < n->n; i++) {
		hd_node *arg = n->kid[i];
		int e;
		if (arg->type->kind != HD_T_POINTER) {
			access_node(w, arg, HD_READ);
			continue;
		}
		e = arg_effect(n, i - 1, arg);
		access_pointee(w, arg,
			       (e & HD_PREAD ? HD_READ : 0) |
				       (e & HD_PWRITE ? HD_WRITE : 0) |
				       (n->decl && n->decl->body ? HD_CALLARG : 0));
	}
}

static void
access_unary(walker *w, hd_node *n, int how)
{
	if (n->op == HD_OP_INC || n->op == HD_OP_DEC)
		access_node(w, n->kid[0], HD_READ | HD_WRITE | HD_WHOLE);
	else if (n->op == HD_OP_ADDR)
		access_node(w, n->kid[0], HD_ADDR);
	else if (n->op == HD_OP_DEREF)
		access_pointee(w, n->kid[0], how);
	else
		access_node(w, n->kid[0], HD_READ);
}

static void
access_index(walker *w, hd_node *n, int how)
{
	hd_node *base = n->kid[0], *inner = base;

	how &= ~HD_WHOLE;
	while (inner->kind == HD_N_IMPLICIT || inner->kind == HD_N_PAREN)
		inner = inner->kid[0];
	if (inner->type->kind == HD_T_ARRAY)
		access_node(w, inner, how | HD_INDEXED);
	else
		access_pointee(w, base, how);
	access_node(w, n->kid[1], HD_READ);
}

static void
access_ref(walker *w, hd_node *n, int how)
{
	if (!n->decl || n->decl->kind == HD_D_FUNC)
		return;
	if (n->decl->type->kind == HD_T_ARRAY && !(how & HD_INDEXED) && (how & HD_READ))
		how = HD_ADDR;
	w->visit(w->ctx, n, how);
}

static void
mark_sized(walker *w, hd_node *n)
{
	if (n->kind == HD_N_REF && n->decl)
		w->visit(w->ctx, n, HD_SIZED);
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i])
			mark_sized(w, n->kid[i]);
}

/* An array inside of another object that becomes a pointer, which may go anywhere:
 * `row = a[i]`. */
static bool
becomes_pointer(const hd_node *n, int how)
{
	return n->type->kind == HD_T_ARRAY && (how & HD_READ) && !(how & HD_INDEXED) &&
	       (n->kind == HD_N_INDEX || n->kind == HD_N_MEMBER ||
		(n->kind == HD_N_UNARY && n->op == HD_OP_DEREF));
}

static void
access_node(walker *w, hd_node *n, int how)
{
	if (!n)
		return;
	if (becomes_pointer(n, how))
		how = HD_ADDR;
	switch (n->kind) {
	case HD_N_REF:
		access_ref(w, n, how);
		return;
	case HD_N_ASSIGN:
		access_node(w, n->kid[1], HD_READ);
		access_node(w, n->kid[0],
			    HD_WRITE | HD_WHOLE | (n->op != HD_OP_NONE ? HD_READ : 0));
		return;
	case HD_N_UNARY:
		access_unary(w, n, how);
		return;
	case HD_N_INDEX:
		access_index(w, n, how);
		return;
	case HD_N_MEMBER:
		if (n->arrow)
			access_pointee(w, n->kid[0], how & ~HD_WHOLE);
		else if (n->n)
			access_node(w, n->kid[0], how & ~HD_WHOLE);
		return;
	case HD_N_CALL:
		access_call(w, n);
		return;
	case HD_N_SIZEOF:
		mark_sized(w, n);
		return;
	case HD_N_PAREN:
	case HD_N_IMPLICIT:
	case HD_N_CAST:
		for (unsigned i = 0; i < n->n; i++)
			access_node(w, n->kid[i], how);
		return;
	case HD_N_VAR:
		for (unsigned i = 0; i < n->n; i++)
			access_node(w, n->kid[i], HD_READ);
		w->visit(w->ctx, n, n->n ? HD_WRITE | HD_WHOLE : 0);
		return;
	default:
		for (unsigned i = 0; i < n->n; i++)
			access_node(w, n->kid[i], HD_READ);
	}
}

/* Whether the value of a pointer is only compared. */
static bool
is_compared(const hd_node *n)
{
	const hd_node *up = n->parent;

	while (up && (up->kind == HD_N_IMPLICIT || up->kind == HD_N_PAREN))
		up = up->parent;
	return up && up->kind == HD_N_BINARY && up->op >= HD_OP_LT &&
	       up->op <= HD_OP_NE;
}

/* How code that runs on the device touches a variable: a pointer whose value goes somewhere
 * may be followed there. */
int
hd_omp_device_how(const hd_node *n, int how)
{
	if (n->kind == HD_N_REF && n->decl && n->decl->type->kind == HD_T_POINTER &&
	    (how & (HD_READ | HD_ADDR)) && !(how & (HD_PREAD | HD_PWRITE)) &&
	    !is_compared(n))
		how |= HD_PREAD | HD_PWRITE;
	if (n->decl && n->decl->type->kind == HD_T_ARRAY && (how & HD_ADDR) &&
	    hd_omp_scalar_of(n->decl->type)->is_const)
		how = (how & ~HD_ADDR) | HD_READ; /* nobody may write it */
	return how;
}

/* Call `visit` for every variable reference (REF, with how), every declaration (VAR),
 * every call (how 0), and every pointer dereference that has no variable at its root. */
void
hd_omp_accesses(hd_node *n, int how, hd_visit visit, void *ctx)
{
	walker w = {visit, ctx};

	access_node(&w, n, how);
}
