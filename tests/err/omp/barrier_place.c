/* SPDX-License-Identifier: Apache-2.0 */
/* error: cannot be an immediate substatement */
int a;
int main(void)
{
#pragma omp parallel
	{
		if (a)
#pragma omp barrier
			a = 1;
	}
	return 0;
}
