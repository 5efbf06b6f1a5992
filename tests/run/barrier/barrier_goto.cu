// barrier_goto: goto, do-while and a loop with two entries around barriers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
jumps(int *out, int n, int middle)
{
	__shared__ int s[32];
	int t = threadIdx.x, k = 0, v = t;
	s[t] = t;
	__syncthreads();
	if (middle)
		goto inside; // the loop below has two entries
again:
	s[t] = v;
	__syncthreads();
	v = s[(t + 1) % 32] * 2;
inside:
	v += k;
	__syncthreads();
	k++;
	if (k < n)
		goto again;
	do {
		s[t] = v;
		__syncthreads();
		v = s[31 - t] + 1;
		__syncthreads();
		if (--k == 2)
			goto out;
	} while (k > 0);
	v += 1000;
out:
	out[t] = v + k * 1000000;
}

static std::vector<int>
host(int n, int middle)
{
	std::vector<int> v(32), s(32);
	int k = 0;
	for (int t = 0; t < 32; t++)
		v[t] = t;
	do {
		if (!middle || k > 0) {
			s = v;
			for (int t = 0; t < 32; t++)
				v[t] = s[(t + 1) % 32] * 2;
		}
		for (int &x : v)
			x += k;
		k++;
	} while (k < n);
	bool left = false;
	do {
		s = v;
		for (int t = 0; t < 32; t++)
			v[t] = s[31 - t] + 1;
		left = --k == 2;
	} while (!left && k > 0);
	for (int &x : v)
		x += (left ? 0 : 1000) + k * 1000000;
	return v;
}

int
main()
{
	int *d = device_array<int>(32);
	for (int n : {1, 2, 5})
		for (int middle : {0, 1}) {
			jumps<<<1, 32>>>(d, n, middle);
			SYNC();
			same("jumps", to_host(d, 32), host(n, middle));
		}
}
