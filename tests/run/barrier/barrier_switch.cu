// barrier_switch: a state machine: switch with barriers in its cases, with fallthrough,
// inside a loop.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
machine(const int *program, int len, int *out)
{
	__shared__ int s[64];
	int t = threadIdx.x, v = t;
	s[t] = 0;
	__syncthreads();
	for (int pc = 0; pc < len; pc++) {
		switch (program[blockIdx.x * len + pc]) {
		case 0:
			continue;
		case 1:
			s[t] = v;
			__syncthreads();
			break;
		case 2:
			v += s[(t + 1) % 64];
			__syncthreads();
			/* fallthrough */
		case 3:
			s[63 - t] = v;
			__syncthreads();
			v = s[t] + 1;
			__syncthreads();
			break;
		case 4:
			if (t >= 40)
				return;
			break;
		case 5:
			goto done;
		default:
			v *= 3;
		}
		v &= 0xfffff;
	}
done:
	__syncthreads();
	out[blockIdx.x * 64 + t] = v;
}

int
main()
{
	const int len = 8;
	std::vector<int> program = {
		1, 2, 9, 3, 0, 1, 2, 3, //
		3, 3, 9, 9, 1, 2, 5, 9, //
		0, 0, 0, 0, 0, 0, 0, 0, //
		1, 9, 2, 4, 9, 9, 0, 9,
	};
	std::vector<int> want(256, 0);
	for (int b = 0; b < 4; b++) {
		int s[64] = {0}, v[64], x[64];
		bool gone = false;
		for (int t = 0; t < 64; t++)
			v[t] = t;
		for (int pc = 0; pc < len; pc++) {
			int op = program[b * len + pc];
			if (op == 0)
				continue;
			if (op == 5)
				break;
			if (op == 1)
				memcpy(s, v, sizeof s);
			if (op == 2)
				for (int t = 0; t < 64; t++)
					v[t] += s[(t + 1) % 64];
			if (op == 2 || op == 3) {
				for (int t = 0; t < 64; t++)
					x[63 - t] = v[t];
				memcpy(s, x, sizeof s);
				for (int t = 0; t < 64; t++)
					v[t] = s[t] + 1;
			}
			if (op == 4)
				gone = true;
			if (op > 5)
				for (int t = 0; t < 64; t++)
					v[t] *= 3;
			for (int t = 0; t < 64; t++)
				v[t] &= 0xfffff;
		}
		for (int t = 0; t < (gone ? 40 : 64); t++)
			want[b * 64 + t] = v[t];
	}
	int *dp = to_device(program), *d = device_array<int>(256);
	machine<<<4, 64>>>(dp, len, d);
	SYNC();
	same("machine", to_host(d, 256), want);
}
