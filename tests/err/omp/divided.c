/* SPDX-License-Identifier: Apache-2.0 */
/* error: divides its work by thread numbers */
#include <omp.h>
#include <stdlib.h>
enum { threads = 4, n = 100 };
int a[n];
int main(void)
{
#pragma omp parallel num_threads(threads)
	{
		int t = omp_get_thread_num();
		for (int i = t * n / threads; i < (t + 1) * n / threads; i++)
			a[i] = getenv("HEDDLE_NO_SUCH_VARIABLE") == NULL;
	}
	return a[n - 1];
}
