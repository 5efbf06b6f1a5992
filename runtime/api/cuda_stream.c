/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and host functions. */
#include "api.h"

#include <stdlib.h>

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

_Thread_local bool hd_api_per_thread;

int
hd_api_stream(cudaStream_t handle, hd_stream **out)
{
	if (hd_unlikely(hd_api_per_thread && !handle))
		handle = cudaStreamPerThread;
	if (hd_likely(!handle || handle == cudaStreamLegacy)) {
		*out = hd_stream_legacy();
		return hd_capture_legacy();
	}
	if (handle == cudaStreamPerThread) {
		*out = hd_stream_per_thread();
		return *out ? HD_OK : HD_ERR_MEMORY;
	}
	*out = (hd_stream *)handle;
	return atomic_load_explicit(&(*out)->live, memory_order_relaxed)
		       ? HD_OK
		       : HD_ERR_HANDLE;
}

static int
begin(cudaStream_t handle, hd_stream **s)
{
	int error = hd_api_begin();

	return error ? error : hd_api_stream(handle, s);
}

static int
create(cudaStream_t *stream, unsigned flags, int priority)
{
	hd_stream *s;
	int error = hd_api_begin();

	if (!error && (!stream || (flags & ~(unsigned)cudaStreamNonBlocking)))
		error = HD_ERR_VALUE;
	if (error)
		return error;
	if (priority < GREATEST_PRIORITY)
		priority = GREATEST_PRIORITY;
	if (priority > LEAST_PRIORITY)
		priority = LEAST_PRIORITY;
	error = hd_stream_new(flags & cudaStreamNonBlocking ? HD_SYNC_NONE
							    : HD_SYNC_BLOCKING,
			      flags, priority, &s);
	if (!error)
		*stream = (cudaStream_t)s;
	return error;
}

cudaError_t
cudaStreamCreate(cudaStream_t *stream)
{
	HD_RETURN(create(stream, cudaStreamDefault, 0));
}

cudaError_t
cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
	HD_RETURN(create(stream, flags, 0));
}

cudaError_t
cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
	HD_RETURN(create(stream, flags, priority));
}

static bool
is_default(cudaStream_t s)
{
	return !s || s == cudaStreamLegacy || s == cudaStreamPerThread;
}

cudaError_t
cudaStreamDestroy(cudaStream_t stream)
{
	hd_stream *s;
	int error = is_default(stream) ? HD_ERR_HANDLE : hd_runtime_start();

	if (!error)
		error = hd_api_stream(stream, &s);
	if (!error && hd_is_capturing(s))
		error = hd_capture_leave(s);
	if (!error)
		hd_stream_free(s);
	HD_RETURN(error);
}

cudaError_t
cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && !priority)
		error = HD_ERR_VALUE;
	if (!error)
		*priority = s->priority;
	HD_RETURN(error);
}

cudaError_t
cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && !flags)
		error = HD_ERR_VALUE;
	if (!error)
		*flags = s->flags;
	HD_RETURN(error);
}

cudaError_t
cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && !id)
		error = HD_ERR_VALUE;
	if (!error)
		*id = s->id;
	HD_RETURN(error);
}

cudaError_t
cudaStreamGetDevice(cudaStream_t stream, int *device)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && !device)
		error = HD_ERR_VALUE;
	if (!error)
		*device = 0;
	HD_RETURN(error);
}

cudaError_t
cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
	int error = hd_api_begin();

	if (!error && least)
		*least = LEAST_PRIORITY;
	if (!error && greatest)
		*greatest = GREATEST_PRIORITY;
	HD_RETURN(error);
}

cudaError_t
cudaStreamSynchronize(cudaStream_t stream)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && hd_is_capturing(s))
		error = hd_capture_refuse(s);
	HD_RETURN(error ? error : hd_api_synced(hd_wait_stream(s)));
}

cudaError_t
cudaStreamQuery(cudaStream_t stream)
{
	hd_stream *s;
	int error = begin(stream, &s);

	if (!error && hd_is_capturing(s))
		error = hd_capture_refuse(s);
	if (!error && !hd_is_stream_idle(s))
		error = HD_ERR_NOT_READY;
	HD_RETURN(hd_api_synced(error));
}

cudaError_t
cudaStreamAttachMemAsync(cudaStream_t stream, void *ptr, size_t length,
			 unsigned int flags)
{
	hd_stream *s;
	int error = begin(stream, &s);

	(void)length;
	if (!error && (!ptr || !flags || flags > cudaMemAttachSingle))
		error = HD_ERR_VALUE;
	HD_RETURN(error);
}

/* ---- host functions ----------------------------------------------------------- */

struct callback {
	cudaHostFn_t host;
	cudaStreamCallback_t stream_callback;
	cudaStream_t stream;
	void *data;
};

/* A failed device runs no more host functions, but callbacks learn of the failure. */
static void
run_callback(void *user, int error)
{
	struct callback c = *(struct callback *)user;

	free(user);
	if (c.stream_callback)
		c.stream_callback(c.stream, (cudaError_t)error, c.data);
	else if (!error)
		c.host(c.data);
}

/* Callbacks that want the stream's status are too old for graphs. */
static int
capture_host(hd_stream *s, const struct callback *c)
{
	hd_work w = {.kind = HD_NODE_HOST, .host = {c->host, c->data}};

	return c->host ? hd_capture_add(s, &w, NULL) : hd_capture_refuse(s);
}

static int
submit(cudaStream_t stream, const struct callback *c)
{
	hd_stream *s;
	int error = begin(stream, &s);
	struct callback *copy = NULL;

	if (!error && !c->host && !c->stream_callback)
		error = HD_ERR_VALUE;
	if (!error && !(copy = malloc(sizeof *copy)))
		error = HD_ERR_MEMORY;
	if (!error && hd_is_capturing(s)) {
		free(copy);
		return capture_host(s, c);
	}
	if (error)
		return error;
	*copy = *c;
	error = hd_submit_host(s, run_callback, copy);
	if (error)
		free(copy);
	return error;
}

cudaError_t
cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *data)
{
	HD_RETURN(submit(stream, &(struct callback){.host = fn, .data = data}));
}

cudaError_t
cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data,
		      unsigned int flags)
{
	struct callback c = {
		.stream_callback = callback, .stream = stream, .data = data};

	HD_RETURN(flags ? HD_ERR_VALUE : submit(stream, &c));
}
