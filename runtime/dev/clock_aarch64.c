/* SPDX-License-Identifier: Apache-2.0 */
/* clock64(): the virtual counter; the cycle counter is not for user programs. */
#include "dev.h"

u64
hd_nvvm_read_ptx_sreg_clock64(void)
{
	return __builtin_arm_rsr64("cntvct_el0");
}
