// divisions: quotients and rests of integers of all widths, by what differs from thread to thread
// and by what does not, by all threads or by those whose divisor is in range; with the ends of
// the types, divisors of zero and -1, and dividends just below multiples; loops with remainders.
// out: host code of the same program; a GPU (H200, CUDA 13.0) says so but for division by zero
#include "../test.h"

#include <type_traits>

enum { N = 1 << 14 };

template <typename T>
__global__ void
both(const T *a, const T *b, T *quotient, T *rest, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		quotient[i] = a[i] / b[i];
		rest[i] = a[i] % b[i];
	}
}

template <typename T>
__global__ void
by_one(const T *a, T *quotient, T *rest, T by, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n) {
		quotient[i] = a[i] / by;
		rest[i] = (T)((unsigned long long)a[i] + i) % by;
	}
}

// Only some threads divide, and their divisors come from a loop.
template <typename T>
__global__ void
some(const T *a, const T *b, T *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	T x, y;

	if (i >= n)
		return;
	x = a[i];
	y = b[i];
	for (int k = 0; k < 8 && y != 0; k++) {
		T r = x % y;
		x = y;
		y = r;
	}
	if (y > 5 && i % 3)
		x = (T)(x - a[i] / y);
	out[i] = x;
}

static unsigned long long state = 88172645463325252ull;

static unsigned long long
next()
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

// What a GPU makes of it.
template <typename T>
static void
divide(T x, T y, T *quotient, T *rest)
{
	if (y == 0) {
		*quotient = (T)-1;
		*rest = x;
	} else if (std::is_signed<T>::value && y == (T)-1) {
		*quotient = (T)(0ull - (unsigned long long)x);
		*rest = 0;
	} else {
		*quotient = x / y;
		*rest = x % y;
	}
}

template <typename T>
static void
run(const char *name)
{
	const int bits = 8 * sizeof(T);
	const T top = (T)(1ull << (bits - 1));
	const T ends[] = {0,	   1,		 2,	 3, (T)-1, (T)-2,
			  top, (T)~top, (T)(top + 1), 7, 10,	 (T)-7};
	std::vector<T> a(N), b(N);
	long wrong = 0, wrong_one = 0;

	for (int i = 0; i < N; i++) {
		T q, r;
		b[i] = (T)((unsigned long long)(T)next() >> next() % bits);
		a[i] = (T)(next() >> next() % 64);
		if (i < 144) { // narrow types are divided as int: no zeros among them
			a[i] = ends[i / 12];
			b[i] = ends[i % 12];
		}
		if (sizeof(T) < 4 && b[i] == 0)
			b[i] = 1;
		divide(a[i], b[i], &q, &r);
		if (i >= 144 && i % 4 == 0 && b[i] != 0 && b[i] != (T)-1)
			a[i] = (T)((unsigned long long)q * b[i] - 1);
	}
	T *da = to_device(a), *db = to_device(b), *dq = device_array<T>(N),
	  *dr = device_array<T>(N);
	both<<<N / 128, 128>>>(da, db, dq, dr, N);
	SYNC();
	auto q = to_host(dq, N), r = to_host(dr, N);
	for (int i = 0; i < N; i++) {
		T x, y;
		divide(a[i], b[i], &x, &y);
		if ((q[i] != x || r[i] != y) && !wrong++)
			printf("%s: %lld by %lld: %lld, %lld\n", name, (long long)a[i],
			       (long long)b[i], (long long)q[i], (long long)r[i]);
	}
	for (T by : {(T)97, (T)1, (T)-3, (T)~top, top}) {
		by_one<<<N / 128, 128>>>(da, dq, dr, by, N);
		SYNC();
		q = to_host(dq, N);
		r = to_host(dr, N);
		for (int i = 0; i < N; i++) {
			T x, y, none;
			divide(a[i], by, &x, &none);
			divide((T)((unsigned long long)a[i] + i), by, &none, &y);
			wrong_one += q[i] != x || r[i] != y;
		}
	}
	some<<<N / 128, 128>>>(da, db, dq, N);
	SYNC();
	q = to_host(dq, N);
	printf("%s: %ld wrong, %ld wrong by one for all, %08x\n", name, wrong, wrong_one,
	       checksum(q.data(), N * sizeof(T)));
	CK(cudaFree(da));
	CK(cudaFree(db));
	CK(cudaFree(dq));
	CK(cudaFree(dr));
}

int
main()
{
	run<int>("int");
	run<unsigned>("unsigned");
	run<short>("short");
	run<unsigned short>("unsigned short");
	run<signed char>("signed char");
	run<unsigned char>("unsigned char");
	run<long long>("long long");
	run<unsigned long long>("unsigned long long");
	return 0;
}
