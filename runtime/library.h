/* SPDX-License-Identifier: Apache-2.0 */
/* What libheddle offers to the CUDA libraries that are built on it (libs/). */
#ifndef HD_LIBRARY_H
#define HD_LIBRARY_H

#include "cuda_runtime_api.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Work for a stream, in units that several threads do. `fn` does those from `first` on;
 * what it gets as `args` is a copy. It must not call CUDA. */
typedef struct hd_library_call {
	void (*fn)(void *args, uint64_t first, uint64_t count);
	const void *args;
	size_t bytes;          /* of args; up to 64 KiB */
	uint64_t units, grain; /* grain: how many are worth being handed out */
	bool is_long;          /* more than the caller should do by itself */
} hd_library_call;

/* In order with what else is submitted to the stream; it may be captured. */
cudaError_t hd_library_submit(cudaStream_t stream, const hd_library_call *c);
/* The same, and waits for it; not while the stream captures. */
cudaError_t hd_library_run(cudaStream_t stream, const hd_library_call *c);
unsigned hd_library_threads(void); /* that do such work */
/* One lock for all libraries of a process, around what they share and is for one thread
 * at a time. No lock is taken under it. */
void hd_library_lock(void);
void hd_library_unlock(void);
/* The shift register of XORWOW: n steps, or n times 2^67 steps. */
void hd_library_xorwow_skip(uint32_t v[5], uint64_t n, bool sequences);

#endif
