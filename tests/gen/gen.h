/* SPDX-License-Identifier: Apache-2.0 */
/* Random CUDA programs that are defined and free of races by construction. */
#ifndef HD_TESTS_GEN_H
#define HD_TESTS_GEN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SLOTS = 1024,     /* threads of a launch at most, and elements of an input */
	MAX_THREADS = 256 /* of a block */
};

typedef enum { I8, U8, I16, U16, I32, U32, I64, U64, F32, F64, NTYPES } type;

struct type_info {
	const char *name, *tag; /* "unsigned char", "u8" */
	const char *wide; /* unsigned type in which it is safe to add and multiply */
	int bits;
};
extern const struct type_info type_of[NTYPES];

struct variable {
	char name[16];
	type t;
	bool fixed; /* not to be written */
};
struct array {
	char name[16];
	type t;
	int size; /* a power of two */
};
struct counter { /* an int in 0 … max */
	char name[16];
	int max;
	bool uniform;
};
struct function {
	char name[16];
	type result, arg[3];
	int nargs;
	bool takes_array; /* unsigned[4] as last argument */
};
struct shape {
	int x, y, z;
};

/* What a kernel may have; drawn once for each. */
enum {
	HAS_BARRIERS = 1,
	HAS_VOTES = 2, /* __syncthreads_count … */
	HAS_WARPS = 4,
	HAS_STEPS = 8, /* barriers in the arms of an if of whole warps */
	HAS_MATH = 16, /* not in the reference on the host */
	HAS_RETURN = 32,
	HAS_CALLS = 64,
	HAS_ATOMICS = 128,
	HAS_FLOAT = 256,
	HAS_PRIVATE = 512, /* arrays and structs */
	HAS_VECTORS = 1024,
	HAS_ROWS = 2048, /* of an index, and their lengths as parameters */
	HAS_PLANE = 4096 /* places of two or three dimensions; nobody knows of others */
};

typedef struct gen {
	uint64_t state; /* of the random numbers */
	char *text;
	size_t len, cap;
	int indent;

	struct variable var[96];
	struct array arr[16];
	struct counter cnt[32];
	struct function fn[8];
	int nvar, narr, ncnt, nfn, serial;

	/* the kernel that is being written */
	int has, kernel, budget, depth, loops;
	struct shape block[2], grid[2];
	bool in_function;
	type result; /* of the function */
	bool strided_slots
		[NTYPES]; /* an output's slots lie as far apart as the launch says */
	bool wide_slots[NTYPES]; /* an output's slots lie k * SLOTS apart, not 4 */
	int slot_form[NTYPES];
	bool small;         /* kernels of a few statements */
	bool may_break;     /* inside a divergent loop */
	bool may_exit_loop; /* inside a uniform loop, where the way is uniform */
	char mask[16];      /* the threads of the warp that are here, if known */
	bool lost_mask;     /* a thread may have returned where the mask is not known */
} gen;

/* text.c */
unsigned gen_below(gen *g, unsigned n); /* 0 … n - 1 */
bool gen_chance(gen *g, int percent);
void gen_put(gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_line(gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
void gen_begin(gen *g); /* indentation of a line that gen_put goes on with */
void gen_insert(gen *g, size_t at, const char *words);
const char *gen_pick(gen *g, const char *const *words, int n);
#define GEN_PICK(g, ...)                                                               \
	gen_pick(g, (const char *const[]){__VA_ARGS__},                                \
		 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* expr.c */
type gen_type(gen *g);
bool gen_is_float(type t);
void gen_expr(gen *g, type t, int depth);
void gen_cond(gen *g, int depth); /* differs between threads */
void gen_uniform(gen *g);         /* unsigned, the same in a block */
void gen_uniform_cond(gen *g);
void gen_slot(gen *g, type t); /* an element of output t that is the thread's */

bool gen_use_variable(gen *g, type t); /* false: there is none */

/* small.c */
void gen_small(gen *g, int depth,
	       long range[2]); /* an int that is known to be in range */
void gen_index(gen *g, int n); /* 0 … n - 1 */

/* rows.c */
void gen_row_locals(gen *g);
void gen_row_cond(gen *g);
void gen_row(gen *g);
void gen_update(gen *g); /* of a slot */

/* plane.c */
void gen_plane_shapes(gen *g);
void gen_plane_locals(gen *g);
void gen_plane_cond(gen *g);
void gen_plane(gen *g);

/* stmt.c */
const struct variable *gen_some_variable(gen *g); /* to be written, or NULL */
void gen_block(gen *g, bool uniform, int most);
void gen_stmt(gen *g, bool uniform);

/* flow.c */
void gen_if(gen *g, bool uniform);
void gen_switch(gen *g, bool uniform);
void gen_loop(gen *g, bool uniform);
void gen_leave(gen *g, bool uniform); /* break, continue, return */

/* share.c: what threads do with each other */
void gen_barrier(gen *g);
void gen_steps(gen *g);
void gen_atomic(gen *g);
void gen_warp(gen *g);

#endif
