/* SPDX-License-Identifier: Apache-2.0 */
/* The loop of tridiagonal.c for one kind of loop; see each_type.h. */

/* Rows i and i + 1 of what is left: the upper triangle has one diagonal more if they
 * change places. `l` is the element below the diagonal. */
static void
FN(eliminate)(T *d, T *u, T *u2, T *x, T l)
{
	T f, old = d[1], old_x = x[0];

	u2[0] = 0;
	if (hypot(creal(d[0]), cimag(d[0])) >= hypot(creal(l), cimag(l))) {
		f = l / d[0];
		d[1] -= f * u[0];
		x[1] -= f * x[0];
		return;
	}
	f = d[0] / l;
	d[0] = l;
	d[1] = u[0] - f * old;
	u2[0] = u[1];
	u[1] *= -f;
	u[0] = old;
	x[0] = x[1];
	x[1] = old_x - f * x[1];
}

static void
FN(solve_one)(const equations *s, int64_t which, T *work)
{
	int64_t n = s->rows, at = which * s->stride, x_at = which * s->x_stride;
	T *d = work, *u = d + n, *u2 = u + n, *x = u2 + n;

	for (int64_t i = 0; i < n; i++) {
		d[i] = GET(s->d, at + i * s->step);
		u[i] = i < n - 1 ? GET(s->du, at + i * s->step) : 0;
		x[i] = GET(s->x, x_at + i * s->step);
		u2[i] = 0;
	}
	for (int64_t i = 0; i + 1 < n; i++)
		FN(eliminate)(d + i, u + i, u2 + i, x + i,
			      GET(s->dl, at + (i + 1) * s->step));
	for (int64_t i = n - 1; i >= 0; i--) {
		if (i + 1 < n)
			x[i] -= u[i] * x[i + 1];
		if (i + 2 < n)
			x[i] -= u2[i] * x[i + 2];
		x[i] /= d[i];
		PUT(s->x, x_at + i * s->step, x[i]);
	}
}

static void
FN(run_systems)(void *args, uint64_t first, uint64_t count)
{
	const equations *s = args;
	T *work = hd_need((size_t)s->rows * 4, sizeof *work);

	for (uint64_t i = first; i < first + count; i++)
		FN(solve_one)(s, (int64_t)i, work);
	free(work);
}
