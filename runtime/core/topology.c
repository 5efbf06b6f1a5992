/* SPDX-License-Identifier: Apache-2.0 */
/* How many processors there are, and how many of them this process may use. */
#include "inner.h"

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

bool
hd_may_use_processor(unsigned pu)
{
	return !has_first_affinity || pu >= CPU_SETSIZE ||
	       CPU_ISSET(pu, &first_affinity);
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

	hd_ask_system(t);
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
