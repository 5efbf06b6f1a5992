/* SPDX-License-Identifier: Apache-2.0 */
/* What nvcc reads and clang does not: a static member named through `this` where a constant is
 * asked for.
 *
 *     if constexpr (this->on) ...
 * becomes
 *     if constexpr (__hd_class_of<decltype(this)>::type::on) ...
 *
 * where clang has refused the condition or the variable. A member that is not static is still
 * refused: an object is not at hand there. */
#include "drive.h"

#include <ctype.h>

static const char *const refused[] = {
	" error: constexpr if condition is not a constant expression",
	" must be initialized by a constant expression",
	" error: static assertion expression is not an integral constant expression",
	" error: non-type template argument is not a constant expression",
};

static bool
is_refusal(const char *message, size_t n)
{
	for (size_t k = 0; k < HD_COUNT(refused); k++)
		if (memmem(message, n, refused[k], strlen(refused[k])))
			return true;
	return false;
}

/* Marks the lines of a file that messages refuse. */
static void
mark_lines(hd_bits *lines, const char *said, const char *path)
{
	size_t length = strlen(path);

	while (*said) {
		size_t n = strcspn(said, "\n");

		if (n > length && strncmp(said, path, length) == 0 &&
		    said[length] == ':' && is_refusal(said, n)) {
			size_t line = strtoul(said + length + 1, NULL, 10);

			if (line < lines->n)
				hd_bit_set(lines, line);
		}
		said += n + (said[n] == '\n');
	}
}

static bool
is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* A line's text, in which "this->" is replaced; false: there is none. */
static bool
rewrite_line(hd_str *out, const char *line, size_t n)
{
	static const char word[] = "this->";
	const char *end = line + n, *p = line;
	bool changed = false;

	while (p < end) {
		const char *next = hd_skip_quoted(p);

		if (next == p && strncmp(p, word, strlen(word)) == 0 &&
		    (p == line || !is_name(p[-1]))) {
			hd_str_add(out, "__hd_class_of<decltype(this)>::type::");
			p += strlen(word);
			changed = true;
			continue;
		}
		next = next == p ? p + 1 : next < end ? next : end;
		hd_str_addn(out, p, (size_t)(next - p));
		p = next;
	}
	return changed;
}

const char *
hd_rewrite_constant_members(hd_arena *a, const char *path, const char *text,
			    const char *const said[2])
{
	hd_str out = {.arena = a};
	hd_bits lines = hd_bits_new(a, strlen(text) + 2);
	bool changed = false;

	for (int i = 0; i < 2; i++) {
		const char *messages =
			said[i] ? hd_read_file(a, said[i], &(size_t){0}) : NULL;

		if (messages)
			mark_lines(&lines, messages, path);
	}
	for (size_t line = 1; *text; line++) {
		size_t n = strcspn(text, "\n");

		n += text[n] == '\n';
		if (hd_bit(&lines, line))
			changed |= rewrite_line(&out, text, n);
		else
			hd_str_addn(&out, text, n);
		text += n;
	}
	return changed ? out.at : NULL;
}
