/* SPDX-License-Identifier: Apache-2.0 */
/* tests/math: programs that the Makefile links with the device library's functions, and
 * that say how exact these are: build/bin/math-NAME.
 *
 *     // args: -s 65521       in `make test`; without any, all that there is
 */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static int
run(hd_case *c)
{
	const char *args = hd_directive(c, "args", 0), *unmet = hd_unmet_need(c);

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	return hd_shell(c, "%s/bin/math-%s %s", hd_test_config.build, c->name,
			args ? args : "") == 0
		       ? PASS
		       : FAIL;
}

static bool
wanted(const hd_case *c)
{
	return !hd_test_config.compile_only &&
	       (!hd_test_config.quick || hd_directive(c, "quick", 0));
}

const hd_test_kind hd_kind_math = {
	.folder = "math",
	.suffix = ".c",
	.variants = variants,
	.timeout = 300,
	.run = run,
	.wanted = wanted,
};
