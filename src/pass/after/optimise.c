/* SPDX-License-Identifier: Apache-2.0 */
/* optimise: LLVM's own pipeline, of the level that was asked for; then what -fsanitize adds
 * to host code, whose functions ask for it. Kernels do not.
 *
 * needs:   merge_host */
#include "pass/pass.h"

/* Functions of the C++ library that always inline may be in no library. */
#define QUICK "always-inline,function(sroa,early-cse,simplifycfg,adce)"

static const struct {
	const char *attr, *passes;
} sanitizers[] = {
	{"sanitize_address", "asan"},
	{"sanitize_thread", "tsan-module,function(tsan)"},
};

static bool
asks_for(hd_unit *u, const char *attr)
{
	hd_each_function (fn, u->m)
		if (hd_has_body(fn) && hd_has_attr(fn, attr))
			return true;
	return false;
}

bool
hd_pass_optimise(hd_unit *u)
{
	static const char *const level[] = {"default<O0>", "default<O1>", "default<O2>",
					    "default<O3>"};
	int n = u->opt.opt_level;

	hd_run_llvm(u, u->opt.quick ? QUICK : level[n < 0 ? 0 : n > 3 ? 3 : n]);
	for (size_t k = 0; k < HD_COUNT(sanitizers); k++)
		if (asks_for(u, sanitizers[k].attr))
			hd_run_llvm(u, sanitizers[k].passes);
	return true;
}
