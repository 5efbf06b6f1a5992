/* SPDX-License-Identifier: Apache-2.0 */
/* What threads do with each other: barriers, atomics, warp operations. Results do not
 * depend on any order. */
#include "gen.h"

/* An unsigned variable to take a result. */
static const char *
target(gen *g)
{
	for (int tries = 0; tries < 20; tries++) {
		const struct variable *v = &g->var[gen_below(g, (unsigned)g->nvar)];

		if (v->t == U32 && !v->fixed)
			return v->name;
	}
	return "v0";
}

static void
put_in_shared(gen *g, const char *to)
{
	gen_begin(g);
	gen_put(g, "%s = ", to);
	gen_expr(g, U32, 0);
	gen_put(g, ";\n");
}

static void
exchange(gen *g)
{
	put_in_shared(g, "sh[lin]");
	gen_line(g, "__syncthreads();");
	gen_begin(g);
	gen_put(g, "%s += sh[", target(g));
	switch (gen_below(g, 4)) {
	case 0:
		gen_put(g, "(unsigned)");
		gen_expr(g, U32, 1);
		gen_put(g, " %% nt");
		break;
	case 1:
		gen_put(g, "nt - 1 - (unsigned)lin");
		break;
	case 2:
		gen_put(g, "((unsigned)lin + %u) %% nt", gen_below(g, 40));
		break;
	default:
		gen_put(g, "((unsigned)lin ^ 1u) < nt ? lin ^ 1 : lin");
	}
	gen_put(g, "];\n");
	if (gen_chance(g, 30)) {
		gen_begin(g);
		gen_put(g, "if ((unsigned)lin + 3u < nt) %s ^= sh[lin + 3];\n",
			target(g));
	}
	gen_line(g, "__syncthreads();");
}

static void
put_other(gen *g)
{
	switch (gen_below(g, 3)) {
	case 0:
		gen_put(g, "nt - 1 - (unsigned)lin");
		break;
	case 1:
		gen_put(g, "((unsigned)lin + %u) %% nt", gen_below(g, 3));
		break;
	default:
		gen_put(g, "((unsigned)lin ^ 1u) < nt ? lin ^ 1 : lin");
	}
}

/* Each thread its own element, and now and then another's: some of the barriers, stores
 * and loads are not needed. */
static void
own_and_others(gen *g)
{
	const char *own =
		GEN_PICK(g, "sh[lin]", "sh[lin]", "sh[nt - 1 - (unsigned)lin]",
			 "sh[((unsigned)lin + 5) % nt]");
	bool stored = true,
	     read = false; /* since the last barrier, to be ordered by one */

	put_in_shared(g, own);
	for (int n = 3 + (int)gen_below(g, 6); n > 0; n--) {
		unsigned what = gen_below(g, 6);

		if (what == 0 || (read && what <= 2) || (stored && what == 3)) {
			gen_line(g, "__syncthreads();");
			stored = read = false;
		}
		if (what == 1 || what == 2) {
			gen_begin(g);
			if (what == 2) {
				gen_put(g, "if (");
				gen_cond(g, 1);
				gen_put(g, ") ");
			}
			gen_put(g, "%s = ", own);
			gen_expr(g, U32, 1);
			gen_put(g, ";\n");
			stored = true;
		} else if (what == 3) {
			gen_begin(g);
			gen_put(g, "%s ^= sh[", target(g));
			put_other(g);
			gen_put(g, "];\n");
			read = true;
		} else if (what > 3) {
			gen_line(g, "%s += %s;", target(g), own);
		}
	}
	gen_line(g, "__syncthreads();");
}

/* A sum over the block by halves. */
static void
tree(gen *g)
{
	put_in_shared(g, "sh[lin]");
	gen_line(g, "__syncthreads();");
	gen_line(g, "for (unsigned s = 128; s > 0; s >>= 1) {");
	gen_line(g, "\tif ((unsigned)lin < s && (unsigned)lin + s < nt)");
	gen_line(g, "\t\tsh[lin] += sh[lin + s];");
	gen_line(g, "\t__syncthreads();");
	gen_line(g, "}");
	gen_line(g, "%s += sh[0];", target(g));
	gen_line(g, "__syncthreads();");
}

/* Pairs of elements whose distance is a power of two, from one step to the next. */
static void
butterfly(gen *g)
{
	bool own = gen_chance(g, 40), up = gen_chance(g, 50);
	unsigned most = 1u << gen_below(g, 8);

	gen_line(g, "if (blockDim.y * blockDim.z == 1) {");
	put_in_shared(g, "sh[threadIdx.x]");
	gen_line(g,
		 up ? "\tfor (unsigned s = 1; s <= %uu; s <<= 1) {"
		    : "\tfor (unsigned s = %uu; s > 0; s >>= 1) {",
		 most);
	gen_line(g, "\t\t__syncthreads();");
	if (own)
		gen_line(g, "\t\tunsigned i = threadIdx.x, j = i ^ s;");
	else
		gen_line(g,
			 "\t\tunsigned i = 2 * threadIdx.x - (threadIdx.x & (s - "
			 "1)), j = i %s s;",
			 gen_chance(g, 50) ? "+" : "|");
	gen_line(g, "\t\tif (%sj < nt%s) {", own ? "j > i && " : "",
		 gen_chance(g, 30) ? " && sh[i] > sh[j]" : "");
	gen_line(g, "\t\t\tunsigned a = sh[i], b = sh[j];");
	gen_line(g, "\t\t\tsh[i] = %s;", GEN_PICK(g, "b", "a + b", "a ^ 5 * b"));
	gen_line(g, "\t\t\tsh[j] = %s;",
		 GEN_PICK(g, "a", "a - b", "lesser<unsigned>(a, b)"));
	gen_line(g, "\t\t}");
	gen_line(g, "\t}");
	gen_line(g, "\t__syncthreads();");
	gen_line(g, "\t%s += sh[threadIdx.x];", target(g));
	gen_line(g, "\t__syncthreads();");
	gen_line(g, "}");
}

/* Counts in shared memory. */
static void
histogram(gen *g)
{
	gen_line(g, "for (unsigned s = (unsigned)lin; s < 32; s += nt) bins[s] = 0;");
	gen_line(g, "__syncthreads();");
	gen_begin(g);
	gen_put(g, "%s(&bins[", GEN_PICK(g, "atomicAdd", "atomicXor", "atomicMax"));
	gen_index(g, 32);
	gen_put(g, "], ");
	gen_expr(g, U32, 1);
	gen_put(g, ");\n");
	gen_line(g, "__syncthreads();");
	gen_begin(g);
	gen_put(g, "%s += bins[", target(g));
	gen_index(g, 32);
	gen_put(g, "];\n");
	gen_line(g, "__syncthreads();");
}

void
gen_barrier(gen *g)
{
	switch (gen_below(g, 12)) {
	case 8:
	case 9:
		own_and_others(g);
		return;
	case 10:
	case 11:
		butterfly(g);
		return;
	case 0:
		gen_line(g, "%s ^= swap_in_block(sh, lin, nt, %s);", target(g),
			 target(g));
		return;
	case 1:
		gen_line(g, "__syncthreads();");
		return;
	case 2:
		tree(g);
		return;
	case 3:
		if (g->has & HAS_ATOMICS) {
			histogram(g);
			return;
		}
		/* fall through */
	case 4:
		if (g->has & HAS_VOTES) {
			gen_begin(g);
			gen_put(g, "%s += (unsigned)__syncthreads_%s(", target(g),
				GEN_PICK(g, "count", "and", "or"));
			gen_cond(g, 1);
			gen_put(g, ");\n");
			return;
		}
		/* fall through */
	default:
		exchange(g);
	}
}

/* The same number of barriers for whole warps on different ways. */
void
gen_steps(gen *g)
{
	int n = 1 + (int)gen_below(g, 2);

	gen_line(g, "if (lin < 32) {");
	for (int arm = 0; arm < 2; arm++) {
		g->indent++;
		for (int k = 0; k < n; k++)
			exchange(g);
		g->indent--;
		gen_line(g, arm ? "}" : "} else {");
	}
}

/* ---- atomics */

static void
own_atomic(gen *g)
{
	gen_begin(g);
	gen_put(g, "%s += ", target(g));
	switch (gen_below(g, 4)) {
	case 0:
		gen_put(g, "atomicCAS(&own[slot0], ");
		gen_expr(g, U32, 1);
		gen_put(g, ", ");
		break;
	case 1:
		gen_put(g, "atomicExch(&own[slot0], ");
		break;
	default:
		gen_put(g, "%s(&own[slot0], ",
			GEN_PICK(g, "atomicAdd", "atomicMax", "atomicSub", "atomicOr"));
	}
	gen_expr(g, U32, 1);
	gen_put(g, ");\n");
}

/* One kind of operation for each element, so that the order does not matter. */
void
gen_atomic(gen *g)
{
	static const struct {
		const char *before, *after;
		type t;
	} op[] = {
		{"atomicAdd(&acc_u32[", "", U32},
		{"atomicMax(&acc_u32[16 + ", "", U32},
		{"atomicMin(&acc_u32[32 + ", "", U32},
		{"atomicXor(&acc_u32[48 + ", "", U32},
		{"atomicAdd(&acc_u64[", "", U64},
		{"atomicMax(&acc_i32[", "", I32},
		{"atomicOr(&acc_u32[64 + ", "", U32},
		{"add_by_cas(&acc_u32[80 + ", "", U32},
		{"atomicAdd(&acc_f32[", "(float)(3 & ", U32},
		{"atomicAdd(&acc_f64[", "(double)(3 & ", U32},
	};
	unsigned k = gen_below(g, sizeof op / sizeof *op);

	if (gen_chance(g, 30)) {
		own_atomic(g);
		return;
	}
	gen_begin(g);
	gen_put(g, "%s", op[k].before);
	if (gen_chance(g, 40))
		gen_put(g, "%u", gen_below(g, 16));
	else
		gen_index(g, 16);
	gen_put(g, "], %s", op[k].after);
	gen_expr(g, op[k].t, 1);
	gen_put(g, "%s;\n", *op[k].after ? "))" : ")");
}

/* ---- warps */

static void
shuffle(gen *g)
{
	static const type types[] = {U32, I32, U64, F32, F64, U32};
	type t = types[gen_below(g, g->has & HAS_FLOAT ? 6 : 3)];
	int n = g->serial++, width = 32 >> gen_below(g, 4);
	const char *form = GEN_PICK(g, "", "up_", "down_", "xor_");

	gen_begin(g);
	gen_put(g, "%s x%d = ", type_of[t].name, n);
	gen_expr(g, t, 1);
	gen_put(g, ";\n");
	gen_begin(g);
	gen_put(g, "int k%d = (int)(", n);
	gen_expr(g, U32, 2);
	gen_put(g, " & %d);\n", width - 1);
	/* up, down and xor want the same distance in all threads */
	if (*form)
		gen_line(g, "k%d = (int)(u0 + %uu) & %d;", n, gen_below(g, 32),
			 width - 1);
	gen_begin(g);
	gen_put(g, "%s y%d = __shfl_%ssync(%s, x%d, k%d", type_of[t].name, n, form,
		g->mask, n, n);
	if (width < 32)
		gen_put(g, ", %d", width);
	gen_put(g, ");\n");
	gen_line(g, "if (%s >> source_%slane(lane, k%d, %d) & 1) %s ^= bits_of(y%d);",
		 g->mask, form, n, width, target(g), n);
}

/* Lanes of a kind among themselves: each names its own mask. */
static void
peers(gen *g)
{
	int n = g->serial++;

	gen_begin(g);
	gen_put(g, "unsigned p%d = __match_any_sync(%s, ", n, g->mask);
	gen_expr(g, U32, 1);
	gen_put(g, " & %d);\n", gen_chance(g, 50) ? 1 : 7);
	gen_begin(g);
	gen_put(g, "%s ^= __shfl_sync(p%d, ", target(g), n);
	gen_expr(g, U32, 1);
	gen_put(g,
		gen_chance(g, 50) ? ", __ffs((int)p%d) - 1);\n"
				  : ", 31 - __clz((int)p%d));\n",
		n);
	if (gen_chance(g, 40))
		gen_line(g, "%s += __reduce_%s_sync(p%d, %s);", target(g),
			 GEN_PICK(g, "add", "max", "xor"), n, target(g));
}

void
gen_warp(gen *g)
{
	const char *m = g->mask, *to = target(g);

	switch (gen_below(g, 9)) {
	case 8:
		peers(g);
		return;
	case 0:
		gen_begin(g);
		gen_put(g, "%s += %s(%s, ", to,
			GEN_PICK(g, "__ballot_sync", "(unsigned)__any_sync",
				 "(unsigned)__all_sync"),
			m);
		gen_cond(g, 1);
		gen_put(g, ");\n");
		return;
	case 1:
		gen_begin(g);
		gen_put(g, "%s += __match_any_sync(%s, ", to, m);
		gen_expr(g, gen_chance(g, 50) ? U32 : U64, 1);
		gen_put(g, " & 3);\n");
		return;
	case 2:
		gen_begin(g);
		gen_put(g, "%s += __reduce_%s_sync(%s, ", to,
			GEN_PICK(g, "add", "min", "max", "and", "or", "xor"), m);
		gen_expr(g, U32, 1);
		gen_put(g, ");\n");
		return;
	case 3:
		gen_line(g, "{");
		gen_begin(g);
		gen_put(g, "\tint all = 0; %s += __match_all_sync(%s, ", to, m);
		gen_expr(g, U32, 2);
		gen_put(g, " & 1, &all); %s ^= (unsigned)all;\n", to);
		gen_line(g, "}");
		return;
	case 4:
		gen_line(g, "%s += (unsigned)__reduce_%s_sync(%s, (int)%s);", to,
			 GEN_PICK(g, "add", "min", "max"), m, target(g));
		return;
	default:
		shuffle(g);
	}
}
