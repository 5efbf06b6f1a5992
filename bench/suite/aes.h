/* aes: AES-128 in counter mode; tables are computed, not typed in. */
/* SPDX-License-Identifier: Apache-2.0 */
#include "../bench.h"

enum { ROUNDS = 10 };

static uint32_t aes_table[4][256]; /* SubBytes and MixColumns together */
static uint8_t aes_sbox[256];
static uint32_t aes_key[4 * (ROUNDS + 1)];

static inline uint8_t
aes_times(uint8_t a, uint8_t b)
{
	uint8_t p = 0;

	for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0)))
		if (b & 1)
			p ^= a;
	return p;
}

static inline void
aes_tables(void)
{
	for (int i = 0; i < 256; i++) {
		uint8_t inverse = 0, s;

		for (int j = 1; i && j < 256 && !inverse; j++)
			if (aes_times((uint8_t)i, (uint8_t)j) == 1)
				inverse = (uint8_t)j;
		s = 0x63;
		for (int k = 0; k < 5; k++)
			s ^= (uint8_t)(inverse << k | inverse >> (8 - k));
		aes_sbox[i] = s;
		uint32_t w = (uint32_t)aes_times(s, 2) << 24 | (uint32_t)s << 16 |
			     (uint32_t)s << 8 | aes_times(s, 3);
		for (int k = 0; k < 4; k++)
			aes_table[k][i] = w >> 8 * k | (k ? w << (32 - 8 * k) : 0);
	}
}

static inline void
aes_expand(const uint8_t *key)
{
	uint8_t constant = 1;

	for (int i = 0; i < 4; i++)
		aes_key[i] = (uint32_t)key[4 * i] << 24 |
			     (uint32_t)key[4 * i + 1] << 16 |
			     (uint32_t)key[4 * i + 2] << 8 | key[4 * i + 3];
	for (int i = 4; i < 4 * (ROUNDS + 1); i++) {
		uint32_t w = aes_key[i - 1];

		if (i % 4 == 0) {
			w = w << 8 | w >> 24;
			w = (uint32_t)aes_sbox[w >> 24] << 24 |
			    (uint32_t)aes_sbox[w >> 16 & 255] << 16 |
			    (uint32_t)aes_sbox[w >> 8 & 255] << 8 | aes_sbox[w & 255];
			w ^= (uint32_t)constant << 24;
			constant = aes_times(constant, 2);
		}
		aes_key[i] = aes_key[i - 4] ^ w;
	}
}

/* Tables, a key and a text of n blocks of four words. */
static inline void
aes_input(uint32_t *text, int n)
{
	static const uint8_t key[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6,
					0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
	uint32_t seed = 39;

	aes_tables();
	aes_expand(key);
	for (int i = 0; i < 4 * n; i++)
		text[i] = bench_bits(&seed) << 8 ^ bench_bits(&seed);
}
