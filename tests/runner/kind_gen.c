/* SPDX-License-Identifier: Apache-2.0 */
/* tests/gen: random kernels; a test is a seed. Its program prints the same at every width,
 * without optimisation, and on the host (tests/gen/host.h), which shares nothing with
 * Heddle. Lines with "~" are mathematics: the same at every width, but not on the host.
 *
 * The first seeds are in `make test`, with few kernels each and two of the widths, and in
 * `make test-all` with all; `make test-all T=gen/1..1000` takes others. */
#include "runner.h"

enum { SEEDS = 8, FEW = 4, MANY = 16 };

static const char *const variants[] = {"", NULL};

/* The first is always taken. */
static const char *const widths[] = {
	"-O0 -fheddle-lanes=1",
	"-O2 -fheddle-lanes=1",
	"-O2",
	"-O2 -fheddle-lanes=4",
	"-O2 -fheddle-lanes=8",
	"-O2 -fheddle-lanes=16",
	"-O2 -fheddle-lanes=32",
#ifdef __x86_64__
	"-O2 -march=x86-64-v4",
	"-O2 -march=x86-64-v4 -fheddle-lanes=16",
	"-O2 -march=x86-64-v4 -fheddle-lanes=8",
#endif
};

static bool
runs_here(const char *flags)
{
#ifdef __x86_64__
	if (strstr(flags, "x86-64-v4"))
		return __builtin_cpu_supports("x86-64-v4");
#endif
	(void)flags;
	return true;
}

/* Two of the widths for each seed, in turn. */
static bool
is_turn(size_t i, size_t seed)
{
	size_t n = HD_COUNT(widths) - 1;

	return hd_test_config.all || i == 0 || i == seed % n + 1 ||
	       i == (seed + n / 2) % n + 1;
}

static bool
prepare(hd_case *c)
{
	return hd_shell(c, "$KERNELS %s %d >p.cu", c->name,
			hd_test_config.all ? MANY : FEW) == 0 &&
	       hd_does(c, "the reference",
		       "$CLANGXX -x c++ -std=c++17 -DGEN_HOST -I$ROOT/tests/gen -w -O1 "
		       "-fwrapv -ffp-contract=off p.cu -o ref && ./ref >all && "
		       "grep -v '^~' all >wanted") &&
	       hd_shell(c, "GEN_ORDER=%d ./ref >other", atoi(c->name) % 9999 + 1) ==
		       0 &&
	       hd_is_same(c, "all", "other");
}

static bool
prints_the_same(hd_case *c, int workers, const char *order, bool first)
{
	return hd_shell(c,
			"HEDDLE_THREADS=%d HEDDLE_ORDER=%s ./p >printed && "
			"grep -v '^~' printed >plain; grep '^~' printed >%s; true",
			workers, order, first ? "wanted-math" : "math") == 0 &&
	       hd_is_same(c, "wanted", "plain") &&
	       (first || hd_is_same(c, "wanted-math", "math"));
}

static int
run(hd_case *c)
{
	const char *random = hd_format(c->mem, "random:%s", c->name);

	if (!prepare(c))
		return FAIL;
	for (size_t i = 0; i < HD_COUNT(widths); i++) {
		if (!is_turn(i, strtoul(c->name, NULL, 10)) || !runs_here(widths[i]))
			continue;
		if (hd_shell(c, "$HDCC -fmad=false %s -w p.cu -o p", widths[i]) != 0 ||
		    !prints_the_same(c, 2, random, i == 0) ||
		    (hd_test_config.all && !prints_the_same(c, 1, "forward", false)))
			return FAIL;
	}
	return hd_is_tidy(c) ? PASS : FAIL;
}

static bool
wanted(const hd_case *c)
{
	(void)c;
	return !hd_test_config.compile_only && !hd_test_config.quick;
}

const hd_test_kind hd_kind_gen = {
	.folder = "gen",
	.variants = variants,
	.timeout = 900,
	.run = run,
	.wanted = wanted,
	.numbers = SEEDS,
};
