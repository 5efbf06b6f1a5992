// alignas_shared: alignas after __shared__, __device__ and __constant__, where the grammar
// of C++ has no place for it and nvcc takes it.
// out: by hand
#include "../test.h"

struct pair {
	float x, y;
};

__device__ alignas(64) char table[3] = {1, 2, 3};
__constant__ alignas(alignof(float4)) float factors[2][2] = {{1, 2}, {3, 4}};

template <class T>
__global__ void
places(int *out)
{
	__shared__ char odd;
	__shared__ alignas(alignof(float4)) T tile[2][5];
	__shared__ alignas(2 * sizeof(float4))
		pair p[3];
	extern __shared__ alignas(16) char bytes[];
	int i = threadIdx.x;
	if (i == 0) {
		odd = 1;
		tile[1][4] = (T)factors[1][1];
		p[2].y = 5;
		bytes[7] = table[2];
	}
	__syncthreads();
	if (i == 1) {
		out[0] = (int)((size_t)tile % alignof(float4));
		out[1] = (int)((size_t)p % 32);
		out[2] = (int)((size_t)bytes % 16);
		out[3] = (int)((size_t)table % 64);
		out[4] = (int)((size_t)factors % 16);
		out[5] = odd + (int)tile[1][4] + (int)p[2].y + bytes[7];
	}
}

int
main()
{
	int *out = device_array<int>(6);
	places<float><<<1, 32, 64>>>(out);
	SYNC();
	for (int v : to_host(out, 6))
		printf("%d ", v);
	places<double><<<1, 32, 64>>>(out);
	SYNC();
	for (int v : to_host(out, 6))
		printf("%d ", v);
	printf("\n");
	return 0;
}
