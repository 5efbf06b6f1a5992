/* SPDX-License-Identifier: Apache-2.0 */
/* When kernels are compiled (docs/tiers.md). */
#ifndef HD_TIER_H
#define HD_TIER_H

enum hd_tier {
	HD_TIER_AHEAD, /* with the program, as well as it can be done */
	HD_TIER_FIRST, /* with the program, for one lane and quickly; it carries the code */
	HD_TIER_SECOND, /* one kernel of carried code, for the processor that runs it */
};

#endif
