/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that do not run on their thread's stack, nor with its arenas, have a room: a stack,
 * shared memory and a context. */
#ifndef HD_CORE_ROOM_H
#define HD_CORE_ROOM_H

#include "inner.h"

#include <ucontext.h>

typedef struct hd_room {
	char *memory; /* shared memory and context */
	char *stack;
	size_t stack_bytes;
} hd_room;

/* As large as op says; the frame gets its addresses. False: no memory, or too little. The room
 * is to be freed in any case. */
bool hd_room_new(hd_room *r, const hd_kernel *k, const hd_op *op, hd_frame *f);
void hd_room_free(hd_room *r);
/* A context that runs main on the room's stack, then goes on with `home`; false: impossible. */
bool hd_room_context(const hd_room *r, ucontext_t *self, ucontext_t *home,
		     void (*main)(void));
/* This thread runs in r now, NULL: on its own stack; what it was in before. */
const hd_room *hd_room_enter(const hd_room *r);
bool hd_is_below_room(const void *p); /* right below the stack of that */

#endif
