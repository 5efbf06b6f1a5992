/* rand and its kin give the numbers of the C library. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	unsigned seed = 5;
	unsigned short x[3] = {1, 2, 3};
	long sum = 0;
	printf("%d %d\n", rand(), rand());
	srand(42);
	for (int i = 0; i < 100; i++)
		sum += rand() % 1000;
	printf("%ld %d\n", sum, rand_r(&seed));
	srand48(7);
	printf("%.8f %ld %.8f\n", drand48(), lrand48(), erand48(x));
	srandom(3);
	printf("%ld\n", random());
	return 0;
}
