/* SPDX-License-Identifier: Apache-2.0 */
/* How threads wait (wake.c), for those who start them and wait with them (pool.c). */
#ifndef HD_CORE_WAKE_H
#define HD_CORE_WAKE_H

#include "inner.h"

/* A thread without work. */
typedef struct hd_pause {
	uint64_t since; /* ticks; 0: there is work */
	uint64_t usual; /* ticks that such pauses take */
} hd_pause;

/* What a thread waits for besides new work. */
typedef struct hd_goal {
	bool (*done)(void *arg);
	void *arg;
} hd_goal;

/* The workers, of which the first `running` look for work. may_spin: there are more processors
 * than this thread's. */
void hd_wake_begin(hd_worker *workers, unsigned running, bool may_spin);
/* There is nobody to be woken: `run` does what was submitted. */
void hd_wake_instead(void (*run)(void));
void hd_wake_end(void); /* hd_is_closing holds from now on, and nobody sleeps */

uint32_t hd_wake_epoch(void); /* to be read before one looks for work */
/* Sleeps until something happens after `seen` that concerns `who`, a set of enum hd_wake; or
 * until the goal is met, if there is one. w: NULL for a thread that does not work. */
void hd_wake_idle(hd_worker *w, uint32_t seen, uint32_t who, const hd_goal *g,
		  hd_pause *p);
void hd_pause_ended(hd_pause *p, uint64_t when);

extern _Thread_local bool hd_is_ours;       /* this thread is one of the pool's */
extern _Atomic bool hd_host_thread_listens; /* to all that is done */

#endif
