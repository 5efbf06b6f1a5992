/* A sparse matrix in compressed rows, some rows much longer than others. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

typedef struct sparse {
	int n, count;
	int *start, *column; /* n + 1, count elements */
	float *value;
} sparse;

/* Rows of 1 to 2 mean elements; one in 64 is eight times as long. */
static inline sparse
sparse_new(int n, int mean, uint32_t seed)
{
	sparse m = {n, 0, BENCH_NEW(int, n + 1), NULL, NULL};
	size_t most = (size_t)n * mean * 2;

	m.column = BENCH_NEW(int, most);
	m.value = BENCH_NEW(float, most);
	for (int i = 0; i < n; i++) {
		int here = 1 + bench_bits(&seed) % (2 * mean - 1);

		if (bench_bits(&seed) % 64 == 0)
			here *= 8;
		m.start[i] = m.count;
		for (int k = 0; k < here && (size_t)m.count < most; k++) {
			/* most are near the diagonal */
			int far = bench_bits(&seed) % 4 == 0;
			int spread = far ? n : n / 50 + 1;
			long to = i + (long)(bench_bits(&seed) % spread) - spread / 2;

			m.column[m.count] = (int)((to + n) % n);
			m.value[m.count++] = bench_random(&seed) - 0.5f;
		}
	}
	m.start[n] = m.count;
	return m;
}
