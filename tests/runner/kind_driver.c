/* SPDX-License-Identifier: Apache-2.0 */
/* tests/driver: one bash script each; exit 0 is a pass, 77 a skip whose reason is the
 * last line printed. In the environment: HDCC, HEDDLE, BUILD, ROOT, LLVM and TMP, an
 * empty directory in which the script also starts.
 *
 * Scripts of tests/omp, tests/gpufirst and tests/err/omp start in tests/omp or
 * tests/gpufirst, and have WORK for an empty directory, CLANG and FLAGS (hdcc's). */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static int
outcome(hd_case *c, int status)
{
	if (status == SKIP)
		return SKIP;
	if (status)
		printf("exit status %d\n", status);
	return status == 0 && hd_is_tidy(c) ? PASS : FAIL;
}

static int
run(hd_case *c)
{
	const hd_config *f = &hd_test_config;
	const char *unmet = hd_unmet_need(c);

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	return outcome(c, hd_shell(c,
				   "unset WORK F KERNELS CLANG CLANGXX\n"
				   "export BUILD=%s LLVM=%s TMP=%s\n"
				   "exec bash -eu -o pipefail -x %s",
				   f->compiler, f->llvm, c->dir, c->path));
}

static int
run_omp(hd_case *c)
{
	return outcome(c,
		       hd_shell(c, "cd $ROOT/tests/omp && FLAGS=-O0 OMP_NUM_THREADS=4 "
				   "OMP_WAIT_POLICY=passive exec bash $F"));
}

static int
run_gpufirst(hd_case *c)
{
	return outcome(c, hd_shell(c, "unset ASAN_OPTIONS UBSAN_OPTIONS; "
				      "cd $ROOT/tests/gpufirst && OMP_NUM_THREADS= "
				      "GF_TEST_WORD=present exec bash $F"));
}

static bool
wanted(const hd_case *c)
{
	return !hd_test_config.compile_only &&
	       (!hd_test_config.quick || hd_directive(c, "quick", 0));
}

const hd_test_kind hd_kind_driver = {
	.folder = "driver",
	.suffix = ".sh",
	.variants = variants,
	.timeout = 300,
	.run = run,
	.wanted = wanted,
};

const hd_test_kind hd_kind_omp_script = {
	.folder = "omp",
	.suffix = ".sh",
	.variants = variants,
	.timeout = 600,
	.run = run_omp,
	.wanted = wanted,
};

const hd_test_kind hd_kind_omp_err_script = {
	.folder = "err/omp",
	.suffix = ".sh",
	.variants = variants,
	.timeout = 60,
	.run = run_omp,
	.wanted = wanted,
};

const hd_test_kind hd_kind_gpufirst_script = {
	.folder = "gpufirst",
	.suffix = ".sh",
	.variants = variants,
	.timeout = 300,
	.run = run_gpufirst,
	.wanted = wanted,
};
