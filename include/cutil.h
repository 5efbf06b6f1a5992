/* SPDX-License-Identifier: Apache-2.0 */
/* The samples' helper header before CUDA 5. Programs of that time include it, and use it for
 * timers, arguments, comparisons and checks of errors; all of it is what helper_cuda.h and
 * helper_functions.h have, under older names. */
#ifndef _CUTIL_H_
#define _CUTIL_H_

#include <helper_cuda.h>
#include <helper_functions.h>

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };

/* ---- macros */

#define CUDA_SAFE_CALL(call) checkCudaErrors(call)
#define CUDA_SAFE_CALL_NO_SYNC(call) checkCudaErrors(call)
#define CU_SAFE_CALL(call) checkCudaErrors(call)
#define CU_SAFE_CALL_NO_SYNC(call) checkCudaErrors(call)
#define CUFFT_SAFE_CALL(call) checkCudaErrors(call)
#define CUT_SAFE_CALL(call) \
	do { \
		if (CUTTrue != (call)) { \
			fprintf(stderr, "Cut error in file '%s' in line %i.\n", __FILE__, \
			        __LINE__); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)
#define CUT_SAFE_MALLOC(call) \
	do { \
		if (!(call)) { \
			fprintf(stderr, "Host malloc failure in file '%s' in line %i\n", \
			        __FILE__, __LINE__); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)
#define CUT_CHECK_ERROR(text) \
	do { \
		getLastCudaError(text); \
		checkCudaErrors(cudaDeviceSynchronize()); \
	} while (0)
#define CUT_CONDITION(value) \
	do { \
		if (CUTTrue != (value)) \
			exit(EXIT_FAILURE); \
	} while (0)
#define CUT_BANK_CHECKER(array, index) array[index]

/* With argc and argv, and without in the oldest programs. */
inline void
__hd_cut_device()
{
	gpuDeviceInit(0);
}
inline void
__hd_cut_device(int argc, char **argv)
{
	findCudaDevice(argc, (const char **)argv);
}
#define CUT_DEVICE_INIT(...) __hd_cut_device(__VA_ARGS__)

/* Nobody is asked to press a key, so that a program may run without one. */
#define CUT_EXIT(argc, argv) exit(EXIT_SUCCESS)

/* ---- timers: numbers from 1 on */

inline StopWatchInterface *&
__hd_cut_timer(unsigned int name)
{
	static std::vector<StopWatchInterface *> all;

	if (name >= all.size())
		all.resize(name + 1);
	return all[name];
}
inline CUTBoolean
cutCreateTimer(unsigned int *name)
{
	*name = 1;
	while (__hd_cut_timer(*name))
		++*name;
	sdkCreateTimer(&__hd_cut_timer(*name));
	return CUTTrue;
}

#define __hd_cut(name, call) \
	inline CUTBoolean name(unsigned int timer) \
	{ \
		return __hd_cut_timer(timer) && call(&__hd_cut_timer(timer)) ? CUTTrue \
		                                                             : CUTFalse; \
	}
__hd_cut(cutDeleteTimer, sdkDeleteTimer)
__hd_cut(cutStartTimer, sdkStartTimer)
__hd_cut(cutStopTimer, sdkStopTimer)
__hd_cut(cutResetTimer, sdkResetTimer)
#undef __hd_cut

inline float
cutGetTimerValue(unsigned int timer)
{
	return sdkGetTimerValue(&__hd_cut_timer(timer));
}
inline float
cutGetAverageTimerValue(unsigned int timer)
{
	return sdkGetAverageTimerValue(&__hd_cut_timer(timer));
}

#include "__heddle/cutil_data.h"

#endif
