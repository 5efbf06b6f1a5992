/* SPDX-License-Identifier: Apache-2.0 */
/* What programs that were built with --check ask before they use an address. */
#include "dev.h"

static u32
is_between(const char *p, const char *begin, u64 n)
{
	return p >= begin && p < begin + n;
}

/* Is it memory other than a variable's? The emulator only remembers where it was asked:
 * it will be told about faults. */
u32
hd_gfx_is_memory(const char *p, u64 n, const char *where)
{
	if (n == 0 || !has_faults(where) || is_own(p))
		return 1;
	if (is_between(p, hd_gf_env.stack, hd_gf_env.stack_size) ||
	    is_between(p, hd_gf_env.heap, hd_gf_env.heap_size) ||
	    is_between(p, hd_gf_env.reduce,
		       HD_GF_REDUCE * (u64)hd_gf_env.max_threads) ||
	    is_between(p, (char *)hd_gf_env.thread,
		       hd_gf_env.max_threads * sizeof *hd_gf_env.thread))
		return 1;
	for (u32 i = 0; i < HD_GF_SHOWN; i++)
		if (is_between(p, hd_gf_env.shown[i].begin, hd_gf_env.shown[i].size))
			return 1;
	return 0;
}

void
hd_gfx_fault(const char *p, u64 n, const char *where)
{
	hd_gf_call c;

	hd_gfx_rpc_begin(&c, HD_GF_OP_FAULT);
	hd_gfx_rpc_string(&c, where);
	hd_gfx_rpc_value(&c, (u64)p);
	hd_gfx_rpc_value(&c, n);
	hd_gfx_rpc_value(&c, hd_gf_team.active ? global_thread() : 0);
	hd_gfx_rpc_end(&c);
}
