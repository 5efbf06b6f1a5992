/* SPDX-License-Identifier: Apache-2.0 */
/* Capturing: streams that make nodes of a graph out of what is submitted to them. An
 * event that is recorded in such a stream takes others into the capture. */
#include "graph.h"
#include "inner.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct capture capture;

/* A stream that takes part; `deps` is what comes last in it. */
typedef struct hd_stream_capture {
	capture *of;
	hd_stream *stream;
	hd_nodes deps;
	struct hd_stream_capture *next; /* in the same capture */
} member;

struct capture {
	uint64_t id;
	hd_graph *graph;
	bool given; /* the graph is the user's */
	bool invalid;
	enum hd_capture_mode mode;
	pthread_t thread;
	hd_stream *origin;
	member *members;
	capture *next;
};

/* Guards everything here, and captured_at of events. */
static pthread_mutex_t capture_lock = PTHREAD_MUTEX_INITIALIZER;
static capture *all;
static uint64_t next_id = 1;
_Atomic unsigned hd_captures;
static _Thread_local enum hd_capture_mode thread_mode; /* GLOBAL */

static member *
member_of(hd_stream *s)
{
	return atomic_load(&s->capture);
}

static bool
copy_nodes(hd_nodes *to, const hd_nodes *from)
{
	to->n = 0;
	for (size_t i = 0; from && i < from->n; i++)
		if (!hd_nodes_push(to, from->at[i]))
			return false;
	return true;
}

static bool
add_nodes(hd_nodes *to, const hd_nodes *from)
{
	for (size_t i = 0; i < from->n; i++)
		if (!hd_nodes_has(to, from->at[i]) && !hd_nodes_push(to, from->at[i]))
			return false;
	return true;
}

static int
join(capture *c, hd_stream *s, const hd_nodes *deps)
{
	member *m = calloc(1, sizeof *m);

	if (!m || !copy_nodes(&m->deps, deps)) {
		free(m);
		return HD_ERR_MEMORY;
	}
	m->of = c;
	m->stream = s;
	m->next = c->members;
	c->members = m;
	atomic_store(&s->capture, m);
	return HD_OK;
}

/* ---- beginning and ending --------------------------------------------------------- */

static int
begin(hd_stream *s, hd_graph *into, const hd_nodes *deps, enum hd_capture_mode mode)
{
	capture *c = calloc(1, sizeof *c);
	int error;

	if (!c)
		return HD_ERR_MEMORY;
	c->graph = into ? into : hd_graph_new();
	c->given = into != NULL;
	c->mode = mode;
	c->thread = pthread_self();
	c->origin = s;
	error = c->graph ? join(c, s, deps) : HD_ERR_MEMORY;
	if (error) {
		if (c->graph && !into)
			hd_graph_free(c->graph);
		free(c);
		return error;
	}
	c->id = next_id++;
	c->next = all;
	all = c;
	atomic_fetch_add(&hd_captures, 1);
	return HD_OK;
}

int
hd_capture_begin(hd_stream *s, hd_graph *into, const hd_nodes *deps,
		 enum hd_capture_mode mode)
{
	int error = HD_ERR_STATE;

	if (atomic_load(&s->sync) == HD_SYNC_LEGACY)
		return HD_ERR_CAPTURE;
	pthread_mutex_lock(&capture_lock);
	if (!member_of(s))
		error = begin(s, into, deps, mode);
	pthread_mutex_unlock(&capture_lock);
	return error;
}

static void
take_out(capture *c)
{
	capture **p = &all;

	while (*p != c)
		p = &(*p)->next;
	*p = c->next;
	while (c->members) {
		member *m = c->members;

		c->members = m->next;
		atomic_store(&m->stream->capture, NULL);
		free(m->deps.at);
		free(m);
	}
	atomic_fetch_sub(&hd_captures, 1);
}

static int
end(hd_stream *s, hd_graph **out)
{
	member *m = member_of(s);
	capture *c = m ? m->of : NULL;
	int error = HD_OK;

	*out = NULL;
	if (!c)
		return HD_ERR_STATE;
	if (c->origin != s)
		return HD_ERR_CAPTURE_UNMATCHED;
	if (c->mode != HD_CAPTURE_RELAXED && !pthread_equal(c->thread, pthread_self()))
		return HD_ERR_CAPTURE_THREAD;
	if (c->invalid)
		error = HD_ERR_CAPTURE_INVALID;
	else if (!c->given && !hd_graph_ends_in(c->graph, &m->deps))
		error = HD_ERR_CAPTURE_UNJOINED;
	take_out(c);
	if (!error)
		*out = c->graph;
	else if (!c->given)
		hd_graph_free(c->graph);
	free(c);
	return error;
}

int
hd_capture_end(hd_stream *s, hd_graph **out)
{
	pthread_mutex_lock(&capture_lock);
	int error = end(s, out);

	pthread_mutex_unlock(&capture_lock);
	return error;
}

void
hd_capture_ask(hd_stream *s, hd_capture_info *out)
{
	pthread_mutex_lock(&capture_lock);
	member *m = member_of(s);

	memset(out, 0, sizeof *out);
	if (m) {
		out->status = m->of->invalid ? HD_CAPTURE_INVALID : HD_CAPTURE_ACTIVE;
		out->id = m->of->id;
		out->graph = m->of->graph;
		out->deps = m->deps;
	}
	pthread_mutex_unlock(&capture_lock);
}

int
hd_capture_set_deps(hd_stream *s, const hd_nodes *deps, bool add)
{
	pthread_mutex_lock(&capture_lock);
	member *m = member_of(s);
	bool ok = m && (add ? add_nodes(&m->deps, deps) : copy_nodes(&m->deps, deps));
	int error = !m ? HD_ERR_CAPTURE : ok ? HD_OK : HD_ERR_MEMORY;

	pthread_mutex_unlock(&capture_lock);
	return error;
}

/* ---- what is captured ------------------------------------------------------------- */

static int
add(member *m, const hd_work *work, hd_node **out)
{
	hd_node *node;
	int error;

	if (!m)
		return HD_ERR_CAPTURE;
	if (m->of->invalid)
		return HD_ERR_CAPTURE_INVALID;
	error = hd_node_new(m->of->graph, &m->deps, work, &node);
	if (error)
		return error;
	m->deps.n = 0;
	if (out)
		*out = node;
	return hd_nodes_push(&m->deps, node) ? HD_OK : HD_ERR_MEMORY;
}

int
hd_capture_add(hd_stream *s, const hd_work *work, hd_node **out)
{
	pthread_mutex_lock(&capture_lock);
	int error = add(member_of(s), work, out);

	pthread_mutex_unlock(&capture_lock);
	return error;
}

static void
forget(hd_event *e)
{
	if (e->captured_at) {
		free(e->captured_at->at);
		free(e->captured_at);
	}
	e->captured_at = NULL;
	e->captured = 0;
}

void
hd_capture_forget(hd_event *e)
{
	if (!e->captured)
		return;
	pthread_mutex_lock(&capture_lock);
	forget(e);
	pthread_mutex_unlock(&capture_lock);
}

int
hd_capture_record(hd_stream *s, hd_event *e)
{
	int error = HD_OK;

	pthread_mutex_lock(&capture_lock);
	member *m = member_of(s);

	forget(e);
	e->captured_at = calloc(1, sizeof *e->captured_at);
	if (!m || m->of->invalid)
		error = m ? HD_ERR_CAPTURE_INVALID : HD_ERR_CAPTURE;
	else if (!e->captured_at || !copy_nodes(e->captured_at, &m->deps))
		error = HD_ERR_MEMORY;
	if (error)
		forget(e);
	else
		e->captured = m->of->id;
	pthread_mutex_unlock(&capture_lock);
	return error;
}

static int
wait_for(hd_stream *s, hd_event *e)
{
	member *m = member_of(s);
	capture *c = all;

	while (c && c->id != e->captured)
		c = c->next;
	if (!c) { /* not captured, or that capture is over */
		if (m)
			m->of->invalid = true;
		return e->captured ? HD_ERR_CAPTURED_EVENT : HD_ERR_CAPTURE_ISOLATION;
	}
	if (c->invalid)
		return HD_ERR_CAPTURE_INVALID;
	if (!m)
		return join(c, s, e->captured_at);
	if (m->of != c) {
		m->of->invalid = c->invalid = true;
		return HD_ERR_CAPTURE_MERGE;
	}
	return add_nodes(&m->deps, e->captured_at) ? HD_OK : HD_ERR_MEMORY;
}

int
hd_capture_wait(hd_stream *s, hd_event *e)
{
	pthread_mutex_lock(&capture_lock);
	int error = wait_for(s, e);

	pthread_mutex_unlock(&capture_lock);
	return error;
}

/* What has not run cannot be waited for. */
int
hd_capture_touch(hd_event *e)
{
	pthread_mutex_lock(&capture_lock);
	for (capture *c = all; c; c = c->next)
		if (c->id == e->captured)
			c->invalid = true;
	pthread_mutex_unlock(&capture_lock);
	return HD_ERR_CAPTURED_EVENT;
}

/* ---- what is not allowed meanwhile ------------------------------------------------ */

int
hd_capture_refuse(hd_stream *s)
{
	pthread_mutex_lock(&capture_lock);
	member *m = member_of(s);

	if (m)
		m->of->invalid = true;
	pthread_mutex_unlock(&capture_lock);
	return m ? HD_ERR_CAPTURE : HD_OK;
}

/* A stream that was taken in may go before the capture ends; what it did stays. */
int
hd_capture_leave(hd_stream *s)
{
	int error = HD_OK;

	pthread_mutex_lock(&capture_lock);
	member *m = member_of(s), **p;

	if (m && m->of->origin == s) {
		m->of->invalid = true;
		error = HD_ERR_CAPTURE;
	} else if (m) {
		for (p = &m->of->members; *p != m;)
			p = &(*p)->next;
		*p = m->next;
		atomic_store(&s->capture, NULL);
		free(m->deps.at);
		free(m);
	}
	pthread_mutex_unlock(&capture_lock);
	return error;
}

static bool
is_disturbed(const capture *c)
{
	bool own = pthread_equal(c->thread, pthread_self());

	if (c->mode == HD_CAPTURE_RELAXED || thread_mode == HD_CAPTURE_RELAXED)
		return false;
	return own ||
	       (c->mode == HD_CAPTURE_GLOBAL && thread_mode == HD_CAPTURE_GLOBAL);
}

static bool
has_blocking_stream(const capture *c)
{
	for (const member *m = c->members; m; m = m->next)
		if (atomic_load(&m->stream->sync) == HD_SYNC_BLOCKING)
			return true;
	return false;
}

static int
refuse_all(bool (*is_hit)(const capture *), int code)
{
	int error = HD_OK;

	if (hd_likely(!atomic_load_explicit(&hd_captures, memory_order_relaxed)))
		return HD_OK;
	pthread_mutex_lock(&capture_lock);
	for (capture *c = all; c; c = c->next)
		if (is_hit(c)) {
			c->invalid = true;
			error = code;
		}
	pthread_mutex_unlock(&capture_lock);
	return error;
}

int
hd_capture_unsafe(void)
{
	return refuse_all(is_disturbed, HD_ERR_CAPTURE);
}

int
hd_capture_legacy(void)
{
	return refuse_all(has_blocking_stream, HD_ERR_CAPTURE_IMPLICIT);
}

enum hd_capture_mode
hd_capture_exchange(enum hd_capture_mode mode)
{
	enum hd_capture_mode old = thread_mode;

	thread_mode = mode;
	return old;
}
