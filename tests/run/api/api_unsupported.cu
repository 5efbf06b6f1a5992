// api_unsupported: what a CPU has nothing to offer for says so, by CUDA's own code.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

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
	cudaGraph_t graph;
	cudaGraphConditionalHandle condition;
	CK(cudaGraphCreate(&graph, 0));
	TELL(cudaGraphConditionalHandleCreate(&condition, graph));
	cudaChannelFormatDesc d = {8, 8, 8, 8,
				   cudaChannelFormatKindUnsignedBlockCompressed1};
	cudaArray_t array;
	TELL(cudaMallocArray(&array, &d, 16, 16));
	cudaMipmappedArray_t mipmap;
	cudaTextureObject_t texture;
	cudaResourceDesc source = {};
	cudaTextureDesc wanted = {};
	d = cudaCreateChannelDesc<float>();
	CK(cudaMallocMipmappedArray(&mipmap, &d, make_cudaExtent(4, 4, 0), 2));
	source.resType = cudaResourceTypeMipmappedArray;
	source.res.mipmap.mipmap = mipmap;
	wanted.normalizedCoords = 1;
	wanted.maxAnisotropy = 8;
	TELL(cudaCreateTextureObject(&texture, &source, &wanted, nullptr));
	wanted.maxAnisotropy = 1;
	CK(cudaCreateTextureObject(&texture, &source, &wanted, nullptr));
	CK(cudaDestroyTextureObject(texture));
	CK(cudaFreeMipmappedArray(mipmap));
	cudaGraphNode_t node = nullptr;
	cudaGraphExec_t exec = nullptr;
	cudaMipmappedArray_t levels;
	cudaMemPool_t pool;
	cudaMemPoolPtrExportData data;
	cudaExternalSemaphoreSignalNodeParams sp = {};
	cudaExternalSemaphoreWaitNodeParams wp = {};
	cudaAsyncCallbackHandle_t callback = nullptr;
	const void *exported;
	size_t size;
	cudaLibrary_t library = nullptr;
	outside = nullptr;
	semaphore = nullptr;
	TELL(cudaDestroyExternalMemory(outside));
	TELL(cudaExternalMemoryGetMappedBuffer(&p, outside, nullptr));
	TELL(cudaExternalMemoryGetMappedMipmappedArray(&levels, outside, nullptr));
	TELL(cudaDestroyExternalSemaphore(semaphore));
	TELL(cudaSignalExternalSemaphoresAsync(&semaphore, nullptr, 1));
	TELL(cudaWaitExternalSemaphoresAsync(&semaphore, nullptr, 1));
	TELL(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &sp));
	TELL(cudaGraphAddExternalSemaphoresWaitNode(&node, graph, nullptr, 0, &wp));
	TELL(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &sp));
	TELL(cudaGraphExternalSemaphoresSignalNodeSetParams(node, &sp));
	TELL(cudaGraphExternalSemaphoresWaitNodeGetParams(node, &wp));
	TELL(cudaGraphExternalSemaphoresWaitNodeSetParams(node, &wp));
	TELL(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, node, &sp));
	TELL(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, node, &wp));
	TELL(cudaDeviceGetNvSciSyncAttributes(&data, 0, 0));
	TELL(cudaGraphicsUnmapResources(1, &resource));
	TELL(cudaGraphicsResourceSetMapFlags(resource, 0));
	TELL(cudaGraphicsResourceGetMappedPointer(&p, &size, resource));
	TELL(cudaGraphicsSubResourceGetMappedArray(&array, resource, 0, 0));
	TELL(cudaGraphicsResourceGetMappedMipmappedArray(&levels, resource));
	TELL(cudaLibraryGetUnifiedFunction(&p, library, "f"));
	TELL(cudaMemPoolExportToShareableHandle(&data, nullptr, cudaMemHandleTypeNone,
						0));
	TELL(cudaMemPoolImportFromShareableHandle(&pool, &data, cudaMemHandleTypeNone,
						  0));
	TELL(cudaMemPoolExportPointer(&data, p));
	TELL(cudaMemPoolImportPointer(&p, nullptr, &data));
	TELL(cudaDeviceRegisterAsyncNotification(0, nullptr, nullptr, &callback));
	TELL(cudaDeviceUnregisterAsyncNotification(0, callback));
	TELL(cudaDeviceFlushGPUDirectRDMAWrites(
		cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
		cudaFlushGPUDirectRDMAWritesToOwner));
	TELL(cudaGetExportTable(&exported, nullptr));
	printf("%d not supported\n", told);
	return 0;
}
