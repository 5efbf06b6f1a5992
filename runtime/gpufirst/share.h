/* SPDX-License-Identifier: Apache-2.0 */
/* What the device and the host of a GPU First program agree on. All addresses are the
 * same on both sides: the mailbox is pinned host memory that the device sees too. */
#ifndef HD_GF_SHARE_H
#define HD_GF_SHARE_H

#include <stdint.h>

enum {
	HD_GF_SLOTS = 64,     /* slot 0 belongs to the initial thread */
	HD_GF_ARGS = 32,      /* of one remote call */
	HD_GF_DATA = 1 << 14, /* bytes of copied arguments in a slot */
	HD_GF_MAX_REGIONS = 1024,
};

/* Who may write a slot: its client in FREE and ANSWERED, the server in ASKED. */
enum { HD_GF_FREE, HD_GF_ASKED, HD_GF_ANSWERED };

/* What is asked for. Above HD_GF_OP_PAD, a landing pad. */
enum {
	HD_GF_OP_LAUNCH = 1, /* (region, captures, threads): returns threads */
	HD_GF_OP_EXIT,       /* (status) */
	HD_GF_OP_FAIL,       /* (text): the program cannot go on */
	HD_GF_OP_STRTOD,     /* (float, text): the bits; characters used in arg 0 */
	HD_GF_OP_DOUBLE,     /* (bits, format, buffer): a double as text */
	HD_GF_OP_PRINT,      /* (file, text); file 1: stdout, 2: stderr */
	HD_GF_OP_LINE,       /* (file, delimiter, room, buffer): how many bytes */
	HD_GF_OP_FAULT,      /* (place, address, bytes, thread): the program ends */
	HD_GF_OP_PAD = 16,
};

typedef struct hd_gf_slot {
	uint32_t state;
	uint32_t op;
	int32_t error; /* errno of the call */
	uint32_t nargs;
	uint64_t result;
	uint64_t arg[HD_GF_ARGS];
	_Alignas(64) char data[HD_GF_DATA];
} hd_gf_slot;

/* Memory of the host that the program sees. */
enum {
	HD_GF_SHOWN_ARGUMENTS,
	HD_GF_SHOWN_ENVIRONMENT,
	HD_GF_SHOWN_RESULTS,
	HD_GF_SHOWN
};
typedef struct hd_gf_range {
	char *begin;
	uint64_t size;
} hd_gf_range;

/* Filled by the loader before the program starts; the device only reads it. */
struct hd_gf_env {
	hd_gf_slot *slot;
	char *big; /* where arguments go that do not fit into a slot */
	uint64_t big_size;
	char *heap;
	uint64_t heap_size;
	char *stack; /* locals of the initial thread that others may see */
	uint64_t stack_size;
	struct hd_gf_thread *thread; /* zeroed */
	char *reduce;                /* HD_GF_REDUCE bytes by thread */
	uint32_t max_threads;
	uint32_t default_threads;
	uint32_t unified; /* the host can read and write device memory */
	uint32_t balance_threads, balance_teams; /* of the allocator; 0: generic */
	uint32_t first_share;                    /* the first chunk is so much larger */
	uint32_t profile;
	hd_gf_range shown[HD_GF_SHOWN];
	uint32_t cancels;                 /* OMP_CANCELLATION */
	int32_t schedule, schedule_chunk; /* OMP_SCHEDULE, as omp.h says it */
	struct hd_gf_times *times; /* of the program's calls, then of each region */
	uint64_t *stage;           /* counters, see below */
};

enum { HD_GF_REDUCE = 128, HD_GF_LEVELS = 3, HD_GF_LOOPS = 32 };
enum { HD_GF_LINE = 256, HD_GF_LARGE = 4096 }; /* large objects begin at a line */

/* A loop whose pieces a thread asks for one by one; numbers count iterations. It is a
 * local variable of the function that has the loop. */
typedef struct hd_gf_dispatch {
	uint64_t lower, step; /* of the loop variable */
	uint64_t trip, chunk;
	uint64_t next;   /* piece that this thread gets next */
	uint64_t *taken; /* pieces that all took after their first; NULL: in turn */
	uint32_t guided, begun, ordered;
} hd_gf_dispatch;

/* An ordered loop: which iteration runs, of all that the region has had. */
typedef struct hd_gf_turn {
	uint64_t base, now;
	uint32_t ordered;
} hd_gf_turn;

/* What the device keeps for each thread. */
typedef struct hd_gf_thread {
	uint32_t level; /* of regions that it runs alone */
	int32_t error;  /* errno */
	uint64_t ordered_base;
	uint32_t loops; /* of the region, with pieces, that it has begun */
	hd_gf_turn turn[HD_GF_LEVELS];
} hd_gf_thread;

/* What env.stage counts: nanoseconds of remote calls by their stages on the device, and
 * bytes of arguments that were copied; then how many. */
enum {
	HD_GF_STAGE_COPY_IN,
	HD_GF_STAGE_WAIT,
	HD_GF_STAGE_COPY_OUT,
	HD_GF_BYTES_IN,
	HD_GF_BYTES_OUT,
	HD_GF_STAGE_COUNT
};

typedef struct hd_gf_times {
	uint64_t runs, ns, longest, threads;
	uint64_t calls, bytes; /* remote calls, and what they copied */
} hd_gf_times;

/* What the compiler says about a parallel region. */
typedef struct hd_gf_region {
	void (*run)(void *captures); /* on the CPU */
	const char *name;            /* of the kernel */
	const char *where;           /* ";file;function;line;column;;" */
	uint32_t one_block;
	uint32_t takes_turns; /* threads wait for each other: few are better */
	uint32_t lines_up;    /* one waits for one other: not in the same warp */
	uint32_t numbered;    /* all regions that are have as many threads */
	uint32_t apart;       /* threads of a warp come to barriers one by one */
} hd_gf_region;

/* A landing pad: makes the call that its slot describes. */
typedef struct hd_gf_pad {
	uint64_t (*call)(uint64_t *arg);
	const char *name; /* of the function that it calls */
	const char *where;
} hd_gf_pad;

/* A variable of the host's libraries that the program uses: stdout ... */
typedef struct hd_gf_extern {
	const char *name;
	const void *host;
	void *device; /* of the emulated device */
	uint64_t size;
} hd_gf_extern;

/* The program, as the compiler describes it to the loader. */
struct hd_gf_program {
	const hd_gf_region *region;
	const hd_gf_pad *pad;
	const hd_gf_extern *variable;
	const char *ptx;                                 /* empty: only emulated */
	void (*run)(int argc, char **argv, char **envp); /* main of the CPU's copy */
	struct hd_gf_env *env;                           /* of the CPU's copy */
	uint64_t nregions, npads, nvariables;
	uint32_t unified, emulate, profile;
	uint32_t balance_threads, balance_teams, first_share;
};

#endif
