/* SPDX-License-Identifier: Apache-2.0 */
/* kernels SEED [COUNT]: print a CUDA program with COUNT random kernels. It prints a
 * checksum of each output of each launch, and with the argument "values" all of them. With
 * -DGEN_HOST it is plain C++ (host.h). A number as its argument runs that kernel only; the
 * macro SKIP has a bit for each kernel that is to be left out. */
#include "gen.h"

static const char prelude[] =
#include "prelude.inc"
	;

static const struct shape shapes[] = {
	{1, 1, 1},  {7, 1, 1},  {32, 1, 1},  {33, 1, 1},  {64, 1, 1}, {100, 1, 1},
	{31, 3, 1}, {5, 5, 5},  {8, 8, 1},   {128, 1, 1}, {16, 4, 1}, {4, 4, 4},
	{1, 33, 1}, {3, 1, 17}, {256, 1, 1}, {32, 4, 1},  {2, 2, 9},  {16, 16, 1},
};

static struct shape
some_shape(gen *g)
{
	return shapes[gen_below(g, sizeof shapes / sizeof *shapes)];
}

static struct shape
some_grid(gen *g, struct shape b)
{
	unsigned room = (unsigned)(SLOTS / (b.x * b.y * b.z));
	struct shape s = {1, 1, 1};

	if (room > 6)
		room = 6;
	s.x = 1 + (int)gen_below(g, room);
	if (room / (unsigned)s.x > 1 && gen_chance(g, 40))
		s.y = (int)room / s.x;
	return s;
}

static void
draw_features(gen *g)
{
	static const struct {
		int feature, percent;
	} odds[] = {
		{HAS_BARRIERS, 40}, {HAS_VOTES, 12},   {HAS_WARPS, 22},
		{HAS_STEPS, 6},     {HAS_MATH, 12},    {HAS_RETURN, 40},
		{HAS_CALLS, 40},    {HAS_ATOMICS, 40}, {HAS_FLOAT, 55},
		{HAS_PRIVATE, 45},  {HAS_VECTORS, 30}, {HAS_ROWS, 40},
		{HAS_PLANE, 25},
	};

	g->has = 0;
	for (size_t k = 0; k < sizeof odds / sizeof *odds; k++)
		if (gen_chance(g, odds[k].percent))
			g->has |= odds[k].feature;
	if (g->has & (HAS_VOTES | HAS_STEPS))
		g->has |= HAS_BARRIERS;
}

static void
add_variable(gen *g, type t, bool fixed, const char *format, ...)
{
	struct variable *v = &g->var[g->nvar++];
	va_list args;

	va_start(args, format);
	vsnprintf(v->name, sizeof v->name, format, args);
	va_end(args);
	v->t = t;
	v->fixed = fixed;
}

static void
add_array(gen *g, type t, int size)
{
	struct array *a = &g->arr[g->narr];

	gen_begin(g);
	gen_put(g, "%s arr%d[%d] = {", type_of[t].name, g->narr, size);
	for (int k = 0; k < size; k++) {
		gen_put(g, "%s", k ? ", " : "");
		gen_put(g, gen_is_float(t) ? "(%s)%u" : "(%s)(v0 + %u)",
			type_of[t].name, gen_below(g, 50));
	}
	gen_put(g, "};\n");
	snprintf(a->name, sizeof a->name, "arr%d", g->narr++);
	a->t = t;
	a->size = size;
}

/* ---- device functions */

static void
write_function(gen *g)
{
	struct function *f = &g->fn[g->nfn];

	g->in_function = true;
	g->nvar = g->narr = g->ncnt = 0;
	g->has = HAS_FLOAT | HAS_VECTORS | HAS_PRIVATE |
		 (gen_chance(g, 30) ? HAS_CALLS : 0);
	g->budget = 2 + (int)gen_below(g, 5);
	g->depth = g->loops = 0;
	g->may_break = g->may_exit_loop = false;
	*g->mask = '\0';
	snprintf(f->name, sizeof f->name, "fn%d", g->nfn);
	f->result = g->result = gen_type(g);
	f->nargs = 1 + (int)gen_below(g, 3);
	f->takes_array = gen_chance(g, 30);
	gen_put(g, "static __device__ %s%s %s(",
		GEN_PICK(g, "__noinline__ ", "__noinline__ ", "__forceinline__ ", ""),
		type_of[f->result].name, f->name);
	for (int k = 0; k < f->nargs; k++) {
		f->arg[k] = gen_type(g);
		add_variable(g, f->arg[k], false, "a%d", k);
		gen_put(g, "%s a%d, ", type_of[f->arg[k]].name, k);
	}
	gen_put(g, "%sINPUT_PARAMS)\n{\n", f->takes_array ? "unsigned *arr0, " : "");
	g->indent = 1;
	gen_line(g, "unsigned v0 = 5;");
	add_variable(g, U32, false, "v0");
	if (f->takes_array) {
		g->arr[0] = (struct array){"arr0", U32, 4};
		g->narr = 1;
	}
	while (g->budget > 0)
		gen_stmt(g, false);
	gen_begin(g);
	gen_put(g, gen_is_float(f->result) ? "return bounded(" : "return (");
	gen_expr(g, f->result, 0);
	gen_put(g, ");\n}\n\n");
	g->nfn++;
	g->in_function = false;
}

/* ---- kernels */

static void
write_locals(gen *g)
{
	gen_line(g, "const int tx = (int)threadIdx.x;");
	gen_line(g, "const unsigned nt = blockDim.x * blockDim.y * blockDim.z;");
	gen_line(g, "const int lin = (int)((threadIdx.z * blockDim.y + threadIdx.y) * "
		    "blockDim.x + threadIdx.x);");
	if (g->has & HAS_PLANE)
		gen_plane_locals(g);
	else if (g->block[0].y == 1 && g->block[0].z == 1 && g->block[1].y == 1 &&
		 g->block[1].z == 1 && g->grid[0].y == 1 && g->grid[1].y == 1)
		gen_line(g, "const int gid = %s;",
			 GEN_PICK(g, "blockIdx.x * blockDim.x + threadIdx.x",
				  "(int)(blockIdx.x * blockDim.x) + tx"));
	else
		gen_line(
			g,
			"const int gid = (int)((blockIdx.y * gridDim.x + blockIdx.x) * "
			"nt) + lin;");
	gen_line(
		g,
		"const int slot0 = gid, slot1 = (gid * 77 + 5) & %d, slot2 = %d - gid;",
		SLOTS - 1, SLOTS - 1);
	gen_line(g,
		 "const int slot3 = in_order[gid], slot4 = gid %% z.p * (%d / z.p) + "
		 "gid / z.p;",
		 SLOTS);
	gen_line(g, "unsigned v0 = in_u32[gid], v1 = (unsigned)lin * 3u;");
	gen_line(g, "int v2 = in_i32[slot1]; long long v3 = gid - 500;");
	gen_line(g, "(void)slot0; (void)slot2; (void)slot3; (void)slot4; (void)v2; "
		    "(void)v3; (void)v1;");
	add_variable(g, U32, false, "v0");
	add_variable(g, U32, false, "v1");
	add_variable(g, I32, false, "v2");
	add_variable(g, I64, false, "v3");
	add_variable(g, I32, true, "tx");
	add_variable(g, I32, true, "gid");
	add_variable(g, I32, true, "lin");
	add_variable(g, U32, true, "threadIdx.x");
	add_variable(g, U32, true, "blockIdx.x");
	add_variable(g, U32, true, "u0");
	if (g->has & HAS_WARPS) {
		gen_line(g, "const int lane = lin & 31;");
		gen_line(g,
			 "const unsigned mw = nt - (unsigned)(lin & ~31) >= 32 ? ~0u : "
			 "(1u << (nt & 31)) - 1;");
		snprintf(g->mask, sizeof g->mask, "mw");
	}
	if (g->has & HAS_ROWS)
		gen_row_locals(g);
}

static void
write_private(gen *g)
{
	static const char fields[] = "xyzw";

	if (g->has & HAS_PRIVATE) {
		add_array(g, U32, 4);
		if (gen_chance(g, 60))
			add_array(g, gen_chance(g, 50) ? U32 : gen_type(g), 8);
		if (gen_chance(g, 40)) {
			gen_line(g, "record rec = in_rec[gid & %d];", SLOTS / 8 - 1);
			add_variable(g, I8, false, "rec.a");
			add_variable(g, I16, false, "rec.b");
			add_variable(g, I32, false, "rec.c");
			add_variable(g, I64, false, "rec.f");
		}
	}
	if (g->has & HAS_VECTORS && g->has & HAS_FLOAT) {
		gen_line(g, "float4 q = in_f4[gid & %d];", SLOTS / 4 - 1);
		for (int k = 0; k < 4; k++)
			add_variable(g, F32, false, "q.%c", fields[k]);
	}
}

static void
write_shared(gen *g)
{
	if (!(g->has & HAS_BARRIERS))
		return;
	gen_line(g, "__shared__ unsigned sh[%d], bins[32];", MAX_THREADS);
	gen_line(g, "sh[lin] = v0;");
	gen_line(g, "for (unsigned s = (unsigned)lin; s < 32; s += nt) bins[s] = 0;");
	gen_line(g, "__syncthreads();");
}

static void
add_arrays(gen *g, type t, const char *wide)
{
	for (int k = 0; k < g->narr; k++)
		if (g->arr[k].t == t)
			gen_put(g, *wide ? " + (%s)%s[%d]" : "%s + %s[%d]", wide,
				g->arr[k].name, k & 3);
}

static void
write_results(gen *g)
{
	for (int k = 0; k < g->nvar; k++) {
		type t = g->var[k].t;

		if (g->var[k].fixed)
			continue;
		gen_begin(g);
		gen_slot(g, t);
		if (gen_is_float(t)) {
			gen_put(g, " = bounded(%s", g->var[k].name);
			add_arrays(g, t, "");
		} else {
			gen_put(g, " = (%s)((%s)%s", type_of[t].name, type_of[t].wide,
				g->var[k].name);
			add_arrays(g, t, type_of[t].wide);
		}
		gen_put(g, ");\n");
	}
}

static void
write_kernel(gen *g)
{
	draw_features(g);
	for (int k = 0; k < 2; k++)
		g->block[k] = some_shape(g);
	if (g->has & HAS_PLANE)
		gen_plane_shapes(g);
	for (int k = 0; k < 2; k++)
		g->grid[k] = some_grid(g, g->block[k]);
	for (int t = 0; t < NTYPES; t++) {
		g->wide_slots[t] = gen_chance(g, 70);
		g->strided_slots[t] = gen_chance(g, 10);
		g->slot_form[t] = gen_chance(g, g->has & HAS_PLANE ? 90 : 60)
					  ? 0
					  : 1 + (int)gen_below(g, 4);
	}
	g->nvar = g->narr = g->ncnt = g->depth = g->loops = 0;
	g->may_break = g->may_exit_loop = g->lost_mask = false;
	*g->mask = '\0';
	g->budget = g->small ? 1 + (int)gen_below(g, 4)
			     : 3 + (int)gen_below(g, gen_chance(g, 15) ? 20 : 8);
	gen_put(g, "#if !(SKIP >> %d & 1)\n", g->kernel);
	gen_put(g,
		"__global__ void kernel%d(INPUT_PARAMS, OUTPUT_PARAMS(%s), unsigned u0, "
		"unsigned u1, const sizes z, int w)\n{\n",
		g->kernel, gen_chance(g, 50) ? "__restrict__" : "");
	g->indent = 1;
	write_locals(g);
	write_private(g);
	write_shared(g);
	while (g->budget > 0)
		gen_stmt(g, true);
	write_results(g);
	gen_put(g, "}\n#endif\n\n");
}

static void
write_launch(gen *g)
{
	static const int widths[] = {1,  2,  3,  5,   8,   16,  17,  31,  32,
				     33, 60, 64, 100, 128, 200, 333, 500, 1000};

	gen_put(g, "#if !(SKIP >> %d & 1)\n", g->kernel);
	for (int k = 0; k < 2; k++) {
		const struct shape *b = &g->block[k], *n = &g->grid[k];
		int w = widths[gen_below(g, sizeof widths / sizeof *widths)];

		gen_line(g, "if (only < 0 || only == %d) {", g->kernel);
		gen_line(g, "\tclear_outputs();");
		gen_line(
			g,
			"\tLAUNCH(kernel%d, dim3(%d, %d, %d), dim3(%d, %d, %d), INPUTS, "
			"OUTPUTS, %uu, %uu, sizes_of(%d, %u, %d), %d);",
			g->kernel, n->x, n->y, n->z, b->x, b->y, b->z, gen_below(g, 16),
			gen_below(g, 1000), w, gen_below(g, SLOTS + 1),
			1 << gen_below(g, 10), w);
		gen_line(g, "\treport(\"%skernel%d.%d\");",
			 g->has & HAS_MATH ? "~" : "", g->kernel, k);
		gen_line(g, "}");
	}
	gen_put(g, "#endif\n");
}

static void
write_buffers(gen *g)
{
	gen_put(g, "int main(int argc, char **argv)\n{\n"
		   "\tint only = -1;\n"
		   "\tfor (int k = 1; k < argc; k++)\n"
		   "\t\tif (strcmp(argv[k], \"values\") == 0)\n"
		   "\t\t\tprint_values = true;\n"
		   "\t\telse\n"
		   "\t\t\tonly = atoi(argv[k]);\n");
	for (int t = 0; t < NTYPES; t++)
		gen_line(g, "const %s *in_%s = input_new(\"in_%s\", any_%s<%s>);",
			 type_of[t].name, type_of[t].tag, type_of[t].tag,
			 gen_is_float(t) ? "float" : "int", type_of[t].name);
	gen_line(g, "const float4 *in_f4 = input_new(\"in_f4\", any_float4);");
	gen_line(g, "const int2 *in_i2 = input_new(\"in_i2\", any_int2);");
	gen_line(g, "const int *in_order = order_new();");
	gen_line(g, "const record *in_rec = input_new(\"in_rec\", any_record);");
	for (int t = 0; t < NTYPES; t++)
		gen_line(g, "%s *out_%s = buffer_new<%s>(\"%s\", 4 * SLOTS, 0x41);",
			 type_of[t].name, type_of[t].tag, type_of[t].name,
			 type_of[t].tag);
	gen_line(g, "unsigned *own = buffer_new<unsigned>(\"own\", SLOTS, 0);");
	for (int t = I32; t < NTYPES; t++)
		if (t != I64)
			gen_line(g,
				 "%s *acc_%s = buffer_new<%s>(\"acc_%s\", NACC, %s);",
				 type_of[t].name, type_of[t].tag, type_of[t].name,
				 type_of[t].tag, gen_is_float(t) ? "0" : "0x55");
}

int
main(int argc, char **argv)
{
	static gen g;
	int count = argc > 2 ? atoi(argv[2]) : 16;
	gen *launches = calloc((size_t)count + 1, sizeof *launches);

	if (argc < 2 || count < 1 || !launches) {
		fputs("usage: kernels SEED [COUNT [small]]\n", stderr);
		return 2;
	}
	g.small = argc > 3 && strcmp(argv[3], "small") == 0;
	g.state = strtoull(argv[1], NULL, 0) * 0x2545f4914f6cdd1du + 12345;
	printf("/* kernels %s %d%s */\n%s", argv[1], count, g.small ? " small" : "",
	       prelude);
	for (int k = 0; k < 4; k++)
		write_function(&g);
	for (g.kernel = 0; g.kernel < count; g.kernel++) {
		write_kernel(&g);
		launches[g.kernel] = g;
	}
	write_buffers(&g);
	for (int k = 0; k < count; k++) {
		launches[k].text = NULL;
		launches[k].len = launches[k].cap = 0;
		launches[k].indent = 1;
		write_launch(&launches[k]);
		gen_put(&g, "%s", launches[k].text);
		free(launches[k].text);
	}
	gen_put(&g, "\treturn 0;\n}\n");
	fputs(g.text, stdout);
	free(g.text);
	free(launches);
	return 0;
}
