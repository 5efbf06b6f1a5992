/* SPDX-License-Identifier: Apache-2.0 */
/* tests/run: a .cu and its .out. Compiled once per variant, run in every cell, and the
 * output must be the same everywhere.
 *
 *     // args: 3 4          arguments of the program
 *     // flags: -std=c++20  more options for hdcc
 *     // env: K=V           more environment
 *     // exit: 3            exit status
 *     // stderr: REGEX      a line that standard error must have; may be repeated
 *     // needs: cpus 4      or a command, a file, an architecture, library NAME; else
 *                         skipped
 *     // timeout: 300       seconds
 *     // one lane           not with several: it looks at a single thread's crash
 *     // quick              part of `make test-quick`
 */
#include "runner.h"

/* The matrix. One compilation per variant ... */
static const char *const variants[] = {"-O0", "-O2 -fheddle-lanes=1", "-O2", NULL};

/* ... and one run of each program per cell. A name alone is removed from the
 * environment: all workers. The runner appends its seed to "random:". */
static const char *const cells[][3] = {
	{"HEDDLE_THREADS=1", "HEDDLE_ORDER=forward", "HEDDLE_CHOICE=lanes"},
	{"HEDDLE_THREADS=1", "HEDDLE_ORDER=random:", "HEDDLE_CHOICE=one"},
	{"HEDDLE_THREADS", "HEDDLE_ORDER=forward", "HEDDLE_CHOICE"},
	{"HEDDLE_THREADS", "HEDDLE_ORDER=random:", "HEDDLE_CHOICE"},
};

static unsigned
sum_of(const char *text)
{
	unsigned n = 0;

	while (*text)
		n += (unsigned char)*text++;
	return n;
}

/* On x86-64 the default makes code for several processors. The one that runs here is enough
 * for most programs, and for all if none is run; with AVX-512, every other one is compiled
 * for that. NULL: as usual. */
static const char *
one_processor(const hd_case *c)
{
	if (hd_test_config.all || strcmp(c->variant, "-O2") != 0 ||
	    (hd_directive(c, "quick", 0) && !hd_test_config.compile_only))
		return NULL;
#ifdef __x86_64__
	if (__builtin_cpu_supports("x86-64-v4") && sum_of(c->name) % 2)
		return "-march=x86-64-v4";
	if (__builtin_cpu_supports("x86-64-v3"))
		return "-march=x86-64-v3";
#endif
	return NULL;
}

static bool
compile(hd_case *c)
{
	const char *flags;
	hd_strings args = {0};

	hd_add_hdcc(c, &args);
	hd_add_words(c->mem, &args, c->variant);
	if (one_processor(c))
		hd_push(c->mem, &args, one_processor(c));
	for (int i = 0; (flags = hd_directive(c, "flags", i)); i++)
		hd_add_words(c->mem, &args, flags);
	hd_push(c->mem, &args, c->path);
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, hd_format(c->mem, "%s/program", c->dir));
	if (hd_exec(c, &args, NULL, NULL, NULL) != 0) {
		printf("does not compile\n");
		return false;
	}
	return hd_is_tidy(c);
}

/* The expected output lies beside the test. */
static const char *
expected_file(const hd_case *c)
{
	return hd_format(c->mem, "%.*s.out", (int)strlen(c->path) - 3, c->path);
}

static bool
same_output(hd_case *c)
{
	hd_strings args = {0};

	hd_push(c->mem, &args, "cmp");
	hd_push(c->mem, &args, "-s");
	hd_push(c->mem, &args, expected_file(c));
	hd_push(c->mem, &args, "stdout");
	if (hd_exec(c, &args, NULL, NULL, NULL) == 0)
		return true;
	printf("wrong output (- expected, + printed):\n");
	args.at[0] = "diff";
	args.at[1] = "-u";
	hd_exec(c, &args, NULL, NULL, NULL);
	return false;
}

static bool
run_cell(hd_case *c, const char *const *cell, int want)
{
	const char *more, *regex;
	hd_strings args = {0}, env = {0};
	int status;

	hd_push(c->mem, &args, "./program");
	more = hd_directive(c, "args", 0);
	hd_add_words(c->mem, &args, more ? more : "");
	hd_push(c->mem, &env, cell[0]);
	hd_push(c->mem, &env,
		hd_has_suffix(cell[1], ":")
			? hd_format(c->mem, "%s%u", cell[1], hd_test_config.seed)
			: cell[1]);
	hd_push(c->mem, &env, cell[2]);
	for (int i = 0; (more = hd_directive(c, "env", i)); i++)
		hd_push(c->mem, &env, more);
	status = hd_exec(c, &args, &env, "stdout", "stderr");
	if (status != want) {
		printf("exit status %d, expected %d; standard error:\n%s\n", status,
		       want, hd_output_of(c, "stderr"));
		printf("standard output:\n%s\n", hd_output_of(c, "stdout"));
		return false;
	}
	for (int i = 0; (regex = hd_directive(c, "stderr", i)); i++)
		if (!hd_find_line(c->mem, hd_output_of(c, "stderr"), regex)) {
			printf("standard error has no line with: %s\n%s\n", regex,
			       hd_output_of(c, "stderr"));
			return false;
		}
	return same_output(c);
}

static int
run(hd_case *c)
{
	const char *unmet = hd_unmet_need(c), *status = hd_directive(c, "exit", 0);

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	if (!compile(c))
		return FAIL;
	if (hd_test_config.compile_only)
		return PASS;
	/* A quick run takes the first and the last cell. */
	for (size_t i = 0; i < HD_COUNT(cells);
	     i += hd_test_config.quick ? HD_COUNT(cells) - 1 : 1)
		if (!run_cell(c, cells[i], status ? atoi(status) : 0))
			return FAIL;
	return PASS;
}

/* Compiling only: the default makes the code of several lanes and of one. */
static bool
is_worth_compiling(const hd_case *c)
{
	return strcmp(c->variant, "-O2") == 0 ||
	       (strcmp(c->variant, "-O0") == 0 && hd_directive(c, "quick", 0));
}

/* Of the two ways to compile that are not the default, a sixteenth of the programs goes
 * each, unless all are asked for. */
static bool
is_turn_of(const hd_case *c)
{
	if (hd_test_config.all || strcmp(c->variant, "-O2") == 0 ||
	    hd_directive(c, "one lane", 0))
		return true;
	return sum_of(c->name) % 16 == (strcmp(c->variant, "-O0") == 0);
}

static bool
wanted(const hd_case *c)
{
	if (!is_turn_of(c))
		return false;
	if (hd_test_config.compile_only && !is_worth_compiling(c))
		return false;
	if (hd_directive(c, "one lane", 0) && strcmp(c->variant, "-O2") == 0)
		return false;
	return !hd_test_config.quick ||
	       (hd_directive(c, "quick", 0) && strcmp(c->variant, "-O2") == 0);
}

const hd_test_kind hd_kind_run = {"run", ".cu", variants, 180, run, wanted};
