/* SPDX-License-Identifier: Apache-2.0 */
/* cuda::pipeline: stages that producers fill and consumers empty. */
#ifndef __HEDDLE_CCCL_PIPELINE_H__
#define __HEDDLE_CCCL_PIPELINE_H__

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope Scope, unsigned Stages> struct pipeline_shared_state {
	typedef barrier<Scope> stage_barrier;

	stage_barrier filled[Stages], emptied[Stages];

	pipeline_shared_state() = default;
	pipeline_shared_state(const pipeline_shared_state &) = delete;
};

template <thread_scope Scope> class pipeline {
	typedef barrier<Scope> stage_barrier;

public:
	__device__ pipeline(stage_barrier *filled, stage_barrier *emptied, unsigned stages)
	: __filled(filled), __emptied(emptied), __stages(stages) { }

	/* A stage is free when its consumers have released it, once it has been used. */
	__device__ void
	producer_acquire()
	{
		unsigned round = __in / __stages;

		if (round)
			__emptied[__in % __stages].wait((unsigned long long)(round - 1));
	}
	__device__ void producer_commit() { __filled[__in++ % __stages].arrive(); }
	__device__ void
	consumer_wait()
	{
		__filled[__out % __stages].wait((unsigned long long)(__out / __stages));
	}
	__device__ void consumer_release() { __emptied[__out++ % __stages].arrive(); }
	__device__ bool quit() { return true; }

private:
	stage_barrier *__filled, *__emptied;
	unsigned __stages, __in = 0, __out = 0;
};

/* A thread's own: its copies are done when they are made. */
template <> class pipeline<thread_scope_thread> {
public:
	__device__ void producer_acquire() { }
	__device__ void producer_commit() { }
	__device__ void consumer_wait() { }
	__device__ void consumer_release() { }
	__device__ bool quit() { return true; }
};

__device__ __forceinline__ pipeline<thread_scope_thread>
make_pipeline()
{
	return pipeline<thread_scope_thread>();
}

namespace __hd {
template <class Group, thread_scope Scope, unsigned Stages>
__device__ __forceinline__ pipeline<Scope>
start(const Group &g, pipeline_shared_state<Scope, Stages> *s, unsigned producers,
      unsigned consumers)
{
	if (g.thread_rank() == 0)
		for (unsigned k = 0; k < Stages; k++) {
			init(&s->filled[k], producers);
			init(&s->emptied[k], consumers);
		}
	g.sync();
	return pipeline<Scope>(s->filled, s->emptied, Stages);
}
}

/* Everybody fills and empties; or so many fill; or each says what it does. */
template <class Group, thread_scope Scope, unsigned Stages>
__device__ __forceinline__ pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *s)
{
	return __hd::start(g, s, (unsigned)g.size(), (unsigned)g.size());
}
template <class Group, thread_scope Scope, unsigned Stages>
__device__ __forceinline__ pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *s, size_t producers)
{
	return __hd::start(g, s, (unsigned)producers, (unsigned)(g.size() - producers));
}
template <class Group, thread_scope Scope, unsigned Stages>
__device__ __forceinline__ pipeline<Scope>
make_pipeline(const Group &g, pipeline_shared_state<Scope, Stages> *s, pipeline_role role)
{
	if (g.thread_rank() == 0)
		s->filled[0].__hd_count() = 0;
	g.sync();
	unsigned mine = role == pipeline_role::producer;

	if (mine)
		__atomic_fetch_add(&s->filled[0].__hd_count(), 1u, __ATOMIC_RELAXED);
	g.sync();
	unsigned producers = s->filled[0].__hd_count();

	g.sync();
	return __hd::start(g, s, producers, (unsigned)g.size() - producers);
}

/* The oldest stages but N; nothing is ever outstanding. */
template <unsigned __N, thread_scope Scope> __device__ __forceinline__ void
pipeline_consumer_wait_prior(pipeline<Scope> &p)
{
	if (Scope != thread_scope_thread)
		p.consumer_wait();
}
template <thread_scope Scope> __device__ __forceinline__ void
pipeline_producer_commit(pipeline<thread_scope_thread> &, barrier<Scope> &)
{
}

}

#endif
