/* SPDX-License-Identifier: Apache-2.0 */
/* What the jumps and the file that finds their targets share. */
#ifndef HD_FORWARD_H
#define HD_FORWARD_H

#include <stddef.h>

#pragma GCC visibility push(hidden)
extern const size_t hd_forward_count;
extern const char *const hd_forward_names[];
extern void *hd_forward_to[]; /* where the jumps go */

void hd_forward_find(void);
#pragma GCC visibility pop

#endif
