// Comparisons of thread indices in narrow types, where the lanes of one group go around the
// type more than once: the same as on the host.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

#define HD __host__ __device__

struct guard { long long by; int kind; };

HD static bool
holds(int t, guard g)
{
	unsigned long long far = (unsigned long long)t * 0x4000000000000001ull;

	switch (g.kind) {
	case 0: return (signed char)g.by < (signed char)((unsigned)t * 94u);
	case 1: return (unsigned char)g.by >= (unsigned char)((unsigned)t * 171u);
	case 2: return (short)g.by > (short)((unsigned)t * 30011u);
	case 3: return (unsigned char)((unsigned)t * 64u) == (unsigned char)g.by;
	case 4: return (int)g.by <= (int)((unsigned)t * 1610612741u);
	default: return far < (unsigned long long)g.by;
	}
}

template <int Kind>
__global__ void
guarded(const int *in, int *out, long long by)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, v = in[t];

	if (holds((int)threadIdx.x, {by, Kind}))
		v = in[blockDim.x - threadIdx.x] / 3 * v;
	out[t] = v;
}

template <int Kind>
static int
differences(int *in, int *out)
{
	const int threads = 96, blocks = 2;
	int bad = 0;

	for (long long by = -128; by < 256; by += 13) {
		long long to = Kind < 4 ? by : by * 0x01000000000000ll + by * 16777216;

		guarded<Kind><<<blocks, threads>>>(in, out, to);
		cudaDeviceSynchronize();
		for (int t = 0; t < blocks * threads; t++) {
			int x = t % threads, v = in[t];

			if (holds(x, {to, Kind}))
				v = in[threads - x] / 3 * v;
			bad += out[t] != v;
		}
	}
	return bad;
}

int
main()
{
	int *in, *out;

	cudaMallocManaged(&in, 1024 * sizeof *in);
	cudaMallocManaged(&out, 1024 * sizeof *out);
	for (int i = 0; i < 1024; i++)
		in[i] = i * 79 + 13;
	printf("%d %d %d\n", differences<0>(in, out), differences<1>(in, out),
	       differences<2>(in, out));
	printf("%d %d %d\n", differences<3>(in, out), differences<4>(in, out),
	       differences<5>(in, out));
	return 0;
}
