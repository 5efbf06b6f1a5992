/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc reads and clang does not: shared objects of classes with constructors, which
 * nvcc does not run.
 *
 *     __shared__ counter c[4], d;
 * becomes
 *     typedef counter __hd_e_c; typedef __hd_e_c __hd_t_c [4];
 *     __shared__ __hd_unmade<__hd_t_c> __hd_s_c; static constexpr __hd_t_c &c = __hd_s_c.value;
 *     ...
 *
 * in one line, where clang has refused the variable: a union that makes nothing, and another
 * name for what is in it. Lines stay, so that messages are about the user's lines. */
#include "drive.h"

#include <ctype.h>

static const char refused[] =
	": error: initialization is not supported for __shared__ variables";

typedef struct place {
	unsigned line, column;
} place;
typedef HD_VEC(place) places;

static int
later_first(const void *a, const void *b)
{
	const place *p = a, *q = b;

	if (p->line != q->line)
		return p->line < q->line ? 1 : -1;
	return p->column < q->column ? 1 : -(p->column > q->column);
}

static void
add_places(hd_arena *a, places *all, const char *said, const char *path)
{
	size_t n = strlen(path);

	for (; *said; said += strcspn(said, "\n"), said += *said == '\n') {
		place at = {0};
		char *end;

		if (strncmp(said, path, n) != 0 || said[n] != ':')
			continue;
		at.line = (unsigned)strtoul(said + n + 1, &end, 10);
		if (*end == ':')
			at.column = (unsigned)strtoul(end + 1, &end, 10);
		if (at.column && strncmp(end, refused, strlen(refused)) == 0)
			hd_push(a, all, at);
	}
}

/* What clang has refused in a file, in one pass or both, from the last to the first. */
static places
refused_in(hd_arena *a, const char *path, const char *const said[2])
{
	places all = {0};

	for (int i = 0; i < 2; i++) {
		const char *text =
			said[i] ? hd_read_file(a, said[i], &(size_t){0}) : NULL;

		if (text)
			add_places(a, &all, text, path);
	}
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, later_first);
	return all;
}

static const char *
text_at(const char *text, place at)
{
	while (--at.line && *text) {
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return strcspn(text, "\n") < at.column ? NULL : text + at.column - 1;
}

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *
skip_blanks(const char *p)
{
	return p + strspn(p, " \t\r\n");
}

/* A declaration: what stands before __shared__, the type, and the names up to ';'. */
typedef struct declaration {
	const char *begin, *shared, *type, *names, *end;
} declaration;

/* Is there a comma outside of brackets? */
static bool
has_comma(const char *from, const char *to)
{
	int depth = 0;

	for (; from < to; from++) {
		depth +=
			(strchr("<([", *from) != NULL) - (strchr(">)]", *from) != NULL);
		if (*from == ',' && !depth)
			return true;
	}
	return false;
}

/* The declaration that begins with this name; false: it is no such one. */
static bool
find_declaration(const char *text, const char *name, declaration *d)
{
	static const char word[] = "__shared__";
	const char *p = text;

	*d = (declaration){.begin = text, .names = name};
	while (p < name) {
		const char *next = hd_skip_quoted(p);

		if (next == p && strchr(";{}", *p))
			*d = (declaration){.begin = p + 1, .names = name};
		if (strncmp(p, word, strlen(word)) == 0 &&
		    (p == text || !is_name(p[-1])) && !is_name(p[strlen(word)])) {
			d->shared = p;
			d->type = p + strlen(word);
		}
		p = next + (next == p);
	}
	for (d->end = name; *d->end && *d->end != ';'; d->end++)
		if (strchr("{}=(", *d->end))
			return false;
	return d->shared && *d->end && !has_comma(d->type, name);
}

/* Text without the word "static", which a typedef cannot have. */
static void
add_without_static(hd_str *out, const char *from, const char *to)
{
	while (from < to) {
		if (strncmp(from, "static", 6) == 0 && !is_name(from[6]) &&
		    !is_name(from[-1]))
			from += 6;
		else
			hd_str_addc(out, *from++);
	}
}

static void
add_object(hd_str *out, const declaration *d, const char *element, const char *name,
	   const char *dims, const char *end)
{
	hd_str_addf(out, "typedef %s __hd_t_%s ", element, name);
	hd_str_addn(out, dims, (size_t)(end - dims));
	hd_str_addc(out, ';');
	for (const char *p = d->begin; p < d->shared; p++)
		hd_str_addc(out, *p == '\n' ? ' ' : *p);
	hd_str_addf(out,
		    " __shared__ __hd_unmade<__hd_t_%s> __hd_s_%s; static constexpr "
		    "__hd_t_%s &%s = __hd_s_%s.value;",
		    name, name, name, name, name);
}

/* NULL: the names are more than names and dimensions. */
static const char *
replace(hd_arena *a, const char *text, const declaration *d)
{
	hd_str out = {.arena = a};
	const char *element = NULL;

	hd_str_addn(&out, text, (size_t)(d->begin - text));
	for (const char *p = d->begin; p < d->shared; p++)
		if (*p == '\n')
			hd_str_addc(&out, '\n');
	for (const char *p = d->names; p < d->end;) {
		const char *from = p, *name, *dims;

		while (is_name(*p))
			p++;
		if (p == from)
			return NULL;
		name = hd_strndup(a, from, (size_t)(p - from));
		dims = p;
		while (*(p = skip_blanks(p)) == '[')
			p += strcspn(p, "];") + 1;
		if (*p != ',' && *p != ';')
			return NULL;
		if (!element) {
			element = hd_format(a, "__hd_e_%s", name);
			hd_str_add(&out, " typedef ");
			add_without_static(&out, d->type, d->names);
			hd_str_addf(&out, " %s;", element);
		}
		add_object(&out, d, element, name, dims, p);
		p = skip_blanks(p + (*p == ','));
	}
	hd_str_add(&out, d->end + 1);
	return out.at;
}

static void
warn(hd_plan *p, const char *path, place at)
{
	for (size_t i = 0; i < p->command->common.n; i++)
		if (strcmp(p->command->common.at[i], "-w") == 0)
			return;
	hd_warn_at((hd_pos){path, at.line, at.column},
		   "dynamic initialization is not supported for __shared__ variables: "
		   "the constructor does not run (20054-D)");
}

const char *
hd_rewrite_shared(hd_plan *p, const char *path, const char *text,
		  const char *const said[2])
{
	hd_arena *a = p->command->mem;
	places all = refused_in(a, path, said), done = {0};

	for (size_t k = 0; k < all.n; k++) {
		const char *name = text_at(text, all.at[k]), *now;
		declaration d;

		if (k && !later_first(&all.at[k], &all.at[k - 1]))
			continue; /* both passes have said it */
		now = name && find_declaration(text, name, &d) ? replace(a, text, &d)
							       : NULL;
		if (!now)
			continue;
		hd_push(a, &done, all.at[k]);
		text = now;
	}
	for (size_t k = done.n; k--;)
		warn(p, path, done.at[k]);
	return done.n ? text : NULL;
}
