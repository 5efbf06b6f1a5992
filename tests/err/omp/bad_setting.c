/* SPDX-License-Identifier: Apache-2.0 */
/* error: unknown setting 'useMagic' */
/* options: --set useMagic=1 */
int a[10];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
