/* SPDX-License-Identifier: Apache-2.0 */
/* Making plans, and asking how much work area they would need: none. */
#include "fft.h"

/* What the types transform. */
static const struct {
	cufftType type;
	hd_kind kind;
	bool is_double;
} types[] = {
	{CUFFT_C2C, HD_C2C, false}, {CUFFT_R2C, HD_R2C, false},
	{CUFFT_C2R, HD_C2R, false}, {CUFFT_Z2Z, HD_C2C, true},
	{CUFFT_D2Z, HD_R2C, true},  {CUFFT_Z2D, HD_C2R, true},
};
enum { TYPES = sizeof types / sizeof *types };

static int
index_of(cufftType type)
{
	int i = 0;

	while (i < TYPES && types[i].type != type)
		i++;
	return i;
}

static bool
is_plain(const hd_request *r)
{
	return !r->in_embed || !r->out_embed;
}

cufftResult
hd_request_check(const hd_request *r)
{
	if (index_of(r->type) == TYPES)
		return CUFFT_INVALID_TYPE;
	if (!r->work_size || !r->n)
		return CUFFT_INVALID_VALUE;
	if (r->rank < 1 || r->rank > 3 || r->batch < 1)
		return CUFFT_INVALID_SIZE;
	for (int k = 0; k < r->rank; k++)
		if (r->n[k] < 1)
			return CUFFT_INVALID_SIZE;
	if (is_plain(r))
		return CUFFT_SUCCESS;
	if (r->in_stride < 1 || r->out_stride < 1 || r->in_dist < 0 || r->out_dist < 0)
		return CUFFT_INVALID_VALUE;
	for (int k = 1; k < r->rank; k++)
		if (r->in_embed[k] < 1 || r->out_embed[k] < 1)
			return CUFFT_INVALID_VALUE;
	return CUFFT_SUCCESS;
}

cufftResult
hd_request_make(cufftHandle handle, const hd_request *r)
{
	hd_plan *p = hd_plan_find(handle);
	cufftResult result = hd_request_check(r);
	int type = index_of(r->type);
	size_t real;

	if (!p || p->is_made)
		return CUFFT_INVALID_PLAN;
	if (result != CUFFT_SUCCESS)
		return result;
	p->fftw = hd_fftw_load(types[type].is_double);
	if (!p->fftw)
		return CUFFT_SETUP_FAILED;
	p->type = r->type;
	p->kind = types[type].kind;
	real = types[type].is_double ? sizeof(double) : sizeof(float);
	p->in_size = p->kind == HD_R2C ? real : 2 * real;
	p->out_size = p->kind == HD_C2R ? real : 2 * real;
	p->rank = r->rank;
	p->batch = r->batch;
	p->is_plain = is_plain(r);
	for (int k = 0; k < r->rank; k++) {
		p->n[k] = r->n[k];
		p->in_embed[k] = p->is_plain ? 0 : r->in_embed[k];
		p->out_embed[k] = p->is_plain ? 0 : r->out_embed[k];
	}
	p->in_stride = r->in_stride;
	p->in_dist = r->in_dist;
	p->out_stride = r->out_stride;
	p->out_dist = r->out_dist;
	*r->work_size = 0;
	p->is_made = true;
	return CUFFT_SUCCESS;
}

/* ---- entry points: a request, and what to do with it ------------------------------- */

typedef cufftResult hd_use(cufftHandle handle, const hd_request *r);

static cufftResult
use_size(cufftHandle handle, const hd_request *r)
{
	cufftResult result = hd_request_check(r);

	if (!hd_plan_find(handle))
		return CUFFT_INVALID_PLAN;
	if (result == CUFFT_SUCCESS)
		*r->work_size = 0;
	return result;
}

static cufftResult
use_estimate(cufftHandle handle, const hd_request *r)
{
	cufftResult result = hd_request_check(r);

	(void)handle;
	if (result == CUFFT_SUCCESS)
		*r->work_size = 0;
	return result;
}

/* A layout in ints, which has the long longs beside it. */
struct wide {
	long long n[3], in[3], out[3];
};

static const long long *
widen(long long *to, const int *from, int rank)
{
	for (int k = 0; from && k < rank && k < 3; k++)
		to[k] = from[k];
	return from ? to : NULL;
}

#define LAYOUT(I)                                                                      \
	int rank, I *n, I *inembed, I istride, I idist, I *onembed, I ostride,         \
		I odist, cufftType type, I batch
#define REQUEST(n_, in_, out_)                                                         \
	{type, rank, n_, in_, out_, istride, idist, ostride, odist, batch, workSize}
#define WIDE_REQUEST                                                                   \
	REQUEST(widen(w.n, n, rank), widen(w.in, inembed, rank),                       \
		widen(w.out, onembed, rank))

#define PLAIN(rank, batch) {type, rank, n, NULL, NULL, 0, 0, 0, 0, batch, workSize}

#define SIZES(name, use, first, handle)                                                \
	cufftResult name##1d(first int nx, cufftType type, int batch,                  \
			     size_t *workSize)                                         \
	{                                                                              \
		const long long n[] = {nx};                                            \
		const hd_request r = PLAIN(1, batch);                                  \
		return use(handle, &r);                                                \
	}                                                                              \
	cufftResult name##2d(first int nx, int ny, cufftType type, size_t *workSize)   \
	{                                                                              \
		const long long n[] = {nx, ny};                                        \
		const hd_request r = PLAIN(2, 1);                                      \
		return use(handle, &r);                                                \
	}                                                                              \
	cufftResult name##3d(first int nx, int ny, int nz, cufftType type,             \
			     size_t *workSize)                                         \
	{                                                                              \
		const long long n[] = {nx, ny, nz};                                    \
		const hd_request r = PLAIN(3, 1);                                      \
		return use(handle, &r);                                                \
	}                                                                              \
	cufftResult name##Many(first LAYOUT(int), size_t *workSize)                    \
	{                                                                              \
		struct wide w;                                                         \
		const hd_request r = WIDE_REQUEST;                                     \
		return use(handle, &r);                                                \
	}

#define A_PLAN cufftHandle plan,
#define NOTHING
SIZES(cufftMakePlan, hd_request_make, A_PLAN, plan)
SIZES(cufftGetSize, use_size, A_PLAN, plan)
SIZES(cufftEstimate, use_estimate, NOTHING, 0)

cufftResult
cufftMakePlanMany64(cufftHandle plan, LAYOUT(long long int), size_t *workSize)
{
	const hd_request r = REQUEST(n, inembed, onembed);

	return hd_request_make(plan, &r);
}

cufftResult
cufftGetSizeMany64(cufftHandle plan, LAYOUT(long long int), size_t *workSize)
{
	const hd_request r = REQUEST(n, inembed, onembed);

	return use_size(plan, &r);
}

/* ---- a handle and its plan at once ------------------------------------------------- */

static cufftResult
create_and_make(cufftHandle *plan, const hd_request *r)
{
	cufftHandle handle;
	cufftResult result;

	if (!plan)
		return CUFFT_INVALID_VALUE;
	result = cufftCreate(&handle);
	if (result != CUFFT_SUCCESS)
		return result;
	result = hd_request_make(handle, r);
	if (result == CUFFT_SUCCESS)
		*plan = handle;
	else
		cufftDestroy(handle);
	return result;
}

static cufftResult
create_plain(cufftHandle *plan, int rank, const long long *n, cufftType type, int batch)
{
	size_t size;

	return create_and_make(plan, &(hd_request){.type = type,
						   .rank = rank,
						   .n = n,
						   .batch = batch,
						   .work_size = &size});
}

cufftResult
cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch)
{
	return create_plain(plan, 1, (const long long[]){nx}, type, batch);
}

cufftResult
cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type)
{
	return create_plain(plan, 2, (const long long[]){nx, ny}, type, 1);
}

cufftResult
cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type)
{
	return create_plain(plan, 3, (const long long[]){nx, ny, nz}, type, 1);
}

cufftResult
cufftPlanMany(cufftHandle *plan, LAYOUT(int))
{
	size_t size, *workSize = &size;
	struct wide w;
	const hd_request r = WIDE_REQUEST;

	return create_and_make(plan, &r);
}
