/* SPDX-License-Identifier: Apache-2.0 */
/* What compiled kernels and the runtime share: the block frame and the descriptors
 * that hdcc puts into every object. The compiler reads the offsets with offsetof. */
#ifndef HD_FRAME_H
#define HD_FRAME_H

#include <stddef.h>
#include <stdint.h>

typedef struct hd_frame hd_frame;
typedef struct hd_kernel hd_kernel;

/* Runs blocks [first, first + count) of a launch, one after the other. Blocks are
 * numbered x fastest. `shared` and `context` are also in the frame; as parameters
 * they can carry `noalias`, which is worth a lot to LLVM. */
typedef void hd_kernel_fn(hd_frame *frame, char *shared, char *context, uint64_t first,
			  uint64_t count);

/* One per worker and launch. The runtime fills it, the kernel keeps the indices. */
struct hd_frame {
	uint32_t grid[3];        /* gridDim */
	uint32_t block[3];       /* blockDim */
	uint32_t block_index[3]; /* blockIdx of the running block; written by the kernel
				  */
	uint32_t thread_index[3]; /* threadIdx of the running group's first lane;
				   * likewise; counts on where blocks that lie side
				   * by side are run as one row */
	const char *args;         /* packed arguments, see hd_kernel.args */
	char *shared;             /* the block's shared memory, 128-byte aligned, with
				   * 512 bytes in front and behind that may be touched */
	char *dynamic_shared;     /* its dynamic part: shared + kernel->shared_static */
	char *context;            /* what lives across barriers, 128-byte aligned */
	uint32_t dynamic_bytes;   /* size of the dynamic part */
	uint32_t worker;          /* which worker runs this, from 0 */
	const hd_kernel *kernel;
	void *launch;       /* the runtime's own */
	uint64_t once_done; /* 0 at first; then `once` has what the kernel computed */
	uint64_t once[8];   /* for the whole launch, in front of its blocks */
	uint64_t apart; /* 0 at first; then 1 if the arrays that it asked about lie in
			     * different allocations, 2 if not */
	uint64_t alone; /* 1: one lane at a time, with HD_KERNEL_UNSURE */
	uint64_t range; /* 0; or thread_index is of a thread shortly before the running
			 * group: it is one of so many from there on */
};

enum { HD_MAX_THREADS = 1024 };    /* threads per block */
enum { HD_MAX_ARG_BYTES = 32764 }; /* as CUDA 12.1 and later */

/* Where one argument lies in the packed block. */
typedef struct hd_arg {
	uint32_t offset, size; /* bytes */
} hd_arg;

enum hd_kernel_flag {
	HD_KERNEL_BARRIERS = 1, /* has block barriers */
	HD_KERNEL_WARPS = 2,    /* groups are warps: rows of whole warps, or one row */
	HD_KERNEL_STEPS = 4,    /* groups keep their own continuation */
	HD_KERNEL_PACED = 8,    /* blocks of small grids wait for each other */
	HD_KERNEL_ORDERED = 16, /* blocks of small grids run in their order */
	HD_KERNEL_DIVISIBLE =
		32, /* knows of blocks, in x, only their number times their
				   * width: they may be run as several narrower ones */
	/* What it takes for x is y of the launch, or z, and the other way round; the same
	 * in its frames. */
	HD_KERNEL_TURNED_Y = 64,
	HD_KERNEL_TURNED_Z = 128,
	HD_KERNEL_WAITS = 256, /* blocks wait for those before them */
	/* Has code for one lane at a time for any blocks, and may be faster with it. */
	HD_KERNEL_UNSURE = 512,
	HD_KERNEL_POLLS = 1024, /* blocks of small grids take turns, round by round */
	HD_KERNEL_SPINS = 2048, /* blocks of small grids wait for any others */
};

/* One per kernel. Bytes of context for a launch:
 *     context_block + groups * context_group
 * where groups = ceil(x / lanes) * y * z; for blocks with x < narrow_below, and with
 * HD_KERNEL_WARPS for several rows that are not of whole warps,
 *     context_block + x*y*z * narrow_group
 * and the larger of the two with HD_KERNEL_UNSURE. */
struct hd_kernel {
	const char *name; /* mangled, as __cudaRegisterFunction says it */
	hd_kernel_fn *entry;
	const hd_arg *args;
	uint32_t arg_count;
	uint32_t arg_bytes;     /* of the packed block; its alignment is 16 */
	uint32_t shared_static; /* bytes, a multiple of 16: the dynamic part follows */
	uint32_t context_block; /* bytes, a multiple of 64 */
	uint32_t context_group; /* bytes, a multiple of 16 */
	uint32_t lanes;         /* W */
	uint32_t narrow_below;  /* blocks with a smaller x run with one lane */
	uint32_t narrow_group;  /* bytes, a multiple of 16 */
	uint32_t max_threads;   /* __launch_bounds__, or HD_MAX_THREADS */
	uint32_t local_bytes; /* private memory of one thread, for cudaFuncGetAttributes
			       */
	uint32_t flags;       /* enum hd_kernel_flag */
	uint32_t line;        /* where it is defined, 0 = unknown */
	const char *file;     /* likewise, NULL = unknown */
	/* How many blocks of a launch have something to do: those that follow need not be
	 * run. Looks at grid, block and args. NULL = all. */
	uint64_t (*useful)(const hd_frame *frame);
	/* A version with the same entry, for launches of which its `asks` says 1; it may have
	 * another. NULL = none. */
	const hd_kernel *fit;
	int (*asks)(void *const *args); /* NULL in the first */
};

/* Coordinates of a launch as the kernel has them, or back. */
static inline void
hd_turn(const hd_kernel *k, const uint32_t from[3], uint32_t to[3])
{
	int with = k->flags & HD_KERNEL_TURNED_Y   ? 1
		   : k->flags & HD_KERNEL_TURNED_Z ? 2
						   : 0;
	uint32_t x = from[0], other = from[with];

	to[1] = from[1];
	to[2] = from[2];
	to[with] = x;
	to[0] = other;
}

/* A thread of a kernel with warp operations, when groups have one lane: the first part of
 * its context. A warp operation is a barrier of its warp; the runtime's warp.c works out
 * the results when all threads have arrived. */
typedef struct hd_lane {
	int32_t state; /* the region to go on with */
	int32_t wait;  /* enum hd_wait */
	int32_t op;    /* enum hd_warp_op */
	uint32_t mask; /* threads that take part */
	int64_t value;
	int32_t a, b;   /* of shuffles: source and clamp, as PTX has them */
	int64_t result; /* low word: value; bit 32: predicate */
} hd_lane;

/* A warp operation of a group that is a warp, for those that the compiler does not work
 * out itself: per lane. */
enum { HD_WARP = 32 };
typedef struct hd_warp_args {
	int64_t value[HD_WARP], result[HD_WARP];
	uint32_t mask[HD_WARP];
	int32_t a[HD_WARP], b[HD_WARP];
} hd_warp_args;

enum hd_wait {
	HD_WAIT_NOT,
	HD_WAIT_BLOCK,
	HD_WAIT_WARP,
	HD_WAIT_FOREVER,
	HD_WAIT_TURN /* for the warps before it */
};
enum hd_step {
	HD_STEP_DONE,
	HD_STEP_WARP,
	HD_STEP_BLOCK
}; /* which threads may go on */

enum hd_warp_op {
	HD_WARP_SYNC,
	HD_WARP_SHFL_IDX,
	HD_WARP_SHFL_UP,
	HD_WARP_SHFL_DOWN,
	HD_WARP_SHFL_BFLY,
	HD_WARP_VOTE_ALL,
	HD_WARP_VOTE_ANY,
	HD_WARP_VOTE_UNI,
	HD_WARP_BALLOT,
	HD_WARP_MATCH_ANY,
	HD_WARP_MATCH_ALL,
	HD_WARP_REDUCE_ADD,
	HD_WARP_REDUCE_UMIN,
	HD_WARP_REDUCE_UMAX,
	HD_WARP_REDUCE_MIN,
	HD_WARP_REDUCE_MAX,
	HD_WARP_REDUCE_AND,
	HD_WARP_REDUCE_OR,
	HD_WARP_REDUCE_XOR,
	HD_WARP_TAKE, /* see src/pass/memory/number_buckets.c: value: counters, a: which, */
	HD_WARP_TAKE_OTHERS, /* b: lanes before this one; lanes that are not there have 0 */
	HD_WARP_CONVERGED =
		64, /* flag: no mask given, the threads that are here take part */
};

/* What a processor must have to run the kernels of a module. */
enum hd_level {
	HD_LEVEL_ANY, /* of this architecture */
	HD_LEVEL_X86_64_V2,
	HD_LEVEL_X86_64_V3,
	HD_LEVEL_X86_64_V4,
};

/* One per object with device code. The fat binary wrapper that clang's host pass
 * makes points here instead of at an NVIDIA fat binary. */
typedef struct hd_module {
	uint64_t magic; /* HD_MODULE_MAGIC */
	uint32_t version;
	uint32_t kernel_count;
	const hd_kernel *const *kernels;
	uint32_t level; /* enum hd_level */
	uint32_t better_count;
	/* The same kernels for better processors; the best are last. */
	const struct hd_module *const *better;
	/* For the second tier (carried.h); NULL: there is none. */
	const struct hd_carried *code;
	const struct hd_symbol *symbols;
	uint64_t symbol_count;
} hd_module;

#define HD_MODULE_MAGIC 0x31454c4444454821ull /* "!HEDDLE1" */
enum { HD_MODULE_VERSION = 10 };

/* As clang's host pass emits it: __cudaRegisterFatBinary gets a pointer to one. */
typedef struct hd_fatbin_wrapper {
	uint32_t magic; /* HD_FATBIN_MAGIC */
	uint32_t version;
	const hd_module *module;
	const char *runtime; /* heddle_runtime: only libheddle has it */
} hd_fatbin_wrapper;

#define HD_RUNTIME_SYMBOL "heddle_runtime"

enum { HD_FATBIN_MAGIC = 0x466243b1 };

/* The last argument of __cudaRegisterVar for a variable that is __managed__; and how the host
 * pass marks one. */
enum { HD_REGISTER_MANAGED = 2 };
#define HD_MANAGED_MARK "heddle.managed"

/* What -cubin, -fatbin and -ptx make is a shared object with device code alone, which a
 * program loads while it runs. It exports one symbol, of this kind. */
typedef struct hd_image_variable {
	const char *name; /* mangled */
	void *address;
	uint64_t size;     /* bytes */
	uint64_t constant; /* 1: __constant__ */
} hd_image_variable;

typedef struct hd_image {
	uint64_t magic;   /* HD_MODULE_MAGIC */
	uint32_t version; /* HD_MODULE_VERSION */
	uint32_t variable_count;
	const hd_fatbin_wrapper *wrapper;
	const hd_image_variable *variables;
} hd_image;

#define HD_IMAGE_SYMBOL "heddle_image"

#endif
