/* sorted */
/* Calls of the host from many threads at once. */
#include <stdio.h>

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 60; i++) {
		char text[20];
		snprintf(text, sizeof text, "item %d", i);
		printf("%s of %d\n", text, 60);
	}
	return 0;
}
