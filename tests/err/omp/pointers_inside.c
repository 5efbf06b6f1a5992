/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'rows' leads to pointers */
#include <stdlib.h>
int main(void)
{
	double **rows = malloc(10 * sizeof *rows);

	for (int i = 0; i < 10; i++)
		rows[i] = malloc(10 * sizeof **rows);
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		rows[i][0] = i;
	return 0;
}
