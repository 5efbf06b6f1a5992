// api_unsupported: what a CPU has nothing to offer for says so, by CUDA's own code.
#include "test.h"

#define TELL(call)                                                                     \
	do {                                                                           \
		cudaError_t e_ = (call);                                               \
		if (e_ != cudaErrorNotSupported)                                       \
			printf("%s: %s\n", #call, cudaGetErrorName(e_));               \
		else                                                                   \
			told++;                                                        \
		cudaGetLastError();                                                    \
	} while (0)

int
main()
{
	int told = 0;
	void *p;
	cudaEvent_t event;
	cudaIpcMemHandle_t memory;
	cudaIpcEventHandle_t handle;
	cudaExternalMemory_t outside;
	cudaExternalMemoryHandleDesc desc = {};
	cudaExternalSemaphore_t semaphore;
	cudaExternalSemaphoreHandleDesc semaphore_desc = {};
	cudaGraphicsResource_t resource = nullptr;
	cudaLibrary_t library;
	CK(cudaMalloc(&p, 16));
	CK(cudaEventCreateWithFlags(&event,
				    cudaEventDisableTiming | cudaEventInterprocess));
	TELL(cudaIpcGetMemHandle(&memory, p));
	TELL(cudaIpcOpenMemHandle(&p, memory, cudaIpcMemLazyEnablePeerAccess));
	TELL(cudaIpcCloseMemHandle(p));
	TELL(cudaIpcGetEventHandle(&handle, event));
	TELL(cudaIpcOpenEventHandle(&event, handle));
	TELL(cudaImportExternalMemory(&outside, &desc));
	TELL(cudaImportExternalSemaphore(&semaphore, &semaphore_desc));
	TELL(cudaGraphicsMapResources(1, &resource));
	TELL(cudaGraphicsUnregisterResource(resource));
	TELL(cudaLibraryLoadData(&library, "", nullptr, nullptr, 0, nullptr, nullptr,
				 0));
	TELL(cudaLibraryLoadFromFile(&library, "x.cubin", nullptr, nullptr, 0, nullptr,
				     nullptr, 0));
	cudaGraph_t graph;
	cudaGraphConditionalHandle condition;
	CK(cudaGraphCreate(&graph, 0));
	TELL(cudaGraphConditionalHandleCreate(&condition, graph));
	cudaChannelFormatDesc d = {8, 8, 8, 8,
				   cudaChannelFormatKindUnsignedBlockCompressed1};
	cudaArray_t array;
	TELL(cudaMallocArray(&array, &d, 16, 16));
	printf("%d not supported\n", told);
	return 0;
}
