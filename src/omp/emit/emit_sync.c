/* SPDX-License-Identifier: Apache-2.0 */
/* Critical sections, atomic updates and everything else that is not a loop, in kernels. */
#include "omp/emit/emit.h"

/* ---- atomic */

typedef struct update {
	hd_node *x, *value; /* value NULL is 1 */
	enum hd_op op;
	bool reversed; /* x = value op x */
	hd_node *into; /* captured to, or NULL */
	bool new_value;
} update;

static bool
same(hd_emit *e, hd_node *a, hd_node *b)
{
	return !strcmp(hd_omp_text(e->a, hd_omp_strip(a)),
		       hd_omp_text(e->a, hd_omp_strip(b)));
}

static bool
read_update(hd_emit *e, hd_node *n, update *u)
{
	hd_node *r;

	n = hd_omp_strip(n);
	if (n->kind == HD_N_UNARY && (n->op == HD_OP_INC || n->op == HD_OP_DEC)) {
		u->x = n->kid[0];
		u->op = n->op == HD_OP_INC ? HD_OP_ADD : HD_OP_SUB;
		u->new_value = !n->postfix;
		return true;
	}
	if (n->kind != HD_N_ASSIGN)
		return false;
	u->x = n->kid[0];
	u->new_value = true;
	if (n->op != HD_OP_NONE) {
		u->op = n->op;
		u->value = n->kid[1];
		return true;
	}
	r = hd_omp_strip(n->kid[1]);
	if (r->kind != HD_N_BINARY)
		return false;
	u->op = r->op;
	u->reversed = !same(e, u->x, r->kid[0]);
	u->value = r->kid[u->reversed ? 0 : 1];
	return !u->reversed || same(e, u->x, r->kid[1]);
}

/* v = x++;  v = x op= e;  { v = x; x op= e; }  { x op= e; v = x; } */
static bool
read_capture(hd_emit *e, hd_node *n, update *u)
{
	hd_node *a, *b;

	if (n->kind == HD_N_ASSIGN && n->op == HD_OP_NONE) {
		u->into = n->kid[0];
		return read_update(e, n->kid[1], u);
	}
	if (n->kind != HD_N_COMPOUND || n->n != 2)
		return false;
	a = hd_omp_strip(n->kid[0]);
	b = hd_omp_strip(n->kid[1]);
	if (read_update(e, b, u) && a->kind == HD_N_ASSIGN &&
	    same(e, a->kid[1], u->x)) {
		u->into = a->kid[0];
		u->new_value = false;
		return true;
	}
	if (read_update(e, a, u) && b->kind == HD_N_ASSIGN &&
	    same(e, b->kid[1], u->x)) {
		u->into = b->kid[0];
		u->new_value = true;
		return true;
	}
	return false;
}

static const char *
hardware_atomic(const hd_type *t, enum hd_op op, bool reversed)
{
	bool word = t->kind == HD_T_INT && t->size == 4;
	bool add = op == HD_OP_ADD || (op == HD_OP_SUB && !reversed);

	if (add && (word || (t->kind == HD_T_FLOAT && t->size <= 8)))
		return "atomicAdd";
	if (word && op == HD_OP_AND)
		return "atomicAnd";
	if (word && op == HD_OP_OR)
		return "atomicOr";
	if (word && op == HD_OP_XOR)
		return "atomicXor";
	return NULL;
}

static const char *
cas_functor(enum hd_op op, bool reversed)
{
	switch (op) {
	case HD_OP_ADD:
		return "gpu_add";
	case HD_OP_SUB:
		return reversed ? "gpu_rsub" : "gpu_sub";
	case HD_OP_MUL:
		return "gpu_mul";
	case HD_OP_DIV:
		return reversed ? "gpu_rdiv" : "gpu_div";
	case HD_OP_AND:
		return "gpu_and";
	case HD_OP_OR:
		return "gpu_or";
	case HD_OP_XOR:
		return "gpu_xor";
	case HD_OP_SHL:
		return "gpu_shl";
	case HD_OP_SHR:
		return "gpu_shr";
	default:
		return NULL;
	}
}

static char *
part(hd_emit *e, hd_node *n)
{
	return hd_omp_emit_range(e, (hd_edit){n->from, n->to, NULL, 0}, &n, 1);
}

static char *
atomic_call(hd_emit *e, update *u, const char *value)
{
	const hd_type *t = u->x->type;
	const char *hw = hardware_atomic(t, u->op, u->reversed), *sign = "";
	const char *functor = cas_functor(u->op, u->reversed);

	if (hw) {
		if (u->op == HD_OP_SUB)
			sign = "-";
		return hd_format(e->a, "%s(&%s, %s(%s)(%s))", hw, part(e, u->x), sign,
				 t->name, value);
	}
	if (!functor || (t->size != 4 && t->size != 8))
		return NULL;
	hd_omp_use(e, HD_SUP_ATOMIC);
	return hd_format(e->a, "gpu_atomic<%s>(&%s, (%s)(%s))", functor, part(e, u->x),
			 t->name, value);
}

/* Why an atomic construct has no translation, or NULL. */
const char *
hd_omp_atomic_problem(hd_prog *p, hd_work *w)
{
	hd_emit e = {.p = p, .a = p->mem};
	update u = {0};
	const hd_type *t;

	if (hd_omp_clause(w->dir, HD_CL_READ) ||
	    hd_omp_clause(w->dir, HD_CL_WRITE_CLAUSE))
		return NULL;
	if (hd_omp_clause(w->dir, HD_CL_CAPTURE) ? !read_capture(&e, w->node, &u)
						 : !read_update(&e, w->node, &u))
		return "this form of atomic cannot be translated";
	t = u.x->type;
	if (hardware_atomic(t, u.op, u.reversed) ||
	    (cas_functor(u.op, u.reversed) && (t->size == 4 || t->size == 8)))
		return NULL;
	return hd_format(p->mem, "no atomic update of this kind for '%s'", t->name);
}

char *
hd_omp_emit_atomic(hd_emit *e, hd_work *w)
{
	update u = {0};
	hd_node *n = w->node;
	const char *value;
	char *call;

	if (hd_omp_clause(w->dir, HD_CL_READ) ||
	    hd_omp_clause(w->dir, HD_CL_WRITE_CLAUSE))
		return hd_format(e->a, "%s;", part(e, n));
	if (hd_omp_clause(w->dir, HD_CL_CAPTURE) ? !read_capture(e, n, &u)
						 : !read_update(e, n, &u))
		hd_bug("an atomic construct that was not checked");
	value = u.value ? part(e, u.value) : "1";
	call = atomic_call(e, &u, value);
	if (!call)
		hd_bug("an atomic construct that was not checked");
	if (!u.into)
		return hd_format(e->a, "%s;", call);
	if (!u.new_value)
		return hd_format(e->a, "%s = %s;", part(e, u.into), call);
	hd_omp_use(e, HD_SUP_OPS);
	return hd_format(e->a, "%s = %s::of<%s>(%s, %s);", part(e, u.into),
			 cas_functor(u.op, u.reversed), u.x->type->name, call, value);
}

/* ---- critical */

static bool
is_reduced(hd_emit *e, hd_work *w)
{
	for (size_t i = 0; i < e->k->criticals.n; i++)
		if (e->k->criticals.at[i] == w->node)
			return true;
	return false;
}

static const char *
lock_of(hd_emit *e, hd_work *w)
{
	char *name =
		hd_format(e->a, "gpu_lock_%s", w->dir->name ? w->dir->name : "all");

	for (size_t i = 0; i < e->locks.n; i++)
		if (!strcmp(e->locks.at[i], name))
			return name;
	hd_push(e->a, &e->locks, name);
	return name;
}

static char *
inner(hd_emit *e, hd_node *n)
{
	return hd_omp_emit_range(e, (hd_edit){n->from, hd_omp_stmt_end(n), NULL, 0}, &n,
				 1);
}

/* The text of a statement, first line bare, the others moved to `indent`. */
static char *
moved(hd_emit *e, hd_node *n, const char *text, const char *indent)
{
	char *whole =
		hd_format(e->a, "%s%s", hd_omp_indent_at(e->a, n->file, n->from), text);

	return hd_omp_reindent(e->a, whole, indent) + strlen(indent);
}

static const char *
indent_of(hd_emit *e, hd_work *w)
{
	return hd_omp_indent_at(e->a, w->node->file, w->node->from);
}

char *
hd_omp_emit_critical(hd_emit *e, hd_work *w)
{
	const char *lock;
	char *text;

	for (size_t i = 0; is_reduced(e, w) && i < e->k->vars.n; i++)
		if (e->k->vars.at[i].feeder)
			return hd_format(e->a,
					 "/* critical section: a reduction of %s */",
					 e->k->vars.at[i].feeder->name);
	if (is_reduced(e, w))
		return hd_format(e->a, "/* critical section: a reduction */ %s",
				 inner(e, w->node));
	lock = lock_of(e, w);
	text = hd_format(e->a,
			 "for (bool gpu_done = false; !gpu_done;)\n"
			 "\tif (atomicCAS(&%s, 0, 1) == 0) { /* critical section */\n"
			 "\t\t__threadfence();\n"
			 "\t\t%s\n"
			 "\t\t__threadfence();\n"
			 "\t\tatomicExch(&%s, 0);\n"
			 "\t\tgpu_done = true;\n"
			 "\t}",
			 lock, moved(e, w->node, inner(e, w->node), "\t\t"), lock);
	return hd_omp_indent_rest(e->a, text, indent_of(e, w));
}

/* ---- single, master, sections */

static char *
emit_single(hd_emit *e, hd_work *w)
{
	hd_str open = {.arena = e->a}, close = {.arena = e->a};
	hd_clause *c = hd_omp_clause(w->dir, HD_CL_COPYPRIVATE);
	hd_str share = {.arena = e->a}, take = {.arena = e->a}, decl = {.arena = e->a};
	bool sync = !w->nowait && w->dir->kind == HD_DIR_SINGLE;

	hd_str_add(&share, "");
	hd_str_add(&take, "");
	hd_str_add(&decl, "");
	hd_omp_privates(e, w, &open, &close);
	for (size_t i = 0; c && i < c->items.n; i++) {
		hd_decl *d = c->items.at[i].decl;
		hd_str_addf(&decl, "__shared__ %s; ",
			    hd_omp_declare(e->a, d->type,
					   hd_format(e->a, "%s\1one", d->name), NULL));
		hd_str_addf(&share, " %s\1one = %s;", d->name, d->name);
		hd_str_addf(&take, " %s = %s\1one;", d->name, d->name);
	}
	return hd_omp_indent_rest(
		e->a,
		hd_format(e->a,
			  "{\n\t%sif (gpu_thread() == 0) {\n\t\t%s%s%s%s\n\t}\n%s%s%s}",
			  decl.at, open.at,
			  moved(e, w->node, inner(e, w->node), "\t\t"), close.at,
			  share.at, sync ? "\t__syncthreads();\n" : "",
			  *take.at ? hd_format(e->a, "\t%s\n", take.at + 1) : "",
			  *take.at ? "\t__syncthreads();\n" : ""),
		indent_of(e, w));
}

static char *
last_section(hd_emit *e, hd_work *w)
{
	hd_str s = {.arena = e->a};

	hd_str_add(&s, "");
	for (size_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].share == HD_S_LAST ||
		    w->vars.at[i].share == HD_S_FIRSTLAST)
			hd_str_addf(&s, " %s",
				    hd_omp_assign(e, w->vars.at[i].decl,
						  hd_format(e->a, "%s\1last",
							    w->vars.at[i].decl->name),
						  w->vars.at[i].decl->name));
	return s.at;
}

static char *
emit_sections(hd_emit *e, hd_work *w)
{
	hd_str open = {.arena = e->a}, close = {.arena = e->a}, s = {.arena = e->a};
	hd_node *n = w->node;
	int cases = 0;

	hd_omp_privates(e, w, &open, &close);
	hd_str_addf(&s, "{ %s", open.at);
	for (unsigned i = 0; i < n->n; i++)
		cases += i == 0 || hd_omp_find_dir(n->kid[i], HD_DIR_SECTION) != NULL;
	hd_str_addf(
		&s,
		"for (int gpu_s = gpu_thread(); gpu_s < %d; gpu_s += gpu_threads())\n"
		"\tswitch (gpu_s) {\n",
		cases);
	cases = 0;
	for (unsigned i = 0; i < n->n; i++) {
		if (i == 0 || hd_omp_find_dir(n->kid[i], HD_DIR_SECTION))
			hd_str_addf(&s, "%s\tcase %d: {\n",
				    i ? "\t\tbreak;\n\t}\n" : "", cases++);
		hd_str_addf(
			&s, "\t\t%s\n",
			moved(e, n->kid[i], hd_omp_emit_stmt(e, n->kid[i]), "\t\t"));
	}
	hd_str_addf(&s, "\t\t%s\n\t\tbreak;\n\t}\n\t}\n%s%s }", last_section(e, w),
		    close.at,
		    e->k->block_mode && !w->nowait ? " __syncthreads();" : "");
	hd_omp_use(e, HD_SUP_THREAD);
	return hd_omp_indent_rest(e->a, s.at, indent_of(e, w));
}

/* One thread does it all: loops keep their text, private variables get a block. */
char *
hd_omp_emit_serial(hd_emit *e, hd_work *w)
{
	hd_str open = {.arena = e->a};
	int depth = 0;

	hd_str_add(&open, "");
	for (size_t i = 0; i < w->vars.n; i++) {
		hd_var *v = &w->vars.at[i];
		hd_type t = *v->decl->type;
		t.is_const = false;
		if (v->share == HD_S_FIRST) {
			hd_str_addf(
				&open, "{ %s = %s; ",
				hd_omp_declare(e->a, &t,
					       hd_format(e->a, "%s\1in", v->decl->name),
					       NULL),
				v->decl->name);
			depth++;
		}
		if (v->share == HD_S_PRIVATE || v->share == HD_S_FIRST) {
			hd_str_addf(
				&open, "{ %s%s; ",
				hd_omp_declare(e->a, &t, v->decl->name, NULL),
				v->share == HD_S_FIRST
					? hd_format(e->a, " = %s\1in", v->decl->name)
					: "");
			depth++;
		}
	}
	hd_str_add(&open, inner(e, w->node));
	while (depth-- > 0)
		hd_str_add(&open, " }");
	return open.at;
}

static char *
emit_construct(hd_emit *e, hd_work *w)
{
	if (!e->k && w->dir->kind != HD_DIR_ATOMIC)
		return hd_omp_emit_serial(e, w);
	switch (w->dir->kind) {
	case HD_DIR_FOR:
	case HD_DIR_FOR_SIMD:
		return hd_omp_emit_for(e, w);
	case HD_DIR_PARALLEL_FOR:
	case HD_DIR_PARALLEL_FOR_SIMD:
		return w->dir == w->region->dir ? hd_omp_emit_for(e, w)
						: hd_omp_emit_serial(e, w);
	case HD_DIR_PARALLEL_SECTIONS:
		return w->dir == w->region->dir ? emit_sections(e, w)
						: hd_omp_emit_serial(e, w);
	case HD_DIR_SECTIONS:
		return emit_sections(e, w);
	case HD_DIR_ATOMIC:
		return e->k ? hd_omp_emit_atomic(e, w) : hd_omp_emit_serial(e, w);
	case HD_DIR_CRITICAL:
		return hd_omp_emit_critical(e, w);
	case HD_DIR_SINGLE:
	case HD_DIR_MASTER:
		return emit_single(e, w);
	case HD_DIR_BARRIER:
		return hd_strdup(e->a, e->k->block_mode ? "__syncthreads();" : "");
	case HD_DIR_FLUSH:
		return hd_strdup(e->a, "__threadfence();");
	default:
		return hd_omp_emit_serial(e, w);
	}
}

/* ---- text with its constructs translated */

static bool
in_nested_parallel(hd_node *n, hd_region *r)
{
	for (n = n->parent; n && n != r->node; n = n->parent)
		for (size_t i = 0; i < r->works.n; i++) {
			hd_work *w = r->works.at[i];
			if (w->node == n && w->dir != r->dir &&
			    (w->dir->kind == HD_DIR_PARALLEL ||
			     w->dir->kind == HD_DIR_PARALLEL_FOR))
				return true;
		}
	return false;
}

/* The column at which a construct starts: its statement's, not its pragma's. */
static const char *
column_of(hd_emit *e, hd_node *n)
{
	hd_node *list = n->parent;

	if (n->kind != HD_N_DIRECTIVE)
		return hd_omp_indent_at(e->a, n->file, n->from);
	for (unsigned i = 0; i < list->n; i++)
		if (list->kid[i]->kind != HD_N_DIRECTIVE)
			return hd_omp_indent_at(e->a, n->file, list->kid[i]->from);
	return "";
}

static void
edit_lines(hd_emit *e, hd_node *n, const char *text, hd_edits *out)
{
	unsigned from = hd_omp_stmt_start(n), start = hd_omp_line_start(n->file, from);

	for (unsigned i = start; i < from; i++)
		if (n->file->text[i] != ' ' && n->file->text[i] != '\t')
			start = from;
	if (start < from || from == hd_omp_line_start(n->file, from))
		text = hd_format(e->a, "%s%s", column_of(e, n), text);
	hd_omp_edit(e->a, out, (hd_edit){start, hd_omp_stmt_end(n), text, 0});
}

static void
edits_in(hd_emit *e, hd_node *n, hd_node *root, hd_edits *out)
{
	hd_work *w;

	if (!n)
		return;
	w = n != root || n->kind == HD_N_DIRECTIVE ? hd_omp_work_at(e->k->region, n)
						   : NULL;
	if (w) {
		char *text = in_nested_parallel(n, e->k->region)
				     ? hd_omp_emit_serial(e, w)
				     : emit_construct(e, w);
		edit_lines(e, n, text, out);
		return;
	}
	for (hd_dir *d = n->dirs; d && n != root; d = d->next)
		hd_omp_edit(e->a, out, (hd_edit){d->from, d->to, "", 0});
	for (unsigned i = 0; i < n->n; i++)
		edits_in(e, n->kid[i], root, out);
}

char *
hd_omp_emit_range(hd_emit *e, hd_edit range, hd_node **in, size_t count)
{
	hd_edits edits = {0};

	for (size_t i = 0; i < count; i++) {
		edits_in(e, in[i], count == 1 ? in[i] : NULL, &edits);
		hd_omp_rename_calls(e, in[i], &edits);
	}
	for (size_t i = 0; i < e->k->edits.n; i++)
		hd_omp_edit(e->a, &edits, e->k->edits.at[i]);
	return hd_omp_render(e->a, count ? in[0]->file : e->f, range, &edits);
}

/* A statement of a kernel, its own construct included. */
char *
hd_omp_emit_stmt(hd_emit *e, hd_node *n)
{
	hd_work *w = hd_omp_work_at(e->k->region, n);

	if (w)
		return emit_construct(e, w);
	return inner(e, n);
}
