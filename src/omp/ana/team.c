/* SPDX-License-Identifier: Apache-2.0 */
/* Regions of one team. Threads may leave something for themselves in one region and look
 * for it in another: by their numbers, or in threadprivate variables.
 *
 * Invariant: all such regions have the same number of threads. On the GPU they have that of
 * one block; if one of them stays on the CPU, whose regions have one thread, all do, and
 * omp_get_max_threads() says so. */
#include "omp/omp.h"

static const char *
carried(hd_region *r)
{
	for (size_t i = 0; i < r->vars.n; i++)
		if (r->vars.at[i].share == HD_S_THREADPRIVATE &&
		    r->vars.at[i].decl->carried)
			return r->vars.at[i].decl->name;
	return NULL;
}

static bool
is_asked_for(hd_prog *p, const char *function)
{
	for (size_t i = 0; i < p->decls.n; i++)
		if (p->decls.at[i]->kind == HD_D_FUNC &&
		    !strcmp(p->decls.at[i]->name, function))
			return true;
	return false;
}

static bool
shares_work(hd_region *r)
{
	for (size_t i = 0; i < r->works.n; i++) {
		enum hd_dirkind k = r->works.at[i]->dir->kind;
		if (r->works.at[i]->is_for || k == HD_DIR_SECTIONS ||
		    k == HD_DIR_PARALLEL_SECTIONS || k == HD_DIR_TASK)
			return true;
	}
	return false;
}

/* Work that is divided by thread numbers alone, for as many threads as the program believes
 * to have, is not done by one thread. */
static void
check_division(hd_prog *p, hd_region *r)
{
	if (!r->uses_ids || !r->dir || shares_work(r) ||
	    is_asked_for(p, "omp_get_num_threads") ||
	    is_asked_for(p, "omp_get_max_threads"))
		return;
	hd_omp_error(
		r->node->file, r->node->from,
		"this region divides its work by thread numbers, for a team whose "
		"size it does not ask for, and must stay on the CPU, where its team "
		"is one thread (%s); divide the work by omp_get_num_threads()",
		r->why);
}

void
hd_omp_check_teams(hd_prog *p)
{
	bool ids = false, values = false;

	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		if (!r->on_cpu)
			continue;
		check_division(p, r);
		ids |= r->uses_ids;
		values |= carried(r) != NULL;
	}
	p->one_thread = ids || values;
	for (size_t i = 0; i < p->regions.n && p->one_thread; i++) {
		hd_region *r = p->regions.at[i];
		if (r->uses_ids)
			hd_omp_cannot(
				p, r, r->node->from,
				"it asks for thread numbers, as a region does that "
				"stays on the CPU");
		else if (carried(r))
			hd_omp_cannot(p, r, r->node->from,
				      "'%s' keeps its value between regions, one of "
				      "which stays on the CPU",
				      carried(r));
	}
}
