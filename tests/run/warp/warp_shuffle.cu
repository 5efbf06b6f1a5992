// warp_shuffle: __shfl*_sync in all modes and widths, of all types, against the definition.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 96, WIDTHS = 6 };

__global__ void
shuffle(int *out, int by)
{
	int t = threadIdx.x, v = t * 3 + 1, w = 1;
	for (int k = 0; k < WIDTHS; k++, w *= 2) {
		int *o = out + (k * THREADS + t) * 4;
		o[0] = __shfl_sync(0xffffffffu, v, by, w);
		o[1] = __shfl_up_sync(0xffffffffu, v, by, w);
		o[2] = __shfl_down_sync(0xffffffffu, v, by, w);
		o[3] = __shfl_xor_sync(0xffffffffu, v, by, w);
	}
}

// What the CUDA guide says: out of the segment gives the own value.
static int
source(int mode, int lane, int by, int w)
{
	int base = lane / w * w, j;
	switch (mode) {
	case 0:
		return base + (by & (w - 1));
	case 1:
		j = lane - by;
		return j < base ? lane : j;
	case 2:
		j = lane + by;
		return j >= base + w ? lane : j;
	default:
		j = lane ^ by;
		return j >= base + w ? lane : j;
	}
}

template <typename T>
__global__ void
rotate(T *out)
{
	int t = threadIdx.x;
	T v = (T)(t * 1000 + 7);
	out[t] = __shfl_sync(0xffffffffu, v, t + 1);
}

template <typename T>
static void
check_type(const char *name)
{
	T *d = device_array<T>(64);
	rotate<T><<<1, 64>>>(d);
	SYNC();
	std::vector<T> want(64);
	for (int t = 0; t < 64; t++)
		want[t] = (T)((t / 32 * 32 + (t + 1) % 32) * 1000 + 7);
	same(name, to_host(d, 64), want);
}

// Half of the warp takes part; the other half does something else meanwhile.
__global__ void
halves(int *out)
{
	int t = threadIdx.x, v = t;
	if (t % 2 == 0)
		v = __shfl_sync(0x55555555u, t * 10, (t + 2) % 32);
	else if (t < 16)
		v = __shfl_xor_sync(0x0000aaaau, t * 100, 2);
	out[t] = v;
}

int
main()
{
	for (int by = 0; by < 32; by += 3) {
		int n = WIDTHS * THREADS * 4;
		int *d = device_array<int>(n);
		shuffle<<<1, THREADS>>>(d, by);
		SYNC();
		std::vector<int> want(n);
		for (int k = 0; k < WIDTHS; k++)
			for (int t = 0; t < THREADS; t++)
				for (int m = 0; m < 4; m++)
					want[(k * THREADS + t) * 4 + m] =
						(t / 32 * 32 + source(m, t % 32, by, 1 << k)) * 3 + 1;
		char name[16];
		snprintf(name, sizeof name, "by %d", by);
		same(name, to_host(d, n), want);
	}
	check_type<int>("int");
	check_type<unsigned>("unsigned");
	check_type<long long>("long long");
	check_type<unsigned long long>("unsigned long long");
	check_type<float>("float");
	check_type<double>("double");
	int *d = device_array<int>(32);
	halves<<<1, 32>>>(d);
	SYNC();
	std::vector<int> want(32);
	for (int t = 0; t < 32; t++)
		want[t] = t % 2 == 0 ? (t + 2) % 32 * 10 : t < 16 ? (t ^ 2) * 100 : t;
	same("halves", to_host(d, 32), want);
	return 0;
}
