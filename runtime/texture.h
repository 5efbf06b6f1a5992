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
		float whole = __builtin_floorf(x);

		if ((how & 3) == HD_WRAP)
			x -= whole;
		else if ((how & 3) == HD_MIRROR)
			x = (whole - 2.0f * __builtin_floorf(whole * 0.5f)) != 0.0f
				    ? 1.0f - (x - whole)
				    : x - whole;
		x *= (float)n;
	}
	x = x > -HD_TEX_LIMIT ? x : -HD_TEX_LIMIT; /* NaN too */
	return x < HD_TEX_LIMIT ? x : HD_TEX_LIMIT;
}

/* The texel that stands for number i; -1: the border. i is from hd_tex_scale, so that
 * wrapping and mirroring need to go one texel beyond the edge only. */
HD_TEX_INLINE int
hd_tex_index(int i, int n, int how)
{
	switch (how & 3) {
	case HD_WRAP:
		i = i < 0 ? i + n : i;
		i = i >= n ? i - n : i;
		return i;
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

#endif
