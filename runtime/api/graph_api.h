/* SPDX-License-Identifier: Apache-2.0 */
/* What the entry points for graphs share: handles, and parameters as work. */
#ifndef HD_GRAPH_API_H
#define HD_GRAPH_API_H

#include "api.h"

/* What every function that adds a node takes first. */
typedef struct hd_place {
	cudaGraphNode_t *node;
	cudaGraph_t graph;
	const cudaGraphNode_t *deps;
	size_t n;
} hd_place;

int hd_api_graph(cudaGraph_t handle, hd_graph **out);
int hd_api_node(cudaGraphNode_t handle, hd_node **out);
int hd_api_node_of(cudaGraphNode_t handle, enum hd_node_kind kind, hd_node **out);
int hd_api_exec(cudaGraphExec_t handle, hd_exec **out);
int hd_api_node_list(const cudaGraphNode_t *list, size_t n, hd_nodes *out);

/* Parameters to work; what points into the parameters is copied with the work. */
int hd_work_kernel(const struct cudaKernelNodeParams *p, hd_work *w);
int hd_work_memcpy(const struct cudaMemcpy3DParms *p, hd_work *w);
int hd_work_memset(const struct cudaMemsetParams *p, hd_work *w);
int hd_work_host(const struct cudaHostNodeParams *p, hd_work *w);
int hd_work_event(cudaEvent_t event, enum hd_node_kind kind, hd_work *w);
int hd_work_any(const struct cudaGraphNodeParams *p, hd_work *w);

/* A plain copy as the parameters of a box. */
struct cudaMemcpy3DParms hd_api_flat(void *dst, const void *src, size_t count,
				     enum cudaMemcpyKind kind);
int hd_api_to_symbol(const void *symbol, size_t count, size_t offset, char **out);

/* What the entry points of both APIs end in. `error`: what became of making the work. */
int hd_api_node_add(const hd_place *p, const hd_work *w);
int hd_api_node_set(cudaGraphNode_t node, int error, const hd_work *w);
int hd_api_exec_set(cudaGraphExec_t exec, cudaGraphNode_t node, int error,
		    const hd_work *w);

int hd_api_graph_memory(hd_graph *g, size_t size, void **ptr);

#endif
