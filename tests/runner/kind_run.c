/* SPDX-License-Identifier: Apache-2.0 */
/* tests/run: a .cu and its .out. Compiled and run in the ways that tests/cells.def names,
 * and the output must be the same in all of them.
 *
 *     // out: by hand       where the .out comes from (tests/README.md)
 *     // args: 3 4          arguments of the program
 *     // flags: -std=c++20  more options for hdcc
 *     // env: K=V           more environment
 *     // exit: 3            exit status
 *     // stderr: REGEX      a line that standard error must have; may be repeated
 *     // needs: cpus 4      or a command, a file, an architecture, library NAME; else
 *                         skipped
 *     // timeout: 300       seconds
 *     // one lane           not with several: it looks at a single thread's crash
 *     // not at: -O0 - why  a way to compile that cannot work, and the reason
 *     // quick              part of `make test-quick`
 */
#include "runner.h"

/* cells.def: numbers of the ways to run and to compile, then the same as bits. */
#define RUN(name, workers, order, choice, tier) RUN_##name,
#define WAY(name, options, processor, runs)
#define FOLDER(name, ways)
enum {
#include "../cells.def"
	RUNS
};
#undef RUN
#define RUN(name, workers, order, choice, tier) name = 1 << RUN_##name,
enum {
#include "../cells.def"
	EVERY_RUN = (1 << RUNS) - 1
};
enum { TIERS = TIER1 | TIER2 | TURNS }; /* of ways that make two */
#undef RUN
#undef WAY
#define RUN(name, workers, order, choice, tier)
#define WAY(name, options, processor, runs) WAY_##name,
enum {
#include "../cells.def"
	WAYS
};
#undef WAY
#define WAY(name, options, processor, runs) name = 1 << WAY_##name,
enum {
#include "../cells.def"
	EVERY_WAY = (1 << WAYS) - 1
};

#undef RUN
#undef WAY
#define RUN(name, workers, order, choice, tier) {workers, order, choice, tier},
#define WAY(name, options, processor, runs)
static const char *const cells[RUNS][4] = {
#include "../cells.def"
};

#undef RUN
#undef WAY
#define RUN(name, workers, order, choice, tier)
#define WAY(name, options, processor, runs) {options, processor, runs},
static const struct way {
	const char *options, *processor;
	unsigned runs;
} ways[WAYS] = {
#include "../cells.def"
};

#undef WAY
#define WAY(name, options, processor, runs) options,
static const char *const variants[WAYS + 1] = {
#include "../cells.def"
};

#undef WAY
#undef FOLDER
#define WAY(name, options, processor, runs)
#define FOLDER(name, ways) {#name, ways},
static const struct folder {
	const char *name;
	unsigned ways;
} folders[] = {
#include "../cells.def"
};

static unsigned
way_of(const hd_case *c)
{
	unsigned i = 0;

	while (strcmp(ways[i].options, c->variant) != 0)
		i++;
	return i;
}

/* Can this machine run code for such a processor? NULL: any. */
static bool
runs_here(const char *processor)
{
#ifdef __x86_64__
	if (processor && strcmp(processor, "x86-64-v3") == 0)
		return __builtin_cpu_supports("x86-64-v3");
	if (processor && strcmp(processor, "x86-64-v4") == 0)
		return __builtin_cpu_supports("x86-64-v4");
#endif
	return !processor;
}

static bool
compile(hd_case *c)
{
	const char *flags;
	hd_strings args = {0};

	hd_add_hdcc(c, &args);
	hd_add_words(c->mem, &args, c->variant);
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
	hd_push(c->mem, &env, cell[3]);
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
	return hd_is_same(c, expected_file(c), "stdout");
}

static int
run(hd_case *c)
{
	const char *unmet = hd_unmet_need(c), *status = hd_directive(c, "exit", 0);
	unsigned runs;

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	if (!compile(c))
		return FAIL;
	if (hd_test_config.compile_only)
		return PASS;
	runs = ways[way_of(c)].runs;
	if (hd_test_config.all)
		runs |= EVERY_RUN & ~TIERS;
	if (hd_test_config.quick)
		runs = FIRST | MIXED;
	for (size_t i = 0; i < RUNS; i++)
		if (runs >> i & 1 && !run_cell(c, cells[i], status ? atoi(status) : 0))
			return FAIL;
	return PASS;
}

/* The ways that the folder's row says; a program in a folder without one takes all. */
static unsigned
ways_of_folder(const hd_case *c)
{
	for (size_t i = 0; i < HD_COUNT(folders); i++)
		if (strstr(c->path,
			   hd_format(c->mem, "tests/run/%s/", folders[i].name)))
			return folders[i].ways;
	return EVERY_WAY;
}

/* Only to be compiled: for the processor with the most ways to access memory, wherever
 * that is. */
static unsigned
ways_to_compile(const hd_case *c)
{
#ifdef __x86_64__
	unsigned chosen = V4;
#else
	unsigned chosen = PLAIN;
#endif

	return hd_directive(c, "quick", 0) ? chosen | O0 : chosen;
}

static unsigned
ways_here(unsigned wanted)
{
	for (size_t i = 0; i < WAYS; i++)
		if (wanted >> i & 1 && !runs_here(ways[i].processor))
			wanted = (wanted & ~(1u << i)) | PLAIN;
	return wanted;
}

static bool
is_left_out(const hd_case *c)
{
	const char *way = hd_directive(c, "not at", 0);
	size_t n = strlen(c->variant);

	return way && strncmp(way, c->variant, n) == 0 && hd_has_prefix(way + n, " - ");
}

static bool
wanted(const hd_case *c)
{
	bool quick = hd_directive(c, "quick", 0);
	unsigned in = hd_test_config.compile_only ? ways_to_compile(c)
		      : hd_test_config.quick      ? PLAIN
		      : hd_test_config.all        ? ways_here(EVERY_WAY)
						  : ways_here(ways_of_folder(c));

	if ((hd_test_config.quick && !quick) || is_left_out(c))
		return false;
	if (hd_directive(c, "one lane", 0)) {
		/* its cells are those without lanes */
		if (in & ~(unsigned)(O0 | ONE))
			in |= ONE;
		in &= O0 | ONE;
	}
	return in >> way_of(c) & 1;
}

const hd_test_kind hd_kind_run = {
	.folder = "run",
	.suffix = ".cu",
	.variants = variants,
	.timeout = 180,
	.run = run,
	.wanted = wanted,
	.deep = true,
};
