/* SPDX-License-Identifier: Apache-2.0 */
/* What hdcc and the runtime agree on about tiers (docs/tiers.md): the device code that a
 * program carries, how the runtime asks for a kernel of it, and what it gets. */
#ifndef HD_CARRIED_H
#define HD_CARRIED_H

#include <stddef.h>
#include <stdint.h>

/* Device code as it was before kernels were made of it: this, notes (lines of text), and
 * packed bitcode. Only hdcc reads what is behind the head. */
typedef struct hd_carried {
	char magic[8]; /* HD_CARRIED_MAGIC */
	uint32_t version;
	uint32_t notes;           /* bytes */
	uint64_t packed, bitcode; /* bytes: here, and unpacked */
	uint64_t check;           /* hd_sum of notes and packed bitcode */
} hd_carried;

#define HD_CARRIED_MAGIC "HDCODE\r\n"
enum { HD_CARRIED_VERSION = 1 };

/* What the second tier of a kernel has from the first: variables, and functions whose
 * addresses are taken, by their names in device code. */
typedef struct hd_symbol {
	const char *name;
	void *address;
} hd_symbol;

/* Code of the second tier is a shared object that exports the hd_module of one kernel. Its
 * undefined weak symbols are HD_SYMBOL and such a name, or HD_SYMBOL, HD_LAUNCHED and the
 * name of a kernel, whose descriptor in the first tier is meant. */
#define HD_SYMBOL        "hd.sym."
#define HD_LAUNCHED      "hd.launched."
#define HD_SECOND_SYMBOL "heddle_second"

/* It is kept in files: the shared object, then this. */
typedef struct hd_second_tail {
	char magic[8];  /* HD_SECOND_MAGIC */
	uint64_t check; /* hd_sum of everything before */
} hd_second_tail;

#define HD_SECOND_MAGIC "HDSECOND"

/* The request, on hdcc's standard input, a socket that stays open as long as the answer is
 * wanted:
 *     HD_REQUEST "kernel NAME\nblock X,Y,Z\nkey HEX\ncode BYTES\n\n" and the code
 * `key` names the file that it is kept in, if it can be kept. The file, with its tail, goes
 * to the descriptor HD_ANSWER_FILE as well, and hdcc ends with 0. */
#define HD_REQUEST       "heddle second 1\n"
#define HD_SERVE         "--heddle-serve" /* hdcc's only argument then */
#define HD_SECOND_FOLDER "kernels"        /* in the cache */
enum { HD_ANSWER_FILE = 3, HD_KEY_LETTERS = 32 };

/* FNV-1a, of 64 bits. */
static inline uint64_t
hd_sum_more(uint64_t sum, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ p[i]) * 0x100000001b3ull;
	return sum;
}

static inline uint64_t
hd_sum(const void *bytes, size_t n)
{
	return hd_sum_more(0xcbf29ce484222325ull, bytes, n);
}

#endif
