/* SPDX-License-Identifier: Apache-2.0 */
/* Linking: clang++ drives the linker, libheddle stands for NVIDIA's libraries. Device
 * code of objects that were compiled for it is linked first. */
#include "drive.h"

#include <unistd.h>

/* Libraries that libheddle replaces. */
static const char *const replaced[] = {
	"-lcudart",    "-lcudart_static", "-lcuda",
	"-lcudadevrt", "-lculibos",       "-lnvidia-ml",
};

static bool
is_replaced(const char *word)
{
	for (size_t i = 0; i < HD_COUNT(replaced); i++)
		if (strcmp(word, replaced[i]) == 0)
			return true;
	return false;
}

/* ---- device code */

/* What the parts were compiled with; the command line has a say in the processor. */
static hd_job
link_job(hd_plan *p, const hd_parts *parts)
{
	hd_job job = p->command->job;
	const hd_job *first = &parts->parts.at[0].job;

	job.opt_level = first->opt_level;
	job.tier = first->tier;
	job.fast_math = true;
	for (size_t i = 0; i < parts->parts.n; i++) {
		const hd_job *j = &parts->parts.at[i].job;

		if (j->opt_level > job.opt_level)
			job.opt_level = j->opt_level;
		if (j->tier == HD_TIER_AHEAD)
			job.tier = HD_TIER_AHEAD;
		job.debug_device |= j->debug_device;
		job.fast_math &= j->fast_math;
	}
	if (!job.cpu && !job.features) {
		job.cpu = first->cpu;
		job.features = first->features;
	}
	if (!job.lanes)
		job.lanes = first->lanes;
	return job;
}

static bool
compile_parts(hd_plan *p, const hd_parts *parts, const char *out)
{
	hd_arena *a = p->command->mem;
	hd_job job = link_job(p, parts);
	const char *host;

	job.source = "device code of several files";
	job.device_ir = hd_format(a, "%s/linked.device.bc", p->dir);
	job.host_ir = hd_format(a, "%s/linked.host.ll", p->dir);
	job.library = p->paths.device_lib;
	job.out = out;
	host = hd_write_link_host(a, &job, parts->parts.at, parts->parts.n);
	if (!host || !hd_link_parts(parts->parts.at, parts->parts.n, job.device_ir))
		return false;
	if (!hd_write_file(job.host_ir, host, strlen(host))) {
		hd_error_at((hd_pos){0}, "cannot write %s", job.host_ir);
		return false;
	}
	return hd_compile(&job);
}

/* An object for files without device code: -dlink must make one. */
static bool
compile_nothing(hd_plan *p, const char *out)
{
	hd_arena *a = p->command->mem;
	const char *source = hd_format(a, "%s/empty.c", p->dir);
	const char *const words[] = {p->paths.clang, "-c", "-x", "c",
				     source,         "-o", out};
	hd_strings args = {0};

	if (!hd_write_file(source, "\n", 1))
		return false;
	for (size_t i = 0; i < HD_COUNT(words); i++)
		hd_push(a, &args, words[i]);
	return hd_run(&args, false) == 0;
}

bool
hd_link_device(hd_plan *p, const char *out, bool always, bool *made)
{
	hd_command *c = p->command;
	hd_parts parts = {0};

	*made = false;
	if (c->verbose || c->dry)
		hd_echo("nvlink: device code of all files, into %s", out);
	if (c->dry)
		return true;
	parts = hd_find_parts(c->mem, &p->link);
	*made = parts.parts.n > 0 || always;
	if (parts.parts.n)
		return compile_parts(p, &parts, out);
	return !always || compile_nothing(p, out);
}

/* ---- the program */

/* The line that CMake reads: which program links, and with what. */
static void
echo_link(hd_plan *p, const hd_strings *args, const char *out)
{
	hd_arena *a = p->command->mem;
	const char *nvcc = hd_format(a, "%s/nvcc", p->paths.prefix);
	hd_str s = {.arena = a};

	hd_str_addf(&s, "\"%s/bin/heddle-link\"", nvcc);
	for (size_t i = 0; i < args->n; i++)
		hd_str_addf(&s, " \"%s\"", args->at[i]);
	hd_echo("%s \"-L%s/lib64/stubs\" \"-L%s/lib64\" -lcudadevrt -lcudart_static "
		"-lrt -lpthread -ldl -o \"%s\"",
		s.at, nvcc, nvcc, out);
}

static void
push_link_words(hd_plan *p, hd_strings *args)
{
	for (size_t i = 0; i < p->command->host.n; i++)
		hd_push(p->command->mem, args, p->command->host.at[i]);
	for (size_t i = 0; i < p->link.n; i++)
		if (!is_replaced(p->link.at[i]))
			hd_push(p->command->mem, args, p->link.at[i]);
}

static hd_strings
link_command(hd_plan *p, const char *device, const char *out)
{
	hd_command *c = p->command;
	hd_arena *a = c->mem;
	hd_strings args = {0};

	hd_push(a, &args, p->paths.clangxx);
	hd_push(a, &args, "-Qunused-arguments");
	if (c->verbose) /* CMake reads the linker's directories off its command line */
		hd_push(a, &args, "-v");
	if (c->job.triple)
		hd_push(a, &args, hd_format(a, "--target=%s", c->job.triple));
	if (c->shared)
		hd_push(a, &args, "-shared");
	if (c->is_static)
		hd_push(a, &args, "-static");
	push_link_words(p, &args);
	if (device)
		hd_push(a, &args, device);
	if (c->is_static) {
		hd_push(a, &args, hd_format(a, "-L%s", p->paths.lean));
		hd_push(a, &args, "-lheddle");
	} else {
		hd_push(a, &args, hd_format(a, "-L%s", p->paths.lib));
		hd_push(a, &args, "-lheddle");
		hd_push(a, &args, hd_format(a, "-Wl,-rpath,%s", p->paths.lib));
	}
	hd_push(a, &args, "-lm");
	hd_push(a, &args, "-lpthread");
	hd_push(a, &args, "-o");
	hd_push(a, &args, out);
	return args;
}

bool
hd_link(hd_plan *p, const hd_step *s)
{
	hd_command *c = p->command;
	const char *device = hd_format(c->mem, "%s/device-link.o", p->dir);
	hd_strings args = {0};
	bool made = false;

	if (!c->no_device_link && !hd_link_device(p, device, false, &made))
		return false;
	if (c->face == HD_AS_NVCC && (c->verbose || c->dry)) {
		push_link_words(p, &args);
		echo_link(p, &args, c->out ? c->out : "a.out");
	}
	args = link_command(p, made ? device : NULL, s->out);
	if (hd_run(&args, c->verbose) == 0)
		return true;
	hd_error_at((hd_pos){0}, "linking failed");
	return false;
}

/* ---- -lib */

bool
hd_archive(hd_plan *p, const hd_step *s)
{
	hd_arena *a = p->command->mem;
	hd_strings args = {0};

	hd_push(a, &args, p->paths.ar);
	hd_push(a, &args, "qcsL"); /* L: the members of archives, not the archives */
	hd_push(a, &args, s->out);
	for (size_t i = 0; i < p->link.n; i++)
		if (p->link.at[i][0] != '-')
			hd_push(a, &args, p->link.at[i]);
	if (hd_run(&args, p->command->verbose) == 0)
		return true;
	hd_error_at((hd_pos){0}, "making the library failed");
	return false;
}
