/* SPDX-License-Identifier: Apache-2.0 */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "driver_types.h"
#include "__heddle/texture_desc.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

enum cudaSurfaceBoundaryMode {
	cudaBoundaryModeZero = 0,
	cudaBoundaryModeClamp = 1,
	cudaBoundaryModeTrap = 2,
};

enum cudaSurfaceFormatMode {
	cudaFormatModeForced = 0,
	cudaFormatModeAuto = 1,
};

typedef unsigned long long cudaSurfaceObject_t;

/* What surface<> is derived from. */
struct surfaceReference {
	struct cudaChannelFormatDesc channelDesc;

	struct __hd_texture __hd;
};

#endif
