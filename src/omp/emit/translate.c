/* SPDX-License-Identifier: Apache-2.0 */
/* The O2G translator: one file's text with its edits, kernels in front of functions. */
#include "omp/emit/emit.h"

#include <ctype.h>

/* ---- where things go */

/* In front of the comment that belongs to a function. */
static unsigned
above_comment(hd_file *f, unsigned at)
{
	for (;;) {
		unsigned line = hd_omp_line_start(f, at), end = line, start;
		if (line == 0)
			return line;
		end = line - 1;
		start = hd_omp_line_start(f, end);
		while (end > start && isspace((unsigned char)f->text[end - 1]))
			end--;
		if (end >= start + 2 && !memcmp(f->text + end - 2, "*/", 2)) {
			while (end > 0 && memcmp(f->text + end, "/*", 2))
				end--;
			if (hd_omp_line_start(f, end) == end) {
				at = end;
				continue;
			}
			return line;
		}
		while (start < end && isspace((unsigned char)f->text[start]))
			start++;
		if (!hd_has_prefix(f->text + start, "//"))
			return line;
		at = start;
	}
}

/* Behind the last #include in front of the first function or variable. */
static unsigned
after_includes(hd_prog *p, hd_file *f)
{
	unsigned first = f->size, at = 0;

	for (size_t i = 0; i < p->funcs.n; i++)
		if (p->funcs.at[i]->file == f && p->funcs.at[i]->from < first)
			first = p->funcs.at[i]->from;
	for (unsigned i = 0; i < first; i = hd_omp_line_end(f, i) + 1)
		if (hd_has_prefix(f->text + i, "#include"))
			at = hd_omp_line_end(f, i) + 1;
	if (at == 0 && hd_has_prefix(f->text, "/*")) {
		char *end = strstr(f->text, "*/");
		at = end ? hd_omp_line_end(f, (unsigned)(end - f->text)) + 1 : 0;
	}
	return at > f->size ? f->size : at;
}

static void
insert(hd_emit *e, unsigned at, const char *text, int order)
{
	hd_omp_edit(e->a, &e->edits, (hd_edit){at, at, text, order});
}

/* ---- device pointers */

static bool
has_mirror(hd_var *v)
{
	hd_decl *d = v->decl;

	if (v->share == HD_S_THREADPRIVATE)
		return true;
	if (d->registered || d->managed || d->type->kind == HD_T_POINTER)
		return false;
	if (v->share == HD_S_FIRST)
		return d->type->kind == HD_T_ARRAY;
	return v->share == HD_S_SHARED && v->space != HD_M_ARG &&
	       v->space != HD_M_CONST;
}

static void
declare_mirror(hd_emit *e, hd_var *v, hd_map *done, hd_str *s)
{
	hd_decl *d = v->decl;
	const char *m = hd_omp_mirror(e, d), *storage = "static ";
	hd_type t = *d->type;

	if (hd_map_get(done, d))
		return;
	*hd_map_put(e->a, done, d) = 1;
	if (!d->internal && d->kind == HD_D_GLOBAL && e->p->files.n > 1)
		storage = d->node->file == e->f ? "" : "extern ";
	t.is_const = false;
	if (v->share == HD_S_THREADPRIVATE)
		hd_str_addf(
			s, "static %s;\n",
			hd_omp_declare(e->a, &t, hd_format(e->a, "(*%s)", m), d->dims));
	else if (d->pitched)
		hd_str_addf(s, "%sgpu_pitched<%s> %s;\n", storage,
			    hd_omp_scalar_of(&t)->name, m);
	else if (e->p->set.value[HD_SET_useGlobalGMalloc])
		hd_str_addf(s, "%s%s;\n", storage, hd_omp_declare_pointer(e->a, d, m));
}

static void
declare_for(hd_emit *e, hd_decl *fn, hd_fetch *f, hd_map *done, hd_str *s)
{
	hd_var v = {.decl = f->decl, .share = HD_S_SHARED};
	hd_node *n = f->stmt;

	while (n->parent)
		n = n->parent;
	if (n->decl == fn && has_mirror(&v))
		declare_mirror(e, &v, done, s);
}

static void
declare_mirrors(hd_emit *e, hd_decl *fn, hd_map *done, hd_str *s)
{
	for (size_t i = 0; i < e->p->regions.n; i++) {
		hd_region *r = e->p->regions.at[i];
		for (size_t k = 0; r->fn == fn && !r->on_cpu && k < r->kernels.n; k++)
			for (size_t v = 0; v < r->kernels.at[k]->vars.n; v++)
				if (has_mirror(&r->kernels.at[k]->vars.at[v]))
					declare_mirror(e, &r->kernels.at[k]->vars.at[v],
						       done, s);
	}
	for (size_t i = 0; i < e->p->fetches.n; i++)
		declare_for(e, fn, &e->p->fetches.at[i], done, s);
	for (size_t i = 0; i < e->p->sends.n; i++)
		declare_for(e, fn, &e->p->sends.at[i], done, s);
	if (s->n)
		hd_str_add(s, "\n");
}

/* ---- functions */

static void
add_copies(hd_emit *e, hd_decl *fn, hd_map *done, hd_str *s)
{
	if (!fn->copied || hd_map_get(done, fn))
		return;
	*hd_map_put(e->a, done, fn) = 1;
	for (size_t i = 0; i < e->p->funcs.n; i++) {
		hd_decl *other = e->p->funcs.at[i]->decl;
		if (other != fn && hd_omp_calls(fn->body, other->name))
			add_copies(e, other, done, s);
	}
	hd_str_add(s, hd_omp_emit_device(e, fn));
}

static bool
calls_copied(hd_emit *e, hd_decl *fn, hd_decl *callee)
{
	for (size_t i = 0; i < e->p->regions.n; i++) {
		hd_region *r = e->p->regions.at[i];
		for (size_t k = 0; r->fn == fn && k < r->kernels.n; k++)
			for (size_t s = 0; s < r->kernels.at[k]->stmts.n; s++)
				if (hd_omp_calls(r->kernels.at[k]->stmts.at[s],
						 callee->name))
					return true;
	}
	return false;
}

static void
emit_function(hd_emit *e, hd_node *fn, hd_map *mirrors, hd_map *copies)
{
	hd_str s = {.arena = e->a}, d = {.arena = e->a};
	size_t locks = e->locks.n;

	hd_str_add(&s, "");
	memset(&e->decls, 0, sizeof e->decls);
	e->decls.arena = e->a;
	hd_str_add(&e->decls, "");
	declare_mirrors(e, fn->decl, mirrors, &s);
	for (size_t i = 0; i < e->p->funcs.n; i++)
		if (e->p->funcs.at[i]->decl->copied &&
		    calls_copied(e, fn->decl, e->p->funcs.at[i]->decl))
			add_copies(e, e->p->funcs.at[i]->decl, copies, &s);
	for (size_t i = 0; i < e->p->regions.n; i++)
		if (e->p->regions.at[i]->fn == fn->decl)
			hd_omp_emit_region(e, e->p->regions.at[i]);
	if (fn->decl->has_regions)
		hd_omp_emit_declarations(e, fn->decl);
	hd_str_add(&d, "");
	for (; locks < e->locks.n; locks++)
		hd_str_addf(&d, "static __device__ int %s;\n", e->locks.at[locks]);
	if (s.n || e->decls.n || d.n)
		insert(e, above_comment(e->f, fn->from),
		       hd_format(e->a, "%s%s%s", d.at, s.at, e->decls.at), 0);
}

static const char *
space_of(const hd_decl *fn)
{
	return fn->device_only ? "__device__ " : "__host__ __device__ ";
}

static void
mark_device_functions(hd_emit *e)
{
	for (size_t i = 0; i < e->p->funcs.n; i++) {
		hd_node *n = e->p->funcs.at[i];
		if (n->file == e->f && n->decl->on_device && !n->decl->copied)
			insert(e, n->from, space_of(n->decl), 1);
		if (n->file == e->f && n->decl->copied && n->decl->internal)
			insert(e, n->from, "[[maybe_unused]] ", 0);
	}
	for (size_t i = 0; i < e->p->globals.n; i++) {
		hd_node *n = e->p->globals.at[i];
		if (n->file == e->f && n->kind == HD_N_FUNC && n->decl->on_device &&
		    !n->decl->copied)
			insert(e, n->from, space_of(n->decl), 1);
	}
}

/* ---- other host edits */

/* Transfers in front of a statement and its pragmas, indented as the statement is. */
static void
insert_lines(hd_emit *e, hd_node *stmt, const char *lines, int order)
{
	unsigned at = hd_omp_stmt_start(stmt);
	char *indent = hd_omp_indent_at(e->a, e->f, at);

	if (!*indent) {
		indent = hd_omp_indent_at(e->a, e->f, stmt->from);
		insert(e, at, hd_omp_reindent(e->a, lines, indent), order);
		return;
	}
	insert(e, at,
	       hd_format(e->a, "%s%s",
			 hd_omp_reindent(e->a, lines, indent) + strlen(indent), indent),
	       order);
}

static void
emit_fetches(hd_emit *e)
{
	for (size_t i = 0; i < e->p->fetches.n; i++) {
		hd_fetch *f = &e->p->fetches.at[i];
		hd_str s = {.arena = e->a};
		if (f->stmt->file != e->f)
			continue;
		hd_omp_emit_fetch(e, &s, f->decl, false);
		insert_lines(e, f->stmt, s.at, -9);
	}
}

static void
emit_sends(hd_emit *e)
{
	for (size_t i = 0; i < e->p->sends.n; i++) {
		hd_fetch *f = &e->p->sends.at[i];
		hd_str s = {.arena = e->a};
		hd_decl *d = f->decl;
		if (f->stmt->file != e->f)
			continue;
		if (d->pitched)
			hd_str_addf(&s,
				    "\tgpu_alloc_pitched(&%s, sizeof %s[0], %lld);\n",
				    hd_omp_mirror(e, d), d->name, d->type->count);
		else if (!d->registered && d->type->kind != HD_T_POINTER)
			hd_str_addf(&s, "\tGPU_ALLOC(%s, %s);\n", hd_omp_mirror(e, d),
				    d->name);
		hd_omp_emit_fetch(e, &s, d, true);
		insert_lines(e, f->stmt, s.at, -8);
	}
}

static void
replace_omp_header(hd_emit *e)
{
	hd_file *f = e->f;

	for (unsigned i = 0; i < f->size; i = hd_omp_line_end(f, i) + 1) {
		unsigned end = hd_omp_line_end(f, i);
		if (!hd_has_prefix(f->text + i, "#include") ||
		    !memmem(f->text + i, end - i, "omp.h", 5))
			continue;
		hd_omp_use(e, HD_SUP_OMP);
		hd_omp_edit(e->a, &e->edits,
			    (hd_edit){i, end, "/* omp.h: see the support code */", 0});
	}
}

/* Pragmas that nothing else has touched: inside functions for kernels, at file scope. */
static void
comment_leftovers(hd_emit *e)
{
	hd_dirs all = {0};

	hd_omp_scan(e->p, e->f, &all);
	for (size_t i = 0; i < all.n; i++) {
		hd_dir *d = all.at[i];
		bool covered = false;
		for (size_t k = 0; k < e->edits.n; k++)
			covered |= e->edits.at[k].from <= d->from &&
				   d->to <= e->edits.at[k].to &&
				   e->edits.at[k].from < e->edits.at[k].to;
		if (!covered)
			hd_omp_edit(e->a, &e->edits,
				    (hd_edit){d->from, d->to,
					      hd_format(e->a, "/* %s */",
							hd_omp_print_dir(e->a, d)),
					      0});
	}
}

char *
hd_omp_translate(hd_prog *p, hd_file *f)
{
	hd_emit e = {.p = p, .a = p->mem, .f = f};
	hd_map mirrors = {0}, copies = {0};
	hd_str support = {.arena = p->mem};

	for (size_t i = 0; i < p->funcs.n; i++)
		if (p->funcs.at[i]->file == f)
			emit_function(&e, p->funcs.at[i], &mirrors, &copies);
	mark_device_functions(&e);
	hd_omp_emit_unused(&e);
	emit_fetches(&e);
	emit_sends(&e);
	replace_omp_header(&e);
	hd_omp_emit_memory(&e);
	comment_leftovers(&e);
	hd_omp_support(&e, &support);
	hd_omp_emit_macros(&e, &support);
	insert(&e, after_includes(p, f), support.at, -100);
	return hd_omp_settle_names(
		p, hd_omp_render(p->mem, f, (hd_edit){0, f->size, NULL, 0}, &e.edits));
}

static void
dump_transfer(hd_prog *p, hd_file *f, hd_edits *edits, hd_fetch *t, const char *clause)
{
	unsigned at = hd_omp_stmt_start(t->stmt);
	char *text = hd_format(p->mem, "#pragma cuda cpurun %s(%s)\n%s", clause,
			       t->decl->name, hd_omp_indent_at(p->mem, f, at));

	if (t->stmt->file == f)
		hd_omp_edit(p->mem, edits, (hd_edit){at, at, text, 0});
}

/* The program with its directives, readable again by omp2cuda. */
char *
hd_omp_dump(hd_prog *p, hd_file *f, const char *stage)
{
	hd_edits edits = {0};

	hd_omp_edit(
		p->mem, &edits,
		(hd_edit){0, 0, hd_format(p->mem, "/* after: %s */\n", stage), -100});
	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		if (r->node->file != f || r->on_cpu)
			continue;
		for (size_t k = 0; k < r->kernels.n; k++) {
			hd_kernel *kn = r->kernels.at[k];
			char *indent = hd_omp_indent_at(p->mem, f, kn->from);
			char *text;
			if (!kn->cuda)
				continue;
			text = hd_format(
				p->mem,
				"#pragma cuda ainfo procname(%s) kernelid(%d)\n%s#pragma "
				"%s\n%s",
				kn->proc, kn->id, indent,
				hd_omp_print_dir(p->mem, kn->cuda), indent);
			hd_omp_edit(p->mem, &edits,
				    (hd_edit){kn->from, kn->from, text, 0});
		}
		for (hd_dir *d = r->node->dirs; d; d = d->next)
			if (hd_omp_is_cuda(
				    d->kind)) /* its clauses are in the ones above */
				hd_omp_edit(p->mem, &edits,
					    (hd_edit){d->from, d->to, "", 1});
	}
	for (size_t i = 0; i < p->fetches.n; i++)
		dump_transfer(p, f, &edits, &p->fetches.at[i], "g2cmemtr");
	for (size_t i = 0; i < p->sends.n; i++)
		dump_transfer(p, f, &edits, &p->sends.at[i], "c2gmemtr");
	hd_edits base = f->base;
	memset(&f->base, 0, sizeof f->base);
	char *text = hd_omp_render(p->mem, f, (hd_edit){0, f->size, NULL, 0}, &edits);
	f->base = base;
	return text;
}
