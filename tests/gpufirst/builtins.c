/* Functions that clang knows by heart; a sum of all before by one thread; arrays whose
 * length is a variable that never changes. */
#include <stdio.h>

int main(int argc, char **argv)
{
	double s = 0, x = argc + 0.5;
	float f = 0;
	const int n = 40;
	int a[n], out[n], sum = 3;
#pragma omp parallel for reduction(+ : s, f)
	for (int i = 1; i < 50; i++) {
		double y = i * 0.1 * x;
		s += __builtin_sin(y) + __builtin_cos(y) + __builtin_tan(y) + __builtin_exp(y);
		s += __builtin_log(y) + __builtin_log2(y) + __builtin_log10(y) + __builtin_exp2(y);
		s += __builtin_pow(y, 1.5) + __builtin_sqrt(y) + __builtin_floor(y) +
		     __builtin_fmax(y, 2) + __builtin_copysign(y, -1) + __builtin_round(y) +
		     __builtin_rint(y) + __builtin_fma(y, y, 1) + __builtin_trunc(y);
		s += (double)(__builtin_lround(y) + __builtin_lrint(y) + __builtin_llround(y));
		f += __builtin_sinf((float)y) + __builtin_powf((float)y, 2) +
		     __builtin_roundf((float)y) + (float)__builtin_lroundf((float)y);
	}
	printf("%.9g %.4g\n", s, f);
	for (int i = 0; i < n; i++)
		a[i] = i * 7 % 11;
#pragma omp simd reduction(inscan, + : sum)
	for (int i = 0; i < n; i++) {
		sum += a[i];
#pragma omp scan inclusive(sum)
		out[i] = sum;
	}
	printf("%d %d\n", sum, out[20]);
	return argv[0] == NULL;
}
