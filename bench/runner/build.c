/* SPDX-License-Identifier: Apache-2.0 */
/* build.c: finds the pairs and compiles what is older than its sources or compiler. */
#include "runner.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORDS = 64 };

static bool
is_pair(const settings *s, const char *name)
{
	return access(hd_text("%s/%s.cu", s->suite, name), R_OK) == 0 &&
	       access(hd_text("%s/%s.omp.c", s->suite, name), R_OK) == 0;
}

/* All pairs, or the named ones. */
suite
hd_find_pairs(const settings *s, char **names, int count)
{
	suite all = {0};
	glob_t found = {0};

	if (count == 0) {
		if (glob(hd_text("%s/*.cu", s->suite), 0, NULL, &found) != 0)
			hd_die("%s: there are no pairs; --suite=DIR says where",
			       s->suite);
		count = (int)found.gl_pathc;
	}
	all.pairs = hd_array((size_t)count, sizeof *all.pairs);
	for (int i = 0; i < count; i++) {
		char *name;

		if (found.gl_pathc) {
			name = hd_text("%s", strrchr(found.gl_pathv[i], '/') + 1);
			name[strlen(name) - strlen(".cu")] = '\0';
		} else {
			name = hd_text("%s", names[i]);
		}
		if (!is_pair(s, name))
			hd_die("%s: %s/%s.cu and %s.omp.c are needed; --list has the names",
			       name, s->suite, name, name);
		all.pairs[all.count++].name = name;
	}
	globfree(&found);
	return all;
}

static void
make_folder(const char *path)
{
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		hd_die("%s: %s", path, strerror(errno));
}

static time_t
changed(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 ? st.st_mtime : 0;
}

/* The latest change of any file that matches. */
static time_t
latest(const char *pattern)
{
	glob_t found;
	time_t t = 0;

	if (glob(pattern, 0, NULL, &found) != 0)
		return 0;
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (changed(found.gl_pathv[i]) > t)
			t = changed(found.gl_pathv[i]);
	globfree(&found);
	return t;
}

static time_t
later(time_t a, time_t b)
{
	return a > b ? a : b;
}

/* What every program hangs on. */
static time_t
common_change(const settings *s)
{
	time_t t = latest(hd_text("%s/*.h", s->suite));

	return later(t, latest(hd_text("%s/../*.h", s->suite)));
}

/* Appends the words of a text to a command. */
static void
push_words(char **command, size_t *n, const char *text)
{
	char *copy = hd_text("%s", text), *rest = copy, *word;

	while ((word = strsep(&rest, " ")))
		if (*word) {
			if (*n >= MOST_WORDS - 8)
				hd_die("%s: too many words", text);
			command[(*n)++] = word;
		}
}

static void
compile(const settings *s, char ***commands, size_t count, const char *what)
{
	int failed;

	if (count == 0)
		return;
	printf("compiling %zu programs: %s\n", count, what);
	fflush(stdout);
	failed = hd_run_jobs(commands, count, s->jobs);
	if (failed)
		hd_die("%d of them could not be compiled", failed);
}

/* The CUDA halves, into a folder of their own for each set of flags. */
void
hd_build(const settings *s, suite *all, const char *folder, const char *flags)
{
	char ***commands = hd_array(all->count, sizeof *commands);
	const char *hdcc = hd_text("%s/bin/hdcc", s->build);
	char *dir = hd_text("%s/%s%s", s->out, folder, *flags ? flags : "");
	time_t base = later(common_change(s), changed(hdcc));
	size_t count = 0;

	if (access(hdcc, X_OK) != 0)
		hd_die("%s is not there: run make, or say --build=DIR", hdcc);
	base = later(base, changed(hd_text("%s/lib/heddle/device.bc", s->build)));
	for (char *c = dir + strlen(s->out) + 1; *c; c++)
		if (*c == ' ' || *c == '/')
			*c = '_';
	make_folder(dir);
	for (size_t i = 0; i < all->count; i++) {
		pair *p = &all->pairs[i];
		char *source = hd_text("%s/%s.cu", s->suite, p->name);
		char **c = hd_array(MOST_WORDS, sizeof *c);
		size_t n = 0;

		p->program[HEDDLE] = hd_text("%s/%s", dir, p->name);
		if (changed(p->program[HEDDLE]) > later(base, changed(source)))
			continue;
		push_words(c, &n, hd_text("%s -O3 %s %s -o", hdcc, flags, source));
		c[n++] = p->program[HEDDLE];
		commands[count++] = c;
	}
	compile(s, commands, count, hd_text("hdcc -O3 %s", flags));
	free(commands);
}

/* On x86-64 hdcc -O3 adds code for x86-64-v3 and -v4 to every program; on AArch64 both
 * compilers take what all such processors have. */
const char *
hd_openmp_march(void)
{
#ifdef __x86_64__
	return "-march=native";
#else
	return "";
#endif
}

void
hd_build_openmp(const settings *s, suite *all)
{
	char ***commands = hd_array(all->count, sizeof *commands);
	char *dir = hd_text("%s/openmp", s->out);
	time_t base = common_change(s);
	size_t count = 0;

	make_folder(dir);
	for (size_t i = 0; i < all->count; i++) {
		pair *p = &all->pairs[i];
		char *source = hd_text("%s/%s.omp.c", s->suite, p->name);
		char **c = hd_array(MOST_WORDS, sizeof *c);
		size_t n = 0;

		p->program[OPENMP] = hd_text("%s/%s", dir, p->name);
		if (changed(p->program[OPENMP]) > later(base, changed(source)))
			continue;
		push_words(
			c, &n,
			hd_text("%s -O3 -fopenmp -fno-math-errno -Wno-pass-failed %s "
				"%s -lm -o",
				s->clang, hd_openmp_march(), source));
		c[n++] = p->program[OPENMP];
		commands[count++] = c;
	}
	compile(s, commands, count, hd_text("%s -O3 -fopenmp", s->clang));
	free(commands);
}
