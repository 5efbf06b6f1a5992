/* SPDX-License-Identifier: Apache-2.0 */
/* What LAPACK has no routine for, in plain loops. */
#include "solver.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define FN_(name, suffix) name##suffix
#define CONJ(x)           (x)
#define REAL(x)           (x)

#define T        float
#define R        float
#define FN(name) FN_(name, _s)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#define T        double
#define R        double
#define FN(name) FN_(name, _d)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#undef CONJ
#undef REAL
#define CONJ(x) (T) conj(x)
#define REAL(x) (R) creal(x)

#define T        float complex
#define R        float
#define FN(name) FN_(name, _c)
#include "loops_template.h"
#undef T
#undef R
#undef FN

#define T        double complex
#define R        double
#define FN(name) FN_(name, _z)
#include "loops_template.h"

const hd_loops *const hd_loops_of[4] = {&loops_s, &loops_d, &loops_c, &loops_z};

const void *
hd_number(hd_type type, int value)
{
	static const float floats[3][2] = {{-1, 0}, {0, 0}, {1, 0}};
	static const double doubles[3][2] = {{-1, 0}, {0, 0}, {1, 0}};

	return hd_real(type) == HD_S ? (const void *)floats[value + 1]
				     : (const void *)doubles[value + 1];
}

void
hd_copy(hd_type type, int64_t m, int64_t n, hd_matrix from, hd_matrix to)
{
	int64_t size = (int64_t)hd_size(type);

	if (from.at != to.at)
		for (int64_t j = 0; j < n; j++)
			memcpy((char *)to.at + j * to.ld * size,
			       (const char *)from.at + j * from.ld * size,
			       (size_t)(m * size));
}

void
hd_product(hd_type type, const hd_product_sizes *d, const void *a, const void *b,
	   int beta, void *c)
{
	HD_LAPACK(gemm, type, "N", d->conjugate_b ? "C" : "N", HD_INT(d->m),
		  HD_INT(d->n), HD_INT(d->k), hd_number(type, d->minus ? -1 : 1), a,
		  HD_INT(d->lda), b, HD_INT(d->ldb), hd_number(type, beta), c,
		  HD_INT(d->ldc), 1, 1);
}

/* In blocks of columns: the block, the rows beside it, and what is left. */
int
hd_lu(hd_type type, void *matrix, int64_t m, int64_t n, int64_t lda)
{
	enum { BLOCK = 48 };
	int64_t size = (int64_t)hd_size(type), least = m < n ? m : n;
	int info = 0;

	for (int64_t k = 0; k < least; k += BLOCK) {
		int64_t wide = least - k < BLOCK ? least - k : BLOCK;
		int64_t below = m - k - wide, beside = n - k - wide;
		char *block = (char *)matrix + (k + k * lda) * size;
		char *right = block + wide * lda * size;
		int wrong = hd_loops_of[type]->lu(block, m - k, wide, lda);

		if (wrong && !info)
			info = (int)k + wrong;
		if (beside <= 0)
			continue;
		HD_LAPACK(trsm, type, "L", "L", "N", "U", HD_INT(wide), HD_INT(beside),
			  hd_number(type, 1), block, HD_INT(lda), right, HD_INT(lda), 1,
			  1, 1, 1);
		if (below > 0)
			hd_product(type,
				   &(hd_product_sizes){.m = below,
						       .n = beside,
						       .k = wide,
						       .lda = lda,
						       .ldb = lda,
						       .ldc = lda,
						       .minus = true},
				   block + wide * size, right, 1, right + wide * size);
	}
	return info;
}
