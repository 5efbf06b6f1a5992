// constant_memory: __constant__ scalars, arrays, structs; initialised and written
// through the symbol API.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Params {
	float scale;
	int shift;
	double table[3];
};

__constant__ int plain;
__constant__ int initialised = 17;
__constant__ float coef[5] = {1, 2, 3, 4, 5};
__constant__ Params params = {0.5f, 3, {1.5, 2.5, 3.5}};
static __constant__ unsigned char bytes[300];
namespace deep
{
namespace er
{
__constant__ long long value = 1ll << 40;
}
} // namespace deep
__constant__ const int const_table[4] = {9, 8, 7, 6};

__global__ void
read(double *out)
{
	int k = 0;
	out[k++] = plain;
	out[k++] = initialised;
	out[k++] = coef[0] + coef[1] * 10 + coef[2] * 100 + coef[3] * 1000 +
		   coef[4] * 10000;
	out[k++] = params.scale + params.shift + params.table[0] + params.table[1] +
		   params.table[2];
	int sum = 0;
	for (int i = 0; i < 300; i++)
		sum += bytes[i];
	out[k++] = sum;
	out[k++] = (double)deep::er::value;
	out[k++] = const_table[threadIdx.x + 2];
}

static void
show()
{
	double *d = device_array<double>(7);
	read<<<1, 1>>>(d);
	SYNC();
	for (double v : to_host(d, 7))
		printf("%.10g ", v);
	printf("\n");
	CK(cudaFree(d));
}

int
main()
{
	show();
	int five = 5;
	CK(cudaMemcpyToSymbol(plain, &five, sizeof five));
	CK(cudaMemcpyToSymbol(initialised, &five, sizeof five));
	float f[2] = {7, 8};
	CK(cudaMemcpyToSymbol(coef, f, sizeof f, 2 * sizeof(float)));
	Params p = {2.0f, 30, {10, 20, 30}};
	CK(cudaMemcpyToSymbol(params, &p, sizeof p, 0, cudaMemcpyHostToDevice));
	std::vector<unsigned char> b(300, 2);
	CK(cudaMemcpyToSymbol(bytes, b.data(), 300));
	long long big = -3;
	CK(cudaMemcpyToSymbol(deep::er::value, &big, sizeof big));
	show();

	float back[5];
	CK(cudaMemcpyFromSymbol(back, coef, sizeof back));
	printf("%g %g %g %g %g\n", back[0], back[1], back[2], back[3], back[4]);
	CK(cudaMemcpyFromSymbol(back, coef, 2 * sizeof(float), 3 * sizeof(float)));
	printf("%g %g\n", back[0], back[1]);
	// Through the address, from another device array, and asynchronously.
	float *addr;
	CK(cudaGetSymbolAddress((void **)&addr, coef));
	CK(cudaMemcpy(addr + 1, f, sizeof(float), cudaMemcpyHostToDevice));
	float *dev = to_device(std::vector<float>{-1, -2});
	CK(cudaMemcpyToSymbol(coef, dev + 1, sizeof(float), 0,
			      cudaMemcpyDeviceToDevice));
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	CK(cudaMemcpyToSymbolAsync(coef, f + 1, sizeof(float), 2 * sizeof(float),
				   cudaMemcpyHostToDevice, s));
	CK(cudaMemcpyFromSymbolAsync(back, coef, sizeof back, 0, cudaMemcpyDeviceToHost,
				     s));
	CK(cudaStreamSynchronize(s));
	printf("%g %g %g %g %g\n", back[0], back[1], back[2], back[3], back[4]);
	size_t size = 0;
	CK(cudaGetSymbolSize(&size, bytes));
	printf("%zu ", size);
	CK(cudaGetSymbolSize(&size, params));
	printf("%zu\n", size);
}
