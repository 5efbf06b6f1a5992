/* SPDX-License-Identifier: Apache-2.0 */
/* What /proc, /sys and the control groups say about processors and memory. */
#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first line of a file without its newline; false: no such file. */
static bool
first_line(const char *path, char *line, int size)
{
	FILE *f = fopen(path, "re");

	if (!f)
		return false;
	bool ok = fgets(line, size, f) != NULL;

	fclose(f);
	if (ok)
		line[strcspn(line, "\n")] = '\0';
	return ok;
}

/* This process's path in a control group hierarchy: `controller` of version 1, ""
 * for version 2. */
static bool
group_path(const char *controller, char *path, size_t size)
{
	FILE *f = fopen("/proc/self/cgroup", "re");
	char line[512];
	bool found = false;

	if (!f)
		return false;
	while (!found && fgets(line, sizeof line, f)) {
		char *names = strchr(line, ':');
		char *tail = names ? strchr(names + 1, ':') : NULL;

		if (!tail)
			continue;
		*tail++ = '\0';
		names++;
		tail[strcspn(tail, "\n")] = '\0';
		for (char *save, *n = *controller ? strtok_r(names, ",", &save) : names;
		     n && !found; n = *controller ? strtok_r(NULL, ",", &save) : NULL)
			found = !strcmp(n, controller);
		if (found)
			snprintf(path, size, "%s", tail);
	}
	fclose(f);
	return found;
}

/* Calls see() with the first line of `file` in the process's group and in all groups
 * above it. In a container the path may name what only the host sees; the root of the
 * mount then is the container's own group. */
static void
each_group(const char *controller, const char *mount, const char *file,
	   void (*see)(const char *line, const char *folder, void *arg), void *arg)
{
	char path[256], folder[400], full[500], line[128];

	if (!group_path(controller, path, sizeof path))
		return;
	for (;;) {
		snprintf(folder, sizeof folder, "%s%s", mount,
			 strcmp(path, "/") ? path : "");
		snprintf(full, sizeof full, "%s/%s", folder, file);
		if (first_line(full, line, sizeof line))
			see(line, folder, arg);
		char *cut = strrchr(path, '/');

		if (!cut || !path[0])
			return;
		*cut = '\0';
	}
}

static void
lower_quota(double *least, double quota, double period)
{
	if (quota > 0 && period > 0 && (*least == 0 || quota / period < *least))
		*least = quota / period;
}

static void
see_quota_v2(const char *line, const char *folder, void *least)
{
	double quota, period;

	(void)folder;
	if (sscanf(line, "%lf %lf", &quota, &period) == 2)
		lower_quota(least, quota, period);
}

static void
see_quota_v1(const char *line, const char *folder, void *least)
{
	char path[500], text[64];

	snprintf(path, sizeof path, "%s/cpu.cfs_period_us", folder);
	if (first_line(path, text, sizeof text))
		lower_quota(least, atof(line), atof(text));
}

double
hd_cpu_quota(void)
{
	double least = 0;

	each_group("", "/sys/fs/cgroup", "cpu.max", see_quota_v2, &least);
	each_group("cpu", "/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", see_quota_v1,
		   &least);
	return least;
}

static void
see_memory(const char *line, const char *folder, void *least)
{
	uint64_t n = strtoull(line, NULL, 10);

	(void)folder;
	if (n && n < *(uint64_t *)least)
		*(uint64_t *)least = n;
}

uint64_t
hd_memory_limit(void)
{
	uint64_t least =
		(uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

	each_group("", "/sys/fs/cgroup", "memory.max", see_memory, &least);
	each_group("memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes",
		   see_memory, &least);
	return least;
}

/* The value of the first line of a /proc file that starts with `key`. */
static bool
proc_value(const char *path, const char *key, char *value, size_t size)
{
	FILE *f = fopen(path, "re");
	char line[512];
	bool found = false;

	if (!f)
		return false;
	while (!found && fgets(line, sizeof line, f)) {
		char *colon = strchr(line, ':');

		if (!colon || strncmp(line, key, strlen(key)))
			continue;
		colon[1 + strcspn(colon + 1, "\n")] = '\0';
		snprintf(value, size, "%s", colon + 1 + strspn(colon + 1, " \t"));
		found = true;
	}
	fclose(f);
	return found;
}

uint64_t
hd_memory_available(void)
{
	char text[64];

	if (!proc_value("/proc/meminfo", "MemAvailable", text, sizeof text))
		return hd_memory_limit();
	return strtoull(text, NULL, 10) * 1024;
}

/* The names of Arm's own server and desktop cores; others show their numbers. */
static const struct part {
	unsigned number;
	const char *name;
} arm_parts[] = {
	{0xd07, "Cortex-A57"},  {0xd08, "Cortex-A72"},  {0xd0b, "Cortex-A76"},
	{0xd0c, "Neoverse-N1"}, {0xd40, "Neoverse-V1"}, {0xd49, "Neoverse-N2"},
	{0xd4f, "Neoverse-V2"}, {0xd84, "Neoverse-V3"}, {0xd8e, "Neoverse-N3"},
	{0xd03, "Cortex-A53"},  {0xd41, "Cortex-A78"},  {0xd44, "Cortex-X1"},
};

void
hd_cpu_model(char *name, size_t size)
{
	char maker[32], part[32];

	if (proc_value("/proc/cpuinfo", "model name", name, size))
		return;
	if (!proc_value("/proc/cpuinfo", "CPU implementer", maker, sizeof maker) ||
	    !proc_value("/proc/cpuinfo", "CPU part", part, sizeof part)) {
		snprintf(name, size, "unknown processor");
		return;
	}
	for (size_t i = 0; i < sizeof arm_parts / sizeof arm_parts[0]; i++)
		if (strtoul(maker, NULL, 0) == 0x41 &&
		    strtoul(part, NULL, 0) == arm_parts[i].number) {
			snprintf(name, size, "%s", arm_parts[i].name);
			return;
		}
	snprintf(name, size, "ARM %s/%s", maker, part);
}
