/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses, of shared memory above all: base + offset + sum of term * scale, in bytes. */
#ifndef HD_SHARED_ADDRESS_H
#define HD_SHARED_ADDRESS_H

#include "ana/marks.h"

enum { HD_ADDRESS_TERMS = 4 };

typedef struct hd_term {
	LLVMValueRef v;
	int64_t scale;
	bool zext; /* v is narrower than an address, and has no sign */
} hd_term;

typedef struct hd_address {
	LLVMValueRef base; /* a shared variable; NULL: not in shared memory, unknown */
	bool anywhere;     /* in shared memory, but nothing else is known */
	int64_t offset;
	int64_t wraps; /* it may be off by any multiple of this: narrow arithmetic that may
			* overflow; 0 = it is not */
	int n;
	hd_term term[HD_ADDRESS_TERMS];
} hd_address;

int64_t hd_gcd(int64_t a, int64_t b); /* of 0 and b: b */

hd_address hd_address_of(hd_unit *u, LLVMValueRef p);
hd_address hd_parts_of(hd_unit *u, LLVMValueRef p); /* of any memory */

/* Adds v * scale; where that is computed in fewer bits, overflow does not count. */
void hd_add_term(hd_address *a, LLVMValueRef v, int64_t scale);

/* The same value, computed again or not. */
bool hd_is_same_value(LLVMValueRef a, LLVMValueRef b);
bool hd_has_term(const hd_address *a, const hd_term *t);
bool hd_has_same_terms(const hd_address *a, const hd_address *b);

/* Is it another one for another thread? */
bool hd_is_thread_term(const hd_term *t);

/* Has it all terms of the other that depend on the thread? */
bool hd_has_thread_terms_of(const hd_address *a, const hd_address *of);

/* v = start, start + step, ... from round to round of the loop that begins in its block */
bool hd_is_recurrence(LLVMValueRef v, LLVMValueRef *start, LLVMValueRef *step);

/* Is it another one in another thread, or block? */
enum { HD_NO, HD_YES, HD_UNKNOWN };
int hd_depends_on(LLVMValueRef v, enum hd_sreg what);
int hd_address_depends_on(const hd_address *a, enum hd_sreg what);

/* Does every thread of a row have another element? */
bool hd_is_own_element(const hd_address *a);

#endif
