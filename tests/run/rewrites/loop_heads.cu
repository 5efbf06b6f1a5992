// loop_heads: loops to whose head threads come in two ways, on which they disagree, and which they
// leave together, for a barrier or for good; a switch on a parameter in them decides which.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { THREADS = 64, BLOCKS = 5, N = THREADS * BLOCKS };

__global__ void
rounds(const unsigned *in, unsigned *out, unsigned *seen, unsigned how)
{
	__shared__ unsigned s[THREADS];
	int t = threadIdx.x, at = blockIdx.x * THREADS + t, i = 0;
	unsigned v = t * 3u;

	do {
		switch (how & 3) {
		case 1:
			if (in[at] != v)
				seen[at] += t + 1;
			break;
		case 2:
			s[t] = i + v;
			__syncthreads();
			v += s[(t + 4) % THREADS];
			__syncthreads();
			break;
		}
	} while (++i < 2 && ((how + 1) & 4) == 0);
	out[at] = v + i;
}

int
main()
{
	std::vector<unsigned> in(N);
	for (int k = 0; k < N; k++)
		in[k] = k % 7 < 3 ? k % THREADS * 3 : 1;
	unsigned *device = to_device(in);

	for (unsigned how = 0; how < 8; how++) {
		unsigned *out = device_array<unsigned>(N),
			 *seen = device_array<unsigned>(N);
		rounds<<<BLOCKS, THREADS>>>(device, out, seen, how);
		SYNC();
		std::vector<unsigned> r = to_host(out, N), q = to_host(seen, N);
		int turns = (how + 1) & 4 ? 1 : 2, bad = 0;
		for (int b = 0; b < BLOCKS; b++) {
			unsigned v[THREADS], s[THREADS], many[THREADS] = {};
			for (int t = 0; t < THREADS; t++)
				v[t] = t * 3u;
			for (int i = 0; i < turns; i++) {
				for (int t = 0; t < THREADS; t++) {
					if (how % 4 == 1 && in[b * THREADS + t] != v[t])
						many[t] += t + 1;
					s[t] = i + v[t];
				}
				for (int t = 0; t < THREADS && how % 4 == 2; t++)
					v[t] += s[(t + 4) % THREADS];
			}
			for (int t = 0; t < THREADS; t++)
				bad += r[b * THREADS + t] != v[t] + turns ||
				       q[b * THREADS + t] != many[t];
		}
		printf("%u: %d wrong, %08x\n", how, bad, checksum(r.data(), N * 4));
		CK(cudaFree(out));
		CK(cudaFree(seen));
	}
	return 0;
}
