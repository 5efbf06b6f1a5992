/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'texture' is not a clause of 'cpurun' */
int a[10];
int main(void)
{
#pragma cuda cpurun texture(a)
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
