/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API, graphs: making them, adding nodes, changing what these do. */
#include "cu_graph.h"

CUresult
cuGraphCreate(CUgraph *graph, unsigned int flags)
{
	return CU_CALL(cudaGraphCreate(graph, flags));
}

CUresult
cuGraphDestroy(CUgraph graph)
{
	return CU_CALL(cudaGraphDestroy(graph));
}

CUresult
cuGraphClone(CUgraph *clone, CUgraph graph)
{
	return CU_CALL(cudaGraphClone(clone, graph));
}

CUresult
cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags)
{
	return CU_CALL(cudaGraphDebugDotPrint(graph, path, flags));
}

/* ---- adding nodes ---------------------------------------------------------------- */

#define NEW_NODE CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n
#define PLACE    (&(hd_place){node, graph, deps, n})

CUresult
cuGraphAddKernelNode(NEW_NODE, const CUDA_KERNEL_NODE_PARAMS *params)
{
	hd_work w;
	hd_cu_room room;
	CUresult result = hd_cu_work_kernel(params, &w, &room);

	return result ? result : CU_CALL(hd_api_node_add(PLACE, &w));
}

/* All contexts share one memory. */
CUresult
cuGraphAddMemcpyNode(NEW_NODE, const CUDA_MEMCPY3D *params, CUcontext context)
{
	hd_work w;
	CUresult result = hd_cu_work_memcpy(params, &w);

	(void)context;
	return result ? result : CU_CALL(hd_api_node_add(PLACE, &w));
}

CUresult
cuGraphAddMemsetNode(NEW_NODE, const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
	(void)context;
	return CU_CALL(cudaGraphAddMemsetNode(node, graph, deps, n,
					      hd_cu_memset_params(params)));
}

CUresult
cuGraphAddHostNode(NEW_NODE, const CUDA_HOST_NODE_PARAMS *params)
{
	return CU_CALL(
		cudaGraphAddHostNode(node, graph, deps, n, hd_cu_host_params(params)));
}

CUresult
cuGraphAddChildGraphNode(NEW_NODE, CUgraph child)
{
	return CU_CALL(cudaGraphAddChildGraphNode(node, graph, deps, n, child));
}

CUresult
cuGraphAddEmptyNode(NEW_NODE)
{
	return CU_CALL(cudaGraphAddEmptyNode(node, graph, deps, n));
}

CUresult
cuGraphAddEventRecordNode(NEW_NODE, CUevent event)
{
	return CU_CALL(cudaGraphAddEventRecordNode(node, graph, deps, n, event));
}

CUresult
cuGraphAddEventWaitNode(NEW_NODE, CUevent event)
{
	return CU_CALL(cudaGraphAddEventWaitNode(node, graph, deps, n, event));
}

CUresult
cuGraphAddMemAllocNode(NEW_NODE, CUDA_MEM_ALLOC_NODE_PARAMS *params)
{
	return CU_CALL(cudaGraphAddMemAllocNode(node, graph, deps, n, (void *)params));
}

CUresult
cuGraphAddMemFreeNode(NEW_NODE, CUdeviceptr ptr)
{
	return CU_CALL(
		cudaGraphAddMemFreeNode(node, graph, deps, n, hd_cu_pointer(ptr)));
}

static CUresult
add_any(const hd_place *p, CUgraphNodeParams *params)
{
	hd_work w;
	hd_cu_room room;

	if (params && (params->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC ||
		       params->type == CU_GRAPH_NODE_TYPE_MEM_FREE))
		return CU_CALL(cudaGraphAddNode(p->node, p->graph, p->deps, p->n,
						(void *)params));
	CUresult result = hd_cu_work_any(params, &w, &room);

	return result ? result : CU_CALL(hd_api_node_add(p, &w));
}

CUresult
cuGraphAddNode(NEW_NODE, CUgraphNodeParams *params)
{
	return add_any(PLACE, params);
}

/* Edges have no data that would matter here. */
CUresult
cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps,
		  const CUgraphEdgeData *edges, size_t n, CUgraphNodeParams *params)
{
	(void)edges;
	return add_any(PLACE, params);
}

/* ---- changing what a node does ---------------------------------------------------- */

CUresult
cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params)
{
	hd_work w;
	hd_cu_room room;
	CUresult result = hd_cu_work_kernel(params, &w, &room);

	return result ? result : CU_CALL(hd_api_node_set(node, HD_OK, &w));
}

CUresult
cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params)
{
	hd_work w;
	CUresult result = hd_cu_work_memcpy(params, &w);

	return result ? result : CU_CALL(hd_api_node_set(node, HD_OK, &w));
}

CUresult
cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params)
{
	return CU_CALL(cudaGraphMemsetNodeSetParams(node, hd_cu_memset_params(params)));
}

CUresult
cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *params)
{
	return CU_CALL(cudaGraphHostNodeSetParams(node, hd_cu_host_params(params)));
}

CUresult
cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event)
{
	return CU_CALL(cudaGraphEventRecordNodeSetEvent(node, event));
}

CUresult
cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event)
{
	return CU_CALL(cudaGraphEventWaitNodeSetEvent(node, event));
}

CUresult
cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params)
{
	hd_work w;
	hd_cu_room room;
	CUresult result = hd_cu_work_any(params, &w, &room);

	return result ? result : CU_CALL(hd_api_node_set(node, HD_OK, &w));
}

/* ---- attributes of kernels: both APIs number them in the same way ------------------ */

CUresult
cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
	return CU_CALL(cudaGraphKernelNodeCopyAttributes(dst, src));
}

CUresult
cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attr,
			      CUkernelNodeAttrValue *value)
{
	return CU_CALL(cudaGraphKernelNodeGetAttribute(
		node, (cudaLaunchAttributeID)attr, (void *)value));
}

CUresult
cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attr,
			      const CUkernelNodeAttrValue *value)
{
	return CU_CALL(cudaGraphKernelNodeSetAttribute(
		node, (cudaLaunchAttributeID)attr, (const void *)value));
}

CU_ALIAS(cuGraphAddKernelNode_v2, cuGraphAddKernelNode);
CU_ALIAS(cuGraphKernelNodeSetParams_v2, cuGraphKernelNodeSetParams);
