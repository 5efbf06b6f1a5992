/* SPDX-License-Identifier: Apache-2.0 */
/* What the runtime's core offers to the entry points in runtime/api, and to itself.
 *
 * Locks, in the order in which they may be taken (an inner one last):
 *   start_lock (pool.c) > stream_lock (stream.c) > event_lock (event.c)
 *   > registry_lock (registry.c) > memory_lock (memory.c) > arg_lock (args.c)
 * None of them is taken by a warm launch; no foreign code runs under any of them. */
#ifndef HD_CORE_H
#define HD_CORE_H

#include "frame.h"

#include <setjmp.h>
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
	HD_ERR_HANDLE = 400,
	HD_ERR_NOT_READY = 600,
	HD_ERR_ADDRESS = 700,
	HD_ERR_RESOURCES = 701,
	HD_ERR_ASSERT = 710,
	HD_ERR_HOST_REGISTERED = 712,
	HD_ERR_HOST_NOT_REGISTERED = 713,
	HD_ERR_LAUNCH = 719,
	HD_ERR_NOT_PERMITTED = 800,
};

/* ---- options.c: the HEDDLE_* variables and the log ---------------------------- */

enum hd_log_bit { HD_LOG_API = 1, HD_LOG_LAUNCH = 2, HD_LOG_SCHED = 4, HD_LOG_MEM = 8 };

enum hd_order { HD_ORDER_FORWARD, HD_ORDER_REVERSE, HD_ORDER_RANDOM };

typedef struct hd_options {
	unsigned threads; /* HEDDLE_THREADS, 0 = not set */
	enum hd_order order;
	uint64_t seed; /* of HD_ORDER_RANDOM */
	bool zero_shared;
} hd_options;

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

/* ---- sys_linux.c: what the kernel of the system gives ------------------------- */

/* Who sleeps on the pool's futex, and who is to be woken. */
enum hd_wake { HD_WAKE_WORK = 1, HD_WAKE_DONE = 2, HD_WAKE_HOST = 4 };

void hd_futex_wait(_Atomic uint32_t *word, uint32_t seen, uint32_t who);
void hd_futex_wake(_Atomic uint32_t *word, int count, uint32_t who);
uint64_t hd_now_ns(void);
void *hd_map_pages(size_t bytes, size_t align, bool huge); /* NULL: no memory */
void hd_unmap_pages(void *base, size_t bytes);
size_t hd_stack_left(void);     /* bytes below the caller's frame */
double hd_cpu_quota(void);      /* of the control group, in CPUs; 0 = none */
uint64_t hd_memory_limit(void); /* physical memory or the control group's limit */
uint64_t hd_memory_available(void);
void hd_cpu_model(char *name, size_t size);

/* ---- cpu_*.c: what the processor gives ----------------------------------------- */

void hd_cpu_relax(void);     /* inside a spin loop */
uint64_t hd_cpu_ticks(void); /* of a counter with a constant rate */
uint64_t hd_cpu_ticks_per_us(void);
uint64_t hd_fp_save_and_reset(void); /* round to nearest, denormals kept */
void hd_fp_restore(uint64_t state);
const void *hd_context_pc(const void *context); /* of a signal's ucontext_t */

/* ---- topology.c ---------------------------------------------------------------- */

typedef struct hd_topology {
	unsigned pus;       /* that this process may use, affinity only */
	unsigned cores;     /* physical ones among them */
	unsigned threads;   /* that run blocks: quota and HEDDLE_THREADS applied */
	size_t cache_bytes; /* of the last level, 0 = unknown */
	unsigned clock_khz;
} hd_topology;

const hd_topology *hd_topology_get(void);
void hd_use_all_processors(void); /* undoes a pinning of the caller's parent thread */

/* ---- stream.c and sched.c: what waits to be done, and doing it ------------------ */

typedef struct hd_op hd_op;
typedef struct hd_stream hd_stream;
typedef struct hd_event hd_event;
typedef struct hd_worker hd_worker;
typedef struct hd_function hd_function;

enum hd_op_kind {
	HD_OP_KERNEL, /* units are blocks */
	HD_OP_CALL,   /* an internal function; units are what it says */
	HD_OP_EVENT,  /* takes the time for an event */
	HD_OP_WAIT,   /* starts when a position of another stream is reached */
	HD_OP_HOST,   /* a user's function; only the host-function thread runs it */
	HD_OP_MARK,   /* nothing: somebody waits for it */
};

enum { HD_RING = 1024 };       /* operations a stream holds; a power of two */
enum { HD_INLINE_ARGS = 112 }; /* argument bytes kept inside an operation */

/* Does units [first, first + count) of an HD_OP_CALL. */
typedef void hd_call_fn(void *args, uint64_t first, uint64_t count);

/* A place in a stream: reached when the operation with that number is finished. */
typedef struct hd_position {
	hd_stream *stream; /* NULL: reached */
	uint64_t number;
} hd_position;

/* One slot of a stream's ring. `claim` says which generation of the slot it is and
 * which unit is the next to be handed out (sched.c); the other atomics may be read by
 * threads that come too late and then fail to claim. */
struct hd_op {
	_Alignas(64) _Atomic uint64_t claim;
	_Atomic uint64_t units;       /* to hand out */
	_Atomic uint64_t done;        /* units finished */
	_Atomic uint64_t ticket;      /* order of submission over all streams */
	_Atomic uint64_t grain;       /* smallest chunk worth handing out */
	_Atomic uint64_t stack;       /* bytes of stack that running it may take */
	_Atomic uint64_t wait_number; /* HD_OP_WAIT: a position of the stream with */
	_Atomic uint32_t wait_stream; /* this index */
	_Atomic uint32_t kind;        /* enum hd_op_kind */
	uint32_t unit_shift;          /* a unit is 1 << unit_shift blocks */
	uint64_t blocks;

	char *args; /* inline_args or from hd_args_new; finish gives it back */
	uint32_t arg_bytes;
	uint32_t dynamic_bytes;
	union {
		struct {
			hd_function *function;
			uint64_t context_bytes;
		};
		hd_call_fn *call;
		struct {
			hd_event *event;
			uint64_t record; /* which recording of it */
		};
		struct {
			void (*host)(void *user, int error);
			void *host_user;
		};
	};
	uint32_t grid[3], block[3];
	_Alignas(16) char inline_args[HD_INLINE_ARGS];
};

enum hd_stream_sync {
	HD_SYNC_LEGACY,   /* the one legacy default stream */
	HD_SYNC_BLOCKING, /* ordered with the legacy stream */
	HD_SYNC_NONE,     /* cudaStreamNonBlocking */
};

/* Streams are never given back to the system: a destroyed one is reused when it is
 * empty, and its numbers go on, so that old positions stay right. */
struct hd_stream {
	_Alignas(128) _Atomic uint64_t tail; /* operations reserved by submitters */
	_Alignas(128) _Atomic uint64_t head; /* operations finished */
	_Alignas(128) hd_op *ring;
	_Atomic uint32_t sync; /* enum hd_stream_sync */
	_Atomic bool live;     /* false: destroyed */
	unsigned index;        /* in the table of streams */
	bool thread_owned;     /* a thread's default stream */
	unsigned flags;        /* as the user gave them */
	int priority;
	uint64_t id;
};

enum { HD_MAX_STREAMS = 16384 };

int hd_stream_new(enum hd_stream_sync sync, unsigned flags, int priority,
		  hd_stream **out);
void hd_stream_free(hd_stream *s); /* work in it still runs */
void hd_stream_free_all(void);     /* the user's, when the device is reset */
hd_stream *hd_stream_legacy(void);
hd_stream *hd_stream_per_thread(void); /* NULL: no memory */
unsigned hd_stream_count(void);        /* indices in use, some maybe destroyed */
hd_stream *hd_stream_at(unsigned index);

/* Submitting: reserve a slot with room for arguments, fill it, publish it, notify.
 * reserve waits while the ring is full; what it gave must be published. */
int hd_op_reserve(hd_stream *s, size_t arg_bytes, hd_op **op, uint64_t *number);
void hd_op_publish(hd_stream *s, hd_op *op, uint64_t number, enum hd_op_kind kind);
int hd_submit_call(hd_stream *s, hd_call_fn *fn, const void *args, size_t bytes,
		   uint64_t units, uint64_t grain, hd_position *at);
int hd_submit_host(hd_stream *s, void (*fn)(void *, int), void *user);
int hd_submit_wait(hd_stream *s, hd_position at);

hd_position hd_stream_position(hd_stream *s); /* all that is submitted now */
bool hd_is_reached(hd_position at);
bool hd_is_stream_idle(hd_stream *s); /* by the default-stream rules */
int hd_wait_position(hd_position at);
int hd_wait_stream(hd_stream *s);
int hd_wait_device(void);

bool hd_may_start(hd_stream *s, hd_op *op);      /* by the rules between streams */
bool hd_step_stream(hd_stream *s, hd_worker *w); /* false: nothing to do there */
bool hd_step_before(hd_stream *s, hd_worker *w); /* what keeps s from going on */
bool hd_step_any(hd_worker *w);
bool hd_step_inline(hd_stream *s, uint64_t number); /* if it can be done at once */
void hd_op_open(hd_op *op, uint64_t number);        /* may be claimed from now on */
bool hd_op_is_open(hd_op *op, uint64_t number);
void hd_mark_pending(hd_stream *s); /* has operations: workers look at it */
bool hd_has_pending(void);

/* ---- args.c: argument blocks that do not fit into an operation ------------------- */

enum { HD_STAGE_BYTES = 65536 }; /* the largest */

char *hd_args_new(size_t bytes); /* 16-byte aligned; NULL: no memory */
void hd_args_free(char *args, size_t bytes);

/* ---- pool.c: threads, sleeping and waking, start and end ------------------------- */

/* A thread that runs blocks: a pool thread, or the host thread that waits. */
struct hd_worker {
	hd_frame frame;
	unsigned index;      /* from 0 */
	bool is_pool;        /* a pool thread: looks for work until the end */
	bool is_host_thread; /* runs users' host functions, and nothing else */
	unsigned at;         /* index of the stream to look at first */
	char *shared_base;   /* arena with padding around it */
	size_t shared_size;  /* usable bytes */
	char *context_base;
	size_t context_size;
	size_t stack_bytes; /* left for kernels */
};

enum hd_pool_state { HD_COLD, HD_RUNNING, HD_CLOSED, HD_FORKED };
extern _Atomic int hd_pool_state;

int hd_pool_start_slow(void);

/* Makes sure that workers exist. */
static inline int
hd_pool_start(void)
{
	if (hd_likely(atomic_load_explicit(&hd_pool_state, memory_order_acquire) ==
		      HD_RUNNING))
		return HD_OK;
	return hd_pool_start_slow();
}

int hd_runtime_start(void); /* options and exit handlers, no threads */
int hd_host_thread_start(void);
bool hd_is_worker_thread(void); /* the caller is one of ours */
unsigned hd_pool_threads(void);
void hd_notify_work(void); /* something was submitted */
void hd_notify_host(void); /* a host function was submitted */
void hd_notify_more(void); /* there may be work for one more thread */
void hd_notify_done(void); /* something is finished */
bool hd_is_closing(void);

/* Waits until done(arg); helps with `s` meanwhile, with any stream if it is NULL. */
int hd_wait_until(bool (*done)(void *arg), void *arg, hd_stream *s);

/* ---- launch.c ---------------------------------------------------------------------
 */

typedef struct hd_launch {
	hd_function *function;
	uint32_t grid[3], block[3];
	void **args;
	size_t dynamic_bytes;
	hd_stream *stream;
} hd_launch;

int hd_launch_kernel(const hd_launch *l);
bool hd_kernel_prepare(hd_worker *w, hd_op *op); /* frame and memory; false: failed */
void hd_kernel_run(hd_worker *w, hd_op *op, uint64_t first, uint64_t count);
uint64_t hd_permute_block(uint64_t i, uint64_t blocks); /* HEDDLE_ORDER */
extern _Atomic size_t hd_stack_limit; /* bytes per thread, cudaLimitStackSize */

/* ---- registry.c: kernels and variables of the program ------------------------------
 */

enum { HD_SHARED_DEFAULT = 48 * 1024, HD_SHARED_OPTIN = 163 * 1024 };

struct hd_function {
	const hd_kernel *kernel;
	const void *host;             /* the stub's address, the key */
	const void *module;           /* the wrapper it was registered with */
	_Atomic uint32_t dynamic_max; /* bytes of dynamic shared memory allowed */
	_Atomic uint32_t block_ticks; /* guess of one block's time; 0 = unknown */
	int carveout;
	hd_function *next; /* among those that left */
};

typedef struct hd_variable hd_variable;
struct hd_variable {
	char *address;
	const char *name;
	size_t size;
	bool constant;
	const void *module;
	hd_variable *next; /* among those that left */
};

bool hd_is_module(const hd_fatbin_wrapper *w); /* one of ours; warns if not */
int hd_register_function(const hd_fatbin_wrapper *w, const void *host,
			 const char *name);
int hd_register_variable(const hd_fatbin_wrapper *w, const hd_variable *v);
void hd_unregister_module(const hd_fatbin_wrapper *w);
hd_function *hd_function_find(const void *host);             /* NULL: unknown */
bool hd_variable_find(const void *symbol, hd_variable *out); /* address or name */

/* ---- event.c ------------------------------------------------------------------------
 */

struct hd_event {
	_Atomic uint64_t record;  /* number of the last recording; 0 = never */
	_Atomic uint64_t time_ns; /* of the last recording that is done */
	_Atomic uint32_t uses;    /* operations in streams, and the user's handle */
	_Atomic bool live;        /* false: destroyed */
	unsigned flags;
	hd_position at; /* of the last recording; guarded by event_lock */
	hd_event *next; /* in the free list; likewise */
};

hd_event *hd_event_new(unsigned flags);
void hd_event_free(hd_event *e);
void hd_event_drop(hd_event *e); /* an operation is done with it */
int hd_event_record(hd_event *e, hd_stream *s);
hd_position hd_event_position(hd_event *e);
void hd_event_reached(hd_op *op);

/* ---- memory.c, regions.c, copy.c
 * ----------------------------------------------------- */

enum hd_memory_kind { HD_MEM_DEVICE, HD_MEM_HOST, HD_MEM_MANAGED, HD_MEM_REGISTERED };

typedef struct hd_region {
	char *base;
	size_t size;   /* as asked for */
	size_t mapped; /* pages to unmap; 0: from the heap */
	enum hd_memory_kind kind;
	unsigned flags;
} hd_region;

int hd_region_add(const hd_region *r);                 /* no memory, or overlapping */
bool hd_region_find(const void *p, hd_region *out);    /* the region p lies in */
bool hd_region_take(const void *base, hd_region *out); /* remove, by its start */
bool hd_region_take_any(hd_region *out);

int hd_memory_new(size_t size, enum hd_memory_kind kind, unsigned flags, void **out);
int hd_memory_free(void *p, bool host);
int hd_memory_free_later(hd_stream *s, void *p);
int hd_memory_register(void *p, size_t size, unsigned flags);
int hd_memory_unregister(void *p);
void hd_memory_free_all(void);
void hd_memory_info(size_t *available, size_t *total);

/* A box of bytes; height and depth are 1 where they do not matter. */
typedef struct hd_copy {
	char *to;
	const char *from;
	size_t to_pitch, from_pitch; /* bytes from row to row */
	size_t to_slice, from_slice; /* bytes from plane to plane */
	size_t width, height, depth; /* bytes, rows, planes */
} hd_copy;

typedef struct hd_fill {
	char *to;
	size_t pitch, slice;
	size_t width, height, depth; /* elements, rows, planes */
	uint32_t value;
	uint32_t element; /* bytes: 1, 2 or 4 */
} hd_fill;

int hd_copy_now(hd_stream *s, const hd_copy *c); /* in stream order, then returns */
int hd_copy_later(hd_stream *s, const hd_copy *c);
int hd_copy_staged(hd_stream *s, const hd_copy *c); /* source is free on return */
int hd_fill_later(hd_stream *s, const hd_fill *f);

/* ---- fault.c, where.c: kernels that fail
 * ---------------------------------------------- */

/* Something that may fault is run under a guard, and left through it. */
typedef struct hd_guard {
	sigjmp_buf escape;
	const hd_frame *frame; /* of the kernel, NULL: a copy */
	volatile int failure;  /* enum hd_err */
	bool quiet;            /* the caller reports */
} hd_guard;

extern _Atomic int hd_device_error;        /* sticky, enum hd_err; 0 = none */
extern _Thread_local hd_guard *hd_guarded; /* what this thread runs, or NULL */

void hd_fault_install(void);                    /* once */
void hd_fault_stack(char *stack, size_t bytes); /* this thread's alternate stack */
_Noreturn void hd_kernel_fail(int error);       /* leaves the guarded code */
void hd_fail_device(int error);                 /* the first error stays */
void hd_clear_device_error(void);
/* Runs fn(arg); its error if it faulted. */
int hd_run_guarded(void (*fn)(void *arg), void *arg, bool quiet);
void hd_report_trap(const hd_frame *f, const void *pc);
void hd_kernel_title(const hd_kernel *k, char *out, size_t size); /* demangled */
/* "file:line" of pc, or of its innermost caller in the program that `home` is in. */
bool hd_where(const void *pc, const void *home, char *out, size_t size);

/* ---- print.c ----------------------------------------------------------------------
 */

int hd_device_printf(const char *format, const void *args);

#endif
