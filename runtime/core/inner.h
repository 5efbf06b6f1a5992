/* SPDX-License-Identifier: Apache-2.0 */
/* What only the core's own files see: operations, the threads that run them, faults,
 * and what the system and the processor give. */
#ifndef HD_INNER_H
#define HD_INNER_H

#include "core.h"
#include "ops.h"
#include "virtual.h"

#include <setjmp.h>

typedef struct hd_worker hd_worker;

/* ---- sys_linux.c, limits_linux.c: what the system gives ------------------------- */

/* Which threads sleep on the pool's futex, and which are to be woken. */
enum hd_wake { HD_WAKE_WORK = 1, HD_WAKE_DONE = 2, HD_WAKE_HOST = 4 };

void hd_futex_wait(_Atomic uint32_t *word, uint32_t seen, uint32_t who);
void hd_futex_wake(_Atomic uint32_t *word, int count, uint32_t who);
uint64_t hd_now_ns(void);
void hd_yield(void);
void *hd_map_pages(size_t bytes, size_t align, bool huge); /* NULL: no memory */
void hd_unmap_pages(void *base, size_t bytes);
void hd_use_small_pages(void *base, size_t bytes);
bool hd_is_program_data(const void *p); /* in the file of a program or library */

/* ---- pages_linux.c: addresses and pages, each without the other. NULL, false, -1: no
 * memory. None of these pages can be read or written at first. */
void *hd_reserve_pages(size_t bytes, size_t align, void *hint);
bool hd_empty_pages(void *base, size_t bytes);            /* only the addresses stay */
void *hd_shared_pages(size_t bytes, int file);            /* file -1: without one */
bool hd_double_pages(void *from, void *to, size_t bytes); /* shared ones, once more */
bool hd_allow_pages(void *base, size_t bytes, unsigned access);
int hd_page_file(size_t bytes);
bool hd_is_page_file(int file, size_t *bytes);
int hd_copy_file(int file); /* another descriptor of it */
void hd_close_file(int file);

/* ---- slots.c: small device memory */
int hd_slot_size(size_t bytes); /* -1: too large */
char *hd_slot_take(int size);   /* NULL: no memory */
void hd_slot_give(char *p, int size);

/* ---- protect.c: with HEDDLE_PROTECT; otherwise these do nothing */
void hd_protect_new(const hd_region *r);
bool hd_protect_allow(const hd_region *r);       /* r's access has changed */
bool hd_protect_fill(void *pages, size_t bytes); /* that cannot be written */
void hd_protect_open(void);
void hd_protect_close(void);
void hd_protect_explain(const void *address);
size_t hd_stack_left(void); /* bytes below the caller's frame */
bool
hd_is_below_stack(const void *p); /* right below this thread's, once that was asked */
double hd_cpu_quota(void);        /* of the control group, in CPUs; 0 = none */
uint64_t hd_memory_limit(void);   /* physical memory or the control group's limit */
uint64_t hd_memory_available(void);
bool hd_may_use_processor(unsigned pu);
void hd_ask_system(hd_topology *t); /* processors, cores, cache; 0 = unknown */
void hd_use_all_processors(void);   /* undoes a pinning of the caller's parent thread */

/* ---- cpu_*.c: what the processor gives ---------------------------------------- */

void hd_cpu_relax(void); /* inside a spin loop */
bool hd_cpu_can_give_up(void);
void hd_cpu_give_up(const char *p, size_t n); /* to the cache that all cores share */
bool hd_cpu_has_level(uint32_t level);        /* enum hd_level */
size_t hd_cpu_second_cache(void);             /* a core's own, in bytes; 0 = unknown */
/* 16 bytes in one piece; `from` of the former and `to` of the latter are aligned. */
void hd_cpu_load_pair(uint64_t to[2], void *from);
void hd_cpu_store_pair(void *to, const uint64_t from[2]);
uint64_t hd_cpu_ticks(void); /* of a counter with a constant rate */
uint64_t hd_cpu_ticks_per_us(void);
uint64_t hd_cpu_identity(void);      /* of all that code may use of it */
uint64_t hd_fp_save_and_reset(void); /* round to nearest, denormals kept */
void hd_fp_restore(uint64_t state);
const void *hd_context_pc(const void *context); /* of a signal's ucontext_t */

/* ---- args.c: argument blocks that do not fit into an operation ---------------- */

enum { HD_STAGE_BYTES = 65536 }; /* the largest */

char *hd_args_new(size_t bytes); /* 16-byte aligned; NULL: no memory */
void hd_args_free(char *args, size_t bytes);

/* ---- pool.c, wake.c: threads, sleeping and waking ----------------------------------- */

/* A thread that runs blocks: a pool thread, or the host thread that waits. */
struct hd_worker {
	hd_frame frame;
	unsigned index;      /* from 0 */
	bool is_pool;        /* a pool thread: looks for work until the end */
	bool is_host_thread; /* runs users' host functions, and nothing else */
	bool was_idle;       /* a pool thread that has just found something to do */
	bool left_some;      /* a helper that saw a kernel too large for its stack */
	unsigned at;         /* index of the stream to look at first */
	char *shared_base;   /* arena with padding around it */
	size_t shared_size;  /* usable bytes */
	char *context_base;
	size_t context_size;
	size_t stack_bytes; /* that kernels may take of a host thread's stack */
	uint64_t
		prepared_for; /* the ticket of the kernel that the frame is for; 0 = none */
	uint64_t started; /* the ticket of an operation that is known to have started */
	hd_stream *
		waits_in; /* where there may be something to do when its head has come */
	uint64_t waits_for;  /* so far; NULL: nowhere */
	uint64_t waited_for; /* the operation whose shares are free for all: shares.c */
	_Alignas(128) _Atomic bool is_looking; /* without work, but awake */
	_Alignas(128) _Atomic bool is_absent;  /* asleep, or a host thread elsewhere */
};

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

int hd_host_thread_start(void);
void hd_notify_work(void); /* something was submitted */
void hd_notify_host(void); /* a host function was submitted */
void hd_notify_more(void); /* there may be work for one more thread */
void hd_notify_done(void); /* something is finished */

/* The threads that run blocks, and how many those are; read everywhere, written at the start
 * and at the end. */
extern struct hd_crew {
	_Alignas(128) hd_worker *workers;
	_Atomic unsigned running;
	_Atomic bool closing; /* the process ends */
	bool may_spin;        /* there are more processors than this thread's */
} hd_crew;

static inline bool
hd_is_closing(void)
{
	return atomic_load_explicit(&hd_crew.closing, memory_order_relaxed);
}

static inline unsigned
hd_pool_threads(void)
{
	return atomic_load_explicit(&hd_crew.running, memory_order_relaxed);
}

/* Whether the worker with this index will not come by itself. */
static inline bool
hd_is_absent(unsigned thread)
{
	return atomic_load_explicit(&hd_crew.workers[thread].is_absent,
				    memory_order_relaxed);
}

/* Waits until done(arg); helps with `s` meanwhile, with any stream if it is NULL. */
int hd_wait_until(bool (*done)(void *arg), void *arg, hd_stream *s);

/* ---- demote.c: what was copied for the host, out of this core's cache ----------- */

void hd_demote_later(const char *p, size_t n);
bool hd_demote_some(void); /* of what this thread has copied; false: no more */

/* ---- blocks.c, event.c: running operations ------------------------------------ */

bool hd_kernel_prepare(hd_worker *w, hd_op *op); /* frame and memory; false: failed */
void hd_kernel_run(hd_worker *w, hd_op *op, uint64_t first, uint64_t count);

/* ---- tier/tier.c: the second tier of kernels --------------------------------------- */

typedef struct hd_tier hd_tier;

hd_tier *hd_tier_new(hd_function *f, const hd_module *m); /* NULL: there is none */
/* What a launch with such blocks is to run. */
hd_function *hd_tier_choose(hd_tier *t, const uint32_t block[3]);
hd_function *
hd_tier_second(hd_tier *t); /* what may go on with a launch; NULL: nothing */
void hd_tier_count(hd_tier *t, uint64_t ticks,
		   const uint32_t block[3]); /* of the first */
void hd_tier_leave(const hd_module *m);      /* is unloaded */

/* ---- choice.c: groups of lanes or one lane at a time ---------------------------- */

typedef void hd_run_blocks(hd_frame *f, uint64_t first, uint64_t count);

/* Runs blocks in the way that has been faster so far, a few of them in the other. */
void hd_choice_run(hd_frame *f, uint64_t first, uint64_t count, hd_run_blocks *run);
uint64_t hd_permute_block(const hd_kernel *k, uint64_t i,
			  uint64_t blocks); /* HEDDLE_ORDER */
void hd_event_drop(hd_event *e);            /* an operation is done with it */
void hd_event_reached(hd_op *op);
void hd_event_mark(hd_event *e, hd_op *op, hd_position at); /* op is to take its time */

/* ---- coop.c: blocks that wait for each other ------------------------------------ */

typedef struct hd_coop hd_coop;
typedef struct hd_fibers hd_fibers; /* a worker's part of such a launch */
typedef struct hd_fiber hd_fiber;

hd_coop *hd_coop_new(uint64_t blocks); /* NULL: no memory */
void hd_coop_free(hd_coop *c);
hd_fibers *hd_coop_begin(hd_worker *w, hd_op *op); /* likewise */
void hd_coop_start(hd_fibers *all, uint64_t first, uint64_t count);
void hd_coop_end(hd_fibers *all);
void hd_coop_sync(hd_frame *frame); /* by a block */
void hd_coop_yield(hd_fiber *f); /* likewise: the worker's other blocks go on first */
bool hd_coop_is_valid(const hd_frame *frame);

/* ---- beside.c: blocks that wait for others in loops of their own ------------------ */

typedef struct hd_beside hd_beside;

hd_beside *hd_beside_begin(hd_worker *w, hd_op *op, hd_stream *s, uint64_t number);
void hd_beside_finish(hd_beside *b);  /* the blocks that were begun so far */
uint64_t hd_beside_end(hd_beside *b); /* how many units were claimed in there */
void hd_beside_wait(void);            /* by a block, in each round of its loop */

/* ---- regions.c ---------------------------------------------------------------- */

int hd_region_add(const hd_region *r);                 /* no memory, or overlapping */
bool hd_region_take(const void *base, hd_region *out); /* remove, by its start */
bool hd_region_take_any(hd_region *out); /* but for what virtual.c has mapped */
bool hd_region_allow(const void *base, const uint8_t access[2], hd_region *out);

/* ---- memory.c, mempool.c ------------------------------------------------------ */

int hd_memory_make(hd_region *wanted, void **out); /* as hd_memory_new */
void hd_memory_give(const hd_region *r);           /* to the system */
bool hd_memory_count(size_t size); /* as used; false: there is not that much */
void hd_memory_uncount(size_t size);
bool hd_mempool_keep(const hd_region *r); /* false: give it to the system */

/* ---- fault.c, where.c: code that fails ---------------------------------------- */

/* Something that may fault is run under a guard, and left through it. */
typedef struct hd_guard {
	sigjmp_buf escape;
	volatile int failure; /* enum hd_err */
	bool quiet;           /* a fault is not worth a report */
} hd_guard;

enum { HD_MAX_FRAMES = 48 }; /* of a stack that are looked at */

extern _Thread_local hd_guard *hd_guarded; /* what this thread runs, or NULL */

void hd_fault_install(void); /* once */
/* Runs fn(arg); its error if it faulted. */
int hd_run_guarded(void (*fn)(void *arg), void *arg, bool quiet);
_Noreturn void hd_kernel_fail(int error); /* leaves the guarded code */
_Noreturn void hd_kernel_trap(const char *what, const void *return_address);
/* The device has failed, with what the guarded code was left for. f: the kernel's frame,
 * NULL: it was a copy. */
void hd_report_failure(const hd_frame *f, int error);
void hd_fail_device(int error); /* without a report; the first error stays */
bool hd_is_over(void); /* it has failed, or the process ends: blocks need not go on */

void hd_kernel_title(const hd_kernel *k, char *out, size_t size); /* demangled */
int hd_frames(const void *pc, void **frames); /* up to HD_MAX_FRAMES; their number */
/* "file:line" of the innermost frame in the program that `home` is in. */
bool hd_where(void *const *frames, int n, const void *home, char *out, size_t size);

/* ---- texture.c ----------------------------------------------------------------- */

struct __hd_texture;
struct __hd_fetch;
void hd_texture_read(const struct __hd_texture *t, const struct __hd_fetch *f,
		     void *out);

/* ---- mma.c --------------------------------------------------------------------- */

void hd_matrix_multiply(const char *buffer, int32_t what);
void hd_matrix_move(const char *buffer, char *memory, int64_t stride, int32_t how);
char *hd_matrix_buffer(int32_t warp);
void hd_matrix_registers(char *buffer, int32_t what);

/* ---- nested.c: kernels that kernels launch --------------------------------------- */

typedef struct hd_nested { /* as dev_launch.h fills it */
	uint32_t grid[3], block[3];
	uint32_t dynamic_bytes;
	uint32_t tail; /* after everything else that the parent has launched */
	void **args;
} hd_nested;

/* CUDA's error code. */
int hd_launch_nested(hd_frame *parent, const hd_kernel *k, const hd_nested *n);
void hd_sync_nested(hd_frame *parent); /* what the block has launched has then run */
/* Whether this thread has blocks behind it that have launched something, which is still to
 * run. units: how many this thread has run. */
bool hd_has_nested(void);
void hd_run_nested(const hd_worker *w, hd_op *op, uint64_t units);

/* ---- shared_dl.c: shared objects in memory ---------------------------------------- */

#define HD_SHARED_NAME "memfd:heddle-image" /* as the system lists them */

typedef struct hd_shared {
	void *library;
	int file; /* its descriptor: debuggers can read it as long as it is loaded */
} hd_shared;

bool hd_shared_open(hd_shared *o, const void *bytes, size_t size, hd_complaint *why);
void *hd_shared_symbol(const hd_shared *o, const char *name); /* or NULL */
void hd_shared_close(hd_shared *o);
extern const uint16_t hd_cpu_machine; /* ELF's number of this processor */

/* ---- heap.c: malloc and free of kernels ------------------------------------------ */

void *hd_heap_new(uint64_t bytes); /* NULL: the heap is full */
bool hd_heap_free(void *p);        /* false: that is not a piece of it */

/* ---- print.c ------------------------------------------------------------------ */

int hd_device_printf(const char *format, const void *args);

#endif
