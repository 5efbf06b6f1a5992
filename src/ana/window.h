/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons in loops that go around a place: x + d < n, where x differs between threads, d is
 * counted by a loop and n is the same for all. */
#ifndef HD_PASS_WINDOW_H
#define HD_PASS_WINDOW_H

#include "ana/marks.h"

enum { HD_WINDOW_TERMS = 8 };

/* A 32-bit number: what threads differ in, what loops count, and what is the same for all. */
typedef struct hd_window_sum {
	LLVMValueRef place; /* times one; NULL = none */
	int64_t constant;
	struct {
		LLVMValueRef v; /* counted, or the same for all */
		int64_t factor;
		bool counted;
	} term[HD_WINDOW_TERMS];
	int n;
	bool wraps; /* perhaps */
} hd_window_sum;

typedef struct hd_window_test {
	LLVMValueRef cmp;
	LLVMIntPredicate p;
	hd_window_sum a, b; /* a has the place */
	bool less;          /* a < b for all turns, or a > b */
} hd_window_test;

/* From `start` upwards. */
typedef struct hd_window_count {
	LLVMValueRef start, limit;
	int64_t beyond; /* the last number is limit + beyond, or start */
	bool ends_at;   /* only if start is not behind that */
	bool positive;  /* only if both are */
} hd_window_count;

/* `in` has the blocks of the loop. */
bool hd_is_in_loop(const hd_map *in, LLVMValueRef v);
bool hd_is_counted(const hd_map *in, LLVMValueRef phi, hd_window_count *c);
bool hd_read_window_test(const hd_map *in, hd_window_test *t, LLVMValueRef cmp);

#endif
