// texture_references: texture<> and surface<> variables of every kind, bound, bound
// again, unbound; the variable's members say how it is read.
// flags: --heddle-quick
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

texture<float, 1, cudaReadModeElementType> flat;
texture<int4> flat4;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> pixels;
static texture<float2, cudaTextureType2D> rows;
texture<float, cudaTextureType3D, cudaReadModeElementType> volume;
texture<short, cudaTextureType2DLayered> layers;
texture<float, 1> wrapped(1, cudaFilterModeLinear, cudaAddressModeWrap);
surface<void, cudaSurfaceType2D> board;
namespace inner
{
texture<unsigned, 1> named;
}

__global__ void
read_flat(float *out, int n, int from)
{
	int i = threadIdx.x;
	if (i < n)
		out[i] = tex1Dfetch(flat, i + from) + tex1Dfetch(flat4, i).z;
}

__global__ void
read_pixels(float *out)
{
	int x = threadIdx.x, y = threadIdx.y;
	out[y * 4 + x] = tex2D(pixels, x + 0.5f, y + 0.5f);
}

__global__ void
read_rows(float2 *out)
{
	int x = threadIdx.x, y = threadIdx.y;
	out[y * 3 + x] = tex2D(rows, x * 0.5f + 0.5f, y * 0.5f + 0.5f);
}

__global__ void
read_volume(float *out)
{
	out[threadIdx.x] = tex3D(volume, 0.5f + threadIdx.x, 1.5f, 0.75f + threadIdx.x);
	out[threadIdx.x + 2] = tex2DLayered(layers, 0.0f, 0.0f, threadIdx.x);
	out[threadIdx.x + 4] = tex1D(wrapped, threadIdx.x * 1.5f - 0.875f);
	out[threadIdx.x + 6] = tex1Dfetch(inner::named, threadIdx.x);
}

__global__ void
write_board(int n)
{
	int i = threadIdx.x;
	int4 old = surf2Dread<int4>(board, i % n * 16, i / n);
	old.x += 1000 * i;
	surf2Dwrite(old, board, i % n * 16, i / n);
}

__global__ void
copy_by_texture(const float *, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2 * tex1Dfetch(flat, i);
}

template <typename T>
static void
print(const char *what, const T *p, int n)
{
	SYNC();
	printf("%s:", what);
	for (int i = 0; i < n; i++)
		printf(" %g", (double)p[i]);
	printf("\n");
}

int
main()
{
	float *out, *f;
	int4 *v;
	unsigned char *b;
	CK(cudaMallocManaged(&out, 64 * sizeof(float)));
	CK(cudaMallocManaged(&f, 64 * sizeof(float)));
	CK(cudaMallocManaged(&v, 8 * sizeof(int4)));
	for (int i = 0; i < 64; i++)
		f[i] = i * i;
	for (int i = 0; i < 8; i++)
		v[i] = make_int4(i, 10 * i, 100 * i, 1000 * i);
	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	size_t offset = 99;
	CK(cudaBindTexture(&offset, flat, f, fd, 16 * sizeof(float)));
	CK(cudaBindTexture(nullptr, flat4, v, 8 * sizeof(int4)));
	printf("offset %zu\n", offset);
	read_flat<<<1, 32>>>(out, 6, 0);
	print("flat", out, 6);
	read_flat<<<1, 32>>>(out, 6, 12); /* texels 16 and on are not bound */
	print("end", out, 6);
	CK(cudaBindTexture(nullptr, flat, f + 8, fd, 8 * sizeof(float)));
	read_flat<<<1, 32>>>(out, 4, 0);
	print("bound again", out, 4);

	size_t pitch;
	CK(cudaMallocPitch(&b, &pitch, 4, 3));
	unsigned char host[12] = {0, 51, 102, 153, 204, 255, 1, 2, 3, 4, 5, 6};
	CK(cudaMemcpy2D(b, pitch, host, 4, 4, 3, cudaMemcpyHostToDevice));
	cudaChannelFormatDesc bd = cudaCreateChannelDesc<unsigned char>();
	CK(cudaBindTexture2D(nullptr, pixels, b, bd, 4, 3, pitch));
	read_pixels<<<1, dim3(4, 3)>>>(out);
	print("pixels", out, 12);

	cudaArray_t a2, a3, al, a1, as;
	cudaChannelFormatDesc d2 = cudaCreateChannelDesc<float2>();
	CK(cudaMallocArray(&a2, &d2, 2, 2));
	CK(cudaMemcpyToArray(a2, 0, 0, f, 8 * sizeof(float), cudaMemcpyDefault));
	rows.filterMode = cudaFilterModeLinear;
	CK(cudaBindTextureToArray(rows, a2));
	read_rows<<<1, dim3(3, 3)>>>((float2 *)out);
	print("rows", out, 18);
	rows.filterMode = cudaFilterModePoint;
	CK(cudaBindTextureToArray(rows, a2, d2));
	read_rows<<<1, dim3(3, 3)>>>((float2 *)out);
	print("nearest", out, 18);

	CK(cudaMalloc3DArray(&a3, &fd, make_cudaExtent(2, 2, 2)));
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr(f, 2 * sizeof(float), 2, 2);
	p.dstArray = a3;
	p.extent = make_cudaExtent(2, 2, 2);
	p.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&p));
	CK(cudaBindTextureToArray(volume, a3));
	short sh[2] = {-7, 70};
	cudaChannelFormatDesc sd = cudaCreateChannelDesc<short>();
	CK(cudaMalloc3DArray(&al, &sd, make_cudaExtent(1, 1, 2), cudaArrayLayered));
	p.srcPtr = make_cudaPitchedPtr(sh, sizeof(short), 1, 1);
	p.dstArray = al;
	p.extent = make_cudaExtent(1, 1, 2);
	CK(cudaMemcpy3D(&p));
	CK(cudaBindTextureToArray(layers, al));
	CK(cudaMallocArray(&a1, &fd, 4));
	CK(cudaMemcpyToArray(a1, 0, 0, f, 4 * sizeof(float), cudaMemcpyHostToDevice));
	CK(cudaBindTextureToArray(wrapped, a1));
	unsigned *u;
	CK(cudaMallocManaged(&u, 8));
	u[0] = 5, u[1] = 6;
	CK(cudaBindTexture(nullptr, inner::named, u, 8));
	read_volume<<<1, 2>>>(out);
	print("volume, layers, wrapped, named", out, 8);

	int4 cells[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
	cudaChannelFormatDesc id = cudaCreateChannelDesc<int4>();
	CK(cudaMallocArray(&as, &id, 2, 2, cudaArraySurfaceLoadStore));
	CK(cudaMemcpy2DToArray(as, 0, 0, cells, 32, 32, 2, cudaMemcpyHostToDevice));
	CK(cudaBindSurfaceToArray(board, as));
	write_board<<<1, 4>>>(2);
	CK(cudaMemcpy2DFromArray(cells, 32, as, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
	print("board", (int *)cells, 16);

	/* What is under way reads what was bound when it was launched. */
	const int n = 1 << 16;
	float *big[2], *res[2];
	for (int k = 0; k < 2; k++) {
		CK(cudaMallocManaged(&big[k], n * sizeof(float)));
		CK(cudaMallocManaged(&res[k], n * sizeof(float)));
		for (int i = 0; i < n; i++)
			big[k][i] = i + k;
	}
	for (int k = 0; k < 2; k++) {
		CK(cudaBindTexture(nullptr, flat, big[k], n * sizeof(float)));
		copy_by_texture<<<n / 256, 256>>>(big[k], res[k], n);
	}
	SYNC();
	int wrong = 0;
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < n; i++)
			wrong += res[k][i] != 2 * (i + k);
	printf("bound between launches: %d wrong\n", wrong);

	cudaMipmappedArray_t levels;
	cudaArray_t level;
	CK(cudaMallocMipmappedArray(&levels, &d2, make_cudaExtent(2, 2, 0), 2));
	CK(cudaGetMipmappedArrayLevel(&level, levels, 0));
	CK(cudaMemcpyToArray(level, 0, 0, f + 8, 32, cudaMemcpyDefault));
	CK(cudaBindTextureToMipmappedArray(rows, levels, d2));
	read_rows<<<1, dim3(3, 3)>>>((float2 *)out);
	print("levels", out, 4);

	const surfaceReference *surf = nullptr;
	CK(cudaGetSurfaceReference(&surf, &board));
	printf("surface is the variable: %d\n", surf == &board);
	const textureReference *ref = nullptr;
	CK(cudaGetTextureReference(&ref, &flat));
	printf("reference is the variable: %d\n", ref == &flat);
	CK(cudaGetTextureAlignmentOffset(&offset, flat));
	CK(cudaUnbindTexture(flat));
	printf("unbound: %s\n",
	       cudaGetErrorName(cudaGetTextureAlignmentOffset(&offset, flat)));
	return 0;
}
