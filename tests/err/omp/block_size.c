/* SPDX-License-Identifier: Apache-2.0 */
/* error: give 1 to 1024 */
int a[10];
int main(void)
{
#pragma cuda gpurun threadblocksize(4096)
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
