/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays: texels in rows without gaps, and a header, which is the host's: it reads them
 * where device memory is closed to it. */
#ifndef HD_API_ARRAY_H
#define HD_API_ARRAY_H

#include "api.h"

enum { HD_MAX_LEVELS = 24 };

struct cudaArray {
	uint32_t magic;
	unsigned texel; /* bytes */
	struct cudaChannelFormatDesc desc;
	struct cudaExtent extent; /* as asked for: 0 means that there is no such side */
	unsigned flags;
	struct __hd_image image;
	struct cudaMipmappedArray *owner; /* of a level, or NULL */
};

struct cudaMipmappedArray {
	uint32_t magic;
	unsigned count;
	struct cudaArray level[HD_MAX_LEVELS];
	struct __hd_image image[HD_MAX_LEVELS];
};

/* What a channel description means; `fractions`: its integers are always read so. */
typedef struct hd_texel_format {
	unsigned char format, channels, texel; /* as in struct __hd_texture */
	bool fractions;
} hd_texel_format;

int hd_api_format(const struct cudaChannelFormatDesc *desc, hd_texel_format *out);
int hd_api_array(cudaArray_const_t handle, struct cudaArray **out);
int hd_api_mipmap(cudaMipmappedArray_const_t handle, struct cudaMipmappedArray **out);

#endif
