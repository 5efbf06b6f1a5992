/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: 'omp task' cannot be translated */
int a[10];
int main(void)
{
#pragma omp parallel
	{
#pragma omp task
		a[0] = 1;
	}
	return 0;
}
