/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels that fail: signals, traps and assertions become device errors.
 *
 * Guarded code (a kernel's blocks, a copy) that faults is left by siglongjmp from the
 * signal handler. The handler runs synchronously in generated code, so it may do what
 * ordinary code may; a fault while it reports only cuts the report short. Faults of
 * other code go to the handlers that were there before. */
#include "inner.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

_Atomic int hd_device_error;
_Thread_local hd_guard *hd_guarded;

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

enum { FAULTS = sizeof faults / sizeof faults[0] };

static struct sigaction before[FAULTS];

void
hd_fail_device(int error)
{
	int none = 0;

	atomic_compare_exchange_strong(&hd_device_error, &none, error);
}

void
hd_clear_device_error(void)
{
	atomic_store(&hd_device_error, 0);
}

_Noreturn void
hd_kernel_fail(int error)
{
	hd_guarded->failure = error;
	siglongjmp(hd_guarded->escape, 1);
}

/* ---- reporting ---------------------------------------------------------------- */

static void
say(const char *text)
{
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		return; /* nobody listens */
}

static void
report_kernel(const hd_frame *f, const char *what)
{
	char name[512], text[1024], lanes[48] = "";

	hd_kernel_title(f->kernel, name, sizeof name);
	if (f->kernel->lanes > 1)
		snprintf(lanes, sizeof lanes, " or one of the next %u",
			 f->kernel->lanes - 1);
	snprintf(text, sizeof text,
		 "heddle: %s in kernel %s\n"
		 "heddle:   block (%u,%u,%u), thread (%u,%u,%u)%s\n",
		 what, name, f->block_index[0], f->block_index[1], f->block_index[2],
		 f->thread_index[0], f->thread_index[1], f->thread_index[2], lanes);
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
report_place(const hd_frame *f, const void *address, const void *pc)
{
	char text[1024], place[800];

	if (address) {
		snprintf(text, sizeof text, "heddle:   address %p\n", address);
		say(text);
	}
	if (hd_where(pc, f ? entry_address(f->kernel) : NULL, place, sizeof place))
		snprintf(text, sizeof text, "heddle:   at %s\n", place);
	else if (f && f->kernel->file)
		snprintf(text, sizeof text,
			 "heddle:   in the kernel defined at %s:%u\n", f->kernel->file,
			 f->kernel->line);
	else
		snprintf(text, sizeof text, "heddle:   at %p\n", pc);
	say(text);
}

/* One report per failed device: the other threads fail for the same reason. */
static void
report(const hd_guard *g, const char *what, const void *address, const void *pc)
{
	int none = 0;

	if (g->quiet ||
	    !atomic_compare_exchange_strong(&hd_device_error, &none, g->failure))
		return;
	reporting = true;
	if (!sigsetjmp(report_escape, 0)) {
		fflush(stdout);
		if (g->frame) {
			report_kernel(g->frame, what);
		} else {
			say("heddle: ");
			say(what);
			say(" in a memory copy or fill\n");
		}
		report_place(g->frame, address, pc);
	}
	reporting = false;
}

void
hd_report_trap(const hd_frame *f, const void *pc)
{
	hd_guard g;

	g.frame = f;
	g.quiet = false;
	g.failure = HD_ERR_LAUNCH;
	report(&g, "trap", NULL, (const char *)pc - 1);
}

/* ---- signals ------------------------------------------------------------------ */

static void
pass_on(int i, siginfo_t *info, void *context)
{
	const struct sigaction *old = &before[i];

	if (old->sa_flags & SA_SIGINFO) {
		old->sa_sigaction(faults[i].signal, info, context);
	} else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
		old->sa_handler(faults[i].signal);
	} else {
		/* Returning repeats the fault; a signal that was sent needs sending. */
		signal(faults[i].signal, SIG_DFL);
		if (info->si_code <= 0)
			raise(faults[i].signal);
	}
}

static void
on_fault(int number, siginfo_t *info, void *context)
{
	hd_guard *g = hd_guarded;
	int i = 0;

	while (faults[i].signal != number)
		i++;
	if (!g || info->si_code <= 0) {
		pass_on(i, info, context);
		return;
	}
	if (reporting)
		siglongjmp(report_escape, 1);
	while (hd_is_closing() && hd_is_worker_thread())
		pause(); /* the process ends under a running block */
	g->failure = faults[i].error;
	report(g, faults[i].what,
	       faults[i].error == HD_ERR_ADDRESS ? info->si_addr : NULL,
	       hd_context_pc(context));
	siglongjmp(g->escape, 1);
}

static void
install(void)
{
	struct sigaction a = {.sa_sigaction = on_fault,
			      .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	sigemptyset(&a.sa_mask);
	for (int i = 0; i < FAULTS; i++)
		sigaction(faults[i].signal, &a, &before[i]);
}

void
hd_fault_install(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, install);
}

void
hd_fault_stack(char *stack, size_t bytes)
{
	stack_t s = {
		.ss_sp = stack, .ss_size = bytes, .ss_flags = stack ? 0 : SS_DISABLE};

	sigaltstack(&s, NULL);
}

int
hd_run_guarded(void (*fn)(void *arg), void *arg, bool quiet)
{
	hd_guard *outer = hd_guarded;
	hd_guard g;
	int error = HD_OK;

	hd_fault_install();
	g.frame = NULL;
	g.quiet = quiet;
	if (!sigsetjmp(g.escape, 0)) {
		hd_guarded = &g;
		fn(arg);
	} else {
		error = g.failure;
	}
	hd_guarded = outer;
	return error;
}
