/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: 'omp target' cannot be translated */
int a[10];
int main(void)
{
#pragma omp parallel
	{
#pragma omp target
		a[0] = 1;
	}
	return 0;
}
