/* SPDX-License-Identifier: Apache-2.0 */
/* One kernel: its parameters, where each variable lives, its body. Names stay the
 * user's: a parameter, a reference or a small view has the name of the variable. */
#include "omp/emit/emit.h"

#include <ctype.h>

/* ---- names of device pointers */

static bool
name_taken(hd_emit *e, const char *name)
{
	for (size_t i = 0; i < e->p->decls.n; i++) {
		uintptr_t *slot = hd_map_get(&e->mirrors, e->p->decls.at[i]);
		if (slot && !strcmp((const char *)*slot, name))
			return true;
	}
	return false;
}

const char *
hd_omp_mirror(hd_emit *e, hd_decl *d)
{
	uintptr_t *slot = hd_map_get(&e->mirrors, d);
	char *name;

	if (slot)
		return (const char *)*slot;
	name = hd_format(e->a, "dev\1%s", d->name);
	if (name_taken(e, name) && d->owner)
		name = hd_format(e->a, "dev\1%s_%s", d->owner->name, d->name);
	for (int i = 2; name_taken(e, name); i++)
		name = hd_format(e->a, "dev\1%s_%d", d->name, i);
	slot = hd_map_put(e->a, &e->mirrors, d);
	*slot = (uintptr_t)name;
	return name;
}

/* ---- parameters */

static void
param(hd_emit *e, const char *decl, const char *arg)
{
	hd_str_addf(&e->params, "%s%s", e->params.n ? ", " : "", decl);
	hd_str_addf(&e->args, "%s%s", e->args.n ? ", " : "", arg);
}

static hd_type
plain_type(const hd_decl *d)
{
	hd_type t = *d->type;

	t.is_const = false;
	return t;
}

static char *
declare(hd_emit *e, hd_decl *d, const char *name)
{
	hd_type t = plain_type(d);

	return hd_omp_declare(e->a, &t, name, d->dims);
}

static const char *
elem_name(const hd_decl *d)
{
	return hd_omp_scalar_of(d->type)->name;
}

/* The name of a pointer parameter, with a promise where it can be made. */
static const char *
pointer_name(hd_emit *e, hd_decl *d)
{
	return hd_omp_is_alone(e->p, e->k, d)
		       ? hd_format(e->a, "__restrict__ %s", d->name)
		       : d->name;
}

static void
by_value(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;

	if (d->plain) {
		param(e, declare(e, d, pointer_name(e, d)), d->name);
	} else if (d->type->kind == HD_T_POINTER && d->type->elem->kind != HD_T_FUNC) {
		hd_omp_use(e, HD_SUP_REGISTRY);
		param(e, declare(e, d, pointer_name(e, d)),
		      hd_format(e->a, "gpu_pointer(%s)", d->name));
	} else {
		param(e, declare(e, d, d->name), d->name);
	}
}

static bool
is_written(const hd_var *v)
{
	return v->how & (HD_WRITE | HD_ADDR);
}

static const char *
mirror_arg(hd_emit *e, hd_decl *d)
{
	if (d->managed)
		return hd_format(e->a, "%s%s", d->type->kind == HD_T_ARRAY ? "" : "&",
				 d->name);
	if (d->registered) {
		hd_omp_use(e, HD_SUP_REGISTRY);
		return hd_format(e->a, "gpu_pointer(%s%s)",
				 d->type->kind == HD_T_ARRAY ? "" : "&", d->name);
	}
	return hd_omp_mirror(e, d);
}

static void
shared_array(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *n = d->name, *t = elem_name(d);

	if (d->pitched) {
		hd_omp_use(e, HD_SUP_PITCH);
		param(e, hd_format(e->a, "gpu_pitched<%s> %s", t, n),
		      hd_omp_mirror(e, d));
	} else if (v->space == HD_M_TEXTURE) {
		hd_omp_use(e, HD_SUP_TEXTURE);
		param(e, hd_format(e->a, "gpu_texture<%s> %s", t, n),
		      hd_format(e->a, "tex\1%s", n));
	} else if (v->space == HD_M_CONST) {
		hd_str_addf(&e->top, "\tconst %s = const\1%s_%s%d;\n",
			    hd_omp_declare_pointer(e->a, d, n), n, e->k->proc,
			    e->k->id);
	} else if (v->space == HD_M_SHARED) {
		param(e, hd_omp_declare_pointer(e->a, d, hd_format(e->a, "%s\1in", n)),
		      mirror_arg(e, d));
		hd_str_addf(
			&e->top,
			"\t__shared__ %s;\n"
			"\tfor (unsigned gpu_i = threadIdx.x; gpu_i < %lld; gpu_i += "
			"blockDim.x)\n\t\t%s[gpu_i] = %s\1in[gpu_i];\n"
			"\t__syncthreads();\n",
			declare(e, d, n), d->type->count, n, n);
	} else if (v->how & HD_SIZED) {
		param(e, hd_omp_declare_pointer(e->a, d, hd_format(e->a, "%s\1in", n)),
		      mirror_arg(e, d));
		hd_str_addf(&e->top, "\t%s = *(%s)%s\1in;\n",
			    declare(e, d, hd_format(e->a, "(&%s)", n)),
			    declare(e, d, "(*)"), n);
	} else {
		bool ro = !is_written(v) && d->type->elem->kind != HD_T_ARRAY &&
			  d->type->elem->kind != HD_T_POINTER;
		param(e,
		      hd_format(e->a, "%s%s", ro ? "const " : "",
				hd_omp_declare_pointer(e->a, d, pointer_name(e, d))),
		      mirror_arg(e, d));
	}
}

struct use {
	hd_kernel *k;
	hd_decl *d;
};

static bool
is_body_use(void *ctx, hd_node *n)
{
	struct use *u = ctx;

	return n->kind == HD_N_REF && n->decl == u->d && !hd_omp_in_bounds(u->k, n);
}

/* The host may have computed all that a variable was for. */
static const char *
maybe_unused(hd_emit *e, hd_decl *d)
{
	struct use u = {e->k, d};

	for (size_t i = 0; i < e->k->stmts.n; i++)
		if (hd_omp_any(e->k->stmts.at[i], is_body_use, &u))
			return "";
	return "[[maybe_unused]] ";
}

static void
shared_scalar(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *n = d->name;
	hd_type t = plain_type(d);
	char *in = hd_format(e->a, "%s\1at", n);

	if (v->space == HD_M_ARG) {
		by_value(e, v);
		return;
	}
	if (v->space == HD_M_CONST) {
		hd_str_addf(&e->top, "\tconst %s = const\1%s_%s%d;\n", declare(e, d, n),
			    n, e->k->proc, e->k->id);
		return;
	}
	param(e, hd_omp_declare_pointer(e->a, d, in), mirror_arg(e, d));
	if (!v->how)
		return; /* only the end of the kernel needs it */
	if (v->space == HD_M_REG && !is_written(v)) {
		hd_str_addf(&e->top, "\t%sconst %s = *%s;\n", maybe_unused(e, d),
			    declare(e, d, n), in);
	} else if (v->space == HD_M_REG) {
		hd_str_addf(&e->top, "\t%s = *%s;\n\tconst %s = %s;\n",
			    declare(e, d, n), in,
			    declare(e, d, hd_format(e->a, "%s\1old", n)), n);
		hd_str_addf(&e->bottom, "\tif (%s != %s\1old)\n\t\t*%s = %s;\n", n, n,
			    in, n);
	} else {
		hd_str_addf(&e->top, "\t%s%s = *%s;\n", maybe_unused(e, d),
			    hd_omp_declare(e->a, &t, hd_format(e->a, "&%s", n), NULL),
			    in);
	}
}

static void
private_array(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *n = d->name;
	int size = e->k->set.value[HD_SET_cudaThreadBlockSize];

	if (v->space == HD_M_SHARED) { /* transposed: no bank conflicts */
		hd_omp_use(e, HD_SUP_COLUMN);
		hd_str_addf(&e->top,
			    "\t__shared__ %s %s\1sm[%lld * %d];\n"
			    "\tgpu_column<%s> %s = {%s\1sm + threadIdx.x, %d};\n",
			    elem_name(d), n, d->type->count, size, elem_name(d), n, n,
			    size);
		return;
	}
	hd_str_addf(&e->top, "\t%s;\n", declare(e, d, n));
}

static void
first_array(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *n = d->name, *t = elem_name(d);

	param(e, hd_omp_declare_pointer(e->a, d, hd_format(e->a, "%s\1in", n)),
	      mirror_arg(e, d));
	hd_str_addf(&e->top,
		    "\t%s;\n\tfor (int gpu_i = 0; gpu_i < %lld; gpu_i++)\n"
		    "\t\t((%s *)%s)[gpu_i] = ((%s *)%s\1in)[gpu_i];\n",
		    declare(e, d, n), d->type->size / hd_omp_scalar_of(d->type)->size,
		    t, n, t, n);
}

static void
threadprivate(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *n = d->name;
	hd_type t = plain_type(d);

	hd_omp_use(e, HD_SUP_THREAD);
	hd_omp_use(e, HD_SUP_SPREAD);
	if (d->column) {
		hd_omp_use(e, HD_SUP_COLUMN);
		param(e, hd_format(e->a, "%s *%s\1of", elem_name(d), n),
		      hd_format(e->a, "(%s *)%s", elem_name(d), hd_omp_mirror(e, d)));
		hd_str_addf(
			&e->top,
			"\tgpu_column<%s> %s = {%s\1of + gpu_thread(), gpu_copies};\n",
			elem_name(d), n, n);
		return;
	}
	param(e, hd_omp_declare(e->a, &t, hd_format(e->a, "(*%s\1of)", n), d->dims),
	      hd_omp_mirror(e, d));
	hd_str_addf(&e->top, "\t%s = %s\1of[gpu_thread()];\n",
		    hd_omp_declare(e->a, &t, hd_format(e->a, "(&%s)", n), d->dims), n);
}

/* ---- reductions of the whole kernel */

long long
hd_omp_reduced_count(hd_prog *p, hd_region *r, const hd_var *v)
{
	const char *colon;
	long long n;

	if (v->decl->type->kind == HD_T_ARRAY && !v->section)
		return v->decl->type->size / hd_omp_scalar_of(v->decl->type)->size;
	if (!v->section)
		return 1;
	colon = strchr(v->section, ':');
	n = colon ? strtoll(colon + 1, NULL, 0) : 0;
	if (n <= 0 && v->decl->type->kind == HD_T_ARRAY)
		n = v->decl->type->count;
	if (n <= 0 || strchr(colon ? colon + 1 : "", '['))
		hd_omp_cannot(p, r, r->node->from,
			      "a reduction of '%s%s': the length must be a number here",
			      v->decl->name, v->section);
	return n > 0 ? n : 1;
}

/* How many partial results there are. */
static char *
count_text(hd_emit *e, long long each)
{
	return each == 1 ? hd_strdup(e->a, "gpu_grid")
			 : hd_format(e->a, "%lld * (size_t)gpu_grid", each);
}

static void
reduction(hd_emit *e, hd_var *v)
{
	const char *n = v->decl->name, *f = hd_omp_functor(v->op);
	const char *unroll =
		e->k->set.value[HD_SET_useUnrollingOnReduction] ? "true" : "false";
	const hd_type *t = v->decl->type->kind == HD_T_POINTER
				   ? v->decl->type->elem
				   : hd_omp_scalar_of(v->decl->type);
	long long count = hd_omp_reduced_count(e->p, e->k->region, v);
	bool array = v->decl->type->kind == HD_T_ARRAY || v->section;

	hd_omp_use(e, HD_SUP_REDUCE);
	param(e, hd_format(e->a, "gpu_partial<%s> part\1%s", t->name, n),
	      hd_format(e->a, "part\1%s.prepare(%s)", n, count_text(e, count)));
	if (v->feeder) {
		hd_str_addf(&e->bottom,
			    "\tfor (int gpu_i = 0; gpu_i < %lld; gpu_i++)\n"
			    "\t\tgpu_reduce<%s, %s>(part\1%s, %s[gpu_i], gpu_i);\n",
			    count, f, unroll, n, v->feeder->name);
		return;
	}
	if (!array) {
		hd_str_addf(&e->top, "\t%s = %s;\n", declare(e, v->decl, n),
			    hd_omp_identity(e->a, v));
		hd_str_addf(&e->bottom, "\tgpu_reduce<%s, %s>(part\1%s, %s);\n", f,
			    unroll, n, n);
		return;
	}
	hd_str_addf(&e->top,
		    "\t%s;\n\tfor (int gpu_i = 0; gpu_i < %lld; gpu_i++)\n"
		    "\t\t((%s *)%s)[gpu_i] = %s;\n",
		    v->section ? hd_format(e->a, "%s %s[%lld]", t->name, n, count)
			       : declare(e, v->decl, n),
		    count, t->name, n, hd_omp_identity(e->a, v));
	hd_str_addf(&e->bottom,
		    "\tfor (int gpu_i = 0; gpu_i < %lld; gpu_i++)\n"
		    "\t\tgpu_reduce<%s, %s>(part\1%s, ((%s *)%s)[gpu_i], gpu_i);\n",
		    count, f, unroll, n, t->name, n);
}

/* ---- all variables */

static void
place_private(hd_emit *e, hd_var *v)
{
	hd_decl *d = v->decl;
	bool array = d->type->kind == HD_T_ARRAY;

	if (v->share == HD_S_FIRST && array)
		first_array(e, v);
	else if (v->share == HD_S_FIRST || v->uniform)
		by_value(e, v);
	else if (array)
		private_array(e, v);
	else
		hd_str_addf(&e->top, "\t%s;\n", declare(e, d, d->name));
}

static void
place(hd_emit *e, hd_var *v)
{
	switch (v->share) {
	case HD_S_REDUCTION:
		reduction(e, v);
		break;
	case HD_S_THREADPRIVATE:
		threadprivate(e, v);
		break;
	case HD_S_SHARED:
		if (v->decl->type->kind == HD_T_ARRAY)
			shared_array(e, v);
		else if (v->decl->type->kind == HD_T_POINTER)
			by_value(e, v);
		else
			shared_scalar(e, v);
		break;
	default:
		place_private(e, v);
	}
}

static void
number(hd_emit *e, const char *name)
{
	param(e, hd_format(e->a, "long %s", name), name);
}

static void
part_param(hd_emit *e, const char *part, const hd_var *v)
{
	const hd_type *t = v->decl->type->kind == HD_T_POINTER
				   ? v->decl->type->elem
				   : hd_omp_scalar_of(v->decl->type);
	long long count = hd_omp_reduced_count(e->p, e->k->region, v);

	param(e,
	      hd_format(e->a, "%s<%s> %s",
			e->k->finished == v->decl ? "gpu_gather" : "gpu_partial",
			t->name, part),
	      hd_format(e->a, "%s.prepare(%s)", part, count_text(e, count)));
}

static void
loop_params(hd_emit *e, hd_work *w)
{
	bool last = false;

	for (size_t i = 0; i < w->vars.n; i++) {
		hd_var *v = &w->vars.at[i];
		last |= v->share == HD_S_LAST || v->share == HD_S_FIRSTLAST;
		if (v->share == HD_S_REDUCTION && !e->k->block_mode)
			part_param(e, hd_omp_part(e, w, v), v);
	}
	if (!w->is_for || e->k->block_mode || w->plane)
		return;
	for (int i = 0; i < w->collapse; i++) {
		hd_loop *l = &w->loop[i];
		const char *n = l->iv->name;
		if (w->collapse == 1 && l->plain && !l->host_bounds && !last)
			continue;
		number(e, hd_format(e->a, "trips\1%s%s", n, w->tag));
		if (l->host_bounds)
			number(e, hd_format(e->a, "first\1%s%s", n, w->tag));
		if (l->host_bounds && l->step && !l->step->known)
			number(e, hd_format(e->a, "step\1%s%s", n, w->tag));
	}
}

static char *
header_comment(hd_emit *e, hd_kernel *k)
{
	hd_str s = {.arena = e->a};
	hd_pos from = hd_omp_pos(e->f, k->from), to = hd_omp_pos(e->f, k->to);

	hd_str_addf(&s, "/* Kernel %d of %s: lines %u to %u", k->id, k->proc, from.line,
		    to.line);
	if (k->region->dir)
		hd_str_addf(&s, "\n *   %s", hd_omp_print_dir(e->a, k->region->dir));
	for (size_t i = 0; i < k->works.n; i++)
		if (k->works.at[i]->dir != k->region->dir)
			hd_str_addf(&s, "\n *   %s",
				    hd_omp_print_dir(e->a, k->works.at[i]->dir));
	if (k->cuda && k->cuda->clauses.n)
		hd_str_addf(&s, "\n *   %s", hd_omp_print_dir(e->a, k->cuda));
	if (k->block_mode)
		hd_str_addf(&s, "\n * One block is the whole team, because %s.",
			    k->region->why);
	if (k->region->plain)
		hd_str_addf(&s, "\n * Its data is not copied: %s.", k->region->plain);
	hd_str_add(&s, " */\n");
	return s.at;
}

static void
constants(hd_emit *e, hd_kernel *k, hd_str *s)
{
	for (size_t i = 0; i < k->vars.n; i++) {
		hd_var *v = &k->vars.at[i];
		if (v->share == HD_S_SHARED && v->space == HD_M_CONST)
			hd_str_addf(s, "static __constant__ %s;\n",
				    declare(e, v->decl,
					    hd_format(e->a, "const\1%s_%s%d",
						      v->decl->name, k->proc, k->id)));
	}
}

static char *
kernel_body(hd_emit *e, hd_kernel *k)
{
	hd_str s = {.arena = e->a};

	hd_str_add(&s, "");
	for (size_t i = 0; i < k->stmts.n; i++) {
		hd_work *w = hd_omp_work_at(k->region, k->stmts.at[i]);
		if (w && w->joins)
			continue; /* its text is in another loop */
		char *text = hd_omp_emit_stmt(e, k->stmts.at[i]);
		char *indent = hd_omp_indent_at(e->a, e->f, k->stmts.at[i]->from);
		text = hd_format(e->a, "%s%s", indent, text);
		hd_str_addf(&s, "%s\n", hd_omp_reindent(e->a, text, "\t"));
	}
	return s.at;
}

/* Rows of a sparse loop want as many threads as there can be, not more registers, which is
 * what the body of a joined loop would take. */
static const char *
launch_bounds(hd_emit *e, hd_kernel *k)
{
	int size = k->set.value[HD_SET_cudaThreadBlockSize];

	if (!k->works.n || !k->works.at[0]->rows || !k->works.at[0]->joined.n ||
	    k->set.value[HD_SET_useOccupancy] || size < 64)
		return "";
	hd_omp_use(e, HD_SUP_MOST);
	return hd_format(e->a, " __launch_bounds__(%d, GPU_MOST_THREADS / %d)", size,
			 size);
}

char *
hd_omp_emit_kernel(hd_emit *e, hd_kernel *k)
{
	hd_str s = {.arena = e->a};
	char *body;

	e->k = k;
	memset(&e->params, 0, sizeof e->params);
	memset(&e->args, 0, sizeof e->args);
	memset(&e->top, 0, sizeof e->top);
	memset(&e->bottom, 0, sizeof e->bottom);
	e->params.arena = e->args.arena = e->top.arena = e->bottom.arena = e->a;
	hd_str_add(&e->top, "");
	hd_str_add(&e->bottom, "");
	for (size_t i = 0; i < k->vars.n; i++)
		place(e, &k->vars.at[i]);
	for (size_t i = 0; i < k->works.n; i++)
		loop_params(e, k->works.at[i]);
	body = kernel_body(e, k);
	constants(e, k, &s);
	hd_str_addf(&s,
		    "%sstatic __global__ void%s\n%s\1kernel%d(%s)\n{\n%s%s%s%s}\n\n",
		    header_comment(e, k), launch_bounds(e, k), k->proc, k->id,
		    e->params.n ? e->params.at : "void", e->top.at,
		    e->top.n ? "\n" : "", body, e->bottom.at);
	e->k = NULL;
	return s.at;
}
