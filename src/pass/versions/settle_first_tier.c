/* SPDX-License-Identifier: Apache-2.0 */
/* settle_first_tier: kernels of the first tier are cleaned up a little and left alone from
 * here on.
 *
 *     define internal void @hd.kernel.k(...)
 * becomes
 *     define internal void @hd.kernel.k(...) noinline optnone
 *
 * Most kernels of a large file never run, and those that run for long are compiled again, for
 * the processor that they run on. LLVM's optimiser and code generator, at their best, take
 * most of the time of a compilation; the host's code alone gets that.
 *
 * needs:   describe_kernels
 */
#include "pass/pass.h"

#define QUICK                                                                          \
	"always-inline,function(sroa,early-cse,simplifycfg,"                           \
	"instcombine<no-verify-fixpoint>,early-cse,adce)"

bool
hd_pass_settle_first_tier(hd_unit *u)
{
	hd_run_llvm(u, QUICK);
	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn) || hd_has_attr(fn, "alwaysinline"))
			continue;
		hd_add_attr(u, fn, "noinline");
		hd_add_attr(u, fn, "optnone");
	}
	return true;
}
