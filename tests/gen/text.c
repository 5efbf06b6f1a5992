/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers and text. */
#include "gen.h"

static uint64_t
next(gen *g)
{
	uint64_t z = (g->state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

unsigned
gen_below(gen *g, unsigned n)
{
	return (unsigned)(next(g) % n);
}

bool
gen_chance(gen *g, int percent)
{
	return (int)gen_below(g, 100) < percent;
}

const char *
gen_pick(gen *g, const char *const *words, int n)
{
	return words[gen_below(g, (unsigned)n)];
}

static void
reserve(gen *g, size_t more)
{
	if (g->len + more + 1 <= g->cap)
		return;
	g->cap = 2 * (g->len + more + 1);
	g->text = realloc(g->text, g->cap);
	if (!g->text) {
		fputs("kernels: no memory\n", stderr);
		exit(1);
	}
}

static void
put(gen *g, const char *format, va_list args)
{
	va_list again;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, format, again);
	va_end(again);
	reserve(g, (size_t)n);
	vsnprintf(g->text + g->len, (size_t)n + 1, format, args);
	g->len += (size_t)n;
}

void
gen_put(gen *g, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	put(g, format, args);
	va_end(args);
}

void
gen_begin(gen *g)
{
	for (int k = 0; k < g->indent; k++)
		gen_put(g, "\t");
}

void
gen_line(gen *g, const char *format, ...)
{
	va_list args;

	gen_begin(g);
	va_start(args, format);
	put(g, format, args);
	va_end(args);
	gen_put(g, "\n");
}

void
gen_insert(gen *g, size_t at, const char *words)
{
	size_t n = strlen(words);

	reserve(g, n);
	memmove(g->text + at + n, g->text + at, g->len - at);
	memcpy(g->text + at, words, n);
	g->len += n;
	g->text[g->len] = '\0';
}
