/* SPDX-License-Identifier: Apache-2.0 */
/* an ordered loop stays on the CPU */
#include <stdio.h>
int main(void)
{
	int sum = 0;

#pragma omp parallel for ordered
	for (int i = 0; i < 5; i++) {
#pragma omp ordered
		{
			printf("%d\n", i);
			sum += i;
		}
	}
	printf("%d\n", sum);
	return 0;
}
