/* What a remote call costs: 1,000 times fprintf of a buffer of 128 bytes, as in the
 * GPU First paper; and the smallest call there is. */
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CALLS = 1000 };

int main(void)
{
	char buffer[128];
	double begin, text, small;

	memset(buffer, 'x', sizeof buffer - 1);
	buffer[127] = 0;
	fprintf(stderr, "fread reads: %s.\n", buffer);
	begin = omp_get_wtime();
	for (int i = 0; i < CALLS; i++)
		fprintf(stderr, "fread reads: %s.\n", buffer);
	text = omp_get_wtime() - begin;
	begin = omp_get_wtime();
#ifndef ONLY_TEXT /* for the profile, which adds up all calls */
	for (int i = 0; i < CALLS; i++)
		getpid();
#endif
	small = omp_get_wtime() - begin;
	printf("fprintf of 128 bytes\t%.2f us\n", text / CALLS * 1e6);
	printf("getpid\t%.2f us\n", small / CALLS * 1e6);
	return 0;
}
