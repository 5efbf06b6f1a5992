// struct_args: struct arguments by value: small, odd, nested, 1000 bytes, modified by
// the kernel.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Odd {
	char c;
	double d;
	short s;
};
struct Three {
	unsigned char a, b, c;
};
struct Big {
	int v[248];
	Odd odd;
	__host__ __device__ int
	total() const
	{
		int t = odd.c + (int)odd.d + odd.s;
		for (int i = 0; i < 248; i++)
			t += v[i];
		return t;
	}
};
struct Empty {
};
struct alignas(32) Aligned {
	float4 a;
	int k;
};

__global__ void
use(Three t, Odd o, Empty, Big big, Aligned al, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	// Each thread has its own copy to change.
	big.v[i % 248] += i;
	big.odd.s = (short)i;
	o.d += t.a;
	t.b += 200;
	int sum = big.total() + (int)o.d + t.b + t.c + (int)al.a.w + al.k;
	out[i] = sum;
}

__global__ void
pick(Big big, int *out)
{
	out[threadIdx.x] = big.v[(threadIdx.x * 37) % 248];
}

/* Fields that do not lie where their types want it. */
struct __attribute__((packed)) Packed {
	char c;
	double d;
	short s;
	int *out;
	long long step;
};

__global__ void
unpack(Packed p)
{
	int i = threadIdx.x;

	p.out[i * p.step] = p.c + (int)p.d + p.s + i;
}

int
main()
{
	static_assert(sizeof(Big) > 1000, "a big one");
	Big big;
	for (int i = 0; i < 248; i++)
		big.v[i] = i * 3;
	big.odd = {5, 6.5, 7};
	Three t = {1, 100, 3};
	Odd o = {1, 2.5, 3};
	Aligned al;
	al.a = make_float4(1, 2, 3, 4);
	al.k = 1000;
	const int n = 512;
	int *d = device_array<int>(n);
	use<<<2, 256>>>(t, o, Empty(), big, al, d);
	memset(&big.v[0], 0, 4); // too late to matter
	SYNC();
	std::vector<int> want(n);
	int base = big.total() - 7;
	for (int i = 0; i < n; i++)
		want[i] = base + i + i + (int)(2.5 + 1) + ((100 + 200) & 255) + 3 + 4 +
			  1000;
	same("copies", to_host(d, n), want);
	pick<<<1, 248>>>(big, d);
	SYNC();
	std::vector<int> picked(248);
	for (int i = 0; i < 248; i++)
		picked[i] = big.v[(i * 37) % 248];
	same("picked", to_host(d, 248), picked);
	for (long long step = 1; step < 3; step++) {
		Packed p = {2, 40.5, 300, d, step};
		unpack<<<1, 200>>>(p);
		SYNC();
		for (int i = 0; i < 200; i++)
			picked[i] = 342 + i;
		std::vector<int> all = to_host(d, 400), got(248);
		for (int i = 0; i < 248; i++)
			got[i] = i < 200 ? all[i * step] : picked[i];
		same("packed", got, picked);
	}
}
