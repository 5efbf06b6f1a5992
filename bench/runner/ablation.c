/* SPDX-License-Identifier: Apache-2.0 */
/* ablation.c: every program once more for each thing that -fno-heddle-NAME turns off. A
 * program that comes out the same byte by byte is not run again. */
#include "runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The names that hdcc lists and the settings ask for. */
static size_t
find_switches(const settings *s, char ***names)
{
	char *command = hd_text("%s/bin/hdcc -fno-heddle-help x.cu 2>&1", s->build);
	char *argv[] = {"sh", "-c", command, NULL}, *text, *rest, *line;
	char *wanted = hd_text(",%s,", s->ablation);
	size_t count = 0;
	int status;

	rest = text = hd_output_of(argv, 10, &status);
	*names = hd_array(strlen(text) + 1, sizeof **names);
	while ((line = strsep(&rest, "\n"))) {
		char name[64];

		if (sscanf(line, " -fno-heddle-%63[a-z0-9.-]", name) != 1 ||
		    strcmp(name, "help") == 0)
			continue;
		if (!*s->ablation || strstr(wanted, hd_text(",%s,", name)))
			(*names)[count++] = hd_text("%s", name);
	}
	if (count == 0)
		hd_die("--ablation=%s: hdcc -fno-heddle-help has the names",
		       s->ablation);
	free(text);
	return count;
}

static bool
same_file(const char *a, const char *b)
{
	FILE *f = fopen(a, "rb"), *g = fopen(b, "rb");
	bool same = f && g;

	while (same) {
		char x[4096], y[4096];
		size_t n = fread(x, 1, sizeof x, f), m = fread(y, 1, sizeof y, g);

		same = n == m && memcmp(x, y, n) == 0;
		if (n == 0)
			break;
	}
	if (f)
		fclose(f);
	if (g)
		fclose(g);
	return same;
}

/* A pair's program with everything, then each variant, in turn. */
static void
measure_pair(const settings *s, const suite *all, size_t i, suite *variants,
	     ablation *result, size_t n)
{
	const pair *p = &all->pairs[i];
	times *t = hd_array(n + 1, sizeof *t);
	bool *same = hd_array(n, sizeof *same);

	for (size_t k = 0; k < n; k++)
		same[k] = same_file(p->program[HEDDLE],
				    variants[k].pairs[i].program[HEDDLE]);
	for (int r = 0; r < s->rounds; r++) {
		hd_run_once(s, p->program[HEDDLE], NULL, &t[n]);
		for (size_t k = 0; k < n; k++)
			if (!same[k])
				hd_run_once(s, variants[k].pairs[i].program[HEDDLE],
					    NULL, &t[k]);
	}
	if (!t[n].count)
		hd_die("%s failed", p->name);
	hd_summarise(&t[n]);
	for (size_t k = 0; k < n; k++) {
		result[k].factor[i] = 1;
		if (same[k])
			continue;
		result[k].changed++;
		if (!t[k].count)
			hd_die("%s failed with -fno-heddle-%s", p->name,
			       result[k].name);
		hd_summarise(&t[k]);
		result[k].factor[i] = t[k].median / t[n].median;
	}
	free(same);
	free(t);
}

/* Returns how many. */
size_t
hd_ablate(const settings *s, const suite *all, ablation **result)
{
	char **names;
	size_t n = find_switches(s, &names);
	ablation *a = hd_array(n, sizeof *a);
	suite *variants = hd_array(n, sizeof *variants);

	for (size_t k = 0; k < n; k++) {
		char *flags = hd_text("-fno-heddle-%s%s%s", names[k],
				      *s->flags ? " " : "", s->flags);

		variants[k].count = all->count;
		variants[k].pairs = hd_array(all->count, sizeof *variants[k].pairs);
		for (size_t i = 0; i < all->count; i++)
			variants[k].pairs[i].name = all->pairs[i].name;
		hd_build(s, &variants[k], "heddle", flags);
		a[k].name = names[k];
		a[k].factor = hd_array(all->count, sizeof *a[k].factor);
		free(flags);
	}
	for (size_t i = 0; i < all->count; i++)
		measure_pair(s, all, i, variants, a, n);
	for (size_t k = 0; k < n; k++) {
		double sum = 0;

		for (size_t i = 0; i < all->count; i++)
			sum += log(a[k].factor[i]);
		a[k].mean = exp(sum / (double)all->count);
	}
	*result = a;
	return n;
}
