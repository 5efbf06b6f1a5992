/* SPDX-License-Identifier: Apache-2.0 */
/* What a texture or surface handle points at. The runtime fills it, kernels read it. */
#ifndef __HEDDLE_TEXTURE_DESC_H__
#define __HEDDLE_TEXTURE_DESC_H__

/* One level of texels; layers and cube faces follow each other like planes. */
struct __hd_image {
	char *base;
	long long pitch, slice;   /* bytes from row to row, from plane to plane */
	int width, height, depth; /* texels, 1 at least */
	int reserved;
};

enum __hd_format {
	__hd_format_s8,
	__hd_format_u8,
	__hd_format_s16,
	__hd_format_u16,
	__hd_format_s32,
	__hd_format_u32,
	__hd_format_f16,
	__hd_format_f32,
};

/* How the functions in dev_texture.h may read without asking the runtime. */
enum __hd_fast {
	__hd_fast_none,
	__hd_fast_point,  /* texels as they are, nearest one */
	__hd_fast_linear, /* texels are floats, filtered */
};

struct __hd_texture {
	struct __hd_image image;         /* of the first level */
	const struct __hd_image *levels; /* NULL: only `image` */
	int level_count;
	unsigned char format;   /* enum __hd_format */
	unsigned char channels; /* 1, 2 or 4 */
	unsigned char texel;    /* bytes */
	unsigned char fast;     /* enum __hd_fast */
	unsigned char direct;   /* texels are read as they are */
	unsigned char linear, mip_linear;
	unsigned char to_float; /* integers are read as fractions */
	unsigned char srgb, seamless;
	unsigned char bound;
	unsigned char reserved;
	int address[3]; /* enum cudaTextureAddressMode, + 4: coordinates are fractions */
	float border[4];
	float bias, min_level, max_level;
};

enum __hd_fetch_kind {
	__hd_fetch_index = 0, /* texel number `layer` of the first row */
	__hd_fetch_dims = 3,  /* 1 to 3 coordinates are filtered */
	__hd_fetch_layered = 4,
	__hd_fetch_cube = 8,
	__hd_fetch_level = 16, /* `level` is given */
	__hd_fetch_grad = 32,  /* `dx` and `dy` are given */
	__hd_fetch_gather = 64,
};

/* What a kernel asks the runtime for. */
struct __hd_fetch {
	int kind;  /* of enum __hd_fetch_kind */
	int layer; /* or the channel that is gathered */
	float x, y, z, level;
	float dx[3], dy[3];
};

#endif
