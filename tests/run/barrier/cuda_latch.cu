// cuda_latch: latches and semaphores that threads of a block and the host wait at; the
// small headers of cuda/: functional, cmath, annotated_ptr, stream_ref.
// out: host code of the same program; short values by hand
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/barrier>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/stream_ref>

#include "../test.h"

#include <chrono>
#include <cooperative_groups.h>
#include <thread>

using block_latch = cuda::latch<cuda::thread_scope_block>;
using block_semaphore = cuda::counting_semaphore<cuda::thread_scope_block, 8>;

// Odd threads count down, even ones wait for what those have written.
__global__ void
latches(int *out)
{
	__shared__ block_latch half, all;
	__shared__ int s[96];
	int t = threadIdx.x, v = 0;
	if (t == 0) {
		new (&half) block_latch(48);
		new (&all) block_latch(96);
	}
	__syncthreads();
	if (t % 2) {
		s[t] = 3 * t;
		half.count_down();
	} else {
		half.wait();
		v = s[95 - t];
	}
	all.arrive_and_wait();
	out[blockIdx.x * 96 + t] = v + half.try_wait() + s[t | 1];
}

// Three at a time; the threads behind the semaphore make room for others.
__global__ void
semaphores(int *sum, int *most)
{
	__shared__ block_semaphore room;
	__shared__ cuda::binary_semaphore<cuda::thread_scope_block> lock;
	__shared__ int inside, total;
	if (threadIdx.x == 0) {
		new (&room) block_semaphore(3);
		new (&lock) cuda::binary_semaphore<cuda::thread_scope_block>(1);
		inside = total = 0;
	}
	__syncthreads();
	room.acquire();
	atomicMax(most, atomicAdd(&inside, 1) + 1);
	lock.acquire();
	total = total + (int)threadIdx.x;
	lock.release();
	atomicSub(&inside, 1);
	room.release();
	__syncthreads();
	if (threadIdx.x == 0) {
		bool ok = lock.try_acquire() && !lock.try_acquire();
		ok = ok && !lock.try_acquire_for(std::chrono::microseconds(50));
		sum[blockIdx.x] = ok ? total : -1;
	}
}

// Producer and consumer: two semaphores hand a number back and forth.
__global__ void
turns(int *out)
{
	__shared__ cuda::std::binary_semaphore full, empty;
	__shared__ int number;
	if (threadIdx.x == 0) {
		new (&full) cuda::std::binary_semaphore(0);
		new (&empty) cuda::std::binary_semaphore(1);
	}
	__syncthreads();
	int sum = 0;
	for (int k = 0; k < 20; k++)
		if (threadIdx.x == 0) {
			empty.acquire();
			number = k * k;
			full.release();
		} else {
			full.acquire();
			sum = 2 * sum % 1009 + number;
			empty.release();
		}
	if (threadIdx.x == 1)
		*out = sum;
}

__global__ void
standard(int *out)
{
	__shared__ cuda::std::barrier<> b;
	__shared__ cuda::std::latch l;
	if (threadIdx.x == 0) {
		init(&b, blockDim.x);
		new (&l) cuda::std::latch(blockDim.x);
	}
	__syncthreads();
	b.arrive_and_wait();
	auto *a = (cuda::std::atomic<int> *)out;
	a->fetch_add(2, cuda::std::memory_order_relaxed);
	l.arrive_and_wait();
	if (threadIdx.x == 0)
		out[1] = a->load();
}

__global__ void
numbers(const int *in, int *out)
{
	auto half = cuda::proclaim_return_type<int>([] __device__(double x) { return x / 2; });
	cuda::annotated_ptr<const int, cuda::access_property::streaming> p(in);
	cuda::annotated_ptr<int, cuda::access_property> q(out, cuda::access_property::persisting{});
	int t = threadIdx.x;
	q[t] = cuda::ceil_div(t, 7u) + cuda::round_up(t, 4) * 10 + cuda::round_down(t, 8) * 100;
	q[t] += cuda::maximum<>{}(p[t], 50) + cuda::minimum<int>{}(p[t], 20) + half(p[t]);
	cuda::discard_memory(nullptr, 0);
}

__global__ void
copies(const int *in, int *out)
{
	__shared__ int s[64];
	__shared__ cuda::barrier<cuda::thread_scope_block> b;
	auto block = cooperative_groups::this_thread_block();
	if (threadIdx.x == 0)
		init(&b, 64);
	__syncthreads();
	cuda::annotated_ptr<const int, cuda::access_property::global> from(in);
	cuda::annotated_ptr<int, cuda::access_property::shared> to(s);
	cuda::memcpy_async(block, to, from, sizeof s, b);
	b.arrive_and_wait();
	out[threadIdx.x] = s[63 - threadIdx.x];
}

static_assert(cuda::ceil_div(10, 3) == 4 && cuda::ceil_div(255u, 5) == 51, "");
static_assert(cuda::round_up(10L, 4) == 12 && cuda::round_down(10, 4) == 8, "");
static_assert(cuda::ilog2(1000) == 9 && cuda::ceil_ilog2(1000) == 10, "");
static_assert(cuda::next_power_of_two(33u) == 64 && cuda::prev_power_of_two(33) == 32, "");
static_assert(sizeof(cuda::annotated_ptr<int, cuda::access_property::shared>) == 8, "");
static_assert(cuda::std::is_same<decltype(cuda::maximum<>{}(1, 2.5)), double>::value, "");

static void
on_the_host()
{
	cuda::latch<cuda::thread_scope_system> ready(2);
	cuda::counting_semaphore<cuda::thread_scope_system> items(0);
	int sum = 0;
	std::thread other([&] {
		ready.arrive_and_wait();
		for (int i = 0; i < 5; i++)
			items.release();
	});
	ready.arrive_and_wait();
	for (; sum < 5; sum++)
		items.acquire();
	other.join();
	auto soon = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
	printf("host %d %d %d\n", sum, items.try_acquire_for(std::chrono::milliseconds(1)),
	       items.try_acquire_until(soon));
}

static void
streams(int *d)
{
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	cuda::stream_ref r(s), none;
	turns<<<1, 2, 0, r.get()>>>(d);
	r.wait();
	printf("stream %d %d %d %d\n", to_host(d, 1)[0], r.ready(), r == s, r != none);
	CK(cudaStreamDestroy(s));
}

int
main()
{
	int *d = device_array<int>(192);
	std::vector<int> want(192), in(64), sums(64), back(64);
	for (int i = 0; i < 192; i++) {
		int t = i % 96;
		want[i] = (t % 2 ? 0 : 3 * (95 - t)) + 1 + 3 * (t | 1);
	}
	latches<<<2, 96>>>(d);
	SYNC();
	same("latches", to_host(d, 192), want);

	CK(cudaMemset(d, 0, 192 * sizeof *d));
	semaphores<<<4, 100>>>(d, d + 4);
	SYNC();
	std::vector<int> h = to_host(d, 5);
	printf("semaphores %d %d %d %d, %s\n", h[0], h[1], h[2], h[3],
	       h[4] >= 1 && h[4] <= 3 ? "at most three" : "too many");

	CK(cudaMemset(d, 0, 192 * sizeof *d));
	standard<<<1, 64>>>(d);
	SYNC();
	printf("standard %d\n", to_host(d, 2)[1]);

	for (int t = 0; t < 64; t++) {
		in[t] = t * 37 % 101;
		sums[t] = (t + 6) / 7 + (t + 3) / 4 * 40 + t / 8 * 800 + std::max(in[t], 50) +
			  std::min(in[t], 20) + in[t] / 2;
	}
	for (int t = 0; t < 64; t++)
		back[t] = in[63 - t];
	int *di = to_device(in);
	numbers<<<1, 64>>>(di, d);
	SYNC();
	same("numbers", to_host(d, 64), sums);
	copies<<<1, 64>>>(di, d);
	SYNC();
	same("copies", to_host(d, 64), back);
	streams(d);
	on_the_host();
	return 0;
}
