/* SPDX-License-Identifier: Apache-2.0 */
/* How many processes a compilation has at once. One is always allowed, the first of those
 * that do the work; each further one needs leave while it runs. Leave comes from make's
 * jobserver where there is one, else from the processors that have nothing to do. What is
 * compiled never depends on it. */
#ifndef HD_WORKERS_H
#define HD_WORKERS_H

#include <stdbool.h>

/* At most so many, also where the system is busy; 0: as many as there are processors. */
void hd_workers_limit(int n);
/* In a process that outlives the others, before it starts them; and when they are dead, by
 * whatever: what they had leave for is given back. May be called by a signal handler. */
void hd_workers_open(void);
void hd_workers_close(void);

bool hd_worker_take(void); /* leave for one more, if there is any now; never waits */
void hd_worker_give(void); /* one has ended */

#endif
