/* SPDX-License-Identifier: Apache-2.0 */
/* Integers as sums of products of at most two values: what an address is for the thread
 * beside this one. */
#ifndef HD_POLYNOMIAL_H
#define HD_POLYNOMIAL_H

#include "ana/marks.h"

enum { HD_POLYNOMIAL_TERMS = 16 };

typedef struct hd_product {
	LLVMValueRef a, b; /* NULL: 1; a only if b is */
	int64_t by;
} hd_product;

typedef struct hd_polynomial {
	int n;
	hd_product term[HD_POLYNOMIAL_TERMS];
} hd_polynomial;

/* Adds the bytes that a pointer is behind `*base`, which it finds. False: they are not such a
 * sum. */
bool hd_add_pointer(hd_unit *u, hd_polynomial *p, LLVMValueRef v, LLVMValueRef *base);

bool hd_add_polynomial(hd_polynomial *p, const hd_polynomial *q, int64_t by);
bool hd_is_zero(const hd_polynomial *p);

/* What it grows by from a thread to the one that is `d` away from it. */
bool hd_growth(const hd_polynomial *p, const int64_t d[3], hd_polynomial *to);

/* The pointer, for which hd_add_pointer was true, of the thread that is `d` away. */
LLVMValueRef hd_pointer_of_thread(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p,
				  const int64_t d[3]);
/* The same, from where this thread's is, which may be out of its array; NULL: numbers may
 * wrap on the way. Both threads must have used theirs. */
LLVMValueRef hd_pointer_beside(hd_unit *u, LLVMBuilderRef b, LLVMValueRef p,
			       const int64_t d[3]);

#endif
