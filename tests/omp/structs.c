/* SPDX-License-Identifier: Apache-2.0 */
/* structures: shared, by value, arrays of them */
#include <stdio.h>
typedef struct { float x, y, z; int id; } particle;
struct box { float size; int count; float pad[100]; };
static particle p[200];
int main(void)
{
	struct box b = {10, 200, {0}};
	particle first = {1, 2, 3, 4}, sum = {0, 0, 0, 0};
	double s = 0;

	for (int i = 0; i < 200; i++)
		p[i].id = i;
#pragma omp parallel for
	for (int i = 0; i < b.count; i++) {
		particle q = p[i];
		q.x = i * 0.5f + first.x;
		q.y = q.x * b.size;
		q.z = first.z + b.pad[i % 100];
		p[i] = q;
		if (i == 199)
			sum.id = p[i].id;
	}
	for (int i = 0; i < 200; i++)
		s += p[i].x + p[i].y + p[i].z + p[i].id;
	printf("%.3f %d\n", s, sum.id);
	return 0;
}
