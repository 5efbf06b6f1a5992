/* SPDX-License-Identifier: Apache-2.0 */
/* heddle gpufirst --cpu, --gpu: runs a program that gpufirst built. Its own arguments are
 * for the program alone, so where it runs is said here and goes through the environment. */
#include "tools.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#define VARIABLE "HEDDLE_GF_RUN"

/* The loader in it asks for the variable by name. */
static bool
is_ours(const char *text, size_t n)
{
	const char *end = text + n, *p = text;
	size_t length = sizeof VARIABLE - 1;

	while ((p = memchr(p, VARIABLE[0], (size_t)(end - p)))) {
		if ((size_t)(end - p) > length && memcmp(p, VARIABLE, length) == 0)
			return true;
		p++;
	}
	return false;
}

int
hd_launch_program(hd_arena *mem, const char *where, char **argv)
{
	const char *text, *program = argv[0];
	size_t n;

	if (!program) {
		hd_error_at((hd_pos){0}, "--%s needs a program that gpufirst built",
			    where);
		return 1;
	}
	text = hd_read_file(mem, program, &n);
	if (!text) {
		hd_error_at((hd_pos){0}, "cannot read %s: %s", program,
			    strerror(errno));
		return 1;
	}
	if (!is_ours(text, n)) {
		hd_error_at((hd_pos){0},
			    "%s: not a program that heddle gpufirst built; build it "
			    "first, then run it with --%s",
			    program, where);
		return 1;
	}
	setenv(VARIABLE, where, 1);
	execv(program, argv);
	hd_error_at((hd_pos){0}, "cannot run %s: %s", program, strerror(errno));
	return 1;
}
