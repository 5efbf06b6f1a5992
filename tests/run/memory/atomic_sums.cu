// atomic_sums: floats and doubles that threads add to one place, in global and in shared memory:
// by all threads, by some, by none (what was there stays, zeros with a sign as well), to a place
// for each row or each block, from several blocks at a time, and infinities.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum { N = 10000, THREADS = 96 };

template <typename T>
__global__ void
all(const T *in, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		atomicAdd(out, in[i]);
}

template <typename T>
__global__ void
some(const T *in, T *out, T more_than, int n)
{
	__shared__ T here;
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (threadIdx.x == 0)
		here = -(T)0;
	__syncthreads();
	if (i < n && in[i] > more_than) {
		atomicAdd(&here, in[i]);
		atomicAdd(&out[1 + blockIdx.x % 3], in[i] * 2);
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(&out[0], here);
}

template <typename T>
__global__ void
rows(const T *in, T *out, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x < width && y < height)
		for (int k = 0; k < 3; k++)
			atomicAdd(&out[y], in[(y + k) * width + x]);
}

template <typename T>
static void
run(const char *name)
{
	std::vector<T> in(N), zero(8, -(T)0);
	T sum = 0, big = 0, three[3] = {0, 0, 0};
	int wrong = 0;

	for (int i = 0; i < N; i++) {
		in[i] = (T)((i * 2654435761u >> 8) % 97) * (T)0.5 - 16;
		sum += in[i];
		if (in[i] > 20) {
			big += in[i];
			three[i / THREADS % 3] += in[i] * 2;
		}
	}
	T *d = to_device(in), *out = to_device(zero), *lines = device_array<T>(50);

	all<<<(N + THREADS - 1) / THREADS, THREADS>>>(d, out, N);
	all<<<1, THREADS>>>(d, out + 7, 0);
	SYNC();
	auto got = to_host(out, 8);
	printf("%s: all %s, none leave %s\n", name, got[0] == sum ? "right" : "wrong",
	       std::signbit(got[7]) ? "-0" : "0");
	for (T least : {(T)20, (T)1000}) {
		CK(cudaMemcpy(out, zero.data(), 8 * sizeof(T), cudaMemcpyHostToDevice));
		some<<<(N + THREADS - 1) / THREADS, THREADS>>>(d, out, least, N);
		SYNC();
		got = to_host(out, 8);
		if (least > 20)
			printf("%s: none of any block leave %s%s%s%s\n", name,
			       std::signbit(got[0]) ? "-0" : "0",
			       std::signbit(got[1]) ? " -0" : " 0",
			       std::signbit(got[2]) ? " -0" : " 0",
			       std::signbit(got[3]) ? " -0" : " 0");
		else
			printf("%s: some %s\n", name,
			       got[0] == big && got[1] == three[0] &&
					       got[2] == three[1] && got[3] == three[2]
				       ? "right"
				       : "wrong");
	}
	rows<<<dim3(2, 13), dim3(64, 4)>>>(d, lines, 100, 50);
	SYNC();
	auto line = to_host(lines, 50);
	for (int y = 0; y < 50; y++) {
		T want = 0;
		for (int i = y * 100; i < (y + 3) * 100; i++)
			want += in[i];
		wrong += line[y] != want;
	}
	printf("%s: %d rows wrong\n", name, wrong);
	in[17] = INFINITY;
	CK(cudaMemcpy(d, in.data(), 20 * sizeof(T), cudaMemcpyHostToDevice));
	all<<<1, THREADS>>>(d, out, 50);
	SYNC();
	printf("%s: %g\n", name, (double)to_host(out, 1)[0]);
	CK(cudaFree(d));
	CK(cudaFree(out));
	CK(cudaFree(lines));
}

int
main()
{
	run<float>("float");
	run<double>("double");
	return 0;
}
