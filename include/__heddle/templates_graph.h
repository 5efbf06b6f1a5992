/* SPDX-License-Identifier: Apache-2.0 */
/* C++ forms of the runtime API: what CUDA 13 calls by the old names. */
#ifndef __HEDDLE_TEMPLATES_GRAPH_H__
#define __HEDDLE_TEMPLATES_GRAPH_H__

extern "C++" {

static inline cudaError_t
cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                  cudaGraphEdgeData *edges, size_t *n)
{
	return ::cudaGraphGetEdges_v2(graph, from, to, edges, n);
}

static inline cudaError_t
cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *deps,
                             cudaGraphEdgeData *edges, size_t *n)
{
	return ::cudaGraphNodeGetDependencies_v2(node, deps, edges, n);
}

static inline cudaError_t
cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes,
                               cudaGraphEdgeData *edges, size_t *n)
{
	return ::cudaGraphNodeGetDependentNodes_v2(node, nodes, edges, n);
}

static inline cudaError_t
cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                         const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                         size_t n)
{
	return ::cudaGraphAddDependencies_v2(graph, from, to, edges, n);
}

static inline cudaError_t
cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
                            const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
                            size_t n)
{
	return ::cudaGraphRemoveDependencies_v2(graph, from, to, edges, n);
}

static inline cudaError_t
cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps,
                 const cudaGraphEdgeData *edges, size_t n, cudaGraphNodeParams *params)
{
	return ::cudaGraphAddNode_v2(node, graph, deps, edges, n, params);
}

static inline cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *deps,
                                    const cudaGraphEdgeData *edges, size_t n,
                                    unsigned int flags = 0)
{
	return ::cudaStreamUpdateCaptureDependencies_v2(stream, deps, edges, n, flags);
}

static inline cudaError_t
cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                         unsigned long long *id, cudaGraph_t *graph,
                         const cudaGraphNode_t **deps, const cudaGraphEdgeData **edges,
                         size_t *n)
{
	return ::cudaStreamGetCaptureInfo_v3(stream, status, id, graph, deps, edges, n);
}

static inline cudaError_t
cudaMemPrefetchAsync(const void *ptr, size_t count, cudaMemLocation location,
                     unsigned int flags, cudaStream_t stream = 0)
{
	return ::cudaMemPrefetchAsync_v2(ptr, count, location, flags, stream);
}

static inline cudaError_t
cudaMemAdvise(const void *ptr, size_t count, cudaMemoryAdvise advice,
              cudaMemLocation location)
{
	return ::cudaMemAdvise_v2(ptr, count, advice, location);
}

}

#endif
