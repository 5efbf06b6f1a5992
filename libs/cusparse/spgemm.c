/* SPDX-License-Identifier: Apache-2.0 */
/* Products of two sparse matrices: where C has entries first, then what they are. */
#include "sparse.h"

#include <stdlib.h>

#pragma STDC CX_LIMITED_RANGE ON

struct cusparseSpGEMMDescr {
	int64_t *offsets; /* of C, once they are known */
	int64_t products;
};

typedef struct gemm {
	hd_matrix a, b, c;
	hd_scalar alpha, beta;
	int64_t *counts; /* of rows of C */
	int64_t *products;
} gemm;

typedef struct gemm_call {
	cusparseHandle_t h;
	cusparseOperation_t op_a, op_b;
	const void *by[2];
	cusparseConstSpMatDescr_t a, b;
	cusparseSpMatDescr_t c;
	hd_type compute; /* HD_TYPES: not said */
	cusparseSpGEMMDescr_t descr;
} gemm_call;

static int
by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

#define TEMPLATE "spgemm_template.h"
#include "each_type.h"

static hd_units_fn *const multiply[] = HD_EACH_LOOP(multiply);

/* ---- what C looks like ------------------------------------------------------------- */

static void
count_rows(void *args, uint64_t first, uint64_t count)
{
	const gemm *g = args;
	int64_t *seen = hd_need((size_t)g->b.cols, sizeof *seen);

	for (int64_t i = (int64_t)first; i < (int64_t)(first + count); i++) {
		hd_range r = hd_entries(&g->a, i);
		int64_t n = 0;

		for (int64_t k = r.first; k < r.end; k++) {
			hd_range s = hd_entries(&g->b, hd_at(g->a.minor, k));

			for (int64_t l = s.first; l < s.end; l++) {
				int64_t j = hd_at(g->b.minor, l);

				n += seen[j] != i + 1;
				seen[j] = i + 1;
			}
		}
		g->counts[i] = n;
	}
	free(seen);
}

static void
count_products(void *args, uint64_t first, uint64_t count)
{
	const gemm *g = args;
	int64_t n = 0;

	(void)first, (void)count;
	for (int64_t i = 0; i < g->a.rows; i++) {
		hd_range r = hd_entries(&g->a, i);

		for (int64_t k = r.first; k < r.end; k++) {
			hd_range s = hd_entries(&g->b, hd_at(g->a.minor, k));

			n += s.end - s.first;
		}
	}
	*g->products = n;
}

static void
put_offsets(void *args, uint64_t first, uint64_t count)
{
	const gemm *g = args;

	(void)first, (void)count;
	for (int64_t i = 0; i <= g->a.rows; i++)
		hd_set(g->c.major, i, g->counts[i]);
}

/* ---- checking ---------------------------------------------------------------------- */

static bool
is_csr(const hd_matrix *m)
{
	return m->format == CUSPARSE_FORMAT_CSR && m->batch == 1;
}

static int
loop_of(const gemm_call *c)
{
	hd_type type = c->a->m.values.type;
	hd_type types[] = {type, c->b->m.values.type, c->c->m.values.type,
			   c->compute == HD_TYPES ? type : c->compute};

	return hd_loop_of(types, 4);
}

static cusparseStatus_t
check(const gemm_call *c)
{
	if (!hd_is_handle(c->h))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (!c->by[0] || !c->by[1] || !c->a || !c->b || !c->c || !c->descr ||
	    !hd_is_op(c->op_a) || !hd_is_op(c->op_b))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (c->a->m.cols != c->b->m.rows || c->a->m.rows != c->c->m.rows ||
	    c->b->m.cols != c->c->m.cols || !c->a->m.major.at || !c->b->m.major.at)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (c->op_a || c->op_b || !is_csr(&c->a->m) || !is_csr(&c->b->m) ||
	    !is_csr(&c->c->m) || loop_of(c) == HD_NO_LOOP)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	return CUSPARSE_STATUS_SUCCESS;
}

/* A few pieces for each thread: each has rows of all columns of its own. */
static hd_work
work_of(const gemm *g, hd_units_fn *run)
{
	double pieces = 4.0 * hd_library_threads();

	return (hd_work){.run = run,
			 .args = g,
			 .bytes = sizeof *g,
			 .units = (uint64_t)g->a.rows,
			 .cost = 2e4 * pieces / (double)(g->a.rows + 1)};
}

/* ---- the steps --------------------------------------------------------------------- */

static cusparseStatus_t
say(size_t *bytes)
{
	if (!bytes)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*bytes = HD_BUFFER_BYTES;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
estimate(const gemm_call *c, size_t *bytes, void *buffer)
{
	cusparseStatus_t status = check(c);
	gemm g;

	if (status != CUSPARSE_STATUS_SUCCESS || !buffer)
		return status == CUSPARSE_STATUS_SUCCESS ? say(bytes) : status;
	g = (gemm){.a = c->a->m, .b = c->b->m, .products = &c->descr->products};
	return hd_run(c->h, &(hd_work){.run = count_products,
				       .args = &g,
				       .bytes = sizeof g,
				       .units = 1,
				       .cost = (double)g.a.nnz * 2});
}

/* How many entries C has the host asks for next: it is waited for. */
static cusparseStatus_t
find_entries(const gemm_call *c)
{
	gemm g = {.a = c->a->m, .b = c->b->m};
	int64_t *offsets = calloc((size_t)g.a.rows + 1, sizeof *offsets), sum = 0;
	hd_work w = work_of(&g, count_rows);
	cusparseStatus_t status;

	if (!offsets)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	g.counts = offsets;
	status = hd_run(c->h, &w);
	if (status != CUSPARSE_STATUS_SUCCESS) {
		free(offsets);
		return status;
	}
	for (int64_t i = 0; i <= g.a.rows; i++) {
		int64_t n = offsets[i];

		offsets[i] = sum;
		sum += n;
	}
	c->c->m.nnz = sum;
	free(c->descr->offsets);
	c->descr->offsets = offsets;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t
find(const gemm_call *c, size_t *bytes, void *buffer)
{
	cusparseStatus_t status = check(c);

	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	return buffer ? find_entries(c) : say(bytes);
}

static bool
is_ready(const gemm_call *c)
{
	const hd_matrix *m = &c->c->m;

	return c->descr->offsets && m->major.at &&
	       (!m->nnz || (m->minor.at && m->values.at));
}

/* What the descriptor knows goes to C at once, since it may be destroyed next. */
static cusparseStatus_t
write_offsets(const gemm_call *c)
{
	gemm g = {.a = c->a->m, .c = c->c->m, .counts = c->descr->offsets};

	return hd_run(c->h, &(hd_work){.run = put_offsets,
				       .args = &g,
				       .bytes = sizeof g,
				       .units = 1,
				       .cost = (double)g.a.rows});
}

enum contents { PLACES, NEW_VALUES, ADDED_VALUES };

static cusparseStatus_t
write_entries(const gemm_call *c, enum contents what)
{
	gemm g = {.a = c->a->m, .b = c->b->m, .c = c->c->m};
	hd_work w = work_of(&g, multiply[loop_of(c)]);

	if (what == PLACES)
		g.c.values.at = NULL;
	else
		g.alpha = hd_take(c->h, c->by[0], c->compute);
	if (what == ADDED_VALUES)
		g.beta = hd_take(c->h, c->by[1], c->compute);
	return hd_submit(c->h, &w);
}

#define CALL                                                                           \
	(&(gemm_call){handle,                                                          \
		      opA,                                                             \
		      opB,                                                             \
		      {alpha, beta},                                                   \
		      matA,                                                            \
		      matB,                                                            \
		      matC,                                                            \
		      hd_type_of(computeType),                                         \
		      spgemmDescr})
#define REUSE                                                                          \
	(&(gemm_call){                                                                 \
		handle, opA, opB, {"", ""}, matA, matB, matC, HD_TYPES, spgemmDescr})

cusparseStatus_t
cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr)
{
	if (!descr)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*descr = calloc(1, sizeof **descr);
	return *descr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

cusparseStatus_t
cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr)
{
	if (descr)
		free(descr->offsets);
	free(descr);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *products)
{
	if (!descr || !products)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*products = descr->products;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseSpGEMM_workEstimation(__hd_SpGEMM, size_t *bytes, void *buffer)
{
	(void)alg;
	return estimate(CALL, bytes, buffer);
}

cusparseStatus_t
cusparseSpGEMM_estimateMemory(__hd_SpGEMM, float chunk_fraction, size_t *bytes3,
			      void *buffer3, size_t *bytes2)
{
	cusparseStatus_t status = check(CALL);

	(void)alg;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!(chunk_fraction > 0 && chunk_fraction <= 1))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return buffer3 ? say(bytes2) : say(bytes3);
}

cusparseStatus_t
cusparseSpGEMM_compute(__hd_SpGEMM, size_t *bytes, void *buffer)
{
	(void)alg;
	return find(CALL, bytes, buffer);
}

cusparseStatus_t
cusparseSpGEMM_copy(__hd_SpGEMM)
{
	const gemm_call *c = CALL;
	cusparseStatus_t status = check(c);

	(void)alg;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	if (!is_ready(c))
		return CUSPARSE_STATUS_INVALID_VALUE;
	status = write_offsets(c);
	return status == CUSPARSE_STATUS_SUCCESS ? write_entries(c, NEW_VALUES)
						 : status;
}

/* ---- the same for values that change ----------------------------------------------- */

cusparseStatus_t
cusparseSpGEMMreuse_workEstimation(__hd_SpGEMMreuse, size_t *bytes, void *buffer)
{
	(void)alg;
	return estimate(REUSE, bytes, buffer);
}

cusparseStatus_t
cusparseSpGEMMreuse_nnz(__hd_SpGEMMreuse, size_t *bytes2, void *buffer2, size_t *bytes3,
			void *buffer3, size_t *bytes4, void *buffer4)
{
	(void)alg, (void)buffer3, (void)buffer4;
	if (!buffer2 && say(bytes3) != CUSPARSE_STATUS_SUCCESS)
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (!buffer2 && say(bytes4) != CUSPARSE_STATUS_SUCCESS)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return find(REUSE, bytes2, buffer2);
}

cusparseStatus_t
cusparseSpGEMMreuse_copy(__hd_SpGEMMreuse, size_t *bytes, void *buffer)
{
	const gemm_call *c = REUSE;
	cusparseStatus_t status = check(c);

	(void)alg;
	if (status != CUSPARSE_STATUS_SUCCESS || !buffer)
		return status == CUSPARSE_STATUS_SUCCESS ? say(bytes) : status;
	if (!is_ready(c))
		return CUSPARSE_STATUS_INVALID_VALUE;
	status = write_offsets(c);
	return status == CUSPARSE_STATUS_SUCCESS ? write_entries(c, PLACES) : status;
}

cusparseStatus_t
cusparseSpGEMMreuse_compute(__hd_SpGEMM)
{
	const gemm_call *c = CALL;
	cusparseStatus_t status = check(c);

	(void)alg;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	return is_ready(c) ? write_entries(c, ADDED_VALUES)
			   : CUSPARSE_STATUS_INVALID_VALUE;
}
