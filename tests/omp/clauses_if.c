/* SPDX-License-Identifier: Apache-2.0 */
/* if, num_threads, schedule and default */
#include <stdio.h>
#define N 50
static int a[N];
int main(void)
{
	int s = 0;

	for (int on = 0; on < 2; on++) {
#pragma omp parallel for if (on) num_threads(3) schedule(static, 2) default(shared)
		for (int i = 0; i < N; i++)
			a[i] += i;
#pragma omp parallel for if (on > 0) reduction(+ : s)
		for (int i = 0; i < N; i++)
			s += a[i];
	}
	printf("%d\n", s);
	return 0;
}
