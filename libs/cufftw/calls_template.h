/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of one precision: X(name) is what one is called, C and R are its types,
 * IS_DOUBLE says which it is. */

/* FFTW's own function of that name, in a variable `real`. */
#define REAL(name)                                                                     \
	__typeof__(&X(name)) real;                                                     \
	*(void **)&real = hd_fftw_function(IS_DOUBLE, HD_##name)

#define PLAN(name, parameters, arguments)                                              \
	X(plan) X(name) parameters                                                     \
	{                                                                              \
		REAL(name);                                                            \
		X(plan) plan = NULL;                                                   \
		flags = hd_flags(flags);                                               \
		if (real) {                                                            \
			hd_planner_enter();                                            \
			plan = real arguments;                                         \
			hd_planner_leave();                                            \
		}                                                                      \
		return plan;                                                           \
	}

#define EXECUTE(name, parameters, arguments)                                           \
	void X(name) parameters                                                        \
	{                                                                              \
		REAL(name);                                                            \
		hd_after_device();                                                     \
		if (plan && real)                                                      \
			real arguments;                                                \
	}

#define CALL(name, parameters, arguments)                                              \
	void X(name) parameters                                                        \
	{                                                                              \
		REAL(name);                                                            \
		if (real) {                                                            \
			hd_planner_enter();                                            \
			real arguments;                                                \
			hd_planner_leave();                                            \
		}                                                                      \
	}

#define NEW(type, name)                                                                \
	type *X(name)(size_t n)                                                        \
	{                                                                              \
		REAL(name);                                                            \
		return real ? real(n) : NULL;                                          \
	}

/* ---- plans ---------------------------------------------------------------------------- */

PLAN(plan_dft_1d, (int n, C *in, C *out, int sign, unsigned flags),
     (n, in, out, sign, flags))
PLAN(plan_dft_2d, (int n0, int n1, C *in, C *out, int sign, unsigned flags),
     (n0, n1, in, out, sign, flags))
PLAN(plan_dft_3d, (int n0, int n1, int n2, C *in, C *out, int sign, unsigned flags),
     (n0, n1, n2, in, out, sign, flags))
PLAN(plan_dft, (int rank, const int *n, C *in, C *out, int sign, unsigned flags),
     (rank, n, in, out, sign, flags))
PLAN(plan_dft_r2c_1d, (int n, R *in, C *out, unsigned flags), (n, in, out, flags))
PLAN(plan_dft_r2c_2d, (int n0, int n1, R *in, C *out, unsigned flags),
     (n0, n1, in, out, flags))
PLAN(plan_dft_r2c_3d, (int n0, int n1, int n2, R *in, C *out, unsigned flags),
     (n0, n1, n2, in, out, flags))
PLAN(plan_dft_r2c, (int rank, const int *n, R *in, C *out, unsigned flags),
     (rank, n, in, out, flags))
PLAN(plan_dft_c2r_1d, (int n, C *in, R *out, unsigned flags), (n, in, out, flags))
PLAN(plan_dft_c2r_2d, (int n0, int n1, C *in, R *out, unsigned flags),
     (n0, n1, in, out, flags))
PLAN(plan_dft_c2r_3d, (int n0, int n1, int n2, C *in, R *out, unsigned flags),
     (n0, n1, n2, in, out, flags))
PLAN(plan_dft_c2r, (int rank, const int *n, C *in, R *out, unsigned flags),
     (rank, n, in, out, flags))

#define MANY(in_type, out_type, ...)                                                   \
	(int rank, const int *n, int batch, in_type *in, const int *inembed,           \
	 int istride, int idist, out_type *out, const int *onembed, int ostride,       \
	 int odist, __VA_ARGS__)
#define MANY_ARGUMENTS                                                                 \
	rank, n, batch, in, inembed, istride, idist, out, onembed, ostride, odist

PLAN(plan_many_dft, MANY(C, C, int sign, unsigned flags), (MANY_ARGUMENTS, sign, flags))
PLAN(plan_many_dft_r2c, MANY(R, C, unsigned flags), (MANY_ARGUMENTS, flags))
PLAN(plan_many_dft_c2r, MANY(C, R, unsigned flags), (MANY_ARGUMENTS, flags))

#define GURU(dim, in_type, out_type, ...)                                              \
	(int rank, const X(dim) * dims, int batch_rank, const X(dim) * batch_dims,     \
	 in_type * in, out_type * out, __VA_ARGS__)
#define GURU_ARGUMENTS rank, dims, batch_rank, batch_dims, in, out

PLAN(plan_guru_dft, GURU(iodim, C, C, int sign, unsigned flags),
     (GURU_ARGUMENTS, sign, flags))
PLAN(plan_guru_dft_r2c, GURU(iodim, R, C, unsigned flags), (GURU_ARGUMENTS, flags))
PLAN(plan_guru_dft_c2r, GURU(iodim, C, R, unsigned flags), (GURU_ARGUMENTS, flags))
PLAN(plan_guru64_dft, GURU(iodim64, C, C, int sign, unsigned flags),
     (GURU_ARGUMENTS, sign, flags))
PLAN(plan_guru64_dft_r2c, GURU(iodim64, R, C, unsigned flags), (GURU_ARGUMENTS, flags))
PLAN(plan_guru64_dft_c2r, GURU(iodim64, C, R, unsigned flags), (GURU_ARGUMENTS, flags))

/* ---- what is done with them ----------------------------------------------------------- */

EXECUTE(execute, (const X(plan) plan), (plan))
EXECUTE(execute_dft, (const X(plan) plan, C *in, C *out), (plan, in, out))
EXECUTE(execute_dft_r2c, (const X(plan) plan, R *in, C *out), (plan, in, out))
EXECUTE(execute_dft_c2r, (const X(plan) plan, C *in, R *out), (plan, in, out))

CALL(destroy_plan, (X(plan) plan), (plan))
CALL(cleanup, (void), ())
CALL(set_timelimit, (double seconds), (seconds))
CALL(flops, (const X(plan) plan, double *add, double *mul, double *fma),
     (plan, add, mul, fma))
CALL(print_plan, (const X(plan) plan), (plan))
CALL(fprint_plan, (const X(plan) plan, FILE *file), (plan, file))

double
X(cost)(const X(plan) plan)
{
	REAL(cost);

	return real ? real(plan) : 0;
}

NEW(void, malloc)
NEW(R, alloc_real)
NEW(C, alloc_complex)

void
X(free)(void *p)
{
	REAL(free);

	if (p && real)
		real(p);
}

#undef REAL
#undef PLAN
#undef EXECUTE
#undef CALL
#undef NEW
#undef MANY
#undef MANY_ARGUMENTS
#undef GURU
#undef GURU_ARGUMENTS
