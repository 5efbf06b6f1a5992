/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc reads and clang does not: blanks inside the brackets of a launch, and alignas
 * after CUDA's qualifiers; and, in files of their own, more of the kind.
 *
 *     k << < grid, block >> > (x);   k<<<grid, block>> >(x);   __shared__ alignas(16) int i;
 * become
 *     k <<<  grid, block >>>  (x);   k<<<grid, block>>> (x);   __shared__ __hd_al(16) int i;
 *
 * in copies that clang reads under the names of the files: an overlay. Lines and columns
 * stay, so that messages are about the user's text. "<< <" is no C++, so nothing else
 * can be meant; ">> >" is changed only where it ends a launch. */
#include "drive.h"

#include <ctype.h>
#include <unistd.h>

/* The end of a comment, string or character constant that begins at p, or p. */
const char *
hd_skip_quoted(const char *p)
{
	char quote = *p;
	const char *end;

	if (p[0] == '/' && p[1] == '/')
		return p + strcspn(p, "\n");
	if (p[0] == '/' && p[1] == '*') {
		end = strstr(p + 2, "*/");
		return end ? end + 2 : p + strlen(p);
	}
	if (quote != '"' && quote != '\'')
		return p;
	for (p++; *p && *p != quote && *p != '\n'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/* Three times c, with or without blanks between: how many characters; 0: not here. */
static size_t
bracket(const char *p, char c)
{
	const char *from = p;
	int n = 0;

	while (*p == c || *p == ' ' || *p == '\t')
		if (*p++ == c && ++n == 3)
			return (size_t)(p - from);
	return 0;
}

static void
close_up(char *p, size_t n, char c)
{
	memset(p, c, 3);
	memset(p + 3, ' ', n - 3);
}

/* The ">>>" that ends a launch: at the same depth, before an argument list. */
static char *
launch_end(char *p, size_t *n)
{
	int depth = 0;

	while (*p && depth >= 0) {
		const char *next = hd_skip_quoted(p);
		const char *after;

		if (next != p) {
			p += next - p;
			continue;
		}
		depth += (*p == '(' || *p == '[' || *p == '{') -
			 (*p == ')' || *p == ']' || *p == '}');
		if (*p == ';')
			return NULL;
		*n = depth == 0 && *p == '>' ? bracket(p, '>') : 0;
		if (*n) {
			after = p + *n;
			while (isspace((unsigned char)*after) || *after == '\\')
				after++;
			if (*after == '(')
				return p;
		}
		p++;
	}
	return NULL;
}

/* "__shared__ alignas(": the attribute of that meaning, whose name is as long, may stand
 * here. True if there was one. */
static bool
align_after_qualifier(char *p)
{
	static const char *const qualifiers[] = {"__shared__", "__constant__",
						 "__device__", "__managed__"};

	for (size_t k = 0; k < HD_COUNT(qualifiers); k++) {
		size_t n = strlen(qualifiers[k]);

		if (strncmp(p, qualifiers[k], n) != 0 || !isspace((unsigned char)p[n]))
			continue;
		p += n + strspn(p + n, " \t\r\n");
		if (strncmp(p, "alignas", 7) != 0 || p[7 + strspn(p + 7, " \t")] != '(')
			return false;
		memcpy(p, "__hd_al", 7);
		return true;
	}
	return false;
}

static bool
respell(char *text)
{
	bool changed = false;
	char *p = text;

	while (*p) {
		const char *next = hd_skip_quoted(p);
		size_t n, m;
		char *end;

		if (next != p) {
			p += next - p;
			continue;
		}
		if (*p == '_')
			changed |= align_after_qualifier(p);
		n = *p == '<' && (p == text || p[-1] != '<') ? bracket(p, '<') : 0;
		end = n ? launch_end(p + n, &m) : NULL;
		if (end && (n > 3 || m > 3)) {
			close_up(p, n, '<');
			close_up(end, m, '>');
			changed = true;
		}
		p += n ? n : 1;
	}
	return changed;
}

/* ---- the overlay */

static const char *
absolute(hd_arena *a, const char *path)
{
	char *here;

	if (path[0] == '/')
		return path;
	here = getcwd(NULL, 0);
	path = hd_format(a, "%s/%s", here ? here : "", path);
	free(here);
	return path;
}

static void
add_quoted(hd_str *s, const char *text)
{
	hd_str_addc(s, '"');
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			hd_str_addc(s, '\\');
		hd_str_addc(s, *text);
	}
	hd_str_addc(s, '"');
}

/* Each returns changed text, or NULL. */
static const char *(*const rewriters[])(hd_arena *a, const char *text) = {
	hd_rewrite_launches,
	hd_rewrite_strings,
};

/* A changed copy of the file in the private directory; false: it stays as it is. */
static bool
add_file(hd_plan *p, hd_str *roots, const char *path, const char *const said[2],
	 size_t k)
{
	hd_arena *a = p->command->mem;
	const char *copy = hd_format(a, "%s/respelled-%zu", p->dir, k);
	size_t n;
	char *read = hd_read_file(a, path, &n);
	const char *text = read, *now;
	bool changed;

	if (!read || strlen(read) != n)
		return false;
	changed = respell(read);
	now = hd_rewrite_shared(p, path, text, said); /* columns are still clang's */
	changed |= now != NULL;
	text = now ? now : text;
	now = hd_rewrite_constant_members(a, path, text, said); /* and lines */
	changed |= now != NULL;
	text = now ? now : text;
	for (size_t i = 0; i < HD_COUNT(rewriters); i++) {
		now = rewriters[i](a, text);
		changed |= now != NULL;
		text = now ? now : text;
	}
	if (!changed)
		return false;
	if (!hd_write_file(copy, text, strlen(text)))
		return false;
	hd_str_add(roots, "{\"type\": \"file\", \"name\": ");
	add_quoted(roots, absolute(a, path));
	hd_str_add(roots, ", \"external-contents\": ");
	add_quoted(roots, copy);
	hd_str_add(roots, "},\n");
	return true;
}

const char *
hd_respell(hd_plan *p, const hd_strings *files, const char *const said[2])
{
	hd_arena *a = p->command->mem;
	const char *path = hd_format(a, "%s/overlay-%zu", p->dir, files->n);
	hd_str s = {.arena = a};
	bool any = false;

	hd_str_add(&s, "{\"version\": 0, \"use-external-names\": false, "
		       "\"case-sensitive\": true, \"roots\": [\n");
	for (size_t k = 0; k < files->n; k++)
		any |= add_file(p, &s, files->at[k], said, k);
	hd_str_add(&s, "]}\n");
	return any && hd_write_file(path, s.at, s.n) ? path : NULL;
}
