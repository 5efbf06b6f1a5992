/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs that can be launched: their nodes in an order that respects the dependencies,
 * spread over streams of their own.
 *
 * A step goes into the stream of a step it depends on, if no other step followed there
 * yet, and into another one otherwise; what it depends on in other streams it waits for.
 * Stream 0 is the one it is launched into. */
#include "graph.h"
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { EXEC_MAGIC = 0x48644578, MAX_LANES = 16 };

struct step {
	hd_work work;        /* never HD_NODE_GRAPH: the child's steps are here */
	const hd_node *node; /* only to be compared */
	bool enabled, last;  /* last: the end of a child graph */
	unsigned lane;
	size_t *deps, dep_count; /* numbers of steps */
	hd_position at;          /* of the launch under way */
};

struct hd_exec {
	uint32_t magic;
	struct step *steps;
	size_t n, room;
	unsigned lanes;
	hd_stream *stream[MAX_LANES]; /* 0 is not used */
	hd_position end;              /* of the launch before */
	hd_held *held;
	unsigned long long flags;  /* the user's */
	pthread_mutex_t exec_lock; /* guards all of it */
};

bool
hd_is_exec(const hd_exec *x)
{
	return x && x->magic == EXEC_MAGIC;
}

void
hd_exec_set_flags(hd_exec *x, unsigned long long flags)
{
	x->flags = flags;
}

unsigned long long
hd_exec_flags(const hd_exec *x)
{
	return x->flags;
}

/* ---- putting the steps in order -------------------------------------------------- */

static struct step *
add_step(hd_exec *x, const hd_node *node)
{
	if (x->n == x->room) {
		size_t room = x->room ? 2 * x->room : 16;
		struct step *steps = realloc(x->steps, room * sizeof *steps);

		if (!steps)
			return NULL;
		x->steps = steps;
		x->room = room;
	}
	struct step *s = &x->steps[x->n++];

	memset(s, 0, sizeof *s);
	s->node = node;
	s->enabled = true;
	s->work.kind = HD_NODE_EMPTY;
	return s;
}

static bool
add_dep(struct step *s, size_t on)
{
	size_t *deps = realloc(s->deps, (s->dep_count + 1) * sizeof *deps);

	if (!deps)
		return false;
	s->deps = deps;
	s->deps[s->dep_count++] = on;
	return true;
}

static int add_graph(hd_exec *x, const hd_graph *g, size_t after);

/* The steps of a child stand between an empty one and another. */
static int
add_child(hd_exec *x, const hd_node *node, size_t first)
{
	int error = add_graph(x, node->work.child, first);
	size_t end = x->n;
	struct step *last = error ? NULL : add_step(x, node);

	if (!last)
		return error ? error : HD_ERR_MEMORY;
	last->last = true;
	for (size_t i = first; i < end; i++)
		if (!add_dep(last, i))
			return HD_ERR_MEMORY;
	return HD_OK;
}

enum { UNSEEN = 0, OPEN = 1, PLACED = 2 }; /* mark: then PLACED + number of the step */

static int
add_node(hd_exec *x, hd_node *node, size_t after)
{
	struct step *s;
	size_t number;
	int error = HD_OK;

	if (node->mark == OPEN)
		return HD_ERR_VALUE; /* a cycle */
	if (node->mark >= PLACED)
		return HD_OK;
	node->mark = OPEN;
	for (size_t i = 0; !error && i < node->deps.n; i++)
		error = add_node(x, node->deps.at[i], after);
	if (error)
		return error;
	s = add_step(x, node);
	number = x->n - 1;
	if (!s || (after != SIZE_MAX && !node->deps.n && !add_dep(s, after)))
		return HD_ERR_MEMORY;
	for (size_t i = 0; i < node->deps.n; i++)
		if (!add_dep(s, node->deps.at[i]->mark - PLACED))
			return HD_ERR_MEMORY;
	if (node->work.kind == HD_NODE_GRAPH) {
		error = add_child(x, node, number);
		number = x->n - 1;
	} else if (hd_work_copy(&s->work, &node->work)) {
		s->work.kind = HD_NODE_EMPTY;
		error = HD_ERR_MEMORY;
	}
	node->mark = PLACED + number;
	return error;
}

static int
add_graph(hd_exec *x, const hd_graph *g, size_t after)
{
	int error = HD_OK;

	for (size_t i = 0; i < g->nodes.n; i++)
		g->nodes.at[i]->mark = UNSEEN;
	for (size_t i = 0; !error && i < g->nodes.n; i++)
		error = add_node(x, g->nodes.at[i], after);
	return error;
}

/* ---- streams of its own ----------------------------------------------------------- */

static unsigned
lane_for(hd_exec *x, const struct step *s, const size_t *tail)
{
	for (size_t i = 0; i < s->dep_count; i++) {
		unsigned lane = x->steps[s->deps[i]].lane;

		if (tail[lane] == s->deps[i])
			return lane;
	}
	return x->lanes < MAX_LANES ? x->lanes++ : 0;
}

static int
assign_lanes(hd_exec *x)
{
	size_t tail[MAX_LANES]; /* the last step of each */
	int error = HD_OK;

	for (size_t i = 0; i < x->n; i++) {
		x->steps[i].lane = lane_for(x, &x->steps[i], tail);
		tail[x->steps[i].lane] = i;
	}
	for (unsigned i = 1; !error && i < x->lanes; i++)
		error = hd_stream_new(HD_SYNC_NONE, 0, 0, &x->stream[i]);
	return error;
}

int
hd_exec_new(const hd_graph *g, hd_exec **out)
{
	hd_exec *x = calloc(1, sizeof *x);
	int error;

	if (!x)
		return HD_ERR_MEMORY;
	x->magic = EXEC_MAGIC;
	pthread_mutex_init(&x->exec_lock, NULL);
	error = add_graph(x, g, SIZE_MAX);
	if (!error)
		error = assign_lanes(x);
	if (!error)
		error = hd_held_copy(&x->held, g->held);
	if (error)
		hd_exec_free(x);
	else
		*out = x;
	return error;
}

/* Work that was launched goes on: operations hold all that they need. */
void
hd_exec_free(hd_exec *x)
{
	for (size_t i = 0; i < x->n; i++) {
		hd_work_free(&x->steps[i].work);
		free(x->steps[i].deps);
	}
	for (unsigned i = 1; i < x->lanes; i++)
		if (x->stream[i])
			hd_stream_free(x->stream[i]);
	hd_held_free(&x->held);
	pthread_mutex_destroy(&x->exec_lock);
	x->magic = 0;
	free(x->steps);
	free(x);
}

/* ---- launching ------------------------------------------------------------------- */

struct host_call {
	void (*fn)(void *data);
	void *data;
};

static void
run_host(void *user, int error)
{
	struct host_call c = *(struct host_call *)user;

	free(user);
	if (!error)
		c.fn(c.data);
}

static int
submit_host(const hd_work *w, hd_stream *s)
{
	struct host_call *c = malloc(sizeof *c);
	int error;

	if (!c)
		return HD_ERR_MEMORY;
	*c = (struct host_call){w->host.fn, w->host.data};
	error = hd_submit_host(s, run_host, c);
	if (error)
		free(c);
	return error;
}

static int
submit(const hd_work *w, hd_stream *s)
{
	hd_launch l;
	hd_call c;

	switch (w->kind) {
	case HD_NODE_KERNEL:
		l = w->launch;
		l.stream = s;
		return hd_launch_kernel(&l);
	case HD_NODE_COPY:
		return hd_copy_later(s, &w->copy);
	case HD_NODE_FILL:
		return hd_fill_later(s, &w->fill);
	case HD_NODE_HOST:
		return submit_host(w, s);
	case HD_NODE_CALL:
		c = w->call;
		c.args = w->asked;
		return hd_submit_call(s, &c, NULL);
	case HD_NODE_WAIT:
		return hd_submit_wait(s, hd_event_position(w->event));
	case HD_NODE_RECORD:
		return hd_event_record(w->event, s);
	default:
		return HD_OK; /* the memory of a graph is there as long as the graph */
	}
}

static void
nothing(void *args, uint64_t first, uint64_t count)
{
	(void)args, (void)first, (void)count;
}

/* A place in the stream after all that it and the default-stream rules wait for. */
static int
mark(hd_stream *s, hd_position *at)
{
	static const char none;

	return hd_submit_call(s, &(hd_call){nothing, &none, 0, 1, 1, false}, at);
}

static int
launch_step(hd_exec *x, struct step *t, hd_stream *s)
{
	int error = HD_OK;

	for (size_t i = 0; !error && i < t->dep_count; i++) {
		const struct step *on = &x->steps[t->deps[i]];

		if (on->lane != t->lane)
			error = hd_submit_wait(s, on->at);
	}
	if (!error && t->enabled)
		error = submit(&t->work, s);
	t->at = hd_stream_position(s);
	return error;
}

static int
launch(hd_exec *x, hd_stream *s)
{
	hd_position begin = {NULL, 0};
	int error = hd_submit_wait(s, x->end);

	x->stream[0] = s;
	if (!error && x->lanes > 1)
		error = mark(s, &begin);
	for (unsigned i = 1; !error && i < x->lanes; i++)
		error = hd_submit_wait(x->stream[i], begin);
	for (size_t i = 0; !error && i < x->n; i++)
		error = launch_step(x, &x->steps[i], x->stream[x->steps[i].lane]);
	for (unsigned i = 1; !error && i < x->lanes; i++)
		error = hd_submit_wait(s, hd_stream_position(x->stream[i]));
	x->end = hd_stream_position(s);
	return error;
}

int
hd_exec_launch(hd_exec *x, hd_stream *s)
{
	pthread_mutex_lock(&x->exec_lock);
	int error = launch(x, s);

	pthread_mutex_unlock(&x->exec_lock);
	return error;
}

/* ---- changing --------------------------------------------------------------------- */

static struct step *
find(hd_exec *x, const hd_node *node)
{
	for (size_t i = 0; i < x->n; i++)
		if (x->steps[i].node == node)
			return &x->steps[i];
	return NULL;
}

static int
replace(struct step *t, const hd_work *work)
{
	hd_work copy;
	int error = hd_work_copy(&copy, work);

	if (error)
		return error;
	hd_work_free(&t->work);
	t->work = copy;
	return HD_OK;
}

int
hd_exec_set(hd_exec *x, const hd_node *node, const hd_work *work)
{
	pthread_mutex_lock(&x->exec_lock);
	struct step *t = find(x, node);
	int error = t && t->work.kind == work->kind ? replace(t, work) : HD_ERR_VALUE;

	pthread_mutex_unlock(&x->exec_lock);
	return error;
}

/* Both ends of the child have its node. */
static int
set_child(hd_exec *x, const hd_node *node, hd_exec *y)
{
	struct step *first = find(x, node);
	size_t at = first ? (size_t)(first - x->steps) + 1 : 0;

	if (!first || at + y->n >= x->n || !x->steps[at + y->n].last ||
	    x->steps[at + y->n].node != node)
		return HD_ERR_VALUE;
	for (size_t i = 0; i < y->n; i++)
		if (x->steps[at + i].work.kind != y->steps[i].work.kind)
			return HD_ERR_VALUE;
	for (size_t i = 0; i < y->n; i++) {
		hd_work old = x->steps[at + i].work;

		x->steps[at + i].work = y->steps[i].work;
		y->steps[i].work = old;
	}
	return HD_OK;
}

int
hd_exec_set_child(hd_exec *x, const hd_node *node, const hd_graph *child)
{
	hd_exec *y;
	int error = hd_exec_new(child, &y);

	if (error)
		return error;
	pthread_mutex_lock(&x->exec_lock);
	error = set_child(x, node, y);
	pthread_mutex_unlock(&x->exec_lock);
	hd_exec_free(y);
	return error;
}

int
hd_exec_enable(hd_exec *x, const hd_node *node, bool enabled)
{
	struct step *t = find(x, node);

	if (!t)
		return HD_ERR_VALUE;
	t->enabled = enabled;
	return HD_OK;
}

int
hd_exec_is_enabled(hd_exec *x, const hd_node *node, bool *enabled)
{
	struct step *t = find(x, node);

	if (!t)
		return HD_ERR_VALUE;
	*enabled = t->enabled;
	return HD_OK;
}

static bool
has_same_deps(const struct step *a, const struct step *b)
{
	return a->dep_count == b->dep_count && a->last == b->last &&
	       (!a->dep_count ||
		!memcmp(a->deps, b->deps, a->dep_count * sizeof *a->deps));
}

static enum hd_update
compare(const hd_exec *x, const hd_exec *y, hd_node **culprit)
{
	if (x->n != y->n)
		return HD_UPDATE_TOPOLOGY;
	for (size_t i = 0; i < x->n; i++) {
		*culprit = (hd_node *)y->steps[i].node;
		if (!has_same_deps(&x->steps[i], &y->steps[i]))
			return HD_UPDATE_TOPOLOGY;
		if (x->steps[i].work.kind != y->steps[i].work.kind)
			return HD_UPDATE_KIND;
	}
	*culprit = NULL;
	return HD_UPDATE_OK;
}

enum hd_update
hd_exec_update(hd_exec *x, const hd_graph *g, hd_node **culprit)
{
	hd_exec *y;
	enum hd_update result;

	*culprit = NULL;
	if (hd_exec_new(g, &y))
		return HD_UPDATE_ERROR;
	pthread_mutex_lock(&x->exec_lock);
	result = compare(x, y, culprit);
	for (size_t i = 0; result == HD_UPDATE_OK && i < x->n; i++) {
		hd_work old = x->steps[i].work;

		x->steps[i].work = y->steps[i].work;
		y->steps[i].work = old;
	}
	pthread_mutex_unlock(&x->exec_lock);
	hd_exec_free(y);
	return result;
}
