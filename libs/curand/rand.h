/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's host interface: what its files share.
 *
 * XORWOW and MRG32k3a are many lanes, each a subsequence of its own. Every lane gives an
 * atom in turn, which is one number or a pair of normal ones. Words of Philox are a function
 * of the position, which any thread may ask; MT19937 is run through by one thread. What is
 * generated does not depend on the threads. */
#ifndef HD_RAND_H
#define HD_RAND_H

#include "library.h"

#include <math.h>

#pragma GCC visibility push(default)
#include "curand.h"
#pragma GCC visibility pop

/* The generators of kernels. */
void __nv_sincospi(double x, double *s, double *c);
#define __hd_rand static inline
#define sincospi  __nv_sincospi
#include "__heddle/curand_numbers.h"
#include "__heddle/curand_xorwow.h"
#include "__heddle/curand_philox.h"
#include "__heddle/curand_mrg.h"
#undef sincospi
#undef __hd_rand

/* ---- shape.c: from what generators give to what is asked for ----------------------- */

enum hd_form {
	HD_BITS,
	HD_UNIFORM,
	HD_UNIFORM_DOUBLE,
	HD_NORMAL, /* pairs, as all that follow but Poisson */
	HD_NORMAL_DOUBLE,
	HD_LOG_NORMAL,
	HD_LOG_NORMAL_DOUBLE,
	HD_POISSON,
};
enum { HD_MAX_DRAWS = 4 }; /* words that an atom needs */

/* How probable numbers below first + i are, for a distribution of whole numbers. */
typedef struct hd_table {
	struct hd_table *next;
	double lambda;
	double first;
	size_t count; /* 0: so many that a normal distribution is the same */
	double below[];
} hd_table;

typedef struct hd_shape {
	enum hd_form form;
	bool is_mrg; /* its words are from 1 to a number below 2^32 */
	double mean, deviation;
	const hd_table *table;
} hd_shape;

unsigned hd_shape_draws(const hd_shape *s); /* words of an atom */
unsigned hd_shape_width(const hd_shape *s); /* numbers of an atom */
/* Atoms from `first` on of an array, of words that follow each other. */
void hd_shape_atoms(const hd_shape *s, const unsigned *words, void *out, uint64_t first,
		    unsigned count);
hd_table *hd_table_new(double lambda); /* NULL: no memory */

/* ---- lanes.c, streams.c: generators ------------------------------------------------- */

typedef struct hd_twister {
	uint32_t words[624];
	int used;
} hd_twister;

struct curandGenerator_st {
	uint64_t magic;
	curandRngType_t type; /* not a default */
	curandOrdering_t ordering;
	bool on_host, is_ready; /* is_ready: seed and offset are in the states */
	cudaStream_t stream;
	uint64_t seed, offset;
	unsigned lanes, first; /* first: the lane of the next atom */
	uint64_t position;     /* in words, of Philox */
	union {
		void *states;
		curandStateXORWOW_t *xorwow;
		curandStateMRG32k3a_t *mrg;
		hd_twister *twister;
	};
	hd_table *tables;
};

/* A call that generates: a copy of the generator as it was, and what to write. */
typedef struct hd_draw {
	struct curandGenerator_st g;
	hd_shape shape;
	void *out;
	uint64_t atoms;
} hd_draw;

/* How a generator works: units of setting it up, and of a call. */
typedef struct hd_method {
	size_t state_bytes; /* for each lane */
	unsigned (*lanes)(curandOrdering_t ordering);
	uint64_t seed; /* unless another is set */
	bool has_offset;
	uint64_t (*set_units)(const struct curandGenerator_st *g);
	uint64_t (*draw_units)(const hd_draw *d);
	void (*set)(void *draw, uint64_t first, uint64_t count);
	void (*draw)(void *draw, uint64_t first, uint64_t count);
} hd_method;

extern const hd_method hd_xorwow, hd_mrg, hd_philox, hd_mt19937;
const hd_method *hd_method_of(curandRngType_t type); /* NULL: it is not there */

/* ---- generator.c -------------------------------------------------------------------- */

bool hd_is_generator(curandGenerator_t g);

#endif
