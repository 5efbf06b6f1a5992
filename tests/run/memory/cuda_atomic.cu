// cuda_atomic: atomic objects that are volatile, of pointers and floats; waiting for a value.
// out: by hand
#include "../test.h"

#include <cuda/atomic>

struct state {
	cuda::atomic<int, cuda::thread_scope_device> count;
	cuda::std::atomic<int *> place;
	cuda::atomic<float> sum;
	cuda::atomic<unsigned> turn;
};

__global__ void
use(state *s, int *numbers)
{
	volatile cuda::atomic<int, cuda::thread_scope_device> *count = &s->count;
	cuda::atomic_ref<int, cuda::thread_scope_block> first(numbers[0]);
	int *p = s->place.fetch_add(1, cuda::std::memory_order_relaxed);

	count->fetch_add(1, cuda::memory_order_relaxed);
	*p = p - numbers;
	s->sum.fetch_add(0.5f);
	if (count->load() > 0)
		first.fetch_max((int)threadIdx.x);
}

// Threads of one block take turns.
__global__ void
turns(state *s, int *order)
{
	unsigned t = threadIdx.x, now;

	while ((now = s->turn.load()) != t)
		s->turn.wait(now);
	order[t] = s->count++;
	s->turn.store(t + 1);
	s->turn.notify_all();
}

// The host waits for a kernel, and that for the host.
__global__ void
answer(cuda::atomic<int, cuda::thread_scope_system> *a)
{
	a->wait(0);
	*a = a->load() + 1;
	a->notify_one();
}

int
main()
{
	state *s;
	int *numbers;
	cuda::atomic<int, cuda::thread_scope_system> *a;
	CK(cudaMallocManaged(&s, sizeof *s));
	CK(cudaMallocManaged(&numbers, 1024 * sizeof *numbers));
	CK(cudaMallocManaged(&a, sizeof *a));
	memset((void *)s, 0, sizeof *s);
	s->place.store(numbers);
	use<<<10, 100>>>(s, numbers);
	SYNC();
	int wrong = 0;
	for (int i = 1; i < 1000; i++)
		wrong += numbers[i] != i;
	printf("%d %g %d %d %d\n", s->count.load(), s->sum.load(), numbers[0],
	       (int)(s->place.load() - numbers), wrong);
	s->place -= 1000;
	printf("%d %d\n", (int)(s->place.load() - numbers), (int)(++s->place - numbers));

	s->count = 0;
	turns<<<1, 70>>>(s, numbers);
	SYNC();
	wrong = 0;
	for (int i = 0; i < 70; i++)
		wrong += numbers[i] != i;
	printf("%d\n", wrong);

	*a = 0;
	answer<<<1, 1>>>(a);
	a->store(41);
	a->notify_all();
	a->wait(41);
	SYNC();
	printf("%d %d\n", a->load(), decltype(s->count)::is_always_lock_free);
	return 0;
}
