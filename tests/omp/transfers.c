/* SPDX-License-Identifier: Apache-2.0 */
/* host code between kernels reads and writes what they use */
/* run:  */
/* run: --baseline */
/* run: --set cudaMemTrOptLevel=1 */
/* run: --set useGlobalGMalloc=0 */
/* run: --set useGlobalGMalloc=0 --set cudaMallocOptLevel=0 */
/* run: --set assumeNonZeroTripLoops=1 */
#include <stdio.h>
#define N 64
static int a[N], b[N], c[N], n = N, flag;
static int peek(int i) { return a[i]; }
static void poke(int i, int v) { a[i] = v; }
static void gpu(void)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		a[i] += b[i];
}
int main(void)
{
	int local[N], s = 0;

	for (int i = 0; i < N; i++) {
		a[i] = i;
		b[i] = 1;
		local[i] = 0;
	}
	for (int k = 0; k < 5; k++) {
		gpu();
		if (k % 2)
			poke(k, 100);
		s += peek(k + 1);
		if (k == 3)
			b[7] = 50;
	}
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		local[i] = a[i] * 2;
		if (i == 5)
			flag = 1;
	}
	if (flag)
		s += local[9];
	while (s % 5 != 0) {
#pragma omp parallel for
		for (int i = 0; i < N; i++)
			c[i] = a[i] + s;
		s += c[3] % 7 + 1;
	}
	switch (s % 3) {
	case 0:
		s += c[0];
		break;
	case 1:
		gpu();
		/* fall through */
	default:
		s += a[1];
	}
	for (int i = 0; i < N; i++)
		s = s * 3 % 100003 + a[i] + b[i] + c[i] + local[i];
	printf("%d\n", s);
	return 0;
}
