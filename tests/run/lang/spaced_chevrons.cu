// Blanks inside the brackets of a launch, as nvcc takes them; also from a macro and in
// templates. Shifts and closing angle brackets stay what they are.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <vector>

template <class T>
__global__ void
add(T *p, T n)
{
	*p += n << 1 >> 1;
}

__global__ void
set(int *p)
{
	*p = 5;
}

#define LAUNCH(k, ...) k << < 1, dim3(1) >> > (__VA_ARGS__)

int
main()
{
	std::vector<std::vector<int> > v(1, std::vector<int>(1, 1 << 2));
	int *p, h = 0;

	cudaMalloc(&p, sizeof h);
	set << < dim3(1), dim3(1), 0 >> > (p); // a comment with k << < 1
	add<int> << <1, 1>> >(p, 10);
	LAUNCH(add<int>, p, 20);
	add<<<1, 1>> >(p, (v[0][0] > 3) + 1);
	add << < 1, 1, 0, 0 >>>(p, 3);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("k << < 1 >> > %d\n", h);
	cudaFree(p);
	return 0;
}
