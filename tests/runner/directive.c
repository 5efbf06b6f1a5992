/* SPDX-License-Identifier: Apache-2.0 */
/* Directives in the first lines of a test, and regular expressions on its output. */
#include "runner.h"

#include <dlfcn.h>
#include <regex.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { DIRECTIVE_LINES = 20 };

/* The comment's text when the line is a comment: "//", "#", ";" or C's. */
static const char *
comment(const char *line)
{
	static const char *const marks[] = {"// ", "# ", "; ", "/* "};

	for (size_t i = 0; i < HD_COUNT(marks); i++)
		if (hd_has_prefix(line, marks[i]))
			return line + strlen(marks[i]);
	return NULL;
}

/* What follows "key" or "key:" in a comment, NULL if it is another key. */
static const char *
value_of(hd_arena *a, const char *text, const char *key)
{
	size_t n = strcspn(text, "\n"), k = strlen(key);
	char *value;

	if (strncmp(text, key, k) != 0)
		return NULL;
	value = hd_strndup(a, text + k, n - k);
	if (hd_has_suffix(value, "*/"))
		value[strlen(value) - 2] = '\0';
	n = strlen(value);
	while (n && strchr(" \t\r", value[n - 1]))
		value[--n] = '\0';
	if (!*value)
		return value;
	return *value == ':' ? value + 1 + strspn(value + 1, " ") : NULL;
}

const char *
hd_directive(const hd_case *c, const char *key, int nth)
{
	const char *line = c->text;

	for (int i = 0; i < DIRECTIVE_LINES && *line; i++) {
		const char *text = comment(line);
		const char *value = text ? value_of(c->mem, text, key) : NULL;

		if (value && nth-- == 0)
			return value;
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return NULL;
}

void
hd_add_words(hd_arena *a, hd_strings *list, const char *text)
{
	while (*(text += strspn(text, " \t"))) {
		size_t n = strcspn(text, " \t");

		hd_push(a, list, hd_strndup(a, text, n));
		text += n;
	}
}

static bool
is_command(hd_arena *a, const char *name)
{
	const char *path = getenv("PATH");

	while (path && *path) {
		size_t n = strcspn(path, ":");

		if (access(hd_format(a, "%.*s/%s", (int)n, path, name), X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

static bool
has_need(hd_arena *a, const char *need)
{
	struct utsname machine;
	unsigned cpus;
	cpu_set_t set;

	if (sscanf(need, "cpus %u", &cpus) == 1) {
		CPU_ZERO(&set);
		sched_getaffinity(0, sizeof set, &set);
		return (unsigned)CPU_COUNT(&set) >= cpus;
	}
	if (strncmp(need, "library ", 8) == 0) {
		void *library = dlopen(need + 8, RTLD_LAZY | RTLD_LOCAL);

		if (library)
			dlclose(library);
		return library != NULL;
	}
	if (need[0] == '/')
		return access(need, R_OK) == 0;
	uname(&machine);
	return strcmp(machine.machine, need) == 0 || is_command(a, need);
}

const char *
hd_unmet_need(const hd_case *c)
{
	const char *need;

	for (int i = 0; (need = hd_directive(c, "needs", i)); i++)
		if (!has_need(c->mem, need))
			return hd_format(c->mem, "needs %s", need);
	return NULL;
}

const char *
hd_find_line(hd_arena *a, const char *text, const char *regex)
{
	regex_t compiled;
	const char *found = NULL;

	if (regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB) != 0) {
		printf("bad regular expression: %s\n", regex);
		return NULL;
	}
	while (*text && !found) {
		size_t n = strcspn(text, "\n");
		const char *line = hd_strndup(a, text, n);

		if (regexec(&compiled, line, 0, NULL, 0) == 0)
			found = line;
		text += n + (text[n] == '\n');
	}
	regfree(&compiled);
	return found;
}
