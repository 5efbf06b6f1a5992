/* SPDX-License-Identifier: Apache-2.0 */
/* Passes: `bool hd_pass_NAME(...)` says whether it changed anything. */
#ifndef HD_PASS_H
#define HD_PASS_H

#include "ana/marks.h"
#include "pass/run.h"

#define MODULE_PASS(name, what)   bool hd_pass_##name(hd_unit *u);
#define FUNCTION_PASS(name, what) bool hd_pass_##name(hd_unit *u, LLVMValueRef fn);
#include "pass/passes.def"
#undef MODULE_PASS
#undef FUNCTION_PASS

/* Runs the pipeline; false when the user's program was found wrong. */
bool hd_run_passes(hd_unit *u, const hd_run_options *o);

/* Adds that version, for the shape that HD_BLOCK says (specialize_launches.c). */
LLVMValueRef hd_add_known_version(hd_unit *u, LLVMValueRef fn);
LLVMValueRef hd_descriptor_of(hd_unit *u, LLVMValueRef kernel); /* for HD_LAUNCHED */

/* What normalize does, once more: after a pass that left something to clean up. */
void hd_normalize(hd_unit *u);
/* The same for functions that a pass has changed, and marked; the marks go. */
void hd_mark_changed(hd_unit *u, LLVMValueRef fn);
bool hd_is_changed(LLVMValueRef fn);
void hd_normalize_changed(hd_unit *u);
void hd_run_changed(hd_unit *u, const char *pipeline); /* LLVM's passes for these */

/* Part of lower_nvvm: warp operations and lane numbers. NULL: this is none. */
LLVMValueRef hd_lower_warp(hd_unit *u, LLVMBuilderRef b, LLVMValueRef i);

/* The threads of the warp that come here wait for each other before it (warp_ops.c). */
void hd_meet_before(hd_unit *u, LLVMValueRef insn);
void hd_yield_before(hd_unit *u, LLVMValueRef insn); /* for itself, and others run */
void hd_set_depths(hd_unit *u, LLVMValueRef fn);     /* when all do (meet_depths.c) */

/* Part of lower_address_spaces: constants with addresses of shared variables. */
void hd_own_shared_tables(hd_unit *u);

/* Part of move_common_accesses: choices for branches that are not worth it (if_convert.c). */
bool hd_fold_sides(hd_unit *u, LLVMValueRef fn);

/* Part of recompute_flags: branches on a phi of conditions that were made (thread_jumps.c). */
void hd_copy_forks(hd_unit *u, LLVMValueRef fn, const hd_map *made);

/* Functions that take the carry flag from their callers or leave it to them, and must be
 * inlined (lower_carry_flag.c); function -> hd_carries. */
enum { HD_TAKES_CARRY = 1, HD_LEAVES_CARRY = 2 };
hd_map hd_find_carries(hd_unit *u);

/* After LLVM's optimiser. */
void hd_ask_ahead(hd_unit *u);    /* prefetch_host.c */
void hd_load_columns(hd_unit *u); /* expand_gathers.c */
void hd_move_to_cold(hd_unit *u); /* sink_cold.c */
void hd_widen_masks(hd_unit *u);  /* widen_masks.c */
void hd_pair_indices(hd_unit *u); /* extract_pairs.c */
void hd_take_kept(hd_unit *u);    /* forward_scatters.c */

#endif
