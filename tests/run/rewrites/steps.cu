// Short loops with barriers, in all directions and with several ways out: the same as on the
// host, thread by thread between two barriers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>

enum { THREADS = 64, BLOCKS = 3 };

__global__ void
tree(const int *in, int *out)
{
	__shared__ int s[THREADS];
	int t = threadIdx.x;

	s[t] = in[blockIdx.x * THREADS + t];
	__syncthreads();
	for (int k = THREADS / 2; k > 0; k >>= 1) {
		if (t < k)
			s[t] += s[t + k];
		__syncthreads();
	}
	out[blockIdx.x * THREADS + t] = s[0] + t;
}

/* Prefix sums, forwards and back. */
__global__ void
scan(const int *in, int *out)
{
	__shared__ int s[2 * THREADS];
	int t = threadIdx.x, step = 1;

	s[2 * t] = in[blockIdx.x * THREADS + t];
	s[2 * t + 1] = 7 * t;
	for (int d = THREADS; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d)
			s[step * (2 * t + 2) - 1] += s[step * (2 * t + 1) - 1];
		step *= 2;
	}
	__syncthreads();
	if (t == 0)
		s[2 * THREADS - 1] = 0;
	for (int d = 1; d < 2 * THREADS; d *= 2) {
		step /= 2;
		__syncthreads();
		if (t < d) {
			int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1,
			    v = s[left];
			s[left] = s[right];
			s[right] += v;
		}
	}
	__syncthreads();
	out[blockIdx.x * THREADS + t] = s[2 * t] * 3 + s[2 * t + 1];
}

/* Threads in the middle of the row, a value carried from step to step, and a way out that
 * the block agrees on. */
__global__ void
waves(const int *in, int *out, int last)
{
	__shared__ int s[THREADS + 1];
	int t = threadIdx.x, sum = 0;

	s[t] = in[blockIdx.x * THREADS + t];
	if (t == 0)
		s[THREADS] = 0;
	__syncthreads();
	for (int d = 1; d <= 7; d++) {
		int next = t >= 4 * d && t <= THREADS - d ? s[t - d] + s[t + 1] : s[t];

		sum = sum * 3 + next;
		__syncthreads();
		s[t] = next & 0xffff;
		__syncthreads();
		if (d == last)
			break;
	}
	out[blockIdx.x * THREADS + t] = sum;
}

/* ---- the host */

static void
host_tree(const int *in, int *out)
{
	int sum = 0;

	for (int t = 0; t < THREADS; t++)
		sum += in[t];
	for (int t = 0; t < THREADS; t++)
		out[t] = sum + t;
}

static void
host_scan(const int *in, int *out)
{
	int sum = 0;

	for (int t = 0; t < THREADS; t++) {
		out[t] = sum * 3;
		sum += in[t];
		out[t] += sum;
		sum += 7 * t;
	}
}

static void
host_waves(const int *in, int *out, int last)
{
	int s[THREADS + 1] = {0}, next[THREADS];

	for (int t = 0; t < THREADS; t++) {
		s[t] = in[t];
		out[t] = 0;
	}
	for (int d = 1; d <= 7; d++) {
		for (int t = 0; t < THREADS; t++) {
			next[t] = t >= 4 * d && t <= THREADS - d ? s[t - d] + s[t + 1] : s[t];
			out[t] = out[t] * 3 + next[t];
		}
		for (int t = 0; t < THREADS; t++)
			s[t] = next[t] & 0xffff;
		if (d == last)
			break;
	}
}

static int
differences(const int *out, const int *want)
{
	int bad = 0;

	for (int i = 0; i < BLOCKS * THREADS; i++)
		bad += out[i] != want[i];
	return bad;
}

int
main()
{
	int *in, *out, want[BLOCKS * THREADS];

	cudaMallocManaged(&in, sizeof want);
	cudaMallocManaged(&out, sizeof want);
	for (int i = 0; i < BLOCKS * THREADS; i++)
		in[i] = i * 7919 % 1000;
	tree<<<BLOCKS, THREADS>>>(in, out);
	cudaDeviceSynchronize();
	for (int b = 0; b < BLOCKS; b++)
		host_tree(in + b * THREADS, want + b * THREADS);
	printf("tree %d\n", differences(out, want));
	scan<<<BLOCKS, THREADS>>>(in, out);
	cudaDeviceSynchronize();
	for (int b = 0; b < BLOCKS; b++)
		host_scan(in + b * THREADS, want + b * THREADS);
	printf("scan %d\n", differences(out, want));
	for (int last = 1; last <= 8; last += 3) {
		waves<<<BLOCKS, THREADS>>>(in, out, last);
		cudaDeviceSynchronize();
		for (int b = 0; b < BLOCKS; b++)
			host_waves(in + b * THREADS, want + b * THREADS, last);
		printf("waves %d: %d\n", last, differences(out, want));
	}
	return 0;
}
