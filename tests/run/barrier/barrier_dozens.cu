// barrier_dozens: eighty barriers under one condition that is uniform, but not provably
// so.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#define STEP(k)                                                                        \
	v = s[(t + k + 1) % 64] * (k % 5 + 1) + k;                                     \
	__syncthreads();                                                               \
	s[t] = v;                                                                      \
	__syncthreads();

__global__ void
steps(unsigned *data, const int *on)
{
	__shared__ unsigned s[64];
	int t = threadIdx.x;
	unsigned v = 0;
	unsigned *base = data + blockIdx.x * 64;
	s[t] = base[t];
	__syncthreads();
	if (on[blockIdx.x]) {
		STEP(0)
		STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(
			9) STEP(10) STEP(11) STEP(12) STEP(13) STEP(14) STEP(15)
			STEP(16) STEP(17) STEP(18) STEP(19) STEP(20) STEP(21) STEP(22)
				STEP(23) STEP(24) STEP(25) STEP(26) STEP(27) STEP(28)
					STEP(29) STEP(30) STEP(31) STEP(32) STEP(33)
						STEP(34) STEP(35) STEP(36) STEP(37)
							STEP(38) STEP(39)
	}
	base[t] = s[t] + v;
}

int
main()
{
	std::vector<int> on = {1, 0, 1, 1, 0};
	std::vector<unsigned> a(320), want(320);
	unsigned seed = 3;
	for (unsigned &x : a)
		x = next_random(seed);
	for (int b = 0; b < 5; b++) {
		std::vector<unsigned> s(a.begin() + b * 64, a.begin() + b * 64 + 64),
			v(64, 0);
		for (int k = 0; on[b] && k < 40; k++) {
			for (int t = 0; t < 64; t++)
				v[t] = s[(t + k + 1) % 64] * (k % 5 + 1) + k;
			s = v;
		}
		for (int t = 0; t < 64; t++)
			want[b * 64 + t] = s[t] + v[t];
	}
	unsigned *d = to_device(a);
	int *don = to_device(on);
	steps<<<5, 64>>>(d, don);
	SYNC();
	same("eighty barriers", to_host(d, 320), want);
}
