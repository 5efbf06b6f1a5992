/* SPDX-License-Identifier: Apache-2.0 */
/* Running hdcc beside a program that knows nothing of it: no SIGCHLD, nothing that its wait()
 * could find, no descriptor that its children inherit. A socket is the request, and its end
 * says that the answer is wanted no more, however this process ends; the answer is written
 * into a file without a name. */
#include "clone.h"
#include "tier.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- where it is */

/* HEDDLE_HDCC, or PREFIX/bin/hdcc if this library is PREFIX/lib/libheddle.so.1. */
static bool
find(char path[PATH_MAX])
{
	const char *named = getenv("HEDDLE_HDCC");
	Dl_info here;

	if (named && *named) {
		if (snprintf(path, PATH_MAX, "%s", named) >= PATH_MAX)
			return false;
		return access(path, X_OK) == 0;
	}
	if (!dladdr(&hd_cpu_machine, &here) || !here.dli_fname ||
	    !realpath(here.dli_fname, path))
		return false;
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(path, '/');

		if (!slash)
			return false;
		*slash = 0;
	}
	if (strlen(path) + sizeof "/bin/hdcc" > PATH_MAX)
		return false;
	strcat(path, "/bin/hdcc");
	return access(path, X_OK) == 0;
}

bool
hd_compiler_identity(uint64_t *sum)
{
	char path[PATH_MAX];
	struct stat st;

	if (!find(path) || stat(path, &st) != 0)
		return false;
	*sum = hd_sum(path, strlen(path));
	*sum = hd_sum_more(*sum, &st.st_size, sizeof st.st_size);
	*sum = hd_sum_more(*sum, &st.st_mtim, sizeof st.st_mtim);
	return true;
}

/* ---- starting it */

/* Not one of those that a child has a meaning for. */
static int
above(int file)
{
	int other = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, HD_ANSWER_FILE + 1);

	if (file >= 0)
		close(file);
	return other;
}

typedef struct start {
	const char *path;
	char **environment;
	int socket, answer, error;
} start;

/* The words that users have for nvcc are none for this. */
static char **
plain_environment(void)
{
	size_t n = 0, k = 0;
	char **list;

	while (environ && environ[n])
		n++;
	list = calloc(n + 1, sizeof *list);
	for (size_t i = 0; list && i < n; i++)
		if (strncmp(environ[i], "NVCC_", 5) != 0)
			list[k++] = environ[i];
	return list;
}

static int
spawn(const start *s)
{
	char *words[] = {(char *)"hdcc", (char *)HD_SERVE, NULL};
	bool shows = hd_log_mask & HD_LOG_LAUNCH;
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, all;
	pid_t pid;
	int error;

	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	sigemptyset(&none);
	sigfillset(&all);
	sigdelset(&all, SIGKILL);
	sigdelset(&all, SIGSTOP);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setsigdefault(&how, &all);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawn_file_actions_adddup2(&files, s->socket, 0);
	posix_spawn_file_actions_adddup2(&files, s->answer, HD_ANSWER_FILE);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	if (!shows)
		posix_spawn_file_actions_adddup2(&files, 1, 2);
	error = posix_spawn(&pid, s->path, &files, &how, words, s->environment);
	posix_spawnattr_destroy(&how);
	posix_spawn_file_actions_destroy(&files);
	return error;
}

/* In a process of its own, whose end nobody is told of; it has our memory, and we stand still
 * until it ends. */
static int
stand_between(void *arg)
{
	start *s = arg;

	s->error = spawn(s);
	return 0;
}

/* hdcc has then lost its parent: its end is no business of the program's. */
static bool
start_apart(start *s, hd_complaint *why)
{
	enum { STACK = 128 * 1024 };
	char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	sigset_t every, before;
	long pid = -ENOMEM;

	/* The program's handlers would run in there, on its memory. */
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &before);
	s->environment = plain_environment();
	if (stack != MAP_FAILED && s->environment)
		pid = hd_run_in_child(stand_between, stack + STACK, s);
	if (pid < 0)
		s->error = (int)-pid;
	else
		while (waitpid((pid_t)pid, NULL, __WCLONE) < 0 && errno == EINTR)
			;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (stack != MAP_FAILED)
		munmap(stack, STACK);
	free(s->environment);
	if (s->error)
		snprintf(why->text, sizeof why->text, "cannot run %.300s: %s", s->path,
			 strerror(s->error));
	return s->error == 0;
}

/* ---- talking to it */

static bool
send_all(int socket, const void *bytes, size_t n)
{
	const char *at = bytes;

	while (n) {
		ssize_t sent = send(socket, at, n, MSG_NOSIGNAL);

		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		at += sent;
		n -= (size_t)sent;
	}
	return true;
}

static bool
send_request(int socket, const hd_request *r)
{
	char *text;
	int n = asprintf(&text,
			 HD_REQUEST "kernel %s\nblock %u,%u,%u\nkey %s\ncode %zu\n\n",
			 r->kernel, r->block[0], r->block[1], r->block[2], r->key,
			 r->code_bytes);
	bool ok;

	if (n < 0)
		return false;
	ok = send_all(socket, text, (size_t)n) &&
	     send_all(socket, r->code, r->code_bytes);
	free(text);
	return ok;
}

/* Its end of the socket is closed when it is gone. */
static void
await_end(int socket)
{
	char ignored[64];
	ssize_t n;

	do
		n = recv(socket, ignored, sizeof ignored, 0);
	while (n > 0 || (n < 0 && errno == EINTR));
}

static bool
read_answer(int file, hd_bytes *out, hd_complaint *why)
{
	off_t size = lseek(file, 0, SEEK_END);
	ssize_t got = -1;

	out->n = size > 0 ? (size_t)size : 0;
	out->at = out->n ? malloc(out->n) : NULL;
	if (out->at)
		got = pread(file, out->at, out->n, 0);
	if (got >= 0 && (size_t)got == out->n && hd_kept_is_whole(out))
		return true;
	free(out->at);
	out->at = NULL;
	snprintf(why->text, sizeof why->text,
		 "hdcc could not compile it; HEDDLE_DEBUG=launch shows why");
	return false;
}

bool
hd_compiler_run(const hd_request *r, hd_bytes *out, hd_complaint *why)
{
	char path[PATH_MAX];
	start s = {.path = path, .socket = -1, .answer = -1};
	int pair[2] = {-1, -1};
	bool ok = false;

	out->at = NULL;
	if (!find(path)) {
		snprintf(why->text, sizeof why->text, "hdcc has just gone");
		return false;
	}
	s.answer = above(memfd_create("heddle-answer", MFD_CLOEXEC));
	if (s.answer < 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
		snprintf(why->text, sizeof why->text, "no descriptors: %s",
			 strerror(errno));
	} else {
		s.socket = above(pair[1]);
		ok = s.socket >= 0 && start_apart(&s, why);
		close(s.socket);
		if (ok && send_request(pair[0], r))
			await_end(pair[0]);
		close(pair[0]);
		ok = ok && read_answer(s.answer, out, why);
	}
	if (s.answer >= 0)
		close(s.answer);
	return ok;
}
