// barrier_many_live: forty values of several types, uniform and per thread, live across
// barriers in a loop.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

// The same body for the device and, with an explicit barrier per step, for the host.
struct State {
#define FIELDS(i)                                                                      \
	int a##i;                                                                      \
	long long b##i;                                                                \
	float c##i;                                                                    \
	double d##i;                                                                   \
	unsigned short e##i;
	EACH(FIELDS)
};

static __host__ __device__ void
start(State &st, int t, int n)
{
#define INIT(i)                                                                        \
	st.a##i = t + i;                                                               \
	st.b##i = (long long)n * i + t;                                                \
	st.c##i = t * 0.5f + i;                                                        \
	st.d##i = t * 0.25 - i;                                                        \
	st.e##i = (unsigned short)(t * 1000 + i);
	EACH(INIT)
}

static __host__ __device__ int
send(const State &st)
{
	int v = 0;
#define SEND(i)                                                                        \
	v += st.a##i * (i + 1) + (int)st.b##i + (int)st.c##i + (int)st.d##i + st.e##i;
	EACH(SEND)
	return v;
}

#define RECEIVE(i)                                                                     \
	st.a##i ^= v + i;                                                              \
	st.b##i += v;                                                                  \
	st.c##i = st.c##i + (v & 7);                                                   \
	st.d##i = st.d##i * 0.5 + (v & 15);                                            \
	st.e##i += (unsigned short)(v + k);

static __host__ __device__ void
receive(State &st, int v, int k)
{
	EACH(RECEIVE);
}

__global__ void
kernel(int *out, int n)
{
	__shared__ int s[96];
	int t = threadIdx.x;
	float scale = n * 2.0f;       // uniform over the grid
	int block_value = blockIdx.x; // uniform over the block
	int affine = t * 4 + block_value;
	State st;
	start(st, t, n);
	for (int k = 0; k < n; k++) {
		s[t] = send(st);
		__syncthreads();
		int v = s[(t + k + 1) % 96] & 0xffff;
		__syncthreads();
		receive(st, v, k);
	}
	out[blockIdx.x * 96 + t] = send(st) + (int)scale + affine + block_value;
}

int
main()
{
	const int n = 5;
	std::vector<int> want(192);
	std::vector<State> st(96);
	std::vector<int> s(96);
	for (int t = 0; t < 96; t++)
		start(st[t], t, n);
	for (int k = 0; k < n; k++) {
		for (int t = 0; t < 96; t++)
			s[t] = send(st[t]);
		for (int t = 0; t < 96; t++)
			receive(st[t], s[(t + k + 1) % 96] & 0xffff, k);
	}
	for (int i = 0; i < 192; i++)
		want[i] = send(st[i % 96]) + 10 + i % 96 * 4 + i / 96 * 2;
	int *d = device_array<int>(192);
	kernel<<<2, 96>>>(d, n);
	SYNC();
	same("live values", to_host(d, 192), want);
}
