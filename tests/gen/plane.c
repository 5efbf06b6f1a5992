/* SPDX-License-Identifier: Apache-2.0 */
/* Threads with a place of two or three dimensions that know nothing of each other: products of
 * matrices and the like. Their slots lie along x, or along another direction. Both launches
 * have blocks of the same shape, which the compiler then knows. */
#include "gen.h"

void
gen_plane_shapes(gen *g)
{
	static const struct shape shapes[] = {
		{8, 8, 1}, {16, 4, 1}, {16, 16, 1}, {4, 12, 1}, {32, 8, 1}, {5, 4, 1},
		{4, 4, 4}, {2, 4, 8},  {3, 6, 1},   {8, 2, 16}, {4, 64, 1}, {64, 4, 1}};

	g->has &= ~(HAS_BARRIERS | HAS_VOTES | HAS_WARPS | HAS_STEPS | HAS_ATOMICS |
		    HAS_CALLS);
	g->block[0] = g->block[1] =
		shapes[gen_below(g, sizeof shapes / sizeof *shapes)];
}

void
gen_plane_locals(gen *g)
{
	static const char *const along_x =
					 "(tz * (int)(gridDim.y * blockDim.y) + py) * "
					 "(int)(gridDim.x * blockDim.x) + px",
				 *const along_y =
					 "(tz * (int)(gridDim.x * blockDim.x) + "
					 "px) * (int)(gridDim.y * blockDim.y) + py",
				 *const along_z =
					 "(px * (int)(gridDim.y * blockDim.y) + py) * "
					 "(int)blockDim.z + tz";
	const char *gid = g->block[0].z > 1
				  ? GEN_PICK(g, along_x, along_y, along_z, along_z)
				  : GEN_PICK(g, along_x, along_x, along_y, along_y);

	gen_line(g, "const int tz = (int)threadIdx.z;");
	gen_line(g, "const int px = (int)(blockIdx.x * blockDim.x + threadIdx.x);");
	gen_line(g, "const int py = (int)(blockIdx.y * blockDim.y + threadIdx.y);");
	gen_line(g, "const int gid = %s;", gid);
	gen_line(g, "(void)px; (void)py; (void)tz;");
}

void
gen_plane_cond(gen *g)
{
	switch (gen_below(g, 5)) {
	case 0:
		gen_put(g, "(px < z.w && py < z.h)");
		return;
	case 1:
		gen_put(g, "(threadIdx.y == %u)", gen_below(g, 6));
		return;
	case 2:
		gen_put(g, "(px %s %u)", GEN_PICK(g, "<", ">="), gen_below(g, 40));
		return;
	case 3:
		gen_put(g, "(py & 1)");
		return;
	default:
		gen_put(g, "(py %s %u)", GEN_PICK(g, "<", ">=", "!="),
			gen_below(g, 24));
	}
}

/* How large a coordinate gets in either launch. */
static unsigned
most(const gen *g, char of)
{
	unsigned m = 0;

	for (int k = 0; k < 2; k++) {
		const struct shape *n = &g->grid[k], *b = &g->block[k];
		unsigned all = (unsigned)(of == 'x' ? n->x * b->x : n->y * b->y);

		m = all > m ? all : m;
	}
	return m;
}

/* A row or a column of a matrix, or a piece of one around the thread's place. */
static void
element(gen *g, type t, char of, int k, unsigned rounds)
{
	unsigned apart = 1 + gen_below(g, 24), m = most(g, of);

	gen_put(g, "in_%s[", type_of[t].tag);
	if (gen_chance(g, 50) && m * apart + rounds < SLOTS)
		gen_put(g, "p%c * %u + k%d_", of, apart, k);
	else if (m + rounds * apart < SLOTS)
		gen_put(g, "k%d_ * %u + p%c", k, apart, of);
	else
		gen_put(g, "(p%c + k%d_) %% %d", of, k, SLOTS);
	gen_put(g, "]");
}

/* A sum of products, or of one factor. */
void
gen_plane(gen *g)
{
	const struct variable *v = gen_some_variable(g);
	unsigned rounds = 1 + gen_below(g, 12);
	int k = g->serial++;
	bool both = gen_chance(g, 70), is_float;

	if (!v)
		return;
	is_float = gen_is_float(v->t);
	gen_begin(g);
	gen_put(g, "for (int k%d_ = 0; k%d_ < %u; k%d_++) ", k, k, rounds, k);
	if (is_float)
		gen_put(g, "%s = bounded(%s + ", v->name, v->name);
	else
		gen_put(g, "%s = (%s)((%s)%s + (%s)", v->name, type_of[v->t].name,
			type_of[v->t].wide, v->name, type_of[v->t].wide);
	element(g, v->t, gen_chance(g, 80) ? 'x' : 'y', k, rounds);
	if (both) {
		gen_put(g, is_float ? " * " : " * (%s)", type_of[v->t].wide);
		element(g, v->t, gen_chance(g, 80) ? 'y' : 'x', k, rounds);
	}
	gen_put(g, ");\n");
}
