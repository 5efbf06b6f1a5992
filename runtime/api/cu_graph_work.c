/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API, graphs: the parameters of nodes, to what they do and back. */
#include "cu_graph.h"

#include <string.h>

_Static_assert(sizeof(CUDA_MEMSET_NODE_PARAMS) == sizeof(struct cudaMemsetParams),
	       "layout");
_Static_assert(offsetof(CUDA_MEMSET_NODE_PARAMS, height) ==
		       offsetof(struct cudaMemsetParams, height),
	       "layout");
_Static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(struct cudaHostNodeParams),
	       "layout");
_Static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) ==
		       sizeof(struct cudaMemAllocNodeParams),
	       "layout");
_Static_assert(sizeof(CUgraphNodeParams) == sizeof(struct cudaGraphNodeParams),
	       "layout");
_Static_assert(sizeof(CUDA_MEMCPY3D) != sizeof(struct cudaMemcpy3DParms),
	       "whose parameters a node has is told by their size");

CUresult
hd_cu_work_kernel(const CUDA_KERNEL_NODE_PARAMS *p, hd_work *w, hd_cu_room *room)
{
	hd_function *f;
	CUresult result =
		p ? hd_cu_function(p->func ? p->func : (CUfunction)p->kern, &f)
		  : CUDA_ERROR_INVALID_VALUE;
	void **args = p ? p->kernelParams : NULL;

	if (!result)
		result = hd_cu_args(f, &args, p->extra, room->args);
	if (!result && f->kernel->arg_count && !args)
		result = CUDA_ERROR_INVALID_VALUE;
	if (result)
		return result;
	const struct cudaKernelNodeParams same = {
		.func = f,
		.gridDim = {p->gridDimX, p->gridDimY, p->gridDimZ},
		.blockDim = {p->blockDimX, p->blockDimY, p->blockDimZ},
		.sharedMemBytes = p->sharedMemBytes,
		.kernelParams = args,
	};

	return hd_cu_result(hd_work_kernel(&same, w));
}

CUresult
hd_cu_work_memcpy(const CUDA_MEMCPY3D *p, hd_work *w)
{
	*w = (hd_work){
		.kind = HD_NODE_COPY, .asked = (void *)p, .asked_bytes = sizeof *p};
	return hd_cu_box(p, &w->copy, NULL);
}

CUresult
hd_cu_work_any(const CUgraphNodeParams *p, hd_work *w, hd_cu_room *room)
{
	if (!p)
		return CUDA_ERROR_INVALID_VALUE;
	switch (p->type) {
	case CU_GRAPH_NODE_TYPE_KERNEL:
		return hd_cu_work_kernel(&p->kernel, w, room);
	case CU_GRAPH_NODE_TYPE_MEMCPY:
		return hd_cu_work_memcpy(&p->memcpy.copyParams, w);
	case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
		return CUDA_ERROR_NOT_SUPPORTED;
	default: /* these have the runtime API's members */
		return hd_cu_result(hd_work_any((const void *)p, w));
	}
}

/* ---- and back ------------------------------------------------------------------- */

CUresult
cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *p)
{
	struct cudaKernelNodeParams same;
	CUresult result = p ? CU_CALL(cudaGraphKernelNodeGetParams(node, &same))
			    : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	*p = (CUDA_KERNEL_NODE_PARAMS){
		.func = (CUfunction)hd_function_find(same.func),
		.gridDimX = same.gridDim.x,
		.gridDimY = same.gridDim.y,
		.gridDimZ = same.gridDim.z,
		.blockDimX = same.blockDim.x,
		.blockDimY = same.blockDim.y,
		.blockDimZ = same.blockDim.z,
		.sharedMemBytes = same.sharedMemBytes,
		.kernelParams = same.kernelParams,
	};
	return CUDA_SUCCESS;
}

/* What was described otherwise is a box without arrays. */
CUresult
cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *p)
{
	hd_node *n;
	CUresult result = p ? CU_CALL(hd_api_node_of(node, HD_NODE_COPY, &n))
			    : CUDA_ERROR_INVALID_VALUE;

	if (result)
		return result;
	const hd_copy *c = &n->work.copy;

	if (n->work.asked_bytes == sizeof *p) {
		memcpy(p, n->work.asked, sizeof *p);
		return CUDA_SUCCESS;
	}
	*p = (CUDA_MEMCPY3D){
		.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
		.srcDevice = (CUdeviceptr)(uintptr_t)c->from,
		.srcPitch = c->from_pitch,
		.srcHeight = c->from_pitch ? c->from_slice / c->from_pitch : 0,
		.dstMemoryType = CU_MEMORYTYPE_UNIFIED,
		.dstDevice = (CUdeviceptr)(uintptr_t)c->to,
		.dstPitch = c->to_pitch,
		.dstHeight = c->to_pitch ? c->to_slice / c->to_pitch : 0,
		.WidthInBytes = c->width,
		.Height = c->height,
		.Depth = c->depth,
	};
	return CUDA_SUCCESS;
}

CUresult
cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *p)
{
	return CU_CALL(cudaGraphMemsetNodeGetParams(node, (void *)p));
}

CUresult
cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *p)
{
	return CU_CALL(cudaGraphHostNodeGetParams(node, (void *)p));
}

CUresult
cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph)
{
	return CU_CALL(cudaGraphChildGraphNodeGetGraph(node, graph));
}

CUresult
cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event)
{
	return CU_CALL(cudaGraphEventRecordNodeGetEvent(node, event));
}

CUresult
cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event)
{
	return CU_CALL(cudaGraphEventWaitNodeGetEvent(node, event));
}

CUresult
cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *p)
{
	return CU_CALL(cudaGraphMemAllocNodeGetParams(node, (void *)p));
}

CUresult
cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *ptr)
{
	return CU_CALL(cudaGraphMemFreeNodeGetParams(node, ptr));
}

CU_ALIAS(cuGraphKernelNodeGetParams_v2, cuGraphKernelNodeGetParams);
