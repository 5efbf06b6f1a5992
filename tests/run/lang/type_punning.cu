// type_punning: device code that reads and writes the same bytes as different types, as
// sorting networks with packed counters do; nvcc orders these accesses as they stand.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Counters of 16 bits, cleared and added up as words of 32.
__global__ void
count(const int *key, unsigned *out, int n)
{
	__shared__ unsigned packed[4][64];
	unsigned short *counter = (unsigned short *)packed;
	int t = threadIdx.x;
	for (int k = 0; k < 4; k++)
		packed[k][t] = 0;
	for (int k = 0; k < n; k++) {
		unsigned short *c = counter + 128 * (key[t * n + k] & 3) + 2 * t;
		c[key[t * n + k] >> 2 & 1]++;
	}
	unsigned sum = 0;
	for (int k = 0; k < 4; k++)
		sum += packed[k][t] * (k + 1);
	out[t] = sum;
}

// A float's bits through memory: the second store is to the same place.
__global__ void
bits(float *f, int *i, float *out)
{
	int t = threadIdx.x;
	f[t] = 1;
	i[t] = 0x40000000 + t;
	out[t] = f[t];
}

int
main()
{
	const int n = 6;
	std::vector<int> key(64 * n);
	for (int i = 0; i < 64 * n; i++)
		key[i] = i * 2654435761u >> 20;
	unsigned *out = device_array<unsigned>(64);
	count<<<1, 64>>>(to_device(key), out, n);
	SYNC();
	std::vector<unsigned> got = to_host(out, 64), want(64);
	for (int t = 0; t < 64; t++)
		for (int k = 0; k < n; k++) {
			int x = key[t * n + k];
			want[t] += ((x & 3) + 1) << (x >> 2 & 1) * 16;
		}
	same("packed", got, want);
	float *f = device_array<float>(32), *o = device_array<float>(32);
	bits<<<1, 32>>>(f, (int *)f, o);
	SYNC();
	printf("bits: %g %d\n", to_host(o, 32)[0], to_host(o, 32)[31] > 2);
}
