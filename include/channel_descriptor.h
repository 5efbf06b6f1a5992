/* SPDX-License-Identifier: Apache-2.0 */
/* cudaCreateChannelDesc<T>() for the scalar and vector types. */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#ifdef __cplusplus
extern "C++" {

template <class __T> static inline cudaChannelFormatDesc
cudaCreateChannelDesc(void)
{
	return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define __hd_channel(__T, n, bits, kind) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__T>(void) \
	{ \
		return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, \
		                             n > 3 ? bits : 0, \
		                             cudaChannelFormatKind##kind); \
	}
#define __hd_channels(__T, scalar, bits, kind) \
	__hd_channel(scalar, 1, bits, kind) \
	__hd_channel(__T##1, 1, bits, kind) \
	__hd_channel(__T##2, 2, bits, kind) \
	__hd_channel(__T##3, 3, bits, kind) \
	__hd_channel(__T##4, 4, bits, kind)

__hd_channel(char, 1, 8, Signed)
__hd_channels(char, signed char, 8, Signed)
__hd_channels(uchar, unsigned char, 8, Unsigned)
__hd_channels(short, short, 16, Signed)
__hd_channels(ushort, unsigned short, 16, Unsigned)
__hd_channels(int, int, 32, Signed)
__hd_channels(uint, unsigned int, 32, Unsigned)
__hd_channels(float, float, 32, Float)
#undef __hd_channels
#undef __hd_channel

static inline cudaChannelFormatDesc
cudaCreateChannelDescHalf(void)
{
	return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc
cudaCreateChannelDescHalf2(void)
{
	return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc
cudaCreateChannelDescHalf4(void)
{
	return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

}
#endif

#endif
