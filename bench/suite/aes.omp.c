/* aes: blocks of 16 bytes in parallel, with tables. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "aes.h"

#define T(k, w, shift) aes_table[k][(w) >> (shift) & 255]
#define S(w, shift)    ((uint32_t)aes_sbox[(w) >> (shift) & 255])

static inline uint32_t
last(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
	return S(a, 24) << 24 | S(b, 16) << 16 | S(c, 8) << 8 | S(d, 0);
}

static void
encrypt(uint32_t *text, int n)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
		const uint32_t *k = aes_key;
		uint32_t a = k[0] ^ 0x01234567u, b = k[1] ^ 0x89abcdefu, c = k[2],
			 d = k[3] ^ (uint32_t)i;

		for (int r = 1; r < ROUNDS; r++) {
			k += 4;
			uint32_t w = T(0, a, 24) ^ T(1, b, 16) ^ T(2, c, 8) ^
				     T(3, d, 0) ^ k[0];
			uint32_t x = T(0, b, 24) ^ T(1, c, 16) ^ T(2, d, 8) ^
				     T(3, a, 0) ^ k[1];
			uint32_t y = T(0, c, 24) ^ T(1, d, 16) ^ T(2, a, 8) ^
				     T(3, b, 0) ^ k[2];
			uint32_t z = T(0, d, 24) ^ T(1, a, 16) ^ T(2, b, 8) ^
				     T(3, c, 0) ^ k[3];
			a = w, b = x, c = y, d = z;
		}
		k += 4;
		text[4 * i] ^= last(a, b, c, d) ^ k[0];
		text[4 * i + 1] ^= last(b, c, d, a) ^ k[1];
		text[4 * i + 2] ^= last(c, d, a, b) ^ k[2];
		text[4 * i + 3] ^= last(d, a, b, c) ^ k[3];
	}
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 500);
	uint32_t *text = BENCH_NEW(uint32_t, 4 * n), *now = BENCH_NEW(uint32_t, 4 * n);

	aes_input(text, n);
	while (bench_next()) {
		memcpy(now, text, 4 * n * sizeof *now);
		bench_start();
		encrypt(now, n);
		bench_stop();
	}
	bench_ints("text", now, 4 * n);
	return bench_end();
}
