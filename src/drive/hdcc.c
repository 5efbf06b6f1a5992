/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc: compile CUDA for the CPU. */
#include "drive.h"
#include "carried.h"

#include "base/workers.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static void
print_help(void)
{
	puts("hdcc: compile CUDA programs for this machine's CPU\n"
	     "\n"
	     "  hdcc app.cu -o app && ./app\n"
	     "\n"
	     "Files: .cu .c .cc .cpp .cxx .o .a .so\n"
	     "Options:");
	hd_print_options(&hd_hdcc_options, stdout);
	puts("Other -f… -m… and -W… options go to clang.");
}

static void
print_version(void)
{
	printf("hdcc (Heddle) %s, LLVM %s, %s\n", HD_VERSION, hd_llvm_version(),
	       hd_host_triple());
}

/* -run: the program takes our place. */
static void
run_program(hd_command *c)
{
	const char *out = c->out ? c->out : "a.out";
	hd_strings argv = {0};
	sigset_t none;

	hd_push(c->mem, &argv,
		strchr(out, '/') ? out : (const char *)hd_format(c->mem, "./%s", out));
	for (size_t i = 0; i < c->run_args.n; i++)
		hd_push(c->mem, &argv, c->run_args.at[i]);
	hd_push(c->mem, &argv, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL); /* hd_supervise has blocked some */
	execv(argv.at[0], (char **)argv.at);
	hd_error_at((hd_pos){0}, "cannot run %s: %s", argv.at[0], strerror(errno));
}

/* -clean: the files that this command would make. */
static int
remove_outputs(const hd_plan *p)
{
	for (size_t i = 0; i < p->outputs.n; i++) {
		const char *file = p->outputs.at[i].final;

		if (unlink(file) != 0 && errno != ENOENT)
			hd_error_at((hd_pos){0}, "cannot remove %s: %s", file,
				    strerror(errno));
	}
	return hd_error_count() ? 1 : 0;
}

/* Questions that need no files; -1: it is none. */
static int
answer(hd_command *c)
{
	if (c->list_options)
		hd_list_options(&hd_hdcc_options, stdout);
	else if (c->list_arch)
		hd_list_archs(c->list_arch == 'c' ? "compute_" : "sm_");
	else if (c->help)
		print_help();
	else if (c->version && c->face == HD_AS_NVCC)
		hd_print_nvcc_version();
	else if (c->version)
		print_version();
	else
		return -1;
	return 0;
}

static bool
install_outputs(const hd_plan *p, bool compiled)
{
	bool ok = true;

	for (size_t i = 0; i < p->outputs.n; i++)
		if (compiled || p->outputs.at[i].always)
			ok &= hd_install_output(&p->outputs.at[i]);
	return ok;
}

/* Nothing is left behind but outputs, and those only if everything went well. */
static int
work(hd_plan *p)
{
	hd_command *c = p->command;
	int status;

	if (c->caller && !hd_inherit_dir(c->caller)) {
		hd_error_at((hd_pos){0}, "-fheddle-caller=%s: must be PID:DIR",
			    c->caller);
		return 1;
	}
	p->dir = hd_temp_dir(c->mem);
	if (!p->dir)
		return 1;
	if (!hd_make_plan(p))
		hd_leave(p->dir, 1);
	if (c->clean) {
		status = remove_outputs(p);
		hd_leave(p->dir, status);
	}
	if (c->threads >= 0)
		hd_workers_limit(c->threads);
	status = hd_supervise(hd_carry_out, p);
	if (!c->dry && !install_outputs(p, status == 0) && status == 0)
		status = 1;
	if (status || !c->run || c->mode != HD_TO_PROGRAM || c->dry)
		hd_leave(p->dir, status);
	hd_remove_dir(p->dir);
	run_program(c);
	return 1;
}

int
main(int argc, char **argv)
{
	static hd_arena mem;
	static hd_command command = {.mem = &mem};
	hd_plan plan = {.command = &command};
	bool good;
	int status;

	hd_set_program("hdcc");
	if (argc == 2 && strcmp(argv[1], HD_SERVE) == 0)
		return hd_serve();
	good = hd_read_command(&command, argc, argv);
	status = good ? answer(&command) : -1;
	if (status >= 0)
		return status;
	hd_set_echo(command.face == HD_AS_NVCC ? "#$ " : "", command.dry);
	if (!hd_find_paths(&mem, &plan.paths, command.job.triple))
		return 1;
	if (good && command.asks_host) /* the files need not be there */
		return hd_ask_host(&command, &plan.paths);
	/* also after an error: CMake asks with a file that is not there */
	if (command.face == HD_AS_NVCC && (command.verbose || command.dry))
		hd_print_nvcc_settings(&mem, &plan.paths);
	return good ? work(&plan) : 1;
}
