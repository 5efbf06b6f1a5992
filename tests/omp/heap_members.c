/* SPDX-License-Identifier: Apache-2.0 */
/* Heap arrays behind members: a grid, an image, particles as a structure of arrays. */
/* run: */
/* run: --memory=managed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	int w, h;
	double *now, *next;
} grid;

struct particles {
	size_t n;
	float *x, *v;
};

static grid *
grid_new(int w, int h)
{
	grid *g = malloc(sizeof(grid));

	g->w = w;
	g->h = h;
	g->now = calloc((size_t)w * h, sizeof(double));
	g->next = calloc((size_t)w * h, sizeof(double));
	return g;
}

static void
step(grid *g)
{
	double *t;

#pragma omp parallel for
	for (int y = 1; y < g->h - 1; y++)
		for (int x = 1; x < g->w - 1; x++)
			g->next[y * g->w + x] =
				0.25 * (g->now[y * g->w + x - 1] + g->now[y * g->w + x + 1] +
					g->now[(y - 1) * g->w + x] + g->now[(y + 1) * g->w + x]);
	t = g->now;
	g->now = g->next;
	g->next = t;
}

static void
move(struct particles *p, float dt)
{
#pragma omp parallel for
	for (size_t i = 0; i < p->n; i++) {
		p->x[i] += p->v[i] * dt;
		if (p->x[i] > 10) {
			p->x[i] -= 10;
			p->v[i] *= 0.5f;
		}
	}
}

int
main(void)
{
	grid *g = grid_new(40, 30);
	struct particles p = {.n = 100};
	double sum = 0;

	for (int x = 0; x < g->w; x++)
		g->now[x] = g->next[x] = 100;
	for (int i = 0; i < 50; i++) {
		step(g);
		if (i == 20)
			g->now[5 * g->w + 5] = 50; /* the host, between regions */
	}
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < g->w * g->h; i++)
		sum += g->now[i];
	printf("%.6f %.6f\n", sum, g->now[5 * g->w + 5]);
	p.x = malloc(p.n * sizeof *p.x);
	p.v = malloc(p.n * sizeof *p.v);
	for (size_t i = 0; i < p.n; i++) {
		p.x[i] = (float)i / 10;
		p.v[i] = (float)(i % 7);
	}
	for (int i = 0; i < 20; i++)
		move(&p, 0.25f);
	printf("%.4f %.4f %.4f\n", p.x[3], p.x[99], p.v[13]);
	free(g->now);
	free(g->next);
	free(g);
	free(p.x);
	free(p.v);
	return 0;
}
