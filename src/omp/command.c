/* SPDX-License-Identifier: Apache-2.0 */
/* heddle omp2cuda: the command line and the order of the passes. */
#include "omp/omp.h"

#include <errno.h>
#include <libgen.h>
#include <sys/stat.h>

typedef struct options {
	hd_strings inputs;
	const char *output, *config, *directives, *dump;
	bool report, baseline;
} options;

static const char usage[] =
	"usage: heddle omp2cuda [options] file.c... [-o file.cu | -o folder]\n"
	"  -o NAME              output file; a folder when there are several inputs\n"
	"  -I DIR, -D NAME      as for a C compiler\n"
	"  --baseline           no optimisations (default: all safe ones)\n"
	"  --set NAME=VALUE     one setting; the environment variable NAME does the same\n"
	"  --config FILE        settings and kernel directives of a tuning configuration\n"
	"  --directives FILE    user directive file\n"
	"  --dump-directives[=PASS]  print the annotated program instead: analyse, split,\n"
	"                       handle, stream, cuda (default: after the last pass)\n"
	"  --report             list regions and kernels, and why they are as they are\n"
	"  --memory=MODEL       copy: the device has copies of all data; managed: data is\n"
	"                       in memory that host and GPU share; system: the GPU uses\n"
	"                       the host's memory; auto (default): copies, managed memory\n"
	"                       where copies will not do\n"
	"  --no-fallback        a region that would stay on the CPU is an error\n"
	"docs/omp2cuda.md explains directives, clauses and settings.\n";

static bool
is_option(const char *arg, const char *name, const char **value, int *i, int argc,
	  char **argv)
{
	size_t n = strlen(name);

	if (strncmp(arg, name, n))
		return false;
	if (arg[n] == '=') {
		*value = arg + n + 1;
		return true;
	}
	if (arg[n])
		return false;
	if (*i + 1 >= argc) {
		hd_error_at((hd_pos){0}, "%s needs a value", name);
		*value = "";
		return true;
	}
	*value = argv[++*i];
	return true;
}

static void
set_option(hd_prog *p, const char *text)
{
	char *name = hd_strdup(p->mem, text), *eq = strchr(name, '=');

	if (eq)
		*eq = '\0';
	hd_omp_set(&p->set, name, eq ? eq + 1 : "", (hd_pos){0});
}

static void
set_memory(hd_prog *p, const char *model)
{
	static const char *const names[] = {"auto", "copy", "managed", "system"};

	for (size_t i = 0; i < HD_COUNT(names); i++)
		if (!strcmp(names[i], model)) {
			p->model = (enum hd_memmodel)i;
			return;
		}
	hd_error_at((hd_pos){0},
		    "no memory model '%s'; there are auto, copy, managed and system",
		    model);
}

static bool
clang_option(hd_prog *p, const char *arg, int *i, int argc, char **argv)
{
	if (arg[0] != '-' || (arg[1] != 'I' && arg[1] != 'D' && arg[1] != 'U'))
		return false;
	hd_push(p->mem, &p->clang_args, arg);
	if (!arg[2] && *i + 1 < argc)
		hd_push(p->mem, &p->clang_args, argv[++*i]);
	return true;
}

static void
find_baseline(hd_prog *p, options *o, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		o->baseline |= !strcmp(argv[i], "--baseline");
	hd_omp_settings_default(&p->set, !o->baseline);
	hd_omp_settings_environment(&p->set);
}

static bool
read_options(hd_prog *p, options *o, int argc, char **argv)
{
	const char *v;

	find_baseline(p, o, argc, argv);
	for (int i = 1; i < argc; i++) {
		const char *a = argv[i];
		if (!strcmp(a, "--help")) {
			fputs(usage, stdout);
			exit(0);
		}
		if (!strcmp(a, "--baseline") || clang_option(p, a, &i, argc, argv))
			continue;
		if (is_option(a, "-o", &o->output, &i, argc, argv) ||
		    is_option(a, "--directives", &o->directives, &i, argc, argv))
			continue;
		if (is_option(a, "--config", &o->config, &i, argc, argv))
			hd_omp_read_config(p, o->config);
		else if (is_option(a, "--set", &v, &i, argc, argv))
			set_option(p, v);
		else if (is_option(a, "--memory", &v, &i, argc, argv))
			set_memory(p, v);
		else if (hd_has_prefix(a, "--dump-directives"))
			o->dump = a[17] == '=' ? a + 18 : "cuda";
		else if (!strcmp(a, "--report"))
			o->report = true;
		else if (!strcmp(a, "--no-fallback"))
			p->no_fallback = true;
		else if (!strcmp(a, "--cpu-fallback")) /* the default */
			p->no_fallback = false;
		else if (a[0] == '-')
			hd_error_at((hd_pos){0}, "unknown option '%s'; see --help", a);
		else
			hd_push(p->mem, &o->inputs, a);
	}
	if (!o->inputs.n && !hd_error_count())
		hd_error_at((hd_pos){0}, "no input file; see --help");
	return !hd_error_count();
}

/* ---- passes */

static bool
read_file(hd_prog *p, const char *path)
{
	hd_file *f = HD_NEW(p->mem, hd_file);
	hd_dirs dirs = {0};
	size_t n = 0;

	f->path = path;
	f->main = true;
	f->prog = p;
	f->text = hd_read_file(p->mem, path, &n);
	if (!f->text) {
		hd_error_at((hd_pos){0}, "cannot read '%s': %s; check its name", path,
			    strerror(errno));
		return false;
	}
	f->size = (unsigned)n;
	hd_push(p->mem, &p->files, f);
	if (hd_omp_needs_expansion(f) && !hd_omp_expand(p, f))
		return false;
	hd_omp_scan(p, f, &dirs);
	if (hd_error_count() || !hd_omp_check_legal(p, f) || !hd_omp_flatten_rows(p, f))
		return false;
	if (f->flat) { /* directives have moved */
		memset(&dirs, 0, sizeof dirs);
		hd_omp_scan(p, f, &dirs);
	}
	if (!hd_omp_import(p, f))
		return false;
	hd_omp_attach(p, f, &dirs);
	return !hd_error_count();
}

/* After the named pass the user may look at the program. */
static bool
stop_after(hd_prog *p, const char *wanted, const char *pass)
{
	if (!wanted || strcmp(wanted, pass))
		return false;
	for (size_t i = 0; i < p->files.n; i++)
		fputs(hd_omp_dump(p, p->files.at[i], pass), stdout);
	return true;
}

static bool
read_program(hd_prog *p, const hd_strings *inputs)
{
	for (size_t i = 0; i < inputs->n; i++)
		if (!read_file(p, inputs->at[i]))
			return false;
	hd_omp_to_cxx(p);
	return !hd_error_count();
}

static bool
is_over(hd_prog *p, const char *dump, const char *pass)
{
	return hd_error_count() || p->again || stop_after(p, dump, pass);
}

/* All passes; false after errors, when a dump ended the run, or to be tried again. */
static bool
run_passes(hd_prog *p, const char *dump)
{
	hd_omp_check_names(p);
	hd_omp_function_uses(p);
	hd_omp_find_regions(p);
	hd_omp_find_carried(p);
	hd_omp_check_teams(p);
	if (is_over(p, dump, "analyse"))
		return false;
	for (size_t i = 0; i < p->regions.n; i++)
		hd_omp_split(p, p->regions.at[i]);
	hd_omp_privatise(p);
	hd_omp_device_functions(p);
	hd_omp_check_constructs(p);
	hd_omp_find_device_only(p);
	if (is_over(p, dump, "split"))
		return false;
	hd_omp_handle_directives(p);
	if (is_over(p, dump, "handle"))
		return false;
	hd_omp_stream_optimise(p);
	if (is_over(p, dump, "stream"))
		return false;
	hd_omp_points_to(p);
	hd_omp_check_extents(p);
	if (p->again)
		return false;
	hd_omp_choose_memory(p);
	if (p->again)
		return false;
	hd_omp_cuda_optimise(p);
	if (hd_error_count())
		return false;
	hd_omp_transfers(p);
	for (size_t i = 0; i < p->regions.n; i++)
		for (size_t k = 0; k < p->regions.at[i]->kernels.n; k++)
			hd_omp_map_memory(p->regions.at[i]->kernels.at[k]);
	return !is_over(p, dump, "cuda");
}

/* Reads the program and decides everything, again as long as more regions turn out to stay
 * on the CPU: nothing may be left of what was decided when they seemed to leave it. */
bool
hd_omp_decide(hd_prog *p, const hd_strings *inputs, const char *dump)
{
	const hd_prog empty = *p;

	for (;;) {
		bool ok = read_program(p, inputs) && run_passes(p, dump);
		hd_lefts left = p->left, plain = p->plain;
		if (!p->again || hd_error_count())
			return ok;
		*p = empty;
		p->left = left;
		p->plain = plain;
	}
}

static void
print_report(hd_prog *p)
{
	int kernels = 0;

	for (size_t i = 0; i < p->regions.n; i++) {
		hd_region *r = p->regions.at[i];
		hd_pos pos = hd_omp_pos(r->node->file, r->node->from);
		fprintf(stderr, "%s:%u: region in %s: ", pos.file, pos.line,
			r->fn->name);
		if (r->on_cpu)
			fprintf(stderr, "on the CPU: %s\n", r->why);
		else
			fprintf(stderr, "%zu kernel%s%s%s\n", r->kernels.n,
				r->kernels.n == 1 ? "" : "s",
				r->block_mode ? ", one block: " : "",
				r->block_mode ? r->why : "");
		for (size_t k = 0; k < r->kernels.n && !r->on_cpu; k++) {
			hd_kernel *kn = r->kernels.at[k];
			kernels++;
			fprintf(stderr, "  %s %d: %s\n", kn->proc, kn->id,
				hd_omp_print_dir(p->mem, kn->cuda));
		}
	}
	fprintf(stderr, "%d kernel regions\n", kernels);
}

/* ---- outputs */

static char *
output_name(hd_prog *p, options *o, const char *input)
{
	char *base = basename(hd_strdup(p->mem, input));
	char *dot = strrchr(base, '.');

	if (dot)
		*dot = '\0';
	if (o->inputs.n == 1 && o->output)
		return hd_strdup(p->mem, o->output);
	if (o->output)
		return hd_format(p->mem, "%s/%s.cu", o->output, base);
	return hd_format(p->mem, "%s.cu", base);
}

static bool
write_outputs(hd_prog *p, options *o)
{
	hd_strings texts = {0};

	for (size_t i = 0; i < p->files.n; i++)
		hd_push(p->mem, &texts, hd_omp_translate(p, p->files.at[i]));
	if (hd_error_count())
		return false;
	if (o->inputs.n > 1 && o->output && mkdir(o->output, 0777) && errno != EEXIST) {
		hd_error_at((hd_pos){0},
			    "cannot make the folder '%s': %s; choose another -o",
			    o->output, strerror(errno));
		return false;
	}
	for (size_t i = 0; i < p->files.n; i++)
		if (!hd_omp_write(output_name(p, o, o->inputs.at[i]), texts.at[i]))
			return false;
	return true;
}

int
hd_cmd_omp2cuda(int argc, char **argv)
{
	hd_arena mem = {0};
	hd_prog p = {.mem = &mem};
	options o = {0};
	bool ok = read_options(&p, &o, argc, argv);

	if (ok && o.directives)
		hd_omp_read_user_file(&p, o.directives);
	if (ok && o.config)
		hd_omp_read_user_file(&p, o.config);
	ok = ok && !hd_error_count() && hd_omp_decide(&p, &o.inputs, o.dump);
	if (ok && o.report)
		print_report(&p);
	if (ok)
		write_outputs(&p, &o);
	ok = !hd_error_count();
	hd_arena_free(&mem);
	return ok ? 0 : 1;
}
