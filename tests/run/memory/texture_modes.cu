// texture_modes: every addressing x filtering x read mode x dimensionality x kind of
// coordinate, against the formulas of the programming guide in plain C.
// flags: --heddle-quick
// out: host code of the same program
#include "texture_reference.h"

enum { N = 8, SAMPLES = 224 };

// ---- the device

template <typename R>
__global__ void
sample(cudaTextureObject_t t, const float *x, R *out, int dims, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	const float *p = x + 3 * i;
	if (dims == 1)
		out[i] = tex1D<R>(t, p[0]);
	else if (dims == 2)
		out[i] = tex2D<R>(t, p[0], p[1]);
	else
		out[i] = tex3D<R>(t, p[0], p[1], p[2]);
}

// Steps of 1/8 texel from two widths below to two above, other steps in y and z; never
// on the border between two texels.
static std::vector<float>
coordinates(const int size[3], bool normalized)
{
	std::vector<float> x(3 * SAMPLES);
	for (int i = 0; i < SAMPLES; i++)
		for (int d = 0; d < 3; d++) {
			float u = (i * (2 * d + 1) % SAMPLES - SAMPLES / 2) / 8.0f +
				  1 / 32.0f;
			x[3 * i + d] = normalized ? u / size[d] : u;
		}
	return x;
}

static const char *const names[] = {"wrap", "clamp", "mirror", "border"};

template <typename T, typename R, typename P>
static void
check(const char *name, cudaTextureReadMode read, double scale, bool filtered)
{
	const int channels = sizeof(T) / sizeof(P);
	int wrong = 0, done = 0;
	for (int dims = 1; dims <= 3; dims++) {
		const int size[3] = {N, dims > 1 ? N / 2 : 1, dims > 2 ? N / 4 : 1};
		size_t count = (size_t)size[0] * size[1] * size[2];
		std::vector<P> data(count * channels);
		for (size_t i = 0; i < data.size(); i++)
			data[i] = (P)((int)((i * 37 + i / 5) % 251) -
				      (P(-1) < P(0) ? 125 : 0));
		cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
		cudaArray_t array;
		CK(cudaMalloc3DArray(&array, &desc,
				     make_cudaExtent(size[0], dims > 1 ? size[1] : 0,
						     dims > 2 ? size[2] : 0)));
		cudaMemcpy3DParms copy = {};
		copy.srcPtr = make_cudaPitchedPtr(data.data(), size[0] * sizeof(T),
						  size[0], size[1]);
		copy.dstArray = array;
		copy.extent = make_cudaExtent(size[0], size[1], size[2]);
		copy.kind = cudaMemcpyHostToDevice;
		CK(cudaMemcpy3D(&copy));
		cudaResourceDesc res = {};
		res.resType = cudaResourceTypeArray;
		res.res.array.array = array;
		for (int k = 0; k < 16; k++) {
			mode m = {dims, (cudaTextureAddressMode)(k & 3), (k & 4) != 0,
				  (k & 8) != 0};
			if (m.linear && !filtered)
				continue;
			cudaTextureDesc td = {};
			for (int d = 0; d < 3; d++)
				td.addressMode[d] =
					d < dims ? m.address : cudaAddressModeClamp;
			td.filterMode =
				m.linear ? cudaFilterModeLinear : cudaFilterModePoint;
			td.readMode = read;
			td.normalizedCoords = m.normalized;
			cudaTextureObject_t t;
			CK(cudaCreateTextureObject(&t, &res, &td, nullptr));
			std::vector<float> x = coordinates(size, m.normalized);
			float *dx = to_device(x);
			R *out = device_array<R>(SAMPLES);
			sample<R><<<7, 32>>>(t, dx, out, dims, SAMPLES);
			SYNC();
			std::vector<R> got = to_host(out, SAMPLES);
			int bad = 0;
			for (int i = 0; i < SAMPLES; i++)
				for (int c = 0; c < channels; c++) {
					double want = reference(data.data(), size, &x[3 * i],
								m, channels, c, scale);
					double is =
						((sizeof(R) / channels == 4 &&
						  (filtered || scale != 1))
							 ? (double)((float *)&got[i])[c]
							 : (double)((P *)&got[i])[c]);
					double limit = scale == 1 ? 1e-4 : 1e-6;
					if (std::fabs(is - want) > limit && !bad++)
						printf("%s %dD %s %s %s: (%g %g %g) is %.9g, "
						       "not %.9g\n",
						       name, dims, names[m.address],
						       m.linear ? "linear" : "point",
						       m.normalized ? "fractions"
								    : "texels",
						       x[3 * i], x[3 * i + 1],
						       x[3 * i + 2], is, want);
				}
			wrong += bad != 0;
			done++;
			CK(cudaFree(dx));
			CK(cudaFree(out));
			CK(cudaDestroyTextureObject(t));
		}
		CK(cudaFreeArray(array));
	}
	printf("%s: %d combinations, %d wrong\n", name, done, wrong);
}

int
main()
{
	const cudaTextureReadMode as_is = cudaReadModeElementType;
	const cudaTextureReadMode fraction = cudaReadModeNormalizedFloat;

	check<float, float, float>("float", as_is, 1, true);
	check<float2, float2, float>("float2", as_is, 1, true);
	check<float4, float4, float>("float4", as_is, 1, true);
	check<int, int, int>("int", as_is, 1, false);
	check<uint4, uint4, unsigned>("uint4", as_is, 1, false);
	check<short2, short2, short>("short2", as_is, 1, false);
	check<unsigned char, unsigned char, unsigned char>("uchar", as_is, 1, false);
	check<char4, char4, signed char>("char4", as_is, 1, false);
	check<unsigned char, float, unsigned char>("uchar as fraction", fraction, 255,
						   true);
	check<char4, float4, signed char>("char4 as fraction", fraction, 127, true);
	check<ushort2, float2, unsigned short>("ushort2 as fraction", fraction, 65535,
					       true);
	check<short, float, short>("short as fraction", fraction, 32767, true);
	return 0;
}
