/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the shared pointer 'p' is changed in parallel */
#include <stdlib.h>
int main(void)
{
	int *p = malloc(40);

#pragma omp parallel for
	for (int i = 0; i < 1; i++)
		*p++ = i;
	return 0;
}
