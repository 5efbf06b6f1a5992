// texture_reference.h: what a texture reads, by the formulas of the programming guide and,
// where that leaves something open, by what a GPU was found to do.
#pragma once

#include "../test.h"

#include <cmath>

struct mode {
	int dims;
	cudaTextureAddressMode address;
	bool linear, normalized;
	double border = 0; // every channel's, as it is in a texel
};

static int
fold(int i, int n, cudaTextureAddressMode m, bool normalized)
{
	if (!normalized && m != cudaAddressModeBorder)
		m = cudaAddressModeClamp;
	switch (m) {
	case cudaAddressModeWrap:
		return ((i % n) + n) % n;
	case cudaAddressModeMirror:
		i = ((i % (2 * n)) + 2 * n) % (2 * n);
		return i < n ? i : 2 * n - 1 - i;
	case cudaAddressModeBorder:
		return i < 0 || i >= n ? -1 : i;
	default:
		return i < 0 ? 0 : i >= n ? n - 1 : i;
	}
}

// The value of channel c of a texel.
template <typename T>
static double
texel(const T *data, const int size[3], const int at[3], const mode &m,
      int channels, int c, double scale)
{
	int place[3];
	for (int d = 0; d < 3; d++) {
		place[d] =
			d < m.dims ? fold(at[d], size[d], m.address, m.normalized) : 0;
		if (place[d] < 0)
			return m.border;
	}
	size_t i = ((size_t)place[2] * size[1] + place[1]) * size[0] + place[0];
	double v = data[i * channels + c] / scale;
	return v < -1 && scale != 1 ? -1 : v;
}

// What each of the texels around a place counts for, in 256ths: found out from a GPU,
// whose weights have no more bits than its fractions.
static void
weights(int dims, const int f[3], int w[8])
{
	int low = dims == 3 ? 1 : 0; // the pair that comes first: y and z, or x and y
	int both = (f[low] * f[low + 1] + 128) >> 8;
	const int pair[4] = {256 - f[low] - f[low + 1] + both, f[low] - both,
			     f[low + 1] - both, both};

	for (int k = 0; k < 4 && dims < 3; k++)
		w[k] = pair[k];
	for (int k = 0; k < 4 && dims == 3; k++) {
		w[2 * k + 1] = (pair[k] * f[0] + 128) >> 8;
		w[2 * k] = pair[k] - w[2 * k + 1];
	}
}

template <typename T>
static double
reference(const T *data, const int size[3], const float x[3],
	  const mode &m, int channels, int c, double scale)
{
	int first[3] = {0, 0, 0}, fraction[3] = {0, 0, 0}, w[8] = {256};
	double sum = 0;
	for (int d = 0; d < m.dims; d++) {
		double u = m.normalized ? (double)x[d] * size[d] : x[d];
		int fixed = (int)std::floor(m.linear ? u * 256 - 127.5 : u * 256);
		first[d] = fixed >> 8;
		fraction[d] = fixed & 255;
	}
	if (m.linear)
		weights(m.dims, fraction, w);
	for (int corner = 0; corner < (m.linear ? 1 << m.dims : 1); corner++) {
		int at[3];
		for (int d = 0; d < 3; d++)
			at[d] = first[d] + (corner >> d & 1);
		double v = texel(data, size, at, m, channels, c, scale);
		// Fractions are filtered as integers of 16 bits.
		if (scale != 1 && m.linear)
			v = std::floor(v * (T(-1) < T(0) ? 32767 : 65535) + 0.5);
		sum += w[corner] * v;
	}
	if (scale != 1 && m.linear)
		return std::floor(sum / 256 + 0.5) / (T(-1) < T(0) ? 32767 : 65535);
	return sum / 256;
}
