/* SPDX-License-Identifier: Apache-2.0 */
/* cublasLtMatmul: a product, to which a vector may be added and a function applied. What
 * is computed in floats is done so in one go (mixed.c), unless cuBLAS's own product does. */
#include "lt.h"

#include "mixed.h"

/* A handle of cuBLAS, of which the stream is that of the call. */
cublasStatus_t
cublasLtCreate(cublasLtHandle_t *handle)
{
	return cublasCreate_v2((cublasHandle_t *)handle);
}

cublasStatus_t
cublasLtDestroy(cublasLtHandle_t handle)
{
	return cublasDestroy_v2((cublasHandle_t)handle);
}

size_t
cublasLtGetVersion(void)
{
	return CUBLAS_VERSION;
}

size_t
cublasLtGetCudartVersion(void)
{
	return cublasGetCudartVersion();
}

cublasStatus_t
cublasLtGetProperty(libraryPropertyType type, int *value)
{
	return cublasGetProperty(type, value);
}

const char *
cublasLtGetStatusName(cublasStatus_t status)
{
	return cublasGetStatusName(status);
}

const char *
cublasLtGetStatusString(cublasStatus_t status)
{
	return cublasGetStatusString(status);
}

/* ---- what is asked for --------------------------------------------------------------- */

static hd_matrix
matrix_of(const void *at, cublasLtMatrixLayout_t layout)
{
	const hd_layout *l = (const hd_layout *)layout;

	return HD_STRIDED(at, l->ld, l->stride, hd_type_of((cudaDataType)l->type));
}

static char
flipped(char trans)
{
	return trans == 'N' ? 'T' : trans == 'T' ? 'N' : 0;
}

/* Rows of a matrix in rows are columns of its transpose. */
static char
trans_of(int32_t op, cublasLtMatrixLayout_t layout)
{
	char t = hd_trans((cublasOperation_t)op);

	return ((const hd_layout *)layout)->order == CUBLASLT_ORDER_ROW ? flipped(t)
									: t;
}

static bool
is_plain(cublasLtMatrixLayout_t layout)
{
	return ((const hd_layout *)layout)->order <= CUBLASLT_ORDER_ROW;
}

static bool
is_supported(const hd_product *p)
{
	for (int i = 0; i < 4; i++)
		if (p->scale_of[i])
			return false;
	switch (p->epilogue) {
	case CUBLASLT_EPILOGUE_DEFAULT:
	case CUBLASLT_EPILOGUE_RELU:
	case CUBLASLT_EPILOGUE_GELU:
	case CUBLASLT_EPILOGUE_BIAS:
	case CUBLASLT_EPILOGUE_RELU_BIAS:
	case CUBLASLT_EPILOGUE_GELU_BIAS:
		return p->pointer_mode <= CUBLASLT_POINTER_MODE_DEVICE &&
		       p->fill == CUBLAS_FILL_MODE_FULL && !p->tc;
	default:
		return false;
	}
}

/* D in rows is the transposed product of what is transposed. */
static void
turn(hd_blas *b)
{
	hd_matrix a = b->a;
	char ta = flipped(b->ta);
	int64_t m = b->m;

	b->a = b->b;
	b->b = a;
	b->ta = flipped(b->tb);
	b->tb = ta;
	b->m = b->n;
	b->n = m;
}

struct layouts {
	cublasLtMatrixLayout_t a, b, c, d;
};

static cublasStatus_t
describe(struct hd_finished *f, const hd_product *p, const struct layouts *l)
{
	const hd_layout *a = (const hd_layout *)l->a, *d = (const hd_layout *)l->d;
	hd_blas *b = &f->b;

	if (!is_supported(p) || !is_plain(l->a) || !is_plain(l->b) || !is_plain(l->c) ||
	    !is_plain(l->d) || d->order != ((const hd_layout *)l->c)->order)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	b->m = (int64_t)d->rows;
	b->n = (int64_t)d->cols;
	b->k = (int64_t)(p->ta == CUBLAS_OP_N ? a->cols : a->rows);
	b->ta = trans_of(p->ta, l->a);
	b->tb = trans_of(p->tb, l->b);
	b->batch = d->batch;
	b->more = p->epilogue == CUBLASLT_EPILOGUE_DEFAULT ? NULL : "finish";
	f->act = p->epilogue & CUBLASLT_EPILOGUE_RELU   ? HD_RELU
		 : p->epilogue & CUBLASLT_EPILOGUE_GELU ? HD_GELU
							: HD_IDENTITY;
	if (p->epilogue & CUBLASLT_EPILOGUE_BIAS) {
		f->bias = HD_STRIDED(p->bias, 1, p->bias_stride, b->c.type);
		if (p->bias_type >= 0)
			f->bias.type = hd_type_of((cudaDataType)p->bias_type);
		if (!p->bias)
			return CUBLAS_STATUS_INVALID_VALUE;
	}
	f->bias_of_columns = d->order == CUBLASLT_ORDER_ROW;
	if (f->bias_of_columns)
		turn(b);
	return b->ta && b->tb ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

static bool
is_same(const hd_matrix *x, const hd_matrix *y)
{
	return x->at == y->at && x->ld == y->ld && x->stride == y->stride;
}

cublasStatus_t
cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha,
	       const void *A, cublasLtMatrixLayout_t Adesc, const void *B,
	       cublasLtMatrixLayout_t Bdesc, const void *beta, const void *C,
	       cublasLtMatrixLayout_t Cdesc, void *D, cublasLtMatrixLayout_t Ddesc,
	       const cublasLtMatmulAlgo_t *algo, void *workspace, size_t bytes,
	       cudaStream_t stream)
{
	const hd_product *p = (const hd_product *)desc;
	struct layouts l = {Adesc, Bdesc, Cdesc, Ddesc};
	struct hd_finished f = {.act = HD_IDENTITY};
	struct cublasContext context;

	(void)algo, (void)workspace, (void)bytes;
	if (!hd_is_handle((cublasHandle_t)handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!desc || !Adesc || !Bdesc || !Cdesc || !Ddesc)
		return CUBLAS_STATUS_INVALID_VALUE;
	context = *(cublasHandle_t)handle;
	context.stream = stream;
	context.pointer_mode = (cublasPointerMode_t)p->pointer_mode;
	f.b.a = matrix_of(A, Adesc);
	f.b.b = matrix_of(B, Bdesc);
	f.b.c = matrix_of(D, Ddesc);
	f.b.y = matrix_of(C, Cdesc);
	f.b.alpha.at = alpha;
	f.b.beta.at = beta;

	cublasStatus_t status = describe(&f, p, &l);

	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (f.b.y.type != f.b.c.type)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (is_same(&f.b.y, &f.b.c) || !C)
		f.b.y.at = NULL;
	return hd_gemm_ex(&context, &f, (cublasComputeType_t)p->compute);
}

/* There is one way, which needs no workspace. */
cublasStatus_t
cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
			       cublasLtMatrixLayout_t Adesc,
			       cublasLtMatrixLayout_t Bdesc,
			       cublasLtMatrixLayout_t Cdesc,
			       cublasLtMatrixLayout_t Ddesc,
			       cublasLtMatmulPreference_t preference, int wanted,
			       cublasLtMatmulHeuristicResult_t results[], int *returned)
{
	struct layouts l = {Adesc, Bdesc, Cdesc, Ddesc};
	struct hd_finished f = {.act = HD_IDENTITY};
	hd_product p;

	(void)preference;
	if (!hd_is_handle((cublasHandle_t)handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!desc || !Adesc || !Bdesc || !Cdesc || !Ddesc || wanted < 1 || !results ||
	    !returned)
		return CUBLAS_STATUS_INVALID_VALUE;
	*returned = 0;
	p = *(const hd_product *)desc;
	p.bias = "to come";
	f.b.a = matrix_of(NULL, Adesc);
	f.b.b = matrix_of(NULL, Bdesc);
	f.b.c = matrix_of(NULL, Ddesc);
	if (describe(&f, &p, &l) != CUBLAS_STATUS_SUCCESS ||
	    !hd_find_combination(&f.b, (cublasComputeType_t)p.compute))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	memset(results, 0, sizeof *results);
	results->wavesCount = 1;
	*returned = 1;
	return CUBLAS_STATUS_SUCCESS;
}
