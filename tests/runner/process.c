/* SPDX-License-Identifier: Apache-2.0 */
/* Running programs inside a case. */
#include "runner.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/wait.h>
#include <unistd.h>

static void
redirect(const char *file, int fd)
{
	int to = file ? open(file, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;

	if (to >= 0)
		dup2(to, fd);
}

_Noreturn static void
become(hd_case *c, const hd_strings *args, const hd_strings *env, const char *out,
       const char *err)
{
	hd_strings argv = {0};

	for (size_t i = 0; env && i < env->n; i++)
		if (strchr(env->at[i], '='))
			putenv((char *)env->at[i]);
		else
			unsetenv(env->at[i]);
	for (size_t i = 0; i < args->n; i++)
		hd_push(c->mem, &argv, args->at[i]);
	hd_push(c->mem, &argv, NULL);
	if (chdir(c->dir) != 0)
		_exit(126);
	redirect(out, 1);
	redirect(err, 2);
	execvp(argv.at[0], (char **)argv.at);
	dprintf(2, "%s: %s\n", argv.at[0], strerror(errno));
	_exit(127);
}

static void
print_command(const hd_case *c, const hd_strings *args, const hd_strings *env)
{
	printf("$");
	for (size_t i = 0; env && i < env->n; i++)
		if (strchr(env->at[i], '='))
			printf(" %s", env->at[i]);
	for (size_t i = 0; i < args->n; i++)
		printf(strpbrk(args->at[i], " *;$") ? " '%s'" : " %s", args->at[i]);
	printf("   (in %s)\n", c->dir);
	fflush(stdout);
}

int
hd_exec(hd_case *c, const hd_strings *args, const hd_strings *env, const char *out,
	const char *err)
{
	pid_t pid;
	int status;

	print_command(c, args, env);
	pid = fork();
	if (pid == 0)
		become(c, args, env, out, err);
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		printf("fork: %s\n", strerror(errno));
		return 126;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void
add_tools(hd_case *c, hd_strings *env)
{
	const hd_config *f = &hd_test_config;

	hd_push(c->mem, env, hd_format(c->mem, "HDCC=%s/bin/hdcc", f->compiler));
	hd_push(c->mem, env, hd_format(c->mem, "HEDDLE=%s/bin/heddle", f->compiler));
	hd_push(c->mem, env, hd_format(c->mem, "KERNELS=%s/bin/gen-kernels", f->build));
	hd_push(c->mem, env, hd_format(c->mem, "CLANG=clang-%s", f->llvm));
	hd_push(c->mem, env, hd_format(c->mem, "CLANGXX=clang++-%s", f->llvm));
	hd_push(c->mem, env, hd_format(c->mem, "ROOT=%s", f->root));
	hd_push(c->mem, env, hd_format(c->mem, "F=%s", c->path));
	hd_push(c->mem, env, hd_format(c->mem, "WORK=%s", c->dir));
}

int
hd_shell(hd_case *c, const char *command, ...)
{
	hd_strings args = {0}, env = {0};
	va_list ap;

	add_tools(c, &env);
	hd_push(c->mem, &args, "bash");
	hd_push(c->mem, &args, "-o");
	hd_push(c->mem, &args, "pipefail");
	hd_push(c->mem, &args, "-c");
	va_start(ap, command);
	hd_push(c->mem, &args, hd_vformat(c->mem, command, ap));
	va_end(ap);
	return hd_exec(c, &args, &env, NULL, NULL);
}

bool
hd_does(hd_case *c, const char *what, const char *command)
{
	int status = hd_shell(c, "%s", command);

	if (status)
		printf("%s: exit status %d\n", what, status);
	return status == 0;
}

const char *
hd_output_of(hd_case *c, const char *name)
{
	const char *text =
		hd_read_file(c->mem, hd_format(c->mem, "%s/%s", c->dir, name), NULL);

	return text ? text : "";
}

bool
hd_file_exists(const hd_case *c, const char *name)
{
	return access(hd_format(c->mem, "%s/%s", c->dir, name), F_OK) == 0;
}

bool
hd_is_same(hd_case *c, const char *expected, const char *printed)
{
	const char *names[] = {expected, printed}, *texts[2];
	size_t sizes[2];
	hd_strings args = {0};

	for (int i = 0; i < 2; i++)
		texts[i] =
			hd_read_file(c->mem,
				     names[i][0] == '/' ? names[i]
							: hd_format(c->mem, "%s/%s",
								    c->dir, names[i]),
				     &sizes[i]);
	if (texts[0] && texts[1] && sizes[0] == sizes[1] &&
	    memcmp(texts[0], texts[1], sizes[0]) == 0)
		return true;
	printf("wrong output (- expected, + printed):\n");
	hd_push(c->mem, &args, "diff");
	hd_push(c->mem, &args, "-u");
	hd_push(c->mem, &args, expected);
	hd_push(c->mem, &args, printed);
	hd_exec(c, &args, NULL, NULL, NULL);
	return false;
}

void
hd_add_hdcc(hd_case *c, hd_strings *args)
{
	hd_push(c->mem, args,
		hd_format(c->mem, "%s/bin/hdcc", hd_test_config.compiler));
}

bool
hd_is_tidy(hd_case *c)
{
	DIR *d = opendir(hd_format(c->mem, "%s/tmp", c->dir));
	struct dirent *e;
	bool tidy = true;

	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.') {
			printf("left in the directory for temporary files: %s\n",
			       e->d_name);
			tidy = false;
		}
	if (d)
		closedir(d);
	return tidy;
}
