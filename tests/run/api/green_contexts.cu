// green_contexts: headers know of parts of a device's processors; there are none.
// out: by hand, after the headers of CUDA 13.0
#include "../test.h"

#include <cuda.h>

int
main()
{
	CUdevResource all, part;
	CUdevResourceDesc desc;
	CUgreenCtx green = NULL;
	CUstream stream;
	CUevent event = NULL;
	CUcontext context;
	unsigned groups = 1;

	/* enumerators, which programs name with their scopes */
	static_assert(CUdriverProcAddress_flags::CU_GET_PROC_ADDRESS_DEFAULT == 0 &&
			      CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT == 0 &&
			      CUevent_record_flags::CU_EVENT_RECORD_EXTERNAL == 1,
		      "");
	cuInit(0);
	printf("%zu\n", sizeof all);
	const CUresult no[] = {
		cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM),
		cuDevSmResourceSplitByCount(&part, &groups, &all, NULL, 0, 1),
		cuDevResourceGenerateDesc(&desc, &part, 1),
		cuGreenCtxCreate(&green, NULL, 0, CU_GREEN_CTX_DEFAULT_STREAM),
		cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0),
		cuGreenCtxGetDevResource(green, &part, CU_DEV_RESOURCE_TYPE_SM),
		cuCtxGetDevResource(NULL, &part, CU_DEV_RESOURCE_TYPE_SM),
		cuCtxFromGreenCtx(&context, green),
		cuGreenCtxRecordEvent(green, event),
		cuGreenCtxWaitEvent(green, event),
		cuStreamGetGreenCtx(NULL, &green),
		cuGreenCtxDestroy(green),
	};

	for (CUresult r : no)
		if (r != CUDA_ERROR_NOT_SUPPORTED)
			printf("wrong: %d\n", r);
}
