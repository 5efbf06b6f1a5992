/* SPDX-License-Identifier: Apache-2.0 */
/* Loops with a shape of their own: sparse rows shared by several threads, and stencils that
 * read through a tile in shared memory. */
#include "omp/emit/emit.h"

static char *
text_of(hd_emit *e, hd_node *n)
{
	return hd_omp_emit_range(e, (hd_edit){n->from, n->to, NULL, 0}, &n, 1);
}

static char *
indented(hd_emit *e, hd_node *n, const char *indent)
{
	char *t = hd_format(e->a, "%s%s", hd_omp_indent_at(e->a, n->file, n->from),
			    hd_omp_emit_stmt(e, n));

	return hd_omp_reindent(e->a, t, indent);
}

/* ---- joined loops */

/* The statements of a body, without its braces unless it declares something. */
static char *
statements(hd_emit *e, hd_node *body, const char *indent)
{
	char *text = hd_omp_emit_stmt(e, body), *end;
	bool declares = false;

	for (unsigned i = 0; body->kind == HD_N_COMPOUND && i < body->n; i++)
		declares |= body->kid[i]->kind == HD_N_DECLSTMT;
	if (body->kind != HD_N_COMPOUND || declares)
		return indented(e, body, indent);
	end = strrchr(text, '}');
	while (end > text + 1 && strchr(" \t\n", end[-1]))
		end--;
	text = hd_strndup(e->a, text + 1, (size_t)(end - text - 1));
	if (*text == '\n')
		text++;
	return hd_omp_reindent(e->a, text, indent);
}

char *
hd_omp_emit_joined(hd_emit *e, hd_work *w)
{
	hd_str s = {.arena = e->a};
	const char *in = hd_omp_indent_at(e->a, w->node->file, w->node->from);
	const char *deeper = hd_format(e->a, "%s\t", in);

	hd_str_addf(&s, "{\n%s\n", statements(e, w->loop[0].node->kid[3], deeper));
	for (size_t i = 0; i < w->joined.n; i++)
		hd_str_addf(
			&s, "%s\n",
			statements(e, w->joined.at[i]->loop[0].node->kid[3], deeper));
	hd_str_addf(&s, "%s}", in);
	return s.at;
}

/* ---- rows */

static void
row_loop(hd_emit *e, hd_work *w, hd_str *s, const char *in)
{
	hd_loop l;
	const char *j;

	hd_omp_canonical(w->inner, &l);
	j = l.iv->name;
	hd_str_addf(s, "%s\tif (gpu_thread() %% %d != 0)\n%s\t\t%s = 0;\n", in, w->rows,
		    in, w->sum->name);
	hd_str_addf(s, "%s\tfor (%s%s = %s + gpu_thread() %% %d; %s %s %s; %s += %d)\n",
		    in,
		    hd_omp_inside(l.iv->node, w->inner)
			    ? hd_format(e->a, "%s ", l.iv->type->name)
			    : "",
		    j, text_of(e, l.lb), w->rows, j, l.cmp == HD_OP_LE ? "<=" : "<",
		    text_of(e, l.ub), j, w->rows);
	hd_str_addf(s, "%s\n",
		    indented(e, w->inner->kid[3], hd_format(e->a, "%s\t\t", in)));
	hd_str_addf(s, "%s\t%s = gpu_row_combine<gpu_add, %d>(%s);\n", in, w->sum->name,
		    w->rows, w->sum->name);
}

/* for (i = first; i < last; ...) with some threads for each i */
static char *
group_header(hd_emit *e, hd_loop *l, int width)
{
	const char *i = l->iv->name, *lb = text_of(e, l->lb);
	bool zero = !strcmp(lb, "0");

	return hd_format(
		e->a,
		"for (%s = %s%s%sgpu_thread() / %d; %s %s %s; %s += gpu_threads() / %d)",
		hd_omp_declare(e->a, l->iv->type, i, NULL), zero ? "" : "(",
		zero ? "" : lb, zero ? "" : ") + ", width, i,
		l->cmp == HD_OP_LE ? "<=" : "<", text_of(e, l->ub), i, width);
}

/* Some neighbouring threads take one iteration of the outer loop together. */
char *
hd_omp_emit_rows(hd_emit *e, hd_work *w)
{
	hd_str s = {.arena = e->a};
	hd_node *body = w->loop[0].node->kid[3];
	const char *in = hd_omp_indent_at(e->a, w->node->file, w->node->from);
	bool behind = false;

	hd_omp_use(e, HD_SUP_ROWS);
	hd_omp_use(e, HD_SUP_THREAD);
	hd_str_addf(&s, "%s {\n", group_header(e, &w->loop[0], w->rows));
	for (unsigned k = 0; k < body->n; k++) {
		if (body->kid[k] == w->inner) {
			row_loop(e, w, &s, in);
			hd_str_addf(&s, "%s\tif (gpu_thread() %% %d == 0) {\n", in,
				    w->rows);
			behind = true;
			continue;
		}
		hd_str_addf(
			&s, "%s\n",
			indented(e, body->kid[k],
				 hd_format(e->a, "%s\t%s", in, behind ? "\t" : "")));
	}
	for (size_t i = 0; i < w->joined.n; i++)
		hd_str_addf(&s, "%s\n",
			    statements(e, w->joined.at[i]->loop[0].node->kid[3],
				       hd_format(e->a, "%s\t\t", in)));
	hd_str_addf(&s, "%s\t}\n%s}", in, in);
	return s.at;
}

/* A loop behind rows: the thread that finished a row goes on with it. */
char *
hd_omp_emit_follower(hd_emit *e, hd_work *w, const char *body)
{
	const char *in = hd_omp_indent_at(e->a, w->node->file, w->node->from);

	return hd_format(e->a, "%s\n%s\tif (gpu_thread() %% %d == 0)%s%s",
			 group_header(e, &w->loop[0], w->follows), in, w->follows,
			 *body == '{' ? " " : hd_format(e->a, "\n%s\t\t", in),
			 hd_omp_indent_rest(e->a, body, "\t"));
}

/* ---- tiles */

static const char *
bound(hd_emit *e, hd_loop *l)
{
	return hd_format(e->a, "%s%s", text_of(e, l->ub),
			 l->cmp == HD_OP_LE ? " + 1" : "");
}

/* One block computes a tile of 32 columns; a frame around it is loaded, too. */
char *
hd_omp_emit_tiles(hd_emit *e, hd_work *w, const char *body)
{
	hd_str s = {.arena = e->a};
	hd_decl *d = w->tile;
	const char *n = d->name, *t = hd_omp_scalar_of(d->type)->name;
	const char *i = w->loop[0].iv->name, *j = w->loop[1].iv->name;
	int high = e->k->set.value[HD_SET_cudaThreadBlockSize] / 32, r = w->reach;
	hd_node *in;
	int wide = 32 + 2 * r, rows = high + 2 * r;

	hd_omp_use(e, HD_SUP_TILE);
	hd_str_addf(&s, "const int gpu_cols = (int)((trips\1%s%s + 31) / 32);\n", j,
		    w->tag);
	hd_str_addf(
		&s,
		"const int gpu_tiles = (int)((trips\1%s%s + %d) / %d) * gpu_cols;\n", i,
		w->tag, high - 1, high);
	hd_str_addf(&s, "__shared__ %s %s\1tile[%d * %d];\n", t, n, rows, wide);
	hd_str_add(&s, "for (int gpu_t = (int)blockIdx.x; gpu_t < gpu_tiles; gpu_t += "
		       "(int)gridDim.x) {\n");
	hd_str_addf(&s, "\tconst int gpu_row = (int)(%s) + gpu_t / gpu_cols * %d;\n",
		    text_of(e, w->loop[0].lb), high);
	hd_str_addf(&s, "\tconst int gpu_col = (int)(%s) + gpu_t %% gpu_cols * 32;\n",
		    text_of(e, w->loop[1].lb));
	hd_str_addf(
		&s,
		"\t__syncthreads();\n"
		"\tfor (int gpu_x = (int)threadIdx.x; gpu_x < %d; gpu_x += (int)blockDim.x) {\n"
		"\t\tint gpu_r = gpu_row - %d + gpu_x / %d, "
		"gpu_c = gpu_col - %d + gpu_x %% %d;\n"
		"\t\tif (gpu_r >= 0 && gpu_r < %lld && gpu_c >= 0 && gpu_c < %lld)\n"
		"\t\t\t%s\1tile[gpu_x] = %s[gpu_r][gpu_c];\n\t}\n\t__syncthreads();\n",
		rows * wide, r, wide, r, wide, d->type->count, d->type->elem->count, n,
		n);
	hd_str_addf(&s,
		    "\tconst int %s = gpu_row + (int)threadIdx.x / 32, %s = gpu_col + "
		    "(int)threadIdx.x %% 32;\n",
		    i, j);
	hd_str_addf(&s,
		    "\tgpu_tile<%s> %s = {%s\1tile, %d, gpu_row - %d, gpu_col - %d};\n",
		    t, n, n, wide, r, r);
	in = w->loop[1].node->kid[3];
	body = hd_omp_reindent(e->a,
			       hd_format(e->a, "%s%s",
					 hd_omp_indent_at(e->a, in->file, in->from),
					 body),
			       "\t\t");
	hd_str_addf(&s, "\tif (%s < %s && %s < %s)\n%s\n}", i, bound(e, &w->loop[0]), j,
		    bound(e, &w->loop[1]), body);
	return hd_omp_indent_rest(
		e->a, hd_format(e->a, "{\n%s\n}", hd_omp_reindent(e->a, s.at, "\t")),
		hd_omp_indent_at(e->a, w->node->file, w->node->from));
}
