/* SPDX-License-Identifier: Apache-2.0 */
/* Generators, what is set in them, and calls that generate. */
#include "rand.h"

#include <stdlib.h>

static const uint64_t MAGIC = 0x68645f72616e6421;

/* Words that a caller draws by itself, and that are worth a unit; about two nanoseconds
 * each. */
enum { SHORT_WORDS = 4096, GRAIN_WORDS = 8192 };

bool
hd_is_generator(curandGenerator_t g)
{
	return g && g->magic == MAGIC;
}

const hd_method *
hd_method_of(curandRngType_t type)
{
	switch (type) {
	case CURAND_RNG_PSEUDO_XORWOW:
		return &hd_xorwow;
	case CURAND_RNG_PSEUDO_MRG32K3A:
		return &hd_mrg;
	case CURAND_RNG_PSEUDO_PHILOX4_32_10:
		return &hd_philox;
	case CURAND_RNG_PSEUDO_MT19937:
		return &hd_mt19937;
	default:
		return NULL;
	}
}

/* ---- creating and destroying --------------------------------------------------------- */

static curandStatus_t
create(curandGenerator_t *generator, curandRngType_t type, bool on_host)
{
	const hd_method *m;
	curandGenerator_t g;

	if (type == CURAND_RNG_PSEUDO_DEFAULT)
		type = CURAND_RNG_PSEUDO_XORWOW;
	m = hd_method_of(type);
	if (!generator || !m)
		return CURAND_STATUS_TYPE_ERROR;
	if (!on_host && cudaFree(NULL) != cudaSuccess)
		return CURAND_STATUS_INITIALIZATION_FAILED;
	g = calloc(1, sizeof *g);
	if (!g)
		return CURAND_STATUS_ALLOCATION_FAILED;
	g->magic = MAGIC;
	g->type = type;
	g->ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
	g->on_host = on_host;
	g->seed = m->seed;
	*generator = g;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandCreateGenerator(curandGenerator_t *generator, curandRngType_t rng_type)
{
	return create(generator, rng_type, false);
}

curandStatus_t
curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t rng_type)
{
	return create(generator, rng_type, true);
}

/* Waits for what was submitted: it uses the states. */
static void
wait(curandGenerator_t g)
{
	if (!g->on_host && g->states)
		cudaDeviceSynchronize();
}

curandStatus_t
curandDestroyGenerator(curandGenerator_t g)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	wait(g);
	for (hd_table *t = g->tables, *next; t; t = next) {
		next = t->next;
		free(t);
	}
	free(g->states);
	g->magic = 0;
	free(g);
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandGetVersion(int *version)
{
	if (!version)
		return CURAND_STATUS_OUT_OF_RANGE;
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandGetProperty(libraryPropertyType type, int *value)
{
	static const int version[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR,
				      CURAND_VER_PATCH};

	if (!value || (unsigned)type > PATCH_LEVEL)
		return CURAND_STATUS_OUT_OF_RANGE;
	*value = version[type];
	return CURAND_STATUS_SUCCESS;
}

/* ---- settings ------------------------------------------------------------------------ */

curandStatus_t
curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	g->stream = stream;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	g->seed = seed;
	g->is_ready = false;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!hd_method_of(g->type)->has_offset)
		return CURAND_STATUS_TYPE_ERROR;
	g->offset = offset;
	g->is_ready = false;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t
curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (order < CURAND_ORDERING_PSEUDO_BEST ||
	    order > CURAND_ORDERING_PSEUDO_DYNAMIC)
		return CURAND_STATUS_OUT_OF_RANGE;
	g->ordering = order;
	g->is_ready = false;
	return CURAND_STATUS_SUCCESS;
}

/* There are no generators of quasirandom numbers. */
curandStatus_t
curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g,
					unsigned int num_dimensions)
{
	(void)num_dimensions;
	return hd_is_generator(g) ? CURAND_STATUS_TYPE_ERROR
				  : CURAND_STATUS_NOT_INITIALIZED;
}

/* ---- generating ---------------------------------------------------------------------- */

static curandStatus_t
submit(const hd_draw *d, void (*fn)(void *, uint64_t, uint64_t), uint64_t units,
       uint64_t words)
{
	hd_library_call call = {
		.fn = fn,
		.args = d,
		.bytes = sizeof *d,
		.units = units,
		.grain = words >= units * GRAIN_WORDS ? 1
						      : GRAIN_WORDS * units / words + 1,
		.is_long = words > SHORT_WORDS,
	};

	if (d->g.on_host) {
		fn((void *)d, 0, units);
		return CURAND_STATUS_SUCCESS;
	}
	return hd_library_submit(d->g.stream, &call) == cudaSuccess
		       ? CURAND_STATUS_SUCCESS
		       : CURAND_STATUS_LAUNCH_FAILURE;
}

/* Seed and offset become states, in order with what uses the old ones. */
static curandStatus_t
make_ready(curandGenerator_t g)
{
	const hd_method *m = hd_method_of(g->type);
	unsigned lanes = m->lanes(g->ordering);
	hd_draw d = {0};

	if (lanes != g->lanes) {
		wait(g);
		free(g->states);
		g->lanes = 0;
		g->states = calloc(lanes, m->state_bytes);
		if (!g->states)
			return CURAND_STATUS_ALLOCATION_FAILED;
		g->lanes = lanes;
	}
	g->first = (unsigned)(g->offset % lanes);
	g->position = g->offset;
	g->is_ready = true;
	d.g = *g;
	return submit(&d, m->set, m->set_units(g), (uint64_t)lanes * 64);
}

curandStatus_t
curandGenerateSeeds(curandGenerator_t g)
{
	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	return make_ready(g);
}

static curandStatus_t
generate(curandGenerator_t g, void *out, size_t n, hd_shape shape)
{
	hd_draw d = {.shape = shape, .out = out};
	curandStatus_t status = CURAND_STATUS_SUCCESS;
	const hd_method *m;
	uint64_t words;

	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (n % hd_shape_width(&shape))
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	if (!n)
		return CURAND_STATUS_SUCCESS;
	if (!out)
		return CURAND_STATUS_OUT_OF_RANGE;
	if (!g->is_ready)
		status = make_ready(g);
	if (status != CURAND_STATUS_SUCCESS)
		return status;
	m = hd_method_of(g->type);
	d.g = *g;
	d.shape.is_mrg = m == &hd_mrg;
	d.atoms = n / hd_shape_width(&shape);
	words = d.atoms * hd_shape_draws(&d.shape);
	g->first = (unsigned)((g->first + d.atoms) % g->lanes);
	g->position += words;
	return submit(&d, m->draw, m->draw_units(&d), words);
}

curandStatus_t
curandGenerate(curandGenerator_t g, unsigned int *out, size_t n)
{
	return generate(g, out, n, (hd_shape){.form = HD_BITS});
}

/* Only generators of quasirandom numbers have words of 64 bits. */
curandStatus_t
curandGenerateLongLong(curandGenerator_t g, unsigned long long *out, size_t n)
{
	(void)out, (void)n;
	return hd_is_generator(g) ? CURAND_STATUS_TYPE_ERROR
				  : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t
curandGenerateUniform(curandGenerator_t g, float *out, size_t n)
{
	return generate(g, out, n, (hd_shape){.form = HD_UNIFORM});
}

curandStatus_t
curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n)
{
	return generate(g, out, n, (hd_shape){.form = HD_UNIFORM_DOUBLE});
}

#define NORMAL(name, type, shape_form)                                                 \
	curandStatus_t curandGenerate##name(curandGenerator_t g, type *out, size_t n,  \
					    type mean, type stddev)                    \
	{                                                                              \
		return generate(g, out, n,                                             \
				(hd_shape){.form = shape_form,                         \
					   .mean = mean,                               \
					   .deviation = stddev});                      \
	}
NORMAL(Normal, float, HD_NORMAL)
NORMAL(NormalDouble, double, HD_NORMAL_DOUBLE)
NORMAL(LogNormal, float, HD_LOG_NORMAL)
NORMAL(LogNormalDouble, double, HD_LOG_NORMAL_DOUBLE)

/* Kept as long as the generator: work may be under way that uses it. */
static const hd_table *
table_of(curandGenerator_t g, double lambda)
{
	hd_table *t = g->tables;

	while (t && t->lambda != lambda)
		t = t->next;
	if (!t && (t = hd_table_new(lambda))) {
		t->next = g->tables;
		g->tables = t;
	}
	return t;
}

curandStatus_t
curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double lambda)
{
	hd_shape shape = {.form = HD_POISSON};

	if (!hd_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!(lambda > 0))
		return CURAND_STATUS_OUT_OF_RANGE;
	shape.table = table_of(g, lambda);
	if (!shape.table)
		return CURAND_STATUS_ALLOCATION_FAILED;
	return generate(g, out, n, shape);
}
