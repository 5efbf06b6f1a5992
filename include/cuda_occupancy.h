/* SPDX-License-Identifier: Apache-2.0 */
/* Thrust includes this and uses nothing of it. The calculator for devices that are not there
 * (cudaOcc*) is missing; the runtime's own functions (cudaOccupancy*) say what holds here. */
#ifndef __CUDA_OCCUPANCY_H__
#define __CUDA_OCCUPANCY_H__

#include "cuda_runtime_api.h"

#endif
