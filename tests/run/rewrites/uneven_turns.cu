// uneven_turns: loops in which some threads of a block have one turn more than others: blocks
// that are whole groups of lanes and those that are not, several rows, values that leave the
// loop, and blocks of a shape that nobody has announced.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

template <int THREADS, int TILE>
__global__ void
halo(const int *in, int *out, int n)
{
	__shared__ int s[TILE];
	int t = threadIdx.x, first = blockIdx.x * THREADS, sum = 0, turns = 0;

	for (int k = t; k < TILE; k += THREADS) {
		int x = first - 2 + k;

		x = x < 0 ? -x : x;
		s[k] = x < n ? in[x] : -k;
		sum += k;
		turns++;
	}
	__syncthreads();
	for (int k = 0; k < TILE; k += 7)
		sum = sum * 3 + s[(t + k) % TILE];
	if (t < THREADS && first + t < n)
		out[first + t] = sum + turns;
}

template <int X, int Y, int TILE>
__global__ void
rows(const int *in, int *out, int n)
{
	__shared__ int s[TILE];
	int t = threadIdx.y * X + threadIdx.x, last = -1;

	for (int k = t; k < TILE; k += X * Y)
		s[last = k] = in[(blockIdx.x * X * Y + k) % n];
	__syncthreads();
	atomicAdd(&out[last % n], s[TILE - 1 - last] + t);
}

// Where TILE is smaller than the block some have no turn at all.
template <int THREADS, int TILE>
static void
test_halo(int other)
{
	const int n = 1000, blocks = (n + THREADS - 1) / THREADS;
	std::vector<int> v(n);

	for (int k = 0; k < n; k++)
		v[k] = k * 7 % 101;
	int *in = to_device(v), *out = device_array<int>(n);
	halo<THREADS, TILE><<<blocks, THREADS>>>(in, out, n);
	SYNC();
	v = to_host(out, n);
	printf("halo %d %d: %u", THREADS, TILE, checksum(v.data(), n * sizeof(int)));
	auto *hidden = halo<THREADS, TILE>;
	hidden<<<blocks, other>>>(in, out, n);
	SYNC();
	v = to_host(out, n);
	printf(", %d: %u\n", other, checksum(v.data(), n * sizeof(int)));
}

template <int X, int Y, int TILE>
static void
test_rows()
{
	const int n = 500;
	std::vector<int> v(n);

	for (int k = 0; k < n; k++)
		v[k] = k * 5 % 97;
	int *in = to_device(v), *out = device_array<int>(n);
	rows<X, Y, TILE><<<16, dim3(X, Y)>>>(in, out, n);
	SYNC();
	v = to_host(out, n);
	printf("rows %d %d %d: %u\n", X, Y, TILE,
	       checksum(v.data(), n * sizeof(int)));
}

int
main()
{
	test_halo<128, 259>(256);
	test_halo<100, 259>(200);
	test_halo<33, 70>(40);
	test_halo<5, 12>(9);
	test_halo<64, 65>(65);
	test_halo<64, 40>(100);
	test_halo<256, 1023>(1000);
	test_rows<32, 4, 150>();
	test_rows<16, 16, 324>();
	test_rows<7, 3, 50>();
	return 0;
}
