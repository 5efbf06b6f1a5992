/* srad: anisotropic diffusion: a sum, then two loops over rows. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "srad.h"

typedef struct field {
	float *dn, *ds, *dw, *de, *c;
} field;

static float
speckle(const float *p, int all)
{
	double a = 0, b = 0;

#pragma omp parallel for simd reduction(+ : a, b)
	for (int i = 0; i < all; i++) {
		a += p[i];
		b += p[i] * p[i];
	}
	float mean = a / all, variance = b / all - mean * mean;
	return variance / (mean * mean);
}

static inline void
derive_at(const float *p, const field *f, int i, int n, int s, int w, int e, float q0)
{
	float here = p[i];
	float n_ = p[i + n] - here, s_ = p[i + s] - here, w_ = p[i + w] - here,
	      e_ = p[i + e] - here;
	float g2 = (n_ * n_ + s_ * s_ + w_ * w_ + e_ * e_) / (here * here);
	float l = (n_ + s_ + w_ + e_) / here;
	float num = 0.5f * g2 - 0.0625f * (l * l), den = 1 + 0.25f * l;
	float q = num / (den * den);
	float k = 1.0f / (1.0f + (q - q0) / (q0 * (1 + q0)));

	f->c[i] = k < 0 ? 0 : k > 1 ? 1 : k;
	f->dn[i] = n_;
	f->ds[i] = s_;
	f->dw[i] = w_;
	f->de[i] = e_;
}

static void
derive(const float *p, const field *given, int n, float q0)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++) {
		const field f = *given;
		int first = y * n, last = first + n - 1;
		int up = y > 0 ? -n : 0, down = y < n - 1 ? n : 0;

		derive_at(p, &f, first, up, down, 0, 1, q0);
#pragma omp simd
		for (int i = first + 1; i < last; i++)
			derive_at(p, &f, i, up, down, -1, 1, q0);
		derive_at(p, &f, last, up, down, -1, 0, q0);
	}
}

static inline void
update_at(float *p, const field *f, int i, int s, int e)
{
	const float *c = f->c;
	float d = c[i] * f->dn[i] + c[i + s] * f->ds[i] + c[i] * f->dw[i] +
		  c[i + e] * f->de[i];

	p[i] += 0.25f * LAMBDA * d;
}

static void
update(float *p, const field *given, int n)
{
#pragma omp parallel for
	for (int y = 0; y < n; y++) {
		const field f = *given;
		int first = y * n, last = first + n - 1, down = y < n - 1 ? n : 0;

#pragma omp simd
		for (int i = first; i < last; i++)
			update_at(p, &f, i, down, 1);
		update_at(p, &f, last, down, 0);
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1024, 64), steps = bench_size(8, 2), all = n * n;
	float *p = BENCH_NEW(float, all), *now = BENCH_NEW(float, all);
	field f = {BENCH_NEW(float, all), BENCH_NEW(float, all), BENCH_NEW(float, all),
		   BENCH_NEW(float, all), BENCH_NEW(float, all)};

	image(p, n);
	while (bench_next()) {
		memcpy(now, p, all * sizeof *p);
		bench_start();
		for (int k = 0; k < steps; k++) {
			derive(now, &f, n, speckle(now, all));
			update(now, &f, n);
		}
		bench_stop();
	}
	bench_floats("image", now, all, 1e-4);
	return bench_end();
}
