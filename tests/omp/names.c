/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the translation would make of others are the program's own. */
/* run: */
/* run: --baseline */
/* run: --set prvtArryCachingOnSM=1 --set shrdCachingOnConst=1 --set useLoopCollapse=4 */
#include <stdio.h>
#define N 60
static double x[N], dev_x[N], t[N], y[N], y_reg = 3, u[N][N];
static int part_sum = 2, main_kernel0 = 1, trips_i = 1, x_in = 4, u_tile = 5, x_at = 2, q_sm = 1;
static double scale(double v)
{
	return v * 2;
}
static double scale_gpu(double v)
{
	return v * 3;
}
int main(void)
{
	double sum = 0, sum_all = 1, w[4] = {1, 2, 3, 4}, w_in = 2, q[4];
	int last = 0, last_last = 7, step_i = 1, first_i = 2;

#pragma omp parallel for
	for (int i = 0; i < N; i++)
		x[i] = dev_x[i] = i % 9 + main_kernel0 + trips_i;
#pragma omp parallel for firstprivate(w) private(q) lastprivate(last)
	for (int i = first_i; i < N; i += step_i) {
		y[i] = 0;
		for (int k = 0; k < 4; k++)
			q[k] = w[k] + w_in + q_sm;
		for (int k = 0; k < 4; k++)
			y[i] += y_reg * q[k] + x[i] * x_in + dev_x[i] + x_at;
		t[i] = scale(y[i]) + scale_gpu(dev_x[i]) + last_last;
		last = i;
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < N; i++)
		sum += t[i] * part_sum + sum_all;
#pragma omp parallel for
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			u[i][j] = u_tile + t[i] - t[j];
	printf("%.4f %d %.4f %.4f\n", sum, last, u[3][7], t[N - 1]);
	return 0;
}
