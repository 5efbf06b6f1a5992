/* SPDX-License-Identifier: Apache-2.0 */
/* Products of sparse and dense: SpMV, SpMM, SDDMM. */
#include "sparse.h"

#include <stdlib.h>

#pragma STDC CX_LIMITED_RANGE ON

enum {
	BLOCK = 32,      /* columns that a row is multiplied with at a time */
	TILE_COLS = 16,  /* columns of a tile */
	TILE_ROWS = 512, /* rows of a tile, at least */
	MOST_RANGES = 8, /* how often a matrix is read to work on tiles at once */
};

/* c = alpha * op(a) * op(b) + beta * c, or, sampled, a = alpha * op(c) * op(b) + beta * a
 * where a has entries. */
typedef struct product {
	hd_matrix a;
	hd_dense b, c;
	hd_scalar alpha, beta;
	bool transposed, conj_a, conj_b;
	int64_t ranges, blocks; /* of rows and columns, in tiles */
} product;

typedef struct tile {
	int64_t which; /* of the batch */
	hd_range rows, cols;
} tile;

static tile
tile_of(const product *p, int64_t unit)
{
	int64_t range = unit % p->ranges, block = unit / p->ranges % p->blocks;
	int64_t height = (p->c.rows + p->ranges - 1) / p->ranges;

	return (tile){
		.which = unit / p->ranges / p->blocks,
		.rows = {hd_min(range * height, p->c.rows),
			 hd_min((range + 1) * height, p->c.rows)},
		.cols = {block * TILE_COLS, hd_min((block + 1) * TILE_COLS, p->c.cols)},
	};
}

/* One of the batch. */
typedef struct view {
	hd_matrix a;
	hd_values b, c;
} view;

static view
view_of(const product *p, int64_t which)
{
	return (view){hd_matrix_of_batch(&p->a, which), hd_dense_of_batch(&p->b, which),
		      hd_dense_of_batch(&p->c, which)};
}

#define TEMPLATE "product_template.h"
#include "each_type.h"

static hd_units_fn *const gather[] = HD_EACH_LOOP(gather);
static hd_units_fn *const scatter[] = HD_EACH_LOOP(scatter);
static hd_units_fn *const sample[] = HD_EACH_LOOP(sample);
static hd_units_fn *const by_blocks[] = HD_EACH_LOOP(by_blocks);

/* ---- checking and submitting ------------------------------------------------------- */

static bool
is_batch(int of, int all)
{
	return of == 1 || of == all;
}

static bool
has_arrays(const hd_matrix *m)
{
	return m->major.at && (!m->nnz || (m->minor.at && m->values.at));
}

/* c is what is written, or in a sampled product the left factor. */
static int
loop_of(const product *p, hd_type compute)
{
	hd_type types[] = {p->a.values.type, p->b.values.type, p->c.values.type,
			   compute};

	return hd_loop_of(types, 4);
}

static cusparseStatus_t
multiply(cusparseHandle_t h, product *p, int loop)
{
	bool by_row = p->a.format == CUSPARSE_FORMAT_CSR
			      ? !p->transposed
			      : p->a.format == CUSPARSE_FORMAT_CSC && p->transposed;
	bool in_blocks = !hd_has_indices(&p->a);
	hd_work w = {.args = p, .bytes = sizeof *p};
	double nnz = (double)p->a.nnz, cols = (double)p->c.cols;
	int64_t batch = p->c.batch, threads = hd_library_threads();

	if (!p->c.rows || !p->c.cols)
		return CUSPARSE_STATUS_SUCCESS;
	if (by_row || in_blocks) {
		w.run = in_blocks ? by_blocks[loop] : gather[loop];
		w.units = (uint64_t)(p->c.rows * batch);
		w.cost = (nnz / (double)p->c.rows + 4) * (1 + cols / 4);
		return hd_submit(h, &w);
	}
	p->blocks = (p->c.cols + TILE_COLS - 1) / TILE_COLS;
	p->ranges = hd_min(hd_min((threads - 1) / (p->blocks * batch) + 1, MOST_RANGES),
			   p->c.rows / TILE_ROWS + 1);
	w.run = scatter[loop];
	w.units = (uint64_t)(p->ranges * p->blocks * batch);
	w.cost = 1 + nnz * (1 + hd_min(p->c.cols, TILE_COLS) / 4.0);
	return hd_submit(h, &w);
}

static cusparseStatus_t
check_product(const product *p, hd_type compute, int *loop)
{
	int64_t rows = p->transposed ? p->a.cols : p->a.rows;
	int64_t inner = p->transposed ? p->a.rows : p->a.cols;

	*loop = loop_of(p, compute);
	if (!hd_has_indices(&p->a) && p->transposed)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	if (rows != p->c.rows || inner != p->b.rows || p->b.cols != p->c.cols ||
	    !has_arrays(&p->a) || !is_batch(p->a.batch, p->c.batch) ||
	    !is_batch(p->b.batch, p->c.batch))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return *loop == HD_NO_LOOP ? CUSPARSE_STATUS_NOT_SUPPORTED
				   : CUSPARSE_STATUS_SUCCESS;
}

/* What all calls of a family have in common; `act`: does it, instead of only checking. */
static cusparseStatus_t
product_call(cusparseHandle_t h, product *p, const void *const by[2], cudaDataType type,
	     bool act)
{
	hd_type compute = hd_type_of(type);
	cusparseStatus_t status;
	int loop;

	status = check_product(p, compute, &loop);
	if (status != CUSPARSE_STATUS_SUCCESS || !act)
		return status;
	p->alpha = hd_take(h, by[0], compute);
	p->beta = hd_take(h, by[1], compute);
	return multiply(h, p, loop);
}

/* ---- SpMV -------------------------------------------------------------------------- */

typedef struct mv_call {
	cusparseHandle_t h;
	cusparseOperation_t op;
	const void *by[2];
	cusparseConstSpMatDescr_t a;
	cusparseConstDnVecDescr_t x, y;
	cudaDataType type;
} mv_call;

static cusparseStatus_t
mv(const mv_call *c, bool act)
{
	product p;

	if (!hd_is_handle(c->h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!hd_is_op(c->op) || !c->by[0] || !c->by[1] || !c->a || !c->x || !c->y)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!hd_has_indices(&c->a->m))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	p = (product){
		.a = c->a->m,
		.b = c->x->v,
		.c = c->y->v,
		.transposed = c->op != CUSPARSE_OPERATION_NON_TRANSPOSE,
		.conj_a = c->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
	};
	return product_call(c->h, &p, c->by, c->type, act);
}

#define MV(act)                                                                        \
	mv(&(mv_call){handle, opA, {alpha, beta}, matA, vecX, vecY, computeType}, act)

__hd_SpMV(cusparseSpMV_bufferSize, size_t *bufferSize)
{
	(void)alg;
	return hd_say_buffer(MV(false), bufferSize);
}

__hd_SpMV(cusparseSpMV_preprocess, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return MV(false);
}

__hd_SpMV(cusparseSpMV, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return MV(true);
}

/* ---- SpMM and SDDMM ---------------------------------------------------------------- */

typedef struct mm_call {
	cusparseHandle_t h;
	cusparseOperation_t op_a, op_b;
	const void *by[2];
	cusparseConstSpMatDescr_t sparse;
	cusparseConstDnMatDescr_t b, c;
	cudaDataType type;
} mm_call;

static cusparseStatus_t
check_call(const mm_call *c)
{
	if (!hd_is_handle(c->h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!hd_is_op(c->op_a) || !hd_is_op(c->op_b) || !c->by[0] || !c->by[1] ||
	    !c->sparse || !c->b || !c->c)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
mm(const mm_call *c, bool act)
{
	cusparseStatus_t status = check_call(c);
	product p;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	p = (product){
		.a = c->sparse->m,
		.b = c->op_b ? hd_transposed(c->b->m) : c->b->m,
		.c = c->c->m,
		.transposed = c->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE,
		.conj_a = c->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.conj_b = c->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
	};
	return product_call(c->h, &p, c->by, c->type, act);
}

#define MM(act)                                                                        \
	mm(&(mm_call){handle, opA, opB, {alpha, beta}, matA, matB, matC, computeType}, \
	   act)

__hd_SpMM(cusparseSpMM_bufferSize, size_t *bufferSize)
{
	(void)alg;
	return hd_say_buffer(MM(false), bufferSize);
}

__hd_SpMM(cusparseSpMM_preprocess, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return MM(false);
}

__hd_SpMM(cusparseSpMM, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return MM(true);
}

static cusparseStatus_t
check_sampled(const product *p, hd_type compute, int *loop)
{
	*loop = loop_of(p, compute);
	if (p->a.rows != p->c.rows || p->a.cols != p->b.cols ||
	    p->c.cols != p->b.rows || !has_arrays(&p->a) ||
	    !is_batch(p->c.batch, p->a.batch) || !is_batch(p->b.batch, p->a.batch))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (p->conj_a || p->conj_b || *loop == HD_NO_LOOP || !hd_has_indices(&p->a))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
sddmm(const mm_call *c, bool act)
{
	cusparseStatus_t status = check_call(c);
	hd_type compute = hd_type_of(c->type);
	int64_t majors;
	product p;
	int loop;

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	p = (product){
		.a = c->sparse->m,
		.b = c->op_b ? hd_transposed(c->b->m) : c->b->m,
		.c = c->op_a ? hd_transposed(c->c->m) : c->c->m,
		.conj_a = c->op_a == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.conj_b = c->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
	};
	status = check_sampled(&p, compute, &loop);
	if (status != CUSPARSE_STATUS_SUCCESS || !act)
		return status;
	p.alpha = hd_take(c->h, c->by[0], compute);
	p.beta = hd_take(c->h, c->by[1], compute);
	majors = hd_majors(&p.a);
	return hd_submit(c->h, &(hd_work){
				       .run = sample[loop],
				       .args = &p,
				       .bytes = sizeof p,
				       .units = (uint64_t)(majors * p.a.batch),
				       .cost = (double)(p.a.nnz * (p.c.cols + 4)) /
					       (double)(majors ? majors : 1),
			       });
}

#define SAMPLED(act)                                                                   \
	sddmm(&(mm_call){handle,                                                       \
			 opA,                                                          \
			 opB,                                                          \
			 {alpha, beta},                                                \
			 matC,                                                         \
			 matB,                                                         \
			 matA,                                                         \
			 computeType},                                                 \
	      act)

__hd_SDDMM(cusparseSDDMM_bufferSize, size_t *bufferSize)
{
	(void)alg;
	return hd_say_buffer(SAMPLED(false), bufferSize);
}

__hd_SDDMM(cusparseSDDMM_preprocess, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return SAMPLED(false);
}

__hd_SDDMM(cusparseSDDMM, void *externalBuffer)
{
	(void)alg, (void)externalBuffer;
	return SAMPLED(true);
}
