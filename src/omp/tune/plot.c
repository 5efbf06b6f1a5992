/* SPDX-License-Identifier: Apache-2.0 */
/* The results of tuning as a picture: one point per configuration, best first. */
#include "omp/tune/tune.h"

enum { width = 800, height = 400, margin = 60 };

static int
by_time(const void *x, const void *y)
{
	const hd_result *a = x, *b = y;

	return (a->seconds > b->seconds) - (a->seconds < b->seconds);
}

static void
axes(hd_str *s, const char *title, double most, size_t n)
{
	hd_str_addf(
		s,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"font-family=\"sans-serif\" font-size=\"12\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		"<text x=\"%d\" y=\"24\" font-size=\"16\">%s</text>\n",
		width, height, margin, title);
	for (int i = 0; i <= 4; i++) {
		double y = height - margin - i * (height - 2.0 * margin) / 4;
		hd_str_addf(
			s,
			"<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>"
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.3g s</text>\n",
			margin, y, width - margin / 2, y, margin - 6, y + 4,
			most * i / 4);
	}
	hd_str_addf(
		s,
		"<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%zu configurations, fastest "
		"first</text>\n",
		width / 2, height - margin / 3, n);
}

bool
hd_omp_write_plot(hd_arena *a, const char *path, const hd_results *r, const char *title)
{
	hd_results ok = {0};
	hd_str s = {.arena = a};
	double most = 0;

	for (size_t i = 0; i < r->n; i++)
		if (r->at[i].seconds >= 0)
			hd_push(a, &ok, r->at[i]);
	if (ok.n)
		qsort(ok.at, ok.n, sizeof *ok.at, by_time);
	for (size_t i = 0; i < ok.n; i++)
		most = ok.at[i].seconds > most ? ok.at[i].seconds : most;
	axes(&s, title, most > 0 ? most : 1, ok.n);
	for (size_t i = 0; i < ok.n; i++) {
		double x = margin + (i + 0.5) * (width - 1.5 * margin) / (double)ok.n;
		double y = height - margin -
			   ok.at[i].seconds / (most > 0 ? most : 1) *
				   (height - 2.0 * margin);
		hd_str_addf(
			&s,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"><title>%ld: %.6f "
			"s</title></circle>\n",
			x, y, i ? "#4477aa" : "#cc3311", ok.at[i].id, ok.at[i].seconds);
	}
	hd_str_add(&s, "</svg>\n");
	return hd_omp_write(path, s.at);
}
