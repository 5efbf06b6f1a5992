/* SPDX-License-Identifier: Apache-2.0 */
/* What the entry points share. An entry point checks, calls the core, and returns
 * through hd_api_return, which keeps the thread's last error. */
#ifndef HD_API_H
#define HD_API_H

#include "../core/core.h"
#include "../core/graph.h"

/* What the public header declares is what the library exports. */
#pragma GCC visibility push(default)
#include "cuda_runtime_api.h"
#pragma GCC visibility pop

/* Every entry point returns through this. */
#define HD_RETURN(error) return hd_api_return((error), __func__)

cudaError_t hd_api_return(int error, const char *name);
int hd_api_begin(void);       /* the runtime is usable, or why not */
int hd_api_synced(int error); /* after waiting: an error of a kernel counts more */
void hd_api_forget_error(void);
bool hd_api_is_used(void);       /* anything was called yet */
int hd_api_swap_last(int error); /* the thread's last error; gives the old one */

/* Handles to what they stand for. */
int hd_api_stream(cudaStream_t handle, hd_stream **out);
extern _Thread_local bool hd_api_per_thread; /* stream 0 is the thread's own */
int hd_api_function(const void *func, hd_function **out);
int hd_api_event(cudaEvent_t handle, hd_event **out);

/* Streams that describe work: nodes of the graph. */
int hd_api_capture_alloc(hd_stream *s, size_t size, void **ptr);
int hd_api_capture_free(hd_stream *s, void *ptr);
int hd_api_pool_alloc(cudaMemPool_t pool, size_t size, cudaStream_t stream, void **ptr);
/* Something that must not be done while others capture. */
int hd_api_begin_unsafe(void);

/* Blocks per multiprocessor. */
int hd_api_active_blocks(const hd_function *f, int block_size, size_t dynamic);

int hd_api_check_kind(enum cudaMemcpyKind kind);
int hd_api_check_fill(const hd_fill *f); /* is all of it there? */
/* Copies as cudaMemcpyAsync does: pageable host memory is free on return. */
int hd_api_copy_async(const hd_copy *c, enum cudaMemcpyKind kind, hd_stream *s);
int hd_api_copy(const hd_copy *c, enum cudaMemcpyKind kind);
int hd_api_box(const struct cudaMemcpy3DParms *p, hd_copy *c);

#endif
