/* SPDX-License-Identifier: Apache-2.0 */
/* Directives as data: looking up clauses, adding to them, printing, the user's file. */
#include "omp/omp.h"

#include <ctype.h>
#include <errno.h>

hd_clause *
hd_omp_clause(hd_dir *d, enum hd_clkind k)
{
	for (size_t i = 0; d && i < d->clauses.n; i++)
		if (d->clauses.at[i].kind == k)
			return &d->clauses.at[i];
	return NULL;
}

static hd_clause *
need_clause(hd_prog *p, hd_dir *d, enum hd_clkind k)
{
	hd_clause *c = hd_omp_clause(d, k), fresh = {.kind = k};

	if (c)
		return c;
	hd_push(p->mem, &d->clauses, fresh);
	return &hd_last(&d->clauses);
}

bool
hd_omp_has_item(hd_dir *d, enum hd_clkind k, hd_decl *decl)
{
	for (size_t i = 0; d && i < d->clauses.n; i++) {
		hd_clause *c = &d->clauses.at[i];
		for (size_t j = 0; c->kind == k && j < c->items.n; j++)
			if (c->items.at[j].decl == decl)
				return true;
	}
	return false;
}

void
hd_omp_add_item(hd_prog *p, hd_dir *d, enum hd_clkind k, hd_decl *decl)
{
	hd_item item = {.name = decl->name, .decl = decl};

	if (!hd_omp_has_item(d, k, decl))
		hd_push(p->mem, &need_clause(p, d, k)->items, item);
}

/* A clause without items goes, too. */
void
hd_omp_drop_item(hd_dir *d, enum hd_clkind k, hd_decl *decl)
{
	size_t clauses = 0;

	for (size_t i = 0; i < d->clauses.n; i++) {
		hd_clause c = d->clauses.at[i];
		size_t items = 0;

		for (size_t j = 0; j < c.items.n; j++)
			if (c.kind != k || c.items.at[j].decl != decl)
				c.items.at[items++] = c.items.at[j];
		if (c.items.n && !items)
			continue;
		c.items.n = items;
		d->clauses.at[clauses++] = c;
	}
	d->clauses.n = clauses;
}

void
hd_omp_set_clause(hd_prog *p, hd_dir *d, enum hd_clkind k, long long value)
{
	hd_clause *c = need_clause(p, d, k);

	c->value = value;
	c->text = value >= 0 ? hd_format(p->mem, "%lld", value) : NULL;
}

hd_dir *
hd_omp_find_dir(hd_node *n, enum hd_dirkind k)
{
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (d->kind == k)
			return d;
	return NULL;
}

static void
print_items(hd_str *s, hd_items *items)
{
	for (size_t i = 0; i < items->n; i++)
		hd_str_addf(s, "%s%s%s", i ? ", " : "", items->at[i].name,
			    items->at[i].section ? items->at[i].section : "");
}

static void
print_clause(hd_str *s, hd_clause *c)
{
	hd_str_addf(s, " %s", hd_omp_clause_name(c->kind));
	if (c->items.n) {
		hd_str_add(s, "(");
		if (c->op)
			hd_str_addf(s, "%s: ", hd_omp_op_text(c->op));
		print_items(s, &c->items);
		hd_str_add(s, ")");
	} else if (c->text) {
		hd_str_addf(s, "(%s)", c->text);
	}
}

/* "omp parallel for private(i)", without "#pragma". */
char *
hd_omp_print_dir(hd_arena *a, hd_dir *d)
{
	hd_str s = {.arena = a};

	hd_str_addf(&s, "%s %s", hd_omp_is_cuda(d->kind) ? "cuda" : "omp",
		    hd_omp_dir_name(d->kind));
	if (d->name)
		hd_str_addf(&s, " (%s)", d->name);
	if (d->items.n) {
		hd_str_add(&s, " (");
		print_items(&s, &d->items);
		hd_str_add(&s, ")");
	}
	for (size_t i = 0; i < d->clauses.n; i++)
		print_clause(&s, &d->clauses.at[i]);
	return s.at;
}

/* ---- the user directive file: "procedure kernel directive clauses" per line */

static bool
user_line(hd_prog *p, hd_file *f, unsigned from, unsigned to)
{
	unsigned at = from, start;
	hd_dir *d;
	char *proc;

	while (at < to && isspace((unsigned char)f->text[at]))
		at++;
	if (at == to || f->text[at] == '#')
		return true;
	start = at;
	while (at < to && (isalnum((unsigned char)f->text[at]) || f->text[at] == '_'))
		at++;
	if (at < to && f->text[at] == '=') /* a setting of a configuration file */
		return true;
	proc = hd_strndup(p->mem, f->text + start, at - start);
	while (at < to && (f->text[at] == ' ' || f->text[at] == ':'))
		at++;
	if (at == start || at >= to || !isdigit((unsigned char)f->text[at])) {
		hd_omp_error(f, start,
			     "expected 'procedure kernel-number directive'; write for "
			     "example 'main 0 gpurun threadblocksize(64)'");
		return false;
	}
	unsigned kernel = (unsigned)strtoul(f->text + at, NULL, 10);
	while (at < to && isdigit((unsigned char)f->text[at]))
		at++;
	/* parse through a private copy that has the family word in front */
	hd_file *line = HD_NEW(p->mem, hd_file);
	*line = *f;
	line->text = hd_format(p->mem, "cuda %.*s", (int)(to - at), f->text + at);
	line->size = (unsigned)strlen(line->text);
	d = hd_omp_parse_directive(p, line, 0, line->size);
	if (!d)
		return false;
	d->name = proc;
	d->line = kernel;
	d->column = start;
	d->file = f;
	hd_push(p->mem, &p->user, d);
	return true;
}

void
hd_omp_read_user_file(hd_prog *p, const char *path)
{
	hd_file *f = HD_NEW(p->mem, hd_file);
	size_t n;

	f->path = path;
	f->text = hd_read_file(p->mem, path, &n);
	if (!f->text) {
		hd_error_at((hd_pos){0},
			    "cannot read the directive file '%s': %s; check its name",
			    path, strerror(errno));
		return;
	}
	f->size = (unsigned)n;
	for (unsigned at = 0; at < f->size;) {
		unsigned end = hd_omp_line_end(f, at);
		user_line(p, f, at, end);
		at = end + 1;
	}
}
