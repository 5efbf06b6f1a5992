/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the GPU has no function 'rand' */
#include <stdlib.h>
int a[10];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = rand();
	return 0;
}
