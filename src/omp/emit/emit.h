/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the translator share. */
#ifndef HD_OMP_EMIT_H
#define HD_OMP_EMIT_H

#include "omp/omp.h"

/* Pieces of support code that the output may need; the texts are in support.c. */
enum hd_support {
	HD_SUP_CHECK,
	HD_SUP_THREAD,
	HD_SUP_BLOCKS,
	HD_SUP_PLANE,
	HD_SUP_ALLOC,
	HD_SUP_OPS,
	HD_SUP_REDUCE,
	HD_SUP_TEAM_REDUCE,
	HD_SUP_GATHER,
	HD_SUP_ATOMIC,
	HD_SUP_HEAP,
	HD_SUP_MANAGED,
	HD_SUP_SYSTEM,
	HD_SUP_REGISTRY,
	HD_SUP_TABLE,
	HD_SUP_COLUMN,
	HD_SUP_TEXTURE,
	HD_SUP_PITCH,
	HD_SUP_TEAM,
	HD_SUP_SPREAD,
	HD_SUP_OMP,
	HD_SUP_OCCUPANCY,
	HD_SUP_ROWS,
	HD_SUP_MOST,
	HD_SUP_TILE,
	HD_SUP_STREAMS,
	HD_SUP_COUNT
};

typedef struct hd_emit {
	hd_prog *p;
	hd_arena *a;
	hd_file *f;
	hd_kernel *k;         /* NULL outside of kernels */
	hd_edits edits;       /* of host text */
	hd_str decls;         /* in front of the current function */
	hd_str params, args;  /* of the kernel being written */
	hd_str top, bottom;   /* first and last lines of its body */
	hd_str before, after; /* host code around the launch */
	bool uses[HD_SUP_COUNT];
	hd_strings locks; /* names of critical sections */
	hd_map mirrors;   /* hd_decl to the name of its device pointer */
	int labels;
	bool in_macros; /* the program's macros allocate memory */
} hd_emit;

void hd_omp_support(hd_emit *e, hd_str *out);
void hd_omp_use(hd_emit *e, enum hd_support s);
char *hd_omp_emit_stmt(hd_emit *e, hd_node *n);
char *hd_omp_emit_range(hd_emit *e, hd_edit range, hd_node **in, size_t count);
char *hd_omp_emit_for(hd_emit *e, hd_work *w);
char *hd_omp_emit_joined(hd_emit *e, hd_work *w);
char *hd_omp_emit_rows(hd_emit *e, hd_work *w);
char *hd_omp_emit_follower(hd_emit *e, hd_work *w, const char *body);
char *hd_omp_emit_tiles(hd_emit *e, hd_work *w, const char *body);
const char *hd_omp_atomic_problem(hd_prog *p, hd_work *w);
char *hd_omp_emit_atomic(hd_emit *e, hd_work *w);
char *hd_omp_emit_critical(hd_emit *e, hd_work *w);
char *hd_omp_emit_serial(hd_emit *e, hd_work *w);
char *hd_omp_trips(hd_emit *e, hd_loop *l);
char *hd_omp_part(hd_emit *e, hd_work *w, const hd_var *v);
char *hd_omp_magnitude(hd_emit *e, hd_loop *l);
long long hd_omp_reduced_count(hd_prog *p, hd_region *r, const hd_var *v);
char *hd_omp_identity(hd_arena *a, const hd_var *v);
char *hd_omp_functor(enum hd_op op);
char *hd_omp_emit_finish(hd_emit *e, hd_work *w, hd_var *v);
void hd_omp_emit_moved(hd_emit *e, hd_kernel *k);
void hd_omp_privates(hd_emit *e, hd_work *w, hd_str *open, hd_str *close);
char *hd_omp_emit_kernel(hd_emit *e, hd_kernel *k);
char *hd_omp_emit_launch(hd_emit *e, hd_kernel *k);
void hd_omp_emit_region(hd_emit *e, hd_region *r);
void hd_omp_emit_declarations(hd_emit *e, hd_decl *fn);
void hd_omp_emit_unused(hd_emit *e);
void hd_omp_emit_memory(hd_emit *e);
void hd_omp_emit_macros(hd_emit *e, hd_str *support);
bool hd_omp_in_kernel(hd_region *r, hd_node *n);
const char *hd_omp_mirror(hd_emit *e, hd_decl *d);
char *hd_omp_assign(hd_emit *e, const hd_decl *d, const char *to, const char *from);
char *hd_omp_emit_device(hd_emit *e, hd_decl *fn);
void hd_omp_emit_fetch(hd_emit *e, hd_str *s, hd_decl *d, bool to_gpu);
void hd_omp_rename_calls(hd_emit *e, hd_node *n, hd_edits *out);

#endif
