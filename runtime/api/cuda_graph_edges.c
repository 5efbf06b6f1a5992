/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the versions with data of edges. An edge has none that would matter here, so
 * the data that comes back is zero. */
#include "api.h"

#include <string.h>

static void
no_data(cudaGraphEdgeData *edges, const size_t *n)
{
	if (edges && n)
		memset(edges, 0, *n * sizeof *edges);
}

cudaError_t
cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
		     cudaGraphEdgeData *edges, size_t *n)
{
	cudaError_t error = cudaGraphGetEdges(graph, from, to, n);

	if (error == cudaSuccess)
		no_data(edges, n);
	return error;
}

cudaError_t
cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node, cudaGraphNode_t *deps,
				cudaGraphEdgeData *edges, size_t *n)
{
	cudaError_t error = cudaGraphNodeGetDependencies(node, deps, n);

	if (error == cudaSuccess)
		no_data(edges, n);
	return error;
}

cudaError_t
cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node, cudaGraphNode_t *nodes,
				  cudaGraphEdgeData *edges, size_t *n)
{
	cudaError_t error = cudaGraphNodeGetDependentNodes(node, nodes, n);

	if (error == cudaSuccess)
		no_data(edges, n);
	return error;
}

cudaError_t
cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
			    const cudaGraphNode_t *to, const cudaGraphEdgeData *edges,
			    size_t n)
{
	(void)edges;
	return cudaGraphAddDependencies(graph, from, to, n);
}

cudaError_t
cudaGraphRemoveDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from,
			       const cudaGraphNode_t *to,
			       const cudaGraphEdgeData *edges, size_t n)
{
	(void)edges;
	return cudaGraphRemoveDependencies(graph, from, to, n);
}

cudaError_t
cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *deps,
				       const cudaGraphEdgeData *edges, size_t n,
				       unsigned int flags)
{
	(void)edges;
	return cudaStreamUpdateCaptureDependencies(stream, deps, n, flags);
}

cudaError_t
cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
			    unsigned long long *id, cudaGraph_t *graph,
			    const cudaGraphNode_t **deps,
			    const cudaGraphEdgeData **edges, size_t *n)
{
	if (edges)
		*edges = NULL;
	return cudaStreamGetCaptureInfo(stream, status, id, graph, deps, n);
}
