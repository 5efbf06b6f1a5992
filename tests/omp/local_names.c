/* SPDX-License-Identifier: Apache-2.0 */
/* Types and constants that are declared in a function. */
#include <stdio.h>

static int
pairs(void)
{
	enum { side = 12, area = side * side };
	int cell[side][side], sum = 0;

#pragma omp parallel for collapse(2)
	for (int i = 0; i < side; i++)
		for (int j = 0; j < side; j++)
			cell[i][j] = i * side + j + area;
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < side; i++) {
		int line[side];
		for (int j = 0; j < side; j++)
			line[j] = cell[j][i];
		sum += line[side - 1] - line[0];
	}
	return sum;
}

static double
boxes(void)
{
	struct box {
		double w, h;
	} box[10];
	double sum = 0;

#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		box[i].w = i;
		box[i].h = i / 2.0;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++) {
		struct box b = box[i];
		sum += b.w * b.h;
	}
	return sum;
}

int
main(void)
{
	enum { side = 3 };
	int small[side];

#pragma omp parallel for
	for (int i = 0; i < side; i++)
		small[i] = i + side;
	printf("%d %g %d\n", pairs(), boxes(), small[side - 1]);
	return 0;
}
