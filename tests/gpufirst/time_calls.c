/* Clocks: they go forward. */
#include <omp.h>
#include <stdio.h>
#include <time.h>

int main(void)
{
	double a = omp_get_wtime(), b;
	time_t t = time(NULL), u;
	struct timespec s = {0};
	struct tm *tm;
	time_t day = 86400 * 365;
	time(&u);
	clock_gettime(CLOCK_MONOTONIC, &s);
	tm = gmtime(&day);
	b = omp_get_wtime();
	printf("%d %d %d %d\n", b >= a, u >= t && t > 1000000, s.tv_sec + s.tv_nsec > 0,
	       tm->tm_year);
	return 0;
}
