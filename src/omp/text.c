/* SPDX-License-Identifier: Apache-2.0 */
/* Source text: positions, messages with a caret, edit lists, indentation, output. */
#include "omp/omp.h"

#include <ctype.h>
#include <errno.h>
#include <unistd.h>

hd_pos
hd_omp_pos(hd_file *f, unsigned at)
{
	hd_pos pos = {f->path, 1, 1};

	for (unsigned i = 0; i < at && i < f->size; i++) {
		pos.column++;
		if (f->text[i] == '\n') {
			pos.line++;
			pos.column = 1;
		}
	}
	return pos;
}

unsigned
hd_omp_line_start(hd_file *f, unsigned at)
{
	while (at > 0 && f->text[at - 1] != '\n')
		at--;
	return at;
}

/* The newline that ends the line of `at`, or the end of the text. */
unsigned
hd_omp_line_end(hd_file *f, unsigned at)
{
	while (at < f->size && f->text[at] != '\n')
		at++;
	return at;
}

void
hd_omp_caret(hd_file *f, unsigned at)
{
	unsigned from = hd_omp_line_start(f, at), to = hd_omp_line_end(f, at);

	fprintf(stderr, "  %.*s\n  ", (int)(to - from), f->text + from);
	for (unsigned i = from; i < at; i++)
		fputc(f->text[i] == '\t' ? '\t' : ' ', stderr);
	fputs("^\n", stderr);
}

#define SAY(how)                                                                       \
	do {                                                                           \
		hd_arena a = {0};                                                      \
		va_list ap;                                                            \
		va_start(ap, fmt);                                                     \
		how(hd_omp_pos(f, at), "%s", hd_vformat(&a, fmt, ap));                 \
		va_end(ap);                                                            \
		hd_omp_caret(f, at);                                                   \
		hd_arena_free(&a);                                                     \
	} while (0)

void
hd_omp_error(hd_file *f, unsigned at, const char *fmt, ...)
{
	SAY(hd_error_at);
}

void
hd_omp_warn(hd_file *f, unsigned at, const char *fmt, ...)
{
	SAY(hd_warn_at);
}

/* ---- edit lists */

void
hd_omp_edit(hd_arena *a, hd_edits *e, hd_edit edit)
{
	hd_push(a, e, edit);
}

static int
by_place(const void *x, const void *y)
{
	const hd_edit *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	if ((a->from == a->to) != (b->from == b->to))
		return a->from == a->to ? -1 : 1;
	if (a->to != b->to)
		return a->to > b->to ? -1 : 1;
	return a->order - b->order;
}

static void
collect(hd_arena *a, hd_edits *out, hd_edit range, const hd_edits *in)
{
	for (size_t i = 0; in && i < in->n; i++)
		if (in->at[i].from >= range.from && in->at[i].to <= range.to)
			hd_push(a, out, in->at[i]);
}

/* The text of a range with the file's own edits and some more; an edit inside an
 * earlier, larger one is dropped. */
char *
hd_omp_render(hd_arena *a, hd_file *f, hd_edit range, const hd_edits *extra)
{
	hd_edits all = {0};
	hd_str s = {.arena = a};
	unsigned at = range.from;

	collect(a, &all, range, extra);
	collect(a, &all, range, &f->base);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_place);
	for (size_t i = 0; i < all.n; i++) {
		hd_edit *e = &all.at[i];
		if (e->from < at)
			continue;
		hd_str_addn(&s, f->text + at, e->from - at);
		hd_str_add(&s, e->text);
		at = e->to;
	}
	if (at < range.to)
		hd_str_addn(&s, f->text + at, range.to - at);
	return s.at ? s.at : hd_strdup(a, "");
}

char *
hd_omp_text(hd_arena *a, const hd_node *n)
{
	return hd_omp_render(a, n->file, (hd_edit){n->from, n->to, NULL, 0}, NULL);
}

/* ---- indentation */

char *
hd_omp_indent_at(hd_arena *a, hd_file *f, unsigned at)
{
	unsigned from = hd_omp_line_start(f, at), to = from;

	while (to < f->size && (f->text[to] == ' ' || f->text[to] == '\t'))
		to++;
	return hd_strndup(a, f->text + from, to - from);
}

static unsigned
columns(const char *s, const char **end)
{
	unsigned n = 0;

	for (; *s == ' ' || *s == '\t'; s++)
		n = *s == '\t' ? (n | 7) + 1 : n + 1;
	*end = s;
	return n;
}

static unsigned
least_indent(const char *text)
{
	unsigned least = ~0u;

	for (const char *s = text; *s;) {
		const char *word;
		unsigned n = columns(s, &word);
		if (*word && *word != '\n' && *word != '#' && n < least)
			least = n;
		s = strchr(word, '\n');
		if (!s)
			break;
		s++;
	}
	return least == ~0u ? 0 : least;
}

/* Move a text so that its leftmost line starts at `indent`. */
char *
hd_omp_reindent(hd_arena *a, const char *text, const char *indent)
{
	hd_str out = {.arena = a};
	unsigned least = least_indent(text);

	hd_str_add(&out, "");
	for (const char *s = text; *s;) {
		const char *word, *end;
		unsigned n = columns(s, &word);
		end = strchr(word, '\n');
		if (!end)
			end = word + strlen(word);
		if (end > word) {
			hd_str_add(&out, indent);
			for (n = n > least ? n - least : 0; n >= 8; n -= 8)
				hd_str_addc(&out, '\t');
			for (; n; n--)
				hd_str_addc(&out, ' ');
			hd_str_addn(&out, word, (size_t)(end - word));
		}
		if (*end)
			hd_str_addc(&out, '\n');
		s = *end ? end + 1 : end;
	}
	return out.at;
}

/* Every line but the first moved right by `indent`. */
char *
hd_omp_indent_rest(hd_arena *a, const char *text, const char *indent)
{
	hd_str out = {.arena = a};

	hd_str_add(&out, "");
	for (; *text; text++) {
		hd_str_addc(&out, *text);
		if (*text == '\n' && text[1] && text[1] != '\n')
			hd_str_add(&out, indent);
	}
	return out.at;
}

/* ---- ends of statements */

static bool
ends_with_statement(const hd_node *n)
{
	return n->kind == HD_N_FOR || n->kind == HD_N_WHILE || n->kind == HD_N_IF ||
	       n->kind == HD_N_SWITCH || n->kind == HD_N_CASE ||
	       n->kind == HD_N_DEFAULT || n->kind == HD_N_LABEL;
}

/* Behind the semicolon, which clang leaves out of expression statements. */
unsigned
hd_omp_stmt_end(const hd_node *n)
{
	unsigned at = n->to;

	if (n->kind == HD_N_COMPOUND || n->kind == HD_N_DIRECTIVE ||
	    n->kind == HD_N_FUNC)
		return at;
	if (ends_with_statement(n) && n->n && n->kid[n->n - 1])
		return hd_omp_stmt_end(n->kid[n->n - 1]);
	if (at > n->from && n->file->text[at - 1] == ';')
		return at;
	while (at < n->file->size && isspace((unsigned char)n->file->text[at]))
		at++;
	return at < n->file->size && n->file->text[at] == ';' ? at + 1 : n->to;
}

/* In front of the directives that belong to a statement. */
unsigned
hd_omp_stmt_start(const hd_node *n)
{
	unsigned at = n->from;

	if (n->dirs && n->dirs->file == n->file && n->dirs->from < at)
		at = n->dirs->from;
	return at;
}

/* Write through a temporary name, so that nothing half done is left. */
bool
hd_omp_write(const char *path, const char *text)
{
	hd_arena a = {0};
	char *temp = hd_format(&a, "%s.%ld.tmp", path, (long)getpid());
	bool ok = hd_write_file(temp, text, strlen(text)) && rename(temp, path) == 0;

	if (!ok) {
		hd_error_at((hd_pos){0}, "cannot write '%s': %s; choose another -o",
			    path, strerror(errno));
		unlink(temp);
	}
	hd_arena_free(&a);
	return ok;
}
