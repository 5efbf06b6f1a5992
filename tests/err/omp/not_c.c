/* SPDX-License-Identifier: Apache-2.0 */
/* error: the program must compile as C with OpenMP first */
int a[10];
int main(void)
{
#pragma omp parallel for
	int x = ;
	for (int i = 0; i < 10; i++)
		a[i] = i;
	return 0;
}
