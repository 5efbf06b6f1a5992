/* SPDX-License-Identifier: Apache-2.0 */
/* Prefix sums over cooperative groups. */
#ifndef _CG_SCAN_H_
#define _CG_SCAN_H_

#include "../cooperative_groups.h"
#if defined(__cplusplus) && defined(__CUDACC__)
#include "../__heddle/cg_functional.h"
#include "../__heddle/cg_scan.h"
#endif

#endif
