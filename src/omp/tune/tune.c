/* SPDX-License-Identifier: Apache-2.0 */
/* heddle tune: prunes the search space, measures configurations by running them, and
 * keeps the best. Results go to a table at once, so that a run can be continued. */
#include "omp/tune/tune.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static const char usage[] =
	"usage: heddle tune [options] file.c...\n"
	"  --out DIR           results, configurations, best.conf and best.cu\n"
	"                      (default: tune.out)\n"
	"  --setup FILE        optimisation-space setup: include, exclude, approve, values\n"
	"  --prune             print the pruned space and stop\n"
	"  --configs           write one file per configuration and stop\n"
	"  --export            write the source of every configuration and a script that\n"
	"                      builds and times them on another machine, and stop\n"
	"  --search NAME       exhaustive (default), or halving: more runs for fewer\n"
	"                      candidates\n"
	"  --limit N           at most N configurations, evenly spread\n"
	"  --args TEXT         arguments of the program (production data)\n"
	"  --train TEXT        arguments while tuning (training data); --args is then\n"
	"                      measured\n"
	"  --repeat N          runs per measurement, the fastest counts (default: 3)\n"
	"  --timeout N         seconds for one run (default: 60)\n"
	"  --compile CMD       compiler command; %i input, %o output (default: hdcc %i -o %o)\n"
	"  --cost CMD          prints a number for '%o' instead of the time\n"
	"  --engine CMD        your own engine: CMD DIR; its last line is the best number\n"
	"  --measure FILE      measure one configuration, print its seconds, and stop\n"
	"  -I, -D              as for a C compiler\n"
	"A run that was interrupted continues where it stopped.\n";

/* ---- the table of results */

static void
note(hd_tuner *t, hd_result r)
{
	hd_push(&t->mem, &t->results, r);
	if (r.seconds >= 0 && (t->best_id < 0 || r.seconds < t->best)) {
		t->best = r.seconds;
		t->best_id = r.id;
	}
}

static void
append(hd_tuner *t, hd_result r)
{
	FILE *f = fopen(t->table, "a");

	if (!f) {
		hd_error_at((hd_pos){0}, "cannot write '%s': %s; choose another --out",
			    t->table, strerror(errno));
		return;
	}
	fprintf(f, "%ld\t%s\t%.6f\n", r.id, r.status, r.seconds);
	fclose(f);
	note(t, r);
}

static bool
is_done(hd_tuner *t, long id)
{
	for (size_t i = 0; i < t->results.n; i++)
		if (t->results.at[i].id == id)
			return true;
	return false;
}

static void
read_table(hd_tuner *t)
{
	char *text = hd_read_file(&t->mem, t->table, NULL), *line, *save = NULL;
	hd_result r;
	char status[64];

	if (!text) {
		FILE *f = fopen(t->table, "w");
		if (f) {
			fprintf(f, "# configuration\tstatus\tseconds\n");
			fclose(f);
		}
		return;
	}
	for (line = strtok_r(text, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save))
		if (sscanf(line, "%ld\t%63[^\t]\t%lf", &r.id, status, &r.seconds) ==
		    3) {
			r.status = hd_strdup(&t->mem, status);
			note(t, r);
		}
}

static void
progress(hd_tuner *t, long done, long all)
{
	if (t->quiet)
		return;
	fprintf(stderr, "\r[%ld/%ld] ", done, all);
	if (t->best_id >= 0)
		fprintf(stderr, "best %.6f s: configuration %ld   ", t->best,
			t->best_id);
	fflush(stderr);
}

/* ---- engines */

static long
candidates(hd_tuner *t, long **out)
{
	double size = hd_omp_space_size(&t->space, true);
	long n = t->limit > 0 && size > t->limit ? t->limit : (long)size;

	*out = HD_NEW_ARRAY(&t->mem, long, (size_t)(n > 0 ? n : 1));
	for (long i = 0; i < n; i++)
		(*out)[i] = (long)((double)i * size / (double)n);
	return n;
}

static void
exhaustive(hd_tuner *t)
{
	long *id, n = candidates(t, &id);

	for (long i = 0; i < n && !hd_error_count(); i++) {
		progress(t, i, n);
		if (!is_done(t, id[i]))
			append(t,
			       hd_tune_measure(t, id[i], hd_tune_config_file(t, id[i]),
					       t->repeat));
	}
	progress(t, n, n);
}

static double
seconds_of(const hd_results *r, long id)
{
	for (size_t i = r->n; i-- > 0;)
		if (r->at[i].id == id)
			return r->at[i].seconds < 0 ? 1e30 : r->at[i].seconds;
	return 1e30;
}

static int
by_seconds(const void *x, const void *y, void *results)
{
	double a = seconds_of(results, *(const long *)x);
	double b = seconds_of(results, *(const long *)y);

	return (a > b) - (a < b);
}

/* Successive halving: every candidate once, then three times as many runs for the best
 * third, until one is left. */
static void
halving(hd_tuner *t)
{
	long *id, n = candidates(t, &id);
	int runs = 1;

	for (int rung = 0; n > 0 && !hd_error_count(); rung++, runs *= 3) {
		for (long i = 0; i < n && !hd_error_count(); i++) {
			progress(t, i, n);
			if (rung > 0 || !is_done(t, id[i]))
				append(t, hd_tune_measure(t, id[i],
							  hd_tune_config_file(t, id[i]),
							  runs));
		}
		progress(t, n, n);
		if (n == 1 || runs > 27)
			break;
		qsort_r(id, (size_t)n, sizeof *id, by_seconds, &t->results);
		n = (n + 2) / 3;
		t->best_id = -1;
		for (long i = 0; i < n; i++)
			if (t->best_id < 0 ||
			    seconds_of(&t->results, id[i]) < t->best) {
				t->best = seconds_of(&t->results, id[i]);
				t->best_id = id[i];
			}
	}
	if (t->best >= 1e30)
		t->best_id = -1;
}

/* The user's engine measures with 'heddle tune --measure' and prints its choice. */
static void
own_engine(hd_tuner *t)
{
	hd_str s = {.arena = &t->mem};
	char line[256], last[256] = "";
	FILE *f;

	hd_str_add(&s, t->engine);
	hd_tune_quote(&s, t->folder);
	setenv("HEDDLE_TUNE", t->self, 1);
	f = popen(s.at, "r");
	while (f && fgets(line, sizeof line, f))
		if (*line != '\n')
			strcpy(last, line);
	if (!f || pclose(f) != 0 || (t->best_id = strtol(last, NULL, 10)) < 0 ||
	    t->best_id >= (long)hd_omp_space_size(&t->space, true)) {
		hd_error_at(
			(hd_pos){0},
			"the engine '%s' did not end with the number of a configuration; its "
			"last line was '%s'",
			t->engine, last);
		t->best_id = -1;
	}
}

/* ---- tuning of single kernels, from the best configuration on */

static const char *
kernel_config(hd_tuner *t, const char *base, const char *lines)
{
	char *path = hd_tune_path_of(t, "kernel.conf");

	hd_omp_write(path, hd_format(&t->mem, "%s%s", base, lines));
	return path;
}

static char *
tune_kernels(hd_tuner *t, char *base)
{
	static const int sizes[] = {32, 64, 128, 256, 512};
	hd_str chosen = {.arena = &t->mem};

	hd_str_add(&chosen, "");
	for (size_t k = 0; k < t->space.kernels.n; k++) {
		char *best = NULL;
		for (size_t i = 0; i < HD_COUNT(sizes); i++) {
			char *line =
				hd_format(&t->mem, "%s gpurun threadblocksize(%d)\n",
					  t->space.kernels.at[k], sizes[i]);
			hd_result r = hd_tune_measure(
				t, 1000000 + (long)(k * 100 + i),
				kernel_config(
					t, base,
					hd_format(&t->mem, "%s%s", chosen.at, line)),
				t->repeat);
			progress(t, (long)(k * HD_COUNT(sizes) + i),
				 (long)(t->space.kernels.n * HD_COUNT(sizes)));
			if (r.seconds >= 0 && r.seconds < t->best) {
				t->best = r.seconds;
				best = line;
			}
		}
		if (best)
			hd_str_add(&chosen, best);
	}
	return hd_format(&t->mem, "%s%s", base, chosen.at);
}

/* ---- results */

static double
variant(hd_tuner *t, const char *options)
{
	char *cu = hd_tune_path_of(t, "variant.cu"),
	     *exe = hd_tune_path_of(t, "variant.exe"),
	     *compile = hd_format(&t->mem, "%s >'%s' 2>&1",
				  hd_tune_fill_in(t, t->compile, cu, exe),
				  hd_tune_path_of(t, "log"));
	double r = -1;

	if (hd_tune_translate_as(t, options, cu) && hd_tune_shell(compile) == 0) {
		t->expected = NULL;
		r = hd_tune_run_exe(t, -1, exe, t->repeat, t->args).seconds;
	}
	unlink(cu);
	unlink(exe);
	return r;
}

static void
finish(hd_tuner *t)
{
	char *config, *conf = hd_tune_path_of(t, "best.conf");

	fputc('\n', stderr);
	if (t->best_id < 0) {
		hd_error_at((hd_pos){0},
			    "no configuration gave a working program; see %s and %s",
			    t->table, hd_tune_path_of(t, "log"));
		return;
	}
	config = hd_omp_config_text(&t->mem, &t->space, t->best_id);
	if (t->space.start.value[HD_SET_tuningLevel] == 1 && !t->engine)
		config = tune_kernels(t, config);
	hd_omp_write(conf, config);
	hd_tune_translate(t, conf, hd_tune_path_of(t, "best.cu"));
	hd_omp_write_plot(&t->mem, hd_tune_path_of(t, "results.svg"), &t->results,
			  hd_format(&t->mem, "heddle tune %s", t->inputs.at[0]));
	printf("baseline\t%.6f\nall safe optimisations\t%.6f\n"
	       "tuned\t%.6f\t(configuration %ld)\n",
	       variant(t, "--baseline"), variant(t, ""),
	       variant(t, hd_format(&t->mem, "--config '%s'", conf)), t->best_id);
}

/* ---- command line */

static bool
take(const char *name, int *i, int argc, char **argv, const char **to)
{
	if (strcmp(argv[*i], name))
		return false;
	if (*i + 1 >= argc)
		hd_error_at((hd_pos){0}, "%s needs a value", name);
	else
		*to = argv[++*i];
	return true;
}

static bool
take_number(const char *name, int *i, int argc, char **argv, int *to)
{
	const char *text = NULL;
	char *end;

	if (!take(name, i, argc, argv, &text))
		return false;
	if (!text)
		return true;
	*to = (int)strtol(text, &end, 10);
	if (*end || *to < 1)
		hd_error_at((hd_pos){0}, "%s needs a number above zero, not '%s'", name,
			    text);
	return true;
}

static void
option(hd_tuner *t, int *i, int argc, char **argv)
{
	const char *a = argv[*i];

	if (take("--out", i, argc, argv, &t->folder) ||
	    take("--setup", i, argc, argv, &t->setup) ||
	    take("--search", i, argc, argv, &t->search) ||
	    take("--args", i, argc, argv, &t->args) ||
	    take("--train", i, argc, argv, &t->train) ||
	    take("--compile", i, argc, argv, &t->compile) ||
	    take("--cost", i, argc, argv, &t->cost) ||
	    take("--engine", i, argc, argv, &t->engine) ||
	    take("--measure", i, argc, argv, &t->measure) ||
	    take_number("--repeat", i, argc, argv, &t->repeat) ||
	    take_number("--limit", i, argc, argv, &t->limit) ||
	    take_number("--timeout", i, argc, argv, &t->timeout))
		return;
	if (!strcmp(a, "--prune"))
		t->prune_only = true;
	else if (!strcmp(a, "--configs"))
		t->configs = true;
	else if (!strcmp(a, "--export"))
		t->export = true;
	else if (!strcmp(a, "--quiet"))
		t->quiet = true;
	else if (a[0] == '-' && (a[1] == 'I' || a[1] == 'D'))
		hd_push(&t->mem, &t->p.clang_args, a);
	else if (a[0] == '-')
		hd_error_at((hd_pos){0}, "unknown option '%s'; see --help", a);
	else
		hd_push(&t->mem, &t->inputs, a);
}

static bool
read_options(hd_tuner *t, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			exit(0);
		}
		option(t, &i, argc, argv);
	}
	if (!t->inputs.n && !hd_error_count())
		hd_error_at((hd_pos){0}, "no input file; see --help");
	if (strcmp(t->search, "exhaustive") && strcmp(t->search, "halving"))
		hd_error_at((hd_pos){0},
			    "unknown search '%s'; use exhaustive or halving",
			    t->search);
	return !hd_error_count();
}

static void
find_tools(hd_tuner *t)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash, *hdcc;

	path[n > 0 ? n : 0] = '\0';
	t->self = hd_strdup(&t->mem, path);
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	hdcc = hd_format(&t->mem, "%s/hdcc", path);
	if (!t->compile)
		t->compile = hd_format(&t->mem, "'%s' %%i -o %%o",
				       access(hdcc, X_OK) ? "hdcc" : hdcc);
}

static bool
make_folders(hd_tuner *t)
{
	if ((mkdir(t->folder, 0777) && errno != EEXIST) ||
	    (mkdir(hd_tune_path_of(t, "configs"), 0777) && errno != EEXIST)) {
		hd_error_at((hd_pos){0},
			    "cannot make the folder '%s': %s; choose another --out",
			    t->folder, strerror(errno));
		return false;
	}
	t->table = hd_tune_path_of(t, "results.tsv");
	return true;
}

static bool
make_space(hd_tuner *t)
{
	hd_omp_settings_default(&t->p.set, true);
	hd_omp_settings_environment(&t->p.set);
	if (!hd_omp_decide(&t->p, &t->inputs, NULL))
		return false;
	hd_omp_prune(&t->p, &t->space);
	if (!t->space.kernels.n) {
		hd_error_at((hd_pos){0},
			    "nothing to tune: no parallel region goes to the GPU");
		return false;
	}
	if (t->setup && !hd_omp_read_setup(&t->mem, &t->space, t->setup))
		return false;
	hd_omp_finish_space(&t->mem, &t->space);
	return true;
}

static void
write_configs(hd_tuner *t)
{
	long *id, n = candidates(t, &id);

	for (long i = 0; i < n && !hd_error_count(); i++)
		hd_tune_config_file(t, id[i]);
	printf("%ld configurations in %s/configs\n", n, t->folder);
}

static void
export_all(hd_tuner *t)
{
	long *id, n = candidates(t, &id);

	hd_tune_export(t, id, n);
}

static void
search(hd_tuner *t)
{
	read_table(t);
	if (t->engine) {
		write_configs(t);
		own_engine(t);
	} else if (!strcmp(t->search, "halving")) {
		halving(t);
	} else {
		exhaustive(t);
	}
	if (!hd_error_count())
		finish(t);
}

int
hd_cmd_tune(int argc, char **argv)
{
	hd_tuner t = {.folder = "tune.out",
		      .search = "exhaustive",
		      .args = "",
		      .repeat = 3,
		      .timeout = 60,
		      .best_id = -1};
	int rc;

	t.p.mem = &t.mem;
	if (read_options(&t, argc, argv)) {
		find_tools(&t);
		if (make_space(&t)) {
			hd_omp_print_space(t.prune_only ? stdout : stderr, &t.space);
			if (!t.prune_only && make_folders(&t)) {
				if (t.configs) {
					write_configs(&t);
				} else if (t.export) {
					export_all(&t);
				} else if (t.measure) {
					hd_result r = hd_tune_measure(
						&t, getpid(), t.measure, t.repeat);
					printf("%.6f %s\n", r.seconds, r.status);
				} else {
					search(&t);
				}
			}
		}
	}
	rc = hd_error_count() ? 1 : 0;
	hd_arena_free(&t.mem);
	return rc;
}
