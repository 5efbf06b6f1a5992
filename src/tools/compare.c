/* SPDX-License-Identifier: Apache-2.0 */
/* heddle gpufirst --compare: two profiles of one program, side by side, and what they
 * say about each region: is it worth porting? */
#include "tools.h"

#include <errno.h>

typedef struct row {
	const char *what;
	double runs, ms, threads, calls;
} row;

typedef struct profile {
	const char *path, *device;
	HD_VEC(row) rows;
} profile;

/* The next column of a line, which it cuts off. */
static char *
column(char **at)
{
	char *s = *at, *end = s + strcspn(s, "\t");

	*at = *end ? end + 1 : end;
	*end = '\0';
	return s;
}

static void
read_line(hd_arena *mem, profile *p, char *line)
{
	const char *kind = column(&line);
	row r = {.what = column(&line)};

	if (strcmp(kind, "device") == 0)
		p->device = r.what;
	if (strcmp(kind, "region"))
		return;
	r.runs = strtod(column(&line), NULL);
	r.ms = strtod(column(&line), NULL);
	column(&line); /* the longest */
	r.threads = strtod(column(&line), NULL);
	r.calls = strtod(column(&line), NULL);
	hd_push(mem, &p->rows, r);
}

static bool
read_profile(hd_arena *mem, profile *p)
{
	char *text = hd_read_file(mem, p->path, NULL), *next;

	if (!text) {
		hd_error_at((hd_pos){0}, "cannot read %s: %s", p->path,
			    strerror(errno));
		return false;
	}
	for (; text && *text; text = next) {
		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		read_line(mem, p, text);
	}
	if (p->device && p->rows.n)
		return true;
	hd_error_at((hd_pos){0},
		    "%s: not a profile; run the program with HEDDLE_GF_PROFILE=%s",
		    p->path, p->path);
	return false;
}

static const row *
find(const profile *p, const char *what)
{
	for (size_t i = 0; i < p->rows.n; i++)
		if (strcmp(p->rows.at[i].what, what) == 0)
			return &p->rows.at[i];
	return NULL;
}

/* A launch costs about 15 microseconds: what takes not much more says nothing. */
static const char *
advice(const row *gpu, const row *cpu)
{
	double gain = gpu->ms > 0 ? cpu->ms / gpu->ms : 0;

	if (strcmp(gpu->what, "sequential code") == 0)
		return "";
	if (gpu->calls > 0 && gpu->calls >= gpu->runs)
		return "move its calls of the host out of it first";
	if (gpu->ms / gpu->runs < 0.05 && cpu->ms / cpu->runs < 0.05)
		return "too small to tell";
	if (gain >= 2)
		return "worth porting";
	if (gpu->threads < 1024)
		return "few threads: more iterations, or less waiting";
	return gain >= 1 ? "little to gain" : "slower: look at the order of memory";
}

bool
hd_compare_profiles(hd_arena *mem, const char *gpu_file, const char *cpu_file)
{
	profile gpu = {.path = gpu_file}, cpu = {.path = cpu_file};

	if (!read_profile(mem, &gpu) || !read_profile(mem, &cpu))
		return false;
	printf("%-28s %8s %12s %12s %8s %8s %8s\n", "parallel region", "runs",
	       hd_format(mem, "%.8s, ms", cpu.device),
	       hd_format(mem, "%.8s, ms", gpu.device), "gain", "threads", "calls");
	for (size_t i = 0; i < gpu.rows.n; i++) {
		const row *g = &gpu.rows.at[i], *c = find(&cpu, g->what);

		if (!c) {
			hd_warn_at((hd_pos){0}, "%s has no region %s", cpu.path,
				   g->what);
			continue;
		}
		printf("%-28s %8.0f %12.3f %12.3f %8.1f %8.0f %8.0f  %s\n", g->what,
		       g->runs, c->ms, g->ms, g->ms > 0 ? c->ms / g->ms : 0, g->threads,
		       g->calls, advice(g, c));
	}
	return true;
}
