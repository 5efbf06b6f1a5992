/* SPDX-License-Identifier: Apache-2.0 */
/* What the runtime's core offers to the entry points in runtime/api.
 *
 * Locks, in the order in which they may be taken (an inner one last):
 *   exec_lock (graph_exec.c) > capture_lock (capture.c)
 *   > start_lock (pool.c) > stream_lock (stream.c) > event_lock (event.c)
 *   > image_lock (image.c) > registry_lock (registry.c) > virtual_lock (virtual.c)
 *   > physical_lock (physical.c) > gate (protect.c) > memory_lock (regions.c)
 *   > pool_lock (mempool.c) > arg_lock (args.c)
 * None of them is taken by a warm launch; no foreign code runs under any of them. */
#ifndef HD_CORE_H
#define HD_CORE_H

#include "frame.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_EXPORT      __attribute__((visibility("default")))
#define hd_likely(x)   __builtin_expect(!!(x), 1)
#define hd_unlikely(x) __builtin_expect(!!(x), 0)

/* Error codes: the numbers are CUDA's, runtime/api asserts that. */
enum hd_err {
	HD_OK = 0,
	HD_ERR_VALUE = 1,
	HD_ERR_MEMORY = 2,
	HD_ERR_INIT = 3,
	HD_ERR_UNLOADING = 4,
	HD_ERR_CONFIG = 9,
	HD_ERR_SYMBOL = 13,
	HD_ERR_DIRECTION = 21,
	HD_ERR_FUNCTION = 98,
	HD_ERR_IMAGE = 200,
	HD_ERR_PROCESSOR = 209,
	HD_ERR_PTX = 218,
	HD_ERR_FILE = 301,
	HD_ERR_HANDLE = 400,
	HD_ERR_STATE = 401,
	HD_ERR_NOT_READY = 600,
	HD_ERR_ADDRESS = 700,
	HD_ERR_RESOURCES = 701,
	HD_ERR_ASSERT = 710,
	HD_ERR_HOST_REGISTERED = 712,
	HD_ERR_HOST_NOT_REGISTERED = 713,
	HD_ERR_LAUNCH = 719,
	HD_ERR_NOT_PERMITTED = 800,
	HD_ERR_NOT_SUPPORTED = 801,
	HD_ERR_CAPTURE = 900,
	HD_ERR_CAPTURE_INVALID = 901,
	HD_ERR_CAPTURE_MERGE = 902,
	HD_ERR_CAPTURE_UNMATCHED = 903,
	HD_ERR_CAPTURE_UNJOINED = 904,
	HD_ERR_CAPTURE_ISOLATION = 905,
	HD_ERR_CAPTURE_IMPLICIT = 906,
	HD_ERR_CAPTURED_EVENT = 907,
	HD_ERR_CAPTURE_THREAD = 908,
};

/* ---- options.c: the HEDDLE_* variables and the log ---------------------------- */

enum hd_log_bit { HD_LOG_API = 1, HD_LOG_LAUNCH = 2, HD_LOG_SCHED = 4, HD_LOG_MEM = 8 };

enum hd_order { HD_ORDER_FORWARD, HD_ORDER_REVERSE, HD_ORDER_RANDOM };

enum hd_choice_by { HD_CHOICE_MEASURE, HD_CHOICE_LANES, HD_CHOICE_ONE };

/* HEDDLE_TIER (tier/tier.c); the last two compile when a kernel is first launched. */
enum hd_tier_by { HD_BY_USE, HD_ONLY_FIRST, HD_ONLY_SECOND, HD_BY_TURNS };

typedef struct hd_options {
	unsigned threads; /* HEDDLE_THREADS, 0 = not set */
	enum hd_order order;
	uint64_t seed; /* of HD_ORDER_RANDOM */
	bool zero_shared;
	bool protect;     /* HEDDLE_PROTECT */
	uint64_t spin_us; /* HEDDLE_SPIN: before an idle thread sleeps */
	enum hd_choice_by choice;
	enum hd_tier_by tier;
} hd_options;

#define HD_SPIN_AUTO UINT64_MAX /* as long as pauses last */

extern hd_options hd_opt;
extern unsigned hd_log_mask; /* of enum hd_log_bit */

void hd_options_load(void); /* once; later calls do nothing */
void hd_log_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void hd_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define hd_log(bit, ...)                                                               \
	do {                                                                           \
		if (hd_unlikely(hd_log_mask & (bit)))                                  \
			hd_log_print(__VA_ARGS__);                                     \
	} while (0)

/* ---- topology.c --------------------------------------------------------------- */

typedef struct hd_topology {
	unsigned pus;       /* that this process may use, affinity only */
	unsigned cores;     /* physical ones among them */
	unsigned threads;   /* that run blocks: quota and HEDDLE_THREADS applied */
	size_t cache_bytes; /* of the last level, 0 = unknown */
	unsigned clock_khz;
} hd_topology;

const hd_topology *hd_topology_get(void);
void hd_cpu_model(char *name, size_t size);

/* ---- stream.c: order of work -------------------------------------------------- */

typedef struct hd_stream hd_stream;
typedef struct hd_event hd_event;
typedef struct hd_function hd_function;

/* A place in a stream: reached when the operation with that number is finished. */
typedef struct hd_position {
	hd_stream *stream; /* NULL: reached */
	uint64_t number;
} hd_position;

enum hd_stream_sync {
	HD_SYNC_LEGACY,   /* the one legacy default stream */
	HD_SYNC_BLOCKING, /* ordered with the legacy stream */
	HD_SYNC_NONE,     /* cudaStreamNonBlocking */
};

/* Streams are never given back to the system: a destroyed one is reused when it is
 * empty, and its numbers go on, so that old positions stay right. */
enum { HD_MAX_SHARES = 16 }; /* into which a kernel's blocks are divided */

struct hd_stream {
	_Alignas(128) _Atomic uint64_t tail; /* operations reserved by submitters */
	_Alignas(128) _Atomic uint64_t head; /* operations finished */
	_Alignas(128) struct hd_op *ring;
	_Atomic uint32_t sync; /* enum hd_stream_sync */
	_Atomic bool live;     /* false: destroyed */
	unsigned index;        /* in the table of streams */
	bool thread_owned;     /* a thread's default stream */
	unsigned flags;        /* as the user gave them */
	int priority;
	int sync_policy; /* as set; 0 = never */
	uint64_t id;
	_Atomic(struct hd_stream_capture *) capture; /* it describes work: capture.c */
	struct {
		_Alignas(64) _Atomic uint64_t word;
	} share[HD_MAX_SHARES]; /* of the operation that runs: shares.c */
};

int hd_stream_new(enum hd_stream_sync sync, unsigned flags, int priority,
		  hd_stream **out);
void hd_stream_free(hd_stream *s); /* work in it still runs */
void hd_stream_free_all(void);     /* the user's, when the device is reset */
hd_stream *hd_stream_legacy(void);
hd_stream *hd_stream_per_thread(void); /* NULL: no memory */

/* Internal functions. One does units [first, first + count) of a call. */
typedef void hd_call_fn(void *args, uint64_t first, uint64_t count);

typedef struct hd_call {
	hd_call_fn *fn;
	const void *args; /* copied */
	size_t bytes;
	uint64_t units, grain;
	bool is_long; /* the submitter never does it, however few the units are */
} hd_call;

int hd_submit_call(hd_stream *s, const hd_call *c, hd_position *at);
int hd_submit_host(hd_stream *s, void (*fn)(void *, int), void *user);
int hd_submit_wait(hd_stream *s, hd_position at);

hd_position hd_stream_position(hd_stream *s); /* all that is submitted now */

static inline bool
hd_is_reached(hd_position at)
{
	return !at.stream || atomic_load(&at.stream->head) > at.number;
}

bool hd_is_stream_idle(hd_stream *s); /* by the default-stream rules */
int hd_wait_position(hd_position at);
int hd_wait_stream(hd_stream *s);
bool hd_is_turn(hd_stream *s); /* what is submitted now could start at once */
int hd_wait_turn(hd_stream *s);
int hd_wait_device(void);

/* ---- pool.c: threads, sleeping and waking, start and end ---------------------- */

enum hd_pool_state { HD_COLD, HD_RUNNING, HD_CLOSED, HD_FORKED };
extern _Atomic int hd_pool_state;

int hd_runtime_start(void);     /* options and exit handlers, no threads */
bool hd_is_worker_thread(void); /* the caller is one of ours */

/* ---- launch.c ----------------------------------------------------------------- */

typedef struct hd_launch {
	hd_function *function;
	uint32_t grid[3], block[3];
	void **args;
	size_t dynamic_bytes;
	hd_stream *stream;
	bool cooperative; /* all blocks at once: they may wait for each other */
} hd_launch;

int hd_launch_check(const hd_launch *l); /* could it be launched? */
int hd_launch_kernel(const hd_launch *l);
extern _Atomic size_t hd_heap_limit;  /* bytes, cudaLimitMallocHeapSize */
extern _Atomic size_t hd_stack_limit; /* bytes per thread, cudaLimitStackSize */

/* ---- registry.c: kernels and variables of the program ------------------------- */

enum { HD_SHARED_DEFAULT = 48 * 1024, HD_SHARED_OPTIN = 163 * 1024 };

/* Of a kernel that has code for groups of lanes, way 0, and for one lane at a time, way 1:
 * see choice.c. */
typedef struct hd_choice {
	_Atomic uint64_t ticks[2], threads[2]; /* what both have taken so far */
	_Atomic uint64_t tried[2];             /* ticks of as many threads in trials */
	_Atomic uint64_t way;                  /* which one is in use */
	_Atomic uint64_t trials, won;          /* by the other */
	_Atomic uint64_t half;                 /* ticks of one that has begun, or 0 */
} hd_choice;

struct hd_function {
	const hd_kernel *kernel;
	const void *host;             /* the stub's address, a key; another is this */
	const void *module;           /* the wrapper it was registered with */
	_Atomic uint32_t dynamic_max; /* bytes of dynamic shared memory allowed */
	_Atomic uint32_t block_ticks; /* guess of one block's time; 0 = unknown */
	int carveout;
	hd_function *next; /* among those that left */
	hd_function *fit;  /* the kernel's next version for certain launches, or NULL */
	hd_choice choice;
	struct hd_tier *tier; /* NULL: there is no second one */
};

typedef struct hd_variable hd_variable;
struct hd_variable {
	char *address;
	const char *name;
	size_t size;
	bool constant, managed;
	bool loaded; /* of an image, whose names are not the program's */
	const void *module;
	hd_variable *next; /* among those that left */
};

bool hd_is_module(const hd_fatbin_wrapper *w); /* one of ours; warns if not */
hd_function *hd_function_new(const hd_kernel *k, const void *host, const void *module);
int hd_register_function(const hd_fatbin_wrapper *w, const void *host,
			 const char *name);
int hd_register_variable(const hd_fatbin_wrapper *w, const hd_variable *v);
hd_function *hd_function_named(const void *module, const char *name); /* or NULL */
bool hd_variable_named(const void *module, const char *name, hd_variable *out);
/* How many kernels a module has; the first `room` of them are put into `out`. */
size_t hd_functions_of(const void *module, hd_function **out, size_t room);
void hd_unregister_module(const hd_fatbin_wrapper *w);
/* By its stub, or by what it returned before; NULL: unknown. */
hd_function *hd_function_find(const void *host);
bool hd_variable_find(const void *symbol, hd_variable *out); /* address or name */
bool hd_variable_around(const void *p, hd_variable *out);    /* p may be inside of it */

/* ---- image.c: code that is loaded while the program runs ------------------------ */

/* What is wrong with code, for people; empty: nothing. */
typedef struct hd_complaint {
	char text[512];
} hd_complaint;

/* size 0: the image itself says how long it is; else a zero is behind it. *module is the
 * wrapper, as with kernels that are part of the program. */
int hd_image_load(const void *image, size_t size, const void **module,
		  hd_complaint *why);
int hd_image_load_file(const char *file, const void **module, hd_complaint *why);
int hd_image_check(const void *image, size_t *size, hd_complaint *why);
int hd_image_read(const char *file, void **image, size_t *size, hd_complaint *why);
int hd_image_unload(const void *module); /* after its kernels have run */
bool hd_image_is_loaded(const void *module);

/* ---- event.c ------------------------------------------------------------------ */

struct hd_event {
	_Atomic uint64_t record;  /* number of the last recording; 0 = never */
	_Atomic uint64_t time_ns; /* of the last recording that is done */
	_Atomic uint32_t uses;    /* operations in streams, and the user's handle */
	_Atomic bool live;        /* false: destroyed */
	unsigned flags;
	hd_position at;    /* of the last recording; guarded by event_lock */
	uint64_t captured; /* number of the capture that recorded it last; 0 = none */
	struct hd_nodes *captured_at; /* of that capture, guarded by capture_lock */
	hd_event *next;               /* in the free list; likewise */
};

hd_event *hd_event_new(unsigned flags);
void hd_event_free(hd_event *e);
int hd_event_record(hd_event *e, hd_stream *s);
hd_position hd_event_position(hd_event *e);
bool hd_event_is_reached(hd_event *e);

/* ---- memory.c, regions.c, copy.c ---------------------------------------------- */

enum hd_memory_kind { HD_MEM_DEVICE, HD_MEM_HOST, HD_MEM_MANAGED, HD_MEM_REGISTERED };

typedef struct hd_region {
	char *base;
	size_t size;   /* as asked for */
	size_t mapped; /* pages of their own; 0: from the heap */
	size_t margin; /* bytes before and after it that can be read */
	int slot;      /* slots.c: its size + 1; 0: not from there */
	enum hd_memory_kind kind;
	unsigned flags;
	size_t room;                  /* bytes that it counts for, size at least */
	struct hd_mempool *pool;      /* that it goes back to, or NULL */
	struct hd_physical *physical; /* that is mapped there: virtual.c; or NULL */
	uint8_t access[2]; /* to what is mapped: the device's and the host's */
} hd_region;

/* Memory of a graph's node: it is freed with the graphs that use it. */
enum { HD_REGION_GRAPH = 1u << 31 };

void hd_region_each(void (*fn)(const hd_region *r, void *arg), void *arg);
bool hd_region_find(const void *p, hd_region *out); /* the region p lies in */
int hd_memory_new(size_t size, enum hd_memory_kind kind, unsigned flags, void **out);
int hd_memory_free(void *p, bool host);
int hd_memory_free_later(hd_stream *s, void *p);
int hd_memory_register(void *p, size_t size, unsigned flags);
int hd_memory_unregister(void *p);
void hd_memory_free_all(void);
void hd_memory_info(size_t *available, size_t *total);

/* ---- spans.c: what addresses belong to ------------------------------------------ */

bool hd_is_allocated(const void *p); /* lies in a region */
/* Whether a copy or fill may touch these bytes: either they all are of one allocation or
 * variable, or none of them is, nor of what was freed, and they need not be the device's. */
bool hd_is_memory(const void *p, size_t bytes, bool of_device);

/* ---- mempool.c: memory that is kept for the next allocation ------------------- */

typedef struct hd_mempool {
	uint32_t magic;
	int reuse[3];               /* as set; all are always possible here */
	_Atomic uint64_t threshold; /* bytes that may be kept */
	_Atomic uint64_t used, used_high;
	_Atomic uint64_t reserved, reserved_high; /* used, and kept */
	_Atomic uint32_t uses; /* the user's handle, and allocations */
	size_t max_size;       /* of all allocations, 0 = no limit */
	struct hd_kept *kept;  /* guarded by pool_lock */
} hd_mempool;

hd_mempool *hd_mempool_default(void);
hd_mempool *hd_mempool_new(size_t max_size); /* NULL: no memory */
bool hd_is_mempool(const hd_mempool *p);
void hd_mempool_free(hd_mempool *p);
void hd_mempool_trim(hd_mempool *p, uint64_t keep);
int hd_mempool_alloc(hd_mempool *p, size_t size, void **out);

/* A box of bytes; height and depth are 1 where they do not matter. */
typedef struct hd_copy {
	char *to;
	const char *from;
	size_t to_pitch, from_pitch; /* bytes from row to row */
	size_t to_slice, from_slice; /* bytes from plane to plane */
	size_t width, height, depth; /* bytes, rows, planes */
	size_t unit;                 /* copy.c: bytes that a thread does at once */
	bool is_for_host;            /* copy.c, too */
} hd_copy;

typedef struct hd_fill {
	char *to;
	size_t pitch, slice;
	size_t width, height, depth; /* elements, rows, planes */
	uint32_t value;
	uint32_t element; /* bytes: 1, 2 or 4 */
	size_t unit;      /* copy.c: bytes that a thread does at once */
} hd_fill;

hd_copy hd_flat_copy(void *to, const void *from, size_t count);
int hd_copy_now(hd_stream *s, const hd_copy *c); /* in stream order, then returns */
int hd_copy_later(hd_stream *s, const hd_copy *c);
int hd_copy_staged(hd_stream *s, const hd_copy *c); /* source is free on return */
int hd_fill_later(hd_stream *s, const hd_fill *f);

/* ---- fault.c, where.c: kernels that fail -------------------------------------- */

extern _Atomic int hd_device_error; /* sticky, enum hd_err; 0 = none */
void hd_clear_device_error(void);

/* ---- xorwow.c: n steps, or n times 2^67 steps ----------------------------------- */

void hd_xorwow_skip(uint32_t v[5], uint64_t n, bool sequences);

#endif
