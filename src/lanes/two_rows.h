/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses made of x / n and x % n: row_form.c finds them, two_rows.c computes them. */
#ifndef HD_LANES_TWO_ROWS_H
#define HD_LANES_TWO_ROWS_H

#include "lanes.h"

/* Which numbers an expression is about: those of its type, that wrap around as addresses
 * do, or with or without a sign where it is extended. */
enum hd_numbers { HD_ADDRESS, HD_SIGNED, HD_UNSIGNED };

enum { HD_MOST_UNLESS = 4 };

/* What is divided, and how far the expression goes from lane to lane of a row. */
typedef struct hd_row_form {
	LLVMValueRef x, by;
	int64_t step;       /* of x */
	LLVMValueRef alone; /* what must be x, as nothing else is known of it */
	LLVMValueRef unless[HD_MOST_UNLESS]; /* what is not so, to be asked */
	int nunless;
	unsigned lanes; /* that are to lie in two rows */
	int64_t stride;
	hd_bits *leaves; /* values that it is computed from, NULL: nobody asks */
	bool emitted;    /* now: what has been kept says nothing about its operands */
} hd_row_form;

bool hd_find_row_form(const hd_code *c, LLVMValueRef access, hd_row_form *f);
bool hd_is_varying_division(const hd_code *c, LLVMValueRef v);
/* How the operand of an extension is to be read; false: it cannot be. */
bool hd_read_extended(LLVMValueRef i, enum hd_numbers *as);

static inline bool
hd_is_rest(LLVMValueRef i)
{
	return hd_is_opcode(i, LLVMURem) || hd_is_opcode(i, LLVMSRem);
}

#endif
