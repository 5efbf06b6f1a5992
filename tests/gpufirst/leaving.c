/* exit: 3 */
/* exit in a function, functions that run at the end. */
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("registered first\n"); }
static void second(void) { printf("registered second\n"); }

static void deep(int n)
{
	if (n == 0)
		exit(3);
	deep(n - 1);
	printf("never\n");
}

int main(void)
{
	atexit(first);
	atexit(second);
	printf("begin\n");
	deep(5);
	return 0;
}
