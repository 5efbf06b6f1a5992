/* SPDX-License-Identifier: Apache-2.0 */
/* docs.c: keeps reports for the documentation: DIR/data/suite-NAME.tsv and, with
 * --ablation, DIR/data/ablation-NAME.tsv, from which scripts/tables.sh makes tables, and the
 * plot. */
#include "runner.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static void
keep(const settings *s, const char *report, char *path)
{
	char *from = hd_text("%s/%s", s->out, report), *text = read_file(from);

	write_file(path, text);
	free(text);
	free(path);
	free(from);
}

/* "Neoverse-N1" with two processors: neoverse-n1-2 */
static char *
name_of(const machine *m)
{
	char *name = hd_text("%s-%d", m->cpu, m->cores), *to = name;

	for (const char *c = name; *c; c++)
		if (isalnum((unsigned char)*c))
			*to++ = (char)tolower((unsigned char)*c);
		else if (to > name && to[-1] != '-')
			*to++ = '-';
	*to = '\0';
	return name;
}

void
hd_update_docs(const settings *s, const machine *m)
{
	char *data = hd_text("%s/data", s->docs);
	char *name = s->name ? hd_text("%s", s->name) : name_of(m);

	if (mkdir(data, 0777) != 0 && errno != EEXIST)
		hd_die("%s: %s", data, strerror(errno));
	keep(s, "results.tsv", hd_text("%s/suite-%s.tsv", data, name));
	if (s->ablation)
		keep(s, "ablation.tsv", hd_text("%s/ablation-%s.tsv", data, name));
	keep(s, "performance.svg", hd_text("%s/performance.svg", s->docs));
	free(name);
	free(data);
}
