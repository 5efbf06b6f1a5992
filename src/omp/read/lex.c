/* SPDX-License-Identifier: Apache-2.0 */
/* Reading pragmas: finding them in the text, and parsing directives and clauses. */
#include "omp/omp.h"

#include <ctype.h>

typedef struct reader {
	hd_prog *p;
	hd_file *f;
	unsigned at, to;
	bool failed;
} reader;

enum arg { ARG_NONE, ARG_LIST, ARG_INT, ARG_TEXT, ARG_RED, ARG_OPT };
enum { FLAG_0 = 0, FLAG_S = 1, FLAG_U = 2, FLAG_SU = 3, FLAG_C = 4 };
enum { FAMILY_OMP, FAMILY_CUDA };

static const struct {
	int family;
	const char *words;
	int flags;
} directives[] = {
#define DIRECTIVE(id, family, words, flags) {FAMILY_##family, words, FLAG_##flags},
#include "omp/read/directive.def"
};

static const struct {
	int family;
	const char *word;
	enum arg arg;
	int flags;
} clauses[] = {
#define CLAUSE(id, family, word, arg, flags)                                           \
	{FAMILY_##family, word, ARG_##arg, FLAG_##flags},
#include "omp/read/directive.def"
};

const char *
hd_omp_dir_name(enum hd_dirkind k)
{
	return directives[k].words;
}

const char *
hd_omp_clause_name(enum hd_clkind k)
{
	return clauses[k].word;
}

bool
hd_omp_is_cuda(enum hd_dirkind k)
{
	return directives[k].family == FAMILY_CUDA;
}

bool
hd_omp_is_standalone(enum hd_dirkind k)
{
	return directives[k].flags & FLAG_S;
}

/* ---- characters */

static void
fail(reader *r, unsigned at, const char *what, const char *todo)
{
	if (!r->failed)
		hd_omp_error(r->f, at, "%s; %s", what, todo);
	r->failed = true;
}

static void
skip_space(reader *r)
{
	const char *s = r->f->text;

	for (; r->at < r->to; r->at++) {
		if (s[r->at] == '\\' && r->at + 1 < r->to &&
		    (s[r->at + 1] == '\n' || s[r->at + 1] == '\r'))
			continue;
		if (!isspace((unsigned char)s[r->at]))
			return;
	}
}

static bool
is_word(int c)
{
	return isalnum(c) || c == '_';
}

static unsigned
word_end(reader *r)
{
	unsigned e = r->at;

	while (e < r->to && is_word((unsigned char)r->f->text[e]))
		e++;
	return e;
}

static char *
take_word(reader *r)
{
	unsigned from, to;

	skip_space(r);
	from = r->at;
	to = word_end(r);
	r->at = to;
	return hd_strndup(r->p->mem, r->f->text + from, to - from);
}

static int
peek(reader *r)
{
	skip_space(r);
	return r->at < r->to ? (unsigned char)r->f->text[r->at] : 0;
}

static bool
accept(reader *r, int c)
{
	if (peek(r) != c)
		return false;
	r->at++;
	return true;
}

/* The end of a bracketed text; r->at is behind the opening bracket. */
static unsigned
closing(reader *r)
{
	int depth = 1;

	for (unsigned i = r->at; i < r->to; i++) {
		int c = r->f->text[i];
		if (c == '(' || c == '[')
			depth++;
		if ((c == ')' || c == ']') && --depth == 0)
			return i;
	}
	return 0;
}

/* ---- clauses */

static void
take_items(reader *r, unsigned end, hd_items *out)
{
	do {
		hd_item item = {0};
		skip_space(r);
		item.at = r->at;
		item.name = take_word(r);
		if (!*item.name || isdigit((unsigned char)*item.name)) {
			fail(r, item.at, "expected a variable name",
			     "list variables between commas");
			return;
		}
		unsigned from = r->at;
		while (accept(r, '['))
			r->at = closing(r) + 1;
		if (r->at > from && r->f->text[r->at - 1] == ']')
			item.section =
				hd_strndup(r->p->mem, r->f->text + from, r->at - from);
		hd_push(r->p->mem, out, item);
	} while (accept(r, ','));
	skip_space(r);
	if (r->at != end)
		fail(r, r->at, "unexpected text in a list of variables",
		     "list variables between commas");
	r->at = end;
}

static const struct {
	const char *text;
	enum hd_op op;
} reduction_ops[] = {
	{"+", HD_OP_ADD},   {"*", HD_OP_MUL},   {"-", HD_OP_SUB},   {"&", HD_OP_AND},
	{"|", HD_OP_OR},    {"^", HD_OP_XOR},   {"&&", HD_OP_LAND}, {"||", HD_OP_LOR},
	{"max", HD_OP_MAX}, {"min", HD_OP_MIN},
};

const char *
hd_omp_op_text(enum hd_op op)
{
	for (size_t i = 0; i < HD_COUNT(reduction_ops); i++)
		if (reduction_ops[i].op == op)
			return reduction_ops[i].text;
	return "?";
}

static void
take_reduction(reader *r, hd_clause *c, unsigned end)
{
	unsigned from;
	size_t n;

	skip_space(r);
	from = r->at;
	while (r->at < end && r->f->text[r->at] != ':')
		r->at++;
	n = r->at - from;
	while (n && isspace((unsigned char)r->f->text[from + n - 1]))
		n--;
	for (size_t i = 0; i < HD_COUNT(reduction_ops); i++)
		if (strlen(reduction_ops[i].text) == n &&
		    !memcmp(reduction_ops[i].text, r->f->text + from, n))
			c->op = reduction_ops[i].op;
	if (!c->op || r->at >= end) {
		fail(r, from, "unknown reduction operator",
		     "use one of + * - & | ^ && || max min, then ':' and variables");
		return;
	}
	r->at++;
	take_items(r, end, &c->items);
}

static void
take_int(reader *r, hd_clause *c, unsigned end)
{
	char *rest, *text = hd_strndup(r->p->mem, r->f->text + r->at, end - r->at);

	c->text = text;
	c->value = strtoll(text, &rest, 0);
	while (isspace((unsigned char)*rest))
		rest++;
	if (*rest || rest == text || c->value < 0)
		fail(r, r->at, "expected a whole number",
		     "write a constant such as 128");
	r->at = end;
}

static void
take_argument(reader *r, hd_clause *c)
{
	enum arg arg = clauses[c->kind].arg;
	unsigned end;

	if (arg == ARG_NONE || (arg == ARG_OPT && peek(r) != '('))
		return;
	if (!accept(r, '(') || !(end = closing(r))) {
		fail(r, c->at, "this clause needs an argument in parentheses",
		     "write it as clause(argument)");
		return;
	}
	skip_space(r);
	if (r->at >= end)
		fail(r, c->at, "this clause has an empty argument",
		     "name something in it");
	else if (arg == ARG_LIST)
		take_items(r, end, &c->items);
	else if (arg == ARG_RED)
		take_reduction(r, c, end);
	else if (arg == ARG_INT)
		take_int(r, c, end);
	else
		c->text = hd_strndup(r->p->mem, r->f->text + r->at, end - r->at);
	r->at = end + 1;
}

static int
clause_kind(int family, const char *word)
{
	for (int i = 0; i < HD_CL_COUNT; i++)
		if (clauses[i].family == family && !strcmp(clauses[i].word, word))
			return i;
	return -1;
}

static bool
clause_allowed(hd_dir *d, int kind)
{
	if (d->kind == HD_DIR_CPURUN)
		return clauses[kind].flags & FLAG_C;
	if (d->kind == HD_DIR_AINFO)
		return kind == HD_CL_PROCNAME || kind == HD_CL_KERNELID;
	return d->kind != HD_DIR_NOGPURUN;
}

static void
take_clause(reader *r, hd_dir *d)
{
	hd_clause c = {0};
	int kind;
	char *word;

	skip_space(r);
	c.at = r->at;
	word = take_word(r);
	kind = clause_kind(directives[d->kind].family, word);
	if (kind < 0 || !clause_allowed(d, kind)) {
		fail(r, c.at,
		     hd_format(r->p->mem, "'%s' is not a clause of '%s'",
			       *word ? word : "this", directives[d->kind].words),
		     "see docs/omp2cuda.md for the clauses of each directive");
		return;
	}
	c.kind = (enum hd_clkind)kind;
	take_argument(r, &c);
	if (!r->failed)
		hd_push(r->p->mem, &d->clauses, c);
}

/* Of directives that are not translated, what they say about variables: one thread may do
 * them. */
static void
take_data_clauses(reader *r, hd_dir *d)
{
	while (!r->failed && peek(r)) {
		hd_clause c = {.at = r->at};
		char *word = take_word(r);
		int kind = clause_kind(FAMILY_OMP, word);
		unsigned end;

		if (kind == HD_CL_PRIVATE || kind == HD_CL_FIRSTPRIVATE ||
		    kind == HD_CL_SHARED) {
			c.kind = (enum hd_clkind)kind;
			take_argument(r, &c);
			if (!r->failed)
				hd_push(r->p->mem, &d->clauses, c);
		} else if (accept(r, '(')) {
			end = closing(r);
			r->at = end ? end + 1 : r->to;
		} else if (!*word) {
			r->at++; /* a comma */
		}
	}
}

/* ---- directives */

static bool
take_words(reader *r, const char *words)
{
	unsigned start = r->at;

	while (*words) {
		size_t n = strcspn(words, " ");
		skip_space(r);
		if (word_end(r) - r->at != n || memcmp(r->f->text + r->at, words, n)) {
			r->at = start;
			return false;
		}
		r->at += (unsigned)n;
		words += n + (words[n] == ' ');
	}
	return true;
}

static int
directive_kind(reader *r, int family)
{
	for (int i = 0; i < HD_DIR_COUNT; i++)
		if (directives[i].family == family &&
		    take_words(r, directives[i].words))
			return i;
	return -1;
}

/* critical (name), flush (list), threadprivate (list) */
static void
take_operand(reader *r, hd_dir *d)
{
	unsigned end;

	if (d->kind != HD_DIR_CRITICAL && d->kind != HD_DIR_FLUSH &&
	    d->kind != HD_DIR_THREADPRIVATE)
		return;
	if (!accept(r, '('))
		return;
	end = closing(r);
	if (!end) {
		fail(r, r->at, "missing ')'", "close the parenthesis");
		return;
	}
	if (d->kind == HD_DIR_CRITICAL)
		d->name = take_word(r);
	else
		take_items(r, end, &d->items);
	r->at = end + 1;
}

static hd_dir *
take_directive(reader *r, int family)
{
	hd_dir *d = HD_NEW(r->p->mem, hd_dir);
	unsigned at;
	int kind;

	skip_space(r);
	at = r->at;
	kind = directive_kind(r, family);
	if (kind < 0) {
		fail(r, at, "unknown directive", "see docs/omp2cuda.md for the list");
		return NULL;
	}
	d->kind = (enum hd_dirkind)kind;
	d->file = r->f;
	if ((directives[kind].flags & FLAG_U) && !r->failed) {
		d->name = "unsupported";
		take_data_clauses(r, d);
		return r->failed ? NULL : d;
	}
	take_operand(r, d);
	while (!r->failed && peek(r)) {
		accept(r, ',');
		if (peek(r))
			take_clause(r, d);
	}
	return r->failed ? NULL : d;
}

static unsigned
without_comment(hd_file *f, unsigned from, unsigned to)
{
	for (unsigned i = from; i + 1 < to; i++)
		if (f->text[i] == '/' &&
		    (f->text[i + 1] == '/' || f->text[i + 1] == '*'))
			return i;
	return to;
}

/* A directive from its text behind "#pragma"; NULL when it is neither omp nor cuda, or
 * after a message. */
hd_dir *
hd_omp_parse_directive(hd_prog *p, hd_file *f, unsigned from, unsigned to)
{
	reader r = {p, f, from, without_comment(f, from, to), false};
	int family = -1;
	hd_dir *d;

	if (take_words(&r, "omp"))
		family = FAMILY_OMP;
	else if (take_words(&r, "cuda"))
		family = FAMILY_CUDA;
	if (family < 0)
		return NULL;
	d = take_directive(&r, family);
	return d;
}

/* ---- finding pragmas */

static unsigned
skip_quoted(hd_file *f, unsigned i)
{
	char quote = f->text[i++];

	while (i < f->size && f->text[i] != quote && f->text[i] != '\n')
		i += f->text[i] == '\\' ? 2 : 1;
	return i + 1;
}

static unsigned
skip_comment(hd_file *f, unsigned i)
{
	char *end;

	if (f->text[i + 1] == '/')
		return hd_omp_line_end(f, i);
	end = strstr(f->text + i + 2, "*/");
	return end ? (unsigned)(end - f->text) + 2 : f->size;
}

static unsigned
logical_line_end(hd_file *f, unsigned i)
{
	i = hd_omp_line_end(f, i);
	while (i < f->size && i > 0 && f->text[i - 1] == '\\')
		i = hd_omp_line_end(f, i + 1);
	return i;
}

static void
scan_hash(hd_prog *p, hd_file *f, unsigned hash, hd_dirs *out)
{
	reader r = {p, f, hash + 1, logical_line_end(f, hash), false};
	hd_pos pos;
	hd_dir *d;

	if (!take_words(&r, "pragma"))
		return;
	d = hd_omp_parse_directive(p, f, r.at, r.to);
	if (!d)
		return;
	pos = hd_omp_pos(f, hash);
	d->from = hash;
	d->to = r.to;
	d->line = pos.line;
	d->column = pos.column;
	hd_push(p->mem, out, d);
}

/* All omp and cuda pragmas of a file, in order. */
void
hd_omp_scan(hd_prog *p, hd_file *f, hd_dirs *out)
{
	bool fresh = true; /* only blanks so far on this line */

	for (unsigned i = 0; i < f->size;) {
		int c = (unsigned char)f->text[i];
		if (c == '/' && (f->text[i + 1] == '/' || f->text[i + 1] == '*')) {
			i = skip_comment(f, i);
			continue;
		}
		if (c == '"' || c == '\'') {
			i = skip_quoted(f, i);
			fresh = false;
			continue;
		}
		if (c == '#' && fresh) {
			scan_hash(p, f, i, out);
			i = logical_line_end(f, i);
			continue;
		}
		fresh = c == '\n' || (fresh && isspace(c));
		i++;
	}
}
