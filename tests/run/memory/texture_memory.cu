// texture_memory: textures of linear and pitched memory, gathering, border colours, sRGB,
// seamless cubes, views and steps, each against plain C.
// flags: --heddle-quick
// out: host code of the same program; a GPU (H200, CUDA 13.0) has two steps of sRGB elsewhere
#include "texture_reference.h"

enum { W = 8, H = 4, SAMPLES = 96 };

static int wrong, done;

static void
compare(const char *what, int i, double is, double want, double limit)
{
	done++;
	if (!(std::fabs(is - want) <= limit) && wrong++ < 4)
		printf("%s: sample %d is %.9g, not %.9g\n", what, i, is, want);
}

static void
report(const char *what)
{
	printf("%s: %d values, %d wrong\n", what, done, wrong);
	done = wrong = 0;
}

template <typename R>
__global__ void
rows(cudaTextureObject_t t, const float2 *at, R *out)
{
	int i = threadIdx.x;
	out[i] = tex2D<R>(t, at[i].x, at[i].y);
}

template <typename R>
__global__ void
gathered(cudaTextureObject_t t, const float2 *at, R *out)
{
	int i = threadIdx.x;
	out[4 * i] = tex2Dgather<R>(t, at[i].x, at[i].y, 0);
	out[4 * i + 1] = tex2Dgather<R>(t, at[i].x, at[i].y, 1);
	out[4 * i + 2] = tex2Dgather<R>(t, at[i].x, at[i].y, 2);
	out[4 * i + 3] = tex2Dgather<R>(t, at[i].x, at[i].y, 3);
}

template <typename R>
__global__ void
fetched(cudaTextureObject_t t, R *out)
{
	out[threadIdx.x] = tex1Dfetch<R>(t, (int)threadIdx.x - 4);
}

__global__ void
directions(cudaTextureObject_t t, const float3 *d, float *out)
{
	int i = threadIdx.x;
	out[i] = texCubemap<float>(t, d[i].x, d[i].y, d[i].z);
}

__global__ void
stepped(cudaTextureObject_t one, cudaTextureObject_t two, cudaTextureObject_t three,
	float *out)
{
	int i = threadIdx.x; // a step of 2^i texels of level 0
	float s = (1 << i) / 16.0f, none = 0;
	out[i] = tex1DGrad<float>(one, 0.5f, s, none);
	out[8 + i] = tex2DGrad<float>(two, 0.5f, 0.5f, make_float2(none, s),
				      make_float2(none, none));
	out[16 + i] = tex3DGrad<float>(three, 0.5f, 0.5f, 0.5f,
				       make_float4(none, none, none, 0),
				       make_float4(none, none, s, 0));
}

// Steps of an eighth of a texel, never on the border between two.
static std::vector<float2>
places(bool normalized)
{
	std::vector<float2> p(SAMPLES);
	for (int i = 0; i < SAMPLES; i++) {
		float x = (i * 3 % SAMPLES - SAMPLES / 3) / 4.0f + 1 / 32.0f;
		float y = (i * 7 % SAMPLES - SAMPLES / 3) / 4.0f + 1 / 32.0f;
		p[i] = make_float2(normalized ? x / W : x, normalized ? y / H : y);
	}
	return p;
}

static cudaTextureDesc
description(const mode &m, cudaTextureReadMode read)
{
	cudaTextureDesc td = {};
	td.addressMode[0] = td.addressMode[1] = m.address;
	td.addressMode[2] = cudaAddressModeClamp;
	td.filterMode = m.linear ? cudaFilterModeLinear : cudaFilterModePoint;
	td.readMode = read;
	td.normalizedCoords = m.normalized;
	for (int c = 0; c < 4; c++)
		td.borderColor[c] = (float)m.border;
	return td;
}

template <typename T>
static std::vector<T>
numbers(size_t n)
{
	std::vector<T> v(n);
	for (size_t i = 0; i < n; i++)
		v[i] = (T)((i * 37 + i / 5) % 251);
	return v;
}

template <typename T, typename P>
static cudaArray_t
array_of(const std::vector<P> &data, unsigned flags)
{
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
	cudaArray_t a;
	CK(cudaMallocArray(&a, &desc, W, H, flags));
	CK(cudaMemcpy2DToArray(a, 0, 0, data.data(), W * sizeof(T), W * sizeof(T), H,
			       cudaMemcpyHostToDevice));
	return a;
}

static cudaResourceDesc
of_array(cudaArray_t a)
{
	cudaResourceDesc r = {};
	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	return r;
}

// Rows of pitched memory, or of an array with a border of one's own: every mode.
template <typename T, typename R, typename P>
static void
test_rows(const char *what, cudaTextureReadMode read, double scale, float border)
{
	const int channels = sizeof(T) / sizeof(P), size[3] = {W, H, 1};
	std::vector<P> data = numbers<P>(W * H * channels);
	cudaResourceDesc res = {};
	cudaArray_t a = nullptr;
	T *p;
	size_t pitch;
	CK(cudaMallocPitch(&p, &pitch, W * sizeof(T), H));
	CK(cudaMemcpy2D(p, pitch, data.data(), W * sizeof(T), W * sizeof(T), H,
			cudaMemcpyHostToDevice));
	res.resType = cudaResourceTypePitch2D;
	res.res.pitch2D.devPtr = p;
	res.res.pitch2D.desc = cudaCreateChannelDesc<T>();
	res.res.pitch2D.width = W;
	res.res.pitch2D.height = H;
	res.res.pitch2D.pitchInBytes = pitch;
	if (border)
		res = of_array(a = array_of<T>(data, 0));
	for (int k = border ? 3 : 0; k < 16; k += border ? 4 : 1) {
		mode m = {2, (cudaTextureAddressMode)(k & 3), (k & 4) != 0, (k & 8) != 0,
			  border};
		if (m.linear && scale == 1 && P(0.5) == P(0))
			continue; // whole numbers are not filtered
		cudaTextureDesc td = description(m, read);
		cudaTextureObject_t t;
		CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
		std::vector<float2> at = places(m.normalized);
		float2 *dat = to_device(at);
		R *out = device_array<R>(SAMPLES);
		rows<R><<<1, SAMPLES>>>(t, dat, out);
		SYNC();
		std::vector<R> got = to_host(out, SAMPLES);
		m.border = scale == 1 ? border : std::rint(border * scale) / scale;
		for (int i = 0; i < SAMPLES; i++)
			for (int c = 0; c < channels; c++) {
				const float x[3] = {at[i].x, at[i].y, 0};
				double is = sizeof(R) == sizeof(float) * channels
						    ? ((float *)&got[i])[c]
						    : ((P *)&got[i])[c];
				compare(what, i, is,
					reference(data.data(), size, x, m, channels, c,
						  scale),
					scale == 1 ? 1e-4 : 1e-6);
			}
		CK(cudaFree(dat));
		CK(cudaFree(out));
		CK(cudaDestroyTextureObject(t));
	}
	CK(cudaFree(p));
	if (a)
		CK(cudaFreeArray(a));
	report(what);
}

// Linear memory by number; before it and after it there is nothing.
template <typename T, typename R, typename P>
static void
test_fetch(const char *what, cudaTextureReadMode read, double scale)
{
	const int channels = sizeof(T) / sizeof(P), n = 24;
	std::vector<P> data = numbers<P>(n * channels);
	P *p = to_device(data);
	R *out = device_array<R>(32);
	cudaResourceDesc res = {};
	res.resType = cudaResourceTypeLinear;
	res.res.linear.devPtr = p;
	res.res.linear.desc = cudaCreateChannelDesc<T>();
	res.res.linear.sizeInBytes = n * sizeof(T);
	cudaTextureDesc td = {};
	td.readMode = read;
	cudaTextureObject_t t;
	CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
	fetched<R><<<1, 32>>>(t, out);
	SYNC();
	std::vector<R> got = to_host(out, 32);
	for (int i = 0; i < 32; i++)
		for (int c = 0; c < channels; c++) {
			int k = i - 4;
			double want =
				k < 0 || k >= n ? 0 : data[k * channels + c] / scale;
			compare(what, i,
				scale == 1 ? (double)((P *)&got[i])[c]
					   : (double)((float *)&got[i])[c],
				want, scale == 1 ? 0 : 1e-6);
		}
	CK(cudaDestroyTextureObject(t));
	CK(cudaFree(p));
	CK(cudaFree(out));
	report(what);
}

// The four texels that a filter would mix, from the lower left counterclockwise.
static void
test_gather()
{
	const int size[3] = {W, H, 1}, dx[4] = {0, 1, 1, 0}, dy[4] = {1, 1, 0, 0};
	std::vector<float> data = numbers<float>(W * H * 4);
	cudaArray_t a = array_of<float4>(data, cudaArrayTextureGather);
	cudaResourceDesc res = of_array(a);
	for (int k = 0; k < 8; k++) {
		mode m = {2, (cudaTextureAddressMode)(k & 3), false, (k & 4) != 0};
		cudaTextureDesc td = description(m, cudaReadModeElementType);
		cudaTextureObject_t t;
		CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
		std::vector<float2> at = places(m.normalized);
		float2 *dat = to_device(at);
		float4 *out = device_array<float4>(4 * SAMPLES);
		gathered<float4><<<1, SAMPLES>>>(t, dat, out);
		SYNC();
		std::vector<float4> got = to_host(out, 4 * SAMPLES);
		for (int i = 0; i < SAMPLES; i++)
			for (int q = 0; q < 16; q++) {
				float x = at[i].x * (m.normalized ? W : 1);
				float y = at[i].y * (m.normalized ? H : 1);
				const int p[3] = {(int)std::floor(x - 0.5f) + dx[q & 3],
						  (int)std::floor(y - 0.5f) + dy[q & 3],
						  0};
				compare("gather", i, ((float *)&got[4 * i + q / 4])[q & 3],
					texel(data.data(), size, p, m, 4, q / 4, 1), 0);
			}
		CK(cudaFree(dat));
		CK(cudaFree(out));
		CK(cudaDestroyTextureObject(t));
	}
	CK(cudaFreeArray(a));
	report("gather");
}

static void
test_srgb()
{
	std::vector<unsigned char> data(W * H * 4);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = (unsigned char)(i * 2);
	cudaArray_t a = array_of<uchar4>(data, 0);
	cudaResourceDesc res = of_array(a);
	cudaTextureDesc td = description({2, cudaAddressModeClamp, false, false},
					 cudaReadModeNormalizedFloat);
	td.sRGB = 1;
	cudaTextureObject_t t;
	CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
	std::vector<float2> at(W * H);
	for (int i = 0; i < W * H; i++)
		at[i] = make_float2(i % W + 0.5f, i / W + 0.5f);
	float2 *dat = to_device(at);
	float4 *out = device_array<float4>(W * H);
	rows<float4><<<1, W * H>>>(t, dat, out);
	SYNC();
	std::vector<float4> got = to_host(out, W * H);
	for (int i = 0; i < 4 * W * H; i++) {
		double s = data[i] / 255.0;
		double linear =
			s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
		compare("sRGB", i, ((float *)&got[i / 4])[i & 3],
			(i & 3) == 3 ? s : linear, 2e-3);
	}
	CK(cudaFree(dat));
	CK(cudaFree(out));
	CK(cudaDestroyTextureObject(t));
	CK(cudaFreeArray(a));
	report("sRGB");
}

// Each face has one value: in the middle of an edge a seamless cube shows the mean of
// its two faces, another one the value of either.
static void
test_seamless()
{
	std::vector<float> data(6 * 16);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = (float)(1 << i / 16);
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
	cudaArray_t a;
	CK(cudaMalloc3DArray(&a, &desc, make_cudaExtent(4, 4, 6), cudaArrayCubemap));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(data.data(), 16, 4, 4);
	copy.dstArray = a;
	copy.extent = make_cudaExtent(4, 4, 6);
	copy.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&copy));
	cudaResourceDesc res = of_array(a);
	std::vector<float3> d;
	std::vector<int> faces;
	for (int f = 0; f < 6; f++)
		for (int g = f + 1 + !(f & 1); g < 6; g++) {
			float v[3] = {0, 0, 0};
			v[f / 2] = f & 1 ? -1.0f : 1.0f;
			v[g / 2] = g & 1 ? -1.0f : 1.0f;
			d.push_back(make_float3(v[0], v[1], v[2]));
			faces.push_back(1 << f | 1 << g);
		}
	float3 *dd = to_device(d);
	float *out = device_array<float>(d.size());
	for (int seamless = 0; seamless < 2; seamless++) {
		cudaTextureDesc td = description({2, cudaAddressModeClamp, true, true},
						 cudaReadModeElementType);
		td.seamlessCubemap = seamless;
		cudaTextureObject_t t;
		CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
		directions<<<1, (unsigned)d.size()>>>(t, dd, out);
		SYNC();
		std::vector<float> got = to_host(out, d.size());
		for (size_t i = 0; i < d.size(); i++) {
			int one = (int)got[i] & faces[i];
			compare("edges", (int)i, got[i],
				seamless ? faces[i] / 2.0 : one ? one : -1, 0);
		}
		CK(cudaDestroyTextureObject(t));
	}
	CK(cudaFree(dd));
	CK(cudaFree(out));
	CK(cudaFreeArray(a));
	report("edges of cubes");
}

// The same texels under another type; a part of the layers.
static void
test_views()
{
	std::vector<float> data = numbers<float>(W * H);
	cudaArray_t a = array_of<float>(data, 0);
	cudaResourceDesc res = of_array(a);
	cudaResourceViewDesc view = {};
	view.format = cudaResViewFormatUnsignedInt1;
	view.width = W;
	view.height = H;
	cudaTextureDesc td = description({2, cudaAddressModeClamp, false, false},
					 cudaReadModeElementType);
	cudaTextureObject_t t;
	CK(cudaCreateTextureObject(&t, &res, &td, &view));
	std::vector<float2> at(W * H);
	for (int i = 0; i < W * H; i++)
		at[i] = make_float2(i % W + 0.5f, i / W + 0.5f);
	float2 *dat = to_device(at);
	unsigned *out = device_array<unsigned>(W * H);
	rows<unsigned><<<1, W * H>>>(t, dat, out);
	SYNC();
	std::vector<unsigned> got = to_host(out, W * H);
	for (int i = 0; i < W * H; i++) {
		unsigned want;
		memcpy(&want, &data[i], sizeof want);
		compare("views", i, got[i], want, 0);
	}
	CK(cudaFree(dat));
	CK(cudaFree(out));
	CK(cudaDestroyTextureObject(t));
	CK(cudaFreeArray(a));
	report("views");
}

// A step of 2^n texels reads level n; each level has one value.
static void
test_steps()
{
	const cudaExtent extents[3] = {make_cudaExtent(16, 0, 0), make_cudaExtent(16, 16, 0),
				       make_cudaExtent(16, 16, 16)};
	cudaMipmappedArray_t m[3];
	cudaTextureObject_t t[3];
	float *out = device_array<float>(24);
	for (int k = 0; k < 3; k++) {
		cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
		CK(cudaMallocMipmappedArray(&m[k], &desc, extents[k], 5));
		for (int l = 0; l < 5; l++) {
			cudaArray_t a;
			int n = 16 >> l;
			std::vector<float> data(n * n * n, 10.0f * l);
			CK(cudaGetMipmappedArrayLevel(&a, m[k], l));
			cudaMemcpy3DParms copy = {};
			copy.srcPtr = make_cudaPitchedPtr(data.data(), n * 4, n, n);
			copy.dstArray = a;
			copy.extent = make_cudaExtent(n, k > 0 ? n : 1, k > 1 ? n : 1);
			copy.kind = cudaMemcpyHostToDevice;
			CK(cudaMemcpy3D(&copy));
		}
		cudaResourceDesc res = {};
		res.resType = cudaResourceTypeMipmappedArray;
		res.res.mipmap.mipmap = m[k];
		cudaTextureDesc td = description({3, cudaAddressModeClamp, true, true},
						 cudaReadModeElementType);
		td.mipmapFilterMode = cudaFilterModeLinear;
		td.maxMipmapLevelClamp = 4;
		CK(cudaCreateTextureObject(&t[k], &res, &td, nullptr));
	}
	stepped<<<1, 8>>>(t[0], t[1], t[2], out);
	SYNC();
	std::vector<float> got = to_host(out, 24);
	for (int i = 0; i < 24; i++)
		compare("steps", i, got[i], 10 * std::fmin(i % 8, 4), 0);
	for (int k = 0; k < 3; k++) {
		CK(cudaDestroyTextureObject(t[k]));
		CK(cudaFreeMipmappedArray(m[k]));
	}
	CK(cudaFree(out));
	report("steps");
}

int
main()
{
	const cudaTextureReadMode as_is = cudaReadModeElementType;
	const cudaTextureReadMode fraction = cudaReadModeNormalizedFloat;

	test_rows<float, float, float>("rows of float", as_is, 1, 0);
	test_rows<ushort2, ushort2, unsigned short>("rows of ushort2", as_is, 1, 0);
	test_rows<uchar4, float4, unsigned char>("rows of uchar4 as fractions", fraction,
						 255, 0);
	test_rows<float2, float2, float>("border of float2", as_is, 1, 0.5f);
	test_rows<uchar4, float4, unsigned char>("border of uchar4 as fractions", fraction,
						 255, 0.25f);
	test_fetch<float4, float4, float>("fetch of float4", as_is, 1);
	test_fetch<short, short, short>("fetch of short", as_is, 1);
	test_fetch<unsigned char, float, unsigned char>("fetch of uchar as fractions",
							fraction, 255);
	test_fetch<ushort2, float2, unsigned short>("fetch of ushort2 as fractions",
						    fraction, 65535);
	test_gather();
	test_srgb();
	test_seamless();
	test_views();
	test_steps();
	return 0;
}
