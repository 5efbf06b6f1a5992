/* SPDX-License-Identifier: Apache-2.0 */
/* Who gets a fault: the runtime's handler, or the program's. */
#ifndef HD_CORE_SIGNALS_H
#define HD_CORE_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct hd_fault_user {
	bool (*take)(int number, siginfo_t *info, void *context); /* false: not ours */
	void (*explain)(const void *address); /* what nobody takes, before the end */
} hd_fault_user;

void hd_signals_install(hd_fault_user who);
void hd_signals_renew(uint64_t ticks); /* now and then: is the handler still there? */
void hd_signals_only_faults(sigset_t *before); /* for this thread */
void hd_give_fault_stack(void);                /* to this thread, if it has none */

#endif
