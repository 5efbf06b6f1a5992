/* SPDX-License-Identifier: Apache-2.0 */
/* tests/unit: a .c with a main, linked with what its name says (rt_*, dev_*, base_*,
 * pass_*) and run under sanitizers.
 *
 *     // not under: tsan - it forks with threads      that case is skipped
 */
#include "runner.h"

static const char *const variants[] = {"asan", "tsan", NULL};

/* What the names mean; the libraries are made by the Makefile. */
static const struct part {
	const char *prefix, *library;
	bool threads;     /* also under TSan */
	const char *with; /* besides; %s: LLVM's version */
} parts[] = {
	{"rt_", "runtime", true, "-lhwloc -ldw"},
	{"dev_", "dev", false, ""},
	{"base_", "base", false, ""},
	{"pass_", "pass", false,
	 "-I/usr/lib/llvm-%s/include -L/usr/lib/llvm-%s/lib -lLLVM-%s"},
};

static const struct part *
part_of(const hd_case *c)
{
	for (size_t i = 0; i < HD_COUNT(parts); i++)
		if (hd_has_prefix(c->name, parts[i].prefix))
			return &parts[i];
	return NULL;
}

static bool
compile(hd_case *c, const struct part *part)
{
	static const char before[] = "-std=c11 -D_GNU_SOURCE -O1 -g -pthread "
				     "-fno-omit-frame-pointer -ffp-contract=off "
				     "-Iruntime -Iinclude -Isrc -Wl,--whole-archive";
	const char *root = hd_test_config.root, *llvm = hd_test_config.llvm;
	hd_strings args = {0}, words = {0};

	hd_push(c->mem, &args, hd_format(c->mem, "clang-%s", llvm));
	hd_push(c->mem, &args, c->path);
	hd_add_words(
		c->mem, &args,
		strcmp(c->variant, "tsan") == 0
			? "-fsanitize=thread"
			: "-fsanitize=address,undefined -fno-sanitize-recover=all");
	hd_add_words(c->mem, &words, before);
	for (size_t i = 0; i < words.n; i++)
		hd_push(c->mem, &args,
			hd_has_prefix(words.at[i], "-I")
				? hd_format(c->mem, "-I%s/%s", root, words.at[i] + 2)
				: words.at[i]);
	hd_push(c->mem, &args,
		hd_format(c->mem, "%s/san/%s/%s.a", hd_test_config.build, c->variant,
			  part->library));
	hd_add_words(c->mem, &args, "-Wl,--no-whole-archive");
	hd_add_words(c->mem, &args, hd_format(c->mem, part->with, llvm, llvm, llvm));
	hd_add_words(c->mem, &args, "-ldl -lm");
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, "program");
	return hd_exec(c, &args, NULL, NULL, NULL) == 0;
}

/* The reason after "not under: SANITIZER - ", or NULL. */
static const char *
excluded(const hd_case *c)
{
	const char *line;

	for (int i = 0; (line = hd_directive(c, "not under", i)); i++)
		if (hd_has_prefix(line, c->variant))
			return line;
	return NULL;
}

static int
run(hd_case *c)
{
	const struct part *part = part_of(c);
	const char *not_here = excluded(c), *unmet = hd_unmet_need(c);
	hd_strings args = {0}, env = {0};
	int status;

	if (!part) {
		printf("the name must begin with rt_, dev_, base_ or pass_\n");
		return FAIL;
	}
	if (not_here || unmet) {
		printf("%s\n",
		       not_here ? hd_format(c->mem, "not under %s", not_here) : unmet);
		return SKIP;
	}
	if (!compile(c, part))
		return FAIL;
	hd_push(c->mem, &args, "./program");
	hd_push(c->mem, &env, "TSAN_OPTIONS=exitcode=99:second_deadlock_stack=1");
	hd_push(c->mem, &env,
		"ASAN_OPTIONS=exitcode=99:detect_stack_use_after_return=0");
	hd_push(c->mem, &env, "UBSAN_OPTIONS=print_stacktrace=1");
	status = hd_exec(c, &args, &env, NULL, NULL);
	if (status)
		printf("exit status %d\n", status);
	return status ? FAIL : PASS;
}

static bool
wanted(const hd_case *c)
{
	const struct part *part = part_of(c);
	bool tsan = strcmp(c->variant, "tsan") == 0;

	if (hd_test_config.compile_only || (tsan && part && !part->threads))
		return false;
	return !hd_test_config.quick || (!tsan && hd_directive(c, "quick", 0));
}

const hd_test_kind hd_kind_unit = {
	.folder = "unit",
	.suffix = ".c",
	.variants = variants,
	.timeout = 180,
	.run = run,
	.wanted = wanted,
};
