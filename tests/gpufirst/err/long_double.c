/* error: long double is not supported on a GPU; use double */
#include <stdio.h>
int main(int argc, char **argv)
{
	long double x = argc;
	(void)argv;
	printf("%Lf\n", x * 2);
	return 0;
}
