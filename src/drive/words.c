/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a command line before they are options: response files, flags from the
 * environment, lists with commas. */
#include "drive.h"

#include <ctype.h>
#include <errno.h>

enum { MAX_DEPTH = 16 }; /* response files that name response files */

/* ---- cutting */

/* One word from *at, up to a blank (or comma); quotes and backslashes as in a shell. */
static const char *
cut_word(hd_arena *a, const char **at, bool commas)
{
	hd_str s = {.arena = a};
	const char *p = *at;
	char quote = '\0';

	hd_str_add(&s, "");
	for (; *p && (quote || (!isspace((unsigned char)*p) && !(commas && *p == ',')));
	     p++) {
		if (quote && *p == quote)
			quote = '\0';
		else if (!quote && (*p == '"' || *p == '\''))
			quote = *p;
		else if (*p == '\\' && p[1] && quote != '\'')
			hd_str_addc(&s, *++p);
		else
			hd_str_addc(&s, *p);
	}
	*at = p;
	return s.at;
}

void
hd_split_words(hd_arena *a, hd_strings *out, const char *text, bool commas)
{
	for (;;) {
		while (isspace((unsigned char)*text) || (commas && *text == ',') ||
		       (text[0] == '\\' && text[1] == '\n')) /* the line goes on */
			text++;
		if (!*text)
			return;
		hd_push(a, out, cut_word(a, &text, commas));
	}
}

const char *
hd_next_in_list(hd_arena *a, const char **list)
{
	const char *from = *list, *p;
	hd_str s = {.arena = a};
	int depth = 0;
	bool quoted = false;

	if (!from)
		return NULL;
	hd_str_add(&s, "");
	for (p = from; *p && (*p != ',' || depth > 0 || quoted); p++) {
		if (*p == '\\' && p[1] == ',')
			p++;
		else if (*p == '"')
			quoted = !quoted;
		else if (*p == '(' || *p == '[' || *p == '{')
			depth++;
		else if (*p == ')' || *p == ']' || *p == '}')
			depth--;
		hd_str_addc(&s, *p);
	}
	*list = *p ? p + 1 : NULL;
	return s.at;
}

/* ---- response files */

static bool expand(hd_arena *a, hd_strings *out, const hd_strings *in, int depth);

static bool
read_response(hd_arena *a, hd_strings *out, const char *path, int depth)
{
	size_t n;
	const char *text = hd_read_file(a, path, &n);
	hd_strings words = {0};

	if (!text) {
		hd_error_at((hd_pos){0}, "cannot read the options in %s: %s", path,
			    strerror(errno));
		return false;
	}
	if (depth == MAX_DEPTH) {
		hd_error_at((hd_pos){0},
			    "%s: option files that name each other, more than %d deep",
			    path, MAX_DEPTH);
		return false;
	}
	hd_split_words(a, &words, text, false);
	return expand(a, out, &words, depth + 1);
}

static bool
read_responses(hd_arena *a, hd_strings *out, const char *list, int depth)
{
	const char *path;

	while ((path = hd_next_in_list(a, &list)))
		if (!read_response(a, out, path, depth))
			return false;
	return true;
}

/* The files of -optf FILE or -optf=FILE at in->at[*i]; NULL: it is another word. */
static const char *
response_files(const hd_strings *in, size_t *i)
{
	static const char *const names[] = {"-optf", "--options-file"};
	const char *word = in->at[*i];

	for (size_t k = 0; k < HD_COUNT(names); k++) {
		size_t n = strlen(names[k]);

		if (strncmp(word, names[k], n) != 0)
			continue;
		if (word[n] == '=')
			return word + n + 1;
		if (!word[n])
			return *i + 1 < in->n ? in->at[++*i] : "";
	}
	return word[0] == '@' && word[1] ? word + 1 : NULL;
}

/* nvcc's -Werror takes kinds of warnings as a word of its own, gcc's does not. */
static bool
is_error_kind(const char *word)
{
	static const char *const kinds[] = {
		"all-warnings",
		"cross-execution-space-call",
		"reorder",
		"default-stream-launch",
		"missing-launch-bounds",
		"ext-lambda-captures-this",
		"deprecated-declarations",
	};
	size_t n = strcspn(word, ",");

	for (size_t k = 0; k < HD_COUNT(kinds); k++)
		if (strlen(kinds[k]) == n && strncmp(word, kinds[k], n) == 0)
			return true;
	return false;
}

static bool
expand(hd_arena *a, hd_strings *out, const hd_strings *in, int depth)
{
	for (size_t i = 0; i < in->n; i++) {
		const char *word = in->at[i], *files = response_files(in, &i);

		if (files) {
			if (!read_responses(a, out, files, depth))
				return false;
		} else if ((strcmp(word, "-Werror") == 0 ||
			    strcmp(word, "--Werror") == 0) &&
			   i + 1 < in->n && is_error_kind(in->at[i + 1])) {
			hd_push(a, out, hd_format(a, "-Werror=%s", in->at[++i]));
		} else {
			hd_push(a, out, word);
		}
	}
	return true;
}

bool
hd_expand_words(hd_arena *a, hd_strings *out, int argc, char **argv)
{
	const char *before = getenv("NVCC_PREPEND_FLAGS");
	const char *after = getenv("NVCC_APPEND_FLAGS");
	hd_strings words = {0};

	hd_split_words(a, &words, before ? before : "", false);
	for (int i = 0; i < argc; i++)
		hd_push(a, &words, argv[i]);
	hd_split_words(a, &words, after ? after : "", false);
	return expand(a, out, &words, 0);
}
