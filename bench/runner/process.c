/* SPDX-License-Identifier: Apache-2.0 */
/* process.c: other programs: their output, with a time limit, and several at a time. */
#include "runner.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_RUNNING = 1024 };

static volatile pid_t running[MOST_RUNNING]; /* 0: free */

/* Ctrl-C reaches this process alone: the others have groups of their own. */
static void
end_all(int signal)
{
	for (int i = 0; i < MOST_RUNNING; i++)
		if (running[i])
			kill(-running[i], SIGTERM);
	while (wait(NULL) > 0)
		;
	hd_remove_results();
	_exit(128 + signal);
}

void
hd_end_with_children(void)
{
	struct sigaction action = {.sa_handler = end_all};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static void
note(pid_t from, pid_t to)
{
	for (int i = 0; i < MOST_RUNNING; i++)
		if (running[i] == from) {
			running[i] = to;
			return;
		}
}

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* In a group of its own, so that all of it can be ended. */
static pid_t
start(char *const argv[], int out)
{
	pid_t pid = fork();

	if (pid < 0)
		hd_die("%s: %s", argv[0], strerror(errno));
	if (pid == 0) {
		setpgid(0, 0);
		if (out >= 0)
			dup2(out, STDOUT_FILENO);
		execvp(argv[0], argv);
		fprintf(stderr, "bench: %s: %s\n", argv[0], strerror(errno));
		_exit(127);
	}
	setpgid(pid, pid); /* whoever comes first */
	note(0, pid);
	return pid;
}

/* Everything from the pipe until it is closed or the time is over; NULL: it is over. */
static char *
read_all(int from, double deadline)
{
	size_t used = 0, room = 4096;
	char *text = hd_array(room, 1);
	struct pollfd p = {.fd = from, .events = POLLIN};

	for (;;) {
		double left = deadline - now();
		ssize_t n;

		if (left <= 0 || (poll(&p, 1, (int)(left * 1e3) + 1) == 0)) {
			free(text);
			return NULL;
		}
		n = read(from, text + used, room - used - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return text;
		used += (size_t)n;
		text[used] = '\0';
		if (room - used < 2048 && !(text = realloc(text, room *= 2)))
			hd_die("there is not enough memory");
	}
}

/* What a program prints; its status is 0 if it ended well, -1 if it took too long. */
char *
hd_output_of(char *const argv[], int seconds, int *status)
{
	int ends[2], raw = 0;
	char *text;
	pid_t pid;

	if (pipe(ends) != 0)
		hd_die("%s", strerror(errno));
	pid = start(argv, ends[1]);
	close(ends[1]);
	text = read_all(ends[0], now() + seconds);
	close(ends[0]);
	if (!text)
		kill(-pid, SIGKILL);
	while (waitpid(pid, &raw, 0) < 0 && errno == EINTR)
		;
	note(pid, 0);
	*status = !text ? -1 : WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
	return text ? text : hd_text("%s", "");
}

/* Runs all commands, jobs at a time; the number of those that failed. */
int
hd_run_jobs(char ***commands, size_t count, int jobs)
{
	size_t next = 0;
	int active = 0, failed = 0, raw;
	pid_t pid;

	while (next < count || active > 0) {
		if (next < count && active < jobs) {
			start(commands[next++], -1);
			active++;
			continue;
		}
		if ((pid = wait(&raw)) < 0)
			hd_die("%s", strerror(errno));
		note(pid, 0);
		active--;
		failed += !WIFEXITED(raw) || WEXITSTATUS(raw) != 0;
	}
	return failed;
}
