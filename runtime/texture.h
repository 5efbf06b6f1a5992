/* SPDX-License-Identifier: Apache-2.0 */
/* Texture coordinates: what kernels and the runtime compute in the same way. */
#ifndef HD_TEXTURE_H
#define HD_TEXTURE_H

#include "__heddle/texture_desc.h"

#define HD_TEX_INLINE static inline __attribute__((always_inline))

enum { HD_WRAP, HD_CLAMP, HD_MIRROR, HD_BORDER, HD_NORMALIZED = 4 };

/* Beyond this no index differs from the edge's, and 8 more bits still fit. */
#define HD_TEX_LIMIT 4194304.0f

/* A coordinate in texels. `how` is an entry of __hd_texture.address. */
HD_TEX_INLINE float
hd_tex_scale(float x, int n, int how)
{
	if (how & HD_NORMALIZED) {
		if ((how & 3) == HD_WRAP)
			x -= __builtin_floorf(x);
		else if ((how & 3) == HD_MIRROR)
			x -= 2.0f * __builtin_floorf(x * 0.5f);
		x = x == x ? x : 0.0f; /* NaN, or wrapped infinity */
		x *= (float)n;
	}
	x = x == x ? x : 0.0f;
	x = x > -HD_TEX_LIMIT ? x : -HD_TEX_LIMIT;
	return x < HD_TEX_LIMIT ? x : HD_TEX_LIMIT;
}

/* The texel that stands for number i; -1: the border. i is from hd_tex_scale: when it
 * wraps, at most one texel beyond the edge; when it is mirrored, beyond twice the size. */
HD_TEX_INLINE int
hd_tex_index(int i, int n, int how)
{
	switch (how & 3) {
	case HD_WRAP:
		i = i < 0 ? i + n : i;
		i = i >= n ? i - n : i;
		return i;
	case HD_MIRROR:
		i = i < 0 ? -1 - i : i;
		i = i >= n ? 2 * n - 1 - i : i;
		return i < 0 ? -1 - i : i;
	case HD_BORDER:
		return (unsigned)i < (unsigned)n ? i : -1;
	default:
		i = i > 0 ? i : 0;
		return i < n ? i : n - 1;
	}
}

HD_TEX_INLINE int
hd_tex_nearest(float x, int n, int how)
{
	return hd_tex_index((int)__builtin_floorf(hd_tex_scale(x, n, how)), n, how);
}

/* The position between the centers of two texels, as the hardware has it: 8 bits of
 * fraction below the number of the first texel. */
HD_TEX_INLINE int
hd_tex_between(float x, int n, int how)
{
	return (int)__builtin_floorf(hd_tex_scale(x, n, how) * 256.0f - 127.5f);
}

/* How much of each of the 8 texels around a place, in 256ths that sum up to 256. Bit 0
 * of the number of a texel says that it is the second one in x, and so on. This is what
 * a GPU does, found out from one: the weights have no more bits than the fractions. */
HD_TEX_INLINE void
hd_tex_weights(int dims, int x, int y, int z, int w[8])
{
	int both = (y * z + 128) >> 8;
	int yz[4] = {256 - y - z + both, y - both, z - both, both};

	if (dims < 3) {
		both = (x * y + 128) >> 8;
		w[0] = 256 - x - y + both;
		w[1] = x - both;
		w[2] = y - both;
		w[3] = both;
		return;
	}
	for (int k = 0; k < 4; k++) {
		w[2 * k + 1] = (yz[k] * x + 128) >> 8;
		w[2 * k] = yz[k] - w[2 * k + 1];
	}
}

#endif
