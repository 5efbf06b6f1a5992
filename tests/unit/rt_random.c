/* SPDX-License-Identifier: Apache-2.0 */
/* Shows that random work over legacy, blocking and non-blocking streams, with events, host
 * functions and copies between, starts only after all that must come before it. */
#include "rt.h"

enum { STREAMS = 5, EVENTS = 3, OPS = 3000, MAX_BEFORE = 2 * STREAMS };

/* One submitted operation and those that must be finished when it runs. */
struct node {
	int before[MAX_BEFORE];
	int count;
	_Atomic int blocks_left;
	_Atomic int done;
};

struct args {
	struct node *node;
};

static struct node nodes[OPS];
static int submitted;

static cudaStream_t streams[STREAMS]; /* 0: legacy, then blocking, last: non-blocking */
static int last[STREAMS];             /* node last submitted there, -1 = none */
static int held[STREAMS];             /* node whose event was waited for since */

static cudaEvent_t events[EVENTS];
static int recorded[EVENTS]; /* node before the recording, -1 = none */

static unsigned long long state;

static unsigned
pick(unsigned n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(state >> 33) % n;
}

static void
check(struct node *n)
{
	for (int i = 0; i < n->count; i++)
		CHECK(atomic_load(&nodes[n->before[i]].done));
}

KERNEL(verify, struct args)
{
	(void)frame, (void)block;
	check(a->node);
	if ((a->node - nodes) % 64 == 0)
		sleep_ms(1);
	if (atomic_fetch_sub(&a->node->blocks_left, 1) == 1)
		atomic_store(&a->node->done, 1);
}

static void
host_verify(void *node)
{
	check(node);
	atomic_store(&((struct node *)node)->done, 1);
}

static void
must_follow(struct node *n, int other)
{
	if (other >= 0)
		n->before[n->count++] = other;
}

static bool
is_blocking(int s)
{
	return s > 0 && s < STREAMS - 1;
}

/* A new operation of stream s, with what the rules put before it. */
static struct node *
new_node(int s, int blocks)
{
	struct node *n = &nodes[submitted];

	must_follow(n, last[s]);
	must_follow(n, held[s]);
	if (is_blocking(s))
		must_follow(n, last[0]);
	for (int i = 1; s == 0 && i < STREAMS - 1; i++)
		must_follow(n, last[i]);
	atomic_store(&n->blocks_left, blocks);
	last[s] = submitted++;
	held[s] = -1;
	return n;
}

static void
submit_kernel(int s)
{
	int blocks = 1 + (int)pick(12);
	struct args a = {new_node(s, blocks)};

	OK(launch(&verify, (unsigned)blocks, 32, &a, streams[s]));
}

static void
submit_host(int s)
{
	OK(cudaLaunchHostFunc(streams[s], host_verify, new_node(s, 1)));
}

static void
record(int s)
{
	int e = (int)pick(EVENTS);

	OK(cudaEventRecord(events[e], streams[s]));
	recorded[e] = last[s];
}

static void
wait_event(int s)
{
	int e = (int)pick(EVENTS);

	if (held[s] >= 0)
		return; /* one is enough for the books */
	OK(cudaStreamWaitEvent(streams[s], events[e], 0));
	held[s] = recorded[e];
}

static void
synchronize(int s)
{
	OK(cudaStreamSynchronize(streams[s]));
	if (last[s] >= 0)
		CHECK(atomic_load(&nodes[last[s]].done));
}

static void
run(void)
{
	memset(last, -1, sizeof last);
	memset(held, -1, sizeof held);
	memset(recorded, -1, sizeof recorded);
	while (submitted < OPS) {
		int s = (int)pick(STREAMS);
		unsigned what = pick(100);

		if (what < 60)
			submit_kernel(s);
		else if (what < 70)
			submit_host(s);
		else if (what < 82)
			record(s);
		else if (what < 97)
			wait_event(s);
		else
			synchronize(s);
	}
	OK(cudaDeviceSynchronize());
	for (int i = 0; i < OPS; i++)
		CHECK(atomic_load(&nodes[i].done));
}

int
main(int argc, char **argv)
{
	state = argc > 1 ? strtoull(argv[1], NULL, 0) : (unsigned long long)time(NULL);
	printf("seed %llu\n", state);
	fflush(stdout);
	REGISTER(verify);
	for (int i = 1; i < STREAMS; i++)
		OK(cudaStreamCreateWithFlags(&streams[i],
					     is_blocking(i) ? cudaStreamDefault
							    : cudaStreamNonBlocking));
	for (int i = 0; i < EVENTS; i++)
		OK(cudaEventCreate(&events[i]));
	run();
	return 0;
}
