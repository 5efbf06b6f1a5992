/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: making them, adding nodes. */
#include "graph_api.h"

#include <stdlib.h>

int
hd_api_graph(cudaGraph_t handle, hd_graph **out)
{
	*out = (hd_graph *)handle;
	return hd_is_graph(*out) ? HD_OK : HD_ERR_VALUE;
}

int
hd_api_node(cudaGraphNode_t handle, hd_node **out)
{
	*out = (hd_node *)handle;
	return *out && hd_is_graph((*out)->graph) ? HD_OK : HD_ERR_VALUE;
}

int
hd_api_node_of(cudaGraphNode_t handle, enum hd_node_kind kind, hd_node **out)
{
	int error = hd_api_node(handle, out);

	return error ? error : (*out)->work.kind == kind ? HD_OK : HD_ERR_VALUE;
}

int
hd_api_exec(cudaGraphExec_t handle, hd_exec **out)
{
	*out = (hd_exec *)handle;
	return hd_is_exec(*out) ? HD_OK : HD_ERR_VALUE;
}

/* A view of the user's list, not a copy. */
int
hd_api_node_list(const cudaGraphNode_t *list, size_t n, hd_nodes *out)
{
	hd_node *node;
	int error = n && !list ? HD_ERR_VALUE : HD_OK;

	for (size_t i = 0; !error && i < n; i++)
		error = hd_api_node(list[i], &node);
	*out = (hd_nodes){(hd_node **)(void *)list, n, n};
	return error;
}

cudaError_t
cudaGraphCreate(cudaGraph_t *graph, unsigned int flags)
{
	int error = hd_api_begin();

	if (!error && (!graph || flags))
		error = HD_ERR_VALUE;
	if (error)
		HD_RETURN(error);
	*graph = (cudaGraph_t)hd_graph_new();
	HD_RETURN(*graph ? HD_OK : HD_ERR_MEMORY);
}

cudaError_t
cudaGraphDestroy(cudaGraph_t graph)
{
	hd_graph *g;
	int error = hd_api_graph(graph, &g);

	if (!error)
		hd_graph_free(g);
	HD_RETURN(error);
}

cudaError_t
cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph)
{
	hd_graph *g;
	int error = clone ? hd_api_graph(graph, &g) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	*clone = (cudaGraph_t)hd_graph_clone(g);
	HD_RETURN(*clone ? HD_OK : HD_ERR_MEMORY);
}

/* ---- adding nodes ---------------------------------------------------------------- */

#define NEW_NODE                                                                       \
	cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *deps, size_t n
#define PLACE (&(hd_place){node, graph, deps, n})

int
hd_api_node_add(const hd_place *p, const hd_work *w)
{
	hd_graph *g;
	hd_node *node;
	hd_nodes deps;
	int error = p->node ? hd_api_graph(p->graph, &g) : HD_ERR_VALUE;

	if (!error)
		error = hd_api_node_list(p->deps, p->n, &deps);
	if (!error)
		error = hd_node_new(g, &deps, w, &node);
	if (!error)
		*p->node = (cudaGraphNode_t)node;
	return error;
}

cudaError_t
cudaGraphAddKernelNode(NEW_NODE, const struct cudaKernelNodeParams *params)
{
	hd_work w;
	int error = hd_work_kernel(params, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

cudaError_t
cudaGraphAddMemcpyNode(NEW_NODE, const struct cudaMemcpy3DParms *params)
{
	hd_work w;
	int error = hd_work_memcpy(params, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

static int
add_flat(const hd_place *p, void *dst, const void *src, size_t count,
	 enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms flat = hd_api_flat(dst, src, count, kind);
	hd_work w;
	int error = dst && src ? hd_work_memcpy(&flat, &w) : HD_ERR_VALUE;

	return error ? error : hd_api_node_add(p, &w);
}

cudaError_t
cudaGraphAddMemcpyNode1D(NEW_NODE, void *dst, const void *src, size_t count,
			 enum cudaMemcpyKind kind)
{
	HD_RETURN(add_flat(PLACE, dst, src, count, kind));
}

cudaError_t
cudaGraphAddMemcpyNodeToSymbol(NEW_NODE, const void *symbol, const void *src,
			       size_t count, size_t offset, enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	HD_RETURN(error ? error : add_flat(PLACE, p, src, count, kind));
}

cudaError_t
cudaGraphAddMemcpyNodeFromSymbol(NEW_NODE, void *dst, const void *symbol, size_t count,
				 size_t offset, enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	HD_RETURN(error ? error : add_flat(PLACE, dst, p, count, kind));
}

cudaError_t
cudaGraphAddMemsetNode(NEW_NODE, const struct cudaMemsetParams *params)
{
	hd_work w;
	int error = hd_work_memset(params, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

cudaError_t
cudaGraphAddHostNode(NEW_NODE, const struct cudaHostNodeParams *params)
{
	hd_work w;
	int error = hd_work_host(params, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

/* The node has a copy of the child. */
cudaError_t
cudaGraphAddChildGraphNode(NEW_NODE, cudaGraph_t child)
{
	hd_work w = {.kind = HD_NODE_GRAPH};
	int error = hd_api_graph(child, &w.child);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

cudaError_t
cudaGraphAddEmptyNode(NEW_NODE)
{
	HD_RETURN(hd_api_node_add(PLACE, &(hd_work){.kind = HD_NODE_EMPTY}));
}

cudaError_t
cudaGraphAddEventRecordNode(NEW_NODE, cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_RECORD, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

cudaError_t
cudaGraphAddEventWaitNode(NEW_NODE, cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_WAIT, &w);

	HD_RETURN(error ? error : hd_api_node_add(PLACE, &w));
}

cudaError_t
cudaGraphAddExternalSemaphoresSignalNode(
	NEW_NODE, const struct cudaExternalSemaphoreSignalNodeParams *params)
{
	(void)node, (void)graph, (void)deps, (void)n, (void)params;
	HD_RETURN(cudaErrorNotSupported);
}

cudaError_t
cudaGraphAddExternalSemaphoresWaitNode(
	NEW_NODE, const struct cudaExternalSemaphoreWaitNodeParams *params)
{
	(void)node, (void)graph, (void)deps, (void)n, (void)params;
	HD_RETURN(cudaErrorNotSupported);
}

/* ---- memory ----------------------------------------------------------------------- */

static void
free_memory(void *ptr)
{
	hd_memory_free(ptr, false);
}

/* The address is known before the first launch, so the memory is there from the
 * beginning; it goes with the last graph that has the node. */
int
hd_api_graph_memory(hd_graph *g, size_t size, void **ptr)
{
	hd_object *o = calloc(1, sizeof *o);
	int error = o ? hd_memory_new(size, HD_MEM_DEVICE, HD_REGION_GRAPH, ptr)
		      : HD_ERR_MEMORY;

	if (!error && !*ptr)
		error = HD_ERR_VALUE;
	if (!error) {
		o->destroy = free_memory;
		o->ptr = *ptr;
		atomic_store(&o->uses, 1);
		error = hd_held_add(&g->held, o, 1);
		if (error)
			hd_memory_free(*ptr, false);
	}
	if (error)
		free(o);
	return error;
}

static int
add_alloc(const hd_place *p, struct cudaMemAllocNodeParams *params)
{
	hd_work w = {.kind = HD_NODE_ALLOC};
	hd_graph *g;
	int error = params ? hd_api_graph(p->graph, &g) : HD_ERR_VALUE;

	if (!error)
		error = hd_api_graph_memory(g, params->bytesize, &params->dptr);
	if (error)
		return error;
	w.memory.base = params->dptr;
	w.memory.bytes = params->bytesize;
	w.asked = params;
	w.asked_bytes = sizeof *params;
	return hd_api_node_add(p, &w);
}

cudaError_t
cudaGraphAddMemAllocNode(NEW_NODE, struct cudaMemAllocNodeParams *params)
{
	HD_RETURN(add_alloc(PLACE, params));
}

static int
add_free(const hd_place *p, void *ptr)
{
	hd_work w = {.kind = HD_NODE_FREE};
	hd_region r;

	if (!hd_region_find(ptr, &r) || r.base != ptr)
		return HD_ERR_VALUE;
	w.memory.base = ptr;
	return hd_api_node_add(p, &w);
}

cudaError_t
cudaGraphAddMemFreeNode(NEW_NODE, void *ptr)
{
	HD_RETURN(add_free(PLACE, ptr));
}

/* ---- of any kind ------------------------------------------------------------------- */

static int
add_any(const hd_place *p, struct cudaGraphNodeParams *params)
{
	hd_work w;
	int error;

	if (!params)
		return HD_ERR_VALUE;
	if (params->type == cudaGraphNodeTypeMemAlloc)
		return add_alloc(p, (struct cudaMemAllocNodeParams *)&params->alloc);
	if (params->type == cudaGraphNodeTypeMemFree)
		return add_free(p, params->free.dptr);
	error = hd_work_any(params, &w);
	return error ? error : hd_api_node_add(p, &w);
}

cudaError_t
cudaGraphAddNode(NEW_NODE, struct cudaGraphNodeParams *params)
{
	HD_RETURN(add_any(PLACE, params));
}

/* Edges have no data that would matter here. */
cudaError_t
cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph,
		    const cudaGraphNode_t *deps, const cudaGraphEdgeData *edges,
		    size_t n, struct cudaGraphNodeParams *params)
{
	(void)edges;
	HD_RETURN(add_any(PLACE, params));
}
