/* SPDX-License-Identifier: Apache-2.0 */
/* What the CUDA libraries of libs/ are built on. They report errors themselves: the
 * thread's last one stays as it is. */
#include "api.h"

#pragma GCC visibility push(default)
#include "../library.h"
#pragma GCC visibility pop

#include <pthread.h>

static int
begin(cudaStream_t stream, hd_stream **s)
{
	int error = hd_api_begin();

	return error ? error : hd_api_stream(stream, s);
}

static hd_call
call_of(const hd_library_call *c)
{
	return (hd_call){c->fn, c->args, c->bytes, c->units, c->grain, c->is_long};
}

cudaError_t
hd_library_submit(cudaStream_t stream, const hd_library_call *c)
{
	hd_stream *s;
	int error = begin(stream, &s);
	hd_call call = call_of(c);

	if (error)
		return (cudaError_t)error;
	if (hd_is_capturing(s)) {
		hd_work w = {.kind = HD_NODE_CALL, .call = call};

		w.asked = (void *)c->args; /* copied */
		w.asked_bytes = c->bytes;
		return (cudaError_t)hd_capture_add(s, &w, NULL);
	}
	return (cudaError_t)hd_submit_call(s, &call, NULL);
}

cudaError_t
hd_library_run(cudaStream_t stream, const hd_library_call *c)
{
	hd_stream *s;
	hd_position at;
	int error = begin(stream, &s);
	hd_call call = call_of(c);

	if (!error && hd_is_capturing(s))
		error = hd_capture_refuse(s);
	if (!error)
		error = hd_submit_call(s, &call, &at);
	if (!error)
		error = hd_api_synced(hd_wait_position(at));
	return (cudaError_t)error;
}

unsigned
hd_library_threads(void)
{
	return hd_topology_get()->threads;
}

static pthread_mutex_t shared_lock = PTHREAD_MUTEX_INITIALIZER;

void
hd_library_lock(void)
{
	pthread_mutex_lock(&shared_lock);
}

void
hd_library_unlock(void)
{
	pthread_mutex_unlock(&shared_lock);
}

void
hd_library_xorwow_skip(uint32_t v[5], uint64_t n, bool sequences)
{
	hd_xorwow_skip(v, n, sequences);
}
