/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of groups that are warps. */
#ifndef HD_LANES_WARP_H
#define HD_LANES_WARP_H

#include "lanes.h"

/* warp.c */
bool hd_is_warp_uniform(const hd_code *c, LLVMValueRef i); /* one result for all */
const char *hd_why_no_warps(const hd_code *c);
bool hd_waits_for_lanes(LLVMValueRef i); /* that its mask names */
void hd_emit_warp(hd_emit *e, LLVMValueRef i);
LLVMValueRef hd_warp_words(hd_emit *e, LLVMValueRef v);    /* the low ones */
LLVMValueRef hd_warp_lanes(hd_emit *e, LLVMValueRef bits); /* as a mask */
LLVMValueRef hd_warp_field(hd_emit *e, size_t offset);     /* of an hd_warp_args */
bool hd_is_take(LLVMValueRef i); /* the operation that changes memory */
LLVMValueRef hd_warp_by_runtime(hd_emit *e, LLVMValueRef i);
/* take.c */
bool hd_can_take(const hd_code *c, LLVMValueRef i);
LLVMValueRef hd_emit_take(hd_emit *e, LLVMValueRef i, LLVMValueRef who);
/* shuffle.c */
LLVMValueRef hd_emit_shuffle(hd_emit *e, LLVMValueRef i, int op, LLVMValueRef who);
/* match.c, match_neon.c */
LLVMValueRef hd_emit_match(hd_emit *e, LLVMValueRef i, LLVMValueRef who);
LLVMValueRef hd_match_neon(hd_emit *e, LLVMValueRef x); /* words, from integers */

#endif
