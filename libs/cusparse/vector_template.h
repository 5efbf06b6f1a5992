/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of vector.c for one kind of loop; see each_type.h. */

static void
FN(axpby)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;
	T alpha = SCALAR(&c->alpha), beta = SCALAR(&c->beta);

	(void)first, (void)count;
	for (int64_t i = 0; i < c->y_size && beta != 1; i++)
		PUT(c->y, i, beta == 0 ? 0 : beta * GET(c->y, i));
	for (int64_t k = 0; k < c->x.nnz; k++) {
		int64_t i = hd_at(c->x.index, k);

		PUT(c->y, i, GET(c->y, i) + alpha * GET(c->x.values, k));
	}
}

static void
FN(gather)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;

	for (int64_t k = (int64_t)first; k < (int64_t)(first + count); k++)
		PUT(c->x.values, k, GET(c->y, hd_at(c->x.index, k)));
}

/* Of an index that comes twice, the last value stays. */
static void
FN(scatter)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;

	(void)first, (void)count;
	for (int64_t k = 0; k < c->x.nnz; k++)
		PUT(c->y, hd_at(c->x.index, k), GET(c->x.values, k));
}

static void
FN(rot)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;
	T cosine = SCALAR(&c->alpha), sine = SCALAR(&c->beta);

	(void)first, (void)count;
	for (int64_t k = 0; k < c->x.nnz; k++) {
		int64_t i = hd_at(c->x.index, k);
		T x = GET(c->x.values, k), y = GET(c->y, i);

		PUT(c->x.values, k, cosine * x + sine * y);
		PUT(c->y, i, cosine * y - sine * x);
	}
}

static void
FN(dot)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;
	T sum = 0;

	(void)first, (void)count;
	for (int64_t k = 0; k < c->x.nnz; k++) {
		T x = GET(c->x.values, k);

		sum += (c->conj ? CONJ(x) : x) * GET(c->y, hd_at(c->x.index, k));
	}
	PUT(c->result, 0, sum);
}

/* y = alpha * op(A) * x + beta * y; A is dense, in columns of `ld`. */
static void
FN(gemvi)(void *args, uint64_t first, uint64_t count)
{
	const vector_call *c = args;
	T alpha = SCALAR(&c->alpha), beta = SCALAR(&c->beta);

	for (int64_t i = (int64_t)first; i < (int64_t)(first + count); i++) {
		T sum = 0;

		for (int64_t k = 0; k < c->x.nnz; k++) {
			int64_t j = hd_at(c->x.index, k);
			T a = GET(c->a, c->transposed ? j + i * c->ld : i + j * c->ld);

			sum += (c->conj ? CONJ(a) : a) * GET(c->x.values, k);
		}
		sum *= alpha;
		PUT(c->y, i, beta == 0 ? sum : sum + beta * GET(c->y, i));
	}
}
