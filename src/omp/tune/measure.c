/* SPDX-License-Identifier: Apache-2.0 */
/* One configuration: translate, compile, run, and look at the clock. */
#include "omp/tune/tune.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void
hd_tune_quote(hd_str *s, const char *word)
{
	hd_str_add(s, " '");
	for (; *word; word++)
		if (*word == '\'')
			hd_str_add(s, "'\\''");
		else
			hd_str_addc(s, *word);
	hd_str_add(s, "'");
}

int
hd_tune_shell(const char *command)
{
	int rc = system(command);

	return rc == -1 ? 127 : WIFEXITED(rc) ? WEXITSTATUS(rc) : 128;
}

/* The translation of several files is a folder. */
static void
quote_file(hd_tuner *t, hd_str *s, bool input, const char *in, const char *out)
{
	hd_tune_quote(s, input ? in : out);
	if (input && t->inputs.n > 1)
		hd_str_add(s, "/*.cu");
}

/* %i and %o in a command. */
char *
hd_tune_fill_in(hd_tuner *t, const char *pattern, const char *in, const char *out)
{
	hd_str s = {.arena = &t->mem};

	for (; *pattern; pattern++)
		if (pattern[0] == '%' && (pattern[1] == 'i' || pattern[1] == 'o'))
			quote_file(t, &s, *++pattern == 'i', in, out);
		else
			hd_str_addc(&s, *pattern);
	return s.at;
}

/* ---- one configuration */

char *
hd_tune_path_of(hd_tuner *t, const char *name)
{
	return hd_format(&t->mem, "%s/%s", t->folder, name);
}

bool
hd_tune_translate_as(hd_tuner *t, const char *options, const char *to)
{
	hd_str s = {.arena = &t->mem};

	hd_tune_quote(&s, t->self);
	hd_str_addf(&s, " omp2cuda %s", options);
	for (size_t i = 0; i < t->p.clang_args.n; i++)
		hd_tune_quote(&s, t->p.clang_args.at[i]);
	for (size_t i = 0; i < t->inputs.n; i++)
		hd_tune_quote(&s, t->inputs.at[i]);
	hd_str_add(&s, " -o");
	hd_tune_quote(&s, to);
	hd_str_addf(&s, " 2>'%s'", hd_tune_path_of(t, "log"));
	return hd_tune_shell(s.at) == 0;
}

bool
hd_tune_translate(hd_tuner *t, const char *config, const char *to)
{
	hd_str s = {.arena = &t->mem};

	hd_str_add(&s, "--config");
	hd_tune_quote(&s, config);
	return hd_tune_translate_as(t, s.at, to);
}

static bool
is_expected(hd_tuner *t, const char *file)
{
	char *text = hd_read_file(&t->mem, file, NULL);

	if (!text)
		return false;
	if (!t->expected) {
		t->expected = text;
		return true;
	}
	return !strcmp(text, t->expected);
}

/* A program may measure itself: it says 'seconds N' in its error output. */
static double
own_seconds(hd_tuner *t, double otherwise)
{
	const char *said = hd_read_file(&t->mem, hd_tune_path_of(t, "log"), NULL);

	for (; said; said = strchr(said, '\n')) {
		said += *said == '\n';
		if (hd_has_prefix(said, "seconds "))
			return strtod(said + 8, NULL);
	}
	return otherwise;
}

static double
time_once(hd_tuner *t, const char *exe, const char *args, const char *out)
{
	char *cmd = hd_format(&t->mem, "timeout %d '%s' %s >'%s' 2>'%s'", t->timeout,
			      exe, args, out, hd_tune_path_of(t, "log"));
	double start = now(), seconds;

	if (hd_tune_shell(cmd) != 0)
		return -1;
	seconds = now() - start;
	return own_seconds(t, seconds);
}

static double
cost_of(hd_tuner *t, const char *exe)
{
	char *cmd = hd_format(&t->mem, "%s", hd_tune_fill_in(t, t->cost, exe, exe)),
	     line[256];
	FILE *f = popen(cmd, "r");
	double v = -1;

	if (f && fgets(line, sizeof line, f))
		v = atof(line);
	return f && pclose(f) == 0 ? v : -1;
}

hd_result
hd_tune_run_exe(hd_tuner *t, long id, const char *exe, int repeat, const char *args)
{
	hd_result r = {id, -1, "run failed"};

	for (int i = 0; i < repeat; i++) {
		char *out = hd_tune_path_of(t, "output");
		double s = time_once(t, exe, args, out);
		if (s < 0)
			return (hd_result){id, -1, "run failed"};
		if (!is_expected(t, out))
			return (hd_result){id, -1, "wrong output"};
		if (r.seconds < 0 || s < r.seconds)
			r.seconds = s;
	}
	if (t->cost)
		r.seconds = cost_of(t, exe);
	r.status = "ok";
	return r;
}

hd_result
hd_tune_measure(hd_tuner *t, long id, const char *config, int repeat)
{
	char *cu = hd_format(&t->mem, "%s/%ld.cu", t->folder, id);
	char *exe = hd_format(&t->mem, "%s/%ld.exe", t->folder, id);
	hd_result r = {id, -1, "not translated"};

	if (hd_tune_translate(t, config, cu)) {
		char *cmd = hd_format(&t->mem, "%s >'%s' 2>&1",
				      hd_tune_fill_in(t, t->compile, cu, exe),
				      hd_tune_path_of(t, "log"));
		r.status = "not compiled";
		if (hd_tune_shell(cmd) == 0)
			r = hd_tune_run_exe(t, id, exe, repeat,
					    t->train ? t->train : t->args);
	}
	unlink(cu);
	unlink(exe);
	return r;
}

char *
hd_tune_config_file(hd_tuner *t, long id)
{
	char *path = hd_format(&t->mem, "%s/configs/%06ld.conf", t->folder, id);

	if (access(path, R_OK))
		hd_omp_write(path, hd_omp_config_text(&t->mem, &t->space, id));
	return path;
}
