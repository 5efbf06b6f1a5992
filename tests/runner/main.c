/* SPDX-License-Identifier: Apache-2.0 */
/* run-tests [--quick] [--compile-only] [--times] [-jN] [TEST...]: all tests, or those
 * named, by file or by name. Each case has its own process group, directory and time limit. */
#include "runner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

hd_config hd_test_config = {.jobs = 2};

static const hd_test_kind *const kinds[] = {
	&hd_kind_pass, &hd_kind_unit, &hd_kind_err, &hd_kind_driver, &hd_kind_run,
};

typedef HD_VEC(hd_case) cases;

/* A case that runs. */
struct slot {
	const hd_case *c;
	pid_t pid; /* 0 = free */
	time_t end;
	bool late;
};

static hd_arena mem;
static unsigned passed, failed, skipped;

/* ---- finding */

static const char *
log_file(const hd_case *c)
{
	return hd_format(&mem, "%s.log", c->dir);
}

static void
add_cases(cases *list, const hd_test_kind *kind, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = hd_strdup(&mem, slash ? slash + 1 : path);
	const char *text = hd_read_file(&mem, path, NULL);

	name[strlen(name) - strlen(kind->suffix)] = '\0';
	for (size_t i = 0; kind->variants[i]; i++) {
		hd_case c = {kind, path, name, kind->variants[i], NULL, text, &mem};

		c.dir = hd_format(&mem, "%s/tests/%d/%s/%s%s", hd_test_config.build,
				  (int)getpid(), kind->folder, name, c.variant);
		if (!kind->wanted || kind->wanted(&c))
			hd_push(&mem, list, c);
	}
}

/* The kind of a file: by its folder. */
static const hd_test_kind *
kind_of(const char *path)
{
	for (size_t i = 0; i < HD_COUNT(kinds); i++)
		if (strstr(path, hd_format(&mem, "tests/%s/", kinds[i]->folder)) &&
		    hd_has_suffix(path, kinds[i]->suffix))
			return kinds[i];
	return NULL;
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All tests below a folder. */
static void
find_in(hd_strings *files, const char *path)
{
	DIR *d = opendir(path);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		const char *file = hd_format(&mem, "%s/%s", path, e->d_name);

		if (e->d_type == DT_DIR && e->d_name[0] != '.')
			find_in(files, file);
		else if (kind_of(file))
			hd_push(&mem, files, file);
	}
	if (d)
		closedir(d);
}

static hd_strings
find_all(void)
{
	hd_strings files = {0};

	for (size_t i = 0; i < HD_COUNT(kinds); i++) {
		size_t from = files.n;

		find_in(&files, hd_format(&mem, "%s/tests/%s", hd_test_config.root,
					  kinds[i]->folder));
		if (files.n > from)
			qsort(files.at + from, files.n - from, sizeof *files.at,
			      compare_names);
	}
	return files;
}

/* Is this a/b/name.cu called name? */
static bool
is_called(const char *path, const char *name)
{
	const char *base = strrchr(path, '/') + 1;
	size_t n = strlen(name);

	return strncmp(base, name, n) == 0 && base[n] == '.';
}

/* A file, or the name of a test alone. */
static void
find_named(cases *list, const char *name)
{
	char path[PATH_MAX];
	size_t before = list->n;

	if (realpath(name, path)) {
		if (kind_of(path))
			add_cases(list, kind_of(path), hd_strdup(&mem, path));
	} else {
		hd_strings all = find_all();

		for (size_t i = 0; i < all.n; i++)
			if (is_called(all.at[i], name))
				add_cases(list, kind_of(all.at[i]), all.at[i]);
	}
	if (list->n == before) {
		fprintf(stderr, "%s is not a test: no folder of tests/ has it\n", name);
		exit(1);
	}
}

/* ---- running */

static void
make_dirs(const char *path)
{
	char *p = hd_strdup(&mem, path);

	for (char *slash = p + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		mkdir(p, 0777);
		*slash = '/';
	}
	mkdir(p, 0777);
}

static void
remove_dir(const char *path)
{
	pid_t pid = fork();

	if (pid == 0) {
		execlp("rm", "rm", "-rf", "--", path, (char *)NULL);
		_exit(127);
	}
	waitpid(pid, NULL, 0);
}

static void
start(struct slot *s, const hd_case *c)
{
	const char *limit = hd_directive(c, "timeout", 0);
	const char *log = log_file(c), *tmp = hd_format(&mem, "%s/tmp", c->dir);
	hd_case own = *c;

	remove_dir(c->dir);
	make_dirs(tmp);
	fflush(NULL);
	*s = (struct slot){.c = c, .end = time(NULL) + c->kind->timeout};
	if (limit)
		s->end = time(NULL) + atoi(limit);
	s->pid = fork();
	if (s->pid == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		int null = open("/dev/null", O_RDONLY), status;

		setpgid(0, 0);
		dup2(null, 0);
		dup2(fd, 1);
		dup2(fd, 2);
		setvbuf(stdout, NULL, _IOLBF, 0);
		setenv("TMPDIR", tmp, 1);
		status = c->kind->run(&own);
		fflush(NULL);
		_exit(status);
	}
	setpgid(s->pid, s->pid);
}

static const char *
label(const hd_case *c)
{
	size_t root = strlen(hd_test_config.root) + 1;

	return hd_format(&mem, "%s%s%s", c->path + root, *c->variant ? " " : "",
			 c->variant);
}

static void
print_tail(const char *file)
{
	enum { LINES = 60 };
	const char *text = hd_read_file(&mem, file, NULL), *from;
	int lines = 0;

	if (!text || !*text)
		return;
	for (from = text + strlen(text) - 1; from > text; from--)
		if (from[-1] == '\n' && ++lines == LINES)
			break;
	printf("%s%s", from > text ? "  [...]\n" : "", from);
}

static const char *
last_line(const char *file)
{
	char *text = hd_read_file(&mem, file, NULL);
	char *end = text ? text + strlen(text) : NULL, *line;

	if (end && end > text && end[-1] == '\n')
		*--end = '\0';
	line = text ? strrchr(text, '\n') : NULL;
	return line ? line + 1 : text && *text ? text : "no reason given";
}

static void
report(const struct slot *s, int status)
{
	const hd_case *c = s->c;
	const char *log = log_file(c);

	if (WIFEXITED(status) && WEXITSTATUS(status) == PASS && !s->late) {
		passed++;
		remove_dir(c->dir);
		unlink(log);
	} else if (WIFEXITED(status) && WEXITSTATUS(status) == SKIP && !s->late) {
		skipped++;
		printf("skipped: %s: %s\n", label(c), last_line(log));
	} else {
		failed++;
		printf("\nFAILED: %s%s\n", label(c), s->late ? " (time limit)" : "");
		print_tail(log);
		printf("  repeat: make test T=%s\n\n",
		       c->path + strlen(hd_test_config.root) + 1);
	}
	fflush(stdout);
}

/* For --times: what a case and all its children took of the processors. */
static void
print_time(const hd_case *c, const struct rusage *used)
{
	double s = (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
		   (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) * 1e-6;

	printf("%8.2f s  %s\n", s, label(c));
}

/* Reap what has ended, kill what is late. */
static void
poll_slots(struct slot *slots, int n)
{
	for (int i = 0; i < n; i++) {
		struct slot *s = &slots[i];
		struct rusage used;
		int status;

		if (!s->pid)
			continue;
		if (!s->late && time(NULL) > s->end) {
			s->late = true;
			kill(-s->pid, SIGKILL);
		}
		if (wait4(s->pid, &status, WNOHANG, &used) != s->pid)
			continue;
		kill(-s->pid, SIGKILL); /* what it may have left running */
		s->pid = 0;
		report(s, status);
		if (hd_test_config.times)
			print_time(s->c, &used);
	}
}

static int
count_running(const struct slot *slots, int n)
{
	int running = 0;

	for (int i = 0; i < n; i++)
		running += slots[i].pid != 0;
	return running;
}

static struct slot *running_slots; /* for the signal handler */

static void
stop(int sig)
{
	for (int i = 0; i < hd_test_config.jobs; i++)
		if (running_slots[i].pid)
			kill(-running_slots[i].pid, SIGKILL);
	_exit(128 + sig);
}

/* Where time is short, every case has the same chance; the seed repeats the order. */
static void
shuffle(const cases *list)
{
	unsigned r = hd_test_config.seed;

	for (size_t i = list->n; i > 1; i--) {
		size_t k = (r = r * 1664525 + 1013904223) / 65536 % i;
		hd_case c = list->at[i - 1];

		list->at[i - 1] = list->at[k];
		list->at[k] = c;
	}
	printf("in the order of HD_SEED=%u\n", hd_test_config.seed);
}

static void
skip_rest(size_t n)
{
	skipped += (unsigned)n;
	printf("skipped: %zu cases: HD_UNTIL leaves no time to start them\n", n);
}

static void
run_all(const cases *list)
{
	int jobs = hd_test_config.jobs;
	size_t next = 0, end = list->n;

	running_slots = HD_NEW_ARRAY(&mem, struct slot, (size_t)jobs);
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	if (hd_test_config.until)
		shuffle(list);
	while (next < end || count_running(running_slots, jobs)) {
		if (hd_test_config.until && next < end &&
		    time(NULL) > hd_test_config.until) {
			skip_rest(end - next);
			end = next;
		}
		for (int i = 0; i < jobs && next < end; i++)
			if (!running_slots[i].pid)
				start(&running_slots[i], &list->at[next++]);
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
		poll_slots(running_slots, jobs);
		if (isatty(1))
			printf("\r%zu of %zu \r", next, list->n), fflush(stdout);
	}
}

/* ---- */

/* What failed cases of earlier runs left; runs that go on keep theirs. */
static void
remove_old_runs(void)
{
	const char *path = hd_format(&mem, "%s/tests", hd_test_config.build);
	DIR *d = opendir(path);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		int pid = atoi(e->d_name);

		if (pid > 0 && kill(pid, 0) != 0)
			remove_dir(hd_format(&mem, "%s/%s", path, e->d_name));
	}
	if (d)
		closedir(d);
}

static const char *
from_environment(const char *name, const char *otherwise)
{
	const char *value = getenv(name);

	return value && *value ? value : otherwise;
}

static void
configure(void)
{
	char *here = getcwd(NULL, 0);

	hd_test_config.root = here;
	hd_test_config.build =
		from_environment("HD_BUILD", hd_format(&mem, "%s/build", here));
	hd_test_config.compiler = from_environment("HD_COMPILER", hd_test_config.build);
	hd_test_config.llvm = from_environment("HD_LLVM", "19");
	hd_test_config.seed = (unsigned)strtoul(
		from_environment("HD_SEED",
				 hd_format(&mem, "%ld", time(NULL) % 100000)),
		NULL, 10);
	hd_test_config.until = strtoll(from_environment("HD_UNTIL", "0"), NULL, 10);
	/* A sanitized compiler ends with a status that no test expects. */
	setenv("ASAN_OPTIONS", "detect_leaks=0:exitcode=99", 0);
	setenv("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99:print_stacktrace=1", 0);
	setenv("LC_ALL", "C", 1);
}

int
main(int argc, char **argv)
{
	cases list = {0};
	bool named = false;

	configure();
	unsetenv("MAKEFLAGS"); /* tests that run make have no part in our jobs */
	unsetenv("MFLAGS");
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0)
			hd_test_config.quick = true;
		else if (strcmp(argv[i], "--compile-only") == 0)
			hd_test_config.compile_only = true;
		else if (strcmp(argv[i], "--all") == 0)
			hd_test_config.all = true;
		else if (strcmp(argv[i], "--times") == 0)
			hd_test_config.times = true;
		else if (sscanf(argv[i], "-j%d", &hd_test_config.jobs) == 1)
			continue;
		else {
			find_named(&list, argv[i]);
			named = true;
		}
	}
	if (!named) {
		hd_strings all = find_all();

		for (size_t i = 0; i < all.n; i++)
			add_cases(&list, kind_of(all.at[i]), all.at[i]);
	}
	remove_old_runs();
	run_all(&list);
	if (!failed)
		remove_dir(hd_format(&mem, "%s/tests/%d", hd_test_config.build,
				     (int)getpid()));
	if (skipped)
		printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	else
		printf("%u passed, %u failed\n", passed, failed);
	return failed || !list.n;
}
