/* exit: 9 */
/* One of many threads ends the program. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	printf("begin\n");
	fflush(stdout);
#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		if (i == 63)
			exit(9);
	printf("not reached by all\n");
	return 9;
}
