/* SPDX-License-Identifier: Apache-2.0 */
/* The device that programs see: compute capability 8.0 and its limits. */
#ifndef HD_API_DEVICE_H
#define HD_API_DEVICE_H

#include "frame.h" /* HD_WARP */

enum {
	HD_MAJOR = 8,
	HD_MINOR = 0,
	HD_THREADS_PER_SM = 2048,
	HD_BLOCKS_PER_SM = 32,
	HD_SHARED_PER_SM = 164 * 1024,
	HD_SHARED_RESERVED = 1024, /* per block */
	HD_REGISTERS = 65536,      /* per block and per multiprocessor */
	HD_CONSTANT_BYTES = 65536,
};

#endif
