/* atomic: update, read, write, capture; integers and floats of several sizes. */
#include <stdio.h>

int main(void)
{
	int a = 0, b = 0, seen = 0, order[100];
	unsigned char small = 0;
	short half = 0;
	long l = 1;
	float f = 0;
	double d = 0, m = 1;
	long sum = 0;
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		int at;
#pragma omp atomic
		a += i;
#pragma omp atomic update
		b ^= i;
#pragma omp atomic capture
		at = seen++;
		order[at] = i;
#pragma omp atomic
		small++;
#pragma omp atomic
		half -= 2;
#pragma omp atomic
		l |= 1l << i % 40;
#pragma omp atomic
		f += 0.25f;
#pragma omp atomic
		d += i;
		if (i % 10 == 0) {
#pragma omp atomic
			m *= 2;
		}
	}
	for (int i = 0; i < 100; i++)
		sum += order[i];
	int got;
#pragma omp atomic read
	got = a;
#pragma omp atomic write
	b = 5;
	printf("%d %d %d %d %d %lx %.2f %.0f %.0f %ld\n", got, b, seen, small, half, l, f, d,
	       m, sum);
	return 0;
}
