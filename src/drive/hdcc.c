/* SPDX-License-Identifier: Apache-2.0 */
/* hdcc: compile CUDA for the CPU. */
#include "drive.h"

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

static bool
install_outputs(const hd_plan *p, bool compiled)
{
	bool ok = true;

	for (size_t i = 0; i < p->outputs.n; i++)
		if (compiled || p->outputs.at[i].always)
			ok &= hd_install_output(&p->outputs.at[i]);
	return ok;
}

int
main(int argc, char **argv)
{
	static hd_arena mem;
	static hd_command command = {.mem = &mem};
	hd_plan plan = {.command = &command};
	int status;

	hd_set_program("hdcc");
	if (!hd_read_command(&command, argc, argv))
		return 1;
	if (command.help || command.version) {
		command.help ? print_help() : print_version();
		return 0;
	}
	if (!hd_find_paths(&mem, &plan.paths))
		return 1;
	plan.dir = hd_temp_dir(&mem);
	if (!plan.dir)
		return 1;
	if (!hd_make_plan(&plan))
		hd_leave(plan.dir, 1);
	status = hd_supervise(hd_carry_out, &plan);
	if (!install_outputs(&plan, status == 0) && status == 0)
		status = 1;
	hd_leave(plan.dir, status);
}
