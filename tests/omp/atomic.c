/* SPDX-License-Identifier: Apache-2.0 */
/* atomic updates of all forms */
#include <stdio.h>
#define N 256
int main(void)
{
	int i, a = 0, b = 1000, x = 0, o = 0, bits = 255, slot[N] = {0}, next = 0;
	unsigned u = 0;
	long l = 0;
	float f = 0;
	double d = 1, m = 1;

#pragma omp parallel for
	for (i = 0; i < N; i++) {
		int at;
#pragma omp atomic
		a++;
#pragma omp atomic update
		b -= i;
#pragma omp atomic
		x ^= i;
#pragma omp atomic
		o |= i & 6;
#pragma omp atomic
		bits &= ~(i & 8);
#pragma omp atomic
		u += 3;
#pragma omp atomic
		l = l + i;
#pragma omp atomic
		f += 0.5f;
#pragma omp atomic
		d = 0.25 + d;
		if (i < 10) {
#pragma omp atomic
			m *= 2;
		}
#pragma omp atomic capture
		at = next++;
		slot[at]++;
	}
	int ok = 1;
	for (i = 0; i < N; i++)
		ok &= slot[i] == 1;
	printf("%d %d %d %d %d %u %ld %g %g %g %d\n", a, b, x, o, bits, u, l, f, d, m, ok);
	return 0;
}
