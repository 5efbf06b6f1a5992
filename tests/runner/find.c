/* SPDX-License-Identifier: Apache-2.0 */
/* Which tests there are, by folder and suffix, and which of their variants. */
#include "runner.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

/* In the order in which they begin: those with long cases are not last. */
static const hd_test_kind *const kinds[] = {
	&hd_kind_gen,
	&hd_kind_driver,
	&hd_kind_omp_script,
	&hd_kind_omp,
	&hd_kind_gpufirst_script,
	&hd_kind_gpufirst,
	&hd_kind_gpufirst_cpp,
	&hd_kind_math,
	&hd_kind_run,
	&hd_kind_unit,
	&hd_kind_gpufirst_err,
	&hd_kind_omp_err_script,
	&hd_kind_omp_err,
	&hd_kind_err,
	&hd_kind_pass,
};

static const char *
folder_of(hd_arena *a, const hd_test_kind *kind)
{
	return hd_format(a, "%s/tests/%s", hd_test_config.root, kind->folder);
}

static bool
is_number(const char *text)
{
	return *text && strspn(text, "0123456789") == strlen(text);
}

/* Is this path, if there is such a file, a test of that kind? */
static bool
is_of_kind(hd_arena *a, const char *path, const hd_test_kind *kind)
{
	const char *folder = folder_of(a, kind), *rest;

	if (!hd_has_prefix(path, folder) || path[strlen(folder)] != '/')
		return false;
	rest = path + strlen(folder) + 1;
	if (!kind->suffix)
		return is_number(rest);
	return hd_has_suffix(rest, kind->suffix) && (kind->deep || !strchr(rest, '/'));
}

static const hd_test_kind *
kind_of(hd_arena *a, const char *path)
{
	for (size_t i = 0; i < HD_COUNT(kinds); i++)
		if (is_of_kind(a, path, kinds[i]))
			return kinds[i];
	return NULL;
}

static void
add_cases(hd_arena *a, hd_cases *list, const char *path)
{
	const hd_test_kind *kind = kind_of(a, path);
	char *name = hd_strdup(a, strrchr(path, '/') + 1);
	const char *text = kind->suffix ? hd_read_file(a, path, NULL) : NULL;

	if (kind->suffix)
		name[strlen(name) - strlen(kind->suffix)] = '\0';
	for (size_t i = 0; kind->variants[i]; i++) {
		hd_case c = {
			kind, path, name, kind->variants[i], NULL, text ? text : "", a};

		c.dir = hd_format(a, "%s/tests/%d/%s/%s%s%s", hd_test_config.build,
				  (int)getpid(), kind->folder, name,
				  kind->suffix ? kind->suffix : "", c.variant);
		if (hd_test_config.way && !strstr(c.variant, hd_test_config.way))
			continue;
		if (!kind->wanted || kind->wanted(&c))
			hd_push(a, list, c);
	}
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All tests below a folder; of one kind if it is given. */
static void
find_in(hd_arena *a, hd_strings *files, const char *path, const hd_test_kind *kind)
{
	DIR *d = opendir(path);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *file = hd_format(a, "%s/%s", path, e->d_name);
		struct stat s;

		if (e->d_name[0] == '.' || stat(file, &s) != 0)
			continue;
		if (S_ISDIR(s.st_mode))
			find_in(a, files, file, kind);
		else if (kind ? kind_of(a, file) == kind : kind_of(a, file) != NULL)
			hd_push(a, files, file);
	}
	if (d)
		closedir(d);
}

static hd_strings
find_all(hd_arena *a)
{
	hd_strings files = {0};

	for (size_t i = 0; i < HD_COUNT(kinds); i++) {
		const char *folder = folder_of(a, kinds[i]);
		size_t from = files.n;

		if (kinds[i]->suffix)
			find_in(a, &files, folder, kinds[i]);
		if (files.n > from)
			qsort(files.at + from, files.n - from, sizeof *files.at,
			      compare_names);
		for (unsigned n = 1; n <= kinds[i]->numbers; n++)
			hd_push(a, &files, hd_format(a, "%s/%u", folder, n));
	}
	return files;
}

void
hd_find_cases(hd_arena *a, hd_cases *list)
{
	hd_strings all = find_all(a);

	for (size_t i = 0; i < all.n; i++)
		add_cases(a, list, all.at[i]);
}

/* Is this a/b/name.cu called name? */
static bool
is_called(const char *path, const char *name)
{
	const char *base = strrchr(path, '/') + 1;
	size_t n = strlen(name);

	return strncmp(base, name, n) == 0 && (base[n] == '.' || !base[n]);
}

/* gen/7, gen/1..100, also behind tests/ */
static bool
find_numbers(hd_arena *a, hd_cases *list, const char *word)
{
	const char *slash = strrchr(word, '/');
	unsigned from, to;
	int end = 0;

	if (!slash || sscanf(slash + 1, "%u%n", &from, &end) != 1)
		return false;
	to = from;
	if (slash[1 + end] && sscanf(slash + 1 + end, "..%u", &to) != 1)
		return false;
	for (unsigned n = from; n <= to; n++) {
		const char *path =
			hd_format(a, "%s%s/%.*s/%u", hd_test_config.root,
				  hd_has_prefix(word, "tests/") ? "" : "/tests",
				  (int)(slash - word), word, n);

		if (kind_of(a, path) && !kind_of(a, path)->suffix)
			add_cases(a, list, path);
	}
	return true;
}

bool
hd_find_named(hd_arena *a, hd_cases *list, const char *word)
{
	size_t before = list->n;
	char path[PATH_MAX];
	hd_strings files = {0};
	struct stat s;

	if (realpath(word, path) && stat(path, &s) == 0) {
		if (S_ISDIR(s.st_mode))
			find_in(a, &files, path, NULL);
		else if (kind_of(a, path))
			hd_push(a, &files, hd_strdup(a, path));
		if (files.n)
			qsort(files.at, files.n, sizeof *files.at, compare_names);
	} else if (!find_numbers(a, list, word)) {
		hd_strings all = find_all(a);

		for (size_t i = 0; i < all.n; i++)
			if (is_called(all.at[i], word))
				hd_push(a, &files, all.at[i]);
	}
	for (size_t i = 0; i < files.n; i++)
		add_cases(a, list, files.at[i]);
	return list->n > before;
}
