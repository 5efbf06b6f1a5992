// texture_shapes: layers, cubes, levels, gathering, linear and pitched memory, views.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

static cudaTextureObject_t
object(const cudaResourceDesc &res, bool linear, bool normalized,
       void (*more)(cudaTextureDesc &) = nullptr)
{
	cudaTextureDesc td = {};
	for (int d = 0; d < 3; d++)
		td.addressMode[d] = cudaAddressModeClamp;
	td.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
	td.mipmapFilterMode = td.filterMode;
	td.normalizedCoords = normalized;
	td.maxMipmapLevelClamp = 100;
	if (more)
		more(td);
	cudaTextureObject_t t;
	CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
	return t;
}

static cudaResourceDesc
of_array(cudaArray_t a)
{
	cudaResourceDesc res = {};
	res.resType = cudaResourceTypeArray;
	res.res.array.array = a;
	return res;
}

static void
fill(cudaArray_t a, const float *data, int w, int h, int d)
{
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr((void *)data, w * sizeof(float), w, h);
	p.dstArray = a;
	p.extent = make_cudaExtent(w, h, d);
	p.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&p));
}

static void
show(const char *what, const float *out, int n)
{
	SYNC();
	printf("%s:", what);
	for (int i = 0; i < n; i++)
		printf(" %.6g", out[i]);
	printf("\n");
}

__global__ void
layered(cudaTextureObject_t one, cudaTextureObject_t two, float *out)
{
	int i = threadIdx.x;
	out[i] = tex1DLayered<float>(one, 1.25f, i);
	out[i + 4] = tex2DLayered<float>(two, 1.0f, 1.0f, i);
}

__global__ void
cube(cudaTextureObject_t t, cudaTextureObject_t many, const float3 *d, float *out,
     int n)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	out[i] = texCubemap<float>(t, d[i].x, d[i].y, d[i].z);
	out[i + n] = texCubemapLayered<float>(many, d[i].x, d[i].y, d[i].z, 1);
}

__global__ void
levels(cudaTextureObject_t t, float *out)
{
	int i = threadIdx.x;
	out[i] = tex2DLod<float>(t, 0.5f, 0.5f, i * 0.25f);
	float step = exp2f(i * 0.5f) / 16;
	out[i + 16] = tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(step, 0),
				       make_float2(0, step));
	out[i + 32] = tex2D<float>(t, 0.25f, 0.5f);
}

__global__ void
gathered(cudaTextureObject_t t, float4 *out)
{
	out[0] = tex2Dgather<float4>(t, 2.0f, 2.0f);
	out[1] = tex2Dgather<float4>(t, 0.0f, 1.0f, 0);
}

__global__ void
linear_memory(cudaTextureObject_t t, cudaTextureObject_t rows, int n, float *out)
{
	int i = threadIdx.x;
	out[i] = tex1Dfetch<float>(t, i - 2);
	out[i + n] = tex2D<float>(rows, i * 0.5f, 1.0f);
}

template <typename T>
__global__ void
one(cudaTextureObject_t t, T *out)
{
	*out = tex2D<T>(t, 0.5f, 0.5f);
}

static void
test_layers(float *out, const float *data)
{
	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	cudaArray_t a1, a2;
	CK(cudaMalloc3DArray(&a1, &fd, make_cudaExtent(4, 0, 3), cudaArrayLayered));
	CK(cudaMalloc3DArray(&a2, &fd, make_cudaExtent(4, 2, 3), cudaArrayLayered));
	fill(a1, data, 4, 1, 3);
	fill(a2, data, 4, 2, 3);
	cudaTextureObject_t t1 = object(of_array(a1), true, false);
	cudaTextureObject_t t2 = object(of_array(a2), true, false);
	layered<<<1, 3>>>(t1, t2, out);
	show("1D layers", out, 3);
	show("2D layers", out + 4, 3);
	CK(cudaDestroyTextureObject(t1));
	CK(cudaDestroyTextureObject(t2));
	CK(cudaFreeArray(a1));
	CK(cudaFreeArray(a2));
}

/* Two texels per side, numbered face by face; directions that meet the middle of every
 * texel, and the middle of every face. */
static void
test_cube(float *out, const float *data)
{
	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	cudaArray_t a, b;
	float3 *d;
	CK(cudaMallocManaged(&d, 30 * sizeof(float3)));
	for (int f = 0; f < 6; f++)
		for (int q = 0; q < 5; q++) {
			float s = q == 4 ? 0 : q & 1 ? 0.5f : -0.5f;
			float t = q == 4 ? 0 : q & 2 ? 0.5f : -0.5f;
			float m = f & 1 ? -1.0f : 1.0f;
			d[f * 5 + q] = f < 2   ? make_float3(m, s, t)
				       : f < 4 ? make_float3(s, m, t)
					       : make_float3(s, t, m);
		}
	CK(cudaMalloc3DArray(&a, &fd, make_cudaExtent(2, 2, 6), cudaArrayCubemap));
	CK(cudaMalloc3DArray(&b, &fd, make_cudaExtent(2, 2, 12),
			     cudaArrayCubemap | cudaArrayLayered));
	fill(a, data, 2, 2, 6);
	fill(b, data, 2, 2, 12);
	for (int linear = 0; linear < 2; linear++) {
		cudaTextureObject_t t = object(of_array(a), linear, true);
		cudaTextureObject_t u = object(of_array(b), linear, true);
		cube<<<1, 32>>>(t, u, d, out, 30);
		show(linear ? "cube, linear" : "cube", out, 30);
		show("layer 1", out + 30, 30);
		CK(cudaDestroyTextureObject(t));
		CK(cudaDestroyTextureObject(u));
	}
	CK(cudaFreeArray(a));
	CK(cudaFreeArray(b));
}

static void
test_levels(float *out)
{
	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	cudaMipmappedArray_t m;
	CK(cudaMallocMipmappedArray(&m, &fd, make_cudaExtent(16, 16, 0), 5));
	for (int l = 0; l < 5; l++) {
		int n = 16 >> l;
		std::vector<float> data(n * n);
		for (int i = 0; i < n * n; i++)
			data[i] = 100 * l;
		cudaArray_t a;
		CK(cudaGetMipmappedArrayLevel(&a, m, l));
		fill(a, data.data(), n, n, 1);
		cudaExtent e;
		CK(cudaArrayGetInfo(nullptr, &e, nullptr, a));
		printf("level %d: %zu x %zu\n", l, e.width, e.height);
	}
	cudaResourceDesc res = {};
	res.resType = cudaResourceTypeMipmappedArray;
	res.res.mipmap.mipmap = m;
	for (int k = 0; k < 3; k++) {
		cudaTextureObject_t t = object(
			res, k > 0, true, k < 2 ? nullptr : +[](cudaTextureDesc &td) {
				td.minMipmapLevelClamp = 0.5f;
				td.maxMipmapLevelClamp = 2.25f;
			});
		levels<<<1, 16>>>(t, out);
		show(k == 0   ? "levels, nearest"
		     : k == 1 ? "levels"
			      : "clamped levels",
		     out, 16);
		show("by gradient", out + 16, 10);
		show("no level", out + 32, 1);
		CK(cudaDestroyTextureObject(t));
	}
	CK(cudaFreeMipmappedArray(m));
}

static void
test_gather_and_memory(float *out, const float *data)
{
	cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>();
	cudaArray_t a;
	CK(cudaMallocArray(&a, &fd, 4, 4, cudaArrayTextureGather));
	fill(a, data, 4, 4, 1);
	cudaTextureObject_t t = object(of_array(a), false, false);
	gathered<<<1, 1>>>(t, (float4 *)out);
	show("gathered", out, 8);
	CK(cudaDestroyTextureObject(t));
	CK(cudaFreeArray(a));

	float *p;
	size_t pitch;
	CK(cudaMallocPitch(&p, &pitch, 4 * sizeof(float), 2));
	CK(cudaMemcpy2D(p, pitch, data, 16, 16, 2, cudaMemcpyHostToDevice));
	cudaResourceDesc lin = {}, rows = {};
	lin.resType = cudaResourceTypeLinear;
	lin.res.linear.devPtr = p;
	lin.res.linear.desc = fd;
	lin.res.linear.sizeInBytes = 16;
	rows.resType = cudaResourceTypePitch2D;
	rows.res.pitch2D.devPtr = p;
	rows.res.pitch2D.desc = fd;
	rows.res.pitch2D.width = 4;
	rows.res.pitch2D.height = 2;
	rows.res.pitch2D.pitchInBytes = pitch;
	cudaTextureObject_t tl = object(lin, false, false);
	cudaTextureObject_t tr = object(rows, true, false);
	linear_memory<<<1, 8>>>(tl, tr, 8, out);
	show("linear memory", out, 8);
	show("rows", out + 8, 8);
	CK(cudaDestroyTextureObject(tl));
	CK(cudaDestroyTextureObject(tr));
	CK(cudaFree(p));
}

static void
test_half_and_questions(float *out)
{
	unsigned short half[4] = {0x3c00, 0xc100, 0x0001, 0x7bff};
	cudaChannelFormatDesc hd = cudaCreateChannelDescHalf4(), got;
	cudaArray_t a;
	CK(cudaMallocArray(&a, &hd, 1, 1));
	CK(cudaMemcpy2DToArray(a, 0, 0, half, 8, 8, 1, cudaMemcpyHostToDevice));
	cudaTextureObject_t t = object(of_array(a), false, false);
	one<float4><<<1, 1>>>(t, (float4 *)out);
	show("half", out, 4);
	cudaResourceDesc res;
	cudaTextureDesc td;
	CK(cudaGetTextureObjectResourceDesc(&res, t));
	CK(cudaGetTextureObjectTextureDesc(&td, t));
	CK(cudaGetChannelDesc(&got, a));
	printf("asked back: %d %d, %d bits of kind %d\n", res.res.array.array == a,
	       td.addressMode[0], got.x, got.f);
	CK(cudaDestroyTextureObject(t));
	CK(cudaFreeArray(a));
}

int
main()
{
	float *out, data[64];
	CK(cudaMallocManaged(&out, 128 * sizeof(float)));
	for (int i = 0; i < 64; i++)
		data[i] = i;
	test_layers(out, data);
	test_cube(out, data);
	test_levels(out);
	test_gather_and_memory(out, data);
	test_half_and_questions(out);
	return 0;
}
