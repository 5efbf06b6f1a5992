/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA on the host, one thread of a block at a time, as a reference that shares nothing with
 * Heddle: every thread is a context of its own that runs until it has to wait. GEN_ORDER
 * (forward, reverse or a number for random) says who runs next: a program without races
 * prints the same for all. */
#ifndef GEN_HOST_H
#define GEN_HOST_H

#include <math.h>
#include <stddef.h>
#include <ucontext.h>

#define __global__ static
#define __device__
#define __host__
#define __shared__      static
#define __forceinline__ inline
#undef __noinline__
#define __noinline__ __attribute__((noinline))

struct dim3 {
	unsigned x, y, z;
	dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
	{
	}
};
struct uint3_ {
	unsigned x, y, z;
};
struct int2 {
	int x, y;
};
struct float4 {
	float x, y, z, w;
};
/* Not static: what changes while another thread runs must not be kept in registers. */
uint3_ threadIdx, blockIdx;
dim3 blockDim, gridDim;

typedef int cudaError_t;
enum { cudaSuccess, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
static int
cudaMalloc(void **p, size_t n)
{
	return !(*p = malloc(n));
}
static int
cudaMemcpy(void *d, const void *s, size_t n, int)
{
	return memcpy(d, s, n), 0;
}
static int
cudaMemset(void *d, int c, size_t n)
{
	return memset(d, c, n), 0;
}
static int
cudaDeviceSynchronize()
{
	return 0;
}

/* ---- threads */

enum { HOST_THREADS = 256, HOST_STACK = 65536 };
enum host_state { RUNS, AT_BARRIER, AT_WARP, ENDED };
struct host_thread {
	ucontext_t context;
	char *stack;
	host_state state;
	unsigned mask;                      /* of the warp operation */
	unsigned long long given, seen[32]; /* its operands: own, of all in the mask */
	int vote;
} host_thread[HOST_THREADS];
ucontext_t host_main;
int host_now, host_count;
int host_votes, host_present;
static void (*host_body)(void *);
static void *host_closure;

static void
host_wait(host_state s)
{
	host_thread[host_now].state = s;
	swapcontext(&host_thread[host_now].context, &host_main);
}
static void
host_start()
{
	host_body(host_closure);
	host_thread[host_now].state = ENDED;
	swapcontext(&host_thread[host_now].context, &host_main);
}

/* Everybody who has not ended is at the barrier: let them go. */
static bool
host_open_barrier()
{
	int present = 0, votes = 0;

	for (int t = 0; t < host_count; t++) {
		if (host_thread[t].state == RUNS || host_thread[t].state == AT_WARP)
			return false;
		if (host_thread[t].state == AT_BARRIER) {
			present++;
			votes += host_thread[t].vote;
		}
	}
	host_present = present;
	host_votes = votes;
	for (int t = 0; t < host_count; t++)
		if (host_thread[t].state == AT_BARRIER)
			host_thread[t].state = RUNS;
	return present > 0;
}

/* Let the threads of a mask go that have all come with the same one. */
static bool
host_open_warp(int t)
{
	int first = t & ~31;
	unsigned mask = host_thread[t].mask;

	for (int k = 0; k < 32; k++)
		if (mask >> k & 1 && (first + k >= host_count ||
				      host_thread[first + k].state != AT_WARP ||
				      host_thread[first + k].mask != mask))
			return false;
	for (int k = 0; k < 32; k++)
		for (int j = 0; j < 32 && mask >> k & 1; j++)
			if (mask >> j & 1)
				host_thread[first + k].seen[j] =
					host_thread[first + j].given;
	for (int k = 0; k < 32; k++)
		if (mask >> k & 1)
			host_thread[first + k].state = RUNS;
	return true;
}

static void
host_resume(int t)
{
	host_now = t;
	threadIdx.x = (unsigned)t % blockDim.x;
	threadIdx.y = (unsigned)t / blockDim.x % blockDim.y;
	threadIdx.z = (unsigned)t / blockDim.x / blockDim.y;
	swapcontext(&host_main, &host_thread[t].context);
}

static void
host_run_block()
{
	static unsigned random_order;
	const char *order = getenv("GEN_ORDER");
	int left, moved, turn[HOST_THREADS];

	host_count = (int)(blockDim.x * blockDim.y * blockDim.z);
	for (int t = 0; t < host_count; t++) {
		struct host_thread *h = &host_thread[t];

		if (!h->stack)
			h->stack = (char *)malloc(HOST_STACK);
		getcontext(&h->context);
		h->context.uc_stack.ss_sp = h->stack;
		h->context.uc_stack.ss_size = HOST_STACK;
		h->context.uc_link = 0;
		makecontext(&h->context, host_start, 0);
		h->state = RUNS;
	}
	if (order && !random_order)
		random_order = (unsigned)atoi(order);
	for (int k = 0; k < host_count; k++)
		turn[k] = order && *order == 'r' ? host_count - 1 - k : k;
	do {
		left = moved = 0;
		for (int k = 0; k < host_count; k++) {
			int t = turn[k], other;

			if (random_order) {
				random_order = random_order * 1664525u + 1013904223u;
				other = (int)((random_order >> 8) %
					      (unsigned)(host_count - k));
				other += k;
				t = turn[other];
				turn[other] = turn[k];
				turn[k] = t;
			}
			if (host_thread[t].state == AT_WARP)
				moved |= host_open_warp(t);
			if (host_thread[t].state == RUNS) {
				host_resume(t);
				moved = 1;
			}
		}
		for (int t = 0; t < host_count; t++)
			left |= host_thread[t].state != ENDED;
		moved |= host_open_barrier();
	} while (left && moved);
	if (left) {
		printf("deadlock\n");
		exit(3);
	}
}

template <class F>
static void
host_launch(dim3 grid, dim3 block, F f)
{
	gridDim = grid;
	blockDim = block;
	host_body = [](void *p) { (*(F *)p)(); };
	host_closure = &f;
	for (blockIdx.z = 0; blockIdx.z < grid.z; blockIdx.z++)
		for (blockIdx.y = 0; blockIdx.y < grid.y; blockIdx.y++)
			for (blockIdx.x = 0; blockIdx.x < grid.x; blockIdx.x++)
				host_run_block();
}
#define LAUNCH(kernel, grid, block, ...)                                               \
	host_launch(grid, block, [&] { kernel(__VA_ARGS__); })

/* ---- barriers and warps */

static void
__syncthreads()
{
	host_thread[host_now].vote = 0;
	host_wait(AT_BARRIER);
}
static int
host_vote(int p)
{
	host_thread[host_now].vote = !!p;
	host_wait(AT_BARRIER);
	return host_votes;
}
static inline int
__syncthreads_count(int p)
{
	return host_vote(p);
}
static inline int
__syncthreads_or(int p)
{
	return host_vote(p) != 0;
}
static inline int
__syncthreads_and(int p)
{
	return host_vote(p) == host_present;
}

#include "host_ops.h"

#endif
