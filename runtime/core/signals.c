/* SPDX-License-Identifier: Apache-2.0 */
/* Who gets a fault: the runtime's handler first, and then the program's.
 *
 * The system knows the runtime's handler alone. What the program had installed before, and
 * what it installs later, is kept here and gets what is not the runtime's: sigaction() and
 * signal() are defined in front of those of the C library. Code that has found the library's
 * own, as that of an interpreter which loads the runtime late, takes the handler away;
 * hd_signals_renew looks after it once in a while and puts it back over what it finds. */
#include "inner.h"
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

int __sigaction(int, const struct sigaction *, struct sigaction *); /* the library's */

enum { FAULT_STACK_BYTES = 256 << 10, RENEW_US = 1000 };

static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

enum { FAULTS = sizeof numbers / sizeof numbers[0] };

/* The program's handlers for one signal. */
typedef struct handlers {
	struct sigaction under; /* from before ours was there */
	struct sigaction over;  /* from later, */
	bool has_over;          /* if there is one, */
	bool is_foreign; /* which took ours away: what it knows as the one before */
} handlers;

static handlers program[FAULTS];

/* Guards `program`: odd while it is written, with all signals blocked. A handler that reads
 * it does so again if it has changed. */
static _Atomic unsigned version;
static _Atomic bool installed;
static hd_fault_user user;

static int
index_of(int number)
{
	int i = 0;

	while (i < FAULTS && numbers[i] != number)
		i++;
	return i < FAULTS ? i : -1;
}

static void
begin_writing(sigset_t *before)
{
	unsigned v;
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, before);
	do {
		v = atomic_load(&version) & ~1u;
	} while (!atomic_compare_exchange_weak(&version, &v, v + 1));
}

static void
end_writing(const sigset_t *before)
{
	atomic_fetch_add(&version, 1);
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

static handlers
read_handlers(int i)
{
	handlers h;
	unsigned v;

	do {
		v = atomic_load(&version) & ~1u;
		h = program[i];
		atomic_thread_fence(memory_order_acquire);
	} while (atomic_load(&version) != v);
	return h;
}

/* ---- what is not the runtime's ------------------------------------------------ */

static void
set_default(int number)
{
	struct sigaction a = {.sa_handler = SIG_DFL};

	sigemptyset(&a.sa_mask);
	__sigaction(number, &a, NULL);
}

static void
set_program(int i, const struct sigaction *over, bool is_foreign)
{
	sigset_t before;

	begin_writing(&before);
	if (is_foreign && program[i].has_over)
		program[i].under = program[i].over;
	program[i].has_over = over != NULL;
	program[i].is_foreign = is_foreign;
	if (over)
		program[i].over = *over;
	end_writing(&before);
}

/* As if the system had called it; what is blocked here is free again when ours returns. */
static void
call(const struct sigaction *a, int i, siginfo_t *info, void *context)
{
	sigset_t mask = a->sa_mask;

	if (a->sa_flags & (int)SA_RESETHAND)
		set_program(i, &(struct sigaction){.sa_handler = SIG_DFL}, false);
	if (!(a->sa_flags & SA_NODEFER))
		sigaddset(&mask, numbers[i]);
	pthread_sigmask(SIG_BLOCK, &mask, NULL);
	if (a->sa_flags & SA_SIGINFO)
		a->sa_sigaction(numbers[i], info, context);
	else
		a->sa_handler(numbers[i]);
}

/* A handler that took ours away calls it for what it does not want itself, or sends the
 * signal again: below its own frame. */
static bool
is_nested(const void *frame)
{
	return (const char *)__builtin_frame_address(0) < (const char *)frame;
}

static void
pass_on(int i, siginfo_t *info, void *context)
{
	static _Thread_local const void *frame; /* of the call of a foreign handler */
	handlers h = read_handlers(i);
	bool over = h.has_over && !(h.is_foreign && frame && is_nested(frame));
	const struct sigaction *a = over ? &h.over : &h.under;

	if (a->sa_handler == SIG_IGN && info->si_code <= 0)
		return; /* it was sent */
	if (a->sa_handler == SIG_DFL || a->sa_handler == SIG_IGN) {
		user.explain(info->si_addr);
		/* Returning repeats the fault; a signal that was sent needs sending. */
		set_default(numbers[i]);
		if (info->si_code <= 0)
			raise(numbers[i]);
		return;
	}
	frame = over && h.is_foreign ? __builtin_frame_address(0) : NULL;
	call(a, i, info, context);
	frame = NULL;
}

/* ---- the handler -------------------------------------------------------------- */

static void
on_fault(int number, siginfo_t *info, void *context)
{
	if (!user.take(number, info, context))
		pass_on(index_of(number), info, context);
}

/* The system has this one as soon as a foreign handler is known. Who took that away again
 * has put the other one back. */
static void
on_fault_first(int number, siginfo_t *info, void *context)
{
	int i = index_of(number);

	if (read_handlers(i).is_foreign)
		set_program(i, NULL, false);
	on_fault(number, info, context);
}

static bool
is_ours(const struct sigaction *a)
{
	return a->sa_flags & SA_SIGINFO &&
	       (a->sa_sigaction == on_fault || a->sa_sigaction == on_fault_first);
}

static void
set_ours(int number, void (*fn)(int, siginfo_t *, void *), struct sigaction *before)
{
	struct sigaction a = {.sa_sigaction = fn,
			      .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	sigemptyset(&a.sa_mask);
	__sigaction(number, &a, before);
}

void
hd_signals_install(hd_fault_user who)
{
	sigset_t before;

	user = who;
	begin_writing(&before);
	for (int i = 0; i < FAULTS; i++)
		set_ours(numbers[i], on_fault_first, &program[i].under);
	atomic_store(&installed, true);
	end_writing(&before);
}

/* ---- handlers that come later ------------------------------------------------- */

static void
exchange(int i, const struct sigaction *new, struct sigaction *old)
{
	struct sigaction is = new ? *new : (struct sigaction){0}, was;
	sigset_t before;

	begin_writing(&before);
	was = program[i].has_over ? program[i].over : program[i].under;
	if (new) {
		program[i].over = is;
		program[i].has_over = !is_ours(&is);
		program[i].is_foreign = false;
	}
	end_writing(&before);
	if (old)
		*old = was;
}

HD_EXPORT int
sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
	int i = atomic_load(&installed) ? index_of(number) : -1;

	if (i < 0)
		return __sigaction(number, new, old);
	exchange(i, new, old);
	return 0;
}

static __sighandler_t
set_simple(int number, __sighandler_t handler, int flags)
{
	struct sigaction a = {.sa_handler = handler, .sa_flags = flags}, old;

	sigemptyset(&a.sa_mask);
	return sigaction(number, &a, &old) ? SIG_ERR : old.sa_handler;
}

HD_EXPORT __sighandler_t
signal(int number, __sighandler_t handler)
{
	if (handler == SIG_ERR || !atomic_load(&installed) || index_of(number) < 0)
		return ssignal(number, handler); /* the library's by another name */
	return set_simple(number, handler, SA_RESTART);
}

/* What signal() is called in programs of plain C99. */
HD_EXPORT __sighandler_t
__sysv_signal(int number, __sighandler_t handler)
{
	if (handler == SIG_ERR) {
		errno = EINVAL;
		return SIG_ERR;
	}
	return set_simple(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

static void
look_after(int i)
{
	struct sigaction now;

	if (__sigaction(numbers[i], NULL, &now) || is_ours(&now))
		return;
	set_program(i, &now, true);
	set_ours(numbers[i], on_fault, NULL);
}

void
hd_signals_renew(uint64_t now)
{
	static _Atomic uint64_t last;
	uint64_t then = atomic_load_explicit(&last, memory_order_relaxed);

	if (hd_likely(now - then < RENEW_US * hd_cpu_ticks_per_us()) ||
	    !atomic_load(&installed) ||
	    !atomic_compare_exchange_strong(&last, &then, now))
		return;
	for (int i = 0; i < FAULTS; i++)
		look_after(i);
}

/* ---- what a thread needs -------------------------------------------------------- */

void
hd_signals_only_faults(sigset_t *before)
{
	sigset_t others;

	sigfillset(&others);
	for (int i = 0; i < FAULTS; i++)
		sigdelset(&others, numbers[i]);
	pthread_sigmask(SIG_SETMASK, &others, before);
}

static pthread_key_t stack_key; /* a thread's own such stack, which ends with it */

static void
drop_stack(void *stack)
{
	stack_t s;

	if (!sigaltstack(NULL, &s) && s.ss_sp == stack)
		sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
	hd_unmap_pages(stack, FAULT_STACK_BYTES);
}

static void
make_key(void)
{
	pthread_key_create(&stack_key, drop_stack);
}

void
hd_give_fault_stack(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static _Thread_local bool given;
	char *stack;
	stack_t s;

	if (hd_likely(given))
		return;
	given = true;
	if (sigaltstack(NULL, &s) || !(s.ss_flags & SS_DISABLE))
		return; /* the thread has one */
	pthread_once(&once, make_key);
	stack = hd_map_pages(FAULT_STACK_BYTES, 4096, false);
	if (!stack)
		return;
	s = (stack_t){.ss_sp = stack, .ss_size = FAULT_STACK_BYTES};
	if (sigaltstack(&s, NULL) || pthread_setspecific(stack_key, stack))
		drop_stack(stack);
}
