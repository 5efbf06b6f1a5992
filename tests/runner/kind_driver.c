/* SPDX-License-Identifier: Apache-2.0 */
/* tests/driver: one bash script each; exit 0 is a pass, 77 a skip whose reason is the
 * last line printed. In the environment: HDCC, HEDDLE, BUILD, ROOT, LLVM and TMP, an
 * empty directory in which the script also starts. */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static int
run(hd_case *c)
{
	const hd_config *f = &hd_test_config;
	const char *unmet = hd_unmet_need(c);
	hd_strings args = {0}, env = {0};
	int status;

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	hd_push(c->mem, &env, hd_format(c->mem, "HDCC=%s/bin/hdcc", f->compiler));
	hd_push(c->mem, &env, hd_format(c->mem, "HEDDLE=%s/bin/heddle", f->compiler));
	hd_push(c->mem, &env, hd_format(c->mem, "BUILD=%s", f->compiler));
	hd_push(c->mem, &env, hd_format(c->mem, "ROOT=%s", f->root));
	hd_push(c->mem, &env, hd_format(c->mem, "LLVM=%s", f->llvm));
	hd_push(c->mem, &env, hd_format(c->mem, "TMP=%s", c->dir));
	hd_push(c->mem, &args, "bash");
	hd_push(c->mem, &args, "-eu");
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, "pipefail");
	hd_push(c->mem, &args, "-x");
	hd_push(c->mem, &args, c->path);
	status = hd_exec(c, &args, &env, NULL, NULL);
	if (status == SKIP)
		return SKIP;
	if (status)
		printf("exit status %d\n", status);
	return status == 0 && hd_is_tidy(c) ? PASS : FAIL;
}

static bool
wanted(const hd_case *c)
{
	return !hd_test_config.compile_only &&
	       (!hd_test_config.quick || hd_directive(c, "quick", 0));
}

const hd_test_kind hd_kind_driver = {"driver", ".sh", variants, 300, run, wanted};
