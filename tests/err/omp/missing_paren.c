/* SPDX-License-Identifier: Apache-2.0 */
/* error: this clause needs an argument in parentheses */
int a[10];
int main(void)
{
#pragma omp parallel for private(a
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
