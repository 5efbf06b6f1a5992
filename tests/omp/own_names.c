/* SPDX-License-Identifier: Apache-2.0 */
/* names that C leaves to the program, and CUDA does not */
/* run:  */
/* run: --baseline */
#include <math.h>
#include <stdio.h>

typedef struct {
	float x, y, z;
} float3;
typedef struct {
	double x, y;
} double2;
static float3 v[32];
static double norm;
static int data[32], count[32], hash[32];

static int
max(int a, int b)
{
	return a > b ? a : b;
}

static double
min(double a, double b)
{
	return a < b ? a : b;
}

static float
rsqrt(float x)
{
	return 1.0f / sqrtf(x);
}

static double
clamp(double x, double lo, double hi)
{
	return min(hi, x < lo ? lo : x);
}

static float3
make_float3(float x, float y, float z)
{
	float3 r = {x, y, z};
	return r;
}

static float3
add(float3 a, float3 b)
{
	return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static float
dot(float3 a, float3 b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

static void
swap(int *a, int *b)
{
	int t = *a;
	*a = *b;
	*b = t;
}

int
main(void)
{
	double2 p[32];
	int best = 0;
#pragma omp parallel for reduction(max : best)
	for (int i = 0; i < 32; i++) {
		v[i] = add(make_float3(i, 1, 2), v[i]);
		p[i].x = clamp(dot(v[i], v[i]), 3, 500);
		p[i].y = rsqrt(i + 1);
		best = max(best, i * 3 % 17);
		data[i] = max(i, 10);
		count[i] = hash[i] + 1;
	}
	for (int i = 0; i < 32; i++)
		norm += p[i].x + p[i].y + data[i] + count[i];
	swap(&data[0], &data[31]);
#pragma omp parallel for
	for (int i = 0; i < 32; i++)
		p[i].x /= norm;
	double2 mean = {data[0], best};
	printf("%d %.5f %d %.5f %g\n", best, norm, data[0], p[5].x, mean.x + mean.y);
	return 0;
}
