/* SPDX-License-Identifier: Apache-2.0 */
/* Remarks for authors of kernels: -Rpass=heddle. */
#include "ir.h"

/* Of code that has copies, in versions for known blocks and elsewhere, it is said once. */
void
hd_remark(hd_unit *u, LLVMValueRef at, const char *fmt, ...)
{
	const char *text, *all;
	uintptr_t *said;
	hd_pos pos;
	va_list ap;

	if (!u->opt.remarks)
		return;
	va_start(ap, fmt);
	text = hd_vformat(&u->mem, fmt, ap);
	va_end(ap);
	pos = hd_user_position(at);
	all = hd_format(&u->mem, "%s:%u:%u: %s", pos.file ? pos.file : "", pos.line,
			pos.column, text);
	said = hd_map_put_str(&u->mem, &u->said, all);
	if (!*said)
		hd_remark_at(pos, "-Rpass=heddle", "%s", text);
	*said = 1;
}
