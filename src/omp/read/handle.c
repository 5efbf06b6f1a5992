/* SPDX-License-Identifier: Apache-2.0 */
/* The directive handler: numbers the kernels, gathers what the source and the user's
 * directive file say about each, and turns it into the kernel's settings. */
#include "omp/omp.h"

static void
merge(hd_prog *p, hd_dir *to, hd_dir *from)
{
	for (size_t i = 0; i < from->clauses.n; i++) {
		hd_clause *c = &from->clauses.at[i];
		if (!c->items.n) {
			hd_clause *old = c->kind == HD_CL_EXTENT
						 ? NULL
						 : hd_omp_clause(to, c->kind);
			if (old)
				*old = *c;
			else
				hd_push(p->mem, &to->clauses, *c);
		}
		for (size_t k = 0; k < c->items.n; k++)
			if (c->items.at[k].decl)
				hd_omp_add_item(p, to, c->kind, c->items.at[k].decl);
	}
}

static void
merge_from(hd_prog *p, hd_kernel *k, hd_node *n)
{
	for (hd_dir *d = n->dirs; d; d = d->next)
		if (d->kind == HD_DIR_GPURUN)
			merge(p, k->cuda, d);
}

static void
resolve_user(hd_prog *p, hd_dir *d, hd_kernel *k)
{
	for (size_t i = 0; i < d->clauses.n; i++)
		for (size_t j = 0; j < d->clauses.at[i].items.n; j++) {
			hd_item *item = &d->clauses.at[i].items.at[j];
			item->decl = hd_omp_lookup(p, k->stmts.at[0], item->name);
			if (!item->decl)
				hd_omp_error(
					d->file, d->column,
					"no variable '%s' in kernel %d of '%s'; check the "
					"name",
					item->name, k->id, k->proc);
		}
}

static void
apply_user(hd_prog *p, hd_kernel *k)
{
	for (size_t i = 0; i < p->user.n; i++) {
		hd_dir *d = p->user.at[i];
		if (strcmp(d->name, k->proc) || (int)d->line != k->id)
			continue;
		if (d->kind == HD_DIR_NOGPURUN ||
		    hd_omp_clause(d, HD_CL_NOGPURUN_CLAUSE)) {
			k->region->on_cpu = true;
			k->region->why = "asked for by the directive file";
		}
		resolve_user(p, d, k);
		merge(p, k->cuda, d);
	}
}

static void
check_width(hd_kernel *k)
{
	int n = k->set.value[HD_SET_useLoopCollapse];

	if (n < 0 || n > 32 || (n & (n - 1)))
		hd_omp_error(k->region->node->file, k->from,
			     "%d threads for a row in kernel %d of '%s'; loop collapse "
			     "takes 2, 4, 8, 16 or 32",
			     n, k->id, k->proc);
}

static void
apply_settings(hd_prog *p, hd_kernel *k)
{
	hd_clause *c;

	k->set = p->set;
	if (k->region->plain) { /* the optimisers know arrays and pointers to numbers */
		hd_omp_settings_default(&k->set, false);
		k->set.value[HD_SET_shrdSclrCachingOnSM] =
			p->set.value[HD_SET_shrdSclrCachingOnSM];
		k->set.value[HD_SET_cudaThreadBlockSize] =
			p->set.value[HD_SET_cudaThreadBlockSize];
		k->set.value[HD_SET_maxNumOfCudaThreadBlocks] =
			p->set.value[HD_SET_maxNumOfCudaThreadBlocks];
	}
	if ((c = hd_omp_clause(k->cuda, HD_CL_THREADBLOCKSIZE)))
		k->set.value[HD_SET_cudaThreadBlockSize] = (int)c->value;
	if ((c = hd_omp_clause(k->cuda, HD_CL_MAXNUMOFBLOCKS)))
		k->set.value[HD_SET_maxNumOfCudaThreadBlocks] = (int)c->value;
	if (hd_omp_clause(k->cuda, HD_CL_NOLOOPCOLLAPSE))
		k->set.value[HD_SET_useLoopCollapse] = 0;
	if (hd_omp_clause(k->cuda, HD_CL_NOPLOOPSWAP))
		k->set.value[HD_SET_useParallelLoopSwap] = 0;
	if (hd_omp_clause(k->cuda, HD_CL_NOREDUCTIONUNROLL))
		k->set.value[HD_SET_useUnrollingOnReduction] = 0;
	if (hd_omp_clause(k->cuda, HD_CL_NOTILE))
		k->set.value[HD_SET_useTiling] = 0;
	if (hd_omp_clause(k->cuda, HD_CL_PLOOPSWAP))
		k->set.value[HD_SET_useParallelLoopSwap] = 1;
	if ((c = hd_omp_clause(k->cuda, HD_CL_LOOPCOLLAPSE)))
		k->set.value[HD_SET_useLoopCollapse] = c->text ? atoi(c->text) : 1;
	check_width(k);
	c = hd_omp_clause(k->cuda, HD_CL_THREADBLOCKSIZE);
	if (c && (c->value < 1 || c->value > 1024))
		hd_omp_error(
			k->region->node->file, k->from,
			"threadblocksize(%lld) for kernel %d of '%s'; give 1 to 1024",
			c->value, k->id, k->proc);
}

static void
check_user(hd_prog *p)
{
	for (size_t i = 0; i < p->user.n; i++) {
		hd_dir *d = p->user.at[i];
		bool found = false;
		for (size_t r = 0; r < p->regions.n; r++)
			for (size_t k = 0; k < p->regions.at[r]->kernels.n; k++) {
				hd_kernel *kn = p->regions.at[r]->kernels.at[k];
				found |= !strcmp(kn->proc, d->name) &&
					 kn->id == (int)d->line;
			}
		if (!found)
			hd_omp_error(d->file, d->column,
				     "no kernel %u in '%s'; --report lists the kernels",
				     d->line, d->name);
	}
}

void
hd_omp_handle_directives(hd_prog *p)
{
	hd_map next = {0};

	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		for (size_t j = 0; j < r->kernels.n; j++) {
			hd_kernel *k = r->kernels.at[j];
			k->id = (int)(*hd_map_put(p->mem, &next, r->fn))++;
			k->cuda = HD_NEW(p->mem, hd_dir);
			k->cuda->kind = HD_DIR_GPURUN;
			k->cuda->file = r->node->file;
			merge_from(p, k, r->node);
			for (size_t s = 0; s < k->stmts.n; s++)
				if (k->stmts.at[s] != r->node)
					merge_from(p, k, k->stmts.at[s]);
			apply_user(p, k);
			apply_settings(p, k);
		}
	}
	check_user(p);
}
