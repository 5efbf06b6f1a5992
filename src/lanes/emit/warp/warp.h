/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of groups that are warps. */
#ifndef HD_LANES_EMIT_WARP_H
#define HD_LANES_EMIT_WARP_H

#include "lanes/emit/emit.h"

/* words.c */
LLVMTypeRef hd_warp_mask_type(hd_emit *e);
LLVMValueRef hd_warp_bits(hd_emit *e, LLVMValueRef mask); /* NULL: all lanes */
LLVMValueRef hd_gone_bits(hd_emit *e);                    /* lanes that have returned */
LLVMValueRef hd_warp_words(hd_emit *e, LLVMValueRef v);   /* the low ones */
LLVMValueRef hd_warp_lanes(hd_emit *e, LLVMValueRef bits); /* as a mask */
LLVMValueRef hd_warp_field(hd_emit *e, size_t offset);     /* of an hd_warp_args */
LLVMValueRef hd_warp_by_runtime(hd_emit *e, LLVMValueRef i);
/* rank.c */
LLVMValueRef hd_emit_rank(hd_emit *e, LLVMValueRef i, LLVMValueRef who);
/* shuffle.c */
LLVMValueRef hd_emit_shuffle(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef who);
/* match.c, match_neon.c */
LLVMValueRef hd_emit_match(hd_emit *e, LLVMValueRef i, LLVMValueRef who);
LLVMValueRef hd_match_neon(hd_emit *e, LLVMValueRef x); /* words, from integers */

#endif
