/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: a call through a function pointer */
int a[10];
int one(int x) { return x + 1; }
int main(void)
{
	int (*f)(int) = one;

#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = f(i);
	return 0;
}
