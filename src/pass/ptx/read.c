/* SPDX-License-Identifier: Apache-2.0 */
/* Reading inline PTX: names, constants, operands, instructions. */
#include "pass/ptx/ptx.h"

#include <ctype.h>

/* What to do instead, by how an opcode begins. */
static const char *
advice(const char *what)
{
	static const char newer[] =
		"kernels are compiled for sm_80: keep it behind #if __CUDA_ARCH__ >= 900";
	static const char textures[] = "use CUDA's texture and surface functions";
	static const struct {
		const char *prefix, *text;
	} known[] = {
		{"wgmma.", newer},
		{"tcgen05.", newer},
		{"cp.async.bulk", newer},
		{"cp.reduce.", newer},
		{"mapa", newer},
		{"getctarank", newer},
		{"multimem.", newer},
		{"tensormap.", newer},
		{"clusterlaunchcontrol.", newer},
		{"barrier.cluster.", newer},
		{"st.async", newer},
		{"red.async", newer},
		{"mbarrier.", newer},
		{"tex.", textures},
		{"tld4.", textures},
		{"txq.", textures},
		{"suld.", textures},
		{"sust.", textures},
		{"sured.", textures},
		{"suq.", textures},
		{"atom.", "use CUDA's atomic functions"},
		{"red.", "use CUDA's atomic functions"},
		{"mma.", "use the shapes and types of docs/support.md, or mma.h"},
		{"wmma.", "use mma.h"},
		{"vadd", "use CUDA's functions on bytes and halves, as __vadd4"},
		{"vsub", "use CUDA's functions on bytes and halves, as __vsub4"},
		{"vm", "use CUDA's functions on bytes and halves, as __vmaxs4"},
		{"vset", "use CUDA's functions on bytes and halves, as __vseteq4"},
	};

	if (strstr(what, "::cluster"))
		return newer;
	for (size_t k = 0; k < HD_COUNT(known); k++)
		if (hd_has_prefix(what, known[k].prefix))
			return known[k].text;
	return "write it in C++, here or for Heddle alone (#ifdef __HEDDLE__)";
}

void
hd_ptx_fail(hd_ptx *p, const char *what)
{
	if (!p->failed)
		hd_error(p->at, "inline PTX: '%.60s' is not supported yet; %s", what,
			 advice(what));
	p->failed = true;
}

/* White space and comments. */
static void
skip(hd_ptx *p)
{
	for (;;) {
		const char *s = p->cursor;

		if (isspace((unsigned char)*s)) {
			p->cursor++;
		} else if (s[0] == '/' && s[1] == '/') {
			p->cursor += strcspn(s, "\n");
		} else if (s[0] == '/' && s[1] == '*') {
			const char *end = strstr(s + 2, "*/");

			p->cursor = end ? end + 2 : s + strlen(s);
		} else {
			return;
		}
	}
}

bool
hd_ptx_next(hd_ptx *p, char c)
{
	skip(p);
	if (*p->cursor != c)
		return false;
	p->cursor++;
	skip(p);
	return true;
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '%' || c == '.' ||
	       c == ':' || c == '$';
}

/* Names, opcodes, numbers. A label's colon is not part of its name, the two colons in
 * an opcode are. */
const char *
hd_ptx_word(hd_ptx *p)
{
	const char *s, *start;

	skip(p);
	start = s = p->cursor;
	while (is_word(*s)) {
		if (*s == ':' && s[1] != ':')
			break;
		s += *s == ':' ? 2 : 1;
	}
	if (s == start)
		return NULL;
	p->cursor = s;
	return hd_strndup(&p->u->scratch, start, (size_t)(s - start));
}

hd_ptx_arg
hd_ptx_variable(hd_ptx *p, LLVMTypeRef t, const char *name)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(p->u->c);
	hd_ptx_arg a = {.kind = HD_PTX_REGISTER, .type = t, .name = name};

	LLVMPositionBuilderAtEnd(b, p->entry);
	a.slot = LLVMBuildAlloca(b, t, name);
	LLVMDisposeBuilder(b);
	return a;
}

/* ---- operands */

static bool read_arg(hd_ptx *p, hd_ptx_arg *a);

/* 12, 0x1f, 0f3f800000, 1.5 */
static bool
read_number(hd_ptx *p, hd_ptx_arg *a, const char *word)
{
	char *end;

	a->type = p->u->i64;
	if (word[0] == '0' && (word[1] == 'f' || word[1] == 'F') &&
	    strlen(word) == 10) {
		a->kind = HD_PTX_FLOAT;
		a->type = p->u->f32;
		a->bits = strtoull(word + 2, &end, 16);
	} else if (word[0] == '0' && (word[1] == 'd' || word[1] == 'D')) {
		a->kind = HD_PTX_FLOAT;
		a->type = p->u->f64;
		a->bits = strtoull(word + 2, &end, 16);
	} else if (strpbrk(word, ".") && !hd_has_prefix(word, "0x")) {
		double d = strtod(word, &end);

		a->kind = HD_PTX_FLOAT;
		a->type = p->u->f64;
		memcpy(&a->bits, &d, sizeof d);
	} else {
		a->kind = HD_PTX_INTEGER;
		a->bits = strtoull(word, &end, 0);
		if (*end == 'U' || *end == 'u')
			end++;
	}
	return *end == 0;
}

static bool
read_operand(hd_ptx *p, hd_ptx_arg *a, const char *word)
{
	char *end;
	unsigned long n = strtoul(word + 1, &end, 10);

	if (*end || end == word + 1 || n >= (unsigned long)p->operands)
		return false;
	*a = p->operand[n];
	return true;
}

static bool
read_name(hd_ptx *p, hd_ptx_arg *a)
{
	const char *word = hd_ptx_word(p);
	uintptr_t *known;

	if (!word)
		return false;
	if (*word == '$')
		return read_operand(p, a, word);
	if (isdigit((unsigned char)*word))
		return read_number(p, a, word);
	known = hd_map_get_str(&p->registers, word);
	if (known) {
		*a = *(hd_ptx_arg *)*known;
	} else if (strcmp(word, "_") == 0) {
		a->kind = HD_PTX_NONE;
	} else if (strcmp(word, "WARP_SZ") == 0) {
		*a = (hd_ptx_arg){
			.kind = HD_PTX_INTEGER, .type = p->u->i64, .bits = 32};
	} else {
		a->kind = *word == '%' ? HD_PTX_SPECIAL : HD_PTX_NAME;
		a->name = word;
	}
	return true;
}

static bool
read_vector(hd_ptx *p, hd_ptx_arg *a)
{
	a->kind = HD_PTX_VECTOR;
	a->element = HD_NEW_ARRAY(&p->u->scratch, hd_ptx_arg, HD_PTX_ELEMENTS);
	do {
		if (a->elements == HD_PTX_ELEMENTS ||
		    !read_arg(p, &a->element[a->elements++]))
			return false;
	} while (hd_ptx_next(p, ','));
	return hd_ptx_next(p, '}');
}

static bool
read_address(hd_ptx *p, hd_ptx_arg *a)
{
	a->kind = HD_PTX_ADDRESS;
	a->element = HD_NEW(&p->u->scratch, hd_ptx_arg);
	if (!read_arg(p, a->element))
		return false;
	for (;;) {
		bool minus = hd_ptx_next(p, '-');
		hd_ptx_arg offset = {0};

		if (!minus && !hd_ptx_next(p, '+'))
			break;
		if (hd_ptx_next(p, '-'))
			minus = !minus;
		if (!read_name(p, &offset))
			return false;
		if (offset.kind != HD_PTX_INTEGER) /* an "n" operand: a second base */
			a->second = HD_NEW(&p->u->scratch, hd_ptx_arg),
			*a->second = offset;
		else
			a->bits += minus ? 0 - offset.bits : offset.bits;
	}
	return hd_ptx_next(p, ']');
}

static bool
read_arg(hd_ptx *p, hd_ptx_arg *a)
{
	bool negated, ok;

	if (hd_ptx_next(p, '{'))
		return read_vector(p, a);
	if (hd_ptx_next(p, '['))
		return read_address(p, a);
	negated = hd_ptx_next(p, '!') || hd_ptx_next(p, '-');
	ok = read_name(p, a);
	a->negated = negated;
	if (ok && hd_ptx_next(p, '|')) {
		a->second = HD_NEW(&p->u->scratch, hd_ptx_arg);
		ok = read_name(p, a->second);
	}
	return ok;
}

/* ---- instructions */

static void
cut_opcode(hd_ptx *p, hd_ptx_insn *i, const char *opcode)
{
	char *s = hd_strdup(&p->u->scratch, opcode);

	i->text = opcode;
	while (s && i->parts < HD_PTX_PARTS) {
		char *dot = strchr(s, '.');

		if (dot)
			*dot++ = 0;
		i->part[i->parts++] = s;
		s = dot;
	}
}

/* ptxas takes .relu and .satfinite behind the types as well: in front of them, as in the
 * manual. */
static void
put_types_last(hd_ptx *p, hd_ptx_insn *i)
{
	int last = i->parts - 1, to = last;
	const char *what = i->part[last];

	if (strcmp(what, "relu") != 0 && strcmp(what, "satfinite") != 0)
		return;
	while (to > 1 && hd_ptx_type(p, i->part[to - 1]))
		to--;
	for (int k = last; k > to; k--)
		i->part[k] = i->part[k - 1];
	i->part[to] = what;
}

/* Operands that only say what to keep in caches. */
static void
drop_policy(hd_ptx_insn *i)
{
	int n = 0;

	if (!hd_ptx_has(i, "L2::cache_hint") || i->args == 0)
		return;
	for (int k = 0; k < i->parts; k++)
		if (strcmp(i->part[k], "L2::cache_hint") != 0)
			i->part[n++] = i->part[k];
	i->parts = n;
	i->args--;
}

bool
hd_ptx_read_insn(hd_ptx *p, hd_ptx_insn *i, const char *opcode)
{
	cut_opcode(p, i, opcode);
	put_types_last(p, i);
	skip(p);
	while (*p->cursor && *p->cursor != ';') {
		if (i->args == HD_PTX_ARGS || !read_arg(p, &i->arg[i->args++]))
			return false;
		if (!hd_ptx_next(p, ','))
			break;
	}
	skip(p);
	drop_policy(i);
	return !*p->cursor || hd_ptx_next(p, ';');
}
