/* SPDX-License-Identifier: Apache-2.0 */
/* The support code in front of a translated program; only the pieces it uses. */
#include "omp/emit/emit.h"

#include "omp/emit/launch_text.h"
#include "omp/emit/managed_text.h"
#include "omp/emit/memory_text.h"
#include "omp/emit/reduce_text.h"

static const struct {
	enum hd_support needs[3];
	const char *text;
} pieces[HD_SUP_COUNT] = {
	[HD_SUP_CHECK] = {{HD_SUP_COUNT}, check_text},
	[HD_SUP_THREAD] = {{HD_SUP_COUNT}, thread_text},
	[HD_SUP_BLOCKS] = {{HD_SUP_COUNT}, blocks_text},
	[HD_SUP_PLANE] = {{HD_SUP_THREAD, HD_SUP_COUNT}, plane_text},
	[HD_SUP_ALLOC] = {{HD_SUP_CHECK, HD_SUP_COUNT}, alloc_text},
	[HD_SUP_OPS] = {{HD_SUP_COUNT}, ops_text},
	[HD_SUP_REDUCE] = {{HD_SUP_CHECK, HD_SUP_OPS, HD_SUP_COUNT}, reduce_text},
	[HD_SUP_TEAM_REDUCE] = {{HD_SUP_REDUCE, HD_SUP_COUNT}, team_reduce_text},
	[HD_SUP_GATHER] = {{HD_SUP_REDUCE, HD_SUP_COUNT}, gather_text},
	[HD_SUP_ATOMIC] = {{HD_SUP_OPS, HD_SUP_COUNT}, atomic_text},
	[HD_SUP_HEAP] = {{HD_SUP_COUNT}, heap_text},
	[HD_SUP_MANAGED] = {{HD_SUP_CHECK, HD_SUP_COUNT}, managed_text},
	[HD_SUP_SYSTEM] = {{HD_SUP_CHECK, HD_SUP_COUNT}, system_text},
	[HD_SUP_REGISTRY] = {{HD_SUP_CHECK, HD_SUP_HEAP, HD_SUP_COUNT}, registry_text},
	[HD_SUP_TABLE] = {{HD_SUP_REGISTRY, HD_SUP_COUNT}, table_text},
	[HD_SUP_COLUMN] = {{HD_SUP_COUNT}, column_text},
	[HD_SUP_TEXTURE] = {{HD_SUP_CHECK, HD_SUP_COUNT}, texture_text},
	[HD_SUP_PITCH] = {{HD_SUP_CHECK, HD_SUP_COUNT}, pitch_text},
	[HD_SUP_TEAM] = {{HD_SUP_COUNT}, team_text},
	[HD_SUP_SPREAD] = {{HD_SUP_CHECK, HD_SUP_COUNT}, spread_text},
	[HD_SUP_OMP] = {{HD_SUP_THREAD, HD_SUP_TEAM, HD_SUP_COUNT}, omp_text},
	[HD_SUP_OCCUPANCY] = {{HD_SUP_CHECK, HD_SUP_COUNT}, occupancy_text},
	[HD_SUP_TILE] = {{HD_SUP_COUNT}, tile_text},
	[HD_SUP_STREAMS] = {{HD_SUP_CHECK, HD_SUP_COUNT}, streams_text},
	[HD_SUP_MOST] = {{HD_SUP_COUNT}, most_text},
	[HD_SUP_ROWS] = {{HD_SUP_OPS, HD_SUP_COUNT}, rows_text},
};

void
hd_omp_use(hd_emit *e, enum hd_support s)
{
	if (e->uses[s])
		return;
	e->uses[s] = true;
	for (int i = 0; pieces[s].needs[i] != HD_SUP_COUNT; i++)
		hd_omp_use(e, pieces[s].needs[i]);
}

void
hd_omp_support(hd_emit *e, hd_str *out)
{
	static const enum hd_support order[] = {
		HD_SUP_CHECK,   HD_SUP_THREAD,      HD_SUP_BLOCKS,  HD_SUP_PLANE,
		HD_SUP_TEAM,    HD_SUP_OMP,         HD_SUP_ALLOC,   HD_SUP_OPS,
		HD_SUP_REDUCE,  HD_SUP_TEAM_REDUCE, HD_SUP_GATHER,  HD_SUP_ATOMIC,
		HD_SUP_MANAGED, HD_SUP_SYSTEM,      HD_SUP_HEAP,    HD_SUP_REGISTRY,
		HD_SUP_TABLE,   HD_SUP_COLUMN,      HD_SUP_TEXTURE, HD_SUP_PITCH,
		HD_SUP_SPREAD,  HD_SUP_OCCUPANCY,   HD_SUP_MOST,    HD_SUP_ROWS,
		HD_SUP_TILE,    HD_SUP_STREAMS};

	hd_str_add(out, "/* ---- support code written by heddle omp2cuda */\n"
			"#include <cuda_runtime.h>\n#include <stdio.h>\n"
			"#include <stdlib.h>\n#include <string.h>\n"
			"#include <time.h>\n\n");
	if (e->uses[HD_SUP_OMP])
		hd_str_addf(out, "#define GPU_TEAM %s\n\n",
			    e->p->one_thread
				    ? "1 /* the CPU has a region of that team */"
				    : "gpu_team_size()");
	for (size_t i = 0; i < HD_COUNT(order); i++)
		if (e->uses[order[i]] &&
		    !(order[i] == HD_SUP_HEAP && e->uses[HD_SUP_MANAGED]))
			hd_str_addf(out, "%s\n", pieces[order[i]].text);
	hd_str_add(out, "/* ---- end of the support code */\n\n");
}
