// async_primitives: __mbarrier_* and the mbarrier instructions, __pipeline_*, awbarrier:
// producers and consumers in one block, phases, counts, dropping out.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

// Half of the block writes, the other half reads what it wrote, phase after phase.
__global__ void
pass_on(int *sum, int rounds)
{
	__shared__ __mbarrier_t full, empty;
	__shared__ int box[64];
	int n = blockDim.x / 2, i = threadIdx.x % n, total = 0;
	if (threadIdx.x == 0) {
		__mbarrier_init(&full, n);
		__mbarrier_init(&empty, n);
	}
	__syncthreads();
	if (threadIdx.x < n)
		for (int r = 0; r < rounds; r++) {
			while (!__mbarrier_test_wait_parity(&empty, (r & 1) ^ 1))
				;
			box[i] = 10 * r + i;
			__mbarrier_arrive(&full);
		}
	else
		for (int r = 0; r < rounds; r++) {
			while (!__mbarrier_try_wait_parity(&full, r & 1, 1000))
				;
			total += box[n - 1 - i];
			__mbarrier_arrive(&empty);
		}
	if (threadIdx.x >= n)
		atomicAdd(sum, total);
}

// Tokens; a thread that drops out is not waited for.
__global__ void
drop_out(int *out)
{
	__shared__ __mbarrier_t b;
	__shared__ int seen;
	int i = threadIdx.x;
	if (i == 0) {
		__mbarrier_init(&b, blockDim.x);
		seen = 0;
	}
	__syncthreads();
	if (i % 4 == 3) {
		atomicAdd(&seen, 1);
		__mbarrier_arrive_and_drop(&b);
		return;
	}
	__mbarrier_token_t token = __mbarrier_arrive(&b);
	while (!__mbarrier_test_wait(&b, token))
		;
	int first = seen;
	token = __mbarrier_arrive(&b);
	while (!__mbarrier_try_wait(&b, token, 100))
		;
	if (i == 0) {
		*out = first;
		__mbarrier_inval(&b);
	}
}

// The same by instructions, with counts.
__global__ void
by_instructions(int *out)
{
	__shared__ unsigned long long b;
	__shared__ int value;
	unsigned at = (unsigned)__cvta_generic_to_shared(&b), done = 0;
	unsigned long long state;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(8));
	__syncthreads();
	if (threadIdx.x == 1) {
		value = 42;
		asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], %2;"
			     : "=l"(state)
			     : "r"(at), "r"(7)
			     : "memory");
	}
	if (threadIdx.x == 40)
		asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
	while (!done)
		asm volatile("{ .reg .pred p;\n"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n"
			     "selp.b32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(at)
			     : "memory");
	if (threadIdx.x == 63)
		*out = value;
}

__global__ void
copy_ahead(const float4 *in, float4 *out, int n)
{
	__shared__ float4 stage[2][32];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&stage[0][i], &in[i], sizeof(float4));
	__pipeline_commit();
	for (int k = 0; k < n; k++) {
		if (k + 1 < n)
			__pipeline_memcpy_async(&stage[(k + 1) % 2][i],
						&in[32 * (k + 1) + i], sizeof(float4),
						i == 5 ? 4 : 0);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		out[32 * k + i] = stage[k % 2][31 - i];
		__syncthreads();
	}
}

__global__ void
all_arrive(int *out)
{
	__shared__ nvcuda::experimental::awbarrier b;
	__shared__ int count;
	if (threadIdx.x == 0) {
		init(&b, blockDim.x);
		count = 0;
	}
	__syncthreads();
	atomicAdd(&count, 1);
	auto token = b.arrive();
	b.wait(std::move(token));
	atomicAdd(out, count);
}

// How many were still to arrive before each arrival, of which the last counts twice.
__global__ void
pending(int *out)
{
	__shared__ __mbarrier_t b;
	unsigned at = (unsigned)__cvta_generic_to_shared(&b);
	__mbarrier_init(&b, 6);
	for (unsigned i = 0; i < 4; i++) {
		__mbarrier_token_t token;
		asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
			     : "=l"(token)
			     : "r"(at), "r"(i < 2 ? 1 : i - 1)
			     : "memory");
		out[i] = __mbarrier_token_pending_count(token);
	}
}

int
main()
{
	int *out = device_array<int>(4);
	pass_on<<<3, 64>>>(out, 5);
	SYNC();
	printf("passed on: %d\n", to_host(out, 1)[0]);
	drop_out<<<1, 64>>>(out);
	SYNC();
	printf("dropped: %d\n", to_host(out, 1)[0]);
	by_instructions<<<1, 64>>>(out);
	SYNC();
	printf("instructions: %d\n", to_host(out, 1)[0]);
	pending<<<1, 1>>>(out);
	SYNC();
	std::vector<int> left = to_host(out, 4);
	printf("pending: %d %d %d %d\n", left[0], left[1], left[2], left[3]);

	std::vector<float4> in(96);
	for (int i = 0; i < 96; i++)
		in[i] = make_float4(i, 2 * i, 3 * i, 4 * i);
	float4 *din = to_device(in), *dout = device_array<float4>(96);
	copy_ahead<<<1, 32>>>(din, dout, 3);
	SYNC();
	std::vector<float4> got = to_host(dout, 96);
	int wrong = 0;
	for (int i = 0; i < 96; i++) {
		float4 want = in[i / 32 * 32 + 31 - i % 32];
		if (i >= 32 && i % 32 == 31 - 5)
			want.w = 0; // not read from the source
		wrong += memcmp(&want, &got[i], sizeof want) != 0;
	}
	printf("copied ahead: %d wrong\n", wrong);
	CK(cudaMemset(out, 0, 16));
	all_arrive<<<2, 96>>>(out);
	SYNC();
	printf("awbarrier: %d\n", to_host(out, 1)[0]);
	return 0;
}
