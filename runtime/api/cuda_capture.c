/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs from what is submitted to streams. */
#include "graph_api.h"

_Static_assert((int)HD_CAPTURE_GLOBAL == (int)cudaStreamCaptureModeGlobal, "mode");
_Static_assert((int)HD_CAPTURE_THREAD == (int)cudaStreamCaptureModeThreadLocal, "mode");
_Static_assert((int)HD_CAPTURE_RELAXED == (int)cudaStreamCaptureModeRelaxed, "mode");
_Static_assert((int)HD_CAPTURE_ACTIVE == (int)cudaStreamCaptureStatusActive, "status");
_Static_assert((int)HD_CAPTURE_INVALID == (int)cudaStreamCaptureStatusInvalidated,
	       "status");

static int
begin(cudaStream_t stream, hd_graph *into, const hd_nodes *deps, int mode)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && (unsigned)mode > cudaStreamCaptureModeRelaxed)
		error = HD_ERR_VALUE;
	return error ? error
		     : hd_capture_begin(s, into, deps, (enum hd_capture_mode)mode);
}

cudaError_t
cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	HD_RETURN(begin(stream, NULL, NULL, (int)mode));
}

cudaError_t
cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
			      const cudaGraphNode_t *deps,
			      const cudaGraphEdgeData *edges, size_t n,
			      enum cudaStreamCaptureMode mode)
{
	hd_graph *g;
	hd_nodes list;
	int error = hd_api_graph(graph, &g);

	(void)edges;
	if (!error)
		error = hd_api_node_list(deps, n, &list);
	HD_RETURN(error ? error : begin(stream, g, &list, (int)mode));
}

cudaError_t
cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
	hd_stream *s;
	int error = graph ? hd_api_begin() : HD_ERR_VALUE;

	if (!error)
		error = hd_api_stream(stream, &s);
	HD_RETURN(error ? error : hd_capture_end(s, (hd_graph **)graph));
}

cudaError_t
cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
	hd_stream *s;
	hd_capture_info info;
	int error = status ? hd_api_stream(stream, &s) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	hd_capture_ask(s, &info);
	*status = (enum cudaStreamCaptureStatus)info.status;
	HD_RETURN(HD_OK);
}

/* Where the answers go; all but the first may be NULL. */
struct answers {
	enum cudaStreamCaptureStatus *status;
	unsigned long long *id;
	cudaGraph_t *graph;
	const cudaGraphNode_t **deps;
	size_t *n;
};

static int
ask(cudaStream_t stream, const struct answers *a)
{
	hd_stream *s;
	hd_capture_info info;
	int error = a->status ? hd_api_stream(stream, &s) : HD_ERR_VALUE;

	if (error)
		return error;
	hd_capture_ask(s, &info);
	*a->status = (enum cudaStreamCaptureStatus)info.status;
	if (info.status != HD_CAPTURE_ACTIVE)
		return HD_OK;
	if (a->id)
		*a->id = info.id;
	if (a->graph)
		*a->graph = (cudaGraph_t)info.graph;
	if (a->deps)
		*a->deps = (const cudaGraphNode_t *)(void *)info.deps.at;
	if (a->n)
		*a->n = info.deps.n;
	return HD_OK;
}

cudaError_t
cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
			 unsigned long long *id, cudaGraph_t *graph,
			 const cudaGraphNode_t **deps, size_t *n)
{
	HD_RETURN(ask(stream, &(struct answers){status, id, graph, deps, n}));
}

cudaError_t
cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
			    unsigned long long *id, cudaGraph_t *graph,
			    const cudaGraphNode_t **deps, size_t *n)
{
	HD_RETURN(ask(stream, &(struct answers){status, id, graph, deps, n}));
}

cudaError_t
cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *deps,
				    size_t n, unsigned int flags)
{
	hd_stream *s;
	hd_nodes list;
	int error = hd_api_node_list(deps, n, &list);

	if (!error && flags > cudaStreamSetCaptureDependencies)
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_api_stream(stream, &s);
	HD_RETURN(error ? error
			: hd_capture_set_deps(
				  s, &list, flags == cudaStreamAddCaptureDependencies));
}

cudaError_t
cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
		HD_RETURN(HD_ERR_VALUE);
	*mode = (enum cudaStreamCaptureMode)hd_capture_exchange((enum hd_capture_mode) *
								mode);
	HD_RETURN(HD_OK);
}

/* ---- memory ----------------------------------------------------------------------- */

int
hd_api_capture_alloc(hd_stream *s, size_t size, void **ptr)
{
	hd_capture_info info;
	hd_work w = {.kind = HD_NODE_ALLOC};
	int error;

	hd_capture_ask(s, &info);
	if (info.status != HD_CAPTURE_ACTIVE)
		return HD_ERR_CAPTURE_INVALID;
	error = hd_api_graph_memory(info.graph, size, ptr);
	w.memory.base = *ptr;
	w.memory.bytes = size;
	return error ? error : hd_capture_add(s, &w, NULL);
}

int
hd_api_capture_free(hd_stream *s, void *ptr)
{
	hd_work w = {.kind = HD_NODE_FREE, .memory = {ptr, 0}};
	hd_region r;

	if (!hd_region_find(ptr, &r) || r.base != ptr)
		return HD_ERR_VALUE;
	return hd_capture_add(s, &w, NULL);
}
