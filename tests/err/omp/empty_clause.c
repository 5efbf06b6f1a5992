/* SPDX-License-Identifier: Apache-2.0 */
/* error: this clause has an empty argument */
int a[10];
int main(void)
{
#pragma cuda gpurun texture()
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
