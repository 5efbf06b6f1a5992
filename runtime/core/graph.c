/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: nodes, what they do, and what they depend on. */
#include "graph.h"

#include <stdlib.h>
#include <string.h>

enum { GRAPH_MAGIC = 0x48644772 };

/* ---- lists of nodes ------------------------------------------------------------ */

bool
hd_nodes_push(hd_nodes *list, hd_node *node)
{
	if (list->n == list->room) {
		size_t room = list->room ? 2 * list->room : 4;
		hd_node **at = realloc(list->at, room * sizeof(hd_node *));

		if (!at)
			return false;
		list->at = at;
		list->room = room;
	}
	list->at[list->n++] = node;
	return true;
}

bool
hd_nodes_has(const hd_nodes *list, const hd_node *node)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i] == node)
			return true;
	return false;
}

static bool
remove_node(hd_nodes *list, const hd_node *node)
{
	for (size_t i = 0; i < list->n; i++)
		if (list->at[i] == node) {
			memmove(&list->at[i], &list->at[i + 1],
				(list->n - i - 1) * sizeof(hd_node *));
			list->n--;
			return true;
		}
	return false;
}

/* ---- work ----------------------------------------------------------------------- */

/* One allocation: the pointers, then the packed arguments. */
static int
copy_args(hd_launch *l)
{
	const hd_kernel *k = l->function->kernel;
	size_t head = k->arg_count * sizeof(void *);
	char *block;

	head = (head + 15) / 16 * 16;
	block = malloc(head + k->arg_bytes + 16);
	if (!block)
		return HD_ERR_MEMORY;
	void **to = (void **)(void *)block;

	for (uint32_t i = 0; i < k->arg_count; i++) {
		to[i] = block + head + k->args[i].offset;
		memcpy(to[i], l->args[i], k->args[i].size);
	}
	l->args = to;
	return HD_OK;
}

int
hd_work_copy(hd_work *to, const hd_work *from)
{
	int error = HD_OK;

	*to = *from;
	to->asked = NULL;
	if (from->asked) {
		to->asked = malloc(from->asked_bytes);
		if (!to->asked)
			return HD_ERR_MEMORY;
		memcpy(to->asked, from->asked, from->asked_bytes);
	}
	if (from->kind == HD_NODE_KERNEL) {
		error = copy_args(&to->launch);
	} else if (from->kind == HD_NODE_GRAPH) {
		to->child = hd_graph_clone(from->child);
		error = to->child ? HD_OK : HD_ERR_MEMORY;
	}
	if (error)
		free(to->asked);
	return error;
}

void
hd_work_free(hd_work *w)
{
	free(w->asked);
	if (w->kind == HD_NODE_KERNEL)
		free(w->launch.args);
	else if (w->kind == HD_NODE_GRAPH)
		hd_graph_free(w->child);
}

/* ---- nodes ---------------------------------------------------------------------- */

int
hd_node_new(hd_graph *g, const hd_nodes *deps, const hd_work *work, hd_node **out)
{
	hd_node *node = calloc(1, sizeof *node);
	int error = node ? hd_work_copy(&node->work, work) : HD_ERR_MEMORY;

	if (error) {
		free(node);
		return error;
	}
	node->graph = g;
	for (size_t i = 0; !error && deps && i < deps->n; i++)
		error = hd_node_depend(node, deps->at[i]);
	if (!error && !hd_nodes_push(&g->nodes, node))
		error = HD_ERR_MEMORY;
	if (error) {
		hd_work_free(&node->work);
		free(node->deps.at);
		free(node);
		return error;
	}
	*out = node;
	return HD_OK;
}

static void
release(hd_node *node)
{
	hd_work_free(&node->work);
	free(node->deps.at);
	free(node);
}

void
hd_node_free(hd_node *node)
{
	hd_graph *g = node->graph;

	for (size_t i = 0; i < g->nodes.n; i++)
		remove_node(&g->nodes.at[i]->deps, node);
	remove_node(&g->nodes, node);
	release(node);
}

int
hd_node_depend(hd_node *node, hd_node *on)
{
	if (!on || on->graph != node->graph || on == node)
		return HD_ERR_VALUE;
	if (hd_nodes_has(&node->deps, on))
		return HD_ERR_VALUE;
	return hd_nodes_push(&node->deps, on) ? HD_OK : HD_ERR_MEMORY;
}

bool
hd_node_undepend(hd_node *node, const hd_node *on)
{
	return remove_node(&node->deps, on);
}

/* ---- graphs --------------------------------------------------------------------- */

hd_graph *
hd_graph_new(void)
{
	hd_graph *g = calloc(1, sizeof *g);

	if (g)
		g->magic = GRAPH_MAGIC;
	return g;
}

bool
hd_is_graph(const hd_graph *g)
{
	return g && g->magic == GRAPH_MAGIC;
}

void
hd_graph_free(hd_graph *g)
{
	for (size_t i = 0; i < g->nodes.n; i++)
		release(g->nodes.at[i]);
	hd_held_free(&g->held);
	free(g->nodes.at);
	g->magic = 0;
	free(g);
}

hd_graph *
hd_graph_clone(const hd_graph *g)
{
	hd_graph *clone = hd_graph_new();
	bool ok = clone && !hd_held_copy(&clone->held, g->held);

	for (size_t i = 0; ok && i < g->nodes.n; i++) {
		hd_node *to;

		g->nodes.at[i]->mark = i;
		ok = !hd_node_new(clone, NULL, &g->nodes.at[i]->work, &to);
		if (ok) {
			to->origin = g->nodes.at[i];
			to->priority = to->origin->priority;
		}
	}
	for (size_t i = 0; ok && i < g->nodes.n; i++) {
		const hd_nodes *deps = &g->nodes.at[i]->deps;

		for (size_t k = 0; ok && k < deps->n; k++)
			ok = hd_nodes_push(&clone->nodes.at[i]->deps,
					   clone->nodes.at[deps->at[k]->mark]);
	}
	if (clone && !ok) {
		hd_graph_free(clone);
		return NULL;
	}
	if (clone)
		clone->origin = g;
	return clone;
}

/* Marks what the nodes in `list` depend on; false: no memory. */
static bool
mark_all(hd_nodes *list)
{
	for (size_t i = 0; i < list->n; i++) {
		const hd_nodes *deps = &list->at[i]->deps;

		for (size_t k = 0; k < deps->n; k++) {
			if (deps->at[k]->mark)
				continue;
			deps->at[k]->mark = 1;
			if (!hd_nodes_push(list, deps->at[k]))
				return false;
		}
	}
	return true;
}

bool
hd_graph_ends_in(const hd_graph *g, const hd_nodes *ends)
{
	hd_nodes list = {NULL, 0, 0};
	bool ok = true;

	for (size_t i = 0; i < g->nodes.n; i++)
		g->nodes.at[i]->mark = 0;
	for (size_t i = 0; ok && i < ends->n; i++) {
		ends->at[i]->mark = 1;
		ok = hd_nodes_push(&list, ends->at[i]);
	}
	ok = ok && mark_all(&list);
	for (size_t i = 0; i < g->nodes.n; i++)
		ok &= g->nodes.at[i]->mark == 1;
	free(list.at);
	return ok;
}

/* ---- users' objects ------------------------------------------------------------- */

void
hd_object_release(hd_object *o, uint32_t count)
{
	if (atomic_fetch_sub(&o->uses, count) != count)
		return;
	o->destroy(o->ptr);
	free(o);
}

int
hd_held_add(hd_held **list, hd_object *o, uint32_t count)
{
	hd_held *h = malloc(sizeof *h);

	if (!h)
		return HD_ERR_MEMORY;
	*h = (hd_held){o, count, *list};
	*list = h;
	return HD_OK;
}

bool
hd_held_drop(hd_held **list, hd_object *o, uint32_t count)
{
	for (hd_held **p = list; *p; p = &(*p)->next) {
		hd_held *h = *p;

		if (h->object != o || h->count < count)
			continue;
		h->count -= count;
		if (!h->count) {
			*p = h->next;
			free(h);
		}
		hd_object_release(o, count);
		return true;
	}
	return false;
}

int
hd_held_copy(hd_held **to, const hd_held *from)
{
	for (; from; from = from->next) {
		if (hd_held_add(to, from->object, 1))
			return HD_ERR_MEMORY;
		atomic_fetch_add(&from->object->uses, 1);
	}
	return HD_OK;
}

void
hd_held_free(hd_held **list)
{
	while (*list) {
		hd_held *h = *list;

		*list = h->next;
		hd_object_release(h->object, h->count);
		free(h);
	}
}
