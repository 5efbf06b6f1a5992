/* SPDX-License-Identifier: Apache-2.0 */
/* How texture objects and texture references are set up: what is read (one of the first
 * four functions), then how. */
#ifndef HD_API_TEXTURE_H
#define HD_API_TEXTURE_H

#include "api.h"

/* Rows of linear memory. */
struct hd_rows {
	const void *ptr;
	struct cudaChannelFormatDesc desc;
	size_t width, height, pitch; /* texels, rows, bytes */
};

int hd_texture_linear(struct __hd_texture *t, const void *ptr,
		      const struct cudaChannelFormatDesc *desc, size_t size);
int hd_texture_rows(struct __hd_texture *t, const struct hd_rows *r);
int hd_texture_array(struct __hd_texture *t, cudaArray_const_t array);
int hd_texture_mipmap(struct __hd_texture *t, cudaMipmappedArray_const_t array);
int hd_texture_settle(struct __hd_texture *t, const struct cudaTextureDesc *d);

#endif
