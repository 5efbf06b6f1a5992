/* SPDX-License-Identifier: Apache-2.0 */
/* error: cannot read the configuration '/nonexistent.conf' */
/* options: --config /nonexistent.conf */
int a[10];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
