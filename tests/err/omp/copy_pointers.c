/* SPDX-License-Identifier: Apache-2.0 */
/* options: --memory=copy --no-fallback */
/* error: 'm' leads to pointers */
#include <stdlib.h>
struct vec {
	int n;
	double *v;
};
int main(void)
{
	struct vec *m = malloc(sizeof *m);

	m->n = 10;
	m->v = malloc(10 * sizeof *m->v);
#pragma omp parallel for
	for (int i = 0; i < m->n; i++)
		m->v[i] = i;
	return m->v[2] > 2;
}
