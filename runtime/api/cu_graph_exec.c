/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API, graphs: instantiating, launching, updating; objects and memory of graphs. */
#include "cu_graph.h"

CUresult
cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
	return CU_CALL(cudaGraphInstantiate(exec, graph, flags));
}

_Static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) ==
		       sizeof(cudaGraphInstantiateParams),
	       "layout");

CUresult
cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
			     CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
	return CU_CALL(cudaGraphInstantiateWithParams(exec, graph, (void *)params));
}

CUresult
cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags)
{
	return CU_CALL(cudaGraphExecGetFlags(exec, (unsigned long long *)flags));
}

CUresult
cuGraphExecDestroy(CUgraphExec exec)
{
	return CU_CALL(cudaGraphExecDestroy(exec));
}

CUresult
cuGraphUpload(CUgraphExec exec, CUstream stream)
{
	return CU_CALL(cudaGraphUpload(exec, stream));
}

CUresult
cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
	return CU_CALL(cudaGraphLaunch(exec, stream));
}

/* ---- changing --------------------------------------------------------------------- */

CUresult
cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
			       const CUDA_KERNEL_NODE_PARAMS *params)
{
	hd_work w;
	hd_cu_room room;
	CUresult result = hd_cu_work_kernel(params, &w, &room);

	return result ? result : CU_CALL(hd_api_exec_set(exec, node, HD_OK, &w));
}

CUresult
cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
			       const CUDA_MEMCPY3D *params, CUcontext context)
{
	hd_work w;
	CUresult result = hd_cu_work_memcpy(params, &w);

	(void)context;
	return result ? result : CU_CALL(hd_api_exec_set(exec, node, HD_OK, &w));
}

CUresult
cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
			       const CUDA_MEMSET_NODE_PARAMS *params, CUcontext context)
{
	(void)context;
	return CU_CALL(cudaGraphExecMemsetNodeSetParams(exec, node,
							hd_cu_memset_params(params)));
}

CUresult
cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
			     const CUDA_HOST_NODE_PARAMS *params)
{
	return CU_CALL(
		cudaGraphExecHostNodeSetParams(exec, node, hd_cu_host_params(params)));
}

CUresult
cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child)
{
	return CU_CALL(cudaGraphExecChildGraphNodeSetParams(exec, node, child));
}

CUresult
cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
	return CU_CALL(cudaGraphExecEventRecordNodeSetEvent(exec, node, event));
}

CUresult
cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event)
{
	return CU_CALL(cudaGraphExecEventWaitNodeSetEvent(exec, node, event));
}

CUresult
cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *params)
{
	hd_work w;
	hd_cu_room room;

	if (params && params->type == CU_GRAPH_NODE_TYPE_GRAPH)
		return cuGraphExecChildGraphNodeSetParams(exec, node,
							  params->graph.graph);
	CUresult result = hd_cu_work_any(params, &w, &room);

	return result ? result : CU_CALL(hd_api_exec_set(exec, node, HD_OK, &w));
}

CUresult
cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int enabled)
{
	return CU_CALL(cudaGraphNodeSetEnabled(exec, node, enabled));
}

CUresult
cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned int *enabled)
{
	return CU_CALL(cudaGraphNodeGetEnabled(exec, node, enabled));
}

_Static_assert(sizeof(CUgraphExecUpdateResultInfo) ==
		       sizeof(cudaGraphExecUpdateResultInfo),
	       "layout");

CUresult
cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *info)
{
	return CU_CALL(cudaGraphExecUpdate(exec, graph, (void *)info));
}

/* ---- objects ---------------------------------------------------------------------- */

CUresult
cuUserObjectCreate(CUuserObject *object, void *ptr, CUhostFn destroy,
		   unsigned int refcount, unsigned int flags)
{
	return CU_CALL(cudaUserObjectCreate(object, ptr, destroy, refcount, flags));
}

CUresult
cuUserObjectRetain(CUuserObject object, unsigned int count)
{
	return CU_CALL(cudaUserObjectRetain(object, count));
}

CUresult
cuUserObjectRelease(CUuserObject object, unsigned int count)
{
	return CU_CALL(cudaUserObjectRelease(object, count));
}

CUresult
cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
			unsigned int flags)
{
	return CU_CALL(cudaGraphRetainUserObject(graph, object, count, flags));
}

CUresult
cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
	return CU_CALL(cudaGraphReleaseUserObject(graph, object, count));
}

CUresult
cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph,
			       CUcontext context, unsigned int value,
			       unsigned int flags)
{
	(void)handle, (void)graph, (void)context, (void)value, (void)flags;
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- memory ------------------------------------------------------------------------ */

CUresult
cuDeviceGraphMemTrim(CUdevice device)
{
	return CU_CALL(cudaDeviceGraphMemTrim(device));
}

CUresult
cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return CU_CALL(cudaDeviceGetGraphMemAttribute(
		device, (enum cudaGraphMemAttributeType)attr, value));
}

CUresult
cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return CU_CALL(cudaDeviceSetGraphMemAttribute(
		device, (enum cudaGraphMemAttributeType)attr, value));
}

CU_ALIAS(cuGraphInstantiateWithFlags, cuGraphInstantiate);
CU_ALIAS(cuGraphExecKernelNodeSetParams_v2, cuGraphExecKernelNodeSetParams);
CU_ALIAS(cuGraphExecUpdate_v2, cuGraphExecUpdate);
