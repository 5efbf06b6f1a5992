/* SPDX-License-Identifier: Apache-2.0 */
/* Is it worth a loop of its own where all guards on x hold (emit/interior.c)? */
#include "lanes/decide/decide.h"

static bool
has_guard(const hd_code *c)
{
	hd_guard g;

	for (int n = 0; n < c->nn; n++)
		hd_each_node_insn (i, c, n)
			if (hd_is_opcode(i, LLVMICmp) && hd_read_guard(i, 0, &g))
				return true;
	return false;
}

bool
hd_has_interior(const hd_layout *l)
{
	const hd_code *c = l->c;

	return hd_does(c->u, HD_TRICK_sure) && hd_does(c->u, HD_TRICK_fast) &&
	       l->long_rows && c->w.lanes > 1 && !l->group_bytes &&
	       !c->dynamic_allocas && c->np == 0 && !hd_is_large(c) && has_guard(c);
}
