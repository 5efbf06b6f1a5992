// mirrored: indices that are mirrored at the edges of an array, or wrap around it, by abs, by
// conditions and in several steps; arrays shorter than a group, and blocks far from any edge.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// s[k] is element first - MARGIN + k, mirrored
enum { THREADS = 64, MARGIN = 5, TILE = THREADS + 2 * MARGIN };

__global__ void
by_conditions(const int *in, int *out, int n)
{
	__shared__ int s[TILE];
	int t = threadIdx.x, first = blockIdx.x * THREADS;

	for (int k = t; k < TILE; k += THREADS) {
		int x = first - MARGIN + k;
		x = x < 0 ? -x : x;
		x = x >= n ? 2 * (n - 1) - x : x;
		s[k] = x >= 0 && x < n ? in[x] : -1;
	}
	__syncthreads();
	if (first + t < n) {
		int sum = 0;
		for (int k = 0; k <= 2 * MARGIN; k++)
			sum = sum * 3 + s[t + k];
		out[first + t] = sum;
	}
}

__global__ void
by_abs(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;

	if (i >= n)
		return;
	for (int k = -MARGIN; k <= MARGIN; k++)
		sum = sum * 3 + in[n - 1 - abs(n - 1 - abs(i + k)) % n];
	out[i] = sum;
}

// What counts down is read first, what counts up is behind a condition of its own.
__global__ void
turned(const int *in, int *out, int n, int turn)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	out[i] = in[i < turn ? turn - 1 - i : i];
	if (i + 7 < n)
		out[i] += in[i % 3 == 0 ? n - 1 - i : i + 7];
}

template <typename F>
static void
compare(const char *name, F launch, F expect, const std::vector<int> &in)
{
	int n = (int)in.size(), *a = to_device(in), *b = device_array<int>(n);
	std::vector<int> want(n);

	launch(a, b, n);
	SYNC();
	expect(in.data(), want.data(), n);
	same(name, to_host(b, n), want);
}

typedef void way(const int *, int *, int);

int
main()
{
	for (int n : {3, 8, 40, 64, 65, 1000}) {
		std::vector<int> in(n);
		for (int i = 0; i < n; i++)
			in[i] = (i * 37 + 11) % 101;
		printf("%d\n", n);
		compare<way *>(
			"conditions",
			[](const int *p, int *q, int m) {
				by_conditions<<<(m + THREADS - 1) / THREADS, THREADS>>>(
					p, q, m);
			},
			[](const int *p, int *q, int m) {
				for (int i = 0; i < m; i++) {
					int sum = 0;
					for (int k = -MARGIN; k <= MARGIN; k++) {
						int x = i + k;
						x = x < 0 ? -x : x;
						x = x >= m ? 2 * (m - 1) - x : x;
						sum = sum * 3 +
						      (x >= 0 && x < m ? p[x] : -1);
					}
					q[i] = sum;
				}
			},
			in);
		compare<way *>(
			"abs",
			[](const int *p, int *q, int m) {
				by_abs<<<(m + 127) / 128, 128>>>(p, q, m);
			},
			[](const int *p, int *q, int m) {
				for (int i = 0; i < m; i++) {
					int sum = 0;
					for (int k = -MARGIN; k <= MARGIN; k++)
						sum = sum * 3 +
						      p[m - 1 -
							abs(m - 1 - abs(i + k)) % m];
					q[i] = sum;
				}
			},
			in);
		compare<way *>(
			"turned",
			[](const int *p, int *q, int m) {
				turned<<<(m + 127) / 128, 128>>>(p, q, m, m / 3);
			},
			[](const int *p, int *q, int m) {
				for (int i = 0; i < m; i++) {
					q[i] = p[i < m / 3 ? m / 3 - 1 - i : i];
					if (i + 7 < m)
						q[i] += p[i % 3 == 0 ? m - 1 - i
								     : i + 7];
				}
			},
			in);
	}
	return 0;
}
