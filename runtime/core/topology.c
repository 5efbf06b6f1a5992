/* SPDX-License-Identifier: Apache-2.0 */
/* How many processors there are, and how many of them this process may use. */
#include "inner.h"

#include <hwloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static hd_topology topology;
static cpu_set_t first_affinity;
static bool has_first_affinity;

/* What the process was given, before some library pins the thread that first calls us:
 * our threads would inherit that. */
__attribute__((constructor)) static void
remember_affinity(void)
{
	has_first_affinity =
		!sched_getaffinity(0, sizeof first_affinity, &first_affinity);
}

void
hd_use_all_processors(void)
{
	if (has_first_affinity)
		sched_setaffinity(0, sizeof first_affinity, &first_affinity);
}

static bool
is_ours_to_use(unsigned pu)
{
	return !has_first_affinity || pu >= CPU_SETSIZE ||
	       CPU_ISSET(pu, &first_affinity);
}

/* hwloc knows the cores and caches, and leaves out what the control group forbids. */
static void
ask_hwloc(hd_topology *t)
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
		hwloc_bitmap_foreach_begin(pu, allowed) if (!is_ours_to_use(pu))
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

static unsigned
affinity_count(void)
{
	return has_first_affinity ? (unsigned)CPU_COUNT(&first_affinity) : 0;
}

static unsigned
clock_khz(void)
{
	FILE *f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
	unsigned khz = 0;

	if (f) {
		if (fscanf(f, "%u", &khz) != 1)
			khz = 0;
		fclose(f);
	}
	return khz ? khz : 2000000; /* virtual machines do not say */
}

static void
load(void)
{
	hd_topology *t = &topology;
	double quota = hd_cpu_quota();

	ask_hwloc(t);
	if (!t->pus)
		t->pus = affinity_count();
	if (!t->pus)
		t->pus = 1;
	if (!t->cores)
		t->cores = t->pus;
	t->threads = t->pus;
	if (quota > 0 && quota < t->threads)
		t->threads = (unsigned)quota + (quota > (unsigned)quota);
	if (hd_opt.threads)
		t->threads = hd_opt.threads;
	t->clock_khz = clock_khz();
	hd_log(HD_LOG_SCHED, "%u processors (%u cores) allowed, quota %.2f, %u threads",
	       t->pus, t->cores, quota, t->threads);
}

const hd_topology *
hd_topology_get(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	hd_options_load();
	pthread_once(&once, load);
	return &topology;
}
