/* SPDX-License-Identifier: Apache-2.0 */
/* Running other programs: argument arrays, no shell. */
#include "drive.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Children that run, for the signal handler; 0 = free. */
static volatile pid_t children[8];

static void
replace_child(pid_t from, pid_t to)
{
	for (size_t i = 0; i < HD_COUNT(children); i++)
		if (children[i] == from) {
			children[i] = to;
			return;
		}
	hd_bug("more than %zu children at once", HD_COUNT(children));
}

static void
die(int sig)
{
	for (size_t i = 0; i < HD_COUNT(children); i++)
		if (children[i])
			kill(children[i], SIGTERM);
	for (size_t i = 0; i < HD_COUNT(children); i++)
		if (children[i])
			waitpid(children[i], NULL, 0);
	hd_remove_for_parent();
	_exit(128 + sig);
}

void
hd_die_cleanly_on_signals(void)
{
	static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
	struct sigaction act = {.sa_handler = die};

	sigfillset(&act.sa_mask);
	for (size_t i = 0; i < HD_COUNT(ends); i++)
		sigaction(ends[i], &act, NULL);
}

static const char *echo_prefix = "";
static bool dry_run;

void
hd_set_echo(const char *prefix, bool dry)
{
	echo_prefix = prefix;
	dry_run = dry;
}

void
hd_echo(const char *fmt, ...)
{
	va_list ap;

	fputs(echo_prefix, stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static void
print_word(FILE *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
				    "YZ0123456789_-+=./,:@%^";

	if (*word && !word[strspn(word, plain)]) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	for (; *word; word++)
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	fputc('\'', out);
}

void
hd_print_command(FILE *out, const hd_strings *args)
{
	fputs(echo_prefix, out);
	for (size_t i = 0; i < args->n; i++) {
		if (i || !*echo_prefix)
			fputc(' ', out);
		print_word(out, args->at[i]);
	}
	fputc('\n', out);
}

pid_t
hd_spawn(const hd_strings *args, const char *stderr_file, bool verbose)
{
	hd_arena mem = {0};
	hd_strings argv = {0};
	posix_spawn_file_actions_t files;
	pid_t pid = -1;
	int err;

	if (verbose || dry_run)
		hd_print_command(stderr, args);
	if (dry_run)
		return 0;
	for (size_t i = 0; i < args->n; i++)
		hd_push(&mem, &argv, args->at[i]);
	hd_push(&mem, &argv, NULL);

	posix_spawn_file_actions_init(&files);
	if (stderr_file)
		posix_spawn_file_actions_addopen(&files, 2, stderr_file,
						 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	err = posix_spawn(&pid, args->at[0], &files, NULL, (char **)argv.at, environ);
	posix_spawn_file_actions_destroy(&files);
	hd_arena_free(&mem);
	if (err) {
		hd_error_at((hd_pos){0}, "cannot run %s: %s", args->at[0],
			    strerror(err));
		return -1;
	}
	replace_child(0, pid);
	return pid;
}

int
hd_wait(pid_t pid, const char *name)
{
	int status;

	if (!pid)
		return 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			hd_bug("waitpid: %s", strerror(errno));
	replace_child(pid, 0);
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	hd_error_at((hd_pos){0}, "%s died: %s", name, strsignal(WTERMSIG(status)));
	return 128 + WTERMSIG(status);
}

int
hd_run(const hd_strings *args, bool verbose)
{
	pid_t pid = hd_spawn(args, NULL, verbose);

	return pid < 0 ? 1 : hd_wait(pid, args->at[0]);
}
