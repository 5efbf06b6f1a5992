/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'cudaThreadBlockSize' cannot be '9999' */
/* options: --set cudaThreadBlockSize=9999 */
int a[10];
int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
