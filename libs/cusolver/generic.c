/* SPDX-License-Identifier: Apache-2.0 */
/* The functions with sizes of 64 bits, whose types are arguments. Dimensions have to fit
 * LAPACK's 32 bits; no memory of the host is needed. */
#include "solver.h"

static cusolverStatus_t
generic(cusolverDnHandle_t h, hd_solve *s, bool types_fit, hd_entry_fn *entry)
{
	if (!hd_is_handle(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (s->type > HD_Z || !types_fit || (s->asks && (!s->bytes || !s->host_bytes)))
		return CUSOLVER_STATUS_INVALID_VALUE;
	return entry(h, s);
}

static bool
is_real_of(cudaDataType real, cudaDataType of)
{
	return (of == CUDA_R_32F || of == CUDA_C_32F) ? real == CUDA_R_32F
						      : real == CUDA_R_64F;
}

/* Eigenvalues of a real matrix are complex, or real and imaginary parts behind them. */
static bool
is_complex_of(cudaDataType values, cudaDataType of)
{
	return (of == CUDA_R_32F || of == CUDA_C_32F) ? values == CUDA_C_32F
						      : values == CUDA_C_64F;
}

static double
bound(const void *at, cudaDataType type, cusolverEigRange_t range)
{
	if (!at || range != CUSOLVER_EIG_RANGE_V)
		return 0;
	return type == CUDA_R_32F ? (double)*(const float *)at : *(const double *)at;
}

#define ASKS                                                                           \
	.type = hd_type_of(dataTypeA), .asks = true,                                   \
	.bytes = workspaceInBytesOnDevice, .host_bytes = workspaceInBytesOnHost
#define DOES                                                                           \
	.type = hd_type_of(dataTypeA), .work = bufferOnDevice,                         \
	.room = workspaceInBytesOnDevice, .info = info

/* A function and the question for its workspace. */
#define PAIR(name, unused, types_fit, entry, ...)                                      \
	cusolverStatus_t cusolverDn##name##_bufferSize __hd_dn_##name##_size           \
	{                                                                              \
		(void)unused;                                                          \
		return generic(handle, &(hd_solve){ASKS, __VA_ARGS__}, types_fit,      \
			       entry);                                                 \
	}                                                                              \
	cusolverStatus_t cusolverDn##name __hd_dn_##name                               \
	{                                                                              \
		(void)unused, (void)bufferOnHost, (void)workspaceInBytesOnHost;        \
		return generic(handle, &(hd_solve){DOES, __VA_ARGS__}, types_fit,      \
			       entry);                                                 \
	}
#define SAME(type) (dataTypeA == (type))
#define COMPUTE    SAME(computeType)
#define PLAIN_A    .a = HD_MATRIX(A, lda)
#define MATRIX     .m = m, .n = n, PLAIN_A
#define TRIANGLE   .uplo = hd_uplo(uplo), .n = n, PLAIN_A

/* ---- factors --------------------------------------------------------------------- */

PAIR(Xpotrf, params, COMPUTE, hd_potrf, TRIANGLE)
PAIR(Xtrtri, handle, true, hd_trtri, TRIANGLE, .diag = hd_diag(diag))
PAIR(Xgeqrf, params, COMPUTE &&SAME(dataTypeTau), hd_geqrf, MATRIX, .tau = (void *)tau)
PAIR(Xsytrs, handle, SAME(dataTypeB), hd_sytrs, TRIANGLE, .k = nrhs, .wide = true,
     .pivots = (void *)ipiv, .b = HD_MATRIX(B, ldb))

cusolverStatus_t cusolverDnXgetrf_bufferSize __hd_dn_Xgetrf_size
{
	(void)params;
	return generic(handle, &(hd_solve){ASKS, MATRIX, .wide = true}, COMPUTE,
		       hd_getrf);
}

cusolverStatus_t cusolverDnXgetrf __hd_dn_Xgetrf
{
	(void)params, (void)bufferOnHost, (void)workspaceInBytesOnHost;
	return generic(handle,
		       &(hd_solve){DOES, MATRIX, .pivots = ipiv, .wide = ipiv != NULL},
		       COMPUTE, hd_getrf);
}

cusolverStatus_t cusolverDnXgetrs __hd_dn_Xgetrs
{
	(void)params;
	return generic(handle,
		       &(hd_solve){.type = hd_type_of(dataTypeA),
				   .trans = hd_trans(trans),
				   .n = n,
				   .k = nrhs,
				   PLAIN_A,
				   .pivots = (void *)ipiv,
				   .wide = ipiv != NULL,
				   .b = HD_MATRIX(B, ldb),
				   .info = info},
		       SAME(dataTypeB), hd_getrs);
}

cusolverStatus_t cusolverDnXpotrs __hd_dn_Xpotrs
{
	(void)params;
	return generic(handle,
		       &(hd_solve){.type = hd_type_of(dataTypeA),
				   TRIANGLE,
				   .k = nrhs,
				   .b = HD_MATRIX(B, ldb),
				   .info = info},
		       SAME(dataTypeB), hd_potrs);
}

/* ---- eigenvalues ----------------------------------------------------------------- */

#define WITH_REAL(type) (COMPUTE && is_real_of(type, dataTypeA))

PAIR(Xsyevd, params, WITH_REAL(dataTypeW), hd_syevd, .jobz = hd_jobz(jobz), TRIANGLE,
     .w.at = W)
PAIR(XsyevBatched, params, WITH_REAL(dataTypeW), hd_syevd, .jobz = hd_jobz(jobz),
     .uplo = hd_uplo(uplo), .n = n, .batched = true, .batch = batchSize,
     .a = HD_STRIDED(A, lda, lda *n), .w = HD_STRIDED(W, 0, n))
PAIR(Xsyevdx, params, WITH_REAL(dataTypeW), hd_syevdx, .jobz = hd_jobz(jobz),
     .range = hd_range(range), TRIANGLE, .vl = bound(vl, dataTypeW, range),
     .vu = bound(vu, dataTypeW, range), .k1 = il, .k2 = iu, .found64 = meig64,
     .w.at = W)
PAIR(Xgeev, params,
     COMPUTE &&SAME(dataTypeVL) && SAME(dataTypeVR) &&
	     (SAME(dataTypeW) || is_complex_of(dataTypeW, dataTypeA)),
     hd_geev, .jobu = hd_jobz(jobvl), .jobv = hd_jobz(jobvr), .n = n, PLAIN_A,
     .w.at = W, .real_w = SAME(dataTypeW), .u = HD_MATRIX(VL, ldvl),
     .v = HD_MATRIX(VR, ldvr))

/* ---- singular values ------------------------------------------------------------- */

PAIR(Xgesvd, params, WITH_REAL(dataTypeS) && SAME(dataTypeU) && SAME(dataTypeVT),
     hd_gesvd, .jobu = (char)jobu, .jobv = (char)jobvt, MATRIX, .w.at = S,
     .u = HD_MATRIX(U, ldu), .v = HD_MATRIX(VT, ldvt))

#define USV                                                                            \
	.jobz = hd_jobz(jobz), .econ = econ, MATRIX, .w.at = S,                        \
	.u = HD_MATRIX(U, ldu), .v = HD_MATRIX(V, ldv)
#define USV_FIT WITH_REAL(dataTypeS) && SAME(dataTypeU) && SAME(dataTypeV)

cusolverStatus_t cusolverDnXgesvdp_bufferSize __hd_dn_Xgesvdp_size
{
	(void)params;
	return generic(handle, &(hd_solve){ASKS, USV}, USV_FIT, hd_gesvdj);
}

/* What cuSOLVER adds to a matrix that has nearly no full rank is not needed here. */
cusolverStatus_t cusolverDnXgesvdp __hd_dn_Xgesvdp
{
	(void)params, (void)bufferOnHost, (void)workspaceInBytesOnHost;
	if (h_err_sigma)
		*h_err_sigma = 0;
	return generic(handle, &(hd_solve){DOES, USV}, USV_FIT, hd_gesvdj);
}

/* All are computed and k of them kept: neither more numbers nor iterations help. */
static cusolverStatus_t
gesvdr(cusolverDnHandle_t h, hd_solve *s)
{
	int64_t least = s->m < s->n ? s->m : s->n;
	bool jobs = (s->jobu == 'S' || s->jobu == 'N') &&
		    (s->jobv == 'S' || s->jobv == 'N');

	if (!jobs || s->k < 1 || s->k1 < 0 || s->k2 < 0 || s->k + s->k1 > least)
		return hd_solve_do(h, s, !jobs ? 2 : 6);
	return hd_gesvda(h, s);
}

PAIR(Xgesvdr, params,
     WITH_REAL(dataTypeSrand) && SAME(dataTypeUrand) && SAME(dataTypeVrand), gesvdr,
     .jobz = jobu == 'N' && jobv == 'N' ? 'N' : 'V', .jobu = (char)jobu,
     .jobv = (char)jobv, MATRIX, .k = k, .k1 = p, .k2 = niters, .w.at = Srand,
     .u = HD_MATRIX(Urand, ldUrand), .v = HD_MATRIX(Vrand, ldVrand))
