// ptx_matrix: mma.sync, ldmatrix, stmatrix (sm_90) and movmatrix, by where PTX says that
// each lane's elements are. The numbers are small: every order of sums is exact.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// ---- matrices in memory: A by rows, B by columns, C and D by rows

template <typename T>
__device__ unsigned
word(const T *p)
{
	unsigned w;
	memcpy(&w, p, 4);
	return w;
}

// Register r of A and B: N elements from column (of B: row) N * t + 4 * N * (r / apart).
template <typename T>
__device__ unsigned
part_a(const T *a, int k, int r)
{
	const int n = 4 / sizeof(T), g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	return word(a + (g + 8 * (r & 1)) * k + n * t + 4 * n * (r >> 1));
}

template <typename T>
__device__ unsigned
part_b(const T *b, int k, int r)
{
	const int n = 4 / sizeof(T), g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	return word(b + g * k + n * t + 4 * n * r);
}

template <typename C>
__device__ C *
place_c(C *c, int e)
{
	const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
	return c + (g + 8 * (e >> 1)) * 8 + 2 * t + (e & 1);
}

#define FOUR(x)                                                                        \
	"+" x(*place_c(c, 0)), "+" x(*place_c(c, 1)), "+" x(*place_c(c, 2)),           \
		"+" x(*place_c(c, 3))
#define DEEP(k)                                                                        \
	"r"(part_a(a, k, 0)), "r"(part_a(a, k, 1)), "r"(part_a(a, k, 2)),              \
		"r"(part_a(a, k, 3)), "r"(part_b(b, k, 0)), "r"(part_b(b, k, 1))
#define FLAT(k) "r"(part_a(a, k, 0)), "r"(part_a(a, k, 1)), "r"(part_b(b, k, 0))
#define DEEP_TEXT " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
#define FLAT_TEXT " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"

#define KERNEL(name, T, C, x, shape, types, k, text, parts)                            \
	__global__ void name(const T *a, const T *b, C *c)                             \
	{                                                                              \
		asm volatile("mma.sync.aligned." shape ".row.col." types text          \
			     : FOUR(x)                                                 \
			     : parts(k));                                              \
	}
KERNEL(half16, __half, float, "f", "m16n8k16", "f32.f16.f16.f32", 16, DEEP_TEXT, DEEP)
KERNEL(half8, __half, float, "f", "m16n8k8", "f32.f16.f16.f32", 8, FLAT_TEXT, FLAT)
KERNEL(bf16, __nv_bfloat16, float, "f", "m16n8k16", "f32.bf16.bf16.f32", 16, DEEP_TEXT,
       DEEP)
KERNEL(tf32, float, float, "f", "m16n8k8", "f32.tf32.tf32.f32", 8, DEEP_TEXT, DEEP)
KERNEL(tf32_4, float, float, "f", "m16n8k4", "f32.tf32.tf32.f32", 4, FLAT_TEXT, FLAT)
KERNEL(s8_32, signed char, int, "r", "m16n8k32", "s32.s8.s8.s32", 32, DEEP_TEXT, DEEP)
KERNEL(u8_16, unsigned char, int, "r", "m16n8k16", "s32.u8.u8.s32", 16, FLAT_TEXT, FLAT)
KERNEL(s8_sat, signed char, int, "r", "m16n8k32", "satfinite.s32.s8.s8.s32", 32,
       DEEP_TEXT, DEEP)

// Halves as sums, two in a register.
__global__ void
half_sums(const __half *a, const __half *b, __half *c)
{
	unsigned *top = (unsigned *)place_c(c, 0), *bottom = (unsigned *)place_c(c, 2);
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1},"
		     " {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
		     : "+r"(*top), "+r"(*bottom)
		     : DEEP(16));
}

__global__ void
doubles(const double *a, const double *b, double *c)
{
	const int g = threadIdx.x / 4, t = threadIdx.x % 4;
	double *p = c + g * 8 + 2 * t;
	asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3},"
		     " {%0, %1};"
		     : "+d"(p[0]), "+d"(p[1])
		     : "d"(a[g * 4 + t]), "d"(b[g * 4 + t]));
}

#define BYTES(name, T, types)                                                           \
	__global__ void name(const T *a, const T *b, int *c)                           \
	{                                                                              \
		asm volatile("mma.sync.aligned.m8n8k16.row.col." types                 \
			     " {%0, %1}, {%2}, {%3}, {%0, %1};"                        \
			     : "+r"(*place_c(c, 0)), "+r"(*place_c(c, 1))              \
			     : "r"(part_a(a, 16, 0)), "r"(part_b(b, 16, 0)));          \
	}
BYTES(s8_8, signed char, "s32.s8.s8.s32")
BYTES(u8_8, unsigned char, "s32.u8.u8.s32.satfinite")

template <typename T, typename C, typename K>
static void
run(const char *name, K kernel, int rows, int k, long start = -3, bool saturated = false)
{
	std::vector<T> a(rows * k), b(8 * k);
	std::vector<C> c(rows * 8);
	unsigned s = 5;
	for (auto &x : a)
		x = T((float)(next_random(s) % 5));
	for (auto &x : b)
		x = T((float)(next_random(s) % 4));
	for (auto &x : c)
		x = C(start);
	T *da = to_device(a), *db = to_device(b);
	C *dc = to_device(c);
	kernel<<<1, 32>>>(da, db, dc);
	SYNC();
	int wrong = 0;
	std::vector<C> got = to_host(dc, rows * 8);
	for (int i = 0; i < rows * 8; i++) {
		long sum = start;
		for (int q = 0; q < k; q++)
			sum += (long)(float)a[i / 8 * k + q] * (long)(float)b[i % 8 * k + q];
		if (saturated && sum > 2147483647)
			sum = 2147483647;
		wrong += (double)got[i] != (double)sum;
	}
	printf("%s: %s %d\n", name, wrong ? "WRONG" : "OK", wrong);
	CK(cudaFree(da));
	CK(cudaFree(db));
	CK(cudaFree(dc));
}

// ---- ldmatrix: element i, j of matrix m is 100 m + 10 i + j

template <int COUNT, bool TRANSPOSED>
__device__ void
load(unsigned (&r)[4], unsigned at)
{
	if (COUNT == 1)
		asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
			     : "=r"(r[0])
			     : "r"(at));
	else if (COUNT == 2)
		asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
			     : "=r"(r[0]), "=r"(r[1])
			     : "r"(at));
	else if (!TRANSPOSED)
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
			     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
			     : "r"(at));
	else
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"
			     " {%0, %1, %2, %3}, [%4];"
			     : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
			     : "r"(at));
}

template <int COUNT, bool TRANSPOSED>
__global__ void
load_matrices(int *wrong)
{
	__shared__ alignas(16) unsigned short tile[4][8][8];
	int l = threadIdx.x, g = l / 4, t = l % 4;
	for (int i = l; i < 256; i += 32)
		tile[i / 64][i / 8 % 8][i % 8] = i / 64 * 100 + i / 8 % 8 * 10 + i % 8;
	__syncwarp();
	unsigned r[4] = {0, 0, 0, 0};
	load<COUNT, TRANSPOSED>(r, (unsigned)__cvta_generic_to_shared(tile[l / 8][l % 8]));
	for (int m = 0; m < COUNT; m++)
		for (int e = 0; e < 2; e++) {
			int i = TRANSPOSED ? 2 * t + e : g, j = TRANSPOSED ? g : 2 * t + e;
			int is = r[m] >> 16 * e & 0xffff;
			if (is != 100 * m + 10 * i + j)
				atomicAdd(wrong, 1);
		}
}

template <int COUNT, bool TRANSPOSED>
static void
run_load(const char *name)
{
	int *wrong = device_array<int>(1);
	load_matrices<COUNT, TRANSPOSED><<<1, 32>>>(wrong);
	SYNC();
	printf("%s: %d wrong\n", name, to_host(wrong, 1)[0]);
}

// ---- stmatrix (sm_90) and movmatrix

template <int COUNT, bool TRANSPOSED>
__device__ void
store(const unsigned (&r)[4], unsigned at)
{
	if (COUNT == 1)
		asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at),
			     "r"(r[0])
			     : "memory");
	else if (COUNT == 2)
		asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::
				     "r"(at),
			     "r"(r[0]), "r"(r[1])
			     : "memory");
	else if (!TRANSPOSED)
		asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::
				     "r"(at),
			     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
			     : "memory");
	else
		asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0],"
			     " {%1, %2, %3, %4};" ::"r"(at),
			     "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3])
			     : "memory");
}

template <int COUNT, bool TRANSPOSED>
__global__ void
store_matrices(int *wrong)
{
	__shared__ alignas(16) unsigned short tile[4][8][8];
	int l = threadIdx.x, g = l / 4, t = l % 4;
	unsigned r[4];
	for (int m = 0; m < 4; m++)
		r[m] = (100 * m + 10 * g + 2 * t) | (100 * m + 10 * g + 2 * t + 1) << 16;
	for (int i = l; i < 256; i += 32)
		tile[i / 64][i / 8 % 8][i % 8] = 0;
	__syncwarp();
	store<COUNT, TRANSPOSED>(r, (unsigned)__cvta_generic_to_shared(tile[l / 8][l % 8]));
	__syncwarp();
	for (int k = l; k < 256; k += 32) {
		int m = k / 64, i = k / 8 % 8, j = k % 8;
		int want = m >= COUNT ? 0 : TRANSPOSED ? 100 * m + 10 * j + i : 100 * m + 10 * i + j;
		if (tile[m][i][j] != want)
			atomicAdd(wrong, 1);
	}
}

template <int COUNT, bool TRANSPOSED>
static void
run_store(const char *name)
{
	int *wrong = device_array<int>(1);
	store_matrices<COUNT, TRANSPOSED><<<1, 32>>>(wrong);
	SYNC();
	printf("stored %s: %d wrong\n", name, to_host(wrong, 1)[0]);
}

__global__ void
turn_matrices(int *wrong)
{
	int l = threadIdx.x % 32, m = threadIdx.x / 32, g = l / 4, t = l % 4;
	unsigned r = (100 * m + 10 * g + 2 * t) | (100 * m + 10 * g + 2 * t + 1) << 16, turned;
	asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(r));
	for (int e = 0; e < 2; e++)
		if ((turned >> 16 * e & 0xffff) != 100 * m + 10 * (2 * t + e) + g)
			atomicAdd(wrong, 1);
}

int
main()
{
	run<__half, float>("m16n8k16 f16", half16, 16, 16);
	run<__half, float>("m16n8k8 f16", half8, 16, 8);
	run<__half, __half>("m16n8k16 f16 in f16", half_sums, 16, 16);
	run<__nv_bfloat16, float>("m16n8k16 bf16", bf16, 16, 16);
	run<float, float>("m16n8k8 tf32", tf32, 16, 8);
	run<float, float>("m16n8k4 tf32", tf32_4, 16, 4);
	run<signed char, int>("m16n8k32 s8", s8_32, 16, 32);
	run<unsigned char, int>("m16n8k16 u8", u8_16, 16, 16);
	run<signed char, int>("m16n8k32 s8 saturated", s8_sat, 16, 32, 2147483600, true);
	run<signed char, int>("m8n8k16 s8", s8_8, 8, 16);
	run<unsigned char, int>("m8n8k16 u8 saturated", u8_8, 8, 16, 2147483600, true);
	run<double, double>("m8n8k4 f64", doubles, 8, 4);
	run_load<1, false>("x1");
	run_load<2, true>("x2.trans");
	run_load<4, false>("x4");
	run_load<4, true>("x4.trans");
	run_store<1, false>("x1");
	run_store<2, true>("x2.trans");
	run_store<4, false>("x4");
	run_store<4, true>("x4.trans");
	int *wrong = device_array<int>(1);
	turn_matrices<<<1, 64>>>(wrong);
	SYNC();
	printf("turned: %d wrong\n", to_host(wrong, 1)[0]);
	return 0;
}
