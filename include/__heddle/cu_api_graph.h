/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the driver API for graphs. Included by cuda.h. */
#ifndef __HEDDLE_CU_API_GRAPH_H__
#define __HEDDLE_CU_API_GRAPH_H__

#ifdef __cplusplus
extern "C" {
#endif

CUresult cuGraphCreate(CUgraph *graph, unsigned int flags);
CUresult cuGraphDestroy(CUgraph graph);
CUresult cuGraphClone(CUgraph *clone, CUgraph graph);
CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned int flags);

/* What every function that adds a node takes first. */
#define __hd_new_node \
	CUgraphNode *node, CUgraph graph, const CUgraphNode *deps, size_t n
CUresult cuGraphAddNode(__hd_new_node, CUgraphNodeParams *params);
CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *deps,
                           const CUgraphEdgeData *edges, size_t n,
                           CUgraphNodeParams *params);
CUresult cuGraphAddKernelNode(__hd_new_node, const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphAddMemcpyNode(__hd_new_node, const CUDA_MEMCPY3D *params,
                              CUcontext context);
CUresult cuGraphAddMemsetNode(__hd_new_node, const CUDA_MEMSET_NODE_PARAMS *params,
                              CUcontext context);
CUresult cuGraphAddHostNode(__hd_new_node, const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphAddChildGraphNode(__hd_new_node, CUgraph child);
CUresult cuGraphAddEmptyNode(__hd_new_node);
CUresult cuGraphAddEventRecordNode(__hd_new_node, CUevent event);
CUresult cuGraphAddEventWaitNode(__hd_new_node, CUevent event);
CUresult cuGraphAddMemAllocNode(__hd_new_node, CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphAddMemFreeNode(__hd_new_node, CUdeviceptr ptr);
#undef __hd_new_node

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeSetParams(CUgraphNode node,
                                    const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src);
CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attr,
                                       CUkernelNodeAttrValue *value);
CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attr,
                                       const CUkernelNodeAttrValue *value);
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *params);
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *params);
CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphMemsetNodeSetParams(CUgraphNode node,
                                    const CUDA_MEMSET_NODE_PARAMS *params);
CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphHostNodeSetParams(CUgraphNode node,
                                  const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph);
CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event);
CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event);
CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node,
                                      CUDA_MEM_ALLOC_NODE_PARAMS *params);
CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *ptr);
CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *params);

CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone);
CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type);
CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n);
CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *n);
CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n);
CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
                            CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *deps, size_t *n);
CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *deps,
                                       CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *n);
CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes,
                                         CUgraphEdgeData *edges, size_t *n);
CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from,
                                const CUgraphNode *to, size_t n);
CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                   const CUgraphNode *to, const CUgraphEdgeData *edges,
                                   size_t n);
CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from,
                                   const CUgraphNode *to, size_t n);
CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from,
                                      const CUgraphNode *to,
                                      const CUgraphEdgeData *edges, size_t n);
CUresult cuGraphDestroyNode(CUgraphNode node);

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, unsigned long long flags);
CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                     unsigned long long flags);
CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *params);
CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags);
CUresult cuGraphExecDestroy(CUgraphExec exec);
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream);
CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream);
CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS *params);
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMCPY3D *params, CUcontext context);
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *params,
                                        CUcontext context);
CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *params);
CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                            CUgraph child);
CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                            CUevent event);
CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node,
                                          CUevent event);
CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                  CUgraphNodeParams *params);
CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned int enabled);
CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node,
                               unsigned int *enabled);
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph,
                           CUgraphExecUpdateResultInfo *info);

CUresult cuUserObjectCreate(CUuserObject *object, void *ptr, CUhostFn destroy,
                            unsigned int refcount, unsigned int flags);
CUresult cuUserObjectRetain(CUuserObject object, unsigned int count);
CUresult cuUserObjectRelease(CUuserObject object, unsigned int count);
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count,
                                 unsigned int flags);
CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object,
                                  unsigned int count);
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph,
                                        CUcontext context, unsigned int value,
                                        unsigned int flags);
CUresult cuDeviceGraphMemTrim(CUdevice device);
CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
                                      void *value);
CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr,
                                      void *value);

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph,
                                     const CUgraphNode *deps,
                                     const CUgraphEdgeData *edges, size_t n,
                                     CUstreamCaptureMode mode);
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status,
                                cuuint64_t *id, CUgraph *graph,
                                const CUgraphNode **deps, size_t *n);
CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *deps, size_t n,
                                           unsigned int flags);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);

#ifdef __cplusplus
}
#endif

#endif
