/* SPDX-License-Identifier: Apache-2.0 */
/* A child that has our memory, while this thread stands still until it ends, as after vfork;
 * but that its end is told to nobody. Not by clone(): sanitizers take that for a fork. */
#ifndef HD_RUNTIME_CLONE_H
#define HD_RUNTIME_CLONE_H

/* Runs fn(arg) there, on a stack that ends at `top`, and leaves with what it returns. The
 * child's number, which waitpid knows with __WCLONE alone; negative: an error. */
long hd_run_in_child(int (*fn)(void *), char *top, void *arg);

#endif
