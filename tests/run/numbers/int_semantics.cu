// int_semantics: shifts by the width and more, division by zero and INT_MIN / -1 do not
// trap, wrap-around.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <climits>

__global__ void
shifts(const int *amount, int n, unsigned *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	int s = amount[i];
	unsigned u = 0x80000001u;
	int neg = -8, pos = 0x40000000;
	unsigned long long w = 0x8000000000000001ull;
	long long wneg = -8;
	unsigned *o = out + i * 9;
	*o++ = u << s;
	*o++ = u >> s;
	*o++ = (unsigned)(neg >> s);
	*o++ = (unsigned)(pos >> s);
	*o++ = (unsigned)(neg << s);
	*o++ = (unsigned)(w << s);
	*o++ = (unsigned)((w << s) >> 32);
	*o++ = (unsigned)(w >> s);
	*o++ = (unsigned)(wneg >> s);
}

// Results by zero are not defined; that the kernel goes on is.
__global__ void
divide(const int *a, const int *b, const long long *la, const long long *lb, int n,
       int *ok)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	volatile int q = a[i] / b[i], r = a[i] % b[i];
	volatile unsigned uq = (unsigned)a[i] / (unsigned)b[i],
			  ur = (unsigned)a[i] % (unsigned)b[i];
	volatile long long lq = la[i] / lb[i], lr = la[i] % lb[i];
	volatile unsigned long long ulq =
		(unsigned long long)la[i] / (unsigned long long)lb[i];
	volatile short sq = (short)((short)a[i] / (short)b[i]);
	(void)q;
	(void)r;
	(void)lq;
	(void)lr;
	(void)ulq;
	(void)sq;
	ok[i] = 1;
	if (b[i] != 0 && !(a[i] == INT_MIN && b[i] == -1))
		ok[i] = q * b[i] + r == a[i] &&
			uq * (unsigned)b[i] + ur == (unsigned)a[i];
}

__global__ void
wrap(const unsigned *v, unsigned *o)
{
	o[0] = v[0] + v[1];
	o[1] = v[2] - v[1];
	o[2] = v[0] * v[0];
	o[3] = (unsigned)(-(int)v[3]); // -INT_MIN
	o[4] = (unsigned char)(v[1] + 255);
	o[5] = (unsigned)(signed char)(v[1] + 127);
	o[6] = (unsigned)(unsigned short)-1;
	o[7] = v[3] / 3u;
	o[8] = (unsigned)((int)v[3] / 7);
	o[9] = (unsigned)((int)v[3] % 7);
	o[10] = (unsigned)(-7 / (int)v[4]);
	o[11] = (unsigned)(-7 % (int)v[4]);
}

int
main()
{
	std::vector<int> amount = {0, 1, 31, 32, 33, 63, 64, 65, 100, -1};
	const int n = (int)amount.size();
	int *d = to_device(amount);
	unsigned *o = device_array<unsigned>(n * 9);
	shifts<<<1, 32>>>(d, n, o);
	SYNC();
	std::vector<unsigned> h = to_host(o, n * 9);
	for (int i = 0; i < n; i++) {
		printf("%d:", amount[i]);
		for (int k = 0; k < 9; k++)
			printf(" %x", h[i * 9 + k]);
		printf("\n");
	}
	std::vector<int> a = {1, 0, -1, INT_MIN, INT_MIN, 7, INT_MAX, 100},
			 b = {0, 0, 0, 0, -1, -2, -1, 7};
	std::vector<long long> la, lb;
	for (int i = 0; i < 8; i++) {
		la.push_back(a[i] == INT_MIN ? LLONG_MIN : a[i]);
		lb.push_back(b[i]);
	}
	int *da = to_device(a), *db = to_device(b), *ok = device_array<int>(8);
	long long *dla = to_device(la), *dlb = to_device(lb);
	divide<<<1, 32>>>(da, db, dla, dlb, 8, ok);
	SYNC();
	for (int v : to_host(ok, 8))
		printf("%d ", v);
	printf("\n");
	unsigned *v =
		to_device(std::vector<unsigned>{0xffffffffu, 1, 0, 0x80000000u, 2});
	wrap<<<1, 1>>>(v, o);
	SYNC();
	for (unsigned x : to_host(o, 12))
		printf("%x ", x);
	printf("\n");
}
