// moving_guard: loops with barriers whose guards on threadIdx.x move from round to round: none to
// seven rounds, up and down, left in the middle, with what is written in one round and read in a
// later one, in tiles of several shapes. As the host computes it.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// A tile that shrinks by a cell on each side in every step; only what is still right is written.
template <int W, int H>
__global__ void
shrink(const int *in, int *out, int steps)
{
	__shared__ int now[H][W], then[H][W];
	int x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * H + y) * W + x;
	bool mine = false;

	now[y][x] = in[at];
	__syncthreads();
	for (int i = 0; i < steps; i++) {
		mine = false;
		if (x >= i + 1 && x <= W - 2 - i && y >= i + 1 && y <= H - 2 - i) {
			mine = true;
			then[y][x] = 3 * now[y][x] + now[y][x - 1] + now[y][x + 1] -
				     now[y - 1][x] - 2 * now[y + 1][x];
		}
		__syncthreads();
		if (i == steps - 1)
			break;
		if (mine)
			now[y][x] = then[y][x];
		__syncthreads();
	}
	out[at] = mine ? then[y][x] : -7;
}

template <int W, int H>
static void
shrink_host(const int *in, int *out, int steps)
{
	int now[H][W], then[H][W] = {};

	for (int k = 0; k < W * H; k++)
		now[k / W][k % W] = in[k], out[k] = -7;
	for (int i = 0; i < steps; i++) {
		for (int y = 0; y < H; y++)
			for (int x = 0; x < W; x++) {
				bool mine = x >= i + 1 && x <= W - 2 - i &&
					    y >= i + 1 && y <= H - 2 - i;

				if (mine)
					then[y][x] = 3 * now[y][x] + now[y][x - 1] +
						     now[y][x + 1] - now[y - 1][x] -
						     2 * now[y + 1][x];
				if (i == steps - 1)
					out[y * W + x] = mine ? then[y][x] : -7;
			}
		for (int y = i + 1; y <= H - 2 - i; y++)
			for (int x = i + 1; x <= W - 2 - i; x++)
				now[y][x] = then[y][x];
	}
}

// Counts down by two, carries values of its own, and returns a whole block from inside the loop.
__global__ void
countdown(const int *in, int *out, int stop)
{
	__shared__ int s[4][16];
	int x = threadIdx.x, y = threadIdx.y, at = blockIdx.x * 64 + y * 16 + x;
	int a = in[at], b = 1;

	for (int i = 13; i > 0; i -= 2) {
		s[y][x] = a;
		__syncthreads();
		if (x < i)
			a += s[3 - y][x + 1] * b;
		if (s[0][0] == stop) {
			out[at] = a - i;
			return;
		}
		__syncthreads();
		int swap = b;

		b = i + 1;
		a -= swap;
	}
	out[at] = a * 2 + b;
}

static void
countdown_host(const int *in, int *out, int stop)
{
	int a[4][16], old[4][16], b = 1;

	for (int k = 0; k < 64; k++)
		a[k / 16][k % 16] = in[k];
	for (int i = 13; i > 0; i -= 2) {
		memcpy(old, a, sizeof a);
		for (int k = 0; k < 64; k++)
			if (k % 16 < i)
				a[k / 16][k % 16] += old[3 - k / 16][k % 16 + 1] * b;
		if (old[0][0] == stop) {
			for (int k = 0; k < 64; k++)
				out[k] = a[k / 16][k % 16] - i;
			return;
		}
		for (int k = 0; k < 64; k++)
			a[k / 16][k % 16] -= b;
		b = i + 1;
	}
	for (int k = 0; k < 64; k++)
		out[k] = a[k / 16][k % 16] * 2 + b;
}

static const int BLOCKS = 5;
static int in[BLOCKS * 512], want[BLOCKS * 512], *dev_in, *dev_out;

static void
compare(const char *name, int n, int how)
{
	static int got[BLOCKS * 512];
	int wrong = 0;

	cudaMemcpy(got, dev_out, n * sizeof *got, cudaMemcpyDeviceToHost);
	for (int k = 0; k < n; k++)
		wrong += got[k] != want[k];
	printf("%s %d: %d wrong\n", name, how, wrong);
}

template <int W, int H>
static void
try_shape(const char *name)
{
	for (int steps = 0; steps < 8; steps++) {
		for (int b = 0; b < BLOCKS; b++)
			shrink_host<W, H>(in + b * W * H, want + b * W * H, steps);
		cudaMemset(dev_out, 0, sizeof want);
		shrink<W, H><<<BLOCKS, dim3(W, H)>>>(dev_in, dev_out, steps);
		compare(name, BLOCKS * W * H, steps);
	}
}

int
main()
{
	for (int k = 0; k < BLOCKS * 512; k++)
		in[k] = (k * 37 + k / 11) % 101 - 50;
	cudaMalloc(&dev_in, sizeof in);
	cudaMalloc(&dev_out, sizeof in);
	cudaMemcpy(dev_in, in, sizeof in, cudaMemcpyHostToDevice);
	try_shape<16, 16>("16x16");
	try_shape<8, 8>("8x8");
	try_shape<32, 8>("32x8");
	try_shape<12, 10>("12x10");
	for (int k = 0; k < 6; k++) {
		/* what a block's first thread has in some round, or nothing that occurs */
		int stop = k < BLOCKS ? in[k * 64] : 123456;

		for (int b = 0; b < BLOCKS; b++)
			countdown_host(in + b * 64, want + b * 64, stop);
		countdown<<<BLOCKS, dim3(16, 4)>>>(dev_in, dev_out, stop);
		compare("countdown", BLOCKS * 64, k);
	}
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
