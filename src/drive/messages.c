/* SPDX-License-Identifier: Apache-2.0 */
/* clang reads a .cu file twice and says most things twice. Print what the host pass
 * said, then what only the device pass said.
 *
 *     a.cu:3:6: warning: unused variable 'x'     said by both: printed once
 *     a.cu:9:2: error: no __device__ function    only the device pass: printed
 *     1 error generated when compiling for sm_80.    printed if one of them was
 */
#include "drive.h"

/* A message with its notes and source excerpts: [text, text + n). Lines that say how
 * the file came to be included go before it, from `from`; clang prints them only when
 * they differ from those of the message before, so they are not compared. */
struct message {
	const char *from, *text;
	size_t n;
};

typedef HD_VEC(struct message) messages;

static bool
line_has(const char *line, size_t n, const char *what)
{
	size_t m = strlen(what);

	for (size_t i = 0; i + m <= n; i++)
		if (memcmp(line + i, what, m) == 0)
			return true;
	return false;
}

static bool
is_summary(const char *line, size_t n)
{
	return line[0] >= '0' && line[0] <= '9' && line_has(line, n, " generated");
}

/* Does a message begin here? Notes belong to the message before them. */
static bool
begins(const char *line, size_t n)
{
	if (n && line[0] == ' ') /* an excerpt of the source */
		return false;
	return line_has(line, n, "error: ") || line_has(line, n, "warning: ") ||
	       line_has(line, n, "remark: ");
}

static bool
is_context(const char *line, size_t n)
{
	return line_has(line, n, "In file included from ") ||
	       line_has(line, n, "In module ");
}

/* Cut a file of clang's into messages; the summary lines are left out. */
static messages
cut(hd_arena *a, const char *text)
{
	messages list = {0};
	const char *context = NULL; /* include lines that wait for their message */

	while (*text) {
		size_t n = strcspn(text, "\n");
		size_t whole = n + (text[n] == '\n');

		if (is_context(text, n)) {
			context = context ? context : text;
		} else if (begins(text, n) || (!list.n && !is_summary(text, n))) {
			const char *from = context ? context : text;
			struct message m = {from, text, whole};

			hd_push(a, &list, m);
			context = NULL;
		} else if (!is_summary(text, n)) {
			hd_last(&list).n = (size_t)(text - hd_last(&list).text) + whole;
			context = NULL;
		}
		text += whole;
	}
	return list;
}

static bool
has(const messages *list, const struct message *m)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i].n == m->n &&
		    memcmp(list->at[i].text, m->text, m->n) == 0)
			return true;
	return false;
}

static void
tally(const struct message *m, unsigned *errors, unsigned *warnings)
{
	size_t n = strcspn(m->text, "\n");

	if (line_has(m->text, n, "error: "))
		++*errors;
	else if (line_has(m->text, n, "warning: "))
		++*warnings;
}

static void
print_summary(unsigned errors, unsigned warnings)
{
	const char *and = errors && warnings ? " and " : "";

	if (!errors && !warnings)
		return;
	if (warnings)
		fprintf(stderr, "%u warning%s%s", warnings,
			warnings > 1 ? "s" : "", and);
	if (errors)
		fprintf(stderr, "%u error%s", errors, errors > 1 ? "s" : "");
	fprintf(stderr, " generated.\n");
}

/* Libraries of headers that Heddle runs but does not bring. */
static const struct library {
	const char *missing, *name;
} libraries[] = {
	{"error: 'cub/", "CUB"},
	{"error: 'thrust/", "Thrust"},
};

static void
print_hint(const struct message *m)
{
	size_t n = strcspn(m->text, "\n");

	for (size_t i = 0; i < HD_COUNT(libraries); i++)
		if (line_has(m->text, n, libraries[i].missing) &&
		    line_has(m->text, n, "file not found"))
			fprintf(stderr,
				"hdcc: note: %s is in the packages libcub-dev and "
				"libthrust-dev; -I names another copy\n",
				libraries[i].name);
}

bool
hd_mentions_sides(const char *file)
{
	hd_arena mem = {0};
	const char *said = hd_read_file(&mem, file, &(size_t){0});
	bool is = said && (strstr(said, "not viable: call to __") ||
			   strstr(said, "error: reference to __"));

	hd_arena_free(&mem);
	return is;
}

void
hd_print_messages(const char *host_file, const char *device_file)
{
	hd_arena mem = {0};
	const char *host =
		host_file ? hd_read_file(&mem, host_file, &(size_t){0}) : NULL;
	const char *device = hd_read_file(&mem, device_file, &(size_t){0});
	messages said = cut(&mem, host ? host : "");
	messages more = cut(&mem, device ? device : "");
	unsigned errors = 0, warnings = 0;

	for (size_t i = 0; i < more.n; i++)
		if (!has(&said, &more.at[i]))
			hd_push(&mem, &said, more.at[i]);
	for (size_t i = 0; i < said.n; i++) {
		const struct message *m = &said.at[i];

		fwrite(m->from, 1, (size_t)(m->text - m->from) + m->n, stderr);
		print_hint(m);
		tally(m, &errors, &warnings);
	}
	print_summary(errors, warnings);
	hd_arena_free(&mem);
}
