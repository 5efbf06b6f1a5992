/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative groups: sets of threads that meet, exchange values and count themselves. */
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_runtime.h"

#define _CG_HAS_GRID_GROUP
#define _CG_HAS_MULTI_GRID_GROUP
#define _CG_HAS_MATCH_COLLECTIVE
#define _CG_HAS_CLUSTER_GROUP

#include "__heddle/cg_base.h"
#include "__heddle/cg_block.h"
#include "__heddle/cg_warp.h"
#include "__heddle/cg_tile.h"
#include "__heddle/cg_partition.h"
#include "__heddle/cg_wide.h"

#endif
#endif
