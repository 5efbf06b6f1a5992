/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: instantiating, launching, updating; objects that live as long as graphs. */
#include "graph_api.h"

#include <stdlib.h>
#include <string.h>

/* ---- instantiating ---------------------------------------------------------------- */

static int
instantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
	const unsigned long long known = cudaGraphInstantiateFlagAutoFreeOnLaunch |
					 cudaGraphInstantiateFlagUpload |
					 cudaGraphInstantiateFlagUseNodePriority;
	hd_graph *g;
	hd_exec *x;
	int error = exec ? hd_api_graph(graph, &g) : HD_ERR_VALUE;

	if (!error && (flags & cudaGraphInstantiateFlagDeviceLaunch))
		error = cudaErrorNotSupported;
	if (!error && (flags & ~known))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_exec_new(g, &x);
	if (error)
		return error;
	hd_exec_set_flags(x, flags);
	*exec = (cudaGraphExec_t)x;
	return HD_OK;
}

cudaError_t
cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags)
{
	HD_RETURN(instantiate(exec, graph, flags));
}

cudaError_t
cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
			      unsigned long long flags)
{
	HD_RETURN(instantiate(exec, graph, flags));
}

cudaError_t
cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
			       cudaGraphInstantiateParams *params)
{
	int error = params ? instantiate(exec, graph, params->flags) : HD_ERR_VALUE;

	if (params) {
		params->errNode_out = NULL;
		params->result_out = error == HD_OK ? cudaGraphInstantiateSuccess
				     : error == HD_ERR_VALUE
					     ? cudaGraphInstantiateInvalidStructure
					     : cudaGraphInstantiateError;
	}
	HD_RETURN(error);
}

cudaError_t
cudaGraphExecGetFlags(cudaGraphExec_t exec, unsigned long long *flags)
{
	hd_exec *x;
	int error = flags ? hd_api_exec(exec, &x) : HD_ERR_VALUE;

	if (!error)
		*flags = hd_exec_flags(x);
	HD_RETURN(error);
}

cudaError_t
cudaGraphExecDestroy(cudaGraphExec_t exec)
{
	hd_exec *x;
	int error = hd_api_exec(exec, &x);

	if (!error)
		hd_exec_free(x);
	HD_RETURN(error);
}

cudaError_t
cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream)
{
	hd_exec *x;
	hd_stream *s;
	int error = hd_api_exec(exec, &x);

	HD_RETURN(error ? error : hd_api_stream(stream, &s));
}

/* A launch that is captured is a child graph. */
cudaError_t
cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
	hd_exec *x;
	hd_stream *s;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_exec(exec, &x);
	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error)
		error = hd_capture_refuse(s);
	HD_RETURN(error ? error : hd_exec_launch(x, s));
}

/* ---- changing --------------------------------------------------------------------- */

int
hd_api_exec_set(cudaGraphExec_t exec, cudaGraphNode_t node, int error, const hd_work *w)
{
	hd_exec *x;

	if (!error)
		error = hd_api_exec(exec, &x);
	return error ? error : hd_exec_set(x, (hd_node *)node, w);
}

cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
				 const struct cudaKernelNodeParams *params)
{
	hd_work w;
	int error = hd_work_kernel(params, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

cudaError_t
cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
				 const struct cudaMemcpy3DParms *params)
{
	hd_work w;
	int error = hd_work_memcpy(params, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

static int
set_flat(cudaGraphExec_t exec, cudaGraphNode_t node,
	 const struct cudaMemcpy3DParms *flat)
{
	hd_work w;
	int error = flat->srcPtr.ptr && flat->dstPtr.ptr ? hd_work_memcpy(flat, &w)
							 : HD_ERR_VALUE;

	return hd_api_exec_set(exec, node, error, &w);
}

cudaError_t
cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node,
				   void *dst, const void *src, size_t count,
				   enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms flat = hd_api_flat(dst, src, count, kind);

	HD_RETURN(set_flat(exec, node, &flat));
}

cudaError_t
cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
					 const void *symbol, const void *src,
					 size_t count, size_t offset,
					 enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	if (error)
		HD_RETURN(error);
	struct cudaMemcpy3DParms flat = hd_api_flat(p, src, count, kind);

	HD_RETURN(set_flat(exec, node, &flat));
}

cudaError_t
cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
					   void *dst, const void *symbol, size_t count,
					   size_t offset, enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	if (error)
		HD_RETURN(error);
	struct cudaMemcpy3DParms flat = hd_api_flat(dst, p, count, kind);

	HD_RETURN(set_flat(exec, node, &flat));
}

cudaError_t
cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
				 const struct cudaMemsetParams *params)
{
	hd_work w;
	int error = hd_work_memset(params, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

cudaError_t
cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
			       const struct cudaHostNodeParams *params)
{
	hd_work w;
	int error = hd_work_host(params, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

cudaError_t
cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
				     cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_RECORD, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

cudaError_t
cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
				   cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_WAIT, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

/* The child that the node has and the one given must have the same shape. */
static int
set_child(cudaGraphExec_t exec, cudaGraphNode_t node, cudaGraph_t child)
{
	hd_exec *x;
	hd_node *n;
	hd_graph *g;
	int error = hd_api_exec(exec, &x);

	if (!error)
		error = hd_api_node_of(node, HD_NODE_GRAPH, &n);
	if (!error)
		error = hd_api_graph(child, &g);
	return error ? error : hd_exec_set_child(x, n, g);
}

cudaError_t
cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
				     cudaGraph_t child)
{
	HD_RETURN(set_child(exec, node, child));
}

cudaError_t
cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
			   struct cudaGraphNodeParams *params)
{
	hd_work w;

	if (params && params->type == cudaGraphNodeTypeGraph)
		HD_RETURN(set_child(exec, node, params->graph.graph));
	int error = hd_work_any(params, &w);

	HD_RETURN(hd_api_exec_set(exec, node, error, &w));
}

/* Kernels, copies and fills can be left out. */
static int
is_optional(cudaGraphNode_t node, hd_node **n)
{
	int error = hd_api_node(node, n);

	if (!error && (*n)->work.kind > HD_NODE_FILL)
		error = HD_ERR_VALUE;
	return error;
}

cudaError_t
cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
			unsigned int enabled)
{
	hd_exec *x;
	hd_node *n;
	int error = hd_api_exec(exec, &x);

	if (!error)
		error = is_optional(node, &n);
	HD_RETURN(error ? error : hd_exec_enable(x, n, enabled != 0));
}

cudaError_t
cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
			unsigned int *enabled)
{
	hd_exec *x;
	hd_node *n;
	bool is = false;
	int error = enabled ? hd_api_exec(exec, &x) : HD_ERR_VALUE;

	if (!error)
		error = is_optional(node, &n);
	if (!error)
		error = hd_exec_is_enabled(x, n, &is);
	if (!error)
		*enabled = is;
	HD_RETURN(error);
}

cudaError_t
cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
		    cudaGraphExecUpdateResultInfo *info)
{
	static const enum cudaGraphExecUpdateResult results[] = {
		[HD_UPDATE_OK] = cudaGraphExecUpdateSuccess,
		[HD_UPDATE_ERROR] = cudaGraphExecUpdateError,
		[HD_UPDATE_TOPOLOGY] = cudaGraphExecUpdateErrorTopologyChanged,
		[HD_UPDATE_KIND] = cudaGraphExecUpdateErrorNodeTypeChanged,
	};
	hd_exec *x;
	hd_graph *g;
	hd_node *culprit;
	int error = info ? hd_api_exec(exec, &x) : HD_ERR_VALUE;

	if (!error)
		error = hd_api_graph(graph, &g);
	if (error)
		HD_RETURN(error);
	info->result = results[hd_exec_update(x, g, &culprit)];
	info->errorNode = (cudaGraphNode_t)culprit;
	info->errorFromNode = NULL;
	HD_RETURN(info->result == cudaGraphExecUpdateSuccess
			  ? HD_OK
			  : cudaErrorGraphExecUpdateFailure);
}

/* ---- objects ---------------------------------------------------------------------- */

cudaError_t
cudaUserObjectCreate(cudaUserObject_t *object, void *ptr, cudaHostFn_t destroy,
		     unsigned int refcount, unsigned int flags)
{
	hd_object *o;

	if (!object || !destroy || !refcount || flags != cudaUserObjectNoDestructorSync)
		HD_RETURN(HD_ERR_VALUE);
	o = calloc(1, sizeof *o);
	if (!o)
		HD_RETURN(HD_ERR_MEMORY);
	o->destroy = destroy;
	o->ptr = ptr;
	atomic_store(&o->uses, refcount);
	*object = (cudaUserObject_t)o;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
	if (!object || !count)
		HD_RETURN(HD_ERR_VALUE);
	atomic_fetch_add(&((hd_object *)object)->uses, count);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
	hd_object *o = (hd_object *)object;

	if (!o || !count || atomic_load(&o->uses) < count)
		HD_RETURN(HD_ERR_VALUE);
	hd_object_release(o, count);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object,
			  unsigned int count, unsigned int flags)
{
	hd_graph *g;
	hd_object *o = (hd_object *)object;
	int error = hd_api_graph(graph, &g);

	if (!error && (!o || !count || flags > cudaGraphUserObjectMove))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_held_add(&g->held, o, count);
	if (!error && !flags)
		atomic_fetch_add(&o->uses, count);
	HD_RETURN(error);
}

cudaError_t
cudaGraphReleaseUserObject(cudaGraph_t graph, cudaUserObject_t object,
			   unsigned int count)
{
	hd_graph *g;
	int error = hd_api_graph(graph, &g);

	if (!error && !hd_held_drop(&g->held, (hd_object *)object, count))
		error = HD_ERR_VALUE;
	HD_RETURN(error);
}

/* ---- what is not there ------------------------------------------------------------ */

cudaError_t
cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
				 unsigned int value, unsigned int flags)
{
	(void)handle, (void)graph, (void)value, (void)flags;
	HD_RETURN(cudaErrorNotSupported);
}

/* ---- the memory of all graphs: nothing is kept ------------------------------------ */

static int
check_memory(int device, enum cudaGraphMemAttributeType attr, const void *value)
{
	if (device)
		return cudaErrorInvalidDevice;
	return value && (unsigned)attr <= cudaGraphMemAttrReservedMemHigh
		       ? HD_OK
		       : HD_ERR_VALUE;
}

cudaError_t
cudaDeviceGraphMemTrim(int device)
{
	HD_RETURN(device ? cudaErrorInvalidDevice : HD_OK);
}

cudaError_t
cudaDeviceGetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
			       void *value)
{
	int error = check_memory(device, attr, value);

	if (!error)
		*(uint64_t *)value = 0;
	HD_RETURN(error);
}

cudaError_t
cudaDeviceSetGraphMemAttribute(int device, enum cudaGraphMemAttributeType attr,
			       void *value)
{
	HD_RETURN(check_memory(device, attr, value));
}
