/* SPDX-License-Identifier: Apache-2.0 */
/* error: no variable 'b' here */
int a[10];
int main(void)
{
#pragma cuda gpurun texture(b)
#pragma omp parallel for
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
