/* SPDX-License-Identifier: Apache-2.0 */
/* threadprivate data, copyin, values that stay between regions */
/* run:  */
/* run: --set useMatrixTranspose=0 */
#include <stdio.h>
static int counter = 7;
static double scratch[16];
#pragma omp threadprivate(counter, scratch)
int main(void)
{
	int total = 0;
	double sum = 0;

	counter = 3;
#pragma omp parallel copyin(counter) num_threads(4)
	{
#pragma omp for
		for (int i = 0; i < 40; i++)
			counter++;
	}
#pragma omp parallel num_threads(4) reduction(+ : total)
	total += counter;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 100; i++) {
		for (int k = 0; k < 16; k++)
			scratch[k] = i + k;
		for (int k = 0; k < 16; k++)
			sum += scratch[k];
	}
	printf("%g %d\n", sum, total);
	return 0;
}
