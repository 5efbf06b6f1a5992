/* SPDX-License-Identifier: Apache-2.0 */
/* Passes: `bool hd_pass_NAME(...)` says whether it changed anything. */
#ifndef HD_PASS_H
#define HD_PASS_H

#include "ana/marks.h"
#include "pass/run.h"

/* Prototypes of all passes. */
#define HD_PROTOTYPE_MODULE(name)   bool hd_pass_##name(hd_unit *u);
#define HD_PROTOTYPE_FUNCTION(name) bool hd_pass_##name(hd_unit *u, LLVMValueRef fn);
#define KERNELS(name, on, ...)      HD_PROTOTYPE_##on(name)
#define UNIT                        KERNELS
#define FINAL                       KERNELS
#include "pass/passes.def"
#undef KERNELS
#undef UNIT
#undef FINAL

/* The pipeline has three stages (passes.def). */
enum hd_stage { HD_STAGE_KERNELS, HD_STAGE_UNIT, HD_STAGE_FINAL };

/* Runs the passes of these stages; false when the user's program was found wrong. */
bool hd_run_passes(hd_unit *u, const hd_run_options *o, enum hd_stage first,
		   enum hd_stage last);
/* Only some of the pipeline was asked for: the IR is not a program yet. */
bool hd_is_partial(const hd_run_options *o);
/* Single passes are dumped, timed, checked or chosen. */
bool hd_is_watched(const hd_run_options *o);

/* Part of link_versions: the same kernels, compiled for a better processor. */
void hd_add_version(hd_unit *u, LLVMModuleRef m);

/* What tiers, and versions for processors, share (tiers.c). */
bool hd_has_address_taken(LLVMValueRef fn);
void hd_replace_address(LLVMValueRef fn, LLVMValueRef by); /* calls stay as they are */
void hd_define_empty(LLVMValueRef g);                      /* a weak one of CUDA's */
bool hd_is_shared_by_tiers(LLVMValueRef v); /* has an identity: there must be one */

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

#endif
