/* SPDX-License-Identifier: Apache-2.0 */
/* docs.c: puts the report between two marks of a Markdown file, and the plot beside it. */
#include "runner.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char begin[] = "<!-- bench: begin -->\n", end[] = "<!-- bench: end -->\n";

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

void
hd_update_docs(const settings *s)
{
	char *old = read_file(s->docs),
	     *report = read_file(hd_text("%s/report.md", s->out));
	char *first = strstr(old, begin), *last = first ? strstr(first, end) : NULL;
	char *slash = strrchr(s->docs, '/'), *rest;

	if (!last)
		hd_die("%s: the lines %.21s and %.19s are needed around the report",
		       s->docs, begin, end);
	rest = hd_text("%s", last);
	first[strlen(begin)] = '\0';
	write_file(s->docs, hd_text("%s\n%s\n%s", old, report, rest));
	write_file(hd_text("%.*sperformance.svg",
			   slash ? (int)(slash - s->docs + 1) : 0, s->docs),
		   read_file(hd_text("%s/performance.svg", s->out)));
}
