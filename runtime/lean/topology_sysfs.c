/* SPDX-License-Identifier: Apache-2.0 */
/* Processors and caches, as Linux shows them in /sys: for programs without hwloc. */
#include "core/inner.h"

#include <sched.h>
#include <stdio.h>

/* The number in a file of a processor; false: there is none. `suffix` gets what follows. */
static bool
read_number(unsigned pu, const char *file, unsigned *n, char *suffix)
{
	char path[128];
	FILE *f;
	bool ok;

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/%s", pu, file);
	f = fopen(path, "re");
	if (!f)
		return false;
	*suffix = 0;
	ok = fscanf(f, "%u%c", n, suffix) >= 1;
	fclose(f);
	return ok;
}

/* Is it the first of the allowed threads of its core? */
static bool
is_first_of_core(unsigned pu)
{
	unsigned core, package, c, p;
	char rest;

	if (!read_number(pu, "topology/core_id", &core, &rest) ||
	    !read_number(pu, "topology/physical_package_id", &package, &rest))
		return true;
	for (unsigned other = 0; other < pu; other++)
		if (hd_may_use_processor(other) &&
		    read_number(other, "topology/core_id", &c, &rest) &&
		    read_number(other, "topology/physical_package_id", &p, &rest) &&
		    c == core && p == package)
			return false;
	return true;
}

void
hd_ask_system(hd_topology *t)
{
	unsigned level, best = 0, n;
	char rest;

	for (unsigned pu = 0; pu < CPU_SETSIZE; pu++)
		if (hd_may_use_processor(pu) &&
		    read_number(pu, "topology/core_id", &n, &rest)) {
			t->pus++;
			t->cores += is_first_of_core(pu);
		}
	for (int k = 0; k < 8; k++) {
		char file[64];

		snprintf(file, sizeof file, "cache/index%d/level", k);
		if (!read_number(0, file, &level, &rest) || level < best)
			continue;
		snprintf(file, sizeof file, "cache/index%d/size", k);
		if (!read_number(0, file, &n, &rest))
			continue;
		best = level;
		t->cache_bytes = (size_t)n << (rest == 'M' ? 20 : rest == 'K' ? 10 : 0);
	}
}
