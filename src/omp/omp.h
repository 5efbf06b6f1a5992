/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP C to CUDA: the tree, directives, regions, kernels and what passes share. */
#ifndef HD_OMP_H
#define HD_OMP_H

#include "../base/base.h"

int hd_cmd_omp2cuda(int argc, char **argv);
int hd_cmd_tune(int argc, char **argv);

#include "omp/tree.h"

/* ---- text.c */
hd_pos hd_omp_pos(hd_file *f, unsigned at);
void hd_omp_caret(hd_file *f, unsigned at);
void hd_omp_error(hd_file *f, unsigned at, const char *fmt, ...) HD_PRINTF(3, 4);
void hd_omp_warn(hd_file *f, unsigned at, const char *fmt, ...) HD_PRINTF(3, 4);
void hd_omp_edit(hd_arena *a, hd_edits *e, hd_edit edit);
char *hd_omp_render(hd_arena *a, hd_file *f, hd_edit range, const hd_edits *extra);
char *hd_omp_text(hd_arena *a, const hd_node *n);
char *hd_omp_reindent(hd_arena *a, const char *text, const char *indent);
char *hd_omp_indent_rest(hd_arena *a, const char *text, const char *indent);
char *hd_omp_indent_at(hd_arena *a, hd_file *f, unsigned at);
unsigned hd_omp_line_start(hd_file *f, unsigned at);
unsigned hd_omp_line_end(hd_file *f, unsigned at);
unsigned hd_omp_stmt_end(const hd_node *n);
unsigned hd_omp_stmt_start(const hd_node *n);
bool hd_omp_write(const char *path, const char *text);

/* ---- lex.c, directive.c */
void hd_omp_scan(hd_prog *p, hd_file *f, hd_dirs *out);
hd_dir *hd_omp_parse_directive(hd_prog *p, hd_file *f, unsigned from, unsigned to);
void hd_omp_read_user_file(hd_prog *p, const char *path);
const char *hd_omp_dir_name(enum hd_dirkind k);
const char *hd_omp_clause_name(enum hd_clkind k);
bool hd_omp_is_cuda(enum hd_dirkind k);
bool hd_omp_is_standalone(enum hd_dirkind k);
hd_clause *hd_omp_clause(hd_dir *d, enum hd_clkind k);
void hd_omp_add_item(hd_prog *p, hd_dir *d, enum hd_clkind k, hd_decl *decl);
bool hd_omp_has_item(hd_dir *d, enum hd_clkind k, hd_decl *decl);
void hd_omp_drop_item(hd_dir *d, enum hd_clkind k, hd_decl *decl);
void hd_omp_set_clause(hd_prog *p, hd_dir *d, enum hd_clkind k, long long value);
char *hd_omp_print_dir(hd_arena *a, hd_dir *d);
const char *hd_omp_op_text(enum hd_op op);
hd_dir *hd_omp_find_dir(hd_node *n, enum hd_dirkind k);

/* ---- import.c, attach.c, expand.c */
void *hd_omp_parse(hd_prog *p, hd_file *f, bool openmp);
bool hd_omp_import(hd_prog *p, hd_file *f);
void hd_omp_set_operator(hd_node *n, int binary, int unary);
bool hd_omp_flatten_rows(hd_prog *p, hd_file *f);
bool hd_omp_check_legal(hd_prog *p, hd_file *f);
void hd_omp_attach(hd_prog *p, hd_file *f, hd_dirs *dirs);
hd_decl *hd_omp_lookup(hd_prog *p, hd_node *at, const char *name);
bool hd_omp_needs_expansion(hd_file *f);
bool hd_omp_expand(hd_prog *p, hd_file *f);
char *hd_omp_cxx_type(hd_prog *p, const char *name);
void hd_omp_to_cxx(hd_prog *p);

/* ---- types.c, walk.c */
char *hd_omp_declare(hd_arena *a, const hd_type *t, const char *name, const char *dims);
char *hd_omp_declare_pointer(hd_arena *a, const hd_decl *d, const char *name);
const hd_type *hd_omp_scalar_of(const hd_type *t);
hd_node *hd_omp_strip(hd_node *n);
hd_node *hd_omp_only_statement(hd_node *n);
bool hd_omp_inside(const hd_node *n, const hd_node *in);
typedef void (*hd_visit)(void *ctx, hd_node *n, int how);
void hd_omp_accesses(hd_node *n, int how, hd_visit visit, void *ctx);
int hd_omp_device_how(const hd_node *n, int how);
bool hd_omp_any(hd_node *n, bool (*is)(void *ctx, hd_node *n), void *ctx);
bool hd_omp_refers(hd_node *n, hd_decl *d);
bool hd_omp_allocates(hd_node *n);
bool hd_omp_calls(hd_node *n, const char *name);
hd_node *hd_omp_list_parent(hd_node *n);
bool hd_omp_is_stmt(const hd_node *n);

/* ---- analysis */
void hd_omp_find_regions(hd_prog *p);
void hd_omp_check_teams(hd_prog *p);
void hd_omp_share(hd_prog *p, hd_region *r);
bool hd_omp_canonical(hd_node *n, hd_loop *loop);
hd_var *hd_omp_var(hd_vars *v, const hd_decl *d);
hd_var *hd_omp_add_var(hd_prog *p, hd_vars *v, hd_decl *d, enum hd_share share);
hd_work *hd_omp_work_at(hd_region *r, const hd_node *n);
bool hd_omp_reduction_critical(hd_prog *p, hd_work *w, hd_vars *out);
void hd_omp_find_carried(hd_prog *p);
void hd_omp_split(hd_prog *p, hd_region *r);
bool hd_omp_reads_before(hd_node *n, hd_decl *d);
bool hd_omp_list_reads_before(hd_nodes *list, hd_decl *d);
bool hd_omp_is_local(hd_prog *p, hd_work *a, hd_work *b);
void hd_omp_join_loops(hd_prog *p, hd_kernel *k);
bool hd_omp_can_fuse(hd_prog *p, hd_kernel *k, hd_work *w);
const char *hd_omp_only_subscript(hd_prog *p, hd_node *body, hd_decl *array,
				  const char *known);
bool hd_omp_has_plain_index(const char *text, const char *iv);
bool hd_omp_is_independent(hd_prog *p, hd_work *work, hd_node *body, hd_decl *i,
			   hd_decl *j);
void hd_omp_kernel_vars(hd_prog *p, hd_kernel *k);
void hd_omp_cannot(hd_prog *p, hd_region *r, unsigned at, const char *fmt, ...)
	HD_PRINTF(4, 5);
void hd_omp_make_plain(hd_prog *p, hd_region *r, const char *fmt, ...) HD_PRINTF(3, 4);
void hd_omp_choose_memory(hd_prog *p);
bool hd_omp_leads_to_pointers(const hd_type *t);
size_t hd_omp_texts(hd_prog *p);
void hd_omp_function_uses(hd_prog *p);
void hd_omp_device_functions(hd_prog *p);
void hd_omp_check_constructs(hd_prog *p);
void hd_omp_find_works(hd_prog *p, hd_region *r, hd_node *n);
void hd_omp_points_to(hd_prog *p);
bool hd_omp_may_call(const hd_node *call, const hd_decl *fn);
bool hd_omp_may_point(hd_prog *p, const hd_decl *ptr, hd_bits *out);
bool hd_omp_is_alone(hd_prog *p, hd_kernel *k, const hd_decl *d);
bool hd_omp_has_extent(hd_prog *p, const hd_decl *ptr);
int hd_omp_locations(hd_prog *p);
bool hd_omp_is_single(hd_prog *p, size_t place);
bool hd_omp_rows(hd_prog *p, hd_bits *out);
void hd_omp_anything(hd_prog *p, hd_bits *out);
void hd_omp_kernel_criticals(hd_prog *p, hd_kernel *k);
void hd_omp_device_scalars(hd_prog *p, hd_region *r);
bool hd_omp_sets_first(hd_kernel *k, const hd_decl *d);
bool hd_omp_covers(hd_prog *p, hd_kernel *k, const hd_var *v);
void hd_omp_filled(hd_prog *p, hd_node *loop, hd_bits *out);
hd_decl *hd_omp_feeds_reduction(hd_work *w, hd_decl *q);
void hd_omp_check_extents(hd_prog *p);
void hd_omp_transfers(hd_prog *p);

/* ---- directives onto kernels, optimisers */
void hd_omp_handle_directives(hd_prog *p);
void hd_omp_settings_default(hd_settings *s, bool all);
bool hd_omp_set(hd_settings *s, const char *name, const char *value, hd_pos pos);
const char *hd_omp_setting_name(enum hd_setting s);
const char *hd_omp_setting_text(enum hd_setting s);
void hd_omp_settings_environment(hd_settings *s);
bool hd_omp_read_config(hd_prog *p, const char *path);
hd_kernel *hd_omp_kernel_at(hd_prog *p, hd_node *n);
bool hd_omp_in_bounds(hd_kernel *k, hd_node *n);
void hd_omp_privatise(hd_prog *p);
void hd_omp_find_device_only(hd_prog *p);
void hd_omp_contract(hd_prog *p, hd_kernel *k);
void hd_omp_stream_optimise(hd_prog *p);
bool hd_omp_can_swap(hd_prog *p, hd_work *w);
bool hd_omp_can_collapse(hd_work *w);
bool hd_omp_only_indexed(hd_prog *p, hd_decl *d);
bool hd_omp_used_by_functions(hd_prog *p, const hd_decl *d);
hd_decl *hd_omp_find_stencil(hd_prog *p, hd_kernel *k, hd_work *w);
void hd_omp_cuda_optimise(hd_prog *p);
void hd_omp_cache_elements(hd_prog *p, hd_kernel *k);
bool hd_omp_suits_texture(hd_prog *p, const hd_var *v);
bool hd_omp_suits_constant(const hd_var *v);
bool hd_omp_suits_shared(hd_kernel *k, const hd_var *v);
bool hd_omp_suits_register(hd_kernel *k, const hd_var *v); /* a shared scalar */
/* What is taken by the user's clauses: of constant memory (of all kernels; adds), and of
 * shared memory (returned), in bytes (placed.c). */
enum { HD_CONST_BYTES = 60000, HD_SHARED_BYTES = 40000 };
long long hd_omp_check_placed(hd_prog *p, hd_kernel *k, long long *constant);
void hd_omp_map_memory(hd_kernel *k);

/* ---- names.c: names of our own */

#define HD_OWN "\1" /* the underscore of a name that we make, until the end */
char *hd_omp_settle_names(hd_prog *p, const char *text);
void hd_omp_check_names(hd_prog *p); /* none of the program's is a helper's */

/* ---- command.c */
bool hd_omp_decide(hd_prog *p, const hd_strings *inputs, const char *dump);

/* ---- translator */
char *hd_omp_translate(hd_prog *p, hd_file *f);
char *hd_omp_dump(hd_prog *p, hd_file *f, const char *stage);

#endif
