/* SPDX-License-Identifier: Apache-2.0 */
/* Shows the HEDDLE_* variables: wrong values give one warning that says what is right,
 * HEDDLE_DEBUG logs what it was asked to. */
#include "rt.h"

struct none {
	int unused;
};

KERNEL(nothing, struct none)
{
	(void)frame, (void)a, (void)block;
}

static void
use(void)
{
	struct none a = {0};
	void *p;

	OK(cudaMalloc(&p, 12345));
	OK(launch(&nothing, 3, 64, &a, 0));
	OK(launch(&nothing, 3, 64, &a, 0));
	(void)cudaStreamCreate(NULL);
	OK(cudaFree(p));
}

static void
expect(const char *name, const char *value, const char *word, int lines)
{
	char text[8192];
	int seen = 0;

	setenv(name, value, 1);
	CHECK(run_child(use, 2, text, sizeof text) == 0);
	unsetenv(name);
	for (char *c = text; *c; c++)
		seen += *c == '\n';
	if ((word && !strstr(text, word)) || (lines >= 0 && seen != lines)) {
		fprintf(stderr, "%s=%s: %d lines:\n%s", name, value, seen, text);
		exit(1);
	}
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		CHECK(!strncmp(line, "heddle: ", 8));
}

int
main(void)
{
	REGISTER(nothing);
	expect("HEDDLE_CHOICE", "two", "HEDDLE_CHOICE=two is not measure, lanes or one",
	       1);
	expect("HEDDLE_CHOICE", "one", NULL, 0);
	expect("HEDDLE_THREADS", "2", NULL, 0);
	expect("HEDDLE_THREADS", "none", "HEDDLE_THREADS=none is not a number", 1);
	expect("HEDDLE_THREADS", "0", "HEDDLE_THREADS=0", 1);
	expect("HEDDLE_ORDER", "sideways", "forward, reverse, random", 1);
	expect("HEDDLE_ORDER", "random:x", "random:SEED", 1);
	expect("HEDDLE_SPIN", "0", NULL, 0);
	expect("HEDDLE_SPIN", "2s", "HEDDLE_SPIN=2s is not a number of microseconds",
	       1);
	expect("HEDDLE_ZERO_SHARED", "2", "is not 0 or 1", 1);
	expect("HEDDLE_DEBUG", "apis", "'apis' is not one of api, launch, sched, mem",
	       1);
	expect("HEDDLE_DEBUG", "launch", "launch nothing <<<(3,1,1), (64,1,1), 0>>>",
	       2);
	expect("HEDDLE_DEBUG", "mem", "12345 bytes", 2);
	expect("HEDDLE_DEBUG", "api", "cudaStreamCreate: invalid argument", 5);
	expect("HEDDLE_DEBUG", "help", "launch", -1);
	expect("HEDDLE_DEBUG", "launch,mem", "12345 bytes", 4);
	setenv("HEDDLE_DEBUG", "sched", 1);
	expect("HEDDLE_ORDER", "random", "block order: random:", -1);
	return 0;
}
