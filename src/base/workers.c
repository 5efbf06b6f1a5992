/* SPDX-License-Identifier: Apache-2.0 */
/* Leave for further processes: make's jobserver, or processors that have nothing to do.
 *
 * A jobserver is a pipe with a byte for each process that may run beside those that make
 * has started itself: who takes one writes the same one back. MAKEFLAGS names it, by two
 * descriptors or as a named pipe; ninja's is of the second kind. What was taken is noted
 * in memory that the process which cleans up shares with the one that works. */
#include "base/workers.h"

#include "base/base.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_WORKERS = 64, NO_LIMIT = -1, NO_SERVER = -1 };

typedef struct workers {
	bool open;
	bool served; /* MAKEFLAGS names a jobserver, though it may be out of reach */
	int server;  /* its pipe, for both ways */
	int taken;   /* beside the first process */
	int most;    /* how many may be, without a server */
	char tokens[MAX_WORKERS];
} workers;

static workers alone, *w = &alone;
static int limit = NO_LIMIT;

/* ---- make's jobserver */

/* Two descriptors are a pipe's ends: make closes them for commands that it does not take
 * for a make, and another file may be there. */
static bool
are_ends(int in, int out)
{
	struct stat a, b;

	return in >= 0 && out >= 0 && in != out && fstat(in, &a) == 0 &&
	       fstat(out, &b) == 0 && S_ISFIFO(a.st_mode) && S_ISFIFO(b.st_mode) &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Opened anew, as reading must not wait and others have the pipe, too. */
static int
open_server(const char *name)
{
	char path[64];
	int in, out;

	if (hd_has_prefix(name, "fifo:")) {
		hd_arena mem = {0};
		const char *fifo = hd_strndup(&mem, name + 5, strcspn(name + 5, " "));
		struct stat st;

		in = stat(fifo, &st) == 0 && S_ISFIFO(st.st_mode)
			     ? open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)
			     : NO_SERVER;
		hd_arena_free(&mem);
		return in;
	}
	if (sscanf(name, "%d,%d", &in, &out) != 2 || !are_ends(in, out))
		return NO_SERVER;
	snprintf(path, sizeof path, "/proc/self/fd/%d", in);
	return open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
}

/* The last one that is named before the variables, which follow "--". */
static const char *
find_server(const char *flags)
{
	static const char *const options[] = {"--jobserver-auth=", "--jobserver-fds="};
	const char *found = NULL;

	while (*flags && !hd_has_prefix(flags, "-- ")) {
		for (size_t k = 0; k < HD_COUNT(options); k++)
			if (hd_has_prefix(flags, options[k]))
				found = flags + strlen(options[k]);
		flags += strcspn(flags, " ");
		flags += strspn(flags, " ");
	}
	return found;
}

/* No signal comes between moving a token and noting it. */
static sigset_t
hold_signals(void)
{
	sigset_t all, before;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	return before;
}

static bool
take_token(void)
{
	sigset_t before = hold_signals();
	bool got = read(w->server, &w->tokens[w->taken], 1) == 1;

	w->taken += got;
	sigprocmask(SIG_SETMASK, &before, NULL);
	return got;
}

/* If that fails, make has ended. */
static void
give_token(void)
{
	sigset_t before = hold_signals();
	ssize_t n = write(w->server, &w->tokens[--w->taken], 1);

	(void)n;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- processors */

static int
count_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* Those that may be ours and have nothing to do but us: of what runs in the system, such a
 * part is on them as they are a part of all processors. */
static int
count_free_processors(void)
{
	int ours = count_processors(), all = (int)sysconf(_SC_NPROCESSORS_ONLN);
	int running = 1;
	FILE *f = fopen("/proc/loadavg", "re");

	if (f && fscanf(f, "%*f %*f %*f %d/", &running) != 1)
		running = 1;
	if (f)
		fclose(f);
	return ours - (all > 0 ? (running - 1) * ours / all : 0);
}

/* ---- from outside */

void
hd_workers_limit(int n)
{
	limit = n ? n : count_processors();
}

static void
open_once(void)
{
	const char *flags = getenv("MAKEFLAGS");
	const char *server = flags ? find_server(flags) : NULL;

	if (w->open)
		return;
	w->open = true;
	w->served = server != NULL;
	w->server = server ? open_server(server) : NO_SERVER;
}

void
hd_workers_open(void)
{
	workers *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared != MAP_FAILED && !w->open)
		w = shared;
	open_once();
}

void
hd_workers_close(void)
{
	while (w->taken)
		hd_worker_give();
}

bool
hd_worker_take(void)
{
	open_once();
	if (w->taken == MAX_WORKERS || (limit > 0 && w->taken + 1 >= limit))
		return false;
	if (w->served)
		return w->server != NO_SERVER && take_token();
	if (!w->taken)
		w->most = limit > 0 ? limit - 1 : count_free_processors() - 1;
	if (w->taken >= w->most)
		return false;
	w->taken++;
	return true;
}

void
hd_worker_give(void)
{
	hd_check(w->taken > 0);
	if (w->served)
		give_token();
	else
		w->taken--;
}
