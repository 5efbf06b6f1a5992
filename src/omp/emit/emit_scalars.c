/* SPDX-License-Identifier: Apache-2.0 */
/* The end of a kernel that finishes its reduction on the device:
 *
 *     if (gpu_reduce_last<gpu_add, true>(part_d, d, 0)) {
 *             const double d_all = d;
 *             double &d = *d_at;
 *             double &alpha = *alpha_at;
 *
 *             d = 0;
 *             d = gpu_add::of<double>(d, d_all);
 *             alpha = rho / d;
 *     }
 */
#include "omp/emit/emit.h"

static void
add_statement(hd_emit *e, hd_str *s, hd_node *n)
{
	hd_edit range = {n->from, hd_omp_stmt_end(n), NULL, 0};

	hd_str_addf(s, "\t%s\n", hd_omp_emit_range(e, range, &n, 1));
}

static void
add_statements(hd_emit *e, hd_str *s, hd_nodes *list)
{
	for (size_t i = 0; i < list->n; i++) {
		hd_node *n = list->at[i];
		if (n->kind != HD_N_COMPOUND)
			add_statement(e, s, n);
		for (unsigned j = 0; n->kind == HD_N_COMPOUND && j < n->n; j++)
			add_statement(e, s, n->kid[j]);
	}
}

char *
hd_omp_emit_finish(hd_emit *e, hd_work *w, hd_var *v)
{
	hd_str s = {.arena = e->a};
	const char *n = v->decl->name, *f = hd_omp_functor(v->op);
	hd_type t = *v->decl->type;

	t.is_const = false;
	hd_omp_use(e, HD_SUP_GATHER);
	hd_str_addf(&s, "if (gpu_reduce_last<%s, %s>(%s, %s, %s)) {\n", f,
		    e->k->set.value[HD_SET_useUnrollingOnReduction] ? "true" : "false",
		    hd_omp_part(e, w, v), n, hd_omp_identity(e->a, v));
	hd_str_addf(&s, "\tconst %s = %s;\n",
		    hd_omp_declare(e->a, &t, hd_format(e->a, "%s\1all", n), NULL), n);
	for (size_t i = 0; i < e->k->vars.n; i++) {
		hd_var *mine = &e->k->vars.at[i];
		hd_type own = *mine->decl->type;
		char *ref = hd_format(e->a, "&%s", mine->decl->name);
		own.is_const = false;
		if (mine->tail_how)
			hd_str_addf(&s, "\t%s = *%s\1at;\n",
				    hd_omp_declare(e->a, &own, ref, NULL),
				    mine->decl->name);
	}
	hd_str_add(&s, "\n");
	add_statements(e, &s, &e->k->before);
	hd_str_addf(&s, "\t%s = %s::of<%s>(%s, %s\1all);\n", n, f, t.name, n, n);
	add_statements(e, &s, &e->k->behind);
	hd_str_add(&s, "}");
	return s.at;
}

static void
note_moved(hd_emit *e, hd_kernel *k, hd_nodes *list)
{
	for (size_t i = 0; i < list->n; i++) {
		hd_node *n = list->at[i];
		char *note = hd_format(e->a, "/* %s: at the end of %s\1kernel%d */",
				       hd_omp_print_dir(e->a, n->dirs), k->proc, k->id);
		hd_omp_edit(
			e->a, &e->edits,
			(hd_edit){hd_omp_stmt_start(n), hd_omp_stmt_end(n), note, 0});
	}
}

/* On the host a comment stands for what the kernel does. */
void
hd_omp_emit_moved(hd_emit *e, hd_kernel *k)
{
	note_moved(e, k, &k->before);
	note_moved(e, k, &k->behind);
}
