/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs of the driver API: its parameters as work. */
#ifndef HD_CU_GRAPH_H
#define HD_CU_GRAPH_H

#include "driver.h"
#include "graph_api.h"

/* The arguments of a kernel that come packed, for as long as its work is used. */
typedef struct hd_cu_room {
	void *args[HD_CU_MAX_ARGS];
} hd_cu_room;

CUresult hd_cu_work_kernel(const CUDA_KERNEL_NODE_PARAMS *p, hd_work *w,
			   hd_cu_room *room);
CUresult hd_cu_work_memcpy(const CUDA_MEMCPY3D *p, hd_work *w);
CUresult hd_cu_work_any(const CUgraphNodeParams *p, hd_work *w, hd_cu_room *room);

/* Structures that both APIs have, under two names. */
static inline const struct cudaMemsetParams *
hd_cu_memset_params(const void *p)
{
	return p;
}

static inline const struct cudaHostNodeParams *
hd_cu_host_params(const void *p)
{
	return p;
}

#endif
