# SPDX-License-Identifier: Apache-2.0
# A fault names the kernel, the block, the thread and the line; also in a loop that runs once
# for the whole launch, and in blocks that are turned.
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

__global__ void
down(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int j = blockIdx.y * blockDim.y + threadIdx.y;

	if (i >= 17 && j >= 64)
		out[i * n + j] = 1; // line 28
}

__global__ void
fill(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= 3000 && i < n)
		out[i] = i; // line 37
}

int
main(int argc, char **)
{
	float *out;

	cudaMalloc(&out, 400);
	if (argc > 3)
		fill<<<32, 128>>>(nullptr, 4000);
	else if (argc > 2)
		down<<<dim3(2, 3), dim3(16, 32)>>>(nullptr, 96);
	else if (argc > 1)
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
prints 'an illegal memory access was encountered' ./app turned blocks 2>said
cat said
said 'in kernel down\('
said 'block \(1,2,0\), thread \(1,0,0\) or one of the next [0-9]+ in y'
said 'at .*a\.cu:28'
# In a row of many blocks where the group is, is noted every 512 threads; for debuggers always.
HEDDLE_THREADS=1 prints 'an illegal memory access was encountered' ./app a long row 2>said
cat said
said 'in kernel fill\('
said 'block \([0-9]+,0,0\), thread \([0-9]+,0,0\) or one of the next [0-9]+'
said 'at .*a\.cu:37'
"$HDCC" -g -O2 a.cu -o app
HEDDLE_THREADS=1 prints 'an illegal memory access was encountered' ./app a long row 2>said
cat said
said 'block \(23,0,0\), thread \([0-9]+,0,0\)'
said 'at .*a\.cu:37'
