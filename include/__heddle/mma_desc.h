/* SPDX-License-Identifier: Apache-2.0 */
/* How kernels tell the runtime which matrices to multiply. */
#ifndef __HEDDLE_MMA_DESC_H__
#define __HEDDLE_MMA_DESC_H__

enum __hd_mma_kind {
	__hd_mma_f16,
	__hd_mma_bf16,
	__hd_mma_tf32,
	__hd_mma_f32,
	__hd_mma_f64,
	__hd_mma_s8,
	__hd_mma_u8,
	__hd_mma_s32,
};

/* The kinds of factors, of what is added and of the result; rows, columns, depth. */
#define __hd_mma_what(ab, c, d, m, n, k) \
	((ab) | (c) << 4 | (d) << 8 | (m) << 12 | (n) << 18 | (k) << 24)
#define __hd_mma_saturate (1 << 30)
#define __hd_mma_mixed (1 << 31) /* the second factor is of the other sign */

/* Bytes that a lane has for the registers of an mma instruction. */
enum { __hd_mma_slot = 48 };

/* Of a transfer: bytes of an element, elements of a lane, of a row; which way. */
#define __hd_mma_move(size, count, cols) ((size) | (count) << 8 | (cols) << 16)
#define __hd_mma_by_row (1 << 28)
#define __hd_mma_to_memory (1 << 29)

#endif
