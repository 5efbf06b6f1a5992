/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions. Integers wrap through unsigned types, except for those of gen_small, whose
 * range is known, so that they may be signed; floats stay finite and far from overflow,
 * and only operations that IEEE 754 defines to the bit are used on them. */
#include "gen.h"

const struct type_info type_of[NTYPES] = {
	[I8] = {"signed char", "i8", "unsigned", 8},
	[U8] = {"unsigned char", "u8", "unsigned", 8},
	[I16] = {"short", "i16", "unsigned", 16},
	[U16] = {"unsigned short", "u16", "unsigned", 16},
	[I32] = {"int", "i32", "unsigned", 32},
	[U32] = {"unsigned", "u32", "unsigned", 32},
	[I64] = {"long long", "i64", "unsigned long long", 64},
	[U64] = {"unsigned long long", "u64", "unsigned long long", 64},
	[F32] = {"float", "f32", NULL, 32},
	[F64] = {"double", "f64", NULL, 64},
};

bool
gen_is_float(type t)
{
	return t >= F32;
}

type
gen_type(gen *g)
{
	static const type often[] = {I32, I32, I32, U32, U32, U32, I64, U64, F32, F32};

	if (gen_chance(g, 65)) {
		type t = often[gen_below(g, 10)];

		return gen_is_float(t) && !(g->has & HAS_FLOAT) ? I32 : t;
	}
	return gen_below(g, g->has & HAS_FLOAT ? NTYPES : F32);
}

bool
gen_use_variable(gen *g, type t)
{
	int tries = 6;

	while (tries-- > 0 && g->nvar) {
		const struct variable *v = &g->var[gen_below(g, (unsigned)g->nvar)];

		if (gen_is_float(t) != gen_is_float(v->t) || (v->t != t && tries > 1))
			continue;
		gen_put(g, v->t == t ? "%.0s%s" : "(%s)%s", type_of[t].name, v->name);
		return true;
	}
	return false;
}

/* ---- what memory holds */

void
gen_slot(gen *g, type t)
{
	unsigned k = gen_below(g, 4);

	gen_put(g, "out_%s[", type_of[t].tag);
	if (g->strided_slots[t])
		gen_put(g, "slot%d * z.%s]", g->slot_form[t],
			gen_chance(g, 50) ? "inc" : "linc");
	else if (g->wide_slots[t])
		gen_put(g, "%s%u + slot%d]", gen_chance(g, 20) ? "(size_t)" : "",
			k * SLOTS, g->slot_form[t]);
	else
		gen_put(g, "slot%d * 4 + %u]", g->slot_form[t], k);
}

static void
load(gen *g, type t)
{
	const char *tag = type_of[t].tag;

	switch (gen_below(g, 5)) {
	case 0:
		if (g->has & HAS_VECTORS && t == F32) {
			gen_put(g, "in_f4[");
			gen_index(g, SLOTS / 4);
			gen_put(g, "].%s", GEN_PICK(g, "x", "y", "z", "w"));
			return;
		}
		if (g->has & HAS_VECTORS && t == I32) {
			gen_put(g, "in_i2[");
			gen_index(g, SLOTS / 2);
			gen_put(g, "].%s", GEN_PICK(g, "x", "y"));
			return;
		}
		/* fall through */
	case 1:
		if (g->has & HAS_PRIVATE && gen_chance(g, 40)) {
			gen_put(g, "(%s)in_rec[", type_of[t].name);
			gen_index(g, SLOTS / 8);
			gen_put(g, "].%s", GEN_PICK(g, "a", "b", "c", "f"));
			return;
		}
		gen_put(g, "*(in_%s + ", tag);
		gen_index(g, SLOTS);
		gen_put(g, ")");
		return;
	case 2:
		if (!g->in_function) {
			gen_slot(g, t);
			return;
		}
		/* fall through */
	default:
		gen_put(g, "in_%s[", tag);
		gen_index(g, SLOTS);
		gen_put(g, "]");
	}
}

static bool
use_array(gen *g, type t)
{
	for (int k = 0; k < g->narr; k++) {
		const struct array *a = &g->arr[k];

		if (a->t != t || !gen_chance(g, 60))
			continue;
		gen_put(g, "%s[", a->name);
		gen_index(g, a->size);
		gen_put(g, "]");
		return true;
	}
	return false;
}

static void
leaf(gen *g, type t)
{
	long r[2];

	switch (gen_below(g, 6)) {
	case 0:
		if (gen_is_float(t))
			gen_put(g, t == F32 ? "%u.%uf" : "%u.%u", gen_below(g, 30),
				gen_chance(g, 50) ? 5u : 25u);
		else
			gen_put(g, "(%s)%u", type_of[t].name, gen_below(g, 300));
		return;
	case 1:
		gen_put(g, "(%s)(", type_of[t].name);
		gen_small(g, 2, r);
		gen_put(g, ")");
		return;
	case 2:
		if (use_array(g, t))
			return;
		/* fall through */
	case 3:
		load(g, t);
		return;
	default:
		if (!gen_use_variable(g, t))
			load(g, t);
	}
}

static bool
call(gen *g, type t, int depth)
{
	const struct function *f =
		g->nfn ? &g->fn[gen_below(g, (unsigned)g->nfn)] : NULL;

	if (!f || !(g->has & HAS_CALLS) || gen_is_float(f->result) != gen_is_float(t))
		return false;
	if (f->takes_array && (!g->narr || g->arr[0].t != U32))
		return false;
	gen_put(g, "(%s)%s(", type_of[t].name, f->name);
	for (int k = 0; k < f->nargs; k++) {
		gen_expr(g, f->arg[k], depth + 1);
		gen_put(g, ", ");
	}
	gen_put(g, "%sINPUTS)", f->takes_array ? "arr0, " : "");
	return true;
}

/* ---- operations */

static void
binary(gen *g, type t, const char *op, int depth)
{
	const char *wide = type_of[t].wide;

	gen_put(g, "(%s)((%s)", type_of[t].name, wide);
	gen_expr(g, t, depth + 1);
	gen_put(g, " %s (%s)", op, wide);
	gen_expr(g, t, depth + 1);
	gen_put(g, ")");
}

static void
divide(gen *g, type t, int depth)
{
	const char *name = type_of[t].name, *op = GEN_PICK(g, "/", "%");

	gen_put(g, "(%s)(", name);
	gen_expr(g, t, depth + 1);
	if (gen_chance(g, 40))
		gen_put(g, " %s (%s)%u)", op, name, 1 + gen_below(g, 100));
	else {
		gen_put(g, " %s (%s)((", op, name);
		gen_expr(g, t, depth + 1);
		gen_put(g, " & 31) + 1))");
	}
}

static void
shift(gen *g, type t, int depth)
{
	int bits = type_of[t].bits;

	if (gen_chance(g, 50)) {
		gen_put(g, "(%s)((%s)", type_of[t].name, type_of[t].wide);
		gen_expr(g, t, depth + 1);
		gen_put(g, " << ");
	} else {
		gen_put(g, "(%s)(", type_of[t].name);
		gen_expr(g, t, depth + 1);
		gen_put(g, " >> ");
	}
	if (gen_chance(g, 60))
		gen_put(g, "%u)", gen_below(g, (unsigned)bits));
	else {
		gen_put(g, "((unsigned)");
		gen_expr(g, U32, depth + 1);
		gen_put(g, " & %du))", bits - 1);
	}
}

static void
select_one(gen *g, type t, int depth)
{
	gen_put(g, "(");
	gen_cond(g, depth + 1);
	gen_put(g, " ? ");
	gen_expr(g, t, depth + 1);
	gen_put(g, " : ");
	gen_expr(g, t, depth + 1);
	gen_put(g, ")");
}

static void
convert(gen *g, type t, int depth)
{
	type from = gen_type(g);

	gen_put(g, "(%s)", type_of[t].name);
	if (gen_is_float(from) && !gen_is_float(t))
		gen_put(g, "(int)");
	if (gen_is_float(from))
		gen_put(g, "bounded(");
	gen_expr(g, from, depth + 1);
	if (gen_is_float(from))
		gen_put(g, ")");
}

static void
bit_function(gen *g, type t, int depth)
{
	static const char *const fn32[] = {"__popc", "__clz", "__brev", "__ffs"};
	static const char *const fn64[] = {"__popcll", "__clzll", "__brevll",
					   "__ffsll"};
	bool wide = type_of[t].bits == 64;

	gen_put(g, "(%s)%s(", type_of[t].name, gen_pick(g, wide ? fn64 : fn32, 4));
	gen_put(g, wide ? "(long long)" : "(int)");
	gen_expr(g, t, depth + 1);
	gen_put(g, ")");
}

static void
int_op(gen *g, type t, int depth)
{
	switch (gen_below(g, 12)) {
	case 0:
		divide(g, t, depth);
		return;
	case 1:
		shift(g, t, depth);
		return;
	case 2:
		select_one(g, t, depth);
		return;
	case 3:
		convert(g, t, depth);
		return;
	case 4:
		bit_function(g, t, depth);
		return;
	case 5:
		gen_put(g, "%s<%s>(", GEN_PICK(g, "lesser", "greater"),
			type_of[t].name);
		gen_expr(g, t, depth + 1);
		gen_put(g, ", ");
		gen_expr(g, t, depth + 1);
		gen_put(g, ")");
		return;
	case 6:
		if (call(g, t, depth))
			return;
		/* fall through */
	default:
		binary(g, t, GEN_PICK(g, "+", "+", "-", "*", "^", "&", "|"), depth);
	}
}

static void
math(gen *g, type t, int depth)
{
	const char *suffix = t == F32 ? "f" : "";

	if (g->has & HAS_MATH && !g->in_function && gen_chance(g, 60)) {
		gen_put(g, "bounded(%s%s(bounded(",
			GEN_PICK(g, "sin", "cos", "exp", "tanh", "erf", "cbrt", "exp2",
				 "log1p", "atan", "expm1", "asinh"),
			suffix);
		gen_expr(g, t, depth + 1);
		gen_put(g, ")))");
		return;
	}
	gen_put(g, "%s%s(", GEN_PICK(g, "floor", "ceil", "trunc", "rint", "fabs"),
		suffix);
	gen_expr(g, t, depth + 1);
	gen_put(g, ")");
}

static void
float_op(gen *g, type t, int depth)
{
	const char *suffix = t == F32 ? "f" : "";

	switch (gen_below(g, 12)) {
	case 0:
		gen_put(g, "(");
		gen_expr(g, t, depth + 1);
		gen_put(g, " / (fabs%s(", suffix);
		gen_expr(g, t, depth + 1);
		gen_put(g, ") + 1.5%s))", suffix);
		return;
	case 1:
		gen_put(g, "sqrt%s(fabs%s(", suffix, suffix);
		gen_expr(g, t, depth + 1);
		gen_put(g, "))");
		return;
	case 2:
		select_one(g, t, depth);
		return;
	case 3:
		convert(g, t, depth);
		return;
	case 4:
		gen_put(g, "fma%s(", suffix);
		for (int k = 0; k < 3; k++) {
			gen_expr(g, t, depth + 1);
			gen_put(g, k < 2 ? ", " : ")");
		}
		return;
	case 5:
		gen_put(g, "%s%s(", GEN_PICK(g, "fmin", "fmax"), suffix);
		gen_expr(g, t, depth + 1);
		gen_put(g, ", %u.5%s)", gen_below(g, 60), suffix);
		return;
	case 6:
		math(g, t, depth);
		return;
	case 7:
		if (call(g, t, depth))
			return;
		/* fall through */
	default:
		gen_put(g, "(");
		gen_expr(g, t, depth + 1);
		gen_put(g, " %s ", GEN_PICK(g, "+", "-", "*"));
		gen_expr(g, t, depth + 1);
		gen_put(g, ")");
	}
}

void
gen_expr(gen *g, type t, int depth)
{
	if (depth > 2 || gen_chance(g, 30 + 20 * depth))
		leaf(g, t);
	else if (gen_is_float(t))
		float_op(g, t, depth);
	else
		int_op(g, t, depth);
}

/* ---- conditions */

static void
compare(gen *g, int depth)
{
	type t = gen_type(g);
	long r[2];

	if (gen_chance(g, 30)) {
		gen_small(g, depth, r);
		gen_put(g, " %s ", GEN_PICK(g, "<", ">=", "==", "<", ">"));
		gen_small(g, depth, r);
		return;
	}
	gen_expr(g, t, depth + 1);
	gen_put(g, " %s ", GEN_PICK(g, "<", ">", "<=", "==", "!=", ">="));
	gen_expr(g, t, depth + 1);
}

void
gen_cond(gen *g, int depth)
{
	if (g->has & HAS_PLANE && !g->in_function && gen_chance(g, 60)) {
		gen_plane_cond(g);
		return;
	}
	if (g->has & HAS_ROWS && !g->in_function && gen_chance(g, 20)) {
		gen_row_cond(g);
		return;
	}
	switch (depth > 2 ? 4 : gen_below(g, 7)) {
	case 0:
		gen_put(g, "(");
		gen_cond(g, depth + 1);
		gen_put(g, " %s ", GEN_PICK(g, "&&", "||"));
		gen_cond(g, depth + 1);
		gen_put(g, ")");
		return;
	case 1:
		gen_put(g, "(");
		gen_expr(g, U32, depth + 1);
		gen_put(g, " & %uu)", 1 + gen_below(g, 7));
		return;
	default:
		gen_put(g, "(");
		compare(g, depth);
		gen_put(g, ")");
	}
}

void
gen_uniform(gen *g)
{
	for (int k = 0; k < g->ncnt; k++)
		if (g->cnt[k].uniform && gen_chance(g, 40)) {
			gen_put(g, "(unsigned)%s", g->cnt[k].name);
			return;
		}
	gen_put(g, "%s",
		GEN_PICK(g, "u0", "u1", "blockIdx.x", "in_u32[blockIdx.x & 63]",
			 "(unsigned)in_i8[u0 & 63]"));
}

void
gen_uniform_cond(gen *g)
{
	gen_put(g, "(((");
	gen_uniform(g);
	gen_put(g, " + %uu) & %u) %s 0)", gen_below(g, 8), 1 + gen_below(g, 4),
		GEN_PICK(g, "==", "!="));
}
