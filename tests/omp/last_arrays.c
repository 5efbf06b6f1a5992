/* SPDX-License-Identifier: Apache-2.0 */
/* arrays and structures that are lastprivate or firstprivate of a loop or of sections */
/* run:  */
/* run: --baseline */
#include <stdio.h>
struct point {
	double x, y;
	int tag;
};

int
main(void)
{
	double last[4] = {0}, from[3] = {1, 2, 3}, out[60];
	int both[2][2] = {{1, 2}, {3, 4}}, chosen[2] = {0};
	struct point p = {1, 2, 3}, q = p;

#pragma omp parallel for lastprivate(last, p)
	for (int i = 0; i < 100; i++) {
		for (int k = 0; k < 4; k++)
			last[k] = i + k;
		p.x = i;
		p.y = 2 * i;
		p.tag = -i;
	}
	printf("%g %g %g %g %d\n", last[0], last[3], p.x, p.y, p.tag);
#pragma omp parallel
	{
#pragma omp for firstprivate(from, q)
		for (int i = 0; i < 60; i++) {
			int k = i % 3;
			out[i] = from[k] + q.x * i;
		}
#pragma omp for firstprivate(both) lastprivate(both)
		for (int i = 0; i < 10; i++) {
			both[1][1] = both[0][0] + i;
			both[0][1] = i;
		}
#pragma omp sections lastprivate(chosen)
		{
#pragma omp section
			chosen[0] = chosen[1] = 5;
#pragma omp section
			{
				chosen[0] = 7;
				chosen[1] = 8;
			}
		}
	}
	printf("%g %g %d %d %d %d %d %d\n", out[1], out[59], both[0][0], both[0][1],
	       both[1][0], both[1][1], chosen[0], chosen[1]);
	return 0;
}
