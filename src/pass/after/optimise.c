/* SPDX-License-Identifier: Apache-2.0 */
/* optimise: LLVM's own pipeline, of the level that was asked for.
 *
 * needs:   merge_host */
#include "pass/pass.h"

/* Functions of the C++ library that always inline may be in no library. */
#define QUICK "always-inline,function(sroa,early-cse,simplifycfg,adce)"

bool
hd_pass_optimise(hd_unit *u)
{
	static const char *const level[] = {"default<O0>", "default<O1>", "default<O2>",
					    "default<O3>"};
	int n = u->opt.opt_level;

	hd_run_llvm(u, u->opt.quick ? QUICK : level[n < 0 ? 0 : n > 3 ? 3 : n]);
	return true;
}
