/* SPDX-License-Identifier: Apache-2.0 */
/* heddle: everything around compiling. Finds the command and calls it. */
#include "tools.h"

static const struct tool {
	const char *name;
	hd_tool_fn *run;
	const char *usage, *help;
} tools[] = {
	{"run", hd_tool_run, "[OPTIONS] app.cu [ARGS]", "compile a program and run it"},
	{"omp2cuda", hd_tool_omp2cuda, "[OPTIONS] app.c", "translate OpenMP C to CUDA"},
	{"tune", hd_tool_tune, "[OPTIONS] app.c", "find the fastest translation"},
	{"gpufirst", hd_tool_gpufirst, "[OPTIONS] app.c -o app",
	 "compile a whole OpenMP program for a GPU"},
	{"info", hd_tool_info, "", "the device that CUDA programs see, and this build"},
	{"cache", hd_tool_cache, "[clear]",
	 "show or clear what run and hdcc have cached"},
	{"passes", hd_tool_passes, "[--markdown]", "the kernel passes, in order"},
	{"opt", hd_tool_opt, "[OPTIONS] in.ll", "run kernel passes on LLVM IR"},
};

static void
print_help(FILE *out)
{
	fputs("heddle: CUDA programs on the CPU\n\n"
	      "  heddle COMMAND [--help] ...\n\n",
	      out);
	for (size_t i = 0; i < HD_COUNT(tools); i++)
		fprintf(out, "  %-10s%-26s%s\n", tools[i].name, tools[i].usage,
			tools[i].help);
	fputs("  --help, --version, --list-commands\n\nTo compile, use hdcc.\n", out);
}

static const char *
tool_name(const void *from, size_t i)
{
	(void)from;
	return i < HD_COUNT(tools) ? tools[i].name : NULL;
}

static int
unknown(const char *word)
{
	const char *near = hd_closest(word, tool_name, NULL);

	if (near)
		hd_error_at((hd_pos){0}, "no command '%s'; did you mean '%s'?", word,
			    near);
	else
		hd_error_at((hd_pos){0}, "no command '%s'; see heddle --help", word);
	return 1;
}

int
main(int argc, char **argv)
{
	hd_set_program("heddle");
	if (argc < 2) {
		print_help(stderr);
		return 1;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_help(stdout);
		return 0;
	}
	if (strcmp(argv[1], "--list-commands") == 0) {
		for (size_t i = 0; i < HD_COUNT(tools); i++)
			puts(tools[i].name);
		return 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("heddle %s, LLVM %s, %s\n", HD_VERSION, hd_llvm_version(),
		       hd_host_triple());
		return 0;
	}
	for (size_t i = 0; i < HD_COUNT(tools); i++)
		if (strcmp(argv[1], tools[i].name) == 0)
			return tools[i].run(argc - 2, argv + 2);
	return unknown(argv[1]);
}
