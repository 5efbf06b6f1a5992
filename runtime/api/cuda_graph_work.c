/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: the parameters of nodes, to what they do and back. */
#include "graph_api.h"

#include <string.h>

_Static_assert((int)HD_NODE_KERNEL == (int)cudaGraphNodeTypeKernel, "kind");
_Static_assert((int)HD_NODE_COPY == (int)cudaGraphNodeTypeMemcpy, "kind");
_Static_assert((int)HD_NODE_FILL == (int)cudaGraphNodeTypeMemset, "kind");
_Static_assert((int)HD_NODE_HOST == (int)cudaGraphNodeTypeHost, "kind");
_Static_assert((int)HD_NODE_GRAPH == (int)cudaGraphNodeTypeGraph, "kind");
_Static_assert((int)HD_NODE_EMPTY == (int)cudaGraphNodeTypeEmpty, "kind");
_Static_assert((int)HD_NODE_WAIT == (int)cudaGraphNodeTypeWaitEvent, "kind");
_Static_assert((int)HD_NODE_RECORD == (int)cudaGraphNodeTypeEventRecord, "kind");
_Static_assert((int)HD_NODE_ALLOC == (int)cudaGraphNodeTypeMemAlloc, "kind");
_Static_assert((int)HD_NODE_FREE == (int)cudaGraphNodeTypeMemFree, "kind");

int
hd_work_kernel(const struct cudaKernelNodeParams *p, hd_work *w)
{
	if (!p)
		return HD_ERR_VALUE;
	hd_function *f = hd_function_find(p->func);

	if (!f)
		return HD_ERR_FUNCTION;
	if (p->extra)
		return cudaErrorNotSupported;
	*w = (hd_work){
		.kind = HD_NODE_KERNEL,
		.launch = {.function = f,
			   .grid = {p->gridDim.x, p->gridDim.y, p->gridDim.z},
			   .block = {p->blockDim.x, p->blockDim.y, p->blockDim.z},
			   .args = p->kernelParams,
			   .dynamic_bytes = p->sharedMemBytes}};
	return hd_launch_check(&w->launch);
}

int
hd_work_memcpy(const struct cudaMemcpy3DParms *p, hd_work *w)
{
	*w = (hd_work){.kind = HD_NODE_COPY};
	int error = hd_api_box(p, &w->copy);

	if (!error)
		error = hd_api_check_kind(p->kind);
	w->asked = (void *)p;
	w->asked_bytes = sizeof *p;
	return error;
}

int
hd_work_memset(const struct cudaMemsetParams *p, hd_work *w)
{
	if (!p || !p->dst ||
	    (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4))
		return HD_ERR_VALUE;
	*w = (hd_work){.kind = HD_NODE_FILL,
		       .fill = {.to = p->dst,
				.pitch = p->pitch,
				.width = p->width,
				.height = p->height,
				.depth = 1,
				.value = p->value,
				.element = p->elementSize}};
	if (p->height > 1 && p->pitch < p->width * p->elementSize)
		return cudaErrorInvalidPitchValue;
	return HD_OK;
}

int
hd_work_host(const struct cudaHostNodeParams *p, hd_work *w)
{
	if (!p || !p->fn)
		return HD_ERR_VALUE;
	*w = (hd_work){.kind = HD_NODE_HOST, .host = {p->fn, p->userData}};
	return HD_OK;
}

int
hd_work_event(cudaEvent_t event, enum hd_node_kind kind, hd_work *w)
{
	*w = (hd_work){.kind = kind};
	return hd_api_event(event, &w->event);
}

/* The second versions of the structures have the members of the first. */
int
hd_work_any(const struct cudaGraphNodeParams *p, hd_work *w)
{
	if (!p)
		return HD_ERR_VALUE;
	switch (p->type) {
	case cudaGraphNodeTypeKernel:
		return hd_work_kernel((const struct cudaKernelNodeParams *)&p->kernel,
				      w);
	case cudaGraphNodeTypeMemcpy:
		return hd_work_memcpy(&p->memcpy.copyParams, w);
	case cudaGraphNodeTypeMemset:
		return hd_work_memset((const struct cudaMemsetParams *)&p->memset, w);
	case cudaGraphNodeTypeHost:
		return hd_work_host((const struct cudaHostNodeParams *)&p->host, w);
	case cudaGraphNodeTypeGraph:
		*w = (hd_work){.kind = HD_NODE_GRAPH};
		return hd_api_graph(p->graph.graph, &w->child);
	case cudaGraphNodeTypeEmpty:
		*w = (hd_work){.kind = HD_NODE_EMPTY};
		return HD_OK;
	case cudaGraphNodeTypeWaitEvent:
		return hd_work_event(p->eventWait.event, HD_NODE_WAIT, w);
	case cudaGraphNodeTypeEventRecord:
		return hd_work_event(p->eventRecord.event, HD_NODE_RECORD, w);
	default:
		return cudaErrorNotSupported;
	}
}

struct cudaMemcpy3DParms
hd_api_flat(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
	return (struct cudaMemcpy3DParms){
		.srcPtr = {(void *)src, count, count, 1},
		.dstPtr = {dst, count, count, 1},
		.extent = {count, 1, 1},
		.kind = kind,
	};
}

int
hd_api_to_symbol(const void *symbol, size_t count, size_t offset, char **out)
{
	hd_variable v;

	if (!hd_variable_find(symbol, &v))
		return HD_ERR_SYMBOL;
	if (offset > v.size || count > v.size - offset)
		return HD_ERR_VALUE;
	*out = v.address + offset;
	return HD_OK;
}

/* ---- and back ------------------------------------------------------------------- */

cudaError_t
cudaGraphKernelNodeGetParams(cudaGraphNode_t node, struct cudaKernelNodeParams *p)
{
	hd_node *n;
	int error = p ? hd_api_node_of(node, HD_NODE_KERNEL, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	const hd_launch *l = &n->work.launch;

	memset(p, 0, sizeof *p);
	p->func = (void *)l->function->host;
	p->gridDim = (dim3){l->grid[0], l->grid[1], l->grid[2]};
	p->blockDim = (dim3){l->block[0], l->block[1], l->block[2]};
	p->sharedMemBytes = (unsigned)l->dynamic_bytes;
	p->kernelParams = l->args;
	HD_RETURN(HD_OK);
}

/* A captured copy was no box, and one of the driver API is another kind of box: they have
 * become one. */
cudaError_t
cudaGraphMemcpyNodeGetParams(cudaGraphNode_t node, struct cudaMemcpy3DParms *p)
{
	hd_node *n;
	int error = p ? hd_api_node_of(node, HD_NODE_COPY, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	const hd_copy *c = &n->work.copy;

	if (n->work.asked_bytes == sizeof *p) {
		memcpy(p, n->work.asked, sizeof *p);
		HD_RETURN(HD_OK);
	}
	*p = (struct cudaMemcpy3DParms){
		.srcPtr = {(void *)c->from, c->from_pitch, c->width, c->height},
		.dstPtr = {c->to, c->to_pitch, c->width, c->height},
		.extent = {c->width, c->height, c->depth},
		.kind = cudaMemcpyDefault,
	};
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, struct cudaMemsetParams *p)
{
	hd_node *n;
	int error = p ? hd_api_node_of(node, HD_NODE_FILL, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	const hd_fill *f = &n->work.fill;

	*p = (struct cudaMemsetParams){f->to,      f->pitch, f->value,
				       f->element, f->width, f->height};
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphHostNodeGetParams(cudaGraphNode_t node, struct cudaHostNodeParams *p)
{
	hd_node *n;
	int error = p ? hd_api_node_of(node, HD_NODE_HOST, &n) : HD_ERR_VALUE;

	if (!error)
		*p = (struct cudaHostNodeParams){n->work.host.fn, n->work.host.data};
	HD_RETURN(error);
}

cudaError_t
cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph)
{
	hd_node *n;
	int error = graph ? hd_api_node_of(node, HD_NODE_GRAPH, &n) : HD_ERR_VALUE;

	if (!error)
		*graph = (cudaGraph_t)n->work.child;
	HD_RETURN(error);
}

static int
get_event(cudaGraphNode_t node, enum hd_node_kind kind, cudaEvent_t *event)
{
	hd_node *n;
	int error = event ? hd_api_node_of(node, kind, &n) : HD_ERR_VALUE;

	if (!error)
		*event = (cudaEvent_t)n->work.event;
	return error;
}

cudaError_t
cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
	HD_RETURN(get_event(node, HD_NODE_RECORD, event));
}

cudaError_t
cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t node, cudaEvent_t *event)
{
	HD_RETURN(get_event(node, HD_NODE_WAIT, event));
}

cudaError_t
cudaGraphMemAllocNodeGetParams(cudaGraphNode_t node, struct cudaMemAllocNodeParams *p)
{
	hd_node *n;
	int error = p ? hd_api_node_of(node, HD_NODE_ALLOC, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	memset(p, 0, sizeof *p);
	if (n->work.asked)
		memcpy(p, n->work.asked, sizeof *p);
	p->accessDescs = NULL;
	p->accessDescCount = 0;
	p->bytesize = n->work.memory.bytes;
	p->dptr = n->work.memory.base;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphMemFreeNodeGetParams(cudaGraphNode_t node, void *ptr)
{
	hd_node *n;
	int error = ptr ? hd_api_node_of(node, HD_NODE_FREE, &n) : HD_ERR_VALUE;

	if (!error)
		*(void **)ptr = n->work.memory.base;
	HD_RETURN(error);
}
