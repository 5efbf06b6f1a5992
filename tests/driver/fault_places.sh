# SPDX-License-Identifier: Apache-2.0
# A fault names the kernel, the block, the thread and the line; also in a loop that runs once
# for the whole launch.
. "$ROOT/tests/driver/common.bash"

cat >a.cu <<'END'
#include <cstdio>
__global__ void
normalize(float *out, const float *in, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	float total = 0;

	for (int i = 0; i < n; i++)
		total += in[i]; // line 9
	if (t < n)
		out[t] = in[t] / total;
}

__global__ void
write(float *out)
{
	if (blockIdx.x == 3)
		out[threadIdx.x] = 1; // line 18
}

int
main(int argc, char **)
{
	float *out;

	cudaMalloc(&out, 400);
	if (argc > 1)
		normalize<<<4, 32>>>(out, nullptr, 100);
	else
		write<<<5, 1>>>(nullptr);
	std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
END
"$HDCC" -O2 a.cu -o app
prints 'an illegal memory access was encountered' ./app 2>said
cat said
said 'illegal memory access .* in kernel write\(float\*\)'
said 'block \(3,0,0\), thread \(0,0,0\)'
said 'at .*a\.cu:18'
prints 'an illegal memory access was encountered' ./app hoisted 2>said
cat said
said 'in kernel normalize\('
said 'block \(0,0,0\), thread \(0,0,0\)'
said 'at .*a\.cu:9'
