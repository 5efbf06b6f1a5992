// aes: a thread per block of 16 bytes; the tables are copied to shared memory.
// SPDX-License-Identifier: Apache-2.0
#include "aes.h"

enum { THREADS = 256 };

__constant__ uint32_t round_key[4 * (ROUNDS + 1)];

__global__ void
encrypt(uint4 *text, const uint32_t *tables, const uint8_t *sbox, int n)
{
	__shared__ uint32_t t0[256], t1[256], t2[256], t3[256];
	__shared__ uint8_t s[256];
	int t = threadIdx.x, i = blockIdx.x * THREADS + t;

	t0[t] = tables[t];
	t1[t] = tables[256 + t];
	t2[t] = tables[512 + t];
	t3[t] = tables[768 + t];
	s[t] = sbox[t];
	__syncthreads();
	if (i >= n)
		return;
	uint32_t a = round_key[0] ^ 0x01234567u, b = round_key[1] ^ 0x89abcdefu,
		 c = round_key[2], d = round_key[3] ^ (uint32_t)i;
	for (int r = 1; r < ROUNDS; r++) {
		uint32_t w = t0[a >> 24] ^ t1[b >> 16 & 255] ^ t2[c >> 8 & 255] ^
			     t3[d & 255] ^ round_key[4 * r];
		uint32_t x = t0[b >> 24] ^ t1[c >> 16 & 255] ^ t2[d >> 8 & 255] ^
			     t3[a & 255] ^ round_key[4 * r + 1];
		uint32_t y = t0[c >> 24] ^ t1[d >> 16 & 255] ^ t2[a >> 8 & 255] ^
			     t3[b & 255] ^ round_key[4 * r + 2];
		uint32_t z = t0[d >> 24] ^ t1[a >> 16 & 255] ^ t2[b >> 8 & 255] ^
			     t3[c & 255] ^ round_key[4 * r + 3];
		a = w, b = x, c = y, d = z;
	}
	uint4 p = text[i];
	p.x ^= ((uint32_t)s[a >> 24] << 24 | (uint32_t)s[b >> 16 & 255] << 16 |
		(uint32_t)s[c >> 8 & 255] << 8 | s[d & 255]) ^
	       round_key[4 * ROUNDS];
	p.y ^= ((uint32_t)s[b >> 24] << 24 | (uint32_t)s[c >> 16 & 255] << 16 |
		(uint32_t)s[d >> 8 & 255] << 8 | s[a & 255]) ^
	       round_key[4 * ROUNDS + 1];
	p.z ^= ((uint32_t)s[c >> 24] << 24 | (uint32_t)s[d >> 16 & 255] << 16 |
		(uint32_t)s[a >> 8 & 255] << 8 | s[b & 255]) ^
	       round_key[4 * ROUNDS + 2];
	p.w ^= ((uint32_t)s[d >> 24] << 24 | (uint32_t)s[a >> 16 & 255] << 16 |
		(uint32_t)s[b >> 8 & 255] << 8 | s[c & 255]) ^
	       round_key[4 * ROUNDS + 3];
	text[i] = p;
}

int
main(int argc, char **argv)
{
	bench_options(argc, argv);

	const int n = bench_size(1 << 19, 500);
	uint32_t *text = BENCH_NEW(uint32_t, 4 * n);

	aes_input(text, n);
	BENCH_CHECK(cudaMemcpyToSymbol(round_key, aes_key, sizeof aes_key));
	uint32_t *tables = bench_copy(&aes_table[0][0], 4 * 256);
	uint32_t *d = bench_device<uint32_t>(4 * n);
	uint8_t *sbox = bench_copy(aes_sbox, 256);
	while (bench_next()) {
		bench_to_device(d, text, 4 * n);
		bench_start();
		encrypt<<<(n + THREADS - 1) / THREADS, THREADS>>>((uint4 *)d, tables,
								  sbox, n);
		bench_wait();
		bench_stop();
	}
	bench_to_host(text, d, 4 * n);
	bench_ints("text", text, 4 * n);
	return bench_end();
}
