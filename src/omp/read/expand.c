/* SPDX-License-Identifier: Apache-2.0 */
/* Preprocessing a file whose directives come out of macros. Included text is dropped
 * again, so that the output keeps its #include lines. */
#include "omp/omp.h"

#include <ctype.h>
#include <errno.h>

/* _Pragma("omp ...") is invisible to the pragma reader until macros are expanded. */
bool
hd_omp_needs_expansion(hd_file *f)
{
	for (const char *s = f->text; (s = strstr(s, "_Pragma")); s++) {
		const char *q = s + 7;
		while (isspace((unsigned char)*q) || *q == '(' || *q == '"')
			q++;
		if (hd_has_prefix(q, "omp") || hd_has_prefix(q, "cuda"))
			return true;
	}
	return false;
}

static void
quote(hd_str *s, const char *word)
{
	hd_str_add(s, " '");
	for (; *word; word++)
		if (*word == '\'')
			hd_str_add(s, "'\\''");
		else
			hd_str_addc(s, *word);
	hd_str_add(s, "'");
}

static char *
run_preprocessor(hd_prog *p, hd_file *f)
{
	hd_str cmd = {.arena = p->mem}, out = {.arena = p->mem};
	char buf[4096];
	size_t n;
	FILE *in;

	hd_str_add(&cmd, "clang-19 -E -C -dI");
	for (size_t i = 0; i < p->clang_args.n; i++)
		quote(&cmd, p->clang_args.at[i]);
	quote(&cmd, f->path);
	in = popen(cmd.at, "r");
	if (!in)
		return NULL;
	while ((n = fread(buf, 1, sizeof buf, in)) > 0)
		hd_str_addn(&out, buf, n);
	return pclose(in) == 0 ? out.at : NULL;
}

/* "# 12 "name" 1 3": the flags say whether a file was entered or left. */
static int
marker_depth(const char *line, int depth, const char *path)
{
	const char *q = strrchr(line, '"');
	size_t n = strlen(path);

	if (!q)
		return depth;
	if (depth <= 1 && strchr(line, '"') &&
	    !strncmp(strchr(line, '"') + 1, path, n) && strchr(line, '"')[n + 1] == '"')
		return 0;
	if (strstr(q, " 1"))
		return depth + 1;
	if (strstr(q, " 2"))
		return depth > 0 ? depth - 1 : 0;
	return depth;
}

static char *
own_text(hd_prog *p, char *all, const char *path)
{
	hd_str out = {.arena = p->mem};
	int depth = 0;

	for (char *line = all; line && *line;) {
		char *end = strchr(line, '\n'), *note;
		if (end)
			*end = '\0';
		if (line[0] == '#' && line[1] == ' ' &&
		    isdigit((unsigned char)line[2])) {
			depth = marker_depth(line, depth, path);
		} else if (depth == 0) {
			if ((note = strstr(line, " /* clang -E -dI */")))
				*note = '\0';
			hd_str_add(&out, line);
			hd_str_add(&out, "\n");
		}
		line = end ? end + 1 : NULL;
	}
	return out.at ? out.at : hd_strdup(p->mem, "");
}

bool
hd_omp_expand(hd_prog *p, hd_file *f)
{
	char *text = run_preprocessor(p, f);

	if (!text) {
		hd_error_at((hd_pos){f->path, 0, 0},
			    "clang-19 could not preprocess this file; check -I and -D");
		return false;
	}
	f->text = own_text(p, text, f->path);
	f->size = (unsigned)strlen(f->text);
	f->expanded = true;
	return true;
}
