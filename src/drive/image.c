/* SPDX-License-Identifier: Apache-2.0 */
/* -cubin, -fatbin, -ptx: a shared object with the device code of a source, which programs
 * load (cuModuleLoad); for -ptx as text. No host code is read, and no library is linked:
 * what kernels call is in the runtime, which whoever loads it has. */
#include "drive.h"
#include "image_text.h"

#include <errno.h>

static bool
link_image(hd_plan *p, const char *object, const char *out)
{
	hd_command *c = p->command;
	hd_arena *a = c->mem;
	const char *const words[] = {
		p->paths.clang, "-shared", "-Qunused-arguments", object, "-lm",
		"-o",           out};
	hd_strings args = {0};

	for (size_t i = 0; i < HD_COUNT(words); i++)
		hd_push(a, &args, words[i]);
	if (c->job.triple)
		hd_push(a, &args, hd_format(a, "--target=%s", c->job.triple));
	if (hd_run(&args, c->verbose) == 0)
		return true;
	hd_error_at((hd_pos){0}, "linking failed");
	return false;
}

/* -ptx: programs read it as text. */
static bool
write_text(hd_arena *a, const char *image, const char *out)
{
	size_t n = 0;
	const char *bytes = hd_read_file(a, image, &n);
	char *text = hd_alloc(a, hd_image_text_size(n));

	if (bytes)
		hd_image_to_text(text, (const unsigned char *)bytes, n);
	if (bytes && hd_write_file(out, text, strlen(text)))
		return true;
	hd_error_at((hd_pos){0}, "cannot write %s: %s", out, strerror(errno));
	return false;
}

/* The job has the files that clang writes. */
bool
hd_make_image(hd_plan *p, const hd_step *s, hd_job *job)
{
	hd_command *c = p->command;
	const char *object = hd_format(c->mem, "%s.image.o", s->stem), *host;
	bool is_text = strcmp(c->device_suffix, ".ptx") == 0;
	const char *image = is_text ? hd_format(c->mem, "%s.so", s->stem) : s->out;

	if (!hd_run_clang(p, s, job))
		return false;
	if (c->check)
		return true;
	if (c->verbose || c->dry)
		hd_echo("heddle: kernels of %s, -arch compute_%d, into %s", job->source,
			c->arch ? c->arch : 80, object);
	if (c->dry)
		return link_image(p, object, image);
	job->out = object;
	job->host_ir = hd_format(c->mem, "%s.host.ll", s->stem);
	host = hd_write_image_host(c->mem, job, c->names);
	if (!host)
		return false;
	if (!hd_write_file(job->host_ir, host, strlen(host))) {
		hd_error_at((hd_pos){0}, "cannot write %s", job->host_ir);
		return false;
	}
	return hd_compile(job) && link_image(p, object, image) &&
	       (!is_text || write_text(c->mem, image, s->out));
}
