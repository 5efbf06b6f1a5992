// updates: a[i] op= x, where i is all over memory: x a constant, a number of each thread, read from
// a row or from all over memory, or what stands in a[i] itself; a[i] on either side, of several
// types, in shared memory, by some of the threads, and where what was read is needed again.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 1000, THREADS = 128 };

// Each thread has places of its own: `at` is a permutation.
template <typename T>
__global__ void
update(T *a, const T *x, const int *at, const int *from, T *seen, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	T *row = a + at[i];

	row[0] += x[i];
	row[n] = x[i] - row[n];
	row[2 * n] += x[from[i]];
	row[3 * n] += 3;
	row[4 * n] -= (T)i;
	row[5 * n] *= row[5 * n];
	row[6 * n] = row[6 * n] - row[6 * n];
	row[7 * n] += a[7 * n + at[i]];
	seen[i] = row[8 * n];
	row[8 * n] += x[i];
	T old = x[from[i]];
	row[9 * n] -= old;
	seen[n + i] = old;
	if (i % 3) {
		row[10 * n] += x[i];
		row[11 * n] = x[from[i]] - row[11 * n];
		row[12 * n] *= row[12 * n];
	}
}

template <typename T>
static void
expect(std::vector<T> &a, const std::vector<T> &x, const std::vector<int> &at,
       const std::vector<int> &from, std::vector<T> &seen, int n)
{
	for (int i = 0; i < n; i++) {
		T *row = &a[at[i]];

		row[0] += x[i];
		row[n] = x[i] - row[n];
		row[2 * n] += x[from[i]];
		row[3 * n] += 3;
		row[4 * n] -= (T)i;
		row[5 * n] *= row[5 * n];
		row[6 * n] = 0;
		row[7 * n] += row[7 * n];
		seen[i] = row[8 * n];
		row[8 * n] += x[i];
		row[9 * n] -= x[from[i]];
		seen[n + i] = x[from[i]];
		if (i % 3) {
			row[10 * n] += x[i];
			row[11 * n] = x[from[i]] - row[11 * n];
			row[12 * n] *= row[12 * n];
		}
	}
}

// Kernels that do nothing else run in groups of lanes.
template <typename T>
__global__ void
add(T *a, const T *x, const int *at, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		a[at[i]] += x[i];
}

template <typename T>
__global__ void
take(T *a, const T *x, const int *at, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && x[i] != 3)
		a[at[i]] = x[i] - a[at[i]];
}

// The same in shared memory, in two rounds.
__global__ void
shuffle(int *out, const int *x, int by)
{
	__shared__ int s[THREADS];
	int t = threadIdx.x, at = (t * by + 3) % THREADS;

	s[t] = x[t];
	__syncthreads();
	s[at] += x[THREADS + t];
	__syncthreads();
	s[THREADS - 1 - at] = x[t] - s[THREADS - 1 - at];
	__syncthreads();
	out[t] = s[t];
}

template <typename T>
static void
check(const char *what)
{
	const size_t all = 13 * N;
	std::vector<T> a(all), x(N), seen(2 * N);
	std::vector<int> at(N), from(N);

	for (size_t k = 0; k < all; k++)
		a[k] = (T)(k % 40);
	for (int i = 0; i < N; i++) {
		x[i] = (T)(i % 23);
		at[i] = (i * 37 + 5) % N;
		from[i] = (i * 11 + 2) % N;
	}
	T *da = to_device(a), *dx = to_device(x), *ds = device_array<T>(2 * N);
	int *dat = to_device(at), *dfrom = to_device(from);

	update<T><<<(N + THREADS - 1) / THREADS, THREADS>>>(da, dx, dat, dfrom, ds, N);
	SYNC();
	expect(a, x, at, from, seen, N);
	same(what, to_host(da, all), a);
	same("  what was there", to_host(ds, 2 * N), seen);
	add<T><<<(N + THREADS - 1) / THREADS, THREADS>>>(da, dx, dat, N);
	take<T><<<(N + THREADS - 1) / THREADS, THREADS>>>(da + N, dx, dat, N);
	SYNC();
	for (int i = 0; i < N; i++) {
		a[at[i]] += x[i];
		if (x[i] != 3)
			a[N + at[i]] = x[i] - a[N + at[i]];
	}
	same("  alone", to_host(da, all), a);
	for (void *p : {(void *)da, (void *)dx, (void *)ds, (void *)dat, (void *)dfrom})
		CK(cudaFree(p));
}

int
main()
{
	std::vector<int> x(2 * THREADS), want(THREADS);

	check<float>("float");
	check<double>("double");
	check<int>("int");
	check<unsigned char>("unsigned char");
	check<long long>("long long");
	for (int t = 0; t < 2 * THREADS; t++)
		x[t] = t * 5 % 31;
	int *dx = to_device(x), *out = device_array<int>(THREADS);
	shuffle<<<1, THREADS>>>(out, dx, 5);
	SYNC();
	for (int t = 0; t < THREADS; t++)
		want[t] = x[t];
	for (int t = 0; t < THREADS; t++)
		want[(t * 5 + 3) % THREADS] += x[THREADS + t];
	for (int t = 0; t < THREADS; t++) {
		int at = THREADS - 1 - (t * 5 + 3) % THREADS;

		want[at] = x[t] - want[at];
	}
	same("shared", to_host(out, THREADS), want);
	return 0;
}
