/* SPDX-License-Identifier: Apache-2.0 */
/* normalize: LLVM's clean-up passes, in an order that suits regions and lanes.
 *
 * jump-threading removes the flag-and-switch that clang makes of `break`; no PRE, since
 * it makes phis of values that could be recomputed after a barrier; lcssa last, so that
 * every value leaves a loop by a phi (where lanes that left earlier are blended).
 *
 * needs:   everything inlined
 * ensures: no switch instructions
 */
#include "pass.h"

bool
hd_pass_normalize(hd_unit *u)
{
	if (u->opt.debug_device || u->opt.opt_level == 0) {
		hd_run_llvm(u, "function(lower-switch)");
		return true;
	}
	hd_run_llvm(
		u, "function("
		   "sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
		   "jump-threading,simplifycfg,lower-switch,"
		   "loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm),"
		   "gvn<no-pre;no-load-pre>,sroa,instcombine<no-verify-fixpoint>,"
		   "simplifycfg,adce,lower-switch,loop-simplify,lcssa),"
		   "globaldce");
	return true;
}
