/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA is C++: casts that C leaves out, words that mean something else there, and names of
 * CUDA's own types and functions that a C program is free to use. */
#include "omp/omp.h"

#include <ctype.h>

static const char *const cxx_words[] = {
	"class",   "new",       "delete",  "template", "this",      "private",
	"public",  "protected", "virtual", "operator", "namespace", "friend",
	"try",     "catch",     "throw",   "typename", "explicit",  "export",
	"using",   "mutable",   "and",     "or",       "not",       "xor",
	"bitand",  "bitor",     "compl",   "nullptr",  "constexpr", "decltype",
	"noexcept"};

static bool
is_cxx_word(const char *s, size_t n)
{
	for (size_t i = 0; i < HD_COUNT(cxx_words); i++)
		if (strlen(cxx_words[i]) == n && !memcmp(cxx_words[i], s, n))
			return true;
	return false;
}

/* "float3", "uchar4": C has no types of these names, CUDA has; and dim3. */
static size_t
vector_type(const char *s, size_t n)
{
	static const char *const of[] = {"char",  "uchar",    "short",     "ushort",
					 "int",   "uint",     "long",      "ulong",
					 "float", "longlong", "ulonglong", "double"};

	for (size_t i = 0; i < HD_COUNT(of); i++)
		if (strlen(of[i]) + 1 == n && !memcmp(of[i], s, n - 1) &&
		    s[n - 1] >= '1' && s[n - 1] <= '4')
			return n;
	return n == 4 && !memcmp(s, "dim3", n) ? n : 0;
}

/* A type's name as the translation has it. */
char *
hd_omp_cxx_type(hd_prog *p, const char *name)
{
	hd_str s = {.arena = p->mem};

	hd_str_add(&s, "");
	while (*name) {
		size_t n = 0;

		while (isalnum((unsigned char)name[n]) || name[n] == '_')
			n++;
		hd_str_addn(&s, name, n ? n : 1);
		if (is_cxx_word(name, n) || vector_type(name, n))
			hd_str_add(&s, "_");
		name += n ? n : 1;
	}
	return s.at;
}

static bool
is_cuda_function(const char *s, size_t n)
{
	static const char *const names[] = {"max",     "min",    "norm",   "rnorm",
					    "rsqrt",   "rcbrt",  "rhypot", "sinpi",
					    "cospi",   "erfinv", "umax",   "umin",
					    "normcdf", "norm3d", "norm4d", "erfcinv"};

	if (n > 5 && !memcmp(s, "make_", 5))
		return vector_type(s + 5, n - 5);
	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (strlen(names[i]) == n && !memcmp(names[i], s, n))
			return true;
	return false;
}

/* Whether the program has a function or variable of this name at file scope, and in these
 * files. */
static bool
has_its_own(hd_prog *p, const char *s, size_t n)
{
	for (size_t i = 0; i < p->globals.n + p->funcs.n; i++) {
		hd_decl *d = i < p->globals.n ? p->globals.at[i]->decl
					      : p->funcs.at[i - p->globals.n]->decl;
		if (strlen(d->name) == n && !memcmp(d->name, s, n))
			return true;
	}
	return false;
}

static bool
means_something_else(hd_prog *p, const char *s, size_t n)
{
	return is_cxx_word(s, n) || vector_type(s, n) ||
	       (is_cuda_function(s, n) && has_its_own(p, s, n));
}

static void
replace_word(hd_prog *p, hd_file *f, unsigned from, unsigned to)
{
	size_t n = to - from;
	const char *s = f->text + from;

	if (n == 8 && !memcmp(s, "restrict", n)) {
		hd_omp_edit(p->mem, &f->base, (hd_edit){from, to, "__restrict__", 0});
		return;
	}
	if (n == 5 && !memcmp(s, "_Bool", n)) {
		hd_omp_edit(p->mem, &f->base, (hd_edit){from, to, "bool", 0});
		return;
	}
	if (means_something_else(p, s, n))
		hd_omp_edit(
			p->mem, &f->base,
			(hd_edit){from, to, hd_format(p->mem, "%.*s_", (int)n, s), 0});
}

static unsigned
skip_other(hd_file *f, unsigned i)
{
	const char *s = f->text;
	char *end;

	if (s[i] == '/' && s[i + 1] == '*') {
		end = strstr(s + i + 2, "*/");
		return end ? (unsigned)(end - s) + 2 : f->size;
	}
	if (s[i] == '/' && s[i + 1] == '/')
		return hd_omp_line_end(f, i);
	if (s[i] == '"' || s[i] == '\'') {
		char q = s[i++];
		while (i < f->size && s[i] != q && s[i] != '\n')
			i += s[i] == '\\' ? 2 : 1;
	}
	return i + 1;
}

static bool
at_pragma_or_include(hd_file *f, unsigned i)
{
	return hd_has_prefix(f->text + i, "#pragma") ||
	       hd_has_prefix(f->text + i, "#include");
}

/* `a[static N]`, `a[restrict]`: C has these words in the brackets of a parameter. */
static bool
is_in_brackets(hd_file *f, unsigned from, unsigned to)
{
	static const char *const words[] = {"static", "const", "restrict", "volatile"};
	const char *s = f->text;
	bool known = false;

	for (size_t i = 0; i < HD_COUNT(words); i++)
		known |= strlen(words[i]) == to - from &&
			 !memcmp(words[i], s + from, to - from);
	while (from > 0 && isspace((unsigned char)s[from - 1]))
		from--;
	if (!known || from == 0)
		return false;
	if (s[from - 1] == '[')
		return true;
	for (to = from; from > 0 && isalpha((unsigned char)s[from - 1]);)
		from--;
	return from < to && is_in_brackets(f, from, to);
}

static void
replace_words(hd_prog *p, hd_file *f)
{
	for (unsigned i = 0; i < f->size;) {
		unsigned e = i;
		if (f->text[i] == '#' && at_pragma_or_include(f, i)) {
			i = hd_omp_line_end(f, i);
			while (i < f->size && f->text[i - 1] == '\\')
				i = hd_omp_line_end(f, i + 1);
			continue;
		}
		while (e < f->size &&
		       (isalnum((unsigned char)f->text[e]) || f->text[e] == '_'))
			e++;
		if (e == i) {
			i = skip_other(f, i);
			continue;
		}
		if (is_in_brackets(f, i, e))
			hd_omp_edit(p->mem, &f->base, (hd_edit){i, e, "", 0});
		else
			replace_word(p, f, i, e);
		i = e;
	}
}

/* ---- conversions that only C makes by itself */

static bool
is_void_pointer(const hd_type *t)
{
	return t->kind == HD_T_POINTER && t->elem->kind == HD_T_VOID;
}

static bool
is_number(const hd_type *t)
{
	return t->kind == HD_T_INT || t->kind == HD_T_FLOAT;
}

static bool
is_null_constant(hd_node *n)
{
	n = hd_omp_strip(n);
	return n->known && n->value == 0;
}

static bool
needs_cast(hd_node *n)
{
	if (n->kind != HD_N_IMPLICIT || n->n != 1)
		return false;
	if (n->type->kind == HD_T_POINTER && !is_void_pointer(n->type) &&
	    is_void_pointer(n->kid[0]->type))
		return !is_null_constant(n);
	if (n->parent && n->parent->kind == HD_N_INIT && is_number(n->type) &&
	    is_number(n->kid[0]->type)) /* C++ has no narrowing in lists */
		return !n->known && hd_omp_strip(n)->kind != HD_N_LITERAL &&
		       strcmp(n->type->name, n->kid[0]->type->name);
	if (n->type->kind == HD_T_INT && hd_has_prefix(n->type->name, "enum "))
		return !hd_has_prefix(n->kid[0]->type->name, "enum ");
	return false;
}

static void
add_casts(hd_prog *p, hd_node *n)
{
	if (!n)
		return;
	if (needs_cast(n) && !n->macro) {
		hd_node *k = n->kid[0]->kind == HD_N_IMPLICIT ? n->kid[0]->kid[0]
							      : n->kid[0];
		bool simple = k->kind == HD_N_CALL || k->kind == HD_N_REF ||
			      k->kind == HD_N_PAREN;
		char *type = hd_omp_declare(p->mem, n->type, "", NULL);
		hd_omp_edit(
			p->mem, &n->file->base,
			(hd_edit){k->from, k->from,
				  hd_format(p->mem, "(%s)%s", type, simple ? "" : "("),
				  0});
		if (!simple)
			hd_omp_edit(p->mem, &n->file->base,
				    (hd_edit){k->to, k->to, ")", 0});
	}
	for (unsigned i = 0; i < n->n; i++)
		add_casts(p, n->kid[i]);
}

void
hd_omp_to_cxx(hd_prog *p)
{
	for (size_t i = 0; i < p->files.n; i++)
		replace_words(p, p->files.at[i]);
	hd_strings names = {0};
	for (size_t i = 0; i < p->decls.n; i++) {
		const char *name = p->decls.at[i]->name;
		bool other = !p->decls.at[i]->system &&
			     means_something_else(p, name, strlen(name));
		hd_push(p->mem, &names, other ? hd_format(p->mem, "%s_", name) : name);
	}
	for (size_t i = 0; i < p->decls.n; i++)
		p->decls.at[i]->name = names.at[i];
	for (size_t i = 0; i < p->funcs.n; i++)
		add_casts(p, p->funcs.at[i]);
	for (size_t i = 0; i < p->globals.n; i++)
		add_casts(p, p->globals.at[i]);
}
