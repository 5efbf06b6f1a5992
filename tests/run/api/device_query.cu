// device_query: device count, properties and attributes that CUDA or every recent
// device fixes.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

int
main()
{
	int count = 0, dev = -1, v = 0;
	CK(cudaGetDeviceCount(&count));
	printf("devices %d\n", count >= 1);
	CK(cudaSetDevice(0));
	CK(cudaGetDevice(&dev));
	printf("current %d\n", dev);
	cudaDeviceProp p;
	CK(cudaGetDeviceProperties(&p, 0));
	printf("named %d\n", strlen(p.name) > 0);
	printf("warp %d, block %d (%d %d %d), grid %d %d %d\n", p.warpSize,
	       p.maxThreadsPerBlock, p.maxThreadsDim[0], p.maxThreadsDim[1],
	       p.maxThreadsDim[2], p.maxGridSize[0], p.maxGridSize[1],
	       p.maxGridSize[2]);
	printf("shared %zu, constant %zu\n", p.sharedMemPerBlock, p.totalConstMem);
	printf("more shared on request %d\n",
	       p.sharedMemPerBlockOptin >= p.sharedMemPerBlock);
	printf("plausible %d %d %d %d\n", p.totalGlobalMem > (64 << 20),
	       p.multiProcessorCount >= 1, p.major >= 3,
	       p.maxThreadsPerMultiProcessor >= 1024);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0));
	printf("%d ", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0));
	printf("%d ", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSharedMemoryPerBlock, 0));
	printf("%d ", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxGridDimX, 0));
	printf("%d ", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxBlockDimZ, 0));
	printf("%d\n", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMultiProcessorCount, 0));
	printf("same count %d\n", v == p.multiProcessorCount);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0));
	printf("same version %d\n", v == p.major);
	printf("textures %d %d %d, surfaces %d, pools %d, cache hints %d\n",
	       p.maxTexture1D >= 65536, p.maxTexture2D[1] >= 65536,
	       p.maxTexture3D[2] >= 2048, p.maxSurface2DLayered[2] >= 2048,
	       p.memoryPoolsSupported, p.persistingL2CacheMaxSize > 0);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxTextureCubemapLayeredLayers, 0));
	printf("cubes %d ", v);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMaxSurface3DDepth, 0));
	printf("depth %d ", v >= 2048);
	CK(cudaDeviceGetAttribute(&v, cudaDevAttrMemoryPoolsSupported, 0));
	printf("pools %d\n", v);
	CK(cudaDriverGetVersion(&v));
	printf("driver %d ", v >= 11000);
	CK(cudaRuntimeGetVersion(&v));
	printf("runtime %d\n", v >= 11000);
	printf("%s\n", cudaGetErrorName(cudaSetDevice(1000)));
	printf("%s\n", cudaGetErrorName(cudaGetDeviceProperties(&p, -1)));
	printf("%s\n",
	       cudaGetErrorName(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)100000, 0)));
	cudaGetLastError();
	CK(cudaDeviceSynchronize());
	CK(cudaDeviceReset());
	int *d;
	CK(cudaMalloc(&d, 4)); // the device works again after a reset
	CK(cudaFree(d));
}
