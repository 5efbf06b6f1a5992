/* SPDX-License-Identifier: Apache-2.0 */
/* heddle run: compile a program into the private directory, run it, leave nothing. */
#include "tools.h"

#include <unistd.h>

struct run {
	hd_arena mem;
	hd_strings compile, program;
};

static int
compile_and_run(void *arg)
{
	struct run *r = arg;
	int status = hd_run(&r->compile, false);

	return status ? status : hd_run(&r->program, false);
}

/* The source is the first word that is a file; what stands before it is for hdcc, what
 * follows for the program. */
static int
find_source(int argc, char **argv)
{
	int i = 0;

	while (i < argc && (argv[i][0] == '-' || access(argv[i], R_OK) != 0))
		i++;
	return i;
}

static const char *
program_name(hd_arena *a, const char *dir, const char *source)
{
	const char *slash = strrchr(source, '/'), *name = slash ? slash + 1 : source;
	size_t n = strcspn(name, ".");

	return hd_format(a, "%s/%.*s", dir, (int)(n ? n : strlen(name)), name);
}

int
hd_tool_run(int argc, char **argv)
{
	struct run r = {0};
	hd_paths paths = {0};
	int source = find_source(argc, argv);
	const char *dir, *program;

	if (argc && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)) {
		puts("heddle run [OPTIONS OF hdcc] app.cu [ARGUMENTS OF app]");
		return 0;
	}
	if (source == argc) {
		hd_error_at((hd_pos){0}, "%s%s",
			    argc ? argv[argc - 1] : "no input file",
			    argc ? ": no such file" : "; see heddle run --help");
		return 1;
	}
	if (!hd_find_paths(&r.mem, &paths, NULL) || !(dir = hd_temp_dir(&r.mem)))
		return 1;
	program = program_name(&r.mem, dir, argv[source]);
	hd_push(&r.mem, &r.compile, hd_format(&r.mem, "%s/bin/hdcc", paths.prefix));
	for (int i = 0; i <= source; i++)
		hd_push(&r.mem, &r.compile, argv[i]);
	hd_push(&r.mem, &r.compile, "-o");
	hd_push(&r.mem, &r.compile, program);
	hd_push(&r.mem, &r.program, program);
	for (int i = source + 1; i < argc; i++)
		hd_push(&r.mem, &r.program, argv[i]);
	hd_leave(dir, hd_supervise(compile_and_run, &r));
}
