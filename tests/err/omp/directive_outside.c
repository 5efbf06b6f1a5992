/* SPDX-License-Identifier: Apache-2.0 */
/* error: unexpected OpenMP directive */
int a[10];
#pragma omp barrier
int main(void)
{
	return a[0];
}
