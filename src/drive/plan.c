/* SPDX-License-Identifier: Apache-2.0 */
/* From a command to steps, and the checks that need no compiler: inputs exist, outputs
 * can be written and are not inputs as well. */
#include "drive.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_source(const hd_item *i)
{
	return i->kind == HD_CUDA || i->kind == HD_C || i->kind == HD_CXX;
}

/* "dir/app.x.cu" -> "app.x" */
static const char *
base_name(hd_arena *a, const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return dot && dot > name ? hd_strndup(a, name, (size_t)(dot - name)) : name;
}

static const char *
with_suffix(hd_arena *a, const char *path, const char *suffix)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
	size_t n = dot && (!slash || dot > slash + 1) && dot > path
			   ? (size_t)(dot - path)
			   : strlen(path);

	return hd_format(a, "%.*s%s", (int)n, path, suffix);
}

/* ---- checks */

static bool
check_inputs(const hd_command *c)
{
	size_t files = 0;
	bool ok = true;

	for (size_t i = 0; i < c->items.n; i++) {
		const hd_item *it = &c->items.at[i];
		struct stat st;

		if (it->kind == HD_WORD)
			continue;
		files++;
		if (stat(it->text, &st) != 0 || access(it->text, R_OK) != 0) {
			hd_error_at((hd_pos){0}, "%s: %s", it->text, strerror(errno));
			ok = false;
		} else if (S_ISDIR(st.st_mode)) {
			hd_error_at((hd_pos){0}, "%s is a directory", it->text);
			ok = false;
		}
	}
	if (!files) {
		hd_error_at((hd_pos){0}, "no input files; see --help");
		ok = false;
	}
	return ok;
}

static bool
same_file(const char *a, const char *b)
{
	struct stat s, t;

	return stat(a, &s) == 0 && stat(b, &t) == 0 && s.st_dev == t.st_dev &&
	       s.st_ino == t.st_ino;
}

static bool
check_writable(hd_arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dir = slash ? hd_strndup(a, path, (size_t)(slash - path) + 1) : ".";
	struct stat st;
	bool ok = stat(path, &st) == 0 && !S_ISREG(st.st_mode)
			  ? !S_ISDIR(st.st_mode) || (errno = EISDIR, false)
			  : access(dir, W_OK | X_OK) == 0;

	if (!ok)
		hd_error_at((hd_pos){0}, "cannot write %s: %s", path, strerror(errno));
	return ok;
}

static bool
check_output(hd_plan *p, const char *final)
{
	const hd_command *c = p->command;

	if (strcmp(final, "-") == 0)
		return true;
	for (size_t i = 0; i < c->items.n; i++)
		if (c->items.at[i].kind != HD_WORD &&
		    same_file(c->items.at[i].text, final)) {
			hd_error_at((hd_pos){0}, "the output %s is also an input",
				    final);
			return false;
		}
	for (size_t i = 0; i < p->outputs.n; i++)
		if (strcmp(p->outputs.at[i].final, final) == 0) {
			hd_error_at((hd_pos){0},
				    "two outputs have the same name: %s; compile the "
				    "files one by one, with -o",
				    final);
			return false;
		}
	return check_writable(c->mem, final);
}

static bool
add_output(hd_plan *p, const char *temp, const char *final, bool always)
{
	hd_output o = {temp, final, always};

	if (!p->command->dry && !p->command->clean && !check_output(p, final))
		return false;
	hd_push(p->command->mem, &p->outputs, o);
	return true;
}

/* ---- steps */

static const char *
suffix_of(const hd_command *c)
{
	if (c->mode == HD_TO_ASM)
		return c->emit_llvm ? ".ll" : ".s";
	if (c->mode == HD_TO_DEVICE)
		return c->device_suffix;
	return c->emit_llvm ? ".bc" : ".o";
}

/* Where an output without -o goes. */
static const char *
in_out_dir(const hd_command *c, const char *name)
{
	return c->out_dir ? hd_format(c->mem, "%s/%s", c->out_dir, name) : name;
}

static bool
is_linking(const hd_command *c)
{
	return c->mode == HD_TO_PROGRAM || c->mode == HD_TO_LIBRARY ||
	       c->mode == HD_TO_DEVICE_LINK;
}

static bool
wants_rules(const hd_command *c)
{
	for (size_t i = 0; i < c->depend.n; i++)
		if (strcmp(c->depend.at[i], "-MD") == 0 ||
		    strcmp(c->depend.at[i], "-MMD") == 0)
			return c->mode != HD_TO_RULES;
	return false;
}

/* The dependency file beside the output, as clang would name it. */
static bool
plan_rules(hd_plan *p, hd_step *s, const char *base)
{
	hd_command *c = p->command;
	const char *final = c->depend_file;

	s->target = c->depend_target;
	if (!s->target)
		s->target = c->out && !is_linking(c)
				    ? c->out
				    : hd_format(c->mem, "%s%s", base, suffix_of(c));
	if (!final && c->out)
		final = with_suffix(c->mem, c->out, ".d");
	if (!final)
		final = in_out_dir(c, hd_format(c->mem, "%s.d", base));
	s->rules = hd_format(c->mem, "%s.d", s->stem);
	return add_output(p, s->rules, final, false);
}

/* -save-temps: clang's bitcode, for the curious and for bug reports. */
static bool
plan_kept(hd_plan *p, const hd_step *s, const char *base)
{
	hd_arena *a = p->command->mem;
	const char *dir = p->command->keep_dir ? p->command->keep_dir : ".";
	const char *kept = hd_format(a, "%s/%s", dir, base);

	if (p->command->keep_dir)
		mkdir(dir, 0777); /* a failure shows when it is used */
	return add_output(p, hd_format(a, "%s.device.bc", s->stem),
			  hd_format(a, "%s.device.bc", kept), true) &&
	       add_output(p, hd_format(a, "%s.host.bc", s->stem),
			  hd_format(a, "%s.host.bc", kept), true);
}

static bool
plan_source(hd_plan *p, const hd_item *item)
{
	hd_command *c = p->command;
	const char *base = base_name(c->mem, item->text), *final = c->out;
	hd_step s = {.kind = item->kind == HD_CUDA ? HD_STEP_CUDA : HD_STEP_CLANG,
		     .item = item};
	bool ok = true;

	s.stem = hd_format(c->mem, "%s/%zu-%s", p->dir, p->steps.n, base);
	s.out = hd_format(c->mem, "%s%s", s.stem, suffix_of(c));
	if (c->mode == HD_TO_DEVICE && item->kind != HD_CUDA) {
		hd_error_at((hd_pos){0},
			    "%s has no device code; name it .cu or say "
			    "-x cu",
			    item->text);
		return false;
	}
	if (is_linking(c)) {
		hd_push(c->mem, &p->link, s.out);
	} else if (c->check || (c->device && c->mode < HD_TO_SOURCE)) {
		s.out = "/dev/null"; /* only looked at */
	} else if (c->mode == HD_TO_SOURCE || c->mode == HD_TO_RULES) {
		if (!final && c->mode == HD_TO_RULES)
			final = c->depend_file;
		if (!final && c->source_suffix)
			final = in_out_dir(
				c, hd_format(c->mem, "%s%s", base, c->source_suffix));
		if (!final)
			s.out = NULL;
		else
			ok = add_output(p, s.out, final, false);
	} else {
		if (!final)
			final = in_out_dir(
				c, hd_format(c->mem, "%s%s", base, suffix_of(c)));
		ok = add_output(p, s.out, final, false);
	}
	if (ok && wants_rules(c))
		ok = plan_rules(p, &s, base);
	if (ok && c->keep && item->kind == HD_CUDA && c->mode < HD_TO_DEVICE)
		ok = plan_kept(p, &s, base);
	hd_push(c->mem, &p->steps, s);
	return ok;
}

static bool
plan_link(hd_plan *p)
{
	static const struct {
		enum hd_step_kind kind;
		const char *temp, *final;
	} ends[] = {
		[HD_TO_PROGRAM] = {HD_STEP_LINK, "program", "a.out"},
		[HD_TO_LIBRARY] = {HD_STEP_ARCHIVE, "library.a", "a.a"},
		[HD_TO_DEVICE_LINK] = {HD_STEP_DEVICE_LINK, "dlink.o", "a_dlink.o"},
	};
	hd_command *c = p->command;
	hd_step s = {.kind = ends[c->mode].kind};

	s.out = hd_format(c->mem, "%s/%s", p->dir, ends[c->mode].temp);
	hd_push(c->mem, &p->steps, s);
	return add_output(p, s.out,
			  c->out ? c->out : in_out_dir(c, ends[c->mode].final), false);
}

static bool
plan_item(hd_plan *p, const hd_item *it)
{
	if (is_source(it))
		return plan_source(p, it);
	if (is_linking(p->command))
		hd_push(p->command->mem, &p->link, it->text);
	else if (it->kind == HD_OBJECT)
		hd_warn_at((hd_pos){0}, "%s is not linked: nothing is", it->text);
	return true;
}

bool
hd_make_plan(hd_plan *p)
{
	hd_command *c = p->command;
	size_t sources = 0;

	if (!check_inputs(c))
		return false;
	if (c->job.run.dump_dir)
		mkdir(c->job.run.dump_dir, 0777); /* a failure shows when it is used */
	for (size_t i = 0; i < c->items.n; i++)
		sources += is_source(&c->items.at[i]);
	if (c->out && sources > 1 && !is_linking(c)) {
		hd_error_at((hd_pos){0},
			    "-o names one file, but %zu sources make one each",
			    sources);
		return false;
	}
	for (size_t i = 0; i < c->items.n; i++)
		if (!plan_item(p, &c->items.at[i]))
			return false;
	return !is_linking(c) || c->device || plan_link(p);
}

int
hd_carry_out(void *plan)
{
	hd_plan *p = plan;
	bool ok = true;

	/* After an error go on with the other files: their errors are news too. */
	for (size_t i = 0; i < p->steps.n; i++) {
		const hd_step *s = &p->steps.at[i];

		switch (s->kind) {
		case HD_STEP_CUDA:
			ok &= hd_compile_cuda(p, s);
			break;
		case HD_STEP_CLANG:
			ok &= hd_compile_host(p, s);
			break;
		case HD_STEP_LINK:
			ok = ok && hd_link(p, s);
			break;
		case HD_STEP_DEVICE_LINK:
			ok = ok && hd_link_device(p, s->out, true, &(bool){0});
			break;
		case HD_STEP_ARCHIVE:
			ok = ok && hd_archive(p, s);
			break;
		}
	}
	return ok && !hd_error_count() ? 0 : 1;
}
