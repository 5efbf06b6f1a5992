// known_places: trees in shared memory whose steps are taken by a few threads, so that it is
// known which of them wrote what a thread reads. In between something else happens to some of
// the places: through another pointer, at an index nobody knows, by an atomic, as bytes.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { WIDTH = 256, THREADS = WIDTH / 2 };

enum what { NOTHING, SOMEWHERE, POINTER, ATOMIC, BYTES, GLOBAL, WHATS };

template <enum what WHAT>
__device__ void
disturb(int *s, int t, int *g, int where)
{
	__shared__ int *other;

	switch (WHAT) {
	case SOMEWHERE:
		if (t == 0)
			s[where & (WIDTH - 1)] += 5;
		break;
	case POINTER:
		if (t == 0)
			other = s + 63;
		__syncthreads();
		if (t == 1)
			*other += 7;
		break;
	case ATOMIC:
		if (t < 3)
			atomicAdd(&s[127], t + 1);
		break;
	case BYTES:
		if (t == 0)
			((unsigned char *)s)[4 * 95 + 1] = 9;
		break;
	case GLOBAL:
		if (t == 0)
			g[blockIdx.x] = s[WIDTH - 1];
		break;
	default:
		break;
	}
	__syncthreads();
}

// An exclusive prefix sum, up and down a tree.
template <enum what WHAT>
__global__ void
prefix(const int *in, int *out, int *g, int where)
{
	__shared__ int s[WIDTH];
	int t = threadIdx.x, step = 1;

	s[t] = in[blockIdx.x * WIDTH + t];
	s[t + THREADS] = in[blockIdx.x * WIDTH + t + THREADS];
	for (int d = THREADS; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
		step *= 2;
	}
	__syncthreads();
	disturb<WHAT>(s, t, g, where);
	if (t == 0)
		s[WIDTH - 1] = 0;
	for (int d = 1; d < WIDTH; d *= 2) {
		step /= 2;
		__syncthreads();
		if (t < d) {
			int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
			int v = s[left];
			s[left] = s[right];
			s[right] += v;
		}
	}
	__syncthreads();
	out[blockIdx.x * WIDTH + t] = s[t];
	out[blockIdx.x * WIDTH + t + THREADS] = s[t + THREADS];
}

// Sums of strided halves, as floats; threads that have nothing to do leave their places alone.
template <enum what WHAT>
__global__ void
halves(const int *in, int *out, int *g, int where)
{
	__shared__ float s[WIDTH];
	int t = threadIdx.x;

	s[2 * t] = in[blockIdx.x * WIDTH + t];
	s[2 * t + 1] = in[blockIdx.x * WIDTH + t + THREADS];
	__syncthreads();
	for (int step = 1; step < WIDTH; step *= 2) {
		if (t < WIDTH / 2 / step) {
			int i = 2 * step * t;
			s[i] = s[i] * 0.5f + s[i + step];
			if (step == 8)
				s[i + step] = -s[i];
		}
		__syncthreads();
	}
	disturb<WHAT == BYTES || WHAT == ATOMIC ? NOTHING : WHAT>((int *)s, t, g, where);
	out[blockIdx.x * WIDTH + t] = __float_as_int(s[t]);
	out[blockIdx.x * WIDTH + t + THREADS] = __float_as_int(s[t + THREADS]);
}

template <enum what WHAT>
static void
try_one(int *in, int *out, int *g, int blocks)
{
	for (int where : {31, 128, 255}) {
		prefix<WHAT><<<blocks, THREADS>>>(in, out, g, where);
		printf("%d %d: %08x %08x", WHAT, where, checksum_of(out, blocks * WIDTH),
		       checksum_of(g, blocks));
		halves<WHAT><<<blocks, THREADS>>>(in, out, g, where);
		printf(" %08x\n", checksum_of(out, blocks * WIDTH));
	}
}

int
main()
{
	const int blocks = 5;
	std::vector<int> in(blocks * WIDTH);

	for (int i = 0; i < blocks * WIDTH; i++)
		in[i] = i * 2654435761u >> 20 & 63;
	int *a = to_device(in), *out = device_array<int>(blocks * WIDTH),
	    *g = device_array<int>(blocks);
	try_one<NOTHING>(a, out, g, blocks);
	try_one<SOMEWHERE>(a, out, g, blocks);
	try_one<POINTER>(a, out, g, blocks);
	try_one<ATOMIC>(a, out, g, blocks);
	try_one<BYTES>(a, out, g, blocks);
	try_one<GLOBAL>(a, out, g, blocks);

	prefix<NOTHING><<<blocks, THREADS>>>(a, out, g, 0);
	std::vector<int> got = to_host(out, blocks * WIDTH);
	bool right = true;
	for (int b = 0; b < blocks; b++)
		for (int i = 0, sum = 0; i < WIDTH; i++) {
			right &= got[b * WIDTH + i] == sum;
			sum += in[b * WIDTH + i];
		}
	printf("sums %s\n", right ? "right" : "wrong");
	return 0;
}
