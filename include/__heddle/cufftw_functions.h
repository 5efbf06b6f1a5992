/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of cufftw.h for one precision: included once for each, with __hd_f(name)
 * as the name of a function or type and __hd_r as the real type. No include guard. */
#define __hd_c __hd_f(complex)
#define __hd_p __hd_f(plan)

typedef struct __hd_f(plan_s) * __hd_f(plan);
typedef struct fftw_iodim_do_not_use_me __hd_f(iodim);
typedef struct fftw_iodim64_do_not_use_me __hd_f(iodim64);

CUFFTAPI __hd_p __hd_f(plan_dft_1d)(int n, __hd_c *in, __hd_c *out, int sign,
                                    unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_2d)(int n0, int n1, __hd_c *in, __hd_c *out, int sign,
                                    unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_3d)(int n0, int n1, int n2, __hd_c *in, __hd_c *out,
                                    int sign, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft)(int rank, const int *n, __hd_c *in, __hd_c *out,
                                 int sign, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_r2c_1d)(int n, __hd_r *in, __hd_c *out, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_r2c_2d)(int n0, int n1, __hd_r *in, __hd_c *out,
                                        unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_r2c_3d)(int n0, int n1, int n2, __hd_r *in, __hd_c *out,
                                        unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_r2c)(int rank, const int *n, __hd_r *in, __hd_c *out,
                                     unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_c2r_1d)(int n, __hd_c *in, __hd_r *out, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_c2r_2d)(int n0, int n1, __hd_c *in, __hd_r *out,
                                        unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_c2r_3d)(int n0, int n1, int n2, __hd_c *in, __hd_r *out,
                                        unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_dft_c2r)(int rank, const int *n, __hd_c *in, __hd_r *out,
                                     unsigned flags);

CUFFTAPI __hd_p __hd_f(plan_many_dft)(int rank, const int *n, int batch, __hd_c *in,
                                      const int *inembed, int istride, int idist,
                                      __hd_c *out, const int *onembed, int ostride,
                                      int odist, int sign, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_many_dft_r2c)(int rank, const int *n, int batch, __hd_r *in,
                                          const int *inembed, int istride, int idist,
                                          __hd_c *out, const int *onembed, int ostride,
                                          int odist, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_many_dft_c2r)(int rank, const int *n, int batch, __hd_c *in,
                                          const int *inembed, int istride, int idist,
                                          __hd_r *out, const int *onembed, int ostride,
                                          int odist, unsigned flags);

CUFFTAPI __hd_p __hd_f(plan_guru_dft)(int rank, const __hd_f(iodim) * dims,
                                      int batch_rank, const __hd_f(iodim) * batch_dims,
                                      __hd_c *in, __hd_c *out, int sign, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_guru_dft_r2c)(int rank, const __hd_f(iodim) * dims,
                                          int batch_rank,
                                          const __hd_f(iodim) * batch_dims, __hd_r *in,
                                          __hd_c *out, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_guru_dft_c2r)(int rank, const __hd_f(iodim) * dims,
                                          int batch_rank,
                                          const __hd_f(iodim) * batch_dims, __hd_c *in,
                                          __hd_r *out, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_guru64_dft)(int rank, const __hd_f(iodim64) * dims,
                                        int batch_rank,
                                        const __hd_f(iodim64) * batch_dims, __hd_c *in,
                                        __hd_c *out, int sign, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_guru64_dft_r2c)(int rank, const __hd_f(iodim64) * dims,
                                            int batch_rank,
                                            const __hd_f(iodim64) * batch_dims,
                                            __hd_r *in, __hd_c *out, unsigned flags);
CUFFTAPI __hd_p __hd_f(plan_guru64_dft_c2r)(int rank, const __hd_f(iodim64) * dims,
                                            int batch_rank,
                                            const __hd_f(iodim64) * batch_dims,
                                            __hd_c *in, __hd_r *out, unsigned flags);

CUFFTAPI void __hd_f(execute)(const __hd_p plan);
CUFFTAPI void __hd_f(execute_dft)(const __hd_p plan, __hd_c *in, __hd_c *out);
CUFFTAPI void __hd_f(execute_dft_r2c)(const __hd_p plan, __hd_r *in, __hd_c *out);
CUFFTAPI void __hd_f(execute_dft_c2r)(const __hd_p plan, __hd_c *in, __hd_r *out);

CUFFTAPI void __hd_f(destroy_plan)(__hd_p plan);
CUFFTAPI void __hd_f(cleanup)(void);
CUFFTAPI void __hd_f(set_timelimit)(double seconds);
CUFFTAPI double __hd_f(cost)(const __hd_p plan);
CUFFTAPI void __hd_f(flops)(const __hd_p plan, double *add, double *mul, double *fma);
CUFFTAPI void __hd_f(print_plan)(const __hd_p plan);
CUFFTAPI void __hd_f(fprint_plan)(const __hd_p plan, FILE *file);

CUFFTAPI void *__hd_f(malloc)(size_t n);
CUFFTAPI __hd_r *__hd_f(alloc_real)(size_t n);
CUFFTAPI __hd_c *__hd_f(alloc_complex)(size_t n);
CUFFTAPI void __hd_f(free)(void *p);

#undef __hd_c
#undef __hd_p
