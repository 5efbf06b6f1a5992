/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses whose lanes lie in two rows: two_rows.c finds them, emit/access/two_rows.c
 * computes them. */
#ifndef HD_LANES_TWO_ROWS_H
#define HD_LANES_TWO_ROWS_H

#include "lanes/read/read.h"

/* Which numbers an expression is about: those of its type, that wrap around as addresses
 * do, or with or without a sign where it is extended. */
enum hd_numbers { HD_ADDRESS, HD_SIGNED, HD_UNSIGNED };

enum { HD_MOST_ASKED = 4 };

/* What tells the rows apart, and how far the expression goes from lane to lane of a row. */
typedef struct hd_row_form {
	LLVMValueRef x, by; /* x / by and x % by, or */
	int64_t step;
	LLVMValueRef cond;                   /* the condition of cond ? a : b */
	LLVMValueRef counted[HD_MOST_ASKED]; /* what must not wrap around, */
	LLVMValueRef unless[HD_MOST_ASKED];  /* nor be so, to be asked */
	int ncounted, nunless;
	unsigned lanes; /* that are to lie in two rows */
	int64_t stride;
	hd_bits *leaves;     /* values that it is computed from, NULL: not asked for */
	const hd_bits *kept; /* values kept at barriers, without operands; or NULL */
} hd_row_form;

bool hd_is_in_two_rows(const hd_code *c, LLVMValueRef access);
bool hd_find_row_form(const hd_code *c, LLVMValueRef access, hd_row_form *f);
bool hd_is_varying_division(const hd_code *c, LLVMValueRef v);
/* How the operand of an extension is to be read; false: it cannot be. */
bool hd_read_extended(LLVMValueRef i, enum hd_numbers *as);

#endif
