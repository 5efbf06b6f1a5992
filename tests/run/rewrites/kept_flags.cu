// kept_flags: flags that say which way a thread went, and are asked behind barriers: set by chains
// of && and ||, in nested branches, in loops that are left early, by what was read, in one of several
// places, twice. As the host computes it.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { W = 24, H = 8, N = W * H };

__device__ __host__ static bool
inside(int x, int y, int n)
{
	return x > 0 && (y > 0 || x == 7) && x + y < n;
}

__global__ void
chains(const int *in, int *out, int n)
{
	__shared__ int s[N];
	int x = threadIdx.x, y = threadIdx.y, t = y * W + x;
	bool one = false, two = false, three = false;

	s[t] = in[t];
	__syncthreads();
	if (inside(x, y, n)) {
		s[t] += 5;
		one = true;
	}
	if (x < 3 || y > n / 4 || (x ^ y) == 9) {
		if (x != y)
			two = true;
		else
			s[t] -= 2;
		s[t] *= 3;
	}
	for (int k = 0; k < 5; k++)
		if (x == 3 * k && y < n) {
			three = true;
			break;
		}
	__syncthreads();
	int v = s[N - 1 - t];
	__syncthreads();
	if (one)
		s[t] = v + 1;
	if (two)
		s[t] ^= v << 4;
	__syncthreads();
	out[t] = s[(t + 31) % N] + (three ? 1000 : 0) + (one && !two ? 50000 : 0);
}

__global__ void
reads(const int *in, int *out, int n)
{
	__shared__ int s[N];
	int x = threadIdx.x, y = threadIdx.y, t = y * W + x;
	bool small = false;

	s[t] = in[t];
	if (x < n && in[t] % 3 == 0) {
		for (int k = 0; k < in[t] % 5; k++)
			s[t] += k;
		small = true;
	}
	__syncthreads();
	int v = s[(t * 7) % N];
	__syncthreads();
	if (small)
		s[t] = v;
	__syncthreads();
	out[t] = s[t];
}

/* One of two places sets the flag, and one asks. */
__global__ void
places(const int *in, int *out, int n, int which)
{
	__shared__ int s[N];
	int x = threadIdx.x, y = threadIdx.y, t = y * W + x, add;
	bool flag = false;

	if (which) {
		if (x >= n) {
			s[t] = in[t];
			flag = true;
		} else {
			s[t] = -1;
		}
		__syncthreads();
		add = 3;
	} else {
		s[t] = 2 * in[t];
		if (y < n && x > 4) {
			s[t]++;
			flag = true;
		}
		__syncthreads();
		add = s[0];
	}
	out[t] = flag ? s[N - 1 - t] + add : -add;
}

/* Rounds that some leave, with the flag of the last one. */
__global__ void
rounds(const int *in, int *out, int n)
{
	__shared__ int s[N];
	int x = threadIdx.x, y = threadIdx.y, t = y * W + x;
	bool mine = false;

	s[t] = in[t];
	__syncthreads();
	for (int i = 0; i < n; i++) {
		int v = s[(t + 1) % N];

		__syncthreads();
		mine = false;
		if (x > i && x < W - i && y != i) {
			mine = true;
			s[t] += v;
		}
		__syncthreads();
		if (i == 4)
			break;
	}
	out[t] = mine ? s[t] : -s[t];
}

static void
chains_host(const std::vector<int> &in, std::vector<int> &out, int n)
{
	std::vector<int> s = in, old;
	std::vector<char> one(N), two(N), three(N);

	for (int t = 0; t < N; t++) {
		int x = t % W, y = t / W;

		one[t] = inside(x, y, n);
		s[t] += one[t] ? 5 : 0;
		if (x < 3 || y > n / 4 || (x ^ y) == 9) {
			two[t] = x != y;
			s[t] = 3 * (s[t] - (x == y ? 2 : 0));
		}
		three[t] = x % 3 == 0 && x < 15 && y < n;
	}
	old = s;
	for (int t = 0; t < N; t++) {
		if (one[t])
			s[t] = old[N - 1 - t] + 1;
		if (two[t])
			s[t] ^= old[N - 1 - t] << 4;
	}
	for (int t = 0; t < N; t++)
		out[t] = s[(t + 31) % N] + (three[t] ? 1000 : 0) +
			 (one[t] && !two[t] ? 50000 : 0);
}

static void
reads_host(const std::vector<int> &in, std::vector<int> &out, int n)
{
	std::vector<int> s = in;

	for (int t = 0; t < N; t++)
		if (t % W < n && in[t] % 3 == 0)
			for (int k = 0; k < in[t] % 5; k++)
				s[t] += k;
	for (int t = 0; t < N; t++)
		out[t] = t % W < n && in[t] % 3 == 0 ? s[(t * 7) % N] : s[t];
}

static void
places_host(const std::vector<int> &in, std::vector<int> &out, int n, int which)
{
	std::vector<int> s(N);
	std::vector<char> flag(N);

	for (int t = 0; t < N; t++) {
		flag[t] = which ? t % W >= n : t / W < n && t % W > 4;
		s[t] = which ? (flag[t] ? in[t] : -1) : 2 * in[t] + flag[t];
	}
	for (int t = 0; t < N; t++) {
		int add = which ? 3 : s[0];

		out[t] = flag[t] ? s[N - 1 - t] + add : -add;
	}
}

static void
rounds_host(const std::vector<int> &in, std::vector<int> &out, int n)
{
	std::vector<int> s = in;
	std::vector<char> mine(N);

	for (int i = 0; i < n && i < 5; i++) {
		std::vector<int> old = s;

		for (int t = 0; t < N; t++) {
			mine[t] = t % W > i && t % W < W - i && t / W != i;
			s[t] += mine[t] ? old[(t + 1) % N] : 0;
		}
	}
	for (int t = 0; t < N; t++)
		out[t] = mine[t] ? s[t] : -s[t];
}

static int bad;

static void
check(const char *what, int n, const int *got, const std::vector<int> &want)
{
	SYNC();
	if (to_host(got, N) != want) {
		printf("%s: differs with %d\n", what, n);
		bad++;
	}
}

int
main()
{
	std::vector<int> in(N), want(N);
	dim3 block(W, H);

	for (int k = 0; k < N; k++)
		in[k] = k * 37 % 101;
	int *from = to_device(in), *to = device_array<int>(N);
	for (int n = 0; n < 32; n += 3) {
		chains<<<1, block>>>(from, to, n);
		chains_host(in, want, n);
		check("chains", n, to, want);
		reads<<<1, block>>>(from, to, n);
		reads_host(in, want, n);
		check("reads", n, to, want);
		rounds<<<1, block>>>(from, to, n);
		rounds_host(in, want, n);
		check("rounds", n, to, want);
		for (int which = 0; which < 2; which++) {
			places<<<1, block>>>(from, to, n, which);
			places_host(in, want, n, which);
			check("places", n, to, want);
		}
	}
	printf("%d differ\n", bad);
	return bad != 0;
}
