// host_overflow: signed numbers of host code wrap, as programs from nvcc's -O0 expect.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <cstdlib>

__global__ void kernel() {}

int
main(int argc, char **)
{
	int start = 46341 * argc; // its square does not fit
	kernel<<<1, 1>>>();
	cudaDeviceSynchronize();
	for (int i = start; i < start + 2; i++) {
		int square = i * i;
		printf("%d %s\n", square, square < 0 ? "wraps" : "does not wrap");
	}
	return 0;
}
