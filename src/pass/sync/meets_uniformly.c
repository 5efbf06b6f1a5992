/* SPDX-License-Identifier: Apache-2.0 */
/* Do the threads of a block always meet at the same barriers? */
#include "ana/access.h"
#include "lanes/read/read.h"

bool
hd_meets_uniformly(hd_unit *u, LLVMValueRef fn, bool *returned)
{
	hd_lower l = {.u = u};
	hd_code *c = hd_read_code(&l, fn, HD_KERNEL);

	hd_find_regions(c);
	if (returned)
		*returned = c->returned;
	return !c->steps;
}
