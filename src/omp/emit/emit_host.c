/* SPDX-License-Identifier: Apache-2.0 */
/* The host side of a region: launches, transfers around them, private variables that the
 * host keeps, and regions that stay on the CPU. */
#include "omp/emit/emit.h"

#include <ctype.h>

/* ---- transfers */

static bool
is_local_memory(hd_emit *e)
{
	return !e->p->set.value[HD_SET_useGlobalGMalloc];
}

static const char *
address(hd_emit *e, hd_decl *d)
{
	return d->type->kind == HD_T_ARRAY ? d->name : hd_format(e->a, "&%s", d->name);
}

static bool
through_registry(hd_decl *d)
{
	return d->registered || d->type->kind == HD_T_POINTER;
}

static void
copy_pitched(hd_emit *e, hd_str *s, hd_decl *d, bool to_gpu)
{
	const char *m = hd_omp_mirror(e, d), *n = d->name;

	if (to_gpu)
		hd_str_addf(
			s,
			"\tGPU_CHECK(cudaMemcpy2D(%s.first, %s.pitch, %s, sizeof %s[0], "
			"sizeof %s[0], %lld, cudaMemcpyHostToDevice));\n",
			m, m, n, n, n, d->type->count);
	else
		hd_str_addf(
			s,
			"\tGPU_CHECK(cudaMemcpy2D(%s, sizeof %s[0], %s.first, %s.pitch, "
			"sizeof %s[0], %lld, cudaMemcpyDeviceToHost));\n",
			n, n, m, m, n, d->type->count);
}

/* One transfer of a whole variable. */
void
hd_omp_emit_fetch(hd_emit *e, hd_str *s, hd_decl *d, bool to_gpu)
{
	bool async = e->p->set.value[HD_SET_useAsyncTransfers] && s == &e->before;
	const char *m, *stream = "";

	if (d->type->kind == HD_T_POINTER || d->registered) {
		const char *p = d->type->kind == HD_T_POINTER ? d->name : address(e, d);
		hd_omp_use(e, HD_SUP_REGISTRY);
		hd_str_addf(s,
			    to_gpu ? "\tGPU_SEND(%s, true);\n" : "\tGPU_RECEIVE(%s);\n",
			    p);
		return;
	}
	hd_omp_use(e, HD_SUP_ALLOC);
	if (d->pitched) {
		copy_pitched(e, s, d, to_gpu);
		return;
	}
	m = hd_omp_mirror(e, d);
	if (async && to_gpu) {
		hd_omp_use(e, HD_SUP_STREAMS);
		stream = hd_format(e->a, ", gpu_stream(%d)", e->labels++ % 4);
	}
	if (to_gpu)
		hd_str_addf(s,
			    "\tGPU_CHECK(cudaMemcpy%s(%s, %s, sizeof %s, "
			    "cudaMemcpyHostToDevice%s));\n",
			    async ? "Async" : "", m, address(e, d), d->name, stream);
	else
		hd_str_addf(s,
			    "\tGPU_CHECK(cudaMemcpy(%s, %s, sizeof %s, "
			    "cudaMemcpyDeviceToHost));\n",
			    address(e, d), m, d->name);
}

/* The user, not the analysis, says that nothing is to be copied. */
static bool
asked_for(hd_kernel *k, hd_decl *d)
{
	hd_dir *dir = hd_omp_find_dir(k->region->node, HD_DIR_GPURUN);
	hd_dir *own = hd_omp_find_dir(k->stmts.at[0], HD_DIR_GPURUN);

	return hd_omp_has_item(dir, HD_CL_NOC2GMEMTR, d) ||
	       hd_omp_has_item(own, HD_CL_NOC2GMEMTR, d);
}

static void
allocate(hd_emit *e, hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *m = hd_omp_mirror(e, d);

	if (hd_omp_has_item(k->cuda, HD_CL_NOCUDAMALLOC, d) && !is_local_memory(e))
		return;
	hd_omp_use(e, HD_SUP_ALLOC);
	if (is_local_memory(e) && !d->pitched)
		hd_str_addf(&e->before, "\t%s%s = NULL;\n",
			    e->p->set.value[HD_SET_cudaMallocOptLevel] ? "static " : "",
			    hd_omp_declare_pointer(e->a, d, m));
	else if (e->p->set.value[HD_SET_globalGMallocOpt] && !v->to_gpu &&
		 !hd_omp_covers(e->p, k, v) && !asked_for(k, d))
		return; /* an earlier kernel surely made it */
	if (d->pitched)
		hd_str_addf(&e->before,
			    "\tgpu_alloc_pitched(&%s, sizeof %s[0], %lld);\n", m,
			    d->name, d->type->count);
	else
		hd_str_addf(&e->before, "\tGPU_ALLOC(%s, %s);\n", m, d->name);
	if (is_local_memory(e) && !e->p->set.value[HD_SET_cudaMallocOptLevel] &&
	    !hd_omp_has_item(k->cuda, HD_CL_NOCUDAFREE, d))
		hd_str_addf(&e->after, "\tGPU_CHECK(cudaFree(%s));\n", m);
}

static void
transfer_registered(hd_emit *e, hd_var *v)
{
	const char *p = v->decl->type->kind == HD_T_POINTER ? v->decl->name
							    : address(e, v->decl);

	bool write = (v->how | v->tail_how) & (HD_WRITE | HD_ADDR | HD_PWRITE);

	hd_omp_use(e, HD_SUP_REGISTRY);
	if (v->decl->table) {
		hd_omp_use(e, HD_SUP_TABLE);
		hd_str_addf(&e->before, "\tGPU_LEND_ROWS(%s, %s);\n", p,
			    v->to_gpu ? "true" : "false");
		if (v->to_cpu)
			hd_str_addf(&e->after, "\tGPU_RECEIVE_ROWS(%s);\n", p);
		return;
	}
	hd_str_addf(&e->before, "\t%s(%s, %s);\n", write ? "GPU_LEND" : "GPU_SEND", p,
		    v->to_gpu ? "true" : "false");
	if (v->to_cpu)
		hd_str_addf(&e->after, "\tGPU_RECEIVE(%s);\n", p);
}

static void
transfer_copies(hd_emit *e, hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;
	const char *m = hd_omp_mirror(e, d), *col = d->column ? "true" : "false";
	long long unit = hd_omp_scalar_of(d->type)->size;
	bool copyin = k->region->dir &&
		      hd_omp_has_item(k->region->dir, HD_CL_COPYIN, d) &&
		      k->id == k->region->kernels.at[0]->id;

	hd_omp_use(e, HD_SUP_SPREAD);
	hd_str_addf(
		&e->before,
		"\tif (!%s) {\n\t\tGPU_CHECK(cudaMalloc((void **)&%s, gpu_copies * sizeof "
		"%s));\n",
		m, m, d->name);
	if (d->node && d->node->n)
		hd_str_addf(
			&e->before,
			"\t\tstatic %s = %s;\n\t\tgpu_spread(%s, %sgpu_initial, sizeof %s, "
			"%lld, %s);\n",
			hd_omp_declare(e->a, d->type, "gpu_initial", d->dims),
			hd_omp_text(e->a, d->node->kid[0]), m,
			d->type->kind == HD_T_ARRAY ? "" : "&", d->name, unit, col);
	else
		hd_str_addf(
			&e->before,
			"\t\tGPU_CHECK(cudaMemset(%s, 0, gpu_copies * sizeof %s));\n",
			m, d->name);
	hd_str_add(&e->before, "\t}\n");
	if (copyin)
		hd_str_addf(&e->before, "\tgpu_spread(%s, %s, sizeof %s, %lld, %s);\n",
			    m, address(e, d), d->name, unit, col);
	else if (v->how & (HD_READ | HD_ADDR | HD_INDEXED))
		hd_str_addf(&e->before,
			    "\tgpu_first_copy(%s, %s, sizeof %s, %lld, %s, true);\n", m,
			    address(e, d), d->name, unit, col);
	if (v->how & (HD_WRITE | HD_ADDR))
		hd_str_addf(&e->after,
			    "\tgpu_first_copy(%s, %s, sizeof %s, %lld, %s, false);\n",
			    address(e, d), m, d->name, unit, col);
}

static bool
needs_memory(hd_var *v)
{
	bool array = v->decl->type->kind == HD_T_ARRAY;

	if (v->decl->managed)
		return false;

	if (v->share == HD_S_FIRST && array)
		return true;
	return v->share == HD_S_SHARED && v->decl->type->kind != HD_T_POINTER &&
	       v->space != HD_M_ARG && v->space != HD_M_CONST;
}

static void
transfer(hd_emit *e, hd_kernel *k, hd_var *v)
{
	hd_decl *d = v->decl;

	if (d->plain)
		return;
	if (v->share == HD_S_THREADPRIVATE) {
		transfer_copies(e, k, v);
	} else if (d->type->kind == HD_T_POINTER && v->share != HD_S_REDUCTION &&
		   (v->share == HD_S_SHARED || v->share == HD_S_FIRST || v->uniform) &&
		   d->type->elem->kind != HD_T_FUNC) {
		transfer_registered(e, v);
	} else if (v->share == HD_S_SHARED && v->space == HD_M_CONST) {
		hd_str_addf(
			&e->before,
			"\tGPU_CHECK(cudaMemcpyToSymbol(const\1%s_%s%d, %s, sizeof %s));\n",
			d->name, k->proc, k->id, address(e, d), d->name);
	} else if (needs_memory(v) && through_registry(d)) {
		transfer_registered(e, v);
	} else if (needs_memory(v)) {
		allocate(e, k, v);
		if (v->to_gpu)
			hd_omp_emit_fetch(e, &e->before, d, true);
		if (v->space == HD_M_TEXTURE) {
			hd_str_addf(
				&e->before,
				"\tgpu_texture<%s> tex\1%s = gpu_bind_texture((const "
				"%s *)%s, sizeof %s);\n",
				hd_omp_scalar_of(d->type)->name, d->name,
				hd_omp_scalar_of(d->type)->name, hd_omp_mirror(e, d),
				d->name);
			hd_str_addf(
				&e->after,
				"\tGPU_CHECK(cudaDestroyTextureObject(tex\1%s.object));\n",
				d->name);
		}
	}
}

static void
bring_back(hd_emit *e, hd_var *v)
{
	if (needs_memory(v) && !through_registry(v->decl) && v->to_cpu &&
	    v->share == HD_S_SHARED) {
		hd_str rest = e->after;
		memset(&e->after, 0, sizeof e->after);
		e->after.arena = e->a;
		hd_omp_emit_fetch(e, &e->after, v->decl, false);
		hd_str_add(&e->after, rest.at ? rest.at : "");
	}
}

/* ---- launch */

static void
bounds(hd_emit *e, hd_work *w, hd_str *most, int *n)
{
	hd_str total = {.arena = e->a};

	if (w->dir->kind == HD_DIR_SECTIONS ||
	    w->dir->kind == HD_DIR_PARALLEL_SECTIONS) {
		hd_str_addf(most, "%s%u", (*n)++ ? "|" : "", w->node->n);
		return;
	}
	if (!w->is_for || !w->loop[0].node)
		return;
	for (int i = 0; i < w->collapse; i++) {
		hd_loop *l = &w->loop[i];
		const char *v = l->iv->name;
		hd_str_addf(&e->before, "\tconst long trips\1%s%s = %s;\n", v, w->tag,
			    hd_omp_trips(e, l));
		if (l->host_bounds)
			hd_str_addf(&e->before, "\tconst long first\1%s%s = %s;\n", v,
				    w->tag, hd_omp_text(e->a, l->lb));
		if (l->host_bounds && l->step && !l->step->known)
			hd_str_addf(&e->before, "\tconst long step\1%s%s = %s;\n", v,
				    w->tag, hd_omp_magnitude(e, l));
		hd_str_addf(&total, "%strips\1%s%s", i ? " * " : "", v, w->tag);
	}
	if (w->rows)
		hd_str_addf(&total, " * %d", w->rows);
	if (w->tile) { /* whole tiles of 32 columns */
		int high = e->p->set.value[HD_SET_cudaThreadBlockSize] / 32;
		total.n = 0;
		hd_str_addf(&total, "(trips\1%s%s + %d) * (trips\1%s%s + 31)",
			    w->loop[0].iv->name, w->tag, high > 0 ? high - 1 : 0,
			    w->loop[1].iv->name, w->tag);
	}
	hd_str_addf(most, "%s%s", (*n)++ ? "|" : "", total.at);
}

/* a|b|c becomes the largest of them */
static char *
largest(hd_emit *e, char *list)
{
	char *bar = strrchr(list, '|'), *a, *b;

	if (!bar)
		return list;
	*bar = '\0';
	a = largest(e, hd_strdup(e->a, list));
	b = bar + 1;
	return strcmp(a, b) ? hd_format(e->a, "(%s > %s ? %s : %s)", a, b, a, b) : a;
}

static bool
has_copies(hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++)
		if (k->vars.at[i].share == HD_S_THREADPRIVATE)
			return true;
	return false;
}

/* A kernel that is two loops over rows and columns. */
static void
plane_size(hd_emit *e, hd_kernel *k, hd_work *w, const char *threads)
{
	const char *n = w->loop[0].iv->name, *m = w->loop[1].iv->name;
	int rows = k->set.value[HD_SET_useThreadCoarsening];
	char *high = rows == 1 ? hd_format(e->a, "trips\1%s%s", n, w->tag)
			       : hd_format(e->a, "(trips\1%s%s + %d) / %d", n, w->tag,
					   rows - 1, rows);

	hd_omp_use(e, HD_SUP_PLANE);
	if (isdigit((unsigned char)*threads))
		hd_str_addf(&e->before, "\tconst dim3 gpu_size(32, %d);\n",
			    atoi(threads) / 32);
	else
		hd_str_addf(&e->before, "\tconst dim3 gpu_size(32, %s / 32);\n",
			    threads);
	hd_str_addf(&e->before,
		    "\tconst dim3 gpu_grid = gpu_plane(%s, trips\1%s%s, gpu_size, "
		    "%d);\n",
		    high, m, w->tag, k->set.value[HD_SET_maxNumOfCudaThreadBlocks]);
}

static void
grid_size(hd_emit *e, hd_kernel *k)
{
	hd_str most = {.arena = e->a};
	int n = 0, size = k->set.value[HD_SET_cudaThreadBlockSize];
	int limit = k->set.value[HD_SET_maxNumOfCudaThreadBlocks];
	hd_clause *cond = hd_omp_clause(k->region->dir, HD_CL_IF);
	char *threads = hd_format(e->a, "%d", size);

	if (has_copies(k) && (!limit || limit * size > 4096))
		limit = 4096 / size;
	for (size_t i = 0; i < k->works.n; i++) {
		bool outer = false;
		for (size_t s = 0; s < k->stmts.n; s++)
			outer |= k->works.at[i]->node == k->stmts.at[s];
		if (outer && !k->works.at[i]->joins)
			bounds(e, k->works.at[i], &most, &n);
	}
	if (k->set.value[HD_SET_useOccupancy] && !has_copies(k) &&
	    !k->set.value[HD_SET_useTiling]) {
		hd_omp_use(e, HD_SUP_OCCUPANCY);
		threads = hd_format(e->a, "gpu_best_block(%s\1kernel%d, %d)", k->proc,
				    k->id, size);
	}
	if (k->works.at[0]->plane) {
		plane_size(e, k, k->works.at[0], threads);
		return;
	}
	hd_omp_use(e, HD_SUP_BLOCKS);
	if (cond)
		threads = hd_format(e->a, "(%s) ? %s : 1", cond->text, threads);
	hd_str_addf(&e->before, "\tconst int gpu_size = %s;\n", threads);
	hd_str_addf(&e->before,
		    "\tconst int gpu_grid = %sgpu_blocks(%s, gpu_size, %d);\n",
		    cond ? "gpu_size == 1 ? 1 : " : "", n ? largest(e, most.at) : "1",
		    limit);
}

static void
team_size(hd_emit *e, hd_kernel *k)
{
	hd_clause *c = hd_omp_clause(k->region->dir, HD_CL_NUM_THREADS);
	hd_clause *cond = hd_omp_clause(k->region->dir, HD_CL_IF);
	char *size = c ? hd_format(e->a, "gpu_team(%s)", c->text)
		       : hd_strdup(e->a, "gpu_team_size()");

	hd_omp_use(e, HD_SUP_TEAM);
	if (cond)
		size = hd_format(e->a, "(%s) ? %s : 1", cond->text, size);
	hd_str_addf(&e->before,
		    "\tconst int gpu_size = %s;\n\tconst int gpu_grid = 1;\n", size);
}

static void
combine(hd_emit *e, hd_kernel *k, hd_work *w, hd_var *v)
{
	const char *n = v->decl->name, *f = hd_omp_functor(v->op),
		   *part = hd_omp_part(e, w, v);
	const hd_type *t = v->decl->type->kind == HD_T_POINTER
				   ? v->decl->type->elem
				   : hd_omp_scalar_of(v->decl->type);
	long long count = hd_omp_reduced_count(e->p, k->region, v);
	bool array = v->decl->type->kind == HD_T_ARRAY || v->section;

	if (k->finished == v->decl) {
		hd_str_addf(&e->before, "\tstatic gpu_gathered<%s> %s;\n", t->name,
			    part);
		return;
	}
	hd_str_addf(&e->before, "\tstatic gpu_partials<%s> %s;\n", t->name, part);
	hd_str_addf(&e->after, "\t%s.wait();\n", part);
	if (!array)
		hd_str_addf(&e->after,
			    "\tfor (int gpu_b = 0; gpu_b < gpu_grid; gpu_b++)\n"
			    "\t\t%s = %s::of<%s>(%s, %s.host[gpu_b]);\n",
			    n, f, t->name, n, part);
	else
		hd_str_addf(&e->after,
			    "\tfor (int gpu_i = 0; gpu_i < %lld; gpu_i++)\n"
			    "\t\tfor (int gpu_b = 0; gpu_b < gpu_grid; gpu_b++)\n"
			    "\t\t\t((%s *)%s)[gpu_i] = %s::of<%s>(((%s *)%s)[gpu_i], "
			    "%s.host[gpu_i * gpu_grid + gpu_b]);\n",
			    count, t->name, n, f, t->name, t->name, n, part);
}

static void
combine_all(hd_emit *e, hd_kernel *k)
{
	for (size_t i = 0; i < k->vars.n; i++)
		if (k->vars.at[i].share == HD_S_REDUCTION)
			combine(e, k, NULL, &k->vars.at[i]);
	for (size_t i = 0; i < k->works.n && !k->block_mode; i++)
		for (size_t j = 0; j < k->works.at[i]->vars.n; j++)
			if (k->works.at[i]->vars.at[j].share == HD_S_REDUCTION)
				combine(e, k, k->works.at[i],
					&k->works.at[i]->vars.at[j]);
}

static void
extents(hd_emit *e, hd_kernel *k)
{
	for (size_t i = 0; k->cuda && i < k->cuda->clauses.n; i++) {
		hd_clause *c = &k->cuda->clauses.at[i];
		const char *colon;
		if (c->kind != HD_CL_EXTENT || !(colon = strchr(c->text, ':')))
			continue;
		hd_omp_use(e, HD_SUP_REGISTRY);
		char *name = hd_strndup(e->a, c->text, (size_t)(colon - c->text));
		hd_str_addf(&e->before,
			    "\tgpu_register((void *)%s, (%s) * sizeof *%s);\n", name,
			    colon + 1, name);
	}
}

char *
hd_omp_emit_launch(hd_emit *e, hd_kernel *k)
{
	hd_str s = {.arena = e->a};
	char *args = e->args.at ? e->args.at : hd_strdup(e->a, "");
	char *indent = hd_omp_indent_at(e->a, e->f, k->stmts.at[0]->from);

	memset(&e->before, 0, sizeof e->before);
	memset(&e->after, 0, sizeof e->after);
	e->before.arena = e->after.arena = e->a;
	hd_str_add(&e->before, "");
	hd_str_add(&e->after, "");
	extents(e, k);
	for (size_t i = 0; i < k->vars.n; i++)
		transfer(e, k, &k->vars.at[i]);
	if (k->block_mode)
		team_size(e, k);
	else
		grid_size(e, k);
	combine_all(e, k);
	for (size_t i = k->vars.n; i-- > 0;)
		bring_back(e, &k->vars.at[i]);
	hd_omp_use(e, HD_SUP_CHECK);
	if (strstr(e->before.at, "cudaMemcpyAsync"))
		hd_str_add(&e->before, "\tGPU_CHECK(cudaDeviceSynchronize());\n");
	hd_str_addf(&s, "{\n%s\t%s\1kernel%d<<<gpu_grid, gpu_size>>>(%s);\n",
		    e->before.at, k->proc, k->id, args);
	hd_str_addf(&s, "\tGPU_CHECK(cudaGetLastError());\n%s%s}",
		    e->p->managed ? "\tGPU_CHECK(cudaDeviceSynchronize());\n" : "",
		    e->after.at);
	return hd_omp_reindent(e->a, s.at, indent);
}
