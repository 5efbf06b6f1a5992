/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER on LAPACK, which is in OpenBLAS: what its files share.
 *
 * An entry point fills an hd_solve, a function for all element types checks it, and
 * hd_solve_do either says what workspace it needs or puts it into the handle's stream.
 * Both run the same function: one that measures takes its memory and goes no further. */
#ifndef HD_SOLVER_H
#define HD_SOLVER_H

#include "../common.h"

#pragma GCC visibility push(default)
#include "cusolverDn.h"
#pragma GCC visibility pop

/* Behind the interface, whose functions are for everybody to see. */
#include "../letters.h"

/* Matrices of a batch: `at` is one matrix, with others `stride` elements apart, or, if
 * `many`, an array of their addresses in device memory. */
typedef struct hd_matrix {
	const void *at;
	int64_t ld, stride;
	bool many;
} hd_matrix;

/* ---- submit.c: memory to work with ----------------------------------------------- */

enum { HD_OWN_PIECES = 12 };

/* Pieces are taken from what the caller gave; what does not fit there is allocated. */
typedef struct hd_room {
	char *at; /* of the caller; NULL: none */
	size_t left;
	size_t needed;  /* by all pieces so far */
	bool measures;  /* pieces are NULL */
	bool too_large; /* LAPACK cannot count so many */
	void *own[HD_OWN_PIECES];
	int owns;
} hd_room;

void *hd_take(hd_room *r, int64_t count, size_t size);

/* The three work arrays that LAPACK can be asked for: with counts of -1 it writes into
 * their first elements what it needs. */
typedef struct hd_work {
	void *work, *rwork;
	int *iwork;
	int lwork, lrwork, liwork;
	_Alignas(16) char asked[3][16];
	_Alignas(16) char ignored[16];
} hd_work;

/* An array whose size LAPACK does not tell, though it may write to its start when it is
 * asked for others. */
void *hd_take_unasked(hd_room *r, int64_t count, size_t size, hd_work *w);

void hd_ask(hd_work *w);
void hd_take_asked(hd_work *w, hd_room *r, hd_type type);

/* Makes a call of LAPACK twice, with the work arrays of `w`: asking, then for real. */
#define HD_WITH_WORK(w, r, type, call)                                                 \
	do {                                                                           \
		hd_ask(w);                                                             \
		call;                                                                  \
		hd_take_asked(w, r, type);                                             \
		if (!(r)->measures)                                                    \
			call;                                                          \
	} while (0)

/* ---- submit.c: calls ------------------------------------------------------------- */

typedef struct hd_solve hd_solve;
/* Does one of the batch, and gives its info. */
typedef int hd_solve_fn(const hd_solve *s, hd_room *r, uint64_t unit);

/* What syevjInfo and gesvdjInfo are. */
typedef struct hd_jacobi {
	double tolerance, residual;
	int max_sweeps, sort, sweeps;
	bool batched; /* its last use */
} hd_jacobi;

struct hd_solve {
	hd_solve_fn *run;
	hd_type type;
	char jobz, range, uplo, side, trans, diag; /* as LAPACK says it; 0: wrong */
	char jobu, jobv;
	int itype;
	bool econ;
	int64_t m, n, k; /* k: reflectors, right-hand sides, rank */
	hd_matrix a, b;
	hd_matrix u, v; /* v of svd: not transposed, that of gesvd is */
	hd_matrix w;    /* eigenvalues or singular values, real; ld is not used */
	void *tau, *tau2;
	void *e;        /* beside a diagonal, real; of gesvd: what did not converge */
	void *pivots;   /* NULL: none */
	bool wide;      /* pivots of 64 bits */
	int64_t k1, k2; /* of laswp; the range of eigenvalues, from 1 */
	double vl, vu;  /* the range of eigenvalues */
	int *found;     /* how many are in it, in host memory */
	int64_t *found64;
	bool real_w;   /* of geev: real and imaginary parts, not complex numbers */
	double *error; /* of each decomposition, in host memory */
	hd_jacobi *jacobi;
	bool batched;
	int64_t batch; /* how many, of a batch */
	int *info;     /* one for each */
	bool one_info; /* for the whole batch */
	bool waits;    /* it writes to host memory */

	void *work;    /* of the caller */
	size_t room;   /* its bytes */
	bool asks;     /* for sizes; nothing is to be done */
	int *elements; /* the answer */
	size_t *bytes, *host_bytes;
};

/* `wrong`: which argument is, counted from 1 behind the handle; 0: none. */
cusolverStatus_t hd_solve_do(cusolverDnHandle_t h, hd_solve *s, int wrong);
/* The first that is false, counted from 1; 0: none. */
int hd_first_wrong(const bool *are_good, int count);
#define HD_WRONG(...)                                                                  \
	hd_first_wrong((const bool[]){__VA_ARGS__},                                    \
		       (int)sizeof((const bool[]){__VA_ARGS__}))

static inline bool
hd_is_ld(const hd_matrix *m, int64_t rows)
{
	return m->ld >= 1 && m->ld >= rows;
}

/* The start of a matrix of the batch, and a later column. */
void *hd_at(const hd_solve *s, const hd_matrix *m, uint64_t unit);
void *hd_column(const hd_solve *s, void *matrix, int64_t ld, int64_t j);

static inline bool
hd_is_complex(hd_type type)
{
	return type == HD_C || type == HD_Z;
}

static inline hd_type
hd_real(hd_type type)
{
	return type == HD_C ? HD_S : type == HD_Z ? HD_D : type;
}

/* An int for LAPACK, by address. */
#define HD_INT(x) (&(int){(int)(x)})

/* As in letters.h. */
char hd_jobz(cusolverEigMode_t jobz);
char hd_range(cusolverEigRange_t range);
char hd_conjugate(cublasOperation_t op,
		  hd_type type); /* N, or T of real, C of complex */

/* ---- jacobi.c -------------------------------------------------------------------- */

/* Of a call that is about to be made. */
hd_jacobi *hd_jacobi_of(syevjInfo_t info, bool batched, bool asks);
hd_jacobi *hd_jacobi_of_svd(gesvdjInfo_t info, bool batched, bool asks);

/* ---- handle.c -------------------------------------------------------------------- */

struct cusolverDnContext {
	cudaStream_t stream;
	cusolverDeterministicMode_t mode;
	uint32_t magic;
};

bool hd_is_handle(cusolverDnHandle_t h);
cusolverStatus_t hd_status_of(cudaError_t error);

/* ---- load.c: OpenBLAS ------------------------------------------------------------ */

typedef const char *str;
typedef const int *num;
typedef const void *in;
typedef void *out;
typedef size_t len;

enum hd_routine {
#define ROUTINE(name, ...) HD_##name,
#include "routines.def"
#undef ROUTINE
	HD_ROUTINES,
};
#define ROUTINE(name, args, ...) typedef void hd_##name##_fn args;
#include "routines.def"
#undef ROUTINE

bool hd_lapack_load(void); /* false: it is not there, and that was said */
void *hd_routine(enum hd_routine r, hd_type type);
int hd_lapack_enter(void);
void hd_lapack_leave(int old);
#define HD_LAPACK(name, type, ...)                                                     \
	((hd_##name##_fn *)hd_routine(HD_##name, type))(__VA_ARGS__)

/* ---- loops.c: what LAPACK has no routine for; by type ---------------------------- */

typedef struct hd_loops {
	/* LU of m x n, LDL of a triangle, without pivots; info */
	int (*lu)(void *a, int64_t m, int64_t n, int64_t lda);
	int (*ldl)(char uplo, void *a, int64_t n, int64_t lda);
	int (*cholesky)(char uplo, void *a, int64_t n, int64_t lda);
	/* the other triangle of n x n, conjugated */
	void (*mirror)(char uplo, void *a, int64_t n, int64_t lda);
	/* to = conjugate transpose of the m x n matrix from */
	void (*turn)(const void *from, int64_t m, int64_t n, int64_t ld, void *to,
		     int64_t ldt);
	/* columns times real numbers, to m x n without gaps */
	void (*scale)(const void *from, int64_t m, int64_t n, int64_t ld,
		      const void *by, void *to);
	void (*subtract)(void *a, const void *b, int64_t n); /* n numbers */
	double (*norm)(const void *a, int64_t n);
} hd_loops;

typedef struct hd_product_sizes {
	int64_t m, n, k, lda, ldb, ldc;
	bool minus, conjugate_b; /* and transpose */
} hd_product_sizes;

extern const hd_loops *const hd_loops_of[4];
const void *hd_number(hd_type type, int value); /* -1, 0 or 1 of this type */
/* c = beta * c + a * b */
void hd_product(hd_type type, const hd_product_sizes *d, const void *a, const void *b,
		int beta, void *c);
int hd_lu(hd_type type, void *a, int64_t m, int64_t n, int64_t lda); /* in blocks */
void hd_copy(hd_type type, int64_t m, int64_t n, hd_matrix from, hd_matrix to);

/* ---- functions for all types, which generic.c calls too -------------------------- */

typedef cusolverStatus_t hd_entry_fn(cusolverDnHandle_t h, hd_solve *s);
hd_entry_fn hd_getrf, hd_getrs, hd_potrf, hd_potrs, hd_trtri, hd_sytrs; /* factor.c */
hd_entry_fn hd_geqrf;                       /* orthogonal.c */
hd_entry_fn hd_syevd, hd_syevdx;            /* eigen.c */
hd_entry_fn hd_geev;                        /* geev.c */
hd_entry_fn hd_gesvd, hd_gesvdj, hd_gesvda; /* svd.c */
hd_entry_fn hd_gesv, hd_gels;               /* mixed.c */

/* ---- entry points ---------------------------------------------------------------- */

#define HD_MATRIX(p, l)     ((hd_matrix){.at = (p), .ld = (l)})
#define HD_STRIDED(p, l, s) ((hd_matrix){.at = (p), .ld = (l), .stride = (s)})
#define HD_MANY(p, l)       ((hd_matrix){.at = (p), .ld = (l), .many = true})
/* Behind the type: what a question and what a call has. */
#define HD_ASKS(X, to) .type = HD_##X, .asks = true, .elements = (to)
#define HD_DOES(X, with, count, to)                                                    \
	.type = HD_##X, .work = (with),                                                \
	.room = (count) > 0 ? (size_t)(count) * hd_size(HD_##X) : 0, .info = (to)

/* F(letter, type, real type, orthogonal or unitary, symmetric or Hermitian) */
#define HD_ALL(F)                                                                      \
	F(S, float, float, or, sy)                                                     \
	F(D, double, double, or, sy)                                                   \
	F(C, cuComplex, float, un, he)                                                 \
	F(Z, cuDoubleComplex, double, un, he)

#endif
