/* SPDX-License-Identifier: Apache-2.0 */
/* align_branches: no branch lies in two lines of 32 bytes, on x86.
 *
 * Skylake and what came after it until Cascade Lake decode jumps that cross or end a line of
 * 32 bytes whenever they come there (Intel's erratum SKX102). LLVM has no other way to be asked
 * than an option of the whole process: it holds from now on.
 *
 *     define internal void @hd.kernel.k(...) {
 * becomes, where it is large,
 *     define internal void @hd.kernel.k(...) section ".text.hd.0" {
 *
 * as moving one branch moves all that follow it in its section: what LLVM's assembler needs
 * grows with the square of a section. */
#include "pass/pass.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Support.h>

static bool
is_large(LLVMValueRef fn)
{
	enum { LARGE = 500 };
	unsigned n = 0;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb)
			n++;
	return n > LARGE;
}

/* Sections of the user stay what they are; a group may be dropped, and what is in it. */
static bool
cut_text(hd_unit *u)
{
	int number = 0;

	hd_each_function (fn, u->m) {
		const char *section = LLVMGetSection(fn);

		if (hd_has_body(fn) && hd_has_prefix(hd_name(fn), "hd.") &&
		    !(section && *section) && !LLVMGetComdat(fn) && is_large(fn)) {
			section = hd_format(&u->scratch, ".text.hd.%d", number++);
			LLVMSetSection(fn, section);
		}
	}
	return number > 0;
}

bool
hd_pass_align_branches(hd_unit *u)
{
	static const char *const option[] = {"heddle",
					     "-x86-branches-within-32B-boundaries"};
	static bool done;

	if (!done)
		LLVMParseCommandLineOptions(HD_COUNT(option), option, "");
	done = true;
	return cut_text(u);
}
