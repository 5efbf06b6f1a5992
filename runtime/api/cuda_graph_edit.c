/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: changing nodes, asking about nodes and edges. */
#include "graph_api.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- changing what a node does ---------------------------------------------------- */

int
hd_api_node_set(cudaGraphNode_t node, int error, const hd_work *w)
{
	hd_work copy;
	hd_node *n;

	if (!error)
		error = hd_api_node_of(node, w->kind, &n);
	if (!error)
		error = hd_work_copy(&copy, w);
	if (error)
		return error;
	hd_work_free(&n->work);
	n->work = copy;
	return HD_OK;
}

cudaError_t
cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
			     const struct cudaKernelNodeParams *params)
{
	hd_work w;
	int error = hd_work_kernel(params, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

cudaError_t
cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node,
			     const struct cudaMemcpy3DParms *params)
{
	hd_work w;
	int error = hd_work_memcpy(params, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

static int
set_flat(cudaGraphNode_t node, void *dst, const void *src, size_t count,
	 enum cudaMemcpyKind kind)
{
	struct cudaMemcpy3DParms flat = hd_api_flat(dst, src, count, kind);
	hd_work w;
	int error = dst && src ? hd_work_memcpy(&flat, &w) : HD_ERR_VALUE;

	return hd_api_node_set(node, error, &w);
}

cudaError_t
cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src,
			       size_t count, enum cudaMemcpyKind kind)
{
	HD_RETURN(set_flat(node, dst, src, count, kind));
}

cudaError_t
cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol,
				     const void *src, size_t count, size_t offset,
				     enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	HD_RETURN(error ? error : set_flat(node, p, src, count, kind));
}

cudaError_t
cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst,
				       const void *symbol, size_t count, size_t offset,
				       enum cudaMemcpyKind kind)
{
	char *p;
	int error = hd_api_to_symbol(symbol, count, offset, &p);

	HD_RETURN(error ? error : set_flat(node, dst, p, count, kind));
}

cudaError_t
cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
			     const struct cudaMemsetParams *params)
{
	hd_work w;
	int error = hd_work_memset(params, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

cudaError_t
cudaGraphHostNodeSetParams(cudaGraphNode_t node,
			   const struct cudaHostNodeParams *params)
{
	hd_work w;
	int error = hd_work_host(params, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

cudaError_t
cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_RECORD, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

cudaError_t
cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event)
{
	hd_work w;
	int error = hd_work_event(event, HD_NODE_WAIT, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

cudaError_t
cudaGraphNodeSetParams(cudaGraphNode_t node, struct cudaGraphNodeParams *params)
{
	hd_work w;
	int error = hd_work_any(params, &w);

	HD_RETURN(hd_api_node_set(node, error, &w));
}

/* ---- attributes of kernels -------------------------------------------------------- */

cudaError_t
cudaGraphKernelNodeCopyAttributes(cudaGraphNode_t dst, cudaGraphNode_t src)
{
	hd_node *to, *from;
	int error = hd_api_node_of(dst, HD_NODE_KERNEL, &to);

	if (!error)
		error = hd_api_node_of(src, HD_NODE_KERNEL, &from);
	if (!error) {
		to->priority = from->priority;
		to->work.launch.cooperative = from->work.launch.cooperative;
	}
	HD_RETURN(error);
}

cudaError_t
cudaGraphKernelNodeGetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attr,
				cudaLaunchAttributeValue *value)
{
	hd_node *n;
	int error = value ? hd_api_node_of(node, HD_NODE_KERNEL, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	*value = (cudaLaunchAttributeValue){{0}};
	if (attr == cudaLaunchAttributePriority)
		value->priority = n->priority;
	else if (attr == cudaLaunchAttributeCooperative)
		value->cooperative = n->work.launch.cooperative;
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphKernelNodeSetAttribute(cudaGraphNode_t node, cudaLaunchAttributeID attr,
				const cudaLaunchAttributeValue *value)
{
	hd_node *n;
	int error = value ? hd_api_node_of(node, HD_NODE_KERNEL, &n) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	if (attr == cudaLaunchAttributePriority)
		n->priority = value->priority;
	else if (attr == cudaLaunchAttributeCooperative)
		n->work.launch.cooperative = value->cooperative != 0;
	HD_RETURN(HD_OK);
}

/* ---- nodes and edges -------------------------------------------------------------- */

cudaError_t
cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
			 cudaGraph_t clone)
{
	hd_graph *g;
	hd_node *n;
	int error = node ? hd_api_graph(clone, &g) : HD_ERR_VALUE;

	if (!error)
		error = hd_api_node(original, &n);
	if (error)
		HD_RETURN(error);
	for (size_t i = 0; i < g->nodes.n; i++)
		if (g->nodes.at[i]->origin == n) {
			*node = (cudaGraphNode_t)g->nodes.at[i];
			HD_RETURN(HD_OK);
		}
	HD_RETURN(HD_ERR_VALUE);
}

cudaError_t
cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type)
{
	hd_node *n;
	int error = type ? hd_api_node(node, &n) : HD_ERR_VALUE;

	if (!error)
		*type = n->work.kind == HD_NODE_CALL
				? cudaGraphNodeTypeKernel
				: (enum cudaGraphNodeType)n->work.kind;
	HD_RETURN(error);
}

/* Lists come back in an array of *n places; without one, *n is how many there are. */
struct list {
	cudaGraphNode_t *at;
	size_t room, n;
};

static void
put(struct list *l, hd_node *node)
{
	if (l->at && l->n < l->room)
		l->at[l->n] = (cudaGraphNode_t)node;
	l->n++;
}

static void
finish(const struct list *l, size_t *n)
{
	for (size_t i = l->n; l->at && i < l->room; i++)
		l->at[i] = NULL;
	*n = l->at && l->n > l->room ? l->room : l->n;
}

static int
list_nodes(cudaGraph_t graph, bool roots, cudaGraphNode_t *nodes, size_t *n)
{
	hd_graph *g;
	int error = n ? hd_api_graph(graph, &g) : HD_ERR_VALUE;

	if (error)
		return error;
	struct list l = {nodes, *n, 0};

	for (size_t i = 0; i < g->nodes.n; i++)
		if (!roots || !g->nodes.at[i]->deps.n)
			put(&l, g->nodes.at[i]);
	finish(&l, n);
	return HD_OK;
}

cudaError_t
cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
	HD_RETURN(list_nodes(graph, false, nodes, n));
}

cudaError_t
cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *n)
{
	HD_RETURN(list_nodes(graph, true, nodes, n));
}

cudaError_t
cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
		  size_t *n)
{
	hd_graph *g;
	int error = n && !from == !to ? hd_api_graph(graph, &g) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	struct list a = {from, *n, 0}, b = {to, *n, 0};

	for (size_t i = 0; i < g->nodes.n; i++) {
		hd_node *node = g->nodes.at[i];

		for (size_t k = 0; k < node->deps.n; k++) {
			put(&a, node->deps.at[k]);
			put(&b, node);
		}
	}
	finish(&a, n);
	finish(&b, n);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *deps, size_t *n)
{
	hd_node *p;
	int error = n ? hd_api_node(node, &p) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	struct list l = {deps, *n, 0};

	for (size_t i = 0; i < p->deps.n; i++)
		put(&l, p->deps.at[i]);
	finish(&l, n);
	HD_RETURN(HD_OK);
}

cudaError_t
cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *n)
{
	hd_node *p;
	int error = n ? hd_api_node(node, &p) : HD_ERR_VALUE;

	if (error)
		HD_RETURN(error);
	struct list l = {nodes, *n, 0};

	for (size_t i = 0; i < p->graph->nodes.n; i++)
		if (hd_nodes_has(&p->graph->nodes.at[i]->deps, p))
			put(&l, p->graph->nodes.at[i]);
	finish(&l, n);
	HD_RETURN(HD_OK);
}

static int
edges(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
      size_t n, bool add)
{
	hd_graph *g;
	hd_nodes a, b;
	int error = hd_api_graph(graph, &g);

	if (!error)
		error = hd_api_node_list(from, n, &a);
	if (!error)
		error = hd_api_node_list(to, n, &b);
	for (size_t i = 0; !error && i < n; i++) {
		if (b.at[i]->graph != g)
			error = HD_ERR_VALUE;
		else if (add)
			error = hd_node_depend(b.at[i], a.at[i]);
		else if (!hd_node_undepend(b.at[i], a.at[i]))
			error = HD_ERR_VALUE;
	}
	return error;
}

cudaError_t
cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
			 const cudaGraphNode_t *to, size_t n)
{
	HD_RETURN(edges(graph, from, to, n, true));
}

cudaError_t
cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from,
			    const cudaGraphNode_t *to, size_t n)
{
	HD_RETURN(edges(graph, from, to, n, false));
}

cudaError_t
cudaGraphDestroyNode(cudaGraphNode_t node)
{
	hd_node *n;
	int error = hd_api_node(node, &n);

	if (!error)
		hd_node_free(n);
	HD_RETURN(error);
}

/* ---- for people ------------------------------------------------------------------- */

static const char *
title(const hd_node *n)
{
	static const char *const kinds[] = {
		"kernel", "memcpy",       "memset", "host",   "graph",     "empty",
		"wait",   "event record", "signal", "signal", "mem alloc", "mem free"};

	if (n->work.kind == HD_NODE_CALL)
		return "library";
	return n->work.kind == HD_NODE_KERNEL ? n->work.launch.function->kernel->name
					      : kinds[n->work.kind];
}

static int
print_dot(const hd_graph *g, const char *path)
{
	FILE *f = fopen(path, "w");

	if (!f)
		return cudaErrorOperatingSystem;
	fprintf(f, "digraph heddle {\n");
	for (size_t i = 0; i < g->nodes.n; i++) {
		hd_node *n = g->nodes.at[i];

		n->mark = i;
		fprintf(f, "  n%zu [label=\"%zu: %s\"];\n", i, i, title(n));
	}
	for (size_t i = 0; i < g->nodes.n; i++)
		for (size_t k = 0; k < g->nodes.at[i]->deps.n; k++)
			fprintf(f, "  n%zu -> n%zu;\n",
				g->nodes.at[i]->deps.at[k]->mark, i);
	fprintf(f, "}\n");
	return fclose(f) ? cudaErrorOperatingSystem : HD_OK;
}

cudaError_t
cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned int flags)
{
	hd_graph *g;
	int error = path ? hd_api_graph(graph, &g) : HD_ERR_VALUE;

	(void)flags;
	HD_RETURN(error ? error : print_dot(g, path));
}
