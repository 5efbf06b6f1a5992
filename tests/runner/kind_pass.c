/* SPDX-License-Identifier: Apache-2.0 */
/* tests/pass: a .ll with its commands; %heddle, %FileCheck, %s (the file), %t (a file
 * of its own) are filled in.
 *
 *     ; RUN: %heddle opt --only=split_regions %s | %FileCheck %s
 */
#include "runner.h"

static const char *const variants[] = {"", NULL};

static const char *
fill_in(hd_case *c, const char *command, size_t n)
{
	const struct {
		const char *name, *value;
	} words[] = {
		{"%heddle",
		 hd_format(c->mem, "%s/bin/heddle", hd_test_config.compiler)},
		{"%hdcc", hd_format(c->mem, "%s/bin/hdcc", hd_test_config.compiler)},
		{"%FileCheck", hd_format(c->mem, "FileCheck-%s", hd_test_config.llvm)},
		{"%s", c->path},
		{"%t", hd_format(c->mem, "%s/file", c->dir)},
	};
	hd_str s = {.arena = c->mem};

	for (const char *p = command; p < command + n;) {
		size_t i = 0;

		while (i < HD_COUNT(words) && !hd_has_prefix(p, words[i].name))
			i++;
		if (i < HD_COUNT(words)) {
			hd_str_add(&s, words[i].value);
			p += strlen(words[i].name);
		} else {
			hd_str_addc(&s, *p++);
		}
	}
	return s.at;
}

static int
run(hd_case *c)
{
	static const char mark[] = "; RUN: ";
	const char *unmet = hd_unmet_need(c), *at = c->text;
	int commands = 0;

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	for (; (at = strstr(at, mark)); commands++) {
		const char *command = at + strlen(mark);
		size_t n = strcspn(command, "\n");
		hd_strings args = {0};

		hd_push(c->mem, &args, "bash");
		hd_push(c->mem, &args, "-o");
		hd_push(c->mem, &args, "pipefail");
		hd_push(c->mem, &args, "-c");
		hd_push(c->mem, &args, fill_in(c, command, n));
		if (hd_exec(c, &args, NULL, NULL, NULL) != 0)
			return FAIL;
		at = command + n;
	}
	if (!commands)
		printf("no RUN line\n");
	return commands && hd_is_tidy(c) ? PASS : FAIL;
}

const hd_test_kind hd_kind_pass = {
	.folder = "pass",
	.suffix = ".ll",
	.variants = variants,
	.timeout = 60,
	.run = run,
};
