/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: the static variable 'count' of a function */
int a[10];
int next(void)
{
	static int count;
	return count++;
}
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = next();
	return 0;
}
