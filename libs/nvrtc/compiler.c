/* SPDX-License-Identifier: Apache-2.0 */
/* Finding and running hdcc. No shell is in between. */
#include "rtc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- where it is */

static char *
if_there(char *path)
{
	if (path && access(path, X_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* The library is in PREFIX/lib, hdcc in PREFIX/bin. */
static char *
beside_library(void)
{
	char real[PATH_MAX], *slash, *path;
	Dl_info here;

	if (!dladdr((void *)(uintptr_t)&nvrtcVersion, &here) || !here.dli_fname ||
	    !realpath(here.dli_fname, real))
		return NULL;
	for (int up = 0; up < 2; up++) {
		slash = strrchr(real, '/');
		if (!slash)
			return NULL;
		*slash = 0;
	}
	return asprintf(&path, "%s/bin/hdcc", real) < 0 ? NULL : if_there(path);
}

static char *
in_search_path(void)
{
	const char *list = getenv("PATH");

	while (list && *list) {
		size_t n = strcspn(list, ":");
		char *path = NULL;

		if (n && asprintf(&path, "%.*s/hdcc", (int)n, list) < 0)
			return NULL;
		path = if_there(path);
		if (path)
			return path;
		list += n + (list[n] == ':');
	}
	return NULL;
}

char *
hd_rtc_find_compiler(void)
{
	const char *named = getenv("HEDDLE_HDCC");
	char *path;

	if (named && *named)
		return if_there(strdup(named));
	path = beside_library();
	return path ? path : in_search_path();
}

/* ---- running it */

/* Flags that users have for nvcc are none for NVRTC. The words belong to the environment. */
static char **
plain_environment(void)
{
	size_t n = 0, k = 0;
	char **list;

	while (environ && environ[n])
		n++;
	list = calloc(n + 1, sizeof *list);
	for (size_t i = 0; list && i < n; i++)
		if (strncmp(environ[i], "NVCC_PREPEND_FLAGS=", 19) != 0 &&
		    strncmp(environ[i], "NVCC_APPEND_FLAGS=", 18) != 0)
			list[k++] = environ[i];
	return list;
}

/* The program's ways with signals are not the compiler's. */
static void
reset_signals(posix_spawnattr_t *a)
{
	sigset_t none, all;

	sigemptyset(&none);
	sigfillset(&all);
	sigdelset(&all, SIGKILL);
	sigdelset(&all, SIGSTOP);
	posix_spawnattr_setsigmask(a, &none);
	posix_spawnattr_setsigdefault(a, &all);
	posix_spawnattr_setflags(a, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

static int
start(const hd_words *words, const char *said, pid_t *pid)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	char **environment = plain_environment();
	int error = ENOMEM;

	if (!environment)
		return error;
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, said, O_WRONLY | O_CREAT | O_APPEND,
					 0600);
	posix_spawn_file_actions_adddup2(&files, 1, 2);
	reset_signals(&how);
	error = posix_spawn(pid, words->at[0], &files, &how, words->at, environment);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	free(environment);
	return error;
}

/* 1: it has ended. A program that ignores its children has none to ask for. */
static int
has_ended(pid_t pid, int *status, int flags)
{
	pid_t got = waitpid(pid, status, flags);

	if (got < 0 && errno == ECHILD)
		*status = 0; /* the output tells */
	return got == pid || (got < 0 && errno != EINTR);
}

int
hd_rtc_run(const hd_words *words, const char *said, nvrtcProgram p)
{
	static const struct timespec pause = {0, 20 * 1000 * 1000};
	bool cancelled = false;
	int status = 0, error;
	pid_t pid;

	if (p->flow && p->flow(p->payload, NULL))
		return -2;
	error = start(words, said, &pid);
	if (error) {
		hd_text_printf(&p->log, "nvrtc: error: cannot run %s: %s\n",
			       words->at[0], strerror(error));
		return -1;
	}
	while (!has_ended(pid, &status, p->flow ? WNOHANG : 0)) {
		if (!p->flow)
			continue;
		nanosleep(&pause, NULL);
		if (!cancelled && p->flow(p->payload, NULL)) {
			cancelled = true;
			kill(pid, SIGTERM);
		}
	}
	if (cancelled)
		return -2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
