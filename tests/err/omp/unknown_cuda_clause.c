/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'threads' is not a clause of 'gpurun' */
int a[10];
int main(void)
{
#pragma cuda gpurun threads(4)
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
