/* SPDX-License-Identifier: Apache-2.0 */
/* Events. */
#include "api.h"

int
hd_api_event(cudaEvent_t handle, hd_event **e)
{
	*e = (hd_event *)handle;
	return *e && atomic_load(&(*e)->live) ? HD_OK : HD_ERR_HANDLE;
}

static int
begin(cudaEvent_t handle, hd_event **e)
{
	int error = hd_api_begin();

	return error ? error : hd_api_event(handle, e);
}

static int
create(cudaEvent_t *event, unsigned flags)
{
	const unsigned known =
		cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
	int error = hd_api_begin();

	if (error)
		return error;
	if (!event || (flags & ~known) ||
	    ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming)))
		return HD_ERR_VALUE;
	*event = (cudaEvent_t)hd_event_new(flags);
	return *event ? HD_OK : HD_ERR_MEMORY;
}

cudaError_t
cudaEventCreate(cudaEvent_t *event)
{
	HD_RETURN(create(event, cudaEventDefault));
}

cudaError_t
cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
	HD_RETURN(create(event, flags));
}

cudaError_t
cudaEventDestroy(cudaEvent_t event)
{
	hd_event *e = (hd_event *)event;
	int error = hd_runtime_start();

	if (!error && (!e || !atomic_load(&e->live)))
		error = HD_ERR_HANDLE;
	if (!error)
		hd_event_free(e);
	HD_RETURN(error);
}

static int
record(cudaEvent_t event, cudaStream_t stream, bool external)
{
	hd_event *e;
	hd_stream *s;
	int error = begin(event, &e);

	if (!error)
		error = hd_api_stream(stream, &s);
	if (error)
		return error;
	if (hd_is_capturing(s))
		return external ? hd_capture_add(s,
						 &(hd_work){.kind = HD_NODE_RECORD,
							    .event = e},
						 NULL)
				: hd_capture_record(s, e);
	hd_capture_forget(e);
	return hd_event_record(e, s);
}

cudaError_t
cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	HD_RETURN(record(event, stream, false));
}

cudaError_t
cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
	if (flags & ~(unsigned)cudaEventRecordExternal)
		HD_RETURN(HD_ERR_VALUE);
	HD_RETURN(record(event, stream, flags != 0));
}

cudaError_t
cudaEventQuery(cudaEvent_t event)
{
	hd_event *e;
	int error = begin(event, &e);

	if (!error && e->captured)
		error = hd_capture_touch(e);
	if (!error && !hd_event_is_reached(e))
		error = HD_ERR_NOT_READY;
	HD_RETURN(hd_api_synced(error));
}

cudaError_t
cudaEventSynchronize(cudaEvent_t event)
{
	hd_event *e;
	int error = begin(event, &e);

	if (!error && e->captured)
		error = hd_capture_touch(e);
	if (!error)
		error = hd_api_synced(hd_wait_position(hd_event_position(e)));
	HD_RETURN(error);
}

static bool
is_timed(hd_event *e)
{
	return !(e->flags & cudaEventDisableTiming) && atomic_load(&e->record);
}

cudaError_t
cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	hd_event *a, *b;
	int error = begin(start, &a);

	if (!error)
		error = begin(end, &b);
	if (!error && !ms)
		error = HD_ERR_VALUE;
	if (!error && (!is_timed(a) || !is_timed(b)))
		error = HD_ERR_HANDLE;
	if (!error && (!hd_event_is_reached(a) || !hd_event_is_reached(b)))
		error = HD_ERR_NOT_READY;
	if (error)
		HD_RETURN(error);
	int64_t ns = (int64_t)(atomic_load(&b->time_ns) - atomic_load(&a->time_ns));

	*ms = (float)((double)ns / 1e6);
	HD_RETURN(HD_OK);
}

static int
wait_for(hd_stream *s, hd_event *e, bool external)
{
	if (external && hd_is_capturing(s))
		return hd_capture_add(s, &(hd_work){.kind = HD_NODE_WAIT, .event = e},
				      NULL);
	if (e->captured || hd_is_capturing(s))
		return hd_capture_wait(s, e);
	return hd_submit_wait(s, hd_event_position(e));
}

cudaError_t
cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
	hd_event *e;
	hd_stream *s;
	int error = begin(event, &e);

	if (!error && (flags & ~(unsigned)cudaEventWaitExternal))
		error = HD_ERR_VALUE;
	if (!error)
		error = hd_api_stream(stream, &s);
	HD_RETURN(error ? error : wait_for(s, e, flags != 0));
}
