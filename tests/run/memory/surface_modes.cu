// surface_modes: reads and writes of every shape, at the boundary in the modes that do
// not stop the kernel.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
touch_1d(cudaSurfaceObject_t s, int *seen)
{
	int x = (int)threadIdx.x - 2;
	seen[threadIdx.x] = surf1Dread<int>(s, x * 4, cudaBoundaryModeZero);
	seen[threadIdx.x + 8] = surf1Dread<int>(s, x * 4, cudaBoundaryModeClamp);
	__syncthreads();
	surf1Dwrite(100 + x, s, x * 4, cudaBoundaryModeZero);
}

__global__ void
touch_2d(cudaSurfaceObject_t s, uchar4 *seen)
{
	int x = (int)threadIdx.x - 1, y = (int)threadIdx.y - 1;
	uchar4 v;
	surf2Dread(&v, s, x * 4, y, cudaBoundaryModeClamp);
	seen[threadIdx.y * blockDim.x + threadIdx.x] = v;
	__syncthreads();
	v.w = 7;
	surf2Dwrite(v, s, x * 4, y, cudaBoundaryModeZero);
}

__global__ void
touch_others(cudaSurfaceObject_t s3, cudaSurfaceObject_t sl, cudaSurfaceObject_t sc)
{
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
	surf3Dwrite(x + 10.0f * y + 100 * z, s3, x * 4, y, z);
	surf2DLayeredwrite((short)(x - 10 * y - 100 * z), sl, x * 2, y, z);
	for (int f = z; f < 6; f += 2)
		surfCubemapwrite(x + 2 * y + 4 * f, sc, x * 4, y, f);
}

__global__ void
reread(cudaSurfaceObject_t s3, cudaSurfaceObject_t sl, cudaSurfaceObject_t sc, int *sum)
{
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
	atomicAdd(&sum[0], (int)surf3Dread<float>(s3, x * 4, y, z));
	atomicAdd(&sum[1], surf2DLayeredread<short>(sl, x * 2, y, z));
	for (int f = z; f < 6; f += 2)
		atomicAdd(&sum[2], surfCubemapread<int>(sc, x * 4, y, f));
	surf3Dwrite(1.0f, s3, 4096, 0, 0, cudaBoundaryModeZero);
	surf2DLayeredwrite((short)1, sl, 0, 0, 77, cudaBoundaryModeZero);
}

static cudaSurfaceObject_t
make(cudaArray_t *a, cudaChannelFormatDesc d, cudaExtent e, unsigned flags)
{
	cudaSurfaceObject_t s;
	cudaResourceDesc res = {};
	CK(cudaMalloc3DArray(a, &d, e, flags | cudaArraySurfaceLoadStore));
	res.resType = cudaResourceTypeArray;
	res.res.array.array = *a;
	CK(cudaCreateSurfaceObject(&s, &res));
	return s;
}

int
main()
{
	cudaArray_t a1, a2, a3, al, ac;
	int *seen, line[4] = {1, 2, 3, 4};
	uchar4 *colours,
		image[4] = {
			{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
	CK(cudaMallocManaged(&seen, 64 * sizeof(int)));
	CK(cudaMallocManaged(&colours, 16 * sizeof(uchar4)));

	cudaSurfaceObject_t s1 =
		make(&a1, cudaCreateChannelDesc<int>(), make_cudaExtent(4, 0, 0), 0);
	CK(cudaMemcpy2DToArray(a1, 0, 0, line, 16, 16, 1, cudaMemcpyHostToDevice));
	touch_1d<<<1, 8>>>(s1, seen);
	SYNC();
	CK(cudaMemcpy2DFromArray(line, 16, a1, 0, 0, 16, 1, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 16; i++)
		printf("%d%c", seen[i], i % 8 == 7 ? '\n' : ' ');
	printf("written: %d %d %d %d\n", line[0], line[1], line[2], line[3]);

	cudaSurfaceObject_t s2 =
		make(&a2, cudaCreateChannelDesc<uchar4>(), make_cudaExtent(2, 2, 0), 0);
	CK(cudaMemcpy2DToArray(a2, 0, 0, image, 8, 8, 2, cudaMemcpyHostToDevice));
	touch_2d<<<1, dim3(4, 4)>>>(s2, colours);
	SYNC();
	CK(cudaMemcpy2DFromArray(image, 8, a2, 0, 0, 8, 2, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 16; i++)
		printf("%d%c", colours[i].x, i % 4 == 3 ? '\n' : ' ');
	for (int i = 0; i < 4; i++)
		printf("%d.%d ", image[i].x, image[i].w);
	printf("\n");

	cudaSurfaceObject_t s3 =
		make(&a3, cudaCreateChannelDesc<float>(), make_cudaExtent(2, 2, 2), 0);
	cudaSurfaceObject_t sl = make(&al, cudaCreateChannelDesc<short>(),
				      make_cudaExtent(2, 2, 2), cudaArrayLayered);
	cudaSurfaceObject_t sc = make(&ac, cudaCreateChannelDesc<int>(),
				      make_cudaExtent(2, 2, 6), cudaArrayCubemap);
	touch_others<<<1, dim3(2, 2, 2)>>>(s3, sl, sc);
	CK(cudaMemset(seen, 0, 12));
	reread<<<1, dim3(2, 2, 2)>>>(s3, sl, sc, seen);
	SYNC();
	printf("sums: %d %d %d\n", seen[0], seen[1], seen[2]);
	CK(cudaDestroySurfaceObject(s3));
	CK(cudaFreeArray(a3));
	printf("freed twice: %s\n", cudaGetErrorName(cudaDestroySurfaceObject(0)));
	return 0;
}
