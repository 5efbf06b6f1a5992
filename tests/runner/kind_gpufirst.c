/* SPDX-License-Identifier: Apache-2.0 */
/* tests/gpufirst: an OpenMP program, .c or .cpp, that prints by `heddle gpufirst`,
 * emulated, what it prints on the CPU, and leaves with the same status.
 *
 *     // run: --memory=copy        options of gpufirst; once for each such line; without
 *                                  one: with none, and with --memory=copy
 *     // with: parts/two.c         more files of the program
 *     // args: 3 4                 its arguments
 *     // env: K=V                  more environment
 *     // stdin: TEXT\n             what it reads
 *     // sorted                    lines come in any order
 *
 * `make test-all` runs each twice, and lets ptxas read the code for GPUs if it is there.
 * HD_GPUFIRST is more options (--sanitize=thread).
 *
 * tests/gpufirst/err: a .c that gpufirst refuses, with a part of what it says; "part" is
 * no test but belongs to one.
 *
 *     // options: --arch=sm_60     of gpufirst
 *     // error: TEXT
 */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static const char *
value(hd_case *c, const char *key)
{
	const char *text = hd_directive(c, key, 0);

	return text ? text : "";
}

/* The files of "with:", which lie beside the test or below it. */
static const char *
more_files(hd_case *c)
{
	hd_strings words = {0};
	hd_str s = {.arena = c->mem};
	int folder = (int)(strrchr(c->path, '/') - c->path);

	hd_add_words(c->mem, &words, value(c, "with"));
	for (size_t i = 0; i < words.n; i++)
		if (words.at[i][0] == '-')
			hd_str_addf(&s, "%s ", words.at[i]);
		else
			hd_str_addf(&s, "%.*s/%s ", folder, c->path, words.at[i]);
	return s.at ? s.at : "";
}

/* Run a program: what it printed, its status, and what it said. */
static void
observe(hd_case *c, const char *program, const char *into)
{
	setenv("STDIN", value(c, "stdin"), 1);
	hd_shell(c,
		 "printf \"$STDIN\" | timeout 60 env %s ./%s %s >%s 2>said; s=$?\n%s",
		 value(c, "env"), program, value(c, "args"), into,
		 hd_format(c->mem, "%s\n echo \"status $s\" >>%s; cat said >>%s",
			   hd_directive(c, "sorted", 0)
				   ? hd_format(c->mem, "sort -o %s %s", into, into)
				   : "",
			   into, into));
}

static bool
build(hd_case *c, const char *options, bool first)
{
	const char *flags = getenv("HD_GPUFIRST");
	bool ptx = first && hd_test_config.all &&
		   hd_shell(c, "command -v ptxas >ptxas") == 0;

	return hd_shell(
		       c,
		       "timeout 60 $HEDDLE gpufirst -w --emulate %s %s %s $F %s -o emulated",
		       flags ? flags : "", options, ptx ? "--ptx=out.ptx" : "",
		       more_files(c)) == 0 &&
	       (!ptx ||
		hd_does(c, "ptxas", "ptxas -O1 -arch=sm_90 out.ptx -o out.cubin"));
}

static bool
runs_the_same(hd_case *c, const char *options, bool first)
{
	if (!build(c, options, first))
		return false;
	for (int i = 0; i < (hd_test_config.all ? 2 : 1); i++) {
		observe(c, "emulated", "printed");
		if (!hd_is_same(c, "wanted", "printed")) {
			printf("with options: %s\n", options);
			return false;
		}
	}
	return true;
}

static int
run(hd_case *c)
{
	const char *options;

	setenv("GF_TEST_WORD", "present", 1);
	setenv("TSAN_OPTIONS", "halt_on_error=1", 1);
	setenv("OMP_NUM_THREADS", "4", 1);
	if (hd_shell(c, "%s -w -O1 -ffp-contract=off -fopenmp $F %s -o omp -lm",
		     hd_has_suffix(c->path, ".cpp") ? "$CLANGXX" : "$CLANG",
		     more_files(c)) != 0)
		return FAIL;
	observe(c, "omp", "wanted");
	setenv("OMP_NUM_THREADS", "", 1);
	for (int n = 0; (options = hd_directive(c, "run", n)); n++)
		if (!runs_the_same(c, options, n == 0))
			return FAIL;
	if (!hd_directive(c, "run", 0) &&
	    (!runs_the_same(c, "", true) || !runs_the_same(c, "--memory=copy", false)))
		return FAIL;
	return hd_is_tidy(c) ? PASS : FAIL;
}

static int
run_err(hd_case *c)
{
	const char *error = hd_directive(c, "error", 0), *said;
	int status = hd_shell(c, "$HEDDLE gpufirst %s $F %s -o out >said 2>&1",
			      value(c, "options"), more_files(c));

	said = hd_output_of(c, "said");
	if (status == 0)
		printf("was accepted\n");
	else if (hd_file_exists(c, "out"))
		printf("an output file was left\n");
	else if (!error || !strstr(said, error))
		printf("what was said has no: %s\n%s", error ? error : "error", said);
	else
		return hd_is_tidy(c) ? PASS : FAIL;
	return FAIL;
}

static bool
wanted(const hd_case *c)
{
	return !hd_test_config.compile_only && !hd_directive(c, "part", 0) &&
	       (!hd_test_config.quick || hd_directive(c, "quick", 0));
}

const hd_test_kind hd_kind_gpufirst = {
	.folder = "gpufirst",
	.suffix = ".c",
	.variants = variants,
	.timeout = 300,
	.run = run,
	.wanted = wanted,
};

const hd_test_kind hd_kind_gpufirst_cpp = {
	.folder = "gpufirst",
	.suffix = ".cpp",
	.variants = variants,
	.timeout = 300,
	.run = run,
	.wanted = wanted,
};

const hd_test_kind hd_kind_gpufirst_err = {
	.folder = "gpufirst/err",
	.suffix = ".c",
	.variants = variants,
	.timeout = 60,
	.run = run_err,
	.wanted = wanted,
};
