// launch_order: launches that depend on the ones before them, without a wait of the host
// between: in one stream, in several, over events, with the default stream and host functions
// among them, and all of it mixed. What a step does depends on what was there, so that steps
// in another order, or beside each other, give something else.
// flags: --heddle-quick
// out: host code of the same program
#include "../test.h"

enum { CELLS = 300, STREAMS = 4, STEPS = 1000 };

static __host__ __device__ unsigned
next(unsigned x, unsigned k)
{
	return (x ^ k) * 2654435761u + (x >> 7) + 12345;
}

__global__ void
step(unsigned *p, unsigned k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < CELLS)
		p[i] = next(p[i], k + i);
}

// Each cell from one of the others: all of the step before must be there.
__global__ void
take(unsigned *to, const unsigned *from, unsigned k)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < CELLS)
		to[i] = next(to[i], from[(i * 7 + k) % CELLS]);
}

typedef std::vector<unsigned> cells;

static void
host_step(cells &c, unsigned k)
{
	for (unsigned i = 0; i < CELLS; i++)
		c[i] = next(c[i], k + i);
}

static void
host_take(cells &to, const cells &from, unsigned k)
{
	for (unsigned i = 0; i < CELLS; i++)
		to[i] = next(to[i], from[(i * 7 + k) % CELLS]);
}

static unsigned
threads_of(unsigned k) // launches of one block, and of many
{
	return k % 3 == 0 ? 512 : k % 3 == 1 ? 32 : 1 + k % 60;
}

static void
launch_step(unsigned *p, unsigned k, cudaStream_t s)
{
	unsigned threads = threads_of(k);

	step<<<(CELLS + threads - 1) / threads, threads, 0, s>>>(p, k);
}

static void
launch_take(unsigned *to, const unsigned *from, unsigned k, cudaStream_t s)
{
	unsigned threads = threads_of(k);

	take<<<(CELLS + threads - 1) / threads, threads, 0, s>>>(to, from, k);
}

static cudaStream_t streams[STREAMS];

static void
chain()
{
	unsigned *p = device_array<unsigned>(CELLS);
	cells want(CELLS);

	for (unsigned k = 0; k < STEPS; k++) {
		launch_step(p, k, streams[0]);
		host_step(want, k);
	}
	CK(cudaStreamSynchronize(streams[0]));
	same("one stream", to_host(p, CELLS), want);
}

static void
chains()
{
	unsigned *p[STREAMS];
	cells want[STREAMS];

	for (int s = 0; s < STREAMS; s++) {
		p[s] = device_array<unsigned>(CELLS);
		want[s] = cells(CELLS);
	}
	for (unsigned k = 0; k < STEPS; k++)
		for (unsigned s = 0; s < STREAMS; s++) {
			launch_step(p[s], k * 5 + s, streams[s]);
			host_step(want[s], k * 5 + s);
		}
	SYNC();
	for (int s = 0; s < STREAMS; s++)
		same("several streams", to_host(p[s], CELLS), want[s]);
}

// To and fro between two streams.
static void
events()
{
	unsigned *a = device_array<unsigned>(CELLS), *b = device_array<unsigned>(CELLS);
	cells want_a(CELLS), want_b(CELLS);
	cudaEvent_t there, back;

	CK(cudaEventCreate(&there));
	CK(cudaEventCreateWithFlags(&back, cudaEventDisableTiming));
	for (unsigned k = 0; k < STEPS; k++) {
		launch_take(a, b, k, streams[1]);
		CK(cudaEventRecord(there, streams[1]));
		CK(cudaStreamWaitEvent(streams[2], there, 0));
		launch_take(b, a, k + 1, streams[2]);
		CK(cudaEventRecord(back, streams[2]));
		CK(cudaStreamWaitEvent(streams[1], back, 0));
		host_take(want_a, want_b, k);
		host_take(want_b, want_a, k + 1);
	}
	SYNC();
	same("events, to", to_host(a, CELLS), want_a);
	same("events, fro", to_host(b, CELLS), want_b);
}

// The default stream waits for the others, and they for it.
static void
default_stream()
{
	unsigned *a = device_array<unsigned>(CELLS), *b = device_array<unsigned>(CELLS);
	cells want_a(CELLS), want_b(CELLS);
	cudaStream_t blocking;

	CK(cudaStreamCreate(&blocking));
	for (unsigned k = 0; k < STEPS; k++) {
		launch_take(a, b, k, blocking);
		launch_take(b, a, k + 2, 0);
		host_take(want_a, want_b, k);
		host_take(want_b, want_a, k + 2);
	}
	SYNC();
	same("default stream", to_host(a, CELLS), want_a);
	same("and back", to_host(b, CELLS), want_b);
	CK(cudaStreamDestroy(blocking));
}

struct note {
	unsigned *p, seen;
};

static void CUDART_CB
look(void *arg)
{
	note *n = (note *)arg;

	n->seen = n->p[17];
}

// Host functions see what was there at their turn.
static void
host_functions()
{
	enum { LOOKS = 100 };
	unsigned *p;
	std::vector<note> notes(LOOKS);
	cells want(CELLS), seen, should;

	CK(cudaMallocManaged(&p, CELLS * sizeof *p));
	memset(p, 0, CELLS * sizeof *p);
	for (unsigned k = 0; k < 5 * LOOKS; k++) {
		launch_step(p, k, streams[3]);
		host_step(want, k);
		if (k % 5)
			continue;
		notes[k / 5].p = p;
		CK(cudaLaunchHostFunc(streams[3], look, &notes[k / 5]));
		should.push_back(want[17]);
	}
	SYNC();
	for (const note &n : notes)
		seen.push_back(n.seen);
	same("host functions", seen, should);
}

static void CUDART_CB
count(void *arg)
{
	++*(unsigned *)arg;
}

// Short launches and host functions by turns, often: each is there when its turn comes, and
// whoever does it may just be falling asleep.
static void
turns()
{
	enum { ROUNDS = 15000 };
	unsigned *p = device_array<unsigned>(CELLS), n = 0;

	for (unsigned k = 0; k < ROUNDS; k++) {
		launch_step(p, 1, streams[3]);
		CK(cudaLaunchHostFunc(streams[3], count, &n));
		launch_step(p, 3, streams[3]);
		launch_step(p, 4, streams[3]);
		CK(cudaLaunchHostFunc(streams[3], count, &n));
		SYNC();
	}
	same("turns", cells(1, n), cells(1, 2 * ROUNDS));
}

// A step in a random stream; before it, that stream waits for the one that had the data.
static void
mixed(unsigned seed)
{
	unsigned *p[STREAMS];
	cells want[STREAMS];
	cudaEvent_t last[STREAMS]; // of what was done to p[k]
	unsigned random = seed;

	for (int k = 0; k < STREAMS; k++) {
		p[k] = device_array<unsigned>(CELLS);
		want[k] = cells(CELLS);
		CK(cudaEventCreate(&last[k]));
	}
	for (unsigned k = 0; k < STEPS; k++) {
		random = random * 1664525 + 1013904223;
		unsigned at = random >> 30, to = random >> 28 & 3, from = random >> 26 & 3;

		if (to == from)
			from = (from + 1) % STREAMS;
		CK(cudaStreamWaitEvent(streams[at], last[to], 0));
		CK(cudaStreamWaitEvent(streams[at], last[from], 0));
		launch_take(p[to], p[from], k, streams[at]);
		CK(cudaEventRecord(last[to], streams[at]));
		CK(cudaEventRecord(last[from], streams[at])); // it has been read
		host_take(want[to], want[from], k);
		if ((random >> 8) % 50 == 0)
			CK(cudaEventSynchronize(last[to]));
	}
	SYNC();
	for (int k = 0; k < STREAMS; k++)
		same("mixed", to_host(p[k], CELLS), want[k]);
}

int
main()
{
	for (cudaStream_t &s : streams)
		CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	chain();
	chains();
	events();
	default_stream();
	host_functions();
	turns();
	mixed(1);
	mixed(2);
}
