/* The device's own mathematics against the host's, as far as eleven digits go. */
#include <math.h>
#include <stdio.h>

int main(void)
{
	double s[24] = {0}, big = 0;
	float f = 0;
	int e;
	for (int i = 1; i < 200; i++) {
		double x = i * 0.037, y = x / 10;
		s[0] += exp(-x);
		s[1] += log(x);
		s[2] += pow(x, 1.7);
		s[3] += sin(x * 100);
		s[4] += cos(x * x);
		s[5] += tan(y);
		s[6] += atan(x) + atan2(x, -y);
		s[7] += asin(y / 2) + acos(y / 2);
		s[8] += sinh(y) + cosh(y) + tanh(y);
		s[9] += cbrt(x) + hypot(x, y);
		s[10] += fmod(x * 10, 0.7);
		s[11] += floor(x) + ceil(x) + round(x) + trunc(x) + rint(x);
		s[12] += log2(x) + log10(x) + log1p(y) + expm1(y) + exp2(y);
		s[13] += fmin(x, 3) + fmax(x, 4) + fabs(-x) + copysign(x, -1);
		s[14] += ldexp(x, 3) + frexp(x, &e) + e;
		s[15] += erf(y) + lgamma(x + 1);
		f += sinf((float)x) + expf((float)-x) + powf((float)x, 0.5f) + sqrtf((float)x);
	}
	for (int i = 0; i < 16; i++)
		printf("%d %.10g\n", i, s[i]);
	big = sin(1e22) + cos(1e15);
	printf("%.5f %.10f\n", f, big);
	printf("%d %d %d %g\n", isnan(sqrt(-1.0)) != 0, isinf(log(0.0)) != 0,
	       signbit(-0.0) != 0, pow(2, -1074));
	return 0;
}
