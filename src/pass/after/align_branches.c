/* SPDX-License-Identifier: Apache-2.0 */
/* align_branches: no branch lies in two lines of 32 bytes, on x86.
 *
 * Skylake and what came after it until Cascade Lake decode jumps that cross or end a line of
 * 32 bytes whenever they come there (Intel's erratum SKX102). LLVM has no other way to be asked
 * than an option of the whole process: it holds from now on. */
#include "pass/pass.h"

#include <llvm-c/Support.h>

bool
hd_pass_align_branches(hd_unit *u)
{
	static const char *const option[] = {"heddle",
					     "-x86-branches-within-32B-boundaries"};
	static bool done;

	(void)u;
	if (!done)
		LLVMParseCommandLineOptions(HD_COUNT(option), option, "");
	done = true;
	return false;
}
