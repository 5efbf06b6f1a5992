/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc reads and clang does not: in and behind strings.
 *
 *     asm("mov.u32 %0, %smid;" : "=r"(x));      extern "C"__global__ void k();
 * become
 *     asm("mov.u32 %0, %%smid;" : "=r"(x));     extern "C" __global__ void k();
 *
 * A % before a name is a register of PTX unless one letter and a number follow, which is an
 * operand with a modifier; without operands asm has no escapes and stays. A suffix with two
 * underscores is no user's literal. Lines stay. */
#include "drive.h"

#include <ctype.h>

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind "asm volatile (" at p, or NULL. */
static const char *
asm_text(const char *text, const char *p)
{
	static const char *const names[] = {"asm", "__asm__", "__asm"};
	static const char *const qualifiers[] = {"volatile", "__volatile__",
						 "__volatile"};

	if (p > text && is_name(p[-1]))
		return NULL;
	for (size_t k = 0; k < HD_COUNT(names); k++) {
		size_t n = strlen(names[k]);

		if (strncmp(p, names[k], n) != 0 || is_name(p[n]))
			continue;
		p += n + strspn(p + n, " \t\r\n\\");
		for (size_t q = 0; q < HD_COUNT(qualifiers); q++) {
			n = strlen(qualifiers[q]);
			if (strncmp(p, qualifiers[q], n) == 0 && !is_name(p[n]))
				p += n + strspn(p + n, " \t\r\n\\");
		}
		return *p == '(' ? p + 1 : NULL;
	}
	return NULL;
}

/* The ':' behind asm's strings; NULL: there are no operands. */
static const char *
operands(const char *p)
{
	int depth = 0;

	while (*p && *p != ';' && depth >= 0) {
		const char *next = hd_skip_quoted(p);

		if (next == p && depth == 0 && *p == ':')
			return p;
		depth += (*p == '(') - (*p == ')');
		p = next == p ? p + 1 : next;
	}
	return NULL;
}

/* "%smid" at p. */
static bool
is_register(const char *p)
{
	size_t n = 1, digits = 0;

	if (*p != '%' || !isalpha((unsigned char)p[1]))
		return false;
	while (is_name(p[n]))
		digits += isdigit((unsigned char)p[n++]) != 0;
	return n == 2 || digits != n - 2;
}

/* Copies what lies between, with every register's % doubled; true if there was one. */
static bool
add_registers(hd_str *out, const char *p, const char *end)
{
	bool any = false;

	for (; p < end; p++) {
		if (p[0] == '%' && p[1] == '%')
			hd_str_addc(out, *p++);
		else if (is_register(p)) {
			hd_str_addc(out, '%');
			any = true;
		}
		hd_str_addc(out, *p);
	}
	return any;
}

const char *
hd_rewrite_strings(hd_arena *a, const char *text)
{
	hd_str out = {.arena = a};
	bool changed = false;

	hd_str_add(&out, "");
	for (const char *p = text; *p;) {
		const char *next = hd_skip_quoted(p), *in = asm_text(text, p);
		const char *end = in ? operands(in) : NULL;

		if (end) {
			changed |= add_registers(&out, p, end);
			p = end;
			continue;
		}
		next += next == p;
		hd_str_addn(&out, p, (size_t)(next - p));
		if (*p == '"' && next[0] == '_' && next[1] == '_') {
			hd_str_addc(&out, ' ');
			changed = true;
		}
		p = next;
	}
	return changed ? out.at : NULL;
}
