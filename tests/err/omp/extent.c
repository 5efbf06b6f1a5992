/* SPDX-License-Identifier: Apache-2.0 */
/* options: --no-fallback */
/* error: nothing is known about the size of the memory behind 'p'; say it with '#pragma cuda gpurun extent(p: elements)' */
void work(double *p, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++)
		p[i] = i;
}
