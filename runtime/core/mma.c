/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix multiply-add by a warp. Element e of lane l is number l * count + e of the
 * matrix, row by row. Sums are made in order of k, in float for the small floats, whose
 * products are exact there, and rounded to the result's type once. */
#include "inner.h"
#include "__heddle/mma_desc.h"

#include <math.h>
#include <string.h>

enum { LANES = 32, ELEMENTS = 512 }; /* of the largest matrix: 32 x 16 */

static const uint8_t size_of[] = {
	[__hd_mma_f16] = 2, [__hd_mma_bf16] = 2, [__hd_mma_tf32] = 4,
	[__hd_mma_f32] = 4, [__hd_mma_f64] = 8,  [__hd_mma_s8] = 1,
	[__hd_mma_u8] = 1,  [__hd_mma_s32] = 4,
};

struct shape {
	int m, n, k;
};

/* ---- from lanes and to them -------------------------------------------------------- */

/* Where lane l says that its fragment number k is. */
static char *
fragment(const char *buffer, int l, int k)
{
	char *p;

	memcpy(&p, buffer + l * __hd_mma_slot + k * (int)sizeof p, sizeof p);
	return p;
}

static void
collect(char *to, const char *buffer, int k, size_t bytes)
{
	for (int l = 0; l < LANES; l++)
		memcpy(to + (size_t)l * bytes, fragment(buffer, l, k), bytes);
}

static void
spread(const char *from, const char *buffer, int k, size_t bytes)
{
	for (int l = 0; l < LANES; l++)
		memcpy(fragment(buffer, l, k), from + (size_t)l * bytes, bytes);
}

/* ---- small floats ---------------------------------------------------------------- */

static inline float
float_of_bits(uint32_t u)
{
	float f;

	memcpy(&f, &u, sizeof f);
	return f;
}

static inline uint32_t
bits_of_float(float f)
{
	uint32_t u;

	memcpy(&u, &f, sizeof u);
	return u;
}

static inline float
float_of_half(uint16_t h)
{
	uint32_t u = (uint32_t)(h & 0x7fff) << 13;
	uint32_t v = bits_of_float(float_of_bits(u) * 0x1p112f);

	v = u >= 0x0f800000 ? u | 0x7f800000 : v; /* infinity, NaN */
	return float_of_bits(v | (uint32_t)(h & 0x8000) << 16);
}

static inline uint16_t
half_of_float(float f)
{
	uint32_t u = bits_of_float(f), a = u & 0x7fffffff, sign = u >> 16 & 0x8000;

	if (a > 0x7f800000)
		return 0x7fff;
	if (a >= 0x477ff000)
		return (uint16_t)(sign | 0x7c00);
	if (a <
	    0x38800000) /* below 2^-14: the last bit of 0.5 is that of such a half */
		return (uint16_t)(sign | (bits_of_float(fabsf(f) + 0.5f) - 0x3f000000));
	return (uint16_t)(sign | ((a + 0xfff + (a >> 13 & 1) - 0x38000000) >> 13));
}

static void
to_floats(float *out, const void *in, int n, int kind)
{
	const uint16_t *h = in;
	const uint32_t *u = in;

	switch (kind) {
	case __hd_mma_f16:
		for (int i = 0; i < n; i++)
			out[i] = float_of_half(h[i]);
		return;
	case __hd_mma_bf16:
		for (int i = 0; i < n; i++)
			out[i] = float_of_bits((uint32_t)h[i] << 16);
		return;
	case __hd_mma_tf32:
		for (int i = 0; i < n; i++)
			out[i] = float_of_bits(u[i] & 0xffffe000);
		return;
	default:
		memcpy(out, in, (size_t)n * sizeof *out);
	}
}

static void
to_integers(int32_t *out, const void *in, int n, int kind)
{
	const int8_t *s = in;
	const uint8_t *u = in;

	for (int i = 0; i < n; i++)
		out[i] = kind == __hd_mma_s8 ? s[i] : u[i];
}

/* ---- the product ----------------------------------------------------------------- */

#define HD_MMA_INLINE static inline __attribute__((always_inline))

/* n is a constant where this is called, so that the sums of two rows stay in registers. */
HD_MMA_INLINE void
add_rows(const float *a, const float *b, float *c, struct shape s, const int n)
{
	for (int i = 0; i < s.m; i += 2) {
		const float *first = a + i * s.k, *second = first + s.k;
		float sum[2][32];

		for (int j = 0; j < n; j++) {
			sum[0][j] = c[i * n + j];
			sum[1][j] = c[i * n + n + j];
		}
		for (int k = 0; k < s.k; k++)
			for (int j = 0; j < n; j++) {
				sum[0][j] += first[k] * b[k * n + j];
				sum[1][j] += second[k] * b[k * n + j];
			}
		for (int j = 0; j < n; j++) {
			c[i * n + j] = sum[0][j];
			c[i * n + n + j] = sum[1][j];
		}
	}
}

static void
add_float_product(const float *a, const float *b, float *c, struct shape s)
{
	if (s.n == 8)
		add_rows(a, b, c, s, 8);
	else if (s.n == 16)
		add_rows(a, b, c, s, 16);
	else
		add_rows(a, b, c, s, 32);
}

static void
float_product(const void *ma, const void *mb, void *mc, int32_t what, struct shape s)
{
	float a[ELEMENTS], b[ELEMENTS], c[ELEMENTS];
	uint16_t *h = mc;
	int count = s.m * s.n;

	to_floats(a, ma, s.m * s.k, what & 15);
	to_floats(b, mb, s.k * s.n, what & 15);
	to_floats(c, mc, count, what >> 4 & 15);
	add_float_product(a, b, c, s);
	if ((what >> 8 & 15) == __hd_mma_f16)
		for (int i = 0; i < count; i++)
			h[i] = half_of_float(c[i]);
	else
		memcpy(mc, c, (size_t)count * sizeof *c);
}

static void
double_product(const double *a, const double *b, double *c, struct shape s)
{
	for (int i = 0; i < s.m; i++)
		for (int k = 0; k < s.k; k++)
			for (int j = 0; j < s.n; j++)
				c[i * s.n + j] = fma(a[i * s.k + k], b[k * s.n + j],
						     c[i * s.n + j]);
}

HD_MMA_INLINE void
add_integer_rows(const int32_t *a, const int32_t *b, int32_t *c, struct shape s,
		 const int n, int32_t what)
{
	for (int i = 0; i < s.m; i++) {
		int32_t sum[32] = {0};

		for (int k = 0; k < s.k; k++)
			for (int j = 0; j < n; j++)
				sum[j] += a[i * s.k + k] * b[k * n + j];
		for (int j = 0; j < n; j++) {
			int64_t v = (int64_t)c[i * n + j] + sum[j];

			if (what & __hd_mma_saturate)
				v = v > INT32_MAX   ? INT32_MAX
				    : v < INT32_MIN ? INT32_MIN
						    : v;
			c[i * n + j] = (int32_t)v;
		}
	}
}

static void
integer_product(const void *ma, const void *mb, int32_t *c, int32_t what,
		struct shape s)
{
	int32_t a[ELEMENTS], b[ELEMENTS];
	int other = (what & 15) == __hd_mma_s8 ? __hd_mma_u8 : __hd_mma_s8;

	to_integers(a, ma, s.m * s.k, what & 15);
	to_integers(b, mb, s.k * s.n, what & __hd_mma_mixed ? other : what & 15);
	if (s.n == 8)
		add_integer_rows(a, b, c, s, 8, what);
	else if (s.n == 16)
		add_integer_rows(a, b, c, s, 16, what);
	else
		add_integer_rows(a, b, c, s, 32, what);
}

static struct shape
shape_of(int32_t what)
{
	return (struct shape){what >> 12 & 63, what >> 18 & 63, what >> 24 & 63};
}

/* c += a * b */
static void
product(const char *a, const char *b, char *c, int32_t what)
{
	struct shape s = shape_of(what);
	int ab = what & 15;

	if (ab == __hd_mma_f64)
		double_product((const double *)a, (const double *)b, (double *)c, s);
	else if (ab == __hd_mma_s8 || ab == __hd_mma_u8)
		integer_product(a, b, (int32_t *)c, what, s);
	else
		float_product(a, b, c, what, s);
}

/* The lanes' slots hold the addresses of their parts of a, b, c and d. */
void
hd_matrix_multiply(const char *buffer, int32_t what)
{
	struct shape s = shape_of(what);
	size_t size = size_of[what & 15], sums = (size_t)(s.m * s.n / LANES);
	_Alignas(16) char a[ELEMENTS * 8], b[ELEMENTS * 8], c[ELEMENTS * 8];

	collect(a, buffer, 0, (size_t)(s.m * s.k / LANES) * size);
	collect(b, buffer, 1, (size_t)(s.k * s.n / LANES) * size);
	collect(c, buffer, 2, sums * size_of[what >> 4 & 15]);
	product(a, b, c, what);
	spread(c, buffer, 3, sums * size_of[what >> 8 & 15]);
}

/* ---- loads and stores ------------------------------------------------------------ */

HD_MMA_INLINE void
move_elements(char *matrix, char *memory, int64_t stride, int32_t how,
	      const size_t size)
{
	int cols = how >> 16 & 255, rows = (how >> 8 & 255) * LANES / cols;
	bool by_row = how & __hd_mma_by_row, out = how & __hd_mma_to_memory;

	if (by_row) {
		for (int i = 0; i < rows; i++) {
			char *here = matrix + (size_t)(i * cols) * size;
			char *there = memory + i * stride * (int64_t)size;

			memcpy(out ? there : here, out ? here : there,
			       (size_t)cols * size);
		}
		return;
	}
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++) {
			char *here = matrix + (size_t)(i * cols + j) * size;
			char *there = memory + (j * stride + i) * (int64_t)size;

			memcpy(out ? there : here, out ? here : there, size);
		}
}

/* Between the fragments of a warp and a matrix with `stride` elements from row to row,
 * or from column to column. */
void
hd_matrix_move(const char *buffer, char *memory, int64_t stride, int32_t how)
{
	_Alignas(16) char matrix[ELEMENTS * 8];
	size_t size = how & 255, bytes = size * (how >> 8 & 255);
	bool out = how & __hd_mma_to_memory;

	if (out)
		collect(matrix, buffer, 0, bytes);
	switch (size) {
	case 1:
		move_elements(matrix, memory, stride, how, 1);
		break;
	case 2:
		move_elements(matrix, memory, stride, how, 2);
		break;
	case 4:
		move_elements(matrix, memory, stride, how, 4);
		break;
	default:
		move_elements(matrix, memory, stride, how, 8);
	}
	if (!out)
		spread(matrix, buffer, 0, bytes);
}

/* ---- mma instructions ------------------------------------------------------------ */

/* Of the blocks that this thread runs: one at a time multiplies. */
char *
hd_matrix_buffer(int32_t warp)
{
	enum { WARPS = HD_MAX_THREADS / HD_WARP };
	static _Thread_local _Alignas(16) char buffers[WARPS][LANES * __hd_mma_slot];

	return buffers[warp & (WARPS - 1)];
}

/* Lane 4 g + t has, in register r of A, the n elements of row g + 8 (r & 1) that fill it,
 * from column n t + 4 n (r >> 1) on; of B, the same of column g and row n t + 4 n r. */
static void
place_factors(const char *from, char *a, char *b, int32_t what)
{
	struct shape s = shape_of(what);
	size_t size = size_of[what & 15], word = size < 4 ? 4 : size, n = word / size;
	int deep = s.k / (4 * (int)n), apart = s.m / 8;

	for (int l = 0; l < LANES; l++, from += __hd_mma_slot) {
		const char *r = from;
		size_t g = (size_t)l / 4, t = (size_t)l % 4;

		for (int q = 0; q < deep * apart; q++, r += word) {
			size_t row = g + 8 * (size_t)(q % apart);
			size_t col = n * t + 4 * n * (size_t)(q / apart);

			memcpy(a + (row * (size_t)s.k + col) * size, r, word);
		}
		for (int q = 0; q < deep; q++, r += word)
			for (size_t j = 0; j < n; j++) {
				size_t row = n * t + 4 * n * (size_t)q + j;

				memcpy(b + (row * 8 + g) * size, r + j * size, size);
			}
	}
}

/* Between the registers of C or D and the matrix: two elements each of rows g, g + 8. */
static void
place_sums(char *lanes, char *matrix, size_t size, struct shape s, bool out)
{
	for (int l = 0; l < LANES; l++, lanes += __hd_mma_slot)
		for (int half = 0; half < s.m / 8; half++) {
			size_t row = (size_t)(l / 4 + 8 * half),
			       col = 2 * (size_t)(l % 4);
			char *here = matrix + (row * 8 + col) * size;
			char *there = lanes + (size_t)half * 2 * size;

			memcpy(out ? there : here, out ? here : there, 2 * size);
		}
}

void
hd_matrix_registers(char *buffer, int32_t what)
{
	_Alignas(16) char a[ELEMENTS * 8], b[ELEMENTS * 8], c[ELEMENTS * 8];
	struct shape s = shape_of(what);
	size_t size = size_of[what & 15], word = size < 4 ? 4 : size;
	size_t factors = (size_t)s.k / (4 * word / size) * (size_t)(s.m / 8 + 1);

	place_factors(buffer, a, b, what);
	place_sums(buffer + factors * word, c, size_of[what >> 4 & 15], s, false);
	product(a, b, c, what);
	place_sums(buffer, c, size_of[what >> 8 & 15], s, true);
}
