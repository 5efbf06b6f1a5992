/* SPDX-License-Identifier: Apache-2.0 */
/* Reading a command line by a table of options; --help and suggestions from it. */
#include "drive.h"

/* The words of a command line as they are consumed. */
struct words {
	char **at;
	int n, next;
};

static bool
fits(const hd_option *o, const char *word)
{
	size_t n = strlen(o->name);

	if (strncmp(word, o->name, n) != 0)
		return false;
	switch (o->form) {
	case HD_FLAG:
	case HD_APART:
		return word[n] == '\0';
	case HD_EQUAL:
		return word[n] == '\0' || word[n] == '=';
	case HD_JOINED:
	case HD_LEVEL:
	case HD_EITHER:
		return true;
	}
	return false;
}

static const hd_option *
find(const hd_option_table *t, const char *word)
{
	const hd_option *best = NULL;

	for (size_t i = 0; i < t->n; i++)
		if (fits(&t->at[i], word) &&
		    (!best || strlen(t->at[i].name) > strlen(best->name)))
			best = &t->at[i];
	return best;
}

/* The option behind another name of it. */
static const hd_option *
meant(const hd_option_table *t, const hd_option *o)
{
	if (o->act != HD_SAME)
		return o;
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->at[i].name, o->help) == 0)
			return &t->at[i];
	hd_bug("'%s' stands for '%s', which is no option", o->name, o->help);
}

static const char *
option_name(const void *table, size_t i)
{
	const hd_option_table *t = table;

	return i < t->n ? t->at[i].name : NULL;
}

bool
hd_unknown_option(const hd_option_table *t, const char *word)
{
	const char *near = hd_closest(word, option_name, t);

	if (near)
		hd_error_at((hd_pos){0}, "unknown option '%s'; did you mean '%s'?",
			    word, near);
	else
		hd_error_at((hd_pos){0}, "unknown option '%s'; see --help", word);
	return false;
}

static void
add(const hd_option *o, hd_arena *a, hd_strings *to, const char *arg)
{
	if (o->form == HD_APART || o->form == HD_EQUAL) {
		hd_push(a, to, o->name);
		hd_push(a, to, arg);
	} else {
		hd_push(a, to, hd_format(a, "%s%s", o->name, arg ? arg : ""));
	}
}

static bool
apply(const hd_option *o, hd_arena *a, void *into, const char *arg)
{
	void *field = (char *)into + o->field;
	const char *part;

	switch (o->act) {
	case HD_SET:
		*(int *)field = o->value;
		return true;
	case HD_TEXT:
		*(const char **)field = arg;
		return true;
	case HD_ADD:
		add(o, a, field, arg);
		return true;
	case HD_LIST:
		while ((part = hd_next_in_list(a, &arg)))
			add(o, a, field, part);
		return true;
	case HD_CALL:
		return o->call(into, o, arg);
	case HD_SKIP:
	case HD_SAME:
		return true;
	}
	return false;
}

static bool
digit_follows(const struct words *w)
{
	const char *s = w->next < w->n ? w->at[w->next] : "";

	return s[0] >= '0' && s[0] <= '9' && !s[1];
}

/* The argument of an option at w->next - 1; false when it is missing. */
static bool
take_argument(const hd_option *o, struct words *w, const char **arg)
{
	const char *rest = w->at[w->next - 1] + strlen(o->name);

	*arg = NULL;
	if (o->form == HD_FLAG)
		return true;
	if (o->form == HD_LEVEL && !*rest && !digit_follows(w))
		*arg = rest;
	else if (o->form == HD_JOINED || *rest)
		*arg = o->form != HD_JOINED && *rest == '=' ? rest + 1 : rest;
	if (*arg)
		return true;
	if (w->next == w->n) {
		hd_error_at((hd_pos){0}, "'%s' needs an argument: %s", o->name,
			    o->arg ? o->arg : "a value");
		return false;
	}
	*arg = w->at[w->next++];
	return true;
}

bool
hd_parse_options(const hd_option_table *t, hd_arena *a, void *into, int argc,
		 char **argv)
{
	struct words w = {argv, argc, 0};
	bool ok = true, options = true;

	while (w.next < w.n) {
		const char *word = w.at[w.next++], *arg;
		const hd_option *o;

		if (!options || word[0] != '-' || !word[1]) {
			ok &= t->word(into, NULL, word);
			continue;
		}
		if (strcmp(word, "--") == 0) {
			options = false;
			continue;
		}
		o = find(t, word);
		if (!o)
			ok &= t->unknown ? t->unknown(into, NULL, word)
					 : hd_unknown_option(t, word);
		else
			ok &= take_argument(o, &w, &arg) &&
			      apply(meant(t, o), a, into, arg);
	}
	return ok;
}

void
hd_print_options(const hd_option_table *t, FILE *out)
{
	static const char *const between[] = {
		[HD_FLAG] = "",   [HD_JOINED] = "",  [HD_LEVEL] = "",
		[HD_APART] = " ", [HD_EITHER] = " ", [HD_EQUAL] = "=",
	};

	for (size_t i = 0; i < t->n; i++) {
		const hd_option *o = &t->at[i];
		int n;

		if (!o->help || o->act == HD_SAME)
			continue;
		n = fprintf(out, "  %s%s%s", o->name, o->arg ? between[o->form] : "",
			    o->arg ? o->arg : "");
		if (n > 29)
			n = fprintf(out, "\n") - 1;
		fprintf(out, "%*s%s\n", 30 - n, "", o->help);
	}
}

void
hd_list_options(const hd_option_table *t, FILE *out)
{
	for (size_t i = 0; i < t->n; i++)
		fprintf(out, "%s%s\n", t->at[i].name,
			t->at[i].form == HD_EQUAL ? "=" : "");
}

/* Edit distance: insertions, deletions, replacements. */
static size_t
distance(const char *a, const char *b)
{
	size_t n = strlen(b), row[64];

	if (n >= HD_COUNT(row))
		return SIZE_MAX;
	for (size_t j = 0; j <= n; j++)
		row[j] = j;
	for (size_t i = 1; a[i - 1]; i++) {
		size_t corner = row[0];

		row[0] = i;
		for (size_t j = 1; j <= n; j++) {
			size_t best = corner + (a[i - 1] != b[j - 1]);

			corner = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[n];
}

const char *
hd_closest(const char *word, hd_candidate_fn *candidate, const void *from)
{
	size_t length = strcspn(word, "="), limit = length / 3 + 1;
	const char *best = NULL, *name;
	char stem[64];

	snprintf(stem, sizeof stem, "%.*s", (int)length, word);
	for (size_t i = 0; (name = candidate(from, i)); i++) {
		size_t d = distance(stem, name);

		if (d < limit || (d == limit && !best)) {
			limit = d;
			best = name;
		}
	}
	return best;
}
