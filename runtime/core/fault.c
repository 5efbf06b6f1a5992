/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that fail: signals, traps and assertions become device errors.
 *
 * Guarded code (a kernel's blocks, a copy) that faults is left by siglongjmp from the
 * signal handler, which only notes what happened: its stack may be small. The report
 * follows on the thread's own stack; a fault while it is made cuts it short. Faults of
 * other code are the program's (signals.c). */
#include "room.h"
#include "signals.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Atomic int hd_device_error;
_Thread_local hd_guard *hd_guarded;

/* Why guarded code was left. */
static _Thread_local struct crash {
	const char *what;    /* NULL: nothing to report */
	const void *address; /* that was accessed, NULL = unknown */
	void *frames[HD_MAX_FRAMES];
	int frame_count;
} crash;

static _Thread_local bool reporting;
static _Thread_local sigjmp_buf report_escape;

static const struct fault {
	int signal;
	int error;
	const char *what;
} faults[] = {
	{SIGSEGV, HD_ERR_ADDRESS, "illegal memory access (SIGSEGV)"},
	{SIGBUS, HD_ERR_ADDRESS, "illegal memory access (SIGBUS)"},
	{SIGFPE, HD_ERR_LAUNCH, "arithmetic exception (SIGFPE)"},
	{SIGILL, HD_ERR_LAUNCH, "illegal instruction (SIGILL)"},
	{SIGTRAP, HD_ERR_LAUNCH, "trap (SIGTRAP)"},
};

static const struct fault overflow = {SIGSEGV, HD_ERR_ADDRESS, "stack overflow"};

void
hd_fail_device(int error)
{
	int none = 0;

	atomic_compare_exchange_strong(&hd_device_error, &none, error);
}

bool
hd_is_over(void)
{
	return hd_is_closing() ||
	       atomic_load_explicit(&hd_device_error, memory_order_relaxed);
}

void
hd_clear_device_error(void)
{
	atomic_store(&hd_device_error, 0);
}

_Noreturn static void
leave(int error)
{
	hd_guarded->failure = error;
	siglongjmp(hd_guarded->escape, 1);
}

_Noreturn void
hd_kernel_fail(int error)
{
	crash.what = NULL;
	leave(error);
}

_Noreturn void
hd_kernel_trap(const char *what, const void *return_address)
{
	crash.what = what;
	crash.address = NULL;
	crash.frame_count = hd_frames(return_address, crash.frames);
	crash.frames[0] = (char *)crash.frames[0] - 1; /* a call as well */
	leave(HD_ERR_LAUNCH);
}

/* ---- reporting ---------------------------------------------------------------- */

static void
say(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return; /* there is no handler */
}

static void
report_kernel(const hd_frame *f, const char *what)
{
	char name[512], text[1024], lanes[48] = "";
	const hd_op *op = f->launch;
	bool alone = f->kernel->flags & HD_KERNEL_UNSURE && f->alone;
	uint64_t range = f->range ? f->range : alone ? 1 : f->kernel->lanes;
	/* Rows of blocks that lie side by side count on; and blocks may be parts of some. */
	uint32_t width = f->block[0] << op->cut_shift;
	uint64_t x = (uint64_t)f->block_index[0] * f->block[0] + f->thread_index[0];
	uint32_t block[3] = {(uint32_t)(x / width), f->block_index[1],
			     f->block_index[2]},
		 thread[3] = {(uint32_t)(x % width), f->thread_index[1],
			      f->thread_index[2]};

	hd_turn(f->kernel, block, block);
	hd_turn(f->kernel, thread, thread);
	hd_kernel_title(f->kernel, name, sizeof name);
	if (range > 1)
		snprintf(lanes, sizeof lanes, " or one of the next %" PRIu64 "%s",
			 range - 1,
			 f->kernel->flags & HD_KERNEL_TURNED_Y   ? " in y"
			 : f->kernel->flags & HD_KERNEL_TURNED_Z ? " in z"
								 : "");
	snprintf(text, sizeof text,
		 "heddle: %s in kernel %s\n"
		 "heddle:   block (%u,%u,%u), thread (%u,%u,%u)%s\n",
		 what, name, block[0], block[1], block[2], thread[0], thread[1],
		 thread[2], lanes);
	say(text);
}

static const void *
entry_address(const hd_kernel *k)
{
	const void *p;

	memcpy(&p, &k->entry, sizeof p);
	return p;
}

static void
report_place(const hd_frame *f)
{
	char text[1024], place[800];
	const void *home = f ? entry_address(f->kernel) : NULL;

	if (crash.address) {
		snprintf(text, sizeof text, "heddle:   address %p\n", crash.address);
		say(text);
	}
	if (hd_where(crash.frames, crash.frame_count, home, place, sizeof place))
		snprintf(text, sizeof text, "heddle:   at %s\n", place);
	else if (f && f->kernel->file)
		snprintf(text, sizeof text,
			 "heddle:   in the kernel defined at %s:%u\n", f->kernel->file,
			 f->kernel->line);
	else
		snprintf(text, sizeof text, "heddle:   at %p\n", crash.frames[0]);
	say(text);
}

/* One report per failed device: the other threads fail for the same reason. */
void
hd_report_failure(const hd_frame *f, int error)
{
	int none = 0;

	if (!atomic_compare_exchange_strong(&hd_device_error, &none, error) ||
	    !crash.what)
		return;
	reporting = true;
	if (!sigsetjmp(report_escape, 0)) {
		fflush(stdout);
		if (f) {
			report_kernel(f, crash.what);
		} else {
			say("heddle: ");
			say(crash.what);
			say(" in a memory copy or fill\n");
		}
		report_place(f);
	}
	reporting = false;
}

/* ---- signals ------------------------------------------------------------------ */

/* Whether the handler's stack is large enough for walking up the stack. */
static bool
has_room(void)
{
	stack_t s;

	return sigaltstack(NULL, &s) || !(s.ss_flags & SS_ONSTACK) ||
	       s.ss_size >= 65536;
}

static void
note_crash(const struct fault *f, const siginfo_t *info, const void *pc)
{
	crash.what = f->what;
	crash.address = f->error == HD_ERR_ADDRESS ? info->si_addr : NULL;
	crash.frames[0] = (void *)pc;
	crash.frame_count = has_room() ? hd_frames(pc, crash.frames) : 1;
}

static const struct fault *
fault_of(int number, const siginfo_t *info)
{
	const struct fault *f = faults;

	while (f->signal != number)
		f++;
	if (number == SIGSEGV &&
	    (hd_is_below_stack(info->si_addr) || hd_is_below_room(info->si_addr)))
		return &overflow;
	return f;
}

static bool
take_fault(int number, siginfo_t *info, void *context)
{
	const struct fault *f;

	if (reporting && info->si_code > 0)
		siglongjmp(report_escape, 1);
	if (!hd_guarded || info->si_code <= 0)
		return false;
	while (hd_is_closing() && hd_is_worker_thread())
		pause(); /* the process ends under a running block */
	f = fault_of(number, info);
	if (!hd_guarded->quiet)
		note_crash(f, info, hd_context_pc(context));
	leave(f->error);
}

static void
install(void)
{
	hd_signals_install((hd_fault_user){take_fault, hd_protect_explain});
}

void
hd_fault_install(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, install);
}

int
hd_run_guarded(void (*fn)(void *arg), void *arg, bool quiet)
{
	hd_guard *outer = hd_guarded;
	hd_guard g; /* the jump buffer is large: not worth clearing */

	hd_fault_install();
	g.quiet = quiet;
	g.failure = HD_OK;
	if (!sigsetjmp(g.escape, 0)) {
		hd_guarded = &g;
		fn(arg);
	}
	hd_guarded = outer;
	return g.failure;
}
