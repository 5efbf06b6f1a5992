/* SPDX-License-Identifier: Apache-2.0 */
/* shadowing, names that mean something in C++, restrict, enums, casts */
#include <stdio.h>
#include <stdlib.h>
enum kind { A, B, C };
static int class[40];
static void
fill(int n, int *restrict new, enum kind this)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		int n = i * 2;
		{
			int i = n + this;
			new[n / 2] = i;
		}
	}
}
int main(void)
{
	int *p = malloc(40 * sizeof(int)), s = 0;
	enum kind k = 1;
	void *v = p;
	int *q = v;

	fill(40, p, k);
	fill(40, class, C);
	for (int i = 0; i < 40; i++)
		s = s * 3 + q[i] - class[i];
	printf("%d\n", s);
	free(p);
	return 0;
}
