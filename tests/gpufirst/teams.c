/* teams, distribute, target: one league of one team. */
#include <stdio.h>

int main(void)
{
	double v[200], s = 0;
#pragma omp target teams distribute parallel for map(from : v)
	for (int i = 0; i < 200; i++)
		v[i] = i;
#pragma omp teams distribute parallel for reduction(+ : s)
	for (int i = 0; i < 200; i++)
		s += v[i];
	printf("%.0f\n", s);
	return 0;
}
