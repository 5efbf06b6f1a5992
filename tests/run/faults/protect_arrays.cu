// env: HEDDLE_PROTECT=1
// Arrays where device memory is closed to the host: made, described, copied, read by
// kernels as textures and written as surfaces, and freed.
// out: by hand: HEDDLE_PROTECT is of Heddle alone
#include <cstdio>

enum { W = 40, H = 12, N = W * H };

static void
check(cudaError_t e, int line)
{
	if (e)
		printf("line %d: %s\n", line, cudaGetErrorString(e));
}
#define CHECK(call) check(call, __LINE__)

static __global__ void
read(cudaTextureObject_t t, float *out)
{
	int x = (int)threadIdx.x, y = (int)blockIdx.x;

	out[y * W + x] = 2 * tex2D<float>(t, (float)x + 0.5f, (float)y + 0.5f);
}

static __global__ void
read_level(cudaTextureObject_t t, float *out, float level)
{
	out[threadIdx.x] = tex2DLod<float>(t, (float)threadIdx.x + 0.5f, 0.5f, level);
}

static __global__ void
write(cudaSurfaceObject_t s)
{
	surf2Dwrite((float)(threadIdx.x * 100 + blockIdx.x), s,
		    (int)(threadIdx.x * sizeof(float)), (int)blockIdx.x);
}

static float in[N], out[N], *d_out;
static const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();

static cudaResourceDesc
resource(cudaArray_t a)
{
	cudaResourceDesc r = {};

	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	return r;
}

static void
plain()
{
	cudaArray_t a;
	cudaChannelFormatDesc desc;
	cudaExtent extent;
	unsigned flags;
	cudaTextureObject_t t;
	cudaSurfaceObject_t s;
	cudaTextureDesc how = {};

	CHECK(cudaMallocArray(&a, &format, W, H, cudaArraySurfaceLoadStore));
	CHECK(cudaArrayGetInfo(&desc, &extent, &flags, a));
	printf("%d bits, %zu x %zu, flags %u\n", desc.x, extent.width, extent.height, flags);
	CHECK(cudaMemcpy2DToArray(a, 0, 0, in, W * sizeof(float), W * sizeof(float), H,
				  cudaMemcpyHostToDevice));
	cudaResourceDesc r = resource(a);

	CHECK(cudaCreateTextureObject(&t, &r, &how, NULL));
	read<<<H, W>>>(t, d_out);
	CHECK(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
	printf("%g %g\n", out[1], out[N - 1]);
	CHECK(cudaCreateSurfaceObject(&s, &r));
	write<<<H, W>>>(s);
	CHECK(cudaMemcpy2DFromArray(out, W * sizeof(float), a, 0, 0, W * sizeof(float), H,
				    cudaMemcpyDeviceToHost));
	printf("%g %g\n", out[1], out[N - 1]);
	CHECK(cudaDestroySurfaceObject(s));
	CHECK(cudaDestroyTextureObject(t));
	CHECK(cudaFreeArray(a));
}

static void
levels()
{
	cudaMipmappedArray_t m;
	cudaArray_t level;
	cudaExtent extent;
	cudaTextureObject_t t;
	cudaTextureDesc how = {};
	cudaResourceDesc r = {};

	CHECK(cudaMallocMipmappedArray(&m, &format, make_cudaExtent(16, 8, 0), 3));
	for (unsigned i = 0; i < 3; i++) {
		CHECK(cudaGetMipmappedArrayLevel(&level, m, i));
		CHECK(cudaArrayGetInfo(NULL, &extent, NULL, level));
		printf("level %u: %zu x %zu\n", i, extent.width, extent.height);
		CHECK(cudaMemcpy2DToArray(level, 0, 0, in + 100 * i, W * sizeof(float),
					  extent.width * sizeof(float), extent.height,
					  cudaMemcpyHostToDevice));
	}
	r.resType = cudaResourceTypeMipmappedArray;
	r.res.mipmap.mipmap = m;
	how.maxMipmapLevelClamp = 2;
	CHECK(cudaCreateTextureObject(&t, &r, &how, NULL));
	read_level<<<1, 4>>>(t, d_out, 2);
	CHECK(cudaMemcpy(out, d_out, 4 * sizeof(float), cudaMemcpyDeviceToHost));
	printf("%g %g\n", out[0], out[3]);
	CHECK(cudaDestroyTextureObject(t));
	CHECK(cudaFreeMipmappedArray(m));
}

static void
layers()
{
	cudaArray_t a, b;
	cudaMemcpy3DParms p = {};

	CHECK(cudaMalloc3DArray(&a, &format, make_cudaExtent(W, 4, 3), cudaArrayLayered));
	CHECK(cudaMalloc3DArray(&b, &format, make_cudaExtent(W, 4, 3), cudaArrayLayered));
	p.srcPtr = make_cudaPitchedPtr(in, W * sizeof(float), W, 4);
	p.dstArray = a;
	p.extent = make_cudaExtent(W, 4, 3);
	p.kind = cudaMemcpyHostToDevice;
	CHECK(cudaMemcpy3D(&p));
	p = {};
	p.srcArray = a;
	p.dstArray = b;
	p.extent = make_cudaExtent(W, 4, 3);
	p.kind = cudaMemcpyDeviceToDevice;
	CHECK(cudaMemcpy3D(&p));
	p = {};
	p.srcArray = b;
	p.dstPtr = make_cudaPitchedPtr(out, W * sizeof(float), W, 4);
	p.extent = make_cudaExtent(W, 4, 3);
	p.kind = cudaMemcpyDeviceToHost;
	CHECK(cudaMemcpy3D(&p));
	printf("%g %g\n", out[1], out[N - 1]);
	CHECK(cudaFreeArray(a));
	CHECK(cudaFreeArray(b));
}

int
main()
{
	for (int i = 0; i < N; i++)
		in[i] = (float)i;
	CHECK(cudaMalloc(&d_out, sizeof out));
	plain();
	levels();
	layers();
	return cudaFree(d_out);
}
