/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc reads and clang does not: launches in device code.
 *
 *     child<<<grid, block>>>(x);
 * becomes
 *     __hd_launch_in_kernel<decltype(&child), &child>(grid, block)(x);
 *
 * in the bodies of __global__ and __device__ functions; see include/__heddle/dev_launch.h.
 * Lines stay, so that messages are about the user's lines. */
#include "drive.h"

#include <ctype.h>

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool
is_word(const char *text, const char *p, const char *word)
{
	size_t n = strlen(word);

	return strncmp(p, word, n) == 0 && !is_name(p[n]) &&
	       (p == text || !is_name(p[-1]));
}

/* Where the kernel's name in front of "<<<" begins: a::b<c, d> */
static const char *
name_before(const char *text, const char *p)
{
	int depth = 0;

	while (p > text && isspace((unsigned char)p[-1]))
		p--;
	while (p > text) {
		char c = p[-1];

		if (c == '>')
			depth++;
		else if (c == '<')
			depth--;
		else if (depth == 0 && !is_name(c) && c != ':')
			break;
		else if (c == ';' || c == '{' || c == '}')
			break;
		p--;
	}
	return p;
}

/* The ">>>" that ends the configuration, or NULL. */
static const char *
config_end(const char *p)
{
	int depth = 0;

	while (*p) {
		const char *next = hd_skip_quoted(p);

		if (next != p) {
			p = next;
			continue;
		}
		depth += (*p == '(' || *p == '[' || *p == '{') -
			 (*p == ')' || *p == ']' || *p == '}');
		if (depth < 0 || *p == ';')
			return NULL;
		if (depth == 0 && strncmp(p, ">>>", 3) == 0)
			return p;
		p++;
	}
	return NULL;
}

/* Rewrites the launch at p ("<<<"), whose text so far is at the end of `out`; where to go
 * on, or p. */
static const char *
rewrite(const char *text, const char *p, hd_str *out, size_t *copied)
{
	const char *name = name_before(text, p), *end = config_end(p + 3);
	const char *last = p;
	int n;

	while (last > name && isspace((unsigned char)last[-1]))
		last--;
	n = (int)(last - name);
	if (!end || n <= 0 || (size_t)(name - text) < *copied)
		return p;
	hd_str_addn(out, text + *copied, (size_t)(name - text) - *copied);
	hd_str_addf(out, "__hd_launch_in_kernel<decltype(&%.*s), &%.*s>(", n, name, n,
		    name);
	for (const char *s = last; s < p; s++)
		if (*s == '\n')
			hd_str_addc(out, '\n');
	hd_str_addn(out, p + 3, (size_t)(end - p) - 3);
	hd_str_addc(out, ')');
	*copied = (size_t)(end + 3 - text);
	return end + 3;
}

const char *
hd_rewrite_launches(hd_arena *a, const char *text)
{
	hd_str out = {.arena = a};
	size_t copied = 0;
	int braces = 0, parens = 0, device = -1; /* depth of a device body, or -1 */
	bool pending = false;                    /* a device declaration has begun */

	for (const char *p = text; *p;) {
		const char *next = hd_skip_quoted(p);

		if (next != p) {
			p = next;
			continue;
		}
		if (is_word(text, p, "__global__") || is_word(text, p, "__device__"))
			pending = true;
		parens += (*p == '(') - (*p == ')');
		if (*p == '{' && pending && device < 0 && parens == 0)
			device = braces;
		if (*p == '{' || *p == ';')
			pending = pending && parens != 0;
		braces += (*p == '{') - (*p == '}');
		if (*p == '}' && braces == device)
			device = -1;
		next = device >= 0 && strncmp(p, "<<<", 3) == 0
			       ? rewrite(text, p, &out, &copied)
			       : p;
		p = next == p ? p + 1 : next;
	}
	if (!copied)
		return NULL;
	hd_str_add(&out, text + copied);
	return out.at;
}
