/* SPDX-License-Identifier: Apache-2.0 */
/* run-tests [--all] [--quick] [--compile-only] [--times] [--list] [--way=TEXT] [-jN] [TEST...]:
 * all tests, or those named, by file, folder or name. Each case has its own process group,
 * directory and time limit. The last line counts: "N passed, N failed, N skipped". */
#include "runner.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

hd_config hd_test_config;

/* A case that runs. */
struct slot {
	const hd_case *c;
	pid_t pid; /* 0 = free */
	time_t end;
	bool late;
};

static hd_arena mem;
static unsigned passed, failed, skipped;
static time_t begin;

static const char *
log_file(const hd_case *c)
{
	return hd_format(&mem, "%s.log", c->dir);
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
		printf("  repeat: make %s T=%s\n\n",
		       hd_test_config.compile_only ? "test-asan"
		       : hd_test_config.all        ? "test-all"
						   : "test",
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

/* How far it is: in place for a person, now and then in a log. */
static void
print_progress(size_t started, size_t n)
{
	static time_t said;
	time_t now = time(NULL);

	if (isatty(1))
		printf("\r%zu of %zu \r", started, n);
	else if (now >= said + 60)
		printf("%4ld s: %zu of %zu cases begun, %u failed\n",
		       (long)(now - begin), started, n, failed);
	else
		return;
	said = now;
	fflush(stdout);
}

static void
run_all(const hd_cases *list)
{
	int jobs = hd_test_config.jobs;
	size_t next = 0;

	running_slots = HD_NEW_ARRAY(&mem, struct slot, (size_t)jobs);
	signal(SIGINT, stop);
	signal(SIGTERM, stop);
	begin = time(NULL);
	while (next < list->n || count_running(running_slots, jobs)) {
		for (int i = 0; i < jobs && next < list->n; i++)
			if (!running_slots[i].pid)
				start(&running_slots[i], &list->at[next++]);
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
		poll_slots(running_slots, jobs);
		print_progress(next, list->n);
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

static int
count_cpus(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 2;
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
	hd_test_config.jobs = count_cpus();
	/* A sanitized compiler ends with a status that no test expects. */
	setenv("ASAN_OPTIONS", "detect_leaks=0:exitcode=99", 0);
	setenv("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99:print_stacktrace=1", 0);
	setenv("LC_ALL", "C", 1);
}

static bool
take_option(const char *arg)
{
	hd_config *f = &hd_test_config;
	const struct {
		const char *name;
		bool *flag;
	} flags[] = {
		{"--all", &f->all},
		{"--quick", &f->quick},
		{"--compile-only", &f->compile_only},
		{"--times", &f->times},
		{"--list", &f->list},
	};

	for (size_t i = 0; i < HD_COUNT(flags); i++)
		if (strcmp(arg, flags[i].name) == 0) {
			*flags[i].flag = true;
			return true;
		}
	if (strncmp(arg, "--way=", 6) == 0) {
		f->way = arg + 6;
		return true;
	}
	return sscanf(arg, "-j%d", &f->jobs) == 1 && f->jobs > 0;
}

int
main(int argc, char **argv)
{
	hd_cases list = {0};
	hd_strings words = {0};

	configure();
	unsetenv("MAKEFLAGS"); /* tests that run make have no part in our jobs */
	unsetenv("MFLAGS");
	for (int i = 1; i < argc; i++)
		if (!take_option(argv[i]))
			hd_push(&mem, &words, argv[i]);
	for (size_t i = 0; i < words.n; i++)
		if (!hd_find_named(&mem, &list, words.at[i])) {
			fprintf(stderr, "%s: no folder of tests/ has such a test\n",
				words.at[i]);
			return 1;
		}
	if (!words.n)
		hd_find_cases(&mem, &list);
	if (hd_test_config.list) {
		for (size_t i = 0; i < list.n; i++)
			printf("%s\n", label(&list.at[i]));
		return 0;
	}
	remove_old_runs();
	run_all(&list);
	if (!failed)
		remove_dir(hd_format(&mem, "%s/tests/%d", hd_test_config.build,
				     (int)getpid()));
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed || !list.n;
}
