/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of a region itself, without a loop; of sections, of many variables, nested in
 * functions, one after the other. Results do not depend on the number of threads. */
#include <omp.h>
#include <stdio.h>

enum { N = 1000 };
static int data[N];
static long shared_sum;

struct range {
	int from, to;
};

/* The part of a thread, by hand. */
static struct range
mine(int n)
{
	int t = omp_get_thread_num(), all = omp_get_num_threads();

	return (struct range){(int)((long)n * t / all), (int)((long)n * (t + 1) / all)};
}

static void
several(void)
{
	int sum = 0, any = 0, all = 1, most = -1, least = 1 << 30;
	unsigned bits = 0, common = ~0u, odd = 0;
	double d = 0.5, product = 1;
	float f = 0;
	long long big = 0;
	unsigned char c = 0;
	short s = 0;

#pragma omp parallel reduction(+ : sum, d, f, big, c, s) reduction(|| : any)               \
	reduction(&& : all) reduction(max : most) reduction(min : least)                   \
	reduction(| : bits) reduction(& : common) reduction(^ : odd) reduction(* : product)
	{
		struct range r = mine(N);

		for (int i = r.from; i < r.to; i++) {
			sum += data[i];
			any = any || data[i] == 77;
			all = all && data[i] >= 0;
			most = data[i] > most ? data[i] : most;
			least = data[i] < least ? data[i] : least;
			bits |= 1u << data[i] % 32;
			common &= (unsigned)data[i] | 0xf0u;
			odd ^= (unsigned)data[i];
			d += data[i] * 0.25;
			f += (float)(data[i] % 2);
			big += 1ll << data[i] % 40;
			c = (unsigned char)(c + data[i]);
			s = (short)(s + i);
			if (i % 100 == 0)
				product *= 2;
		}
	}
	printf("%d %d %d %d %d %x %x %x\n", sum, any, all, most, least, bits, common, odd);
	printf("%g %g %g %lld %d %d\n", d, product, f, big, c, s);
}

static void
one(void)
{
	long sum = 7;

#pragma omp parallel reduction(+ : sum)
	{
		struct range r = mine(N);

		for (int i = r.from; i < r.to; i++)
			sum += data[i];
	}
	printf("%ld\n", sum);
}

static void
sections(void)
{
	int a = 0, b = 1, h[4] = {1, 0, 0, 0};
	double m = -1;

#pragma omp parallel sections reduction(+ : a) reduction(* : b) reduction(max : m)
	{
#pragma omp section
		a += 1, b *= 2, m = m > 3 ? m : 3;
#pragma omp section
		a += 10, b *= 3;
#pragma omp section
		a += 100, b *= 5, m = m > 2.5 ? m : 2.5;
	}
#pragma omp parallel reduction(+ : h)
	{
		struct range r = mine(N);

		for (int i = r.from; i < r.to; i++)
			h[data[i] % 4]++;
	}
	printf("%d %d %g: %d %d %d %d\n", a, b, m, h[0], h[1], h[2], h[3]);
}

/* With a wait behind it: the sum is used in the same region. */
static void
inside(void)
{
	int local = 0, copies = 0;

	shared_sum = 0;
#pragma omp parallel
	{
#pragma omp for reduction(+ : shared_sum) reduction(max : local)
		for (int i = 0; i < N; i++) {
			shared_sum += data[i];
			local = data[i] > local ? data[i] : local;
		}
#pragma omp for reduction(+ : shared_sum) nowait
		for (int i = 0; i < 10; i++)
			shared_sum += i;
#pragma omp barrier
#pragma omp critical
		copies = copies == 0 || copies == shared_sum + local ? (int)shared_sum + local : -1;
	}
	printf("%ld %d %d\n", shared_sum, local, copies);
}

/* Each operator of && and || is some blocks of code. */
static void
many(void)
{
	int a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1;
	int k = 0, l = 0, m = 0, n = 0, o = 0, p = 0, q = 0, r = 0;

#pragma omp parallel reduction(&& : a, b, c, d, e, f, g, h)                                \
	reduction(|| : k, l, m, n, o, p, q, r)
	{
		a = a && data[0], b = b && data[1] < 200, c = c && 0, d = d && data[2];
		e = e && 1, f = f && data[3] > 1000, g = g && data[4], h = h && 2;
		k = k || data[0], l = l || 0, m = m || data[1] > 1000, n = n || 1;
		o = o || 0, p = p || data[2], q = q || 0, r = r || data[3];
	}
	printf("%d%d%d%d%d%d%d%d %d%d%d%d%d%d%d%d\n", a, b, c, d, e, f, g, h, k, l, m, n,
	       o, p, q, r);
}

int
main(void)
{
	for (int i = 0; i < N; i++)
		data[i] = (i * 37 + 11) % 101;
	for (int k = 0; k < 2; k++) {
		several();
		one();
		sections();
		inside();
		many();
	}
	return 0;
}
