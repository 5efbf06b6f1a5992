/* SPDX-License-Identifier: Apache-2.0 */
/* Breadth-first search: an array of nodes, each with a heap array of neighbours. */
/* run: */
/* run: --memory=system */
#include <stdio.h>
#include <stdlib.h>

struct node {
	int degree, *next;
	int level;
};

struct graph {
	int n;
	struct node *nodes;
};

static void
connect(struct graph *g, int a, int b)
{
	struct node *v = &g->nodes[a];

	v->next = realloc(v->next, (v->degree + 1) * sizeof *v->next);
	v->next[v->degree++] = b;
}

static int
search(struct graph *g, int from)
{
	int level = 0, found = 1;

	for (int i = 0; i < g->n; i++)
		g->nodes[i].level = -1;
	g->nodes[from].level = 0;
	while (found) {
		found = 0;
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : found)
		for (int i = 0; i < g->n; i++) {
			struct node *v = &g->nodes[i];
			if (v->level >= 0)
				continue;
			for (int k = 0; k < v->degree; k++) {
				int l;
#pragma omp atomic read
				l = g->nodes[v->next[k]].level;
				if (l == level) {
#pragma omp atomic write
					v->level = level + 1;
					found++;
					break;
				}
			}
		}
		level++;
	}
	return level;
}

int
main(void)
{
	struct graph g = {.n = 500};
	long sum = 0;

	g.nodes = calloc(g.n, sizeof *g.nodes);
	for (int i = 0; i < g.n; i++) {
		int j = (i * 7 + 3) % g.n, k = (i + 1) % g.n;
		connect(&g, i, j);
		connect(&g, j, i);
		connect(&g, i, k);
		connect(&g, k, i);
	}
	for (int from = 0; from < 30; from += 10) {
		int levels = search(&g, from), far = 0;
		for (int i = 0; i < g.n; i++)
			far = g.nodes[i].level > far ? g.nodes[i].level : far;
		printf("%d: %d %d\n", from, levels, far);
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < g.n; i++)
		sum += g.nodes[i].level * (long)g.nodes[i].degree;
	printf("%ld\n", sum);
	for (int i = 0; i < g.n; i++)
		free(g.nodes[i].next);
	free(g.nodes);
	return 0;
}
