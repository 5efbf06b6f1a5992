/* SPDX-License-Identifier: Apache-2.0 */
/* plot.c: the ratios as bars on a logarithmic scale, as an SVG file. */
#include "runner.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 18, TOP = 46, LEFT = 120, WIDTH = 560, RIGHT = 60 };

typedef struct scale {
	double low, high; /* powers of two */
} scale;

static double
place(const scale *s, double ratio)
{
	double at = (log2(ratio) - s->low) / (s->high - s->low);

	return LEFT + WIDTH * fmin(fmax(at, 0), 1);
}

static int
by_ratio(const void *a, const void *b)
{
	double x = (*(pair *const *)a)->ratio, y = (*(pair *const *)b)->ratio;

	return (x < y) - (x > y);
}

static void
grid(FILE *f, const scale *s, int bottom)
{
	for (double e = s->low; e <= s->high; e++) {
		double x = place(s, exp2(e));

		fprintf(f,
			"<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"%s\"/>\n",
			x, TOP - 6, x, bottom, e == 0 ? "#333" : "#ddd");
		fprintf(f,
			"<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
			x, TOP - 12, exp2(e));
	}
}

static void
bar(FILE *f, const scale *s, const pair *p, int y)
{
	double zero = place(s, 1), x = place(s, p->ratio);
	int middle = y + ROW / 2;

	fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", LEFT - 8,
		y + 13, p->name);
	fprintf(f,
		"<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
		fmin(zero, x), y + 3, fabs(x - zero), ROW - 6,
		p->ratio >= 1 ? "#2a7f62" : "#c8553d");
	fprintf(f,
		"<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#222\" "
		"stroke-width=\"1.5\"/>\n",
		place(s, p->worst), middle, place(s, p->best), middle);
	fprintf(f, "<text x=\"%d\" y=\"%d\">%.*f</text>\n", LEFT + WIDTH + 8, y + 13,
		p->ratio < 0.1 ? 3 : 2, p->ratio);
}

static scale
scale_of(pair *const *sorted, size_t count)
{
	scale s = {floor(log2(sorted[count - 1]->worst)), ceil(log2(sorted[0]->best))};

	s.low = fmax(fmin(s.low, -1), -6); /* what is slower still ends at the edge */
	s.high = fmin(fmax(s.high, 1), 6);
	return s;
}

void
hd_write_svg(const char *path, const machine *m, const suite *all)
{
	FILE *f = fopen(path, "w");
	pair **sorted = hd_array(all->count, sizeof *sorted);
	int bottom = TOP + ((int)all->count + 1) * ROW, width = LEFT + WIDTH + RIGHT;
	pair mean = {.name = "geometric mean", .ratio = hd_geometric_mean(all)};
	scale s;

	if (!f)
		hd_die("%s: %s", path, strerror(errno));
	mean.worst = mean.best = mean.ratio;
	for (size_t i = 0; i < all->count; i++)
		sorted[i] = &all->pairs[i];
	qsort(sorted, all->count, sizeof *sorted, by_ratio);
	s = scale_of(sorted, all->count);
	fprintf(f,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<text x=\"%d\" y=\"16\">OpenMP's time over Heddle's: %s, %d processors, "
		"%s</text>\n",
		width, bottom + 10, LEFT, m->cpu, m->cores, m->date);
	grid(f, &s, bottom);
	for (size_t i = 0; i < all->count; i++)
		bar(f, &s, sorted[i], TOP + (int)i * ROW);
	bar(f, &s, &mean, TOP + (int)all->count * ROW);
	fprintf(f, "</svg>\n");
	if (ferror(f) || fclose(f) != 0)
		hd_die("%s: %s", path, strerror(errno));
	printf("written: %s\n", path);
	free(sorted);
}
