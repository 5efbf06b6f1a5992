// texture_levels: layers, cubes and levels of every dimensionality x addressing x
// filtering within and between levels, against the formulas in plain C.
// flags: --heddle-quick
// out: host code of the same program
#include "texture_reference.h"

enum { N = 8, LEVELS = 4, SAMPLES = 128 };

struct shape {
	const char *name;
	int dims;
	bool cube, layered;
};

static const shape shapes[] = {
	{"1D", 1, false, false},        {"2D", 2, false, false},
	{"3D", 3, false, false},        {"1D layered", 1, false, true},
	{"2D layered", 2, false, true}, {"cube", 2, true, false},
	{"cube layered", 2, true, true}};

// ---- the device

template <typename R>
__global__ void
sample(cudaTextureObject_t t, int kind, const float4 *at, const int *layer, R *out,
       int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float4 p = at[i];
	int l = layer[i];
	switch (kind) {
	case 3:
		out[i] = tex1DLayered<R>(t, p.x, l);
		break;
	case 4:
		out[i] = tex2DLayered<R>(t, p.x, p.y, l);
		break;
	case 5:
		out[i] = texCubemap<R>(t, p.x, p.y, p.z);
		break;
	case 6:
		out[i] = texCubemapLayered<R>(t, p.x, p.y, p.z, l);
		break;
	case 16:
		out[i] = tex1DLod<R>(t, p.x, p.w);
		break;
	case 17:
		out[i] = tex2DLod<R>(t, p.x, p.y, p.w);
		break;
	case 18:
		out[i] = tex3DLod<R>(t, p.x, p.y, p.z, p.w);
		break;
	case 19:
		out[i] = tex1DLayeredLod<R>(t, p.x, l, p.w);
		break;
	case 20:
		out[i] = tex2DLayeredLod<R>(t, p.x, p.y, l, p.w);
		break;
	case 21:
		out[i] = texCubemapLod<R>(t, p.x, p.y, p.z, p.w);
		break;
	case 22:
		out[i] = texCubemapLayeredLod<R>(t, p.x, p.y, p.z, l, p.w);
		break;
	}
}

// ---- places

struct place {
	float x[3]; // where the reference reads: of a cube, within the face
	float4 at;  // what the kernel is told
	int layer, plane;
};

// The direction that meets a face at u, v from 0 to 1.
static float4
direction(int face, float u, float v, float lod)
{
	float s = 2 * u - 1, t = 2 * v - 1;
	const float d[6][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t},
			       {s, -1, -t}, {s, -t, 1},  {-s, -t, -1}};
	return make_float4(2 * d[face][0], 2 * d[face][1], 2 * d[face][2], lod);
}

// Steps of an eighth of a texel, never on the border between two; half a level and more
// beyond the first and the last.
static std::vector<place>
places(const shape &s, const int size[3], int layers, bool normalized)
{
	std::vector<place> p(SAMPLES);
	for (int i = 0; i < SAMPLES; i++) {
		place &q = p[i];
		float lod = (i * 5 % 80 - 12) / 16.0f + 1 / 512.0f;
		int span = s.cube ? 8 * N : SAMPLES;
		for (int d = 0; d < 3; d++) {
			float u = (i * (2 * d + 3) % span) / 8.0f + 1 / 32.0f -
				  (s.cube ? 0 : SAMPLES / 16);
			q.x[d] = normalized ? u / size[d] : u;
		}
		q.layer = s.layered ? i % (layers + 1) : 0;
		q.plane = q.layer < layers ? q.layer : layers - 1;
		q.at = make_float4(q.x[0], q.x[1], q.x[2], lod);
		if (s.cube) {
			q.plane = q.plane * 6 + i / 3 % 6;
			q.at = direction(i / 3 % 6, q.x[0], q.x[1], lod);
		}
	}
	return p;
}

// ---- levels

struct level_mode {
	bool linear;
	float bias, least, most;
};

template <typename P>
static double
at_level(const std::vector<P> *data, const int size[3], const place &p, const mode &m,
	 int level, int channels, int c, double scale)
{
	int n[3];
	for (int d = 0; d < 3; d++)
		n[d] = size[d] >> level ? size[d] >> level : 1;
	size_t plane = (size_t)p.plane * n[0] * n[1] * channels;
	return reference(&data[level][plane], n, p.x, m, channels, c, scale);
}

template <typename P>
static double
wanted(const std::vector<P> *data, const int size[3], const place &p, const mode &m,
       const level_mode *l, int channels, int c, double scale)
{
	if (!l)
		return at_level(data, size, p, m, 0, channels, c, scale);
	float level = std::fmin(std::fmax(p.at.w + l->bias, l->least), l->most);
	int fixed = (int)(std::fmin(std::fmax(level, 0.0f), LEVELS - 1.0f) * 256);
	if (!l->linear)
		return at_level(data, size, p, m, (fixed + 128) >> 8, channels, c, scale);
	double low = at_level(data, size, p, m, fixed >> 8, channels, c, scale);
	if (!(fixed & 255))
		return low;
	double high = at_level(data, size, p, m, (fixed >> 8) + 1, channels, c, scale);
	return low + (high - low) * (fixed & 255) / 256;
}

// ---- textures

template <typename P>
static void
fill(cudaArray_t a, std::vector<P> &data, const int n[3], int planes, int channels,
     int seed)
{
	data.resize((size_t)n[0] * n[1] * n[2] * planes * channels);
	for (size_t i = 0; i < data.size(); i++)
		data[i] = (P)((int)((i * 37 + i / 5 + seed * 91) % 251) -
			      (P(-1) < P(0) ? 125 : 0));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(data.data(), n[0] * channels * sizeof(P), n[0],
					  n[1]);
	copy.dstArray = a;
	copy.extent = make_cudaExtent(n[0], n[1], n[2] * planes);
	copy.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&copy));
}

struct resource {
	cudaResourceDesc desc;
	cudaArray_t array;
	cudaMipmappedArray_t levels;
};

template <typename T, typename P>
static resource
make(const shape &s, bool levels, const int size[3], int planes, std::vector<P> *data)
{
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<T>();
	unsigned flags = (s.cube ? cudaArrayCubemap : 0) |
			 (s.layered ? cudaArrayLayered : 0);
	cudaExtent extent = make_cudaExtent(
		size[0], s.dims > 1 ? size[1] : 0,
		s.cube || s.layered ? planes : s.dims > 2 ? size[2] : 0);
	resource r = {};
	if (!levels) {
		CK(cudaMalloc3DArray(&r.array, &desc, extent, flags));
		fill(r.array, data[0], size, planes, sizeof(T) / sizeof(P), 0);
		r.desc.resType = cudaResourceTypeArray;
		r.desc.res.array.array = r.array;
		return r;
	}
	CK(cudaMallocMipmappedArray(&r.levels, &desc, extent, LEVELS, flags));
	for (int l = 0; l < LEVELS; l++) {
		cudaArray_t a;
		int n[3];
		for (int d = 0; d < 3; d++)
			n[d] = size[d] >> l ? size[d] >> l : 1;
		CK(cudaGetMipmappedArrayLevel(&a, r.levels, l));
		fill(a, data[l], n, planes, sizeof(T) / sizeof(P), l);
	}
	r.desc.resType = cudaResourceTypeMipmappedArray;
	r.desc.res.mipmap.mipmap = r.levels;
	return r;
}

static cudaTextureObject_t
object(const resource &r, const mode &m, const level_mode *l, cudaTextureReadMode read)
{
	cudaTextureDesc td = {};
	for (int d = 0; d < 3; d++)
		td.addressMode[d] = d < m.dims ? m.address : cudaAddressModeClamp;
	td.filterMode = m.linear ? cudaFilterModeLinear : cudaFilterModePoint;
	td.readMode = read;
	td.normalizedCoords = m.normalized;
	if (l) {
		td.mipmapFilterMode = l->linear ? cudaFilterModeLinear : cudaFilterModePoint;
		td.mipmapLevelBias = l->bias;
		td.minMipmapLevelClamp = l->least;
		td.maxMipmapLevelClamp = l->most;
	}
	cudaTextureObject_t t;
	CK(cudaCreateTextureObject(&t, &r.desc, &td, nullptr));
	return t;
}

// ---- all of it

static int done, wrong;

template <typename T, typename R, typename P>
static void
check(const char *type, int kind, const resource &r, const int size[3], int layers,
      const mode &m, const level_mode *l, const std::vector<P> *data, double scale)
{
	const int channels = sizeof(T) / sizeof(P);
	const shape &s = shapes[kind];
	cudaTextureObject_t t = object(
		r, m, l, scale == 1 ? cudaReadModeElementType : cudaReadModeNormalizedFloat);
	std::vector<place> p = places(s, size, layers, m.normalized);
	std::vector<float4> at(SAMPLES);
	std::vector<int> layer(SAMPLES);
	for (int i = 0; i < SAMPLES; i++) {
		at[i] = p[i].at;
		layer[i] = p[i].layer;
	}
	float4 *dat = to_device(at);
	int *dlayer = to_device(layer), bad = 0;
	R *out = device_array<R>(SAMPLES);
	sample<R><<<4, 32>>>(t, l ? kind + 16 : kind, dat, dlayer, out, SAMPLES);
	SYNC();
	std::vector<R> got = to_host(out, SAMPLES);
	for (int i = 0; i < SAMPLES; i++)
		for (int c = 0; c < channels; c++) {
			double want = wanted(data, size, p[i], m, l, channels, c, scale);
			double is = sizeof(R) == 4 * channels ? ((float *)&got[i])[c]
							      : ((P *)&got[i])[c];
			if (std::fabs(is - want) > (scale == 1 ? 1e-4 : 2e-6) && !bad++)
				printf("%s %s, address %d, %s, %s: sample %d is %.9g, "
				       "not %.9g\n",
				       type, s.name, m.address,
				       m.linear ? "linear" : "point",
				       !l          ? "no levels"
				       : l->linear ? "linear levels"
						   : "nearest level",
				       i, is, want);
		}
	wrong += bad != 0;
	done++;
	CK(cudaFree(dat));
	CK(cudaFree(dlayer));
	CK(cudaFree(out));
	CK(cudaDestroyTextureObject(t));
}

template <typename T, typename R, typename P>
static void
check_type(const char *type, double scale, bool filtered)
{
	static const level_mode level_modes[] = {{false, 0, 0, 99},
						 {true, 0, 0, 99},
						 {false, 0.75f, 0.25f, 1.75f},
						 {true, -0.625f, 0.5f, 2.25f}};
	for (int kind = 0; kind < 7; kind++) {
		const shape &s = shapes[kind];
		int layers = !s.layered ? 1 : s.cube ? 2 : 3;
		const int size[3] = {N, s.dims < 2 ? 1 : s.cube ? N : N / 2,
				     s.dims < 3 ? 1 : N / 4};
		done = wrong = 0;
		for (int levels = s.cube || s.layered ? 0 : 1; levels < 2; levels++) {
			std::vector<P> data[LEVELS];
			resource r = make<T>(s, levels, size,
					     layers * (s.cube ? 6 : 1), data);
			for (int k = 0; k < 16; k++) {
				mode m = {s.dims, (cudaTextureAddressMode)(k & 3),
					  (k & 4) != 0, (k & 8) != 0};
				bool must = levels || s.cube;
				if ((m.linear && !filtered) || (must && !m.normalized) ||
				    (s.cube && m.address != cudaAddressModeClamp))
					continue;
				for (int q = 0; q < (levels ? 4 : 1); q++)
					if (!levels || filtered || !level_modes[q].linear)
						check<T, R, P>(
							type, kind, r, size, layers, m,
							levels ? &level_modes[q] : nullptr,
							data, scale);
			}
			if (r.array)
				CK(cudaFreeArray(r.array));
			if (r.levels)
				CK(cudaFreeMipmappedArray(r.levels));
		}
		printf("%s, %s: %d combinations, %d wrong\n", type, s.name, done, wrong);
	}
}

int
main()
{
	check_type<float2, float2, float>("float2", 1, true);
	check_type<short, short, short>("short", 1, false);
	check_type<uchar4, float4, unsigned char>("uchar4 as fraction", 255, true);
	return 0;
}
