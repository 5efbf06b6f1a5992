// ptx_carry: the carry flag goes from one asm to the next, as code for big numbers has it:
// one instruction each, in functions, in loops, beside branches; for 32 and 64 bits.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { N = 2000, LIMBS = 8 };

typedef unsigned u32;
typedef unsigned long long u64;
typedef unsigned __int128 u128;

template <typename T> struct ptx;

template <> struct ptx<u32> {
#define OP(name, text)                                                                 \
	static __device__ __forceinline__ u32 name(u32 a, u32 b)                       \
	{                                                                              \
		u32 r;                                                                 \
		asm volatile(text " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));          \
		return r;                                                              \
	}
#define MAD(name, text)                                                                \
	static __device__ __forceinline__ u32 name(u32 a, u32 b, u32 c)                \
	{                                                                              \
		u32 r;                                                                 \
		asm volatile(text " %0, %1, %2, %3;"                                   \
			     : "=r"(r)                                                 \
			     : "r"(a), "r"(b), "r"(c));                                \
		return r;                                                              \
	}
	OP(add_cc, "add.cc.u32")
	OP(addc_cc, "addc.cc.u32")
	OP(addc, "addc.u32")
	OP(sub_cc, "sub.cc.u32")
	OP(subc_cc, "subc.cc.u32")
	OP(subc, "subc.u32")
	MAD(mad_lo_cc, "mad.lo.cc.u32")
	MAD(madc_lo_cc, "madc.lo.cc.u32")
	MAD(madc_hi_cc, "madc.hi.cc.u32")
	MAD(mad_hi_cc, "mad.hi.cc.u32")
	MAD(madc_hi, "madc.hi.u32")
#undef OP
#undef MAD
};

template <> struct ptx<u64> {
// Not volatile and not forced to be inlined, as others write it.
#define OP(name, text)                                                                 \
	static __device__ u64 name(u64 a, u64 b)                                       \
	{                                                                              \
		u64 r;                                                                 \
		asm(text " %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));                   \
		return r;                                                              \
	}
#define MAD(name, text)                                                                \
	static __device__ u64 name(u64 a, u64 b, u64 c)                                \
	{                                                                              \
		u64 r;                                                                 \
		asm(text " %0, %1, %2, %3;" : "=l"(r) : "l"(a), "l"(b), "l"(c));       \
		return r;                                                              \
	}
	OP(add_cc, "add.cc.u64")
	OP(addc_cc, "addc.cc.u64")
	OP(addc, "addc.u64")
	OP(sub_cc, "sub.cc.u64")
	OP(subc_cc, "subc.cc.u64")
	OP(subc, "subc.u64")
	MAD(mad_lo_cc, "mad.lo.cc.u64")
	MAD(madc_lo_cc, "madc.lo.cc.u64")
	MAD(madc_hi_cc, "madc.hi.cc.u64")
	MAD(mad_hi_cc, "mad.hi.cc.u64")
	MAD(madc_hi, "madc.hi.u64")
};

template <typename T> struct number {
	T limb[LIMBS];
};

// The carry out of the last limb.
template <typename T>
__device__ T
add(T *r, const T *a, const T *b, int n)
{
	r[0] = ptx<T>::add_cc(a[0], b[0]);
	for (int i = 1; i < n; i++)
		r[i] = ptx<T>::addc_cc(a[i], b[i]);
	return ptx<T>::addc(0, 0);
}

// All ones, if there was a borrow.
template <typename T>
__device__ __noinline__ T
sub(T *r, const T *a, const T *b, int n)
{
	r[0] = ptx<T>::sub_cc(a[0], b[0]);
	for (int i = 1; i < n; i++)
		r[i] = ptx<T>::subc_cc(a[i], b[i]);
	return ptx<T>::subc(0, 0);
}

// r[0 .. n] += a * b, the low halves first; r[n + 1] gets the carry.
template <typename T>
__device__ void
add_product(T *r, const T *a, T b, int n)
{
	r[0] = ptx<T>::mad_lo_cc(a[0], b, r[0]);
	for (int i = 1; i < n; i++)
		r[i] = ptx<T>::madc_lo_cc(a[i], b, r[i]);
	r[n] = ptx<T>::addc(r[n], 0);
	r[1] = ptx<T>::mad_hi_cc(a[0], b, r[1]);
	for (int i = 1; i < n - 1; i++)
		r[i + 1] = ptx<T>::madc_hi_cc(a[i], b, r[i + 1]);
	r[n] = ptx<T>::madc_hi(a[n - 1], b, r[n]);
}

template <typename T>
__global__ void
sums(const number<T> *a, const number<T> *b, number<T> *sum, number<T> *difference, T *carry,
     int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	carry[t] = add(sum[t].limb, a[t].limb, b[t].limb, LIMBS);
	carry[t] += 3 * sub(difference[t].limb, a[t].limb, b[t].limb, LIMBS);
}

template <typename T>
__global__ void
products(const number<T> *a, const number<T> *b, T *product, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	T r[2 * LIMBS] = {};
	if (t >= n)
		return;
	for (int i = 0; i < LIMBS; i++)
		add_product(r + i, a[t].limb, b[t].limb[i], LIMBS);
	for (int i = 0; i < 2 * LIMBS; i++)
		product[2 * LIMBS * t + i] = r[i];
}

// Some lanes leave a carry, some do not; what lies between does not touch it.
template <typename T>
__global__ void
apart(const number<T> *a, const number<T> *b, T *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	T low, high = 0;
	if (t >= n)
		return;
	if (t % 3 == 0)
		low = ptx<T>::add_cc(a[t].limb[0], b[t].limb[0]);
	else
		low = ptx<T>::sub_cc(a[t].limb[0], b[t].limb[0]);
	for (int i = 0; i < t % 5; i++)
		high += a[t].limb[i] / 7;
	if (t % 3 == 0)
		high = ptx<T>::addc(high, 5);
	else
		high = ptx<T>::subc(high, 5);
	out[t] = low ^ high * 3;
}

// Instructions in one asm, whose last carry another one takes.
__global__ void
mixed(const number<u32> *a, const number<u32> *b, u32 *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	u32 r0, r1, r2 = t, r3;
	if (t >= n)
		return;
	asm("add.cc.u32 %0, %2, %3; addc.cc.u32 %1, %4, %5;"
	    : "=&r"(r0), "=r"(r1)
	    : "r"(a[t].limb[0]), "r"(b[t].limb[0]), "r"(a[t].limb[1]), "r"(b[t].limb[1]));
	// a guard: the carry stays where it is not taken
	asm("{ .reg .pred p; setp.gt.u32 p, %1, 500; @p add.cc.u32 %0, %0, 0xffffffff; }"
	    : "+r"(r2)
	    : "r"(t));
	asm("addc.u32 %0, 0, 0;" : "=r"(r3));
	out[t] = r0 ^ r1 * 3 ^ r2 * 5 ^ r3 * 7;
}

// A sum's flag for a difference and the other way round, as an H200 does it: behind a
// difference it says that nothing was borrowed.
__global__ void
changed(const number<u32> *a, const number<u32> *b, u32 *out, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	u32 r[4];
	if (t >= n)
		return;
	ptx<u32>::add_cc(a[t].limb[0], b[t].limb[0]);
	r[0] = ptx<u32>::subc(0, 0);
	ptx<u32>::sub_cc(a[t].limb[0], b[t].limb[0]);
	r[1] = ptx<u32>::addc(0, 0);
	asm("sub.cc.u32 %0, %1, %2; addc.cc.u32 %0, 0, 0; subc.u32 %0, 0, 0;"
	    : "=r"(r[2])
	    : "r"(a[t].limb[0]), "r"(b[t].limb[0]));
	ptx<u32>::sub_cc(a[t].limb[0], b[t].limb[0]);
	r[3] = ptx<u32>::madc_hi(a[t].limb[1], b[t].limb[1], 0);
	out[t] = r[0] ^ r[1] * 3 ^ r[2] * 5 ^ r[3] * 7;
}

// ---- the same on the host

template <typename T>
static T
host_add(T *r, const T *a, const T *b, int n)
{
	u128 carry = 0;
	for (int i = 0; i < n; i++) {
		carry += (u128)a[i] + b[i];
		r[i] = (T)carry;
		carry >>= 8 * sizeof(T);
	}
	return (T)carry;
}

template <typename T>
static T
host_sub(T *r, const T *a, const T *b, int n)
{
	T borrow = 0;
	for (int i = 0; i < n; i++) {
		u128 d = (u128)a[i] - b[i] - borrow;
		r[i] = (T)d;
		borrow = (T)(d >> 100) & 1;
	}
	return (T)0 - borrow;
}

template <typename T>
static void
host_product(T *r, const T *a, const T *b)
{
	memset(r, 0, 2 * LIMBS * sizeof *r);
	for (int j = 0; j < LIMBS; j++) {
		u128 carry = 0;
		for (int i = 0; i < LIMBS; i++) {
			carry += (u128)a[i] * b[j] + r[i + j];
			r[i + j] = (T)carry;
			carry >>= 8 * sizeof(T);
		}
		r[j + LIMBS] = (T)carry;
	}
}

template <typename T>
static T
host_apart(int t, const T *a, const T *b)
{
	T low = t % 3 == 0 ? a[0] + b[0] : a[0] - b[0];
	T carry = t % 3 == 0 ? low < a[0] : a[0] < b[0], high = 0;
	for (int i = 0; i < t % 5; i++)
		high += a[i] / 7;
	high = t % 3 == 0 ? high + 5 + carry : high - 5 - carry;
	return low ^ high * 3;
}

static u32
host_mixed(u32 t, const u32 *a, const u32 *b)
{
	u32 r[2], carry = host_add(r, a, b, 2), r2 = t;
	if (t > 500)
		carry = 1, r2--;
	return r[0] ^ r[1] * 3 ^ r2 * 5 ^ carry * 7;
}

static u32
host_changed(const u32 *a, const u32 *b)
{
	u32 carry = a[0] + b[0] < a[0], kept = a[0] >= b[0];
	u32 high = (u32)((u64)a[1] * b[1] >> 32);
	return (carry - 1) ^ kept * 3 ^ 0xffffffffu * 5 ^ (high + kept) * 7;
}

// Limbs that are often 0 or all ones, so that carries go far.
template <typename T>
static std::vector<number<T>>
numbers(unsigned seed)
{
	std::vector<number<T>> v(N);
	for (auto &x : v)
		for (T &l : x.limb) {
			unsigned kind = next_random(seed) % 4;
			l = 0;
			for (int k = 0; k < 4; k++)
				l = l << (sizeof l * 2) ^ next_random(seed);
			l = kind == 0 ? 0 : kind == 1 ? ~(T)0 : l;
		}
	return v;
}

template <typename T>
static void
compare(const char *name)
{
	std::vector<number<T>> a = numbers<T>(7), b = numbers<T>(11);
	number<T> *da = to_device(a), *db = to_device(b);
	auto *dsum = device_array<number<T>>(N), *ddiff = device_array<number<T>>(N);
	T *dcarry = device_array<T>(N), *dproduct = device_array<T>(2 * LIMBS * N);
	T *dapart = device_array<T>(N);
	int blocks = (N + 95) / 96, wrong[4] = {};

	sums<<<blocks, 96>>>(da, db, dsum, ddiff, dcarry, N);
	products<<<blocks, 96>>>(da, db, dproduct, N);
	apart<<<blocks, 96>>>(da, db, dapart, N);
	SYNC();
	auto sum = to_host(dsum, N), diff = to_host(ddiff, N);
	auto carry = to_host(dcarry, N), product = to_host(dproduct, 2 * LIMBS * N);
	auto aparts = to_host(dapart, N);
	for (int t = 0; t < N; t++) {
		T r[2 * LIMBS], c;
		c = host_add(r, a[t].limb, b[t].limb, LIMBS);
		wrong[0] += memcmp(r, sum[t].limb, sizeof sum[t].limb) != 0;
		c += 3 * host_sub(r, a[t].limb, b[t].limb, LIMBS);
		wrong[1] += memcmp(r, diff[t].limb, sizeof diff[t].limb) != 0 || c != carry[t];
		host_product(r, a[t].limb, b[t].limb);
		wrong[2] += memcmp(r, &product[2 * LIMBS * t], sizeof r) != 0;
		wrong[3] += aparts[t] != host_apart(t, a[t].limb, b[t].limb);
	}
	printf("%s: wrong: %d sums, %d differences, %d products, %d apart\n", name, wrong[0],
	       wrong[1], wrong[2], wrong[3]);
}

int
main()
{
	compare<u32>("32 bits");
	compare<u64>("64 bits");

	std::vector<number<u32>> a = numbers<u32>(3), b = numbers<u32>(5);
	u32 *d = device_array<u32>(N), wrong = 0;
	mixed<<<(N + 63) / 64, 64>>>(to_device(a), to_device(b), d, N);
	SYNC();
	auto out = to_host(d, N);
	for (int t = 0; t < N; t++)
		wrong += out[t] != host_mixed(t, a[t].limb, b[t].limb);
	printf("mixed: %u wrong\n", wrong);

	changed<<<(N + 63) / 64, 64>>>(to_device(a), to_device(b), d, N);
	SYNC();
	out = to_host(d, N), wrong = 0;
	for (int t = 0; t < N; t++)
		wrong += out[t] != host_changed(a[t].limb, b[t].limb);
	printf("changed: %u wrong\n", wrong);
}
