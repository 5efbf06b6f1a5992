/* SPDX-License-Identifier: Apache-2.0 */
/* Giving every directive its statement, and every name in a clause its declaration. */
#include "omp/omp.h"

#include <ctype.h>

/* ---- names */

static hd_decl *
declared_in(hd_node *stmt, const char *name)
{
	if (stmt && stmt->kind == HD_N_DECLSTMT)
		for (unsigned i = 0; i < stmt->n; i++)
			if (stmt->kid[i]->decl &&
			    !strcmp(stmt->kid[i]->decl->name, name))
				return stmt->kid[i]->decl;
	return NULL;
}

static hd_decl *
lookup_block(hd_node *block, hd_node *before, const char *name)
{
	hd_decl *found = NULL, *d;

	for (unsigned i = 0; i < block->n && block->kid[i] != before; i++)
		if ((d = declared_in(block->kid[i], name)))
			found = d;
	return found;
}

static hd_decl *
lookup_global(hd_prog *p, hd_file *f, const char *name)
{
	for (size_t i = 0; i < p->globals.n; i++) {
		hd_node *n = p->globals.at[i];
		if (n->kind == HD_N_VAR && !strcmp(n->decl->name, name) &&
		    (n->file == f || !n->decl->internal))
			return n->decl;
	}
	return NULL;
}

/* The variable that a name means in front of a statement. */
hd_decl *
hd_omp_lookup(hd_prog *p, hd_node *at, const char *name)
{
	hd_decl *d;

	for (hd_node *n = at; n && n->parent; n = n->parent) {
		hd_node *up = n->parent;
		if (up->kind == HD_N_COMPOUND && (d = lookup_block(up, n, name)))
			return d;
		if (up->kind == HD_N_FOR && n != up->kid[0] &&
		    (d = declared_in(up->kid[0], name)))
			return d;
		if (up->kind == HD_N_FUNC)
			for (size_t i = 0; i < up->decl->params.n; i++)
				if (!strcmp(up->decl->params.at[i]->name, name))
					return up->decl->params.at[i];
	}
	return lookup_global(p, at->file, name);
}

static void
resolve_items(hd_prog *p, hd_dir *d, hd_items *items, hd_node *at)
{
	for (size_t i = 0; i < items->n; i++) {
		hd_item *item = &items->at[i];
		item->decl = hd_omp_lookup(p, at, item->name);
		if (!item->decl)
			hd_omp_error(
				d->file, item->at,
				"no variable '%s' here; check the name, or declare it "
				"in front of the directive",
				item->name);
	}
}

static void
resolve(hd_prog *p, hd_dir *d, hd_node *at)
{
	for (size_t i = 0; i < d->clauses.n; i++)
		resolve_items(p, d, &d->clauses.at[i].items, at);
	resolve_items(p, d, &d->items, at);
}

/* ---- statements */

static hd_node *
first_behind(hd_node *n, unsigned at)
{
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->from > at && hd_omp_is_stmt(n->kid[i]))
			return n->kid[i];
	return NULL;
}

static hd_node *
around(hd_node *n, unsigned at)
{
	for (unsigned i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->from < at && at < n->kid[i]->to &&
		    hd_omp_is_stmt(n->kid[i]))
			return n->kid[i];
	return NULL;
}

static void
append_dir(hd_node *n, hd_dir *d)
{
	hd_dir **end = &n->dirs;

	while (*end)
		end = &(*end)->next;
	*end = d;
}

/* Barriers and flushes become statements of the block around them. */
static hd_node *
insert_statement(hd_prog *p, hd_node *block, hd_dir *d)
{
	hd_node *n = HD_NEW(p->mem, hd_node);
	hd_node **kids = HD_NEW_ARRAY(p->mem, hd_node *, block->n + 1);
	unsigned i = 0;

	n->kind = HD_N_DIRECTIVE;
	n->from = d->from;
	n->to = d->to;
	n->line = d->line;
	n->column = d->column;
	n->file = block->file;
	n->parent = block;
	n->dirs = d;
	n->type = block->type;
	for (; i < block->n && block->kid[i]->from < d->from; i++)
		kids[i] = block->kid[i];
	kids[i] = n;
	for (; i < block->n; i++)
		kids[i + 1] = block->kid[i];
	block->kid = kids;
	block->n++;
	return n;
}

static void
attach_in(hd_prog *p, hd_node *fn, hd_dir *d)
{
	hd_node *n = fn->decl->body, *inner, *to;

	while ((inner = around(n, d->from)))
		n = inner;
	if (hd_omp_is_standalone(d->kind)) {
		if (n->kind != HD_N_COMPOUND) {
			hd_omp_error(d->file, d->from,
				     "'%s' must stand in a block; put braces around it",
				     hd_omp_dir_name(d->kind));
			return;
		}
		to = insert_statement(p, n, d);
	} else {
		to = first_behind(n, d->from);
		if (!to) {
			hd_omp_error(
				d->file, d->from,
				"no statement behind this directive; put it in front "
				"of the statement it belongs to");
			return;
		}
		append_dir(to, d);
	}
	resolve(p, d, to);
}

static void
attach_global(hd_prog *p, hd_dir *d)
{
	if (d->kind != HD_DIR_THREADPRIVATE) {
		hd_omp_error(
			d->file, d->from,
			"'%s' outside of a function; move it in front of a statement",
			hd_omp_dir_name(d->kind));
		return;
	}
	for (size_t i = 0; i < d->items.n; i++) {
		hd_item *item = &d->items.at[i];
		item->decl = lookup_global(p, d->file, item->name);
		if (item->decl)
			item->decl->threadprivate = true;
		else
			hd_omp_error(d->file, item->at,
				     "no variable '%s' at file scope; declare it first",
				     item->name);
	}
}

/* Kernels stand in front of functions, where their own constants have no names. */
static void
name_constants(hd_prog *p, hd_file *f, hd_node *n, bool in_region)
{
	if (!n)
		return;
	in_region |= n->dirs != NULL;
	if (in_region && n->local && !n->macro)
		hd_omp_edit(p->mem, &f->base,
			    (hd_edit){n->from, n->to,
				      hd_format(p->mem, "%lld", n->value), 0});
	for (unsigned i = 0; i < n->n; i++)
		name_constants(p, f, n->kid[i], in_region);
}

void
hd_omp_attach(hd_prog *p, hd_file *f, hd_dirs *dirs)
{
	for (size_t i = 0; i < dirs->n; i++) {
		hd_dir *d = dirs->at[i];
		hd_node *in = NULL;
		for (size_t k = 0; k < p->funcs.n; k++) {
			hd_node *fn = p->funcs.at[k];
			if (fn->file == f && fn->from < d->from && d->from < fn->to)
				in = fn;
		}
		if (!in)
			attach_global(p, d);
		else
			attach_in(p, in, d);
		if (in && d->kind == HD_DIR_THREADPRIVATE)
			for (size_t k = 0; k < d->items.n; k++)
				if (d->items.at[k].decl)
					d->items.at[k].decl->threadprivate = true;
	}
	for (size_t k = 0; k < p->funcs.n; k++)
		if (p->funcs.at[k]->file == f)
			name_constants(p, f, p->funcs.at[k], false);
}
