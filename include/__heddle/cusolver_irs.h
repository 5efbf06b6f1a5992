/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER: systems solved with refinement, whose precisions are set in an object. */
#ifndef __HEDDLE_CUSOLVER_IRS_H__
#define __HEDDLE_CUSOLVER_IRS_H__

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params_ptr);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
							cusolverIRSRefinement_t solver);
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
							   cusolverPrecType_t main);
cusolverStatus_t
cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params,
					    cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
							cusolverPrecType_t main,
							cusolverPrecType_t lowest);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double value);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params,
						double value);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params,
						cusolver_int_t maxiters);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
						     cusolver_int_t maxiters);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params,
						cusolver_int_t *maxiters);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);

cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos_ptr);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos,
					     cusolver_int_t *niters);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
						  cusolver_int_t *outer_niters);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos,
					       cusolver_int_t *maxiters);
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos,
						      void **residual_history);

cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
					       cusolverDnIRSParams_t params,
					       cusolver_int_t n, cusolver_int_t nrhs,
					       size_t *lwork_bytes);
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle,
				    cusolverDnIRSParams_t params,
				    cusolverDnIRSInfos_t infos, cusolver_int_t n,
				    cusolver_int_t nrhs, void *dA, cusolver_int_t ldda,
				    void *dB, cusolver_int_t lddb, void *dX,
				    cusolver_int_t lddx, void *dWorkspace,
				    size_t lwork_bytes, cusolver_int_t *niters,
				    cusolver_int_t *d_info);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
					       cusolverDnIRSParams_t params,
					       cusolver_int_t m, cusolver_int_t n,
					       cusolver_int_t nrhs, size_t *lwork_bytes);
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle,
				    cusolverDnIRSParams_t params,
				    cusolverDnIRSInfos_t infos, cusolver_int_t m,
				    cusolver_int_t n, cusolver_int_t nrhs, void *dA,
				    cusolver_int_t ldda, void *dB, cusolver_int_t lddb,
				    void *dX, cusolver_int_t lddx, void *dWorkspace,
				    size_t lwork_bytes, cusolver_int_t *niters,
				    cusolver_int_t *d_info);

#ifdef __cplusplus
}
#endif

#endif
