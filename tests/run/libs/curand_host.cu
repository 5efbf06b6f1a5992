// curand_host: the sequences of curandGenerate, their order and offsets, what
// distributions look like, streams, generators on the host, and wrong arguments.
// flags: -lcurand --heddle-quick
// out: host code, and kernels that draw the same numbers
#include "../test.h"

#include <algorithm>
#include <cmath>
#include <curand.h>
#include <curand_kernel.h>

#define CR(call) \
	do { \
		curandStatus_t r_ = (call); \
		if (r_ != CURAND_STATUS_SUCCESS) { \
			printf("%d: %s is %d\n", __LINE__, #call, (int)r_); \
			exit(1); \
		} \
	} while (0)

static const struct {
	const char *name;
	curandRngType_t type;
} types[] = {
	{"XORWOW", CURAND_RNG_PSEUDO_XORWOW},
	{"MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A},
	{"Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10},
	{"MT19937", CURAND_RNG_PSEUDO_MT19937},
};

static curandGenerator_t
make(curandRngType_t type, unsigned long long seed, bool host = false)
{
	curandGenerator_t g;
	CR(host ? curandCreateGeneratorHost(&g, type) : curandCreateGenerator(&g, type));
	CR(curandSetPseudoRandomGeneratorSeed(g, seed));
	return g;
}

// Of cuRAND's own example: the first numbers for seed 1234.
static void
test_example()
{
	float *d = device_array<float>(100);
	curandGenerator_t g = make(CURAND_RNG_PSEUDO_DEFAULT, 1234);
	CR(curandGenerateUniform(g, d, 100));
	std::vector<float> h = to_host(d, 100);
	for (int i = 0; i < 10; i++)
		printf("%1.4f ", h[i]);
	printf("\n");
	CR(curandDestroyGenerator(g));
	CK(cudaFree(d));
}

// The number at n is the (n / lanes)th of subsequence n % lanes.
template <class S>
__global__ void
by_lane(const unsigned *got, int lanes, int n, unsigned long long seed, int *wrong)
{
	int lane = blockIdx.x * blockDim.x + threadIdx.x;
	S s;
	if (lane >= lanes || lane % 37)
		return;
	curand_init(seed, lane, 0, &s);
	for (int i = lane; i < n; i += lanes)
		if (curand(&s) != got[i])
			atomicAdd(wrong, 1);
}

template <class S>
static void
test_lanes(const char *name, curandRngType_t type, curandOrdering_t order)
{
	const int n = 20000, lanes = 4096;
	const unsigned long long seed = 0x123456789abcdefull;
	unsigned *d = device_array<unsigned>(n);
	int *wrong = device_array<int>(1);
	curandGenerator_t g = make(type, seed);
	CR(curandSetGeneratorOrdering(g, order));
	CR(curandGenerate(g, d, n));
	by_lane<S><<<lanes / 64, 64>>>(d, lanes, n, seed, wrong);
	SYNC();
	printf("%s: %d numbers differ from those of kernels\n", name, to_host(wrong, 1)[0]);
	CR(curandDestroyGenerator(g));
	CK(cudaFree(d));
	CK(cudaFree(wrong));
}

// Philox: four numbers of each subsequence.
__global__ void
by_block(const unsigned *got, int blocks, unsigned long long seed, int *wrong)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	curandStatePhilox4_32_10_t s;
	if (t >= blocks)
		return;
	curand_init(seed, t, 0, &s);
	uint4 x = curand4(&s);
	if (x.x != got[t * 4] || x.y != got[t * 4 + 1] || x.z != got[t * 4 + 2] || x.w != got[t * 4 + 3])
		atomicAdd(wrong, 1);
}

static void
test_blocks()
{
	const int blocks = 4000;
	unsigned *d = device_array<unsigned>(blocks * 4);
	int *wrong = device_array<int>(1);
	curandGenerator_t g = make(CURAND_RNG_PSEUDO_PHILOX4_32_10, 1234);
	CR(curandGenerate(g, d, blocks * 4));
	by_block<<<(blocks + 63) / 64, 64>>>(d, blocks, 1234, wrong);
	SYNC();
	printf("Philox: %d blocks differ from those of kernels\n", to_host(wrong, 1)[0]);
	CR(curandDestroyGenerator(g));
	CK(cudaFree(d));
	CK(cudaFree(wrong));
}

static std::vector<unsigned>
bits(curandGenerator_t g, int n)
{
	unsigned *d = device_array<unsigned>(n);
	CR(curandGenerate(g, d, n));
	std::vector<unsigned> h = to_host(d, n);
	CK(cudaFree(d));
	return h;
}

// In parts, from an offset, again, and on the host: the same numbers.
static void
test_same(int which)
{
	const int n = 12000;
	curandRngType_t type = types[which].type;
	curandGenerator_t g = make(type, 99);
	std::vector<unsigned> all = bits(g, n), got;
	CR(curandSetPseudoRandomGeneratorSeed(g, 99));
	for (int part : {1, 500, 4095, 4096, 3308}) {
		std::vector<unsigned> more = bits(g, part);
		got.insert(got.end(), more.begin(), more.end());
	}
	bool parts = got == all, offset = true;
	for (unsigned long long from : {1, 4096, 7001}) {
		if (type == CURAND_RNG_PSEUDO_MT19937)
			break;
		CR(curandSetGeneratorOffset(g, from));
		got = bits(g, n - (int)from);
		offset &= std::equal(got.begin(), got.end(), all.begin() + from);
	}
	curandGenerator_t h = make(type, 99, true), other = make(type, 100);
	std::vector<unsigned> host(n);
	CR(curandGenerate(h, host.data(), n));
	printf("%s: parts %d, offset %d, host %d, other seed %d, %08x\n", types[which].name, parts,
	       offset, host == all, bits(other, n) == all, checksum(all.data(), n * 4));
	CR(curandDestroyGenerator(g));
	CR(curandDestroyGenerator(h));
	CR(curandDestroyGenerator(other));
}

// Mean and deviation, in units of how far they are expected to be off.
template <class T>
static bool
is_like(const char *what, const T *d, int n, double mean, double deviation, double low, double high)
{
	std::vector<T> h = to_host(d, n);
	double sum = 0, squares = 0;
	bool inside = true;
	for (int i = 0; i < n; i++) {
		sum += h[i];
		squares += (h[i] - mean) * (h[i] - mean);
		inside &= h[i] > low && h[i] <= high;
	}
	double off = (sum / n - mean) / (deviation / sqrt(n)), wide = sqrt(squares / n) / deviation;
	bool good = inside && fabs(off) < 4 && fabs(wide - 1) < 0.05;
	if (!good)
		printf("%s: off by %g, deviation %g, inside %d\n", what, off, wide, inside);
	return good;
}

static void
test_shapes(int which)
{
	const int n = 20000;
	float *f = device_array<float>(n);
	double *d = device_array<double>(n);
	unsigned *u = device_array<unsigned>(n);
	curandGenerator_t g = make(types[which].type, 7);
	bool good = true;
	CR(curandGenerate(g, u, n));
	good &= is_like("bits", u, n, 2147483648.0, 4294967296.0 / sqrt(12), -1, 4294967295.0);
	CR(curandGenerateUniform(g, f, n));
	good &= is_like("uniform", f, n, 0.5, 1 / sqrt(12), 0, 1);
	CR(curandGenerateUniformDouble(g, d, n));
	good &= is_like("uniform double", d, n, 0.5, 1 / sqrt(12), 0, 1);
	CR(curandGenerateNormal(g, f, n, 3, 2));
	good &= is_like("normal", f, n, 3, 2, -9, 15);
	CR(curandGenerateNormalDouble(g, d, n, -1, 0.5));
	good &= is_like("normal double", d, n, -1, 0.5, -4, 2);
	double sigma = 0.25, m = exp(0.5 + sigma * sigma / 2), s = m * sqrt(exp(sigma * sigma) - 1);
	CR(curandGenerateLogNormal(g, f, n, 0.5, sigma));
	good &= is_like("log normal", f, n, m, s, 0, 10);
	CR(curandGenerateLogNormalDouble(g, d, n, 0.5, sigma));
	good &= is_like("log normal double", d, n, m, s, 0, 10);
	for (double lambda : {0.1, 4.0, 150.0, 5000.0, 1e8}) {
		CR(curandGeneratePoisson(g, u, n, lambda));
		good &= is_like("Poisson", u, n, lambda, sqrt(lambda), -1, lambda * 2 + 20);
	}
	printf("%s: distributions %s\n", types[which].name, good ? "right" : "WRONG");
	CR(curandDestroyGenerator(g));
	CK(cudaFree(f));
	CK(cudaFree(d));
	CK(cudaFree(u));
}

// How often each number comes, for a small lambda.
static void
test_poisson()
{
	const int n = 40000;
	unsigned *u = device_array<unsigned>(n);
	curandGenerator_t g = make(CURAND_RNG_PSEUDO_XORWOW, 5);
	CR(curandGeneratePoisson(g, u, n, 3));
	std::vector<unsigned> h = to_host(u, n);
	int count[64] = {0};
	for (unsigned x : h)
		count[x < 63 ? x : 63]++;
	double p = exp(-3.0), chi = 0;
	for (int k = 0; k < 10; p *= 3.0 / ++k)
		chi += (count[k] - n * p) * (count[k] - n * p) / (n * p);
	printf("Poisson of 3: %s\n", chi < 30 ? "right" : "WRONG");
	CR(curandDestroyGenerator(g));
	CK(cudaFree(u));
}

__global__ void
halve(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] *= 0.5f;
}

// Two generators in two streams, with kernels between; then the second numbers of each.
static void
test_streams()
{
	const int n = 50000;
	cudaStream_t s[2];
	curandGenerator_t g[2];
	float *d[2], *e = device_array<float>(n);
	for (int i = 0; i < 2; i++) {
		CK(cudaStreamCreateWithFlags(&s[i], i ? cudaStreamNonBlocking : 0));
		d[i] = device_array<float>(n);
		g[i] = make(types[i].type, 1000);
		CR(curandSetStream(g[i], s[i]));
		CR(curandGenerateSeeds(g[i]));
	}
	CK(cudaDeviceSynchronize());
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 2; i++) {
			CR(curandGenerateUniform(g[i], d[i], n));
			halve<<<(n + 127) / 128, 128, 0, s[i]>>>(d[i], n);
		}
	SYNC();
	bool good = true;
	for (int i = 0; i < 2; i++) {
		curandGenerator_t again = make(types[i].type, 1000);
		CR(curandSetGeneratorOffset(again, n));
		CR(curandGenerateUniform(again, e, n));
		std::vector<float> got = to_host(d[i], n), want = to_host(e, n);
		for (int k = 0; k < n; k++)
			good &= got[k] == want[k] * 0.5f;
		CR(curandDestroyGenerator(again));
		CR(curandDestroyGenerator(g[i]));
		CK(cudaStreamDestroy(s[i]));
		CK(cudaFree(d[i]));
	}
	printf("streams: %s\n", good ? "in order" : "WRONG");
	CK(cudaFree(e));
}

static void
test_errors()
{
	curandGenerator_t g, none = NULL;
	float *f = device_array<float>(16);
	unsigned *u = (unsigned *)f;
	printf("type %d\n", curandCreateGenerator(&g, (curandRngType_t)7));
	g = make(CURAND_RNG_PSEUDO_XORWOW, 1);
	printf("no generator %d %d %d\n", curandGenerate(none, u, 8), curandSetStream(none, 0),
	       curandDestroyGenerator(none));
	printf("odd %d %d\n", curandGenerateNormal(g, f, 7, 0, 1), curandGenerateLogNormal(g, f, 3, 0, 1));
	printf("dimensions %d, long long %d, order %d\n", curandSetQuasiRandomGeneratorDimensions(g, 2),
	       curandGenerateLongLong(g, (unsigned long long *)f, 4),
	       curandSetGeneratorOrdering(g, (curandOrdering_t)7));
	printf("lambda %d\n", curandGeneratePoisson(g, u, 8, -1));
	int version = 0, major = 0;
	CR(curandGetVersion(&version));
	CR(curandGetProperty(MAJOR_VERSION, &major));
	printf("version %d %d\n", version == CURAND_VERSION, version / 1000 == major);
	CR(curandDestroyGenerator(g));
	CK(cudaFree(f));
}

int
main()
{
	test_example();
	test_lanes<curandStateXORWOW_t>("XORWOW", CURAND_RNG_PSEUDO_XORWOW,
					CURAND_ORDERING_PSEUDO_DEFAULT);
	test_lanes<curandStateMRG32k3a_t>("MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A,
					  CURAND_ORDERING_PSEUDO_LEGACY);
	test_blocks();
	// what the authors of these print for the same seeds
	curandGenerator_t g = make(CURAND_RNG_PSEUDO_PHILOX4_32_10, 0);
	std::vector<unsigned> first = bits(g, 4);
	printf("Philox: %08x %08x %08x %08x\n", first[0], first[1], first[2], first[3]);
	CR(curandDestroyGenerator(g));
	g = make(CURAND_RNG_PSEUDO_MT19937, 5489);
	first = bits(g, 10000);
	printf("MT19937: %u ... %u\n", first[0], first[9999]);
	CR(curandDestroyGenerator(g));
	for (int i = 0; i < 4; i++) {
		test_same(i);
		test_shapes(i);
	}
	test_poisson();
	test_streams();
	test_errors();
	return 0;
}
