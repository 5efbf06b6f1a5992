/* SPDX-License-Identifier: Apache-2.0 */
/* Ints whose range is known, so that signed arithmetic on them is defined, and indices. */
#include "gen.h"

static void
small_leaf(gen *g, long r[2])
{
	const struct shape *b = g->block;
	unsigned k = gen_below(g, g->in_function ? 4 : 11);

	r[0] = 0;
	if (k < 2) {
		r[0] = r[1] = (long)gen_below(g, 20);
		gen_put(g, "%ld", r[1]);
	} else if ((k == 2 || (k == 10 && g->has & HAS_ROWS)) && g->ncnt) {
		const struct counter *c = &g->cnt[gen_below(g, (unsigned)g->ncnt)];

		r[1] = c->max;
		gen_put(g, "%s", c->name);
	} else if (k <= 3) {
		r[1] = (1 << (1 + gen_below(g, 8))) - 1;
		gen_put(g, "(int)(");
		if (gen_chance(g, 30) || !gen_use_variable(g, U32))
			gen_expr(g, U32, 3);
		gen_put(g, " & %ldu)", r[1]);
	} else if (k == 4 || k == 9) {
		r[1] = SLOTS - 1;
		gen_put(g, "gid");
	} else if (k == 5) {
		r[1] = MAX_THREADS - 1;
		gen_put(g, "lin");
	} else if (k == 6) {
		r[1] = (b[0].y > b[1].y ? b[0].y : b[1].y) - 1;
		gen_put(g, "(int)threadIdx.y");
	} else {
		r[1] = (b[0].x > b[1].x ? b[0].x : b[1].x) - 1;
		gen_put(g, "%s", GEN_PICK(g, "(int)threadIdx.x", "tx"));
	}
}

static bool
fits(long lo, long hi)
{
	return lo > -(1L << 30) && hi < 1L << 30;
}

static long
min4(long a, long b, long c, long d)
{
	long x = a < b ? a : b, y = c < d ? c : d;

	return x < y ? x : y;
}

static long
max4(long a, long b, long c, long d)
{
	return -min4(-a, -b, -c, -d);
}

/* With one operand in the text from `at`, add an operation with a constant. */
static void
small_by_constant(gen *g, size_t at, long r[2])
{
	long c = 1 + (long)gen_below(g, 9);

	gen_insert(g, at, "(");
	switch (gen_below(g, 5)) {
	case 0:
		gen_put(g, " / %ld)", c);
		r[0] /= c;
		r[1] /= c;
		break;
	case 1:
		gen_put(g, " %% %ld)", c);
		r[0] = r[0] < 0 ? 1 - c : 0;
		r[1] = c - 1;
		break;
	case 2:
		gen_put(g, " >> %ld)", c & 7);
		r[0] >>= c & 7;
		r[1] >>= c & 7;
		break;
	case 3:
		gen_put(g, " & %d)", (1 << c) - 1);
		r[0] = 0;
		r[1] = (1 << c) - 1;
		break;
	default:
		if (!fits(r[0] * c, r[1] * c) || r[0] < 0) {
			gen_put(g, ")");
			break;
		}
		gen_put(g, c == 4 || c == 8 ? " << %d)" : " * %d)",
			c == 4   ? 2
			: c == 8 ? 3
				 : (int)c);
		r[0] *= c;
		r[1] *= c;
	}
}

void
gen_small(gen *g, int depth, long r[2])
{
	size_t at = g->len;
	long s[2], p[4];
	const char *op;

	if (depth > 1 || gen_chance(g, 45)) {
		small_leaf(g, r);
		return;
	}
	gen_small(g, depth + 1, r);
	if (gen_chance(g, 35)) {
		small_by_constant(g, at, r);
		return;
	}
	op = GEN_PICK(g, "+", "+", "-", "*");
	gen_insert(g, at, "(");
	gen_put(g, " %s ", op);
	gen_small(g, depth + 1, s);
	gen_put(g, ")");
	switch (*op) {
	case '+':
		r[0] += s[0];
		r[1] += s[1];
		break;
	case '-':
		p[0] = r[0] - s[1];
		r[1] = r[1] - s[0];
		r[0] = p[0];
		break;
	default:
		p[0] = r[0] * s[0], p[1] = r[0] * s[1];
		p[2] = r[1] * s[0], p[3] = r[1] * s[1];
		r[0] = min4(p[0], p[1], p[2], p[3]);
		r[1] = max4(p[0], p[1], p[2], p[3]);
	}
	if (!fits(r[0], r[1])) { /* too far: write something else */
		g->len = at;
		small_leaf(g, r);
	}
}

/* The signed 64-bit copies keep their sign extensions. */
static void
index_of(gen *g, int n)
{
	size_t at = g->len;
	long r[2];

	if (gen_chance(g, 20)) {
		gen_put(g, "(unsigned)(");
		gen_expr(g, gen_chance(g, 50) ? U32 : U64, 2);
		gen_put(g, ") %s %uu", n & (n - 1) ? "%" : "&",
			(unsigned)(n & (n - 1) ? n : n - 1));
		return;
	}
	gen_small(g, 0, r);
	if (r[0] < 0 || r[1] >= n) {
		if (gen_chance(g, 50)) {
			gen_insert(g, at, "(unsigned)(");
			gen_put(g, ") %% %uu", (unsigned)n);
		} else if (r[0] >= 0) {
			gen_insert(g, at, gen_chance(g, 50) ? "(" : "(long long)(");
			gen_put(g, ") %% %d", n);
		} else {
			gen_insert(g, at, "(");
			gen_put(g, ") & %d", n - 1);
		}
	} else if (gen_chance(g, 25)) {
		gen_insert(g, at, gen_chance(g, 50) ? "(long long)(" : "(size_t)(");
		gen_put(g, ")");
	}
}

void
gen_index(gen *g, int n)
{
	gen_put(g, "(");
	index_of(g, n);
	gen_put(g, ")");
}
