// Every other element of arrays in global and shared memory, read and written by all threads
// and by some: the same as on the host. Nothing behind the last element is touched.
// out: host code of the same program
#include <cstdio>
#include <sys/mman.h>
#include <unistd.h>

enum { THREADS = 96, BLOCKS = 2, N = THREADS * BLOCKS };

template <typename T>
__global__ void
parts(const T *pairs, T *re, T *im, int from, int to)
{
	int i = blockIdx.x * THREADS + threadIdx.x;

	if (i < from || i >= to)
		return;
	re[i] = pairs[2 * i];
	im[i] = pairs[2 * i + 1];
}

/* Threads `from` to `to` write every other element; the others must stay. */
template <typename T>
__global__ void
weave(const T *in, T *out, int from, int to)
{
	__shared__ T s[2 * THREADS];
	int t = threadIdx.x;

	s[2 * t] = in[t];
	s[2 * t + 1] = (T)(in[t] * 3);
	__syncthreads();
	if (t >= from && t < to)
		s[2 * t + 1] = (T)(s[2 * t] + s[2 * t + 1]);
	__syncthreads();
	for (int k = t; k < 2 * THREADS; k += THREADS)
		out[blockIdx.x * 2 * THREADS + k] = s[k];
}

/* The last elements of an array that ends where memory does. */
__global__ void
last(const int *end, int *out)
{
	int t = threadIdx.x;

	out[t] = end[2 * t - 2 * THREADS + 1];
}

template <typename T>
static int
check(int from, int to)
{
	T *pairs, *re, *im, *out;
	int bad = 0;

	cudaMallocManaged(&pairs, 2 * N * sizeof(T));
	cudaMallocManaged(&re, N * sizeof(T));
	cudaMallocManaged(&im, N * sizeof(T));
	cudaMallocManaged(&out, 2 * N * sizeof(T));
	for (int i = 0; i < 2 * N; i++)
		pairs[i] = (T)(i * 7 + 1);
	for (int i = 0; i < N; i++)
		re[i] = im[i] = 0;
	parts<<<BLOCKS, THREADS>>>(pairs, re, im, from, to);
	weave<<<BLOCKS, THREADS>>>(pairs, out, from, to);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++) {
		bool in = i >= from && i < to;

		bad += re[i] != (in ? pairs[2 * i] : (T)0);
		bad += im[i] != (in ? pairs[2 * i + 1] : (T)0);
	}
	for (int i = 0; i < 2 * N; i++) {
		int t = i % (2 * THREADS) / 2;
		T a = pairs[t], b = (T)(pairs[t] * 3);

		if (t >= from && t < to)
			b = (T)(a + b);
		bad += out[i] != (i % 2 ? b : a);
	}
	cudaFree(pairs);
	cudaFree(re);
	cudaFree(im);
	cudaFree(out);
	return bad;
}

static int
check_end()
{
	long page = sysconf(_SC_PAGESIZE);
	char *p = (char *)mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int *end = (int *)(p + page), *out, bad = 0;

	mprotect(p + page, page, PROT_NONE);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	for (int i = 1; i <= 2 * THREADS; i++)
		end[-i] = i;
	last<<<1, THREADS>>>(end, out);
	cudaDeviceSynchronize();
	for (int t = 0; t < THREADS; t++)
		bad += out[t] != 2 * THREADS - 2 * t - 1;
	cudaFree(out);
	munmap(p, 2 * page);
	return bad;
}

int
main()
{
	for (int from = 0; from < 40; from += 13)
		printf("%d: int %d float %d short %d char %d double %d\n", from,
		       check<int>(from, N - from), check<float>(from, 50),
		       check<short>(from, 77), check<signed char>(from, N),
		       check<double>(from, 90));
	printf("end %d\n", check_end());
	return 0;
}
