/* SPDX-License-Identifier: Apache-2.0 */
/* Operations: what waits in streams, and which parts of it are handed out. */
#ifndef HD_CORE_OPS_H
#define HD_CORE_OPS_H

#include "core.h"

typedef struct hd_op hd_op;
typedef struct hd_worker hd_worker;

/* ---- stream.c: the table ------------------------------------------------------- */

enum { HD_MAX_STREAMS = 16384 };

extern _Atomic(hd_stream *) hd_streams[HD_MAX_STREAMS];
extern _Atomic unsigned hd_streams_used;

static inline unsigned
hd_stream_count(void) /* indices in use, some maybe destroyed */
{
	return atomic_load_explicit(&hd_streams_used, memory_order_acquire);
}

static inline hd_stream *
hd_stream_at(unsigned index)
{
	return atomic_load_explicit(&hd_streams[index], memory_order_acquire);
}

static inline bool
hd_is_empty(hd_stream *s)
{
	return atomic_load(&s->head) == atomic_load(&s->tail);
}

/* ---- claim.c, submit.c, sched.c ------------------------------------------------- */

enum hd_op_kind {
	HD_OP_KERNEL, /* units are blocks */
	HD_OP_CALL,   /* an internal function; units are what it says */
	HD_OP_EVENT,  /* takes the time for an event */
	HD_OP_WAIT,   /* starts when a position of another stream is reached */
	HD_OP_HOST,   /* a user's function; only the host-function thread runs it */
	HD_OP_MARK,   /* nothing: a thread waits for it */
};

enum { HD_RING = 1024 };       /* operations a stream holds; a power of two */
enum { HD_INLINE_ARGS = 112 }; /* argument bytes kept inside an operation */

/* One slot of a stream's ring. `claim` says which generation of the slot it is and
 * which unit is the next to be handed out (claim.c); the other atomics may be read by
 * threads that come too late and then fail to claim. */
struct hd_op {
	_Alignas(64) _Atomic uint64_t claim;
	_Atomic uint64_t units;       /* to hand out */
	_Atomic uint64_t ticket;      /* order of submission over all streams */
	_Atomic uint64_t grain;       /* smallest chunk worth handing out */
	_Atomic uint64_t stack;       /* bytes of stack that running it may take */
	_Atomic uint64_t wait_number; /* HD_OP_WAIT: a position of the stream with */
	_Atomic uint32_t wait_stream; /* this index; HD_OP_KERNEL: units done by threads
				       * that have nested launches to run */
	_Atomic uint32_t kind;        /* enum hd_op_kind */
	_Atomic bool in_order;        /* no shares: the first units run first */
	_Atomic bool one_by_one;      /* and never several at once */
	uint8_t cut_shift;            /* a block is run as 1 << cut_shift ones */
	uint8_t unit_shift;           /* a unit is 1 << unit_shift of those */
	uint64_t blocks;              /* to run */

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
	struct hd_coop *coop; /* of cooperative launches; NULL for others */
	_Alignas(16) char inline_args[HD_INLINE_ARGS];
	_Alignas(64) _Atomic uint64_t done; /* units finished: all threads write it */
};

_Static_assert(sizeof(hd_op) == 320, "five cache lines");

/* The claim word.
 *
 * Only the first unfinished operation of a stream may run. Its `claim` word holds the
 * generation of its ring slot and the next unit:
 *
 *     old generation            free, or being filled
 *     generation, NOT_STARTED   published; whoever finds that it may start, starts it
 *     generation, n             units below n are handed out
 *     generation, SHARED        published; the shares say what is handed out
 */
enum { HD_NEXT_BITS = 40 };

#define HD_NEXT_MASK   ((1ull << HD_NEXT_BITS) - 1)
#define HD_NOT_STARTED HD_NEXT_MASK
#define HD_SHARED      (HD_NEXT_MASK - 1)

static inline uint64_t
hd_generation(uint64_t number)
{
	return (number / HD_RING + 1) << HD_NEXT_BITS;
}

static inline bool
hd_op_is_open(hd_op *op, uint64_t number)
{
	return (atomic_load(&op->claim) & ~HD_NEXT_MASK) == hd_generation(number);
}

static inline bool
hd_op_is_shared(hd_op *op)
{
	return (atomic_load_explicit(&op->claim, memory_order_relaxed) &
		HD_NEXT_MASK) == HD_SHARED;
}

/* Submitting: reserve a slot with room for arguments, fill it, publish it, notify.
 * reserve waits while the ring is full; what it gave must be published. */
int hd_op_reserve(hd_stream *s, size_t arg_bytes, hd_op **op, uint64_t *number);
void hd_op_publish(hd_stream *s, hd_op *op, uint64_t number, enum hd_op_kind kind);
void hd_op_notify(hd_stream *s, uint64_t number);
int hd_op_finish(hd_stream *s, uint64_t number); /* waits, with HEDDLE_PROTECT */

bool hd_may_start(hd_stream *s, hd_op *op);      /* by the rules between streams */
bool hd_step_stream(hd_stream *s, hd_worker *w); /* false: nothing to do there */
bool hd_step_before(hd_stream *s, hd_worker *w); /* what keeps s from going on */
bool hd_step_any(hd_worker *w);
bool hd_step_inline(hd_stream *s, uint64_t number); /* if it can be done at once */
void hd_op_open(hd_op *op, uint64_t number);        /* may be claimed from now on */
/* The next chunk of an operation; its size, 0 = nothing to claim. */
uint64_t hd_op_claim(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w,
		     uint64_t *first);
/* The same for a thread that has just run some: of shares only one's own. Before a thread looks
 * for what others have left it says what it has done, as that may have been the last. */
uint64_t hd_op_claim_more(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w,
			  uint64_t *first);
bool hd_has_blocking_work(void);    /* some blocking stream is not empty */
void hd_mark_pending(hd_stream *s); /* has operations: workers look at it */
bool hd_has_pending(void);

/* ---- shares.c: parts of an operation, one for each thread ---------------------- */

enum { HD_MAX_UNITS = 1 << 15 }; /* of an operation with shares */

void hd_shares_new(hd_stream *s);
bool hd_shares_suit(const hd_op *op); /* is it worth it? */
/* The next chunk for a thread, of its own share or of what others have not come to yet;
 * its size, 0 = there is none. */
uint64_t hd_shares_claim(hd_stream *s, hd_op *op, uint64_t number, hd_worker *w,
			 uint64_t *first);
uint64_t hd_shares_claim_own(hd_stream *s, hd_op *op, uint64_t number, unsigned thread,
			     uint64_t *first);

#endif
