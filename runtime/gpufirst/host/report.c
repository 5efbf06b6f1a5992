/* SPDX-License-Identifier: Apache-2.0 */
/* The profile: per region, and per function that was called on the host. */
#include "gf.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* By pad; 0 in programs without. */
static struct {
	_Atomic uint64_t calls, ns;
} count[4096];

uint64_t
hd_gf_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void
hd_gf_count_call(uint32_t pad, uint64_t ns)
{
	if (pad < sizeof count / sizeof *count) {
		atomic_fetch_add(&count[pad].calls, 1);
		atomic_fetch_add(&count[pad].ns, ns);
	}
}

/* Calls of one function from several places are one line: the first place's. */
static bool
is_first(uint64_t i)
{
	for (uint64_t k = 0; k < i; k++)
		if (strcmp(hd_gf_program.pad[k].name, hd_gf_program.pad[i].name) == 0)
			return false;
	return true;
}

static void
print_calls(FILE *out, bool tsv)
{
	uint64_t n = hd_gf_program.npads;

	n = n > sizeof count / sizeof *count ? sizeof count / sizeof *count : n;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t calls = 0, ns = 0;

		if (!is_first(i))
			continue;
		for (uint64_t k = i; k < n; k++)
			if (strcmp(hd_gf_program.pad[k].name,
				   hd_gf_program.pad[i].name) == 0) {
				calls += count[k].calls;
				ns += count[k].ns;
			}
		if (!calls)
			continue;
		fprintf(out,
			tsv ? "call\t%s\t%llu\t%.3f\t\t\t\t\n"
			    : "  %-28s %8llu %12.3f\n",
			hd_gf_program.pad[i].name, (unsigned long long)calls,
			(double)ns * 1e-6);
	}
}

static void
print_line(FILE *out, bool tsv, const char *what, const hd_gf_times *t)
{
	fprintf(out,
		tsv ? "region\t%s\t%llu\t%.3f\t%.3f\t%llu\t%llu\t%llu\n"
		    : "  %-28s %8llu %12.3f %12.3f %8llu %8llu %10llu\n",
		what, (unsigned long long)t->runs, (double)t->ns * 1e-6,
		(double)t->longest * 1e-6, (unsigned long long)t->threads,
		(unsigned long long)t->calls, (unsigned long long)t->bytes);
}

/* The regions, and what is left of the program. */
static void
print_regions(FILE *out, bool tsv, const hd_gf_times *t)
{
	hd_gf_times rest = t[0];

	for (uint64_t i = 0; i < hd_gf_program.nregions; i++) {
		const hd_gf_times *r = &t[1 + i];

		if (r->runs)
			print_line(out, tsv, hd_gf_where(hd_gf_program.region[i].where),
				   r);
		rest.ns -= r->ns < rest.ns ? r->ns : rest.ns;
	}
	rest.longest = rest.ns;
	rest.threads = 1;
	print_line(out, tsv, "sequential code", &rest);
}

static void
print_stages(FILE *out, bool tsv, const uint64_t *stage)
{
	static const char *const name[] = {
		[HD_GF_STAGE_COPY_IN] = "copy in",
		[HD_GF_STAGE_WAIT] = "wait",
		[HD_GF_STAGE_COPY_OUT] = "copy out",
	};

	for (int i = 0; i <= HD_GF_STAGE_COPY_OUT; i++)
		fprintf(out, tsv ? "stage\t%s\t\t%.3f\t\t\t\t\n" : "  %-37s %12.3f\n",
			name[i], (double)stage[i] * 1e-6);
	fprintf(out,
		tsv ? "bytes\tto the host\t%llu\t\t\t\t\t\n"
		      "bytes\tto the device\t%llu\t\t\t\t\t\n"
		    : "  bytes to the host %llu, to the device %llu\n",
		(unsigned long long)stage[HD_GF_BYTES_IN],
		(unsigned long long)stage[HD_GF_BYTES_OUT]);
}

static void
print(FILE *out, bool tsv, const char *device, const hd_gf_times *t,
      const uint64_t *stage)
{
	if (tsv)
		fprintf(out,
			"kind\twhat\tcount\tms\tlongest ms\tthreads\tcalls\tbytes\n"
			"device\t%s\t\t\t\t\t\t\n",
			device);
	else
		fprintf(out, "\n  %-28s %8s %12s %12s %8s %8s %10s\n",
			"parallel region", "runs", device, "longest, ms", "threads",
			"calls", "bytes");
	print_regions(out, tsv, t);
	if (!tsv)
		fprintf(out, "  %-28s %8s %12s\n", "remote calls", "calls", "host, ms");
	print_calls(out, tsv);
	if (!tsv)
		fprintf(out, "  %-28s %8s %12s\n", "their stages, on the device", "",
			"ms");
	print_stages(out, tsv, stage);
}

void
hd_gf_report(const hd_gf_device *d)
{
	uint64_t n = hd_gf_program.nregions, stage[HD_GF_STAGE_COUNT];
	hd_gf_times *t = calloc(n + 1, sizeof *t);
	char title[32];
	FILE *f;

	if (!t)
		return;
	d->read(t, hd_gf_device_env->times, (n + 1) * sizeof *t);
	d->read(stage, hd_gf_device_env->stage, sizeof stage);
	snprintf(title, sizeof title, "%s, ms", d->name);
	if (!hd_gf_settings.tsv || !*hd_gf_settings.tsv) {
		print(stderr, false, title, t, stage);
	} else if ((f = fopen(hd_gf_settings.tsv, "w"))) {
		print(f, true, d->name, t, stage);
		fclose(f);
	} else {
		perror(hd_gf_settings.tsv);
	}
	free(t);
}
