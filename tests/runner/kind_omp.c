/* SPDX-License-Identifier: Apache-2.0 */
/* tests/omp: an OpenMP .c, which must print the same translated by `heddle omp2cuda` and
 * compiled by hdcc, silently; also with device memory out of the host's reach.
 *
 *     // run: --set useTiling=1    options of omp2cuda; once for each such line
 *
 * Translations for the first of them are optimised by hdcc, the others are not: it is
 * the translator that is looked at here.
 *
 * tests/err/omp: a .c that omp2cuda refuses, with a part of what it says, and no output.
 *
 *     // options: --lint           of omp2cuda
 *     // error: TEXT
 */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static bool
translate(hd_case *c, const char *options, int nth)
{
	return hd_shell(c, "$HEDDLE omp2cuda %s $F -o %d.cu", options, nth) == 0 &&
	       hd_shell(c,
			"$HDCC %s %d.cu -o program >said 2>&1; "
			"s=$?; cat said; [ $s = 0 ] && [ ! -s said ]",
			nth ? "-O0" : "-O2", nth) == 0;
}

static bool
prints_the_same(hd_case *c, const char *options)
{
	static const char *const more[] = {"", "HEDDLE_PROTECT=1"};

	for (size_t i = 0; i < HD_COUNT(more); i++)
		if (hd_shell(c, "%s ./program >printed", more[i]) != 0 ||
		    !hd_is_same(c, "wanted", "printed")) {
			printf("with: %s %s\n", options, more[i]);
			return false;
		}
	return true;
}

static int
run(hd_case *c)
{
	const char *options;
	int n = 0;

	setenv("OMP_NUM_THREADS", "4", 1);
	setenv("OMP_WAIT_POLICY", "passive", 1);
	if (!hd_does(c, "the OpenMP program",
		     "$CLANG -w -O1 -fopenmp $F -o omp -lm && ./omp >wanted"))
		return FAIL;
	for (; (options = hd_directive(c, "run", n)) || n == 0; n++) {
		options = options ? options : "";
		if (!translate(c, options, n) || !prints_the_same(c, options))
			return FAIL;
	}
	return hd_is_tidy(c) ? PASS : FAIL;
}

static bool
wanted(const hd_case *c)
{
	return !hd_test_config.compile_only &&
	       (!hd_test_config.quick || hd_directive(c, "quick", 0));
}

static int
run_err(hd_case *c)
{
	const char *options = hd_directive(c, "options", 0);
	const char *error = hd_directive(c, "error", 0), *said;
	int status = hd_shell(c, "$HEDDLE omp2cuda %s $F -o out.cu >said 2>&1",
			      options ? options : "");

	said = hd_output_of(c, "said");
	if (status != 1)
		printf("exit status %d, expected 1\n", status);
	else if (hd_file_exists(c, "out.cu"))
		printf("an output file was left\n");
	else if (!error || !strstr(said, error))
		printf("what was said has no: %s\n%s", error ? error : "error", said);
	else
		return hd_is_tidy(c) ? PASS : FAIL;
	return FAIL;
}

const hd_test_kind hd_kind_omp = {
	.folder = "omp",
	.suffix = ".c",
	.variants = variants,
	.timeout = 600,
	.run = run,
	.wanted = wanted,
};

const hd_test_kind hd_kind_omp_err = {
	.folder = "err/omp",
	.suffix = ".c",
	.variants = variants,
	.timeout = 60,
	.run = run_err,
};
