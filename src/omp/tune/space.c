/* SPDX-License-Identifier: Apache-2.0 */
/* The search space: the user's setup file, the values of each parameter, and the
 * configuration of every point. */
#include "omp/tune/tune.h"

#include <ctype.h>
#include <errno.h>

/* ---- optimisation-space-setup
 *     include NAME     try NAME even where it seems useless
 *     exclude NAME     leave NAME as it is
 *     approve NAME     the aggressive values of NAME are right for this program
 *     NAME=V,V,V       the values to try */

static int
find_setting(const char *name)
{
	for (int i = 0; i < HD_SET_COUNT; i++)
		if (!strcmp(hd_omp_setting_name((enum hd_setting)i), name))
			return i;
	return -1;
}

static bool
set_values(hd_arena *a, hd_axis *axis, char *list, hd_pos pos)
{
	hd_settings check;

	axis->values.n = 0;
	for (char *v = strtok(list, ", "); v; v = strtok(NULL, ", ")) {
		if (!hd_omp_set(&check, hd_omp_setting_name(axis->setting), v, pos))
			return false;
		hd_push(a, &axis->values, check.value[axis->setting]);
	}
	axis->included = true;
	return axis->values.n > 0;
}

static bool
setup_line(hd_arena *a, hd_space *s, char *line, hd_pos pos)
{
	char *word = line, *rest = strpbrk(line, " =\t");
	int i;
	bool values = rest && *rest == '=';

	if (rest)
		*rest++ = '\0';
	while (rest && isspace((unsigned char)*rest))
		rest++;
	i = find_setting(values ? word : rest ? rest : "");
	if (i < 0) {
		hd_error_at(
			pos,
			"expected 'include', 'exclude' or 'approve' and a setting, or "
			"'setting=values'; docs/omp2cuda.md lists them");
		return false;
	}
	if (values)
		return set_values(a, &s->axis[i], rest, pos);
	if (!strcmp(word, "include"))
		s->axis[i].included = true;
	else if (!strcmp(word, "exclude"))
		s->axis[i].excluded = true;
	else if (!strcmp(word, "approve"))
		s->axis[i].approved = true;
	else {
		hd_error_at(pos, "unknown word '%s'; use include, exclude or approve",
			    word);
		return false;
	}
	return true;
}

bool
hd_omp_read_setup(hd_arena *a, hd_space *s, const char *path)
{
	char *text = hd_read_file(a, path, NULL);
	hd_pos pos = {path, 0, 0};
	bool ok = true;

	if (!text) {
		hd_error_at((hd_pos){0},
			    "cannot read the setup file '%s': %s; check its name", path,
			    strerror(errno));
		return false;
	}
	for (char *line = text; line && *line;) {
		char *end = strchr(line, '\n');
		if (end)
			*end = '\0';
		pos.line++;
		while (isspace((unsigned char)*line))
			line++;
		if (*line && *line != '#')
			ok &= setup_line(a, s, line, pos);
		line = end ? end + 1 : NULL;
	}
	return ok;
}

/* ---- values */

static void
add(hd_arena *a, hd_axis *x, int v)
{
	for (size_t i = 0; i < x->values.n; i++)
		if (x->values.at[i] == v)
			return;
	hd_push(a, &x->values, v);
}

static void
default_values(hd_arena *a, hd_axis *x)
{
	static const int sizes[] = {64, 128, 256, 512}, blocks[] = {0, 32, 128, 512},
			 widths[] = {0, 8, 32}, rows[] = {1, 4};

	if (x->setting == HD_SET_cudaThreadBlockSize)
		for (size_t i = 0; i < HD_COUNT(sizes); i++)
			add(a, x, sizes[i]);
	else if (x->setting == HD_SET_maxNumOfCudaThreadBlocks)
		for (size_t i = 0; i < HD_COUNT(blocks); i++)
			add(a, x, blocks[i]);
	else if (x->setting == HD_SET_useLoopCollapse)
		for (size_t i = 0; i < HD_COUNT(widths); i++)
			add(a, x, widths[i]);
	else if (x->setting == HD_SET_useThreadCoarsening)
		for (size_t i = 0; i < HD_COUNT(rows); i++)
			add(a, x, rows[i]);
	else if (x->setting == HD_SET_cudaMemTrOptLevel)
		add(a, x, 3);
	else {
		add(a, x, 0);
		add(a, x, 1);
	}
}

/* Fixed parameters get one value, the others all of theirs. */
void
hd_omp_finish_space(hd_arena *a, hd_space *s)
{
	for (int i = 0; i < HD_SET_COUNT; i++) {
		hd_axis *x = &s->axis[i];
		bool tune = (x->cls == HD_CLASS_T && x->applies) ||
			    (x->cls == HD_CLASS_U && x->applies && x->approved) ||
			    x->included;
		int fixed = s->start.value[i];
		if (x->cls == HD_CLASS_T && !x->applies && !x->included &&
		    x->setting != HD_SET_cudaThreadBlockSize)
			fixed = s->start.value[i];
		if (!tune || x->excluded) {
			x->values.n = 0;
			add(a, x, fixed);
		} else if (!x->values.n) {
			if (x->cls == HD_CLASS_U)
				add(a, x, fixed);
			default_values(a, x);
		}
	}
}

static double
all_values(const hd_axis *x)
{
	if (x->setting == HD_SET_cudaThreadBlockSize ||
	    x->setting == HD_SET_maxNumOfCudaThreadBlocks)
		return x->values.n > 1 ? (double)x->values.n : 4;
	if (x->setting == HD_SET_useLoopCollapse)
		return x->values.n > 1 ? (double)x->values.n : 3;
	return 2;
}

/* Points of the space; unpruned: every tunable parameter counts, applicable or not. */
double
hd_omp_space_size(const hd_space *s, bool pruned)
{
	double n = 1;

	for (int i = 0; i < HD_SET_COUNT; i++) {
		const hd_axis *x = &s->axis[i];
		if (pruned)
			n *= (double)x->values.n;
		else if (x->cls == HD_CLASS_T || x->values.n > 1)
			n *= all_values(x);
	}
	return n;
}

/* ---- points */

void
hd_omp_point(const hd_space *s, long id, hd_settings *out)
{
	*out = s->start;
	for (int i = 0; i < HD_SET_COUNT; i++) {
		long n = (long)s->axis[i].values.n;
		out->value[i] = s->axis[i].values.at[id % n];
		id /= n;
	}
}

char *
hd_omp_config_text(hd_arena *a, const hd_space *s, long id)
{
	hd_settings point;
	hd_str t = {.arena = a};

	hd_omp_point(s, id, &point);
	hd_str_addf(&t, "# configuration %ld\n", id);
	for (int i = 0; i < HD_SET_COUNT; i++)
		hd_str_addf(&t, "%s=%d\n", hd_omp_setting_name((enum hd_setting)i),
			    point.value[i]);
	return t.at;
}

static const char *
verdict(const hd_axis *x)
{
	if (x->excluded)
		return "excluded";
	if (x->values.n > 1)
		return "tuned";
	if (x->cls == HD_CLASS_F)
		return "not tuned";
	if (!x->applies)
		return "does not apply";
	return x->cls == HD_CLASS_U ? "needs your approval" : "always on";
}

void
hd_omp_print_space(FILE *to, const hd_space *s)
{
	double before = hd_omp_space_size(s, false), after = hd_omp_space_size(s, true);
	int a = 0, b = 0, c = 0;

	for (int i = 0; i < HD_SET_COUNT; i++) {
		const hd_axis *x = &s->axis[i];
		a += x->values.n > 1;
		b += x->cls == HD_CLASS_B && x->applies;
		c += x->cls == HD_CLASS_U && x->applies && x->values.n == 1;
		fprintf(to, "%-28s %-20s ", hd_omp_setting_name(x->setting),
			verdict(x));
		for (size_t k = 0; k < x->values.n; k++)
			fprintf(to, "%s%d", k ? "," : "", x->values.at[k]);
		fprintf(to, "%s%s\n", x->why ? "   " : "", x->why ? x->why : "");
	}
	fprintf(to,
		"kernel regions: %zu\nparameters: %d tunable / %d always beneficial / %d "
		"need approval\n",
		s->kernels.n, a, b, c);
	fprintf(to, "configurations: %.0f without pruning, %.0f with: %.2f %% less\n",
		before, after, 100 * (1 - after / before));
}
