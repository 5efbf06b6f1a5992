// overwritten_tiles: tiles of shared memory that the next round overwrites, with a barrier
// between filling and reading but none behind reading; and programs that need no other one.
// flags: --heddle-quick
// out: host code of the same program; sums of the last three by hand
#include "../test.h"

enum { B = 256, BINS = 16, N = 1024, M = 48, T = 16 };

struct point {
	float x, y, z;
};

// Counts of products, in shared memory; the tile is filled behind a guard.
__global__ void
count(unsigned *out, const float *x, const float *y, const float *z, int n)
{
	__shared__ point tile[B];
	__shared__ unsigned bins[BINS][64];
	unsigned t = threadIdx.x;

	for (unsigned w = 0; w < BINS * 64; w += B)
		bins[(w + t) / 64][(w + t) % 64] = 0;
	for (unsigned i = 0; i < n; i += B) {
		if (t + i < n)
			tile[t] = (point){x[t + i], y[t + i], z[t + i]};
		__syncthreads();
		for (unsigned j = 0; j < n; j += B) {
			float px = x[t + j], py = y[t + j], pz = z[t + j];

			for (unsigned k = 0; k < B && k + i < n; k++) {
				float d = tile[k].x * px + tile[k].y * py + tile[k].z * pz;

				atomicAdd(&bins[(int)d % BINS][t / 4], 1u);
			}
		}
	}
	__syncthreads();
	if (t < BINS) {
		unsigned sum = 0;

		for (int k = 0; k < 64; k++)
			sum += bins[t][k];
		out[t] = sum;
	}
}

__global__ void
product(float *c, const float *a, const float *b, int n)
{
	__shared__ float as[T][T], bs[T][T];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y;
	int column = blockIdx.x * T + x;
	float sum = 0;

	for (int m = 0; m < n; m += T) {
		as[y][x] = a[row * n + m + x];
		bs[y][x] = b[(m + y) * n + column];
		__syncthreads();
		for (int k = 0; k < T; k++)
			sum += as[y][k] * bs[k][x];
	}
	c[row * n + column] = sum;
}

// The neighbours' elements, and the one on the other side.
__global__ void
halo(float *out, const float *in, int n)
{
	__shared__ float s[B];
	int t = threadIdx.x;
	float sum = 0;

	for (int i = 0; i < n; i += B) {
		s[t] = in[i + t];
		__syncthreads();
		for (int k = 0; k < 5; k++)
			if (t + k < B)
				sum += s[t + k];
	}
	out[t] = sum;
}

__global__ void
mirror(float *out, const float *in, int n)
{
	__shared__ float s[B];
	int t = threadIdx.x;
	float sum = 0;

	for (int i = 0; i < n; i += B) {
		s[t] = in[i + t];
		__syncthreads();
		sum += s[B - 1 - t] * (1 + i / B);
	}
	out[t] = sum;
}

// Two tiles by turns: one barrier is enough.
__global__ void
turns(float *out, const float *in, int n)
{
	__shared__ float s[2][B], r[2][B];
	int which = 0;
	float sum = 0;

	for (int i = 0; i < n; i += 2 * B) {
		s[which][threadIdx.x] = in[i + threadIdx.x];
		r[0][threadIdx.x] = in[i + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < B; k++)
			sum += s[which][k] + r[0][k];
		r[1][threadIdx.x] = in[i + B + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < B; k++)
			sum += r[1][k];
		which ^= 1;
	}
	out[threadIdx.x] = sum;
}

static float
sum_of(const float *x, int n)
{
	float sum = 0;

	cudaDeviceSynchronize();
	for (int k = 0; k < n; k++)
		sum += x[k];
	return sum;
}

int
main()
{
	float *in, *out;
	unsigned *bins, total[BINS] = {};
	int wrong = 0;

	cudaMallocManaged(&in, 3 * N * sizeof *in);
	cudaMallocManaged(&out, M * M * sizeof *out);
	cudaMallocManaged(&bins, sizeof total);
	for (int k = 0; k < 3 * N; k++)
		in[k] = (float)(k * 37 % 11);
	count<<<1, B>>>(bins, in, in + N, in + 2 * N, N);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			total[(int)(in[i] * in[j] + in[i + N] * in[j + N] +
				    in[i + 2 * N] * in[j + 2 * N]) %
			      BINS]++;
	for (int k = 0; k < BINS; k++)
		wrong += total[k] != bins[k];
	printf("count: %d wrong\n", wrong);
	product<<<dim3(M / T, M / T), dim3(T, T)>>>(out, in, in + N, M);
	cudaDeviceSynchronize();
	wrong = 0;
	for (int i = 0; i < M; i++)
		for (int j = 0; j < M; j++) {
			float sum = 0;

			for (int k = 0; k < M; k++)
				sum += in[i * M + k] * in[N + k * M + j];
			wrong += sum != out[i * M + j];
		}
	printf("product: %d wrong\n", wrong);
	halo<<<1, B>>>(out, in, N);
	printf("halo: %.0f\n", sum_of(out, B));
	mirror<<<1, B>>>(out, in, N);
	printf("mirror: %.0f %.0f\n", sum_of(out, B), out[3]);
	turns<<<1, B>>>(out, in, N);
	printf("turns: %.0f\n", sum_of(out, B));
}
