/* SPDX-License-Identifier: Apache-2.0 */
/* Driver API, graphs: asking about nodes and edges, and changing these. Edges have no data
 * that would matter here, so what comes back of it is zero. */
#include "cu_graph.h"

CUresult
cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone)
{
	return CU_CALL(cudaGraphNodeFindInClone(node, original, clone));
}

CUresult
cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
	return CU_CALL(cudaGraphNodeGetType(node, (enum cudaGraphNodeType *)type));
}

CUresult
cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *n)
{
	return CU_CALL(cudaGraphGetNodes(graph, nodes, n));
}

CUresult
cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *n)
{
	return CU_CALL(cudaGraphGetRootNodes(graph, nodes, n));
}

CUresult
cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *n)
{
	return CU_CALL(cudaGraphGetEdges(graph, from, to, n));
}

_Static_assert(sizeof(CUgraphEdgeData) == sizeof(cudaGraphEdgeData), "layout");

CUresult
cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to,
		   CUgraphEdgeData *edges, size_t *n)
{
	return CU_CALL(cudaGraphGetEdges_v2(graph, from, to, (void *)edges, n));
}

CUresult
cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *deps, size_t *n)
{
	return CU_CALL(cudaGraphNodeGetDependencies(node, deps, n));
}

CUresult
cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *deps,
			      CUgraphEdgeData *edges, size_t *n)
{
	return CU_CALL(cudaGraphNodeGetDependencies_v2(node, deps, (void *)edges, n));
}

CUresult
cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *n)
{
	return CU_CALL(cudaGraphNodeGetDependentNodes(node, nodes, n));
}

CUresult
cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *nodes,
				CUgraphEdgeData *edges, size_t *n)
{
	return CU_CALL(
		cudaGraphNodeGetDependentNodes_v2(node, nodes, (void *)edges, n));
}

CUresult
cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
		       size_t n)
{
	return CU_CALL(cudaGraphAddDependencies(graph, from, to, n));
}

CUresult
cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
			  const CUgraphEdgeData *edges, size_t n)
{
	(void)edges;
	return cuGraphAddDependencies(graph, from, to, n);
}

CUresult
cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
			  size_t n)
{
	return CU_CALL(cudaGraphRemoveDependencies(graph, from, to, n));
}

CUresult
cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from,
			     const CUgraphNode *to, const CUgraphEdgeData *edges,
			     size_t n)
{
	(void)edges;
	return cuGraphRemoveDependencies(graph, from, to, n);
}

CUresult
cuGraphDestroyNode(CUgraphNode node)
{
	return CU_CALL(cudaGraphDestroyNode(node));
}
