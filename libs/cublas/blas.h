/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS on OpenBLAS: what its files share.
 *
 * An entry point fills an hd_blas, a function for all element types checks it and cuts
 * the work into units, and hd_blas_submit puts it into the handle's stream. There the
 * runtime's threads call OpenBLAS, which runs each unit on the thread that calls it. */
#ifndef HD_BLAS_H
#define HD_BLAS_H

#include "../common.h"

#pragma GCC visibility push(default)
#include "cublas_api.h"
#pragma GCC visibility pop

/* Behind the interface, whose functions are for everybody to see. */
#include "../letters.h"

/* A scalar: a value, or where it lies when the work is done. */
typedef struct hd_scalar {
	const void *at; /* as given; NULL once the value is taken */
	hd_type type;
	_Alignas(16) char value[16];
} hd_scalar;

/* Matrices of a batch: `at` is one matrix, with others `stride` elements apart, or, if
 * `many`, an array of their addresses in device memory. */
typedef struct hd_matrix {
	const void *at;
	int64_t ld; /* of vectors, the increment */
	int64_t stride;
	hd_type type;
	bool many;
} hd_matrix;

typedef struct hd_blas hd_blas;
typedef void hd_unit_fn(const hd_blas *b, uint64_t unit);

struct hd_blas {
	hd_unit_fn *run;
	void *fn;                      /* of OpenBLAS */
	hd_type type;                  /* that it computes with */
	char side, uplo, diag, ta, tb; /* as BLAS says it; 0: wrong */
	int64_t m, n, k, kl, ku;
	hd_scalar alpha, beta;
	hd_matrix a, b, c; /* c is written */
	hd_matrix x, y;    /* vectors; which are written the function knows */
	int64_t batch;
	int64_t rows, cols;     /* tiles of c */
	int64_t tile_m, tile_n; /* their size */
	const int *pivots;      /* n for each matrix */
	int *info;              /* one for each matrix */
	void *result;           /* of a reduction */
	hd_type result_type;    /* HD_I or HD_L, of an index */
	const void *more;       /* whatever else the function needs */
	bool hermitian;
};

/* How a call is divided. */
typedef struct hd_cut {
	uint64_t units, grain;
	double work;  /* multiplications, or bytes moved; about nanoseconds */
	size_t bytes; /* of the record that begins with hd_blas; 0: only that */
	bool wait;    /* for its result */
} hd_cut;

/* ---- load.c: OpenBLAS ---------------------------------------------------------- */

enum hd_routine {
#define ROUTINE(name, ...) HD_##name,
#include "routines.def"
#undef ROUTINE
	HD_ROUTINES,
};

bool hd_blas_load(void); /* false: it is not there, and that was said */
void *hd_routine(enum hd_routine r, hd_type type); /* NULL: there is none */
/* Around the work of a thread: OpenBLAS uses no others meanwhile. */
int hd_blas_enter(void);
void hd_blas_leave(int old);

/* ---- submit.c ------------------------------------------------------------------- */

struct cublasContext {
	cudaStream_t stream;
	cublasPointerMode_t pointer_mode;
	cublasAtomicsMode_t atomics_mode;
	cublasMath_t math_mode;
	int sm_count;
	uint32_t magic;
};

enum { HD_HANDLE_MAGIC = 0x48644263 };

bool hd_is_handle(cublasHandle_t h);
cublasStatus_t hd_status_of(cudaError_t error);
/* Takes a scalar that is in host memory; false: it is NULL. */
bool hd_take(cublasHandle_t h, hd_scalar *s);
cublasStatus_t hd_blas_submit(cublasHandle_t h, hd_blas *b, const hd_cut *cut);

static inline const void *
hd_value(const hd_scalar *s)
{
	return s->at ? s->at : s->value;
}

/* Element (i, j) of a matrix of the batch. */
void *hd_at(const hd_matrix *m, uint64_t which, int64_t i, int64_t j);

/* An int for OpenBLAS, by address. */
#define HD_INT(x) (&(int){(int)(x)})

/* ---- entry points --------------------------------------------------------------- */

#define HD_SCALAR(p, t)    ((hd_scalar){.at = (p), .type = (t)})
#define HD_MATRIX(p, l, t) ((hd_matrix){.at = (p), .ld = (l), .type = (t)})
#define HD_STRIDED(p, l, s, t)                                                         \
	((hd_matrix){.at = (p), .ld = (l), .stride = (s), .type = (t)})
#define HD_MANY(p, l, t) ((hd_matrix){.at = (p), .ld = (l), .type = (t), .many = true})

/* Both widths of integers of a function, older ones with _v2 in their names. */
#define HD_V2(name, code, form, ...)                                                   \
	cublasStatus_t cublas##name##_v2 HD_FORM(form, __VA_ARGS__, int){              \
		code} cublasStatus_t cublas##name##_v2_64 HD_FORM(form, __VA_ARGS__,   \
								  int64_t)             \
	{                                                                              \
		code                                                                   \
	}
#define HD_NEW(name, code, form, ...)                                                  \
	cublasStatus_t cublas##name HD_FORM(form, __VA_ARGS__, int){                   \
		code} cublasStatus_t cublas##name##_64 HD_FORM(form, __VA_ARGS__,      \
							       int64_t)                \
	{                                                                              \
		code                                                                   \
	}
#define HD_FORM(form, ...) form(__VA_ARGS__)

#define HD_REAL(F)    F(S, float) F(D, double)
#define HD_COMPLEX(F) F(C, cuComplex) F(Z, cuDoubleComplex)
#define HD_ALL(F)     HD_REAL(F) HD_COMPLEX(F)

/* ---- gemm.c, mixed.c ------------------------------------------------------------ */

cublasStatus_t hd_gemm(cublasHandle_t h, hd_blas *b);
cublasStatus_t hd_gemv(cublasHandle_t h, hd_blas *b); /* level2.c */
hd_unit_fn hd_run_gemm, hd_run_mixed;
/* Divides the m x n matrix c of each of the batch, of which an element costs `work`. */
hd_cut hd_cut_tiles(hd_blas *b, double work);

typedef struct hd_tile {
	uint64_t which; /* of the batch */
	int64_t i, j, m, n;
} hd_tile;

hd_tile hd_tile_of(const hd_blas *b, uint64_t unit);

/* ---- loops.c: what BLAS has no routine for; by type ------------------------------ */

typedef struct hd_loops {
	/* c = beta * c, or 0 without reading it */
	void (*scale)(int64_t n, const void *beta, void *c, int64_t inc);
	bool (*is_zero)(const void *value);
	void (*geam)(const hd_blas *b, const hd_tile *t);
	void (*dgmm)(const hd_blas *b, const hd_tile *t);
	/* c = w + beta * c in a triangle of n x n; w has a leading dimension of n */
	void (*add_triangle)(const hd_blas *b, const void *w, void *c, int64_t n);
	void (*unpack)(const hd_blas *b);               /* tpttr */
	void (*pack)(const hd_blas *b);                 /* trttp */
	int (*factor)(void *a, int64_t n, int64_t lda); /* LU without pivots */
} hd_loops;

extern const hd_loops *const hd_loops_of[4];

/* ---- convert.c: to float and back ------------------------------------------------ */

void hd_to_float(float *to, const void *from, hd_type type, int64_t n);
void hd_from_float(void *to, hd_type type, const float *from, int64_t n);
float hd_float_at(const void *from, hd_type type, int64_t i);
void hd_set_float(void *to, hd_type type, int64_t i, float value);

#endif
