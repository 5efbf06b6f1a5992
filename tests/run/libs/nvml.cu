// nvml: what programs ask the management library before they begin; what only a GPU can
// measure is "not supported".
// flags: -lnvidia-ml
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"
#include <nvml.h>
#include <string.h>

static void
say(const char *what, nvmlReturn_t r)
{
	printf("%s: %d\n", what, (int)r);
}

int
main()
{
	nvmlDevice_t d = NULL, same = NULL;
	unsigned n = 0, k = 7, mhz = 0, memory_mhz = 0;
	char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], bus[32];
	cudaDeviceProp prop;
	nvmlMemory_t memory;
	nvmlUtilization_t rates;
	int version = 0;

	say("count before init", nvmlDeviceGetCount(&n));
	say("init", nvmlInit());
	say("init again", nvmlInit());
	CK(cudaGetDeviceProperties(&prop, 0));
	CK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
	say("count", nvmlDeviceGetCount(&n));
	say("handle", nvmlDeviceGetHandleByIndex(0, &d));
	say("by bus", nvmlDeviceGetHandleByPciBusId(bus, &same));
	say("by wrong bus", nvmlDeviceGetHandleByPciBusId("ffff:ff:ff.0", &same));
	say("handle of none", nvmlDeviceGetHandleByIndex(n, &same));
	say("index", nvmlDeviceGetIndex(d, &k));
	printf("same %d, index %u\n", same == d, k);
	say("name", nvmlDeviceGetName(d, name, sizeof name));
	printf("same %d\n", !strcmp(name, prop.name));
	say("short name", nvmlDeviceGetName(d, name, 1));
	say("memory", nvmlDeviceGetMemoryInfo(d, &memory));
	printf("sum %d\n", memory.total && memory.free + memory.used == memory.total);
	say("clock", nvmlDeviceGetClockInfo(d, NVML_CLOCK_SM, &mhz));
	say("memory clock", nvmlDeviceGetClockInfo(d, NVML_CLOCK_MEM, &memory_mhz));
	printf("same %d\n", (int)memory_mhz == prop.memoryClockRate / 1000);
	say("version", nvmlSystemGetCudaDriverVersion(&version));
	printf("same %d\n", version == CUDART_VERSION);
	say("power", nvmlDeviceGetPowerUsage(d, &k));
	say("temperature", nvmlDeviceGetTemperature(d, NVML_TEMPERATURE_GPU, &k));
	say("rates", nvmlDeviceGetUtilizationRates(d, &rates));
	say("no handle", nvmlDeviceGetUtilizationRates(NULL, &rates));
	say("shutdown", nvmlShutdown());
	say("shutdown", nvmlShutdown());
	say("shutdown too often", nvmlShutdown());
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
