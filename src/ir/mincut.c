/* SPDX-License-Identifier: Apache-2.0 */
/* Minimum cuts over nodes with costs: which nodes separate sources from sinks most
 * cheaply? Each node is split into an in and an out half joined by an edge of its cost;
 * augmenting paths by breadth-first search (Edmonds and Karp). */
#include "ir.h"

enum { UNLIMITED = 1 << 30 };

typedef struct edge {
	int to, room, back; /* back: index of the reverse edge in to's list */
} edge;

struct hd_cut {
	hd_arena *a;
	int n;
	HD_VEC(edge) * out; /* 2 per node (in, out), then source and sink */
};

hd_cut *
hd_cut_new(hd_arena *a, int n)
{
	hd_cut *c = HD_NEW(a, hd_cut);

	c->a = a;
	c->n = n;
	c->out = hd_alloc_array(a, (size_t)n * 2 + 2, sizeof *c->out);
	return c;
}

static int
source(const hd_cut *c)
{
	return c->n * 2;
}

static int
sink(const hd_cut *c)
{
	return c->n * 2 + 1;
}

static void
connect(hd_cut *c, int from, int to, int room)
{
	edge there = {to, room, (int)c->out[to].n},
	     back = {from, 0, (int)c->out[from].n};

	hd_push(c->a, &c->out[from], there);
	hd_push(c->a, &c->out[to], back);
}

void
hd_cut_node(hd_cut *c, int node, int cost)
{
	connect(c, node * 2, node * 2 + 1, cost);
}

void
hd_cut_edge(hd_cut *c, int from, int to)
{
	connect(c, from * 2 + 1, to * 2, UNLIMITED);
}

void
hd_cut_source(hd_cut *c, int node)
{
	connect(c, source(c), node * 2, UNLIMITED);
}

void
hd_cut_sink(hd_cut *c, int node)
{
	connect(c, node * 2 + 1, sink(c), UNLIMITED);
}

/* Everything the source still reaches; from[] holds the edge each was reached by. */
static hd_bits
reach(hd_cut *c, edge **from)
{
	hd_bits seen = hd_bits_new(c->a, (size_t)c->n * 2 + 2);
	hd_ints work = {0};

	hd_push(c->a, &work, source(c));
	hd_bit_set(&seen, (size_t)source(c));
	for (size_t k = 0; k < work.n; k++) {
		int x = work.at[k];

		for (size_t j = 0; j < c->out[x].n; j++) {
			edge *e = &c->out[x].at[j];

			if (!e->room || hd_bit(&seen, (size_t)e->to))
				continue;
			hd_bit_set(&seen, (size_t)e->to);
			from[e->to] = e;
			hd_push(c->a, &work, e->to);
		}
	}
	return seen;
}

static edge *
reverse(hd_cut *c, edge *e)
{
	return &c->out[e->to].at[e->back];
}

static void
augment(hd_cut *c, edge **from)
{
	int room = UNLIMITED;

	for (int x = sink(c); x != source(c); x = reverse(c, from[x])->to)
		if (from[x]->room < room)
			room = from[x]->room;
	for (int x = sink(c); x != source(c); x = reverse(c, from[x])->to) {
		from[x]->room -= room;
		reverse(c, from[x])->room += room;
	}
}

hd_bits
hd_cut_solve(hd_cut *c)
{
	edge **from = HD_NEW_ARRAY(c->a, edge *, (size_t)c->n * 2 + 2);
	hd_bits cut = hd_bits_new(c->a, (size_t)c->n), seen = reach(c, from);

	while (hd_bit(&seen, (size_t)sink(c))) {
		augment(c, from);
		seen = reach(c, from);
	}
	for (int n = 0; n < c->n; n++)
		if (hd_bit(&seen, (size_t)n * 2) && !hd_bit(&seen, (size_t)n * 2 + 1))
			hd_bit_set(&cut, (size_t)n);
	return cut;
}
