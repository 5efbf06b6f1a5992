// genes: a thread per position, which stops after too many mismatches; the query is in
// shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "genes.h"

enum { THREADS = 256 };

__global__ void
match(const char *target, int n, const char *query, char *found)
{
	__shared__ char q[QUERY];
	int t = threadIdx.x, i = blockIdx.x * THREADS + t;

	if (t < QUERY)
		q[t] = query[t];
	__syncthreads();
	if (i > n - QUERY)
		return;
	int wrong = 0;
	for (int k = 0; k < QUERY; k++)
		if (target[i + k] != q[k] && ++wrong > FEW)
			break;
	found[i] = wrong <= FEW;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(4 << 20, 20000);
	char *target = BENCH_NEW(char, n), *found = BENCH_NEW(char, n), query[QUERY];

	sequence(target, n, query);
	char *dt = bench_copy(target, n), *dq = bench_copy(query, QUERY),
	     *df = bench_device<char>(n);
	while (bench_next()) {
		bench_start();
		match<<<(n + THREADS - 1) / THREADS, THREADS>>>(dt, n, dq, df);
		bench_to_host(found, df, n);
		bench_stop();
	}
	bench_bytes("found", found, n);
	return bench_end();
}
