/* SPDX-License-Identifier: Apache-2.0 */
/* Processors and caches, as hwloc sees them. */
#include "inner.h"

#include <hwloc.h>

/* hwloc knows the cores and caches, and leaves out what the control group forbids. */
void
hd_ask_system(hd_topology *t)
{
	hwloc_topology_t h;
	hwloc_bitmap_t allowed = hwloc_bitmap_alloc();

	if (!allowed || hwloc_topology_init(&h)) {
		hwloc_bitmap_free(allowed);
		return;
	}
	hwloc_topology_set_all_types_filter(h, HWLOC_TYPE_FILTER_KEEP_NONE);
	hwloc_topology_set_type_filter(h, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
	hwloc_topology_set_cache_types_filter(h, HWLOC_TYPE_FILTER_KEEP_ALL);
	if (!hwloc_topology_load(h)) {
		unsigned pu;

		hwloc_bitmap_copy(allowed, hwloc_topology_get_allowed_cpuset(h));
		hwloc_bitmap_foreach_begin(pu, allowed) if (!hd_may_use_processor(pu))
			hwloc_bitmap_clr(allowed, pu);
		hwloc_bitmap_foreach_end();
		int pus = hwloc_get_nbobjs_inside_cpuset_by_type(h, allowed,
								 HWLOC_OBJ_PU);
		int cores = 0;

		for (hwloc_obj_t c = NULL;
		     (c = hwloc_get_next_obj_by_type(h, HWLOC_OBJ_CORE, c));)
			cores += hwloc_bitmap_intersects(c->cpuset, allowed);
		t->pus = pus > 0 ? (unsigned)pus : 0;
		t->cores = (unsigned)cores;
		for (hwloc_obj_type_t k = HWLOC_OBJ_L5CACHE;
		     !t->cache_bytes && k >= HWLOC_OBJ_L1CACHE; k--) {
			hwloc_obj_t c = hwloc_get_obj_by_type(h, k, 0);

			if (c)
				t->cache_bytes = c->attr->cache.size;
		}
	}
	hwloc_topology_destroy(h);
	hwloc_bitmap_free(allowed);
}
