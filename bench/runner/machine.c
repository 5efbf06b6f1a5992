/* SPDX-License-Identifier: Apache-2.0 */
/* machine.c: on what, and how compiled. */
#include "runner.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* The first line that a command prints. */
static void
first_line(char *to, size_t size, const char *command)
{
	char *argv[] = {"sh", "-c", (char *)command, NULL};
	int status;
	char *text = hd_output_of(argv, 10, &status);

	text[strcspn(text, "\n")] = '\0';
	snprintf(to, size, "%s", text);
	free(text);
}

machine
hd_machine(const settings *s)
{
	machine m = {0};
	struct utsname u;
	time_t now = time(NULL);

	first_line(m.cpu, sizeof m.cpu,
		   "LC_ALL=C lscpu | sed -n 's/^Model name: *//p' | head -n 1");
	if (!*m.cpu)
		snprintf(m.cpu, sizeof m.cpu, "unknown");
	m.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
	uname(&u);
	snprintf(m.system, sizeof m.system, "%.60s %.60s", u.sysname, u.machine);
	strftime(m.date, sizeof m.date, "%Y-%m-%d", gmtime(&now));
	first_line(m.hdcc, sizeof m.hdcc,
		   hd_text("%s/bin/heddle --version 2>/dev/null", s->build));
	first_line(m.clang, sizeof m.clang, hd_text("%s --version", s->clang));
	snprintf(m.flags, sizeof m.flags, "-O3%s%s", *s->flags ? " " : "", s->flags);
	snprintf(m.omp_flags, sizeof m.omp_flags, "-O3 -fopenmp -fno-math-errno%s%s",
		 *hd_openmp_march() ? " " : "", hd_openmp_march());
	return m;
}
