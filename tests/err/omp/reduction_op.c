/* SPDX-License-Identifier: Apache-2.0 */
/* error: unknown reduction operator */
int a[10];
int main(void)
{
#pragma omp parallel for reduction(% : a)
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
