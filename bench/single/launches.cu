// launches [CASE] [LAUNCHES]: what many small launches cost, in microseconds for each.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

enum { STREAMS = 4, ROUNDS = 5, APART = 4096 };

static cudaStream_t streams[STREAMS];

__global__ void
add(float *p)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

__global__ void
work(float *p, int steps) // takes some microseconds
{
	float x = p[threadIdx.x];

	for (int i = 0; i < steps; i++)
		x = x * 0.999f + 1;
	p[threadIdx.x] = x;
}

static double
now_us()
{
	timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static void
one_stream(float *p, int n)
{
	for (int i = 0; i < n; i++)
		add<<<1, 32>>>(p);
}

static void
four_streams(float *p, int n)
{
	for (int i = 0; i < n; i++)
		add<<<1, 32, 0, streams[i % STREAMS]>>>(p + i % STREAMS * APART);
}

static void
sixteen_blocks(float *p, int n)
{
	for (int i = 0; i < n; i++)
		add<<<16, 256>>>(p);
}

static void
waited_for(float *p, int n)
{
	for (int i = 0; i < n; i++) {
		add<<<1, 32>>>(p);
		cudaDeviceSynchronize();
	}
}

static void
with_pauses(float *p, int n) // the host has 10 us of its own to do
{
	for (int i = 0; i < n; i++) {
		add<<<1, 32>>>(p);
		for (double end = now_us() + 10; now_us() < end;)
			continue;
	}
}

static void
long_ones(float *p, int n)
{
	for (int i = 0; i < n; i++)
		work<<<1, 64>>>(p, 500);
}

static void
long_ones_apart(float *p, int n)
{
	for (int i = 0; i < n; i++)
		work<<<1, 64, 0, streams[i % STREAMS]>>>(p + i % STREAMS * APART, 500);
}

static const struct {
	const char *name;
	void (*run)(float *p, int n);
} cases[] = {
	{"one-stream", one_stream},         {"four-streams", four_streams},
	{"sixteen-blocks", sixteen_blocks}, {"waited-for", waited_for},
	{"with-pauses", with_pauses},       {"long-ones", long_ones},
	{"long-ones-apart", long_ones_apart},
};

int
main(int argc, char **argv)
{
	const int n = argc > 2 ? atoi(argv[2]) : 10000;
	float *p;

	if (cudaMalloc(&p, STREAMS * APART * sizeof *p) != cudaSuccess)
		return 1;
	for (cudaStream_t &s : streams)
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	for (const auto &c : cases) {
		double best = 1e30;

		if (argc > 1 && strcmp(argv[1], "all") && strcmp(argv[1], c.name))
			continue;
		for (int r = 0; r < ROUNDS; r++) {
			cudaMemset(p, 0, STREAMS * APART * sizeof *p);
			cudaDeviceSynchronize();
			double from = now_us();

			c.run(p, n);
			cudaDeviceSynchronize();
			double us = (now_us() - from) / n;

			best = us < best ? us : best;
		}
		printf("%s %.3f\n", c.name, best);
	}
	return cudaGetLastError() != cudaSuccess;
}
