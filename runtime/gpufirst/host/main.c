/* SPDX-License-Identifier: Apache-2.0 */
/* The loader: reads the settings, opens a device, starts the program on it, serves. */
#include "gf.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct hd_gf_settings hd_gf_settings = {
	.stack = 64u << 20,
	.staging = 16u << 20,
	.thread_stack = 8u << 10,
	.servers = 2,
	.schedule = 1,
};

extern char **environ;

static bool
read_size(const char *name, const char *text, uint64_t *to)
{
	char *end;
	unsigned long long n = strtoull(text, &end, 10);
	int shift = *end == 'k' || *end == 'K'   ? 10
		    : *end == 'm' || *end == 'M' ? 20
		    : *end == 'g' || *end == 'G' ? 30
						 : 0;

	end += shift != 0;
	if (end == text || *end || n == 0 || n > (~0ull >> 1) >> shift) {
		fprintf(stderr,
			"gpufirst: %s=%s: must be a number above 0, as 512, "
			"64k, 16M or 2G\n",
			name, text);
		return false;
	}
	*to = n << shift;
	return true;
}

/* OMP_SCHEDULE=kind[,chunk], with monotonic: or nonmonotonic: before it. */
static bool
read_schedule(const char *text)
{
	static const char *const kinds[] = {"static", "dynamic", "guided", "auto"};
	const char *kind = strchr(text, ':') ? strchr(text, ':') + 1 : text;
	uint64_t chunk = 0;

	for (int i = 0; i < 4; i++) {
		size_t n = strlen(kinds[i]);

		if (strncasecmp(kind, kinds[i], n) || (kind[n] && kind[n] != ','))
			continue;
		if (kind[n] && (!read_size("OMP_SCHEDULE", kind + n + 1, &chunk) ||
				chunk > INT32_MAX))
			return false;
		hd_gf_settings.schedule = i + 1;
		hd_gf_settings.chunk = (int32_t)chunk;
		return true;
	}
	fprintf(stderr,
		"gpufirst: OMP_SCHEDULE=%s: must be static, dynamic, guided or auto, "
		"perhaps with a chunk, as dynamic,4\n",
		text);
	return false;
}

static bool
read_openmp(void)
{
	const char *text = getenv("OMP_CANCELLATION");

	hd_gf_settings.cancels =
		text && (strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0);
	text = getenv("OMP_SCHEDULE");
	return !text || !*text || read_schedule(text);
}

bool
hd_gf_read_settings(void)
{
	struct hd_gf_settings *s = &hd_gf_settings;
	uint64_t blocks = 0, threads = 0, servers = s->servers, num_threads = 0;
	const struct {
		const char *name;
		uint64_t *to, most;
	} table[] = {
		{"HEDDLE_GF_HEAP", &s->heap, ~0ull},
		{"HEDDLE_GF_STACK", &s->stack, ~0ull},
		{"HEDDLE_GF_STAGING", &s->staging, ~0ull},
		{"HEDDLE_GF_THREAD_STACK", &s->thread_stack, 512 << 10},
		{"HEDDLE_GF_BLOCKS", &blocks, 65535},
		{"HEDDLE_GF_THREADS", &threads, 1024},
		{"HEDDLE_GF_SERVERS", &servers, 32},
		{"OMP_NUM_THREADS", &num_threads, ~0u},
	};
	const char *run = getenv("HEDDLE_GF_RUN"), *text;

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		text = getenv(table[i].name);
		if (!text || !*text)
			continue;
		if (!read_size(table[i].name, text, table[i].to))
			return false;
		if (*table[i].to > table[i].most) {
			fprintf(stderr, "gpufirst: %s=%s: at most %llu\n",
				table[i].name, text, (unsigned long long)table[i].most);
			return false;
		}
	}
	if (!read_openmp())
		return false;
	s->blocks = (uint32_t)blocks;
	s->threads = (uint32_t)threads;
	s->servers = (uint32_t)servers;
	s->num_threads = (uint32_t)num_threads;
	s->on_cpu = hd_gf_program.emulate;
	s->tsv = getenv("HEDDLE_GF_PROFILE");
	s->profile = hd_gf_program.profile || s->tsv;
	if (run && strcmp(run, "cpu") == 0)
		s->on_cpu = true;
	else if (run && strcmp(run, "gpu") == 0)
		s->on_cpu = false;
	else if (run && *run) {
		fprintf(stderr, "gpufirst: HEDDLE_GF_RUN=%s: must be gpu or cpu\n",
			run);
		return false;
	}
	return true;
}

static bool
has_device_code(void)
{
	if (hd_gf_settings.on_cpu || hd_gf_program.ptx[0])
		return true;
	fputs("gpufirst: this program was built with --emulate and has no code for a "
	      "GPU; build it without, or set HEDDLE_GF_RUN=cpu\n",
	      stderr);
	return false;
}

struct hd_gf_env *hd_gf_device_env;

static bool
set_up(const hd_gf_device *d, struct hd_gf_env *e)
{
	const struct hd_gf_program *p = &hd_gf_program;

	e->unified = p->unified;
	e->balance_threads = p->balance_threads;
	e->balance_teams = p->balance_teams;
	e->first_share = p->first_share;
	e->profile = hd_gf_settings.profile;
	e->cancels = hd_gf_settings.cancels;
	e->schedule = hd_gf_settings.schedule;
	e->schedule_chunk = hd_gf_settings.chunk;
	hd_gf_device_env = e;
	return d->open(e);
}

int
main(int argc, char **argv)
{
	static struct hd_gf_env env;
	const hd_gf_device *d;

	if (!hd_gf_read_settings() || !has_device_code())
		return 125;
	d = hd_gf_settings.on_cpu ? &hd_gf_emulator : &hd_gf_cuda;
	if (!set_up(d, &env) || !d->start(argc, argv, environ))
		return 125;
	hd_gf_serve(d);
	return 0;
}
