/* SPDX-License-Identifier: Apache-2.0 */
/* Constructors of the structures that cudaMemcpy3D and its kin take. */
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include "driver_types.h"

static __inline__ struct cudaPitchedPtr
make_cudaPitchedPtr(void *ptr, size_t pitch, size_t xsize, size_t ysize)
{
	struct cudaPitchedPtr s;

	s.ptr = ptr;
	s.pitch = pitch;
	s.xsize = xsize;
	s.ysize = ysize;
	return s;
}

static __inline__ struct cudaPos
make_cudaPos(size_t x, size_t y, size_t z)
{
	struct cudaPos s;

	s.x = x;
	s.y = y;
	s.z = z;
	return s;
}

static __inline__ struct cudaExtent
make_cudaExtent(size_t width, size_t height, size_t depth)
{
	struct cudaExtent s;

	s.width = width;
	s.height = height;
	s.depth = depth;
	return s;
}

#endif
