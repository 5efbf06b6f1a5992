/* SPDX-License-Identifier: Apache-2.0 */
/* The private directory. The work is done in a child process; its parent removes the
 * directory however the child ends: success, error, crash, signal. Outputs are made in
 * the directory and moved to their place at the end, so they appear whole or not. */
#include "drive.h"

#include "base/workers.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the directory */

static int caught;          /* the signal that ended the work, 0 = none */
static sigset_t original;   /* what was blocked before */
static const char *private; /* the directory */
static pid_t supervisor;    /* the process that removes it */
static const char *foreign; /* a directory of the caller's, or NULL */
static pid_t caller;        /* the process that removes that */

static sigset_t
ending_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGQUIT);
	sigaddset(&set, SIGPIPE); /* whoever read our messages is gone */
	sigaddset(&set, SIGCHLD);
	return set;
}

const char *
hd_temp_base(void)
{
	const char *base = getenv("TMPDIR");

	return base && *base ? base : "/tmp";
}

char *
hd_temp_dir(hd_arena *a)
{
	char *path = hd_format(a, "%s/hdcc-XXXXXX", hd_temp_base());
	sigset_t set = ending_signals();

	/* from here on a signal waits until it can be cleaned up after */
	sigprocmask(SIG_BLOCK, &set, &original);
	if (mkdtemp(path)) {
		private = path;
		hd_keep_from_others(path);
		return path;
	}
	hd_error_at((hd_pos){0}, "cannot make a directory for temporary files, %s: %s",
		    path, strerror(errno));
	return NULL;
}

void
hd_remove_dir(const char *path)
{
	hd_arena mem = {0};
	struct dirent *e;
	DIR *d = opendir(path);

	while (d && (e = readdir(d))) {
		const char *name = hd_format(&mem, "%s/%s", path, e->d_name);

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (unlink(name) != 0 && errno == EISDIR)
			hd_remove_dir(name);
	}
	if (d)
		closedir(d);
	rmdir(path);
	hd_arena_free(&mem);
}

bool
hd_inherit_dir(const char *text)
{
	char *end;
	long pid = strtol(text, &end, 10);

	if (pid <= 0 || *end != ':' || end[1] != '/')
		return false;
	caller = (pid_t)pid;
	foreign = end + 1;
	return true;
}

/* The process that would remove the directory was killed outright: its child does it.
 * Called by a signal handler, so that it is left to another program. */
void
hd_remove_for_parent(void)
{
	if (!private || !supervisor || getppid() == supervisor)
		return;
	hd_workers_close();
	execl("/bin/rm", "rm", "-rf", private, foreign, (char *)NULL);
}

/* ---- outputs */

static bool
failed(const char *path)
{
	hd_error_at((hd_pos){0}, "cannot write %s: %s", path, strerror(errno));
	return false;
}

static bool
copy(int from, int to)
{
	char buffer[64 * 1024];
	ssize_t n;

	while ((n = read(from, buffer, sizeof buffer)) > 0)
		for (ssize_t done = 0, m; done < n; done += m) {
			m = write(to, buffer + done, (size_t)(n - done));
			if (m < 0)
				return false;
		}
	return n == 0;
}

/* A device or pipe, or "-": the bytes go into it, the node stays what it is. */
static bool
fill(const char *temp, const char *final)
{
	bool standard = strcmp(final, "-") == 0;
	int from = open(temp, O_RDONLY | O_CLOEXEC);
	int to = standard ? dup(1) : open(final, O_WRONLY | O_CLOEXEC);
	bool ok = from >= 0 && to >= 0 && copy(from, to);

	if (!ok)
		failed(final);
	if (from >= 0)
		close(from);
	if (to >= 0)
		close(to);
	return ok;
}

/* Another file system: copy beside the target, then rename. */
static bool
move_across(const char *temp, const char *final)
{
	hd_arena mem = {0};
	char *beside = hd_format(&mem, "%s.XXXXXX", final);
	int from = open(temp, O_RDONLY | O_CLOEXEC), to = mkstemp(beside);
	struct stat st;
	bool ok = from >= 0 && to >= 0 && fstat(from, &st) == 0 && copy(from, to) &&
		  fchmod(to, st.st_mode & 0777) == 0 && close(to) == 0 &&
		  rename(beside, final) == 0;

	if (!ok) {
		failed(final);
		if (to >= 0)
			unlink(beside);
	}
	if (from >= 0)
		close(from);
	hd_arena_free(&mem);
	return ok;
}

bool
hd_install_output(const hd_output *o)
{
	char real[PATH_MAX];
	const char *final = o->final;
	struct stat st;

	if (strcmp(final, "-") == 0 || (stat(final, &st) == 0 && !S_ISREG(st.st_mode)))
		return fill(o->temp, final);
	if (realpath(final, real))
		final = real;
	if (rename(o->temp, final) == 0)
		return true;
	return errno == EXDEV ? move_across(o->temp, final) : failed(final);
}

/* ---- the two processes */

static int
await(pid_t worker, const sigset_t *set)
{
	int status;

	for (;;) {
		int sig = sigwaitinfo(set, NULL);

		if (sig > 0 && sig != SIGCHLD) {
			caught = sig;
			kill(worker, SIGTERM);
		}
		if (waitpid(worker, &status, WNOHANG) == worker)
			return status;
	}
}

int
hd_supervise(int (*work)(void *), void *arg)
{
	sigset_t set = ending_signals();
	pid_t worker;
	int status;

	fflush(NULL);
	hd_workers_open();
	supervisor = getpid();
	worker = fork();
	if (worker < 0) {
		hd_error_at((hd_pos){0}, "fork: %s", strerror(errno));
		return 1;
	}
	if (worker == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		hd_die_cleanly_on_signals();
		sigprocmask(SIG_SETMASK, &original, NULL);
		hd_remove_for_parent();
		exit(work(arg));
	}
	hd_remove_forgotten();
	status = await(worker, &set);
	hd_workers_close();
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	if (!caught)
		hd_error_at((hd_pos){0},
			    "internal error: the compiler died: %s; please report it "
			    "with your command line",
			    strsignal(WTERMSIG(status)));
	return 70;
}

_Noreturn void
hd_leave(const char *dir, int status)
{
	hd_remove_dir(dir);
	if (foreign && (caught || getppid() != caller))
		hd_remove_dir(foreign);
	if (caught) {
		sigset_t set = ending_signals();

		signal(caught, SIG_DFL);
		raise(caught);
		sigprocmask(SIG_UNBLOCK, &set, NULL);
	}
	exit(status);
}
