/* SPDX-License-Identifier: Apache-2.0 */
/* Work-sharing loops over one type of loop variable: T, as N names it, with the type
 * ST of its steps. No include guard: once for each type. */

/* Lower and upper are those of the whole loop on entry, of the chunk on return. */
void
NAME(__kmpc_for_static_init_)(ident *where, i32 thread, i32 schedule, i32 *last,
			      T *lower, T *upper, ST *stride, ST step, ST chunk)
{
	u64 n = (u64)omp_get_num_threads(), t = (u64)omp_get_thread_num();
	u64 trip = step > 0 ? ((u64)*upper - (u64)*lower) / (u64)step + 1
			    : ((u64)*lower - (u64)*upper) / (u64)-step + 1;
	u64 begin, size = chunk > 0 ? (u64)chunk : 1;
	T first = *lower;

	(void)where;
	(void)thread;
	if (step > 0 ? *upper < *lower : *lower < *upper) {
		*last = 0;
		*stride = step;
		return;
	}
	switch (schedule & 0xffff) {
	case 33: /* chunks in turn; the caller limits the last one */
		begin = t * size;
		*stride = (ST)(size * n) * step;
		if (begin >= trip) {
			*last = 0;
			*lower = *upper + (T)(step > 0 ? 1 : -1);
			return;
		}
		*lower = first + (T)begin * (T)step;
		*upper = *lower + (T)(size - 1) * (T)step;
		*last = (trip - 1) / size % n == t;
		return;
	case 34: /* one piece for each */
		size = (trip + n - 1) / n;
		begin = t * size;
		*stride = (ST)trip * step;
		if (begin >= trip) {
			*last = 0;
			*lower = *upper + (T)(step > 0 ? 1 : -1);
			return;
		}
		*last = begin + size >= trip;
		*lower = first + (T)begin * (T)step;
		if (!*last)
			*upper = *lower + (T)(size - 1) * (T)step;
		return;
	default: /* distribute: the only team has it all */
		*stride = (ST)trip * step;
		*last = 1;
	}
}

/* The loop that the compiler made to take every n-th iteration: *stride is the step. */
__attribute__((always_inline)) void
NAME(hd_gfx_static_)(ident *where, i32 thread, i32 schedule, i32 *last, T *lower,
		     T *upper, ST *stride, ST step, ST chunk)
{
	u64 n = (u64)omp_get_num_threads();
	u64 trip = (u64)*upper - (u64)*lower + 1;
	u64 t = place_in_loop(trip, n);

	(void)where;
	(void)thread;
	(void)schedule;
	(void)step;
	(void)chunk;
	*stride = (ST)n;
	*last = 0;
	if (*upper < *lower)
		return;
	if (t >= trip) {
		*lower = *upper + 1;
		return;
	}
	*lower += (T)t;
	*last = (trip - 1) % n == t;
}

void
NAME(hd_gfx_dispatch_init_)(hd_gf_dispatch *d, i32 schedule, T lower, T upper, ST step,
			    ST chunk)
{
	u64 trip = step > 0 ? ((u64)upper - (u64)lower) / (u64)step + 1
			    : ((u64)lower - (u64)upper) / (u64)-step + 1;

	if (step > 0 ? upper < lower : lower < upper)
		trip = 0;
	begin_dispatch(d, schedule, (u64)(i64)lower, (u64)(i64)step, trip, (i64)chunk);
}

i32
NAME(hd_gfx_dispatch_next_)(hd_gf_dispatch *d, i32 *last, T *lower, T *upper,
			    ST *stride)
{
	u64 begin, end;

	if (!next_piece(d, &begin, &end)) {
		end_dispatch(d);
		return 0;
	}
	if (d->ordered)
		this_turn()->now = begin;
	*lower = (T)(d->lower + begin * d->step);
	*upper = (T)(d->lower + (end - 1) * d->step);
	*stride = (ST)d->step;
	*last = end == d->trip;
	return 1;
}

void
NAME(__kmpc_dispatch_fini_)(ident *where, i32 thread)
{
	(void)where;
	(void)thread;
	end_iteration();
}

#undef NAME
#undef T
#undef ST
