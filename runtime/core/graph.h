/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs: work that is described once and launched often, and streams that describe
 * work instead of doing it.
 *
 * A graph and its nodes belong to the thread that uses them, as CUDA has it; what is
 * launched has a lock (graph_exec.c), and so has capturing (capture.c). */
#ifndef HD_GRAPH_H
#define HD_GRAPH_H

#include "core.h"

typedef struct hd_graph hd_graph;
typedef struct hd_node hd_node;
typedef struct hd_exec hd_exec;

/* The numbers are CUDA's, runtime/api asserts that. */
enum hd_node_kind {
	HD_NODE_KERNEL = 0,
	HD_NODE_COPY = 1,
	HD_NODE_FILL = 2,
	HD_NODE_HOST = 3,
	HD_NODE_GRAPH = 4,
	HD_NODE_EMPTY = 5,
	HD_NODE_WAIT = 6,
	HD_NODE_RECORD = 7,
	HD_NODE_ALLOC = 10,
	HD_NODE_FREE = 11,
	HD_NODE_CALL = 64, /* a library's; to programs it is a kernel */
};

/* What a node does. `asked` is what the entry point was given, to be given back. */
typedef struct hd_work {
	enum hd_node_kind kind;
	union {
		hd_launch launch; /* its args point into a copy of their own */
		hd_copy copy;
		hd_fill fill;
		hd_call call; /* its arguments are `asked` */
		hd_event *event;
		hd_graph *child; /* owned */
		struct {
			void (*fn)(void *data);
			void *data;
		} host;
		struct {
			void *base;
			size_t bytes;
		} memory;
	};
	void *asked; /* owned */
	size_t asked_bytes;
} hd_work;

typedef struct hd_nodes {
	hd_node **at;
	size_t n, room;
} hd_nodes;

struct hd_node {
	hd_graph *graph;
	hd_work work;
	hd_nodes deps;
	const hd_node *origin; /* what it is a clone of, or NULL */
	size_t mark;           /* scratch of whoever walks the graph */
	int priority;
};

struct hd_graph {
	uint32_t magic;
	hd_nodes nodes; /* in order of creation */
	const hd_graph *origin;
	struct hd_held *held; /* users' objects that live as long as it */
};

/* Objects with a count of uses and a function that ends them. */
typedef struct hd_object {
	_Atomic uint32_t uses;
	void (*destroy)(void *ptr);
	void *ptr;
} hd_object;

typedef struct hd_held {
	hd_object *object;
	uint32_t count;
	struct hd_held *next;
} hd_held;

bool hd_nodes_push(hd_nodes *list, hd_node *node); /* false: no memory */
bool hd_nodes_has(const hd_nodes *list, const hd_node *node);

hd_graph *hd_graph_new(void);
void hd_graph_free(hd_graph *g);
hd_graph *hd_graph_clone(const hd_graph *g); /* NULL: no memory */
bool hd_is_graph(const hd_graph *g);
/* Takes a copy of the work. */
int hd_node_new(hd_graph *g, const hd_nodes *deps, const hd_work *work, hd_node **out);
void hd_node_free(hd_node *node);
int hd_node_depend(hd_node *node, hd_node *on);
bool hd_node_undepend(hd_node *node, const hd_node *on);
/* Is every node one of the ends, or something that they depend on? */
bool hd_graph_ends_in(const hd_graph *g, const hd_nodes *ends);
int hd_work_copy(hd_work *to, const hd_work *from);
void hd_work_free(hd_work *w);

void hd_object_release(hd_object *o, uint32_t count);
int hd_held_add(hd_held **list, hd_object *o, uint32_t count);
bool hd_held_drop(hd_held **list, hd_object *o, uint32_t count);
int hd_held_copy(hd_held **to, const hd_held *from); /* with uses of its own */
void hd_held_free(hd_held **list);

/* ---- graph_exec.c ---------------------------------------------------------------- */

enum hd_update { HD_UPDATE_OK, HD_UPDATE_ERROR, HD_UPDATE_TOPOLOGY, HD_UPDATE_KIND };

int hd_exec_new(const hd_graph *g, hd_exec **out); /* HD_ERR_VALUE: it has a cycle */
void hd_exec_free(hd_exec *x);
bool hd_is_exec(const hd_exec *x);
void hd_exec_set_flags(hd_exec *x, unsigned long long flags);
unsigned long long hd_exec_flags(const hd_exec *x);
int hd_exec_launch(hd_exec *x, hd_stream *s);
/* Changes what the step of a node does; the kind stays. */
int hd_exec_set(hd_exec *x, const hd_node *node, const hd_work *work);
/* Changes what the steps of a child do; HD_ERR_VALUE: it has another shape. */
int hd_exec_set_child(hd_exec *x, const hd_node *node, const hd_graph *child);
int hd_exec_enable(hd_exec *x, const hd_node *node, bool enabled);
int hd_exec_is_enabled(hd_exec *x, const hd_node *node, bool *enabled);
/* Takes over what the nodes of a graph of the same shape do. */
enum hd_update hd_exec_update(hd_exec *x, const hd_graph *g, hd_node **culprit);

/* ---- capture.c ------------------------------------------------------------------- */

enum hd_capture_mode { HD_CAPTURE_GLOBAL, HD_CAPTURE_THREAD, HD_CAPTURE_RELAXED };
enum hd_capture_status { HD_CAPTURE_NONE, HD_CAPTURE_ACTIVE, HD_CAPTURE_INVALID };

typedef struct hd_capture_info {
	enum hd_capture_status status;
	uint64_t id;
	hd_graph *graph;
	hd_nodes deps; /* not owned; valid until the stream is used again */
} hd_capture_info;

int hd_capture_begin(hd_stream *s, hd_graph *into, const hd_nodes *deps,
		     enum hd_capture_mode mode);
int hd_capture_end(hd_stream *s, hd_graph **out);
void hd_capture_ask(hd_stream *s, hd_capture_info *out);
int hd_capture_set_deps(hd_stream *s, const hd_nodes *deps, bool add);
int hd_capture_add(hd_stream *s, const hd_work *work, hd_node **out);
int hd_capture_record(hd_stream *s, hd_event *e);
/* `s` may or may not be capturing: waiting can make it. */
int hd_capture_wait(hd_stream *s, hd_event *e);
int hd_capture_refuse(hd_stream *s); /* s does something that cannot be captured */
int hd_capture_leave(hd_stream *s);  /* s is to be destroyed */
int hd_capture_touch(hd_event *e);   /* a captured event is asked for */
void hd_capture_forget(hd_event *e); /* it is recorded otherwise, or gone */
int hd_capture_unsafe(void); /* may this thread do what would disturb a capture? */
int hd_capture_legacy(void); /* likewise, with the legacy stream */
enum hd_capture_mode hd_capture_exchange(enum hd_capture_mode mode);
extern _Atomic unsigned hd_captures; /* under way */

static inline bool
hd_is_capturing(hd_stream *s)
{
	return hd_unlikely(atomic_load_explicit(&s->capture, memory_order_relaxed) !=
			   NULL);
}

#endif
