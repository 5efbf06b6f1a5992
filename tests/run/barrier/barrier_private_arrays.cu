// barrier_private_arrays: private arrays live across barriers, indexed dynamically, one
// per thread.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
stage(const int *in, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	int mine[8];
	for (int k = 0; k < 8; k++)
		mine[k] = in[t * 8 + k];
	for (int k = 0; k < 8; k++) {
		s[t] = mine[(k + t) % 8]; // dynamic index
		__syncthreads();
		mine[(k * 3) % 8] += s[(t + 1) % 64];
		__syncthreads();
	}
	for (int k = 0; k < 8; k++)
		out[t * 8 + k] = mine[k];
}

struct Slot {
	char tag;
	double value;
	int hist[3];
};

// Arrays of structs, a two-dimensional array, and pointers to private variables, across
// barriers.
__global__ void
structs(double *out)
{
	__shared__ double s[32];
	Slot slots[4];
	int grid[3][3];
	int scalar = threadIdx.x;
	int *alias = &scalar;
	int t = threadIdx.x;
	for (int i = 0; i < 4; i++) {
		slots[i].tag = (char)i;
		slots[i].value = t * 10 + i;
		slots[i].hist[0] = slots[i].hist[1] = slots[i].hist[2] = 0;
	}
	for (int i = 0; i < 9; i++)
		grid[i / 3][i % 3] = i + t;
	Slot *best = &slots[t % 4];
	s[t] = best->value;
	__syncthreads();
	best->value += s[31 - t];
	best->hist[t % 3]++;
	*alias += 5;
	grid[t % 3][(t + 1) % 3] = -1;
	__syncthreads();
	s[t] = grid[1][1] + scalar;
	__syncthreads();
	double sum = s[(t + 3) % 32];
	for (int i = 0; i < 4; i++)
		sum += slots[i].value + slots[i].hist[t % 3] + slots[i].tag;
	for (int i = 0; i < 9; i++)
		sum += grid[i % 3][i / 3] * 0.125;
	out[t] = sum;
}

int
main()
{
	std::vector<int> in(512), m, w(512);
	unsigned seed = 11;
	for (int &v : in)
		v = next_random(seed) % 100;
	m = in;
	for (int k = 0; k < 8; k++) {
		int s[64];
		for (int t = 0; t < 64; t++)
			s[t] = m[t * 8 + (k + t) % 8];
		for (int t = 0; t < 64; t++)
			m[t * 8 + (k * 3) % 8] += s[(t + 1) % 64];
	}
	int *di = to_device(in), *d = device_array<int>(512);
	stage<<<1, 64>>>(di, d);
	SYNC();
	same("stage", to_host(d, 512), m);

	double *f = device_array<double>(32), s1[32], s2[32];
	structs<<<1, 32>>>(f);
	SYNC();
	std::vector<double> want(32);
	for (int t = 0; t < 32; t++) {
		s1[t] = t * 10 + t % 4;
		s2[t] = (t % 3 == 1 && (t + 1) % 3 == 1 ? -1 : 4 + t) + t + 5;
	}
	for (int t = 0; t < 32; t++) {
		double sum = s2[(t + 3) % 32] + s1[31 - t] + 1;
		for (int i = 0; i < 4; i++)
			sum += t * 10 + i + i;
		for (int i = 0; i < 9; i++)
			sum += (i / 3 == t % 3 && i % 3 == (t + 1) % 3 ? -1 : i + t) *
			       0.125;
		want[t] = sum;
	}
	same("structs", to_host(f, 32), want);
}
