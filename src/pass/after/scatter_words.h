/* SPDX-License-Identifier: Apache-2.0 */
/* Words of shared memory that instructions read and write, where that is known. */
#ifndef HD_GEN_KEPT_H
#define HD_GEN_KEPT_H

#include "pass/pass.h"

enum {
	HD_WORD_BYTES = 4,
	HD_MOST_WORDS = 64, /* of one access */
};

/* Each lane's place, as an offset into shared memory. */
typedef struct hd_words {
	LLVMValueRef data; /* of a write: a vector, or a word */
	int64_t offset[HD_MOST_WORDS];
	bool active[HD_MOST_WORDS];
	unsigned n;
} hd_words;

/* scatter_words.c; shared: the pointer to shared memory, which all that points there comes
 * from */
bool hd_is_word(LLVMTypeRef t);
bool hd_is_vector_of_words(LLVMTypeRef t);
bool hd_is_scatter(LLVMValueRef i);
bool hd_words_read(hd_unit *u, LLVMValueRef shared, LLVMValueRef i, hd_words *w);
bool hd_words_written(hd_unit *u, LLVMValueRef shared, LLVMValueRef i, hd_words *w);
/* In any way? */
bool hd_may_touch(hd_unit *u, LLVMValueRef shared, LLVMValueRef i);
bool hd_only_reads(LLVMValueRef i);

#endif
