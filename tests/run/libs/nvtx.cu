// nvtx: a program that marks ranges for a profiler runs as if it did not.
// out: by hand
#include "../test.h"

#include <nvToolsExt.h>
#include <nvToolsExtCuda.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvToolsExt.h>

__global__ void
twice(int *p)
{
	*p *= 2;
}

int
main()
{
	int *p = to_device(std::vector<int>(1, 21));
	nvtxEventAttributes_t e = {};
	e.version = NVTX_VERSION;
	e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	e.colorType = NVTX_COLOR_ARGB;
	e.color = 0xff00ff00;
	e.messageType = NVTX_MESSAGE_TYPE_ASCII;
	e.message.ascii = "kernel";
	nvtxNameOsThread(0, "main");
	nvtxNameCudaDevice(0, "device");
	nvtxNameCudaStream(0, "stream");
	nvtxNameCuDevice(0, "device");
	nvtxNameCuStream(0, "stream");
	nvtxDomainHandle_t domain = nvtxDomainCreateA("tests");
	nvtxRangePushEx(&e);
	nvtxRangePush("inner");
	nvtxRangeId_t id = nvtxRangeStart("outer");
	twice<<<1, 1>>>(p);
	nvtxMark("launched");
	SYNC();
	nvtxRangeEnd(id);
	nvtxRangePop();
	nvtxRangePop();
	nvtxDomainDestroy(domain);
	printf("%d\n", to_host(p, 1)[0]);
	return 0;
}
