/* All operators, several types, arrays, structures, in and around loops. */
#include <stdio.h>

typedef struct point {
	double x, y;
	int n;
} point;
#pragma omp declare reduction(join : point : omp_out.x += omp_in.x,                    \
				      omp_out.y += omp_in.y, omp_out.n += omp_in.n)    \
	initializer(omp_priv = (point){0, 0, 0})

int main(void)
{
	int s = 1, m = 0, lo = 1 << 30, hi = -1, all = 1, any = 0;
	unsigned x = 0, o = 0, n = ~0u;
	double p = 1, f = 0;
	float g = 0;
	long hist[8] = {0}, big[64] = {0};
	unsigned char c = 0;
	point q = {0, 0, 0};

#pragma omp parallel for reduction(+ : s, f, g, c) reduction(- : m)
	for (int i = 0; i < 500; i++) {
		s += i;
		f += 0.5;
		g += 1;
		c += 1;
		m -= i;
	}
#pragma omp parallel for reduction(* : p) reduction(min : lo) reduction(max : hi)
	for (int i = 1; i < 40; i++) {
		int v = i * 37 % 41;
		p *= i % 2 ? 2 : 0.5;
		lo = v < lo ? v : lo;
		hi = v > hi ? v : hi;
	}
#pragma omp parallel for reduction(^ : x) reduction(| : o) reduction(& : n)            \
	reduction(&& : all) reduction(|| : any)
	for (int i = 0; i < 100; i++) {
		x ^= (unsigned)i * 2654435761u;
		o |= 1u << i % 20;
		n &= ~(1u << i % 5);
		all = all && i >= 0;
		any = any || i == 77;
	}
#pragma omp parallel for reduction(+ : hist[:8], big)
	for (int i = 0; i < 400; i++) {
		hist[i % 8] += i;
		big[i % 64]++;
	}
#pragma omp parallel for reduction(join : q)
	for (int i = 0; i < 100; i++) {
		q.x += i;
		q.y -= i;
		q.n++;
	}
	printf("%d %.1f %.1f %d %d\n", s, f, g, c, m);
	printf("%.3f %d %d\n", p, lo, hi);
	printf("%x %x %x %d %d\n", x, o, n, all, any);
	for (int i = 0; i < 8; i++)
		printf("%ld %ld ", hist[i], big[i * 8]);
	printf("\n%.0f %.0f %d\n", q.x, q.y, q.n);
	return 0;
}
