// register_arrays: small arrays of a thread, in loops that become straight code and in loops that
// do not: tiles of a matrix product, the smallest few in order, a window that moves, indices
// that nobody knows, structs, and arrays that are kept over barriers.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 48, THREADS = 24 };

template <int TM, int TN>
__global__ void
product(const float *a, const float *b, float *c, int n)
{
	__shared__ float row[TM * N], column[N * TN];
	float sum[TM][TN] = {}, x[TM], y[TN];
	int first = blockIdx.y * TM, left = blockIdx.x * TN;

	for (int i = threadIdx.x; i < TM * n; i += blockDim.x)
		row[i] = a[(first + i / n) * n + i % n];
	for (int i = threadIdx.x; i < n * TN; i += blockDim.x)
		column[i] = b[i / TN * n + left + i % TN];
	__syncthreads();
	for (int k = threadIdx.x; k < n; k += blockDim.x) {
		for (int i = 0; i < TM; i++)
			x[i] = row[i * n + k];
		for (int j = 0; j < TN; j++)
			y[j] = column[k * TN + j];
		for (int i = 0; i < TM; i++)
			for (int j = 0; j < TN; j++)
				sum[i][j] += x[i] * y[j];
	}
	__syncthreads();
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++)
			atomicAdd(&c[(first + i) * n + left + j], sum[i][j]);
}

__global__ void
smallest(const int *in, int *out, int n)
{
	int best[5], t = blockIdx.x * blockDim.x + threadIdx.x;

	for (int k = 0; k < 5; k++)
		best[k] = 1 << 30;
	for (int i = 0; i < n; i++) {
		int v = (in[i] * (t + 3)) % 1009;

		if (v >= best[4])
			continue;
		best[4] = v;
		for (int k = 4; k > 0; k--)
			if (best[k] < best[k - 1]) {
				int swap = best[k];
				best[k] = best[k - 1];
				best[k - 1] = swap;
			}
	}
	for (int k = 0; k < 5; k++)
		out[5 * t + k] = best[k];
}

__global__ void
window(const int *in, int *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x, last[4] = {t, 1, 2, 3}, sum = 0;

	for (int i = 0; i < n; i++) {
		for (int k = 3; k > 0; k--)
			last[k] = last[k - 1];
		last[0] = in[(i + t) % n];
		if (last[0] & 1)
			for (int k = 0; k < 4; k++)
				sum += last[k] << k;
	}
	out[t] = sum;
}

__global__ void
counted(const int *in, int *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned char count[8];

	for (int k = 0; k < 8; k++)
		count[k] = (unsigned char)k;
	for (int i = 0; i < n; i++)
		count[(in[i] + t) & 7]++;
	int sum = 0;
	for (int k = 0; k < 8; k++)
		sum = sum * 31 + count[k];
	out[t] = sum;
}

struct pair {
	double x;
	short k;
};

__global__ void
pairs(double *out)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	pair p[3];

	for (int k = 0; k < 3; k++)
		p[k] = {t + k * 0.5, (short)(k + t % 3)};
	for (int i = 0; i < 2; i++)
		for (int k = i; k < 3; k++)
			p[k].x += p[2 - k].x * p[i].k;
	double sum = 0;
	for (int k = 0; k < 3; k++)
		sum += p[k].x * p[k].k;
	out[t] = sum;
}

__global__ void
over_barriers(int *out)
{
	__shared__ int s[THREADS];
	int t = threadIdx.x, mine[4];

	for (int k = 0; k < 4; k++) {
		s[t] = t * (k + 1);
		__syncthreads();
		mine[k] = s[(t + k) % THREADS];
		__syncthreads();
	}
	int sum = 0;
	for (int k = 0; k < 4; k++)
		sum = sum * 7 + mine[k];
	out[blockIdx.x * THREADS + t] = sum;
}

static int wrong;

template <typename T>
static void
compare(const char *name, const T *d, const std::vector<T> &want)
{
	std::vector<T> have(want.size());

	SYNC();
	CK(cudaMemcpy(have.data(), d, want.size() * sizeof(T), cudaMemcpyDeviceToHost));
	for (size_t i = 0; i < want.size(); i++)
		if (have[i] != want[i]) {
			printf("%s: [%zu] is %g, not %g\n", name, i, (double)have[i],
			       (double)want[i]);
			wrong++;
			return;
		}
}

static void
products()
{
	std::vector<float> a(N * N), b(N * N), c(N * N);

	for (int i = 0; i < N * N; i++)
		a[i] = i % 7 - 3, b[i] = i % 5 - 2;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			for (int k = 0; k < N; k++)
				c[i * N + j] += a[i * N + k] * b[k * N + j];
	float *da = device_array<float>(N * N), *db = device_array<float>(N * N),
	      *dc = device_array<float>(N * N);
	CK(cudaMemcpy(da, a.data(), N * N * 4, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(db, b.data(), N * N * 4, cudaMemcpyHostToDevice));
	product<4, 4><<<dim3(N / 4, N / 4), THREADS>>>(da, db, dc, N);
	compare("product<4, 4>", dc, c);
	CK(cudaMemset(dc, 0, N * N * 4));
	product<8, 2><<<dim3(N / 2, N / 8), 40>>>(da, db, dc, N);
	compare("product<8, 2>", dc, c);
}

int
main()
{
	const int n = 100, blocks = 3, all = blocks * THREADS;
	std::vector<int> in(n), best(5 * all), moved(all), count(all), kept(all);
	std::vector<double> sums(all);

	for (int i = 0; i < n; i++)
		in[i] = i * i * 37 % 1013;
	for (int t = 0; t < all; t++) {
		int b[5] = {1 << 30, 1 << 30, 1 << 30, 1 << 30, 1 << 30},
		    last[4] = {t, 1, 2, 3}, c[8], m[4];

		for (int i = 0; i < n; i++) {
			int v = (in[i] * (t + 3)) % 1009, k = 4;
			if (v < b[4]) {
				for (; k > 0 && b[k - 1] > v; k--)
					b[k] = b[k - 1];
				b[k] = v;
			}
		}
		for (int k = 0; k < 5; k++)
			best[5 * t + k] = b[k];
		for (int i = 0; i < n; i++) {
			for (int k = 3; k > 0; k--)
				last[k] = last[k - 1];
			last[0] = in[(i + t) % n];
			for (int k = 0; last[0] & 1 && k < 4; k++)
				moved[t] += last[k] << k;
		}
		for (int k = 0; k < 8; k++)
			c[k] = k;
		for (int i = 0; i < n; i++)
			c[(in[i] + t) & 7]++;
		for (int k = 0; k < 8; k++)
			count[t] = count[t] * 31 + c[k];
		double x[3] = {t * 1.0, t + 0.5, t + 1.0};
		for (int i = 0; i < 2; i++)
			for (int k = i; k < 3; k++)
				x[k] += x[2 - k] * (i + t % 3);
		for (int k = 0; k < 3; k++)
			sums[t] += x[k] * (k + t % 3);
		for (int k = 0; k < 4; k++)
			m[k] = (t % THREADS + k) % THREADS * (k + 1);
		for (int k = 0; k < 4; k++)
			kept[t] = kept[t] * 7 + m[k];
	}
	int *din = device_array<int>(n), *out = device_array<int>(5 * all);
	double *dsums = device_array<double>(all);
	CK(cudaMemcpy(din, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	smallest<<<blocks, THREADS>>>(din, out, n);
	compare("smallest", out, best);
	window<<<blocks, THREADS>>>(din, out, n);
	compare("window", out, moved);
	counted<<<blocks, THREADS>>>(din, out, n);
	compare("counted", out, count);
	pairs<<<blocks, THREADS>>>(dsums);
	compare("pairs", dsums, sums);
	over_barriers<<<blocks, THREADS>>>(out);
	compare("over_barriers", out, kept);
	products();
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
