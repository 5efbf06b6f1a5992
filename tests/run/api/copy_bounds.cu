// copy_bounds: copies and fills past the end of an allocation, of freed memory, and the wrong
// way round are cudaErrorInvalidValue and change nothing.
// flags: -lcuda
// out: by hand
#include "../test.h"

#include <cuda.h>

enum { N = 1000 };

__device__ char variable[100];
__device__ char *from_heap;

__global__ void
take()
{
	from_heap = (char *)malloc(64);
}

static int wrong;

static void
refused(const char *what, int error)
{
	if (error != 1) {
		printf("%s: %d\n", what, error);
		wrong++;
	}
	cudaGetLastError();
}

#define NO(call) refused(#call, (int)(call))

static void
flat(char *d, char *h)
{
	NO(cudaMemcpy(d, h, N + 1, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(d + 1, h, N, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(h, d, N + 1, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(h, d + N - 1, 2, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(h, d + N, 1, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(h, d, (size_t)-1, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(d + 100, d, N - 99, cudaMemcpyDeviceToDevice));
	NO(cudaMemcpy(h, d, N + 1, cudaMemcpyDefault));
	NO(cudaMemcpyAsync(d, h, N + 1, cudaMemcpyHostToDevice, 0));
	NO(cudaMemcpyAsync(h, d, N + 1, cudaMemcpyDeviceToHost, 0));
	NO(cudaMemcpyPeer(d, 0, d + 1, 0, N));
	NO(cudaMemcpyPeerAsync(d, 0, d + 1, 0, N, 0));
	// The wrong way round.
	NO(cudaMemcpy(h, d, N, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(d, h, N, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(d, h, N, cudaMemcpyDeviceToDevice));
	NO(cudaMemcpy(h, d, N, cudaMemcpyDeviceToDevice));
	NO(cudaMemcpy(h, h + N, N, cudaMemcpyDeviceToDevice));
	NO(cudaMemcpy(h, h + N, N, cudaMemcpyHostToDevice));
	NO(cudaMemcpyAsync(h, d, N, cudaMemcpyHostToDevice, 0));
	NO(cudaMemcpyPeer(d, 0, h, 0, N));
}

static void
boxes(char *d, char *h)
{
	cudaMemcpy3DParms p = {};

	// 10 rows of 100 bytes are all there is.
	NO(cudaMemcpy2D(d, 100, h, 100, 100, 11, cudaMemcpyHostToDevice));
	NO(cudaMemcpy2D(d + 51, 100, h, 100, 50, 10, cudaMemcpyHostToDevice));
	NO(cudaMemcpy2D(h, 100, d, 112, 50, 10, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy2D(h, 100, d, 100, 50, 10, cudaMemcpyHostToDevice));
	NO(cudaMemcpy2DAsync(d, 100, h, 100, 100, 11, cudaMemcpyHostToDevice, 0));
	NO(cudaMemcpy2D(d, (size_t)1 << 62, h, 100, 1, 9, cudaMemcpyHostToDevice));
	p.srcPtr = make_cudaPitchedPtr(h, 10, 10, 10);
	p.dstPtr = make_cudaPitchedPtr(d, 10, 10, 10);
	p.extent = make_cudaExtent(10, 10, 11);
	p.kind = cudaMemcpyHostToDevice;
	NO(cudaMemcpy3D(&p));
	NO(cudaMemcpy3DAsync(&p, 0));
	p.extent = make_cudaExtent(10, 10, 10);
	p.kind = cudaMemcpyDeviceToHost;
	NO(cudaMemcpy3D(&p));
}

static void
fills(char *d, char *h)
{
	NO(cudaMemset(d, 1, N + 1));
	NO(cudaMemset(d + N, 1, 1));
	NO(cudaMemset(h, 1, N));
	NO(cudaMemsetAsync(d, 1, N + 1, 0));
	NO(cudaMemset2D(d, 100, 1, 100, 11));
	NO(cudaMemset2DAsync(d + 1, 100, 1, 100, 10, 0));
	NO(cudaMemset3D(make_cudaPitchedPtr(d, 10, 10, 10), 1, make_cudaExtent(10, 10, 11)));
	NO(cudaMemset3DAsync(make_cudaPitchedPtr(h, 10, 10, 10), 1,
			     make_cudaExtent(10, 10, 10), 0));
}

static void
driver(char *d, char *h)
{
	CUdeviceptr p = (CUdeviceptr)d, q = (CUdeviceptr)h;
	CUDA_MEMCPY2D c = {};

	NO(cuMemcpyHtoD(p, h, N + 1));
	NO(cuMemcpyHtoD(q, h, N));
	NO(cuMemcpyDtoH(h, p, N + 1));
	NO(cuMemcpyDtoH(h, q, N));
	NO(cuMemcpyDtoD(p, q, N));
	NO(cuMemcpyDtoDAsync(p, p + 1, N, 0));
	NO(cuMemcpyHtoDAsync(p, h, N + 1, 0));
	NO(cuMemcpy(p, q, N + 1));
	NO(cuMemsetD8(p, 1, N + 1));
	NO(cuMemsetD32(p, 1, N / 4 + 1));
	NO(cuMemsetD16Async(q, 1, 4, 0));
	NO(cuMemsetD2D8(p, 100, 1, 100, 11));
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = h;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = p;
	c.WidthInBytes = c.srcPitch = c.dstPitch = 100;
	c.Height = 11;
	NO(cuMemcpy2D(&c));
	NO(cuMemcpy2DAsync(&c, 0));
}

static void
freed(char *h, size_t n)
{
	char *p;

	CK(cudaMalloc(&p, n));
	CK(cudaFree(p));
	NO(cudaMemcpy(p, h, 8, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost));
	NO(cudaMemset(p, 0, 8));
	NO(cudaFree(p));
	if (n < 1000000)
		NO(cudaMemcpy(h, p, 8, cudaMemcpyDefault));
}

static void
others(char *h)
{
	char *managed, *pinned, *p;

	CK(cudaMallocManaged(&managed, N));
	NO(cudaMemcpy(managed, h, N + 1, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(h, managed, N + 1, cudaMemcpyHostToHost));
	CK(cudaMallocHost(&pinned, N));
	NO(cudaMemcpy(h, pinned, N + 1, cudaMemcpyDefault));
	// Registered in part.
	CK(cudaHostRegister(h + N, N, 0));
	NO(cudaMemcpy(pinned, h + N / 2, N, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(pinned, h + N + 1, N, cudaMemcpyHostToDevice));
	NO(cudaMemset(h + N, 0, N + 1));
	CK(cudaHostRegister(h, N, 0)); // one beside the other is not one
	NO(cudaMemcpy(h + N / 2, managed, N, cudaMemcpyDeviceToHost));
	CK(cudaHostUnregister(h));
	CK(cudaHostUnregister(h + N));
	CK(cudaGetSymbolAddress((void **)&p, variable));
	NO(cudaMemcpy(p, h, 101, cudaMemcpyHostToDevice));
	NO(cudaMemcpy(h, p + 50, 51, cudaMemcpyDeviceToHost));
	NO(cudaMemcpyToSymbol(variable, h, 101));
	NO(cudaMemcpyToSymbol(variable, h, 10, 0, cudaMemcpyDeviceToDevice));
	NO(cudaMemcpyFromSymbol(h, variable, 100, 1));
	NO(cudaMemset(p, 0, 101));
	// What kernels allocate is for kernels.
	take<<<1, 1>>>();
	CK(cudaMemcpyFromSymbol(&p, from_heap, sizeof p));
	NO(cudaMemcpy(h, p, 8, cudaMemcpyDeviceToHost));
	NO(cudaMemcpy(p, h, 8, cudaMemcpyHostToDevice));
	CK(cudaFree(managed));
	CK(cudaFreeHost(pinned));
}

int
main()
{
	char *d, *behind, *h = (char *)malloc(4 * N);
	std::vector<char> all(N);

	memset(h, 7, 4 * N);
	CK(cudaMalloc(&d, N));
	CK(cudaMalloc(&behind, N));
	CK(cudaMemset(d, 0, N));
	CK(cudaMemset(behind, 0, N));
	flat(d, h);
	boxes(d, h);
	fills(d, h);
	driver(d, h);
	freed(h, 100);
	freed(h, 50 << 20);
	others(h);
	CK(cudaMemcpy(all.data(), d, N, cudaMemcpyDeviceToHost));
	for (char c : all)
		wrong += c != 0;
	CK(cudaMemcpy(all.data(), behind, N, cudaMemcpyDeviceToHost));
	for (char c : all)
		wrong += c != 0;
	for (int i = 0; i < 4 * N; i++)
		wrong += h[i] != 7;
	printf("wrong: %d\n", wrong);
	SYNC();
}
