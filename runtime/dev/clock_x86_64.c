/* SPDX-License-Identifier: Apache-2.0 */
/* clock64(): the time stamp counter. */
#include "dev.h"

u64
hd_nvvm_read_ptx_sreg_clock64(void)
{
	return __builtin_ia32_rdtsc();
}
