/* SPDX-License-Identifier: Apache-2.0 */
/* clock64(): the virtual counter; the cycle counter is not for user programs. */
#include "dev.h"

u64
hd_nvvm_read_ptx_sreg_clock64(void)
{
	u64 now;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
	return now;
}
