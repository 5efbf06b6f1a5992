/* SPDX-License-Identifier: Apache-2.0 */
/* Copies by a whole cooperative group. */
#ifndef _CG_MEMCPY_ASYNC_H_
#define _CG_MEMCPY_ASYNC_H_

#include "../cooperative_groups.h"
#if defined(__cplusplus) && defined(__CUDACC__)
#include "../__heddle/cg_copy.h"
#endif

#endif
