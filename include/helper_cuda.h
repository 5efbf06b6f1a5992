/* SPDX-License-Identifier: Apache-2.0 */
/* Error checks and choice of a device, under the names that NVIDIA's samples use. */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <helper_string.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

inline const char *
_cudaGetErrorEnum(cudaError_t error)
{
	return cudaGetErrorName(error);
}

/* Anything whose zero means success: also the status types of CUDA's libraries. */
template <class __T> inline const char *
__hd_error_name(__T)
{
	return "<unknown>";
}
inline const char *
__hd_error_name(cudaError_t error)
{
	return cudaGetErrorName(error);
}

template <class __T> void
check(__T result, const char *func, const char *file, int line)
{
	if (!result)
		return;
	fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
	        (int)result, __hd_error_name(result), func);
	exit(EXIT_FAILURE);
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline bool
__hd_report_last_error(const char *text, const char *file, int line)
{
	cudaError_t e = cudaGetLastError();

	if (e != cudaSuccess)
		fprintf(stderr,
		        "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
		        text, (int)e, cudaGetErrorString(e));
	return e != cudaSuccess;
}
inline void
__getLastCudaError(const char *text, const char *file, int line)
{
	if (__hd_report_last_error(text, file, line))
		exit(EXIT_FAILURE);
}
inline void
__printLastCudaError(const char *text, const char *file, int line)
{
	__hd_report_last_error(text, file, line);
}
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)
#define DEVICE_RESET cudaDeviceReset();

inline int
ftoi(float value)
{
	return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f);
}

/* ---- architectures */

struct __hd_sm {
	int version, cores; /* major * 16 + minor; per multiprocessor */
	const char *name;
};

inline const __hd_sm *
__hd_find_sm(int major, int minor)
{
	static const __hd_sm list[] = {
		{0x30, 192, "Kepler"},  {0x32, 192, "Kepler"},  {0x35, 192, "Kepler"},
		{0x37, 192, "Kepler"},  {0x50, 128, "Maxwell"}, {0x52, 128, "Maxwell"},
		{0x53, 128, "Maxwell"}, {0x60, 64, "Pascal"},   {0x61, 128, "Pascal"},
		{0x62, 128, "Pascal"},  {0x70, 64, "Volta"},    {0x72, 64, "Xavier"},
		{0x75, 64, "Turing"},   {0x80, 64, "Ampere"},   {0x86, 128, "Ampere"},
		{0x87, 128, "Ampere"},  {0x89, 128, "Ada"},     {0x90, 128, "Hopper"},
		{0xa0, 128, "Blackwell"}, {0xa1, 128, "Blackwell"}, {0xc0, 128, "Blackwell"}};
	const size_t count = sizeof list / sizeof list[0];

	for (size_t k = 0; k < count; k++)
		if (list[k].version == major * 16 + minor)
			return &list[k];
	return &list[count - 1];
}
inline int
_ConvertSMVer2Cores(int major, int minor)
{
	return __hd_find_sm(major, minor)->cores;
}
inline const char *
_ConvertSMVer2ArchName(int major, int minor)
{
	return __hd_find_sm(major, minor)->name;
}

/* ---- choosing a device */

inline int
__hd_attribute(cudaDeviceAttr which, int device)
{
	int value = -1;

	checkCudaErrors(cudaDeviceGetAttribute(&value, which, device));
	return value;
}

inline int
__hd_device_count()
{
	int n = 0;

	checkCudaErrors(cudaGetDeviceCount(&n));
	if (n == 0) {
		fprintf(stderr, "CUDA error: no devices supporting CUDA.\n");
		exit(EXIT_FAILURE);
	}
	return n;
}

inline void
__hd_show_device(int device)
{
	int major = __hd_attribute(cudaDevAttrComputeCapabilityMajor, device);
	int minor = __hd_attribute(cudaDevAttrComputeCapabilityMinor, device);

	printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device,
	       _ConvertSMVer2ArchName(major, minor), major, minor);
}

/* The device, made current; -1 if there is none with this number. */
inline int
gpuDeviceInit(int device)
{
	if (device >= __hd_device_count() || device < -1)
		return -1;
	device = device < 0 ? 0 : device;
	if (__hd_attribute(cudaDevAttrComputeMode, device) == cudaComputeModeProhibited)
		return -1;
	checkCudaErrors(cudaSetDevice(device));
	__hd_show_device(device);
	return device;
}

inline int
gpuGetMaxGflopsDeviceId()
{
	int n = __hd_device_count(), best = 0;
	uint64_t most = 0;

	for (int d = 0; d < n; d++) {
		int major = __hd_attribute(cudaDevAttrComputeCapabilityMajor, d);
		int minor = __hd_attribute(cudaDevAttrComputeCapabilityMinor, d);
		uint64_t speed =
			(uint64_t)__hd_attribute(cudaDevAttrMultiProcessorCount, d) *
			(uint64_t)_ConvertSMVer2Cores(major, minor) *
			(uint64_t)__hd_attribute(cudaDevAttrClockRate, d);

		if (speed > most) {
			most = speed;
			best = d;
		}
	}
	return best;
}

/* As --device=N says, or the fastest. */
inline int
findCudaDevice(int argc, const char **argv)
{
	int device;

	if (checkCmdLineFlag(argc, argv, "device")) {
		device = gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device="));
		if (device < 0) {
			printf("exiting...\n");
			exit(EXIT_FAILURE);
		}
		return device;
	}
	device = gpuGetMaxGflopsDeviceId();
	checkCudaErrors(cudaSetDevice(device));
	__hd_show_device(device);
	return device;
}

inline int
findIntegratedGPU()
{
	int n = __hd_device_count();

	for (int d = 0; d < n; d++)
		if (__hd_attribute(cudaDevAttrIntegrated, d) &&
		    __hd_attribute(cudaDevAttrComputeMode, d) != cudaComputeModeProhibited) {
			checkCudaErrors(cudaSetDevice(d));
			__hd_show_device(d);
			return d;
		}
	fprintf(stderr, "CUDA error: no integrated device was found.\n");
	exit(EXIT_FAILURE);
}

inline bool
checkCudaCapabilities(int major, int minor)
{
	int device;

	checkCudaErrors(cudaGetDevice(&device));
	int has_major = __hd_attribute(cudaDevAttrComputeCapabilityMajor, device);
	int has_minor = __hd_attribute(cudaDevAttrComputeCapabilityMinor, device);

	if (has_major > major || (has_major == major && has_minor >= minor)) {
		printf("  Device %d: Compute SM %d.%d detected\n", device, has_major, has_minor);
		return true;
	}
	printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n",
	       major, minor);
	return false;
}

#endif
