// cuda_barrier: cuda::barrier with all and with some threads, arrive apart from wait,
// completion functions; pipelines with roles and without; cuda::atomic.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/type_traits>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void
phases(int *out)
{
	__shared__ block_barrier all, half;
	__shared__ int s[96];
	int t = threadIdx.x;
	if (t == 0) {
		init(&all, 96);
		init(&half, 48);
	}
	__syncthreads();
	s[t] = t;
	for (int k = 0; k < 3; k++) {
		auto token = all.arrive();
		int own = t * k;
		all.wait(std::move(token));
		int v = s[(t + 33) % 96];
		all.arrive_and_wait();
		s[t] = v + own % 5;
		if (t % 2) { // odd threads meet twice, even ones not at all
			half.arrive_and_wait();
			v = s[(t + 2) % 96];
			half.arrive_and_wait();
			s[t] += v & 1;
		}
		all.arrive_and_wait();
	}
	out[t] = s[t];
}

// The first warp fills, the others empty.
__global__ void
stages(const int *in, int *out, int n)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	__shared__ int buffer[2][64];
	auto block = cg::this_thread_block();
	auto role = threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
	auto pipe = cuda::make_pipeline(block, &state, role);
	int sum = 0;
	for (int k = 0; k < n; k++)
		if (role == cuda::pipeline_role::producer) {
			pipe.producer_acquire();
			cuda::memcpy_async(&buffer[k % 2][threadIdx.x * 2], in + k * 64 + threadIdx.x * 2,
					   cuda::aligned_size_t<8>(8), pipe);
			pipe.producer_commit();
		} else {
			pipe.consumer_wait();
			sum = sum * 3 + buffer[k % 2][(threadIdx.x * 7) % 64];
			pipe.consumer_release();
		}
	out[threadIdx.x] = sum;
}

// Everybody does both, one stage ahead.
__global__ void
ahead(const int *in, int *out, int n)
{
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
	__shared__ int buffer[2][64];
	auto block = cg::this_thread_block();
	auto pipe = cuda::make_pipeline(block, &state);
	int sum = 0;
	pipe.producer_acquire();
	cuda::memcpy_async(block, buffer[0], in, sizeof(int) * 64, pipe);
	pipe.producer_commit();
	for (int k = 0; k < n; k++) {
		if (k + 1 < n) {
			pipe.producer_acquire();
			cuda::memcpy_async(block, buffer[(k + 1) % 2], in + (k + 1) * 64,
					   sizeof(int) * 64, pipe);
			pipe.producer_commit();
		}
		pipe.consumer_wait();
		sum = sum * 3 + buffer[k % 2][(threadIdx.x * 5 + 1) % 64];
		pipe.consumer_release();
	}
	out[threadIdx.x] = sum;
}

__global__ void
atomics(cuda::atomic<int, cuda::thread_scope_device> *a, int *plain)
{
	a->fetch_add(2, cuda::memory_order_relaxed);
	cuda::atomic_ref<int, cuda::thread_scope_block> r(*plain);
	r.fetch_max((int)threadIdx.x);
	int expected = 1000;
	a[1].compare_exchange_strong(expected, 7);
	static_assert(cuda::std::is_same<int, int>::value, "");
}

int
main()
{
	int *d = device_array<int>(96);
	phases<<<1, 96>>>(d);
	SYNC();
	std::vector<int> s(96), v(96), h = to_host(d, 96);
	for (int t = 0; t < 96; t++)
		s[t] = t;
	for (int k = 0; k < 3; k++) {
		for (int t = 0; t < 96; t++)
			v[t] = s[(t + 33) % 96] + t * k % 5;
		s = v;
		for (int t = 1; t < 96; t += 2)
			s[t] = v[t] + (v[(t + 2) % 96] & 1);
	}
	same("phases", h, s);

	std::vector<int> in(64 * 9), want(96);
	for (size_t i = 0; i < in.size(); i++)
		in[i] = (int)(i * 7919 % 1000);
	int *di = to_device(in), *o = device_array<int>(96);
	stages<<<1, 96>>>(di, o, 9);
	SYNC();
	for (int t = 32; t < 96; t++)
		for (int k = 0; k < 9; k++)
			want[t] = want[t] * 3 + in[k * 64 + t * 7 % 64];
	same("stages", to_host(o, 96), want);
	ahead<<<1, 64>>>(di, o, 9);
	SYNC();
	std::vector<int> want2(64);
	for (int t = 0; t < 64; t++)
		for (int k = 0; k < 9; k++)
			want2[t] = want2[t] * 3 + in[k * 64 + (t * 5 + 1) % 64];
	same("ahead", to_host(o, 64), want2);

	int *a = device_array<int>(3), first[3] = {5, 1000, -1};
	CK(cudaMemcpy(a, first, sizeof first, cudaMemcpyHostToDevice));
	atomics<<<4, 50>>>((cuda::atomic<int, cuda::thread_scope_device> *)a, a + 2);
	SYNC();
	std::vector<int> r = to_host(a, 3);
	cuda::atomic<int> host(3);
	host += 4;
	printf("%d %d %d %d\n", r[0], r[1], r[2], host.load());
	return 0;
}
