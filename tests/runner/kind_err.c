/* SPDX-License-Identifier: Apache-2.0 */
/* tests/err: a .cu that must not compile, with its messages.
 *
 *     // expect-error: REGEX       somewhere
 *     f(1, 2); // expect-error@+0: REGEX    on this line
 *     // expect-warning@+1: REGEX  on the next line
 *     // flags: -O0                more options for hdcc
 *
 * Exactly as many errors as expected, exit status 1, no output file. With warnings only
 * it must compile. */
#include "runner.h"

static const char *const variants[] = {"", NULL};

struct expected {
	const char *kind;  /* "error" or "warning" */
	unsigned line;     /* 0 = anywhere */
	const char *regex; /* of the message */
};

typedef HD_VEC(struct expected) expectations;

/* Parse what follows "expect-" in a line; false if it is no directive. */
static bool
parse(hd_case *c, const char *text, unsigned line, struct expected *e)
{
	int offset = 0, used = 0;

	e->kind = hd_has_prefix(text, "error") ? "error" : "warning";
	if (!hd_has_prefix(text, e->kind))
		return false;
	text += strlen(e->kind);
	e->line = 0;
	if (sscanf(text, "@%d%n", &offset, &used) == 1) {
		e->line = line + (unsigned)offset;
		text += used;
	}
	if (*text++ != ':')
		return false;
	text += strspn(text, " ");
	e->regex = hd_strndup(c->mem, text, strcspn(text, "\n"));
	return true;
}

static expectations
find_expectations(hd_case *c)
{
	expectations list = {0};
	const char *text = c->text;

	for (unsigned line = 1; *text; line++) {
		size_t n = strcspn(text, "\n");
		const char *at = strstr(text, "// expect-");
		struct expected e;

		if (at && at < text + n &&
		    parse(c, at + strlen("// expect-"), line, &e))
			hd_push(c->mem, &list, e);
		text += n + (text[n] == '\n');
	}
	return list;
}

static size_t
count_messages(const char *text, const char *kind)
{
	const char *mark = strcmp(kind, "error") == 0 ? "error: " : "warning: ";
	size_t count = 0;

	while (*text) {
		size_t n = strcspn(text, "\n");
		const char *at = strstr(text, mark);

		/* Excerpts of the source begin with a blank. */
		count += at && at < text + n && *text != ' ';
		text += n + (text[n] == '\n');
	}
	return count;
}

static bool
is_met(hd_case *c, const struct expected *e, const char *said)
{
	const char *place =
		e->line ? hd_format(c->mem, ":%u(:[0-9]+)?: .*", e->line) : "";
	const char *regex = hd_format(c->mem, "%s%s: .*(%s)", place, e->kind, e->regex);

	if (hd_find_line(c->mem, said, regex))
		return true;
	printf("no such %s: %s\n", e->kind, regex);
	return false;
}

static bool
check(hd_case *c, const char *said, int status)
{
	expectations want = find_expectations(c);
	size_t errors = 0, warnings = 0;
	bool ok = true;

	for (size_t i = 0; i < want.n; i++) {
		ok &= is_met(c, &want.at[i], said);
		if (strcmp(want.at[i].kind, "error") == 0)
			errors++;
		else
			warnings++;
	}
	if (!want.n || count_messages(said, "error") != errors ||
	    (warnings && count_messages(said, "warning") != warnings)) {
		printf("expected %zu errors and %zu warnings\n", errors, warnings);
		ok = false;
	}
	if (status != (errors ? 1 : 0)) {
		printf("exit status %d, expected %d\n", status, errors ? 1 : 0);
		ok = false;
	}
	if (errors && hd_file_exists(c, "out.o")) {
		printf("an output file was left\n");
		ok = false;
	}
	return ok;
}

static int
run(hd_case *c)
{
	const char *unmet = hd_unmet_need(c), *flags, *said;
	hd_strings args = {0};
	int status;

	if (unmet) {
		printf("%s\n", unmet);
		return SKIP;
	}
	hd_add_hdcc(c, &args);
	for (int i = 0; (flags = hd_directive(c, "flags", i)); i++)
		hd_add_words(c->mem, &args, flags);
	hd_push(c->mem, &args, "-c");
	hd_push(c->mem, &args, c->path);
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, "out.o");
	status = hd_exec(c, &args, NULL, "stdout", "stderr");
	said = hd_output_of(c, "stderr");
	if (check(c, said, status) && hd_is_tidy(c))
		return PASS;
	printf("what was said:\n%s", said);
	return FAIL;
}

const hd_test_kind hd_kind_err = {
	.folder = "err",
	.suffix = ".cu",
	.variants = variants,
	.timeout = 60,
	.run = run,
};
