/* SPDX-License-Identifier: Apache-2.0 */
/* error: 'gpu_size' is a name of the translation's own */
int main(void)
{
	int gpu_size = 4, a[4];

#pragma omp parallel for
	for (int i = 0; i < gpu_size; i++)
		a[i] = i;
	return a[3];
}
