// every_fourth: shared memory at strides of two and four with offsets, read, written and exchanged
// by all threads or the first ones; elements in between stay as they are. As the host has it.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 64, N = 4 * THREADS + 8 };

template <typename T, int STRIDE, int FROM, int TO>
static __host__ __device__ void
step(T *s, int t)
{
	T a = s[STRIDE * t + FROM], b = s[STRIDE * t + TO];

	s[STRIDE * t + FROM] = b;
	s[STRIDE * t + TO] = (T)(a + 3 * b);
}

template <typename T, int STRIDE, int FROM, int TO>
__global__ void
every(T *out, int few)
{
	__shared__ T s[N];
	int t = threadIdx.x;

	for (int k = t; k < N; k += THREADS)
		s[k] = (T)(k * 7 + blockIdx.x);
	__syncthreads();
	step<T, STRIDE, FROM, TO>(s, t);
	__syncthreads();
	if (t < 5)
		step<T, STRIDE, FROM, TO>(s, t);
	__syncthreads();
	if (t < few)
		step<T, STRIDE, FROM, TO>(s, t);
	__syncthreads();
	if (t % 3 == 1)
		step<T, STRIDE, FROM, TO>(s, t);
	__syncthreads();
	for (int k = t; k < N; k += THREADS)
		out[blockIdx.x * N + k] = s[k];
}

template <typename T, int STRIDE, int FROM, int TO>
static void
host(T *s, int few, int block)
{
	for (int k = 0; k < N; k++)
		s[k] = (T)(k * 7 + block);
	for (int t = 0; t < THREADS; t++)
		step<T, STRIDE, FROM, TO>(s, t);
	for (int t = 0; t < 5; t++)
		step<T, STRIDE, FROM, TO>(s, t);
	for (int t = 0; t < few; t++)
		step<T, STRIDE, FROM, TO>(s, t);
	for (int t = 1; t < THREADS; t += 3)
		step<T, STRIDE, FROM, TO>(s, t);
}

template <typename T, int STRIDE, int FROM, int TO>
static void
try_one(const char *name)
{
	static T got[2 * N], want[N];
	int wrong = 0;
	T *out;

	cudaMalloc(&out, sizeof got);
	for (int few = 1; few <= THREADS; few += 9) {
		every<T, STRIDE, FROM, TO><<<2, THREADS>>>(out, few);
		cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
		for (int block = 0; block < 2; block++) {
			host<T, STRIDE, FROM, TO>(want, few, block);
			for (int k = 0; k < N; k++)
				wrong += got[block * N + k] != want[k];
		}
	}
	cudaFree(out);
	printf("%s %d t + %d, %d: %d wrong\n", name, STRIDE, FROM, TO, wrong);
}

template <typename T>
static void
try_type(const char *name)
{
	try_one<T, 2, 0, 1>(name);
	try_one<T, 4, 1, 3>(name);
	try_one<T, 4, 3, 0>(name);
	try_one<T, 4, 2, 7>(name);
}

// A tree of sums up and down again, as for a prefix sum, in place.
__global__ void
prefix(const int *in, int *out)
{
	__shared__ int s[2 * THREADS];
	int t = threadIdx.x, by = 1;

	s[2 * t] = in[2 * t];
	s[2 * t + 1] = in[2 * t + 1];
	for (int d = THREADS; d > 0; d /= 2, by *= 2) {
		__syncthreads();
		if (t < d)
			s[by * (2 * t + 2) - 1] += s[by * (2 * t + 1) - 1];
	}
	if (t == 0)
		s[2 * THREADS - 1] = 0;
	for (int d = 1; d <= THREADS; d *= 2) {
		by /= 2;
		__syncthreads();
		if (t < d) {
			int left = s[by * (2 * t + 1) - 1];

			s[by * (2 * t + 1) - 1] = s[by * (2 * t + 2) - 1];
			s[by * (2 * t + 2) - 1] += left;
		}
	}
	__syncthreads();
	out[2 * t] = s[2 * t];
	out[2 * t + 1] = s[2 * t + 1];
}

int
main()
{
	int in[2 * THREADS], got[2 * THREADS], sum = 0, wrong = 0, *p, *q;

	try_type<int>("int");
	try_type<float>("float");
	try_type<double>("double");
	try_type<short>("short");
	try_type<unsigned char>("byte");
	for (int k = 0; k < 2 * THREADS; k++)
		in[k] = (k * 29) % 31 - 9;
	cudaMalloc(&p, sizeof in);
	cudaMalloc(&q, sizeof in);
	cudaMemcpy(p, in, sizeof in, cudaMemcpyHostToDevice);
	prefix<<<1, THREADS>>>(p, q);
	cudaMemcpy(got, q, sizeof got, cudaMemcpyDeviceToHost);
	for (int k = 0; k < 2 * THREADS; k++) {
		wrong += got[k] != sum;
		sum += in[k];
	}
	printf("prefix sum: %d wrong\n", wrong);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
