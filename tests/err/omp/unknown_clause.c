/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'privat' is not a clause of 'parallel for' */
int a[10];
int main(void)
{
#pragma omp parallel for privat(a)
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
