/* SPDX-License-Identifier: Apache-2.0 */
/* docs.c: puts reports between marks of a Markdown file, and the plot beside it. */
#include "runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static char *
read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t room = 0;

	if (!f)
		hd_die("%s: %s", path, strerror(errno));
	if (getdelim(&text, &room, '\0', f) < 0)
		text = hd_text("%s", "");
	fclose(f);
	return text;
}

/* The old file stays until the new one is complete. */
static void
write_file(const char *path, const char *text)
{
	char *fresh = hd_text("%s.new", path);
	FILE *f = fopen(fresh, "w");

	if (!f)
		hd_die("%s: %s", fresh, strerror(errno));
	fputs(text, f);
	if (ferror(f) || fclose(f) != 0 || rename(fresh, path) != 0)
		hd_die("%s: %s", path, strerror(errno));
	printf("written: %s\n", path);
	free(fresh);
}

/* Replaces what is between <!-- NAME: begin --> and <!-- NAME: end -->. */
static void
replace_section(const char *path, const char *name, const char *text)
{
	char *begin = hd_text("<!-- %s: begin -->\n", name);
	char *end = hd_text("<!-- %s: end -->\n", name), *old = read_file(path), *rest;
	char *first = strstr(old, begin), *last = first ? strstr(first, end) : NULL;

	if (!last)
		hd_die("%s: lines <!-- %s: begin --> and <!-- %s: end --> are needed",
		       path, name, name);
	rest = hd_text("%s", last);
	first[strlen(begin)] = '\0';
	write_file(path, hd_text("%s\n%s\n%s", old, text, rest));
	free(rest);
	free(old);
	free(end);
	free(begin);
}

void
hd_update_docs(const settings *s)
{
	const char *slash = strrchr(s->docs, '/');

	replace_section(s->docs, "bench", read_file(hd_text("%s/report.md", s->out)));
	if (s->ablation)
		replace_section(s->docs, "ablation",
				read_file(hd_text("%s/ablation.md", s->out)));
	write_file(hd_text("%.*sperformance.svg",
			   slash ? (int)(slash - s->docs + 1) : 0, s->docs),
		   read_file(hd_text("%s/performance.svg", s->out)));
}
