/* SPDX-License-Identifier: Apache-2.0 */
/* NVML: what programs ask about the device, from its properties. */
#include "api.h"

#include <limits.h>
#include <string.h>

#pragma GCC visibility push(default)
#include "nvml.h"
#pragma GCC visibility pop

static atomic_int users; /* nvmlInit less nvmlShutdown */

/* The device's number, or a negative error. A handle is the number and one. */
static int
number_of(nvmlDevice_t device)
{
	int count, k = (int)(uintptr_t)device - 1;

	if (atomic_load(&users) == 0)
		return -NVML_ERROR_UNINITIALIZED;
	if (cudaGetDeviceCount(&count) != cudaSuccess)
		return -NVML_ERROR_UNKNOWN;
	return k >= 0 && k < count ? k : -NVML_ERROR_INVALID_ARGUMENT;
}

static nvmlReturn_t
handle_of(int k, nvmlDevice_t *device)
{
	nvmlDevice_t handle = (nvmlDevice_t)(uintptr_t)(k + 1);
	int checked = number_of(handle);

	if (checked < 0)
		return (nvmlReturn_t)-checked;
	if (!device)
		return NVML_ERROR_INVALID_ARGUMENT;
	*device = handle;
	return NVML_SUCCESS;
}

static nvmlReturn_t
give_text(char *to, unsigned room, const char *text)
{
	if (!to)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (strlen(text) >= room)
		return NVML_ERROR_INSUFFICIENT_SIZE;
	memcpy(to, text, strlen(text) + 1);
	return NVML_SUCCESS;
}

/* What only a GPU measures; a wrong handle is said first. */
static nvmlReturn_t
unsupported(nvmlDevice_t device)
{
	int k = number_of(device);

	return k < 0 ? (nvmlReturn_t)-k : NVML_ERROR_NOT_SUPPORTED;
}

nvmlReturn_t
nvmlInit_v2(void)
{
	atomic_fetch_add(&users, 1);
	return NVML_SUCCESS;
}

nvmlReturn_t
nvmlInitWithFlags(unsigned flags)
{
	(void)flags;
	return nvmlInit_v2();
}

nvmlReturn_t
nvmlShutdown(void)
{
	int n = atomic_load(&users);

	while (n > 0)
		if (atomic_compare_exchange_weak(&users, &n, n - 1))
			return NVML_SUCCESS;
	return NVML_ERROR_UNINITIALIZED;
}

const char *
nvmlErrorString(nvmlReturn_t result)
{
	switch (result) {
	case NVML_SUCCESS:
		return "The operation was successful";
	case NVML_ERROR_UNINITIALIZED:
		return "nvmlInit was not called";
	case NVML_ERROR_INVALID_ARGUMENT:
		return "An argument is wrong";
	case NVML_ERROR_NOT_SUPPORTED:
		return "This device does not support the operation";
	case NVML_ERROR_NOT_FOUND:
		return "There is no such device";
	case NVML_ERROR_INSUFFICIENT_SIZE:
		return "The buffer is too small";
	default:
		return "Unknown error";
	}
}

nvmlReturn_t
nvmlSystemGetNVMLVersion(char *version, unsigned length)
{
	return give_text(version, length, NVML_API_VERSION_STR " (Heddle)");
}

nvmlReturn_t
nvmlSystemGetDriverVersion(char *version, unsigned length)
{
	return nvmlSystemGetNVMLVersion(version, length);
}

nvmlReturn_t
nvmlSystemGetCudaDriverVersion(int *version)
{
	if (!version)
		return NVML_ERROR_INVALID_ARGUMENT;
	return cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS
							    : NVML_ERROR_UNKNOWN;
}

nvmlReturn_t
nvmlDeviceGetCount_v2(unsigned *count)
{
	int n;

	if (atomic_load(&users) == 0)
		return NVML_ERROR_UNINITIALIZED;
	if (!count)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (cudaGetDeviceCount(&n) != cudaSuccess)
		return NVML_ERROR_UNKNOWN;
	*count = (unsigned)n;
	return NVML_SUCCESS;
}

nvmlReturn_t
nvmlDeviceGetHandleByIndex_v2(unsigned index, nvmlDevice_t *device)
{
	return handle_of(index < INT_MAX ? (int)index : -1, device);
}

nvmlReturn_t
nvmlDeviceGetHandleByPciBusId_v2(const char *id, nvmlDevice_t *device)
{
	int k, before;

	if (!id)
		return NVML_ERROR_INVALID_ARGUMENT;
	before = hd_api_swap_last(cudaSuccess);
	if (cudaDeviceGetByPCIBusId(&k, id) != cudaSuccess)
		k = -1;
	hd_api_swap_last(before);
	return k < 0 ? NVML_ERROR_NOT_FOUND : handle_of(k, device);
}

nvmlReturn_t
nvmlDeviceGetIndex(nvmlDevice_t device, unsigned *index)
{
	int k = number_of(device);

	if (k < 0 || !index)
		return k < 0 ? (nvmlReturn_t)-k : NVML_ERROR_INVALID_ARGUMENT;
	*index = (unsigned)k;
	return NVML_SUCCESS;
}

nvmlReturn_t
nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned length)
{
	struct cudaDeviceProp prop;
	int k = number_of(device);

	if (k < 0)
		return (nvmlReturn_t)-k;
	if (cudaGetDeviceProperties(&prop, k) != cudaSuccess)
		return NVML_ERROR_UNKNOWN;
	return give_text(name, length, prop.name);
}

nvmlReturn_t
nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory)
{
	int k = number_of(device);
	size_t available, total;

	if (k < 0 || !memory)
		return k < 0 ? (nvmlReturn_t)-k : NVML_ERROR_INVALID_ARGUMENT;
	hd_memory_info(&available, &total);
	*memory = (nvmlMemory_t){total, available, total - available};
	return NVML_SUCCESS;
}

nvmlReturn_t
nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *mhz)
{
	int k = number_of(device), khz;

	if (k < 0)
		return (nvmlReturn_t)-k;
	if (!mhz || type > NVML_CLOCK_VIDEO)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (type == NVML_CLOCK_VIDEO)
		return NVML_ERROR_NOT_SUPPORTED;
	if (cudaDeviceGetAttribute(&khz,
				   type == NVML_CLOCK_MEM ? cudaDevAttrMemoryClockRate
							  : cudaDevAttrClockRate,
				   k) != cudaSuccess)
		return NVML_ERROR_UNKNOWN;
	*mhz = (unsigned)khz / 1000;
	return NVML_SUCCESS;
}

nvmlReturn_t
nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t type, unsigned *mhz)
{
	return nvmlDeviceGetMaxClockInfo(device, type, mhz);
}

nvmlReturn_t
nvmlDeviceGetApplicationsClock(nvmlDevice_t device, nvmlClockType_t type, unsigned *mhz)
{
	return nvmlDeviceGetMaxClockInfo(device, type, mhz);
}

nvmlReturn_t
nvmlDeviceSetApplicationsClocks(nvmlDevice_t device, unsigned memory, unsigned graphics)
{
	(void)memory;
	(void)graphics;
	return unsupported(device);
}

nvmlReturn_t
nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned *milliwatts)
{
	(void)milliwatts;
	return unsupported(device);
}

nvmlReturn_t
nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device,
				    unsigned long long *millijoules)
{
	(void)millijoules;
	return unsupported(device);
}

nvmlReturn_t
nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor,
			 unsigned *degrees)
{
	(void)sensor;
	(void)degrees;
	return unsupported(device);
}

nvmlReturn_t
nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t *rates)
{
	(void)rates;
	return unsupported(device);
}
