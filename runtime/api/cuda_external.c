/* SPDX-License-Identifier: Apache-2.0 */
/* What a CPU has nothing to offer for: other processes' and other APIs' memory, and
 * graphics. Each of these says that it is not supported. */
#include "api.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define UNSUPPORTED(name, parameters)                                                  \
	cudaError_t name parameters                                                    \
	{                                                                              \
		HD_RETURN(cudaErrorNotSupported);                                      \
	}

/* ---- other processes ------------------------------------------------------------ */

UNSUPPORTED(cudaIpcGetMemHandle, (cudaIpcMemHandle_t * handle, void *ptr))
UNSUPPORTED(cudaIpcOpenMemHandle,
	    (void **ptr, cudaIpcMemHandle_t handle, unsigned int flags))
UNSUPPORTED(cudaIpcCloseMemHandle, (void *ptr))
UNSUPPORTED(cudaIpcGetEventHandle, (cudaIpcEventHandle_t * handle, cudaEvent_t event))
UNSUPPORTED(cudaIpcOpenEventHandle, (cudaEvent_t * event, cudaIpcEventHandle_t handle))

/* ---- other APIs' memory and semaphores -------------------------------------------- */

UNSUPPORTED(cudaImportExternalMemory, (cudaExternalMemory_t * memory,
				       const struct cudaExternalMemoryHandleDesc *desc))
UNSUPPORTED(cudaExternalMemoryGetMappedBuffer,
	    (void **ptr, cudaExternalMemory_t memory,
	     const struct cudaExternalMemoryBufferDesc *desc))
UNSUPPORTED(cudaExternalMemoryGetMappedMipmappedArray,
	    (cudaMipmappedArray_t * array, cudaExternalMemory_t memory,
	     const struct cudaExternalMemoryMipmappedArrayDesc *desc))
UNSUPPORTED(cudaDestroyExternalMemory, (cudaExternalMemory_t memory))
UNSUPPORTED(cudaImportExternalSemaphore,
	    (cudaExternalSemaphore_t * semaphore,
	     const struct cudaExternalSemaphoreHandleDesc *desc))
UNSUPPORTED(cudaSignalExternalSemaphoresAsync,
	    (const cudaExternalSemaphore_t *semaphores,
	     const struct cudaExternalSemaphoreSignalParams *params, unsigned int n,
	     cudaStream_t stream))
UNSUPPORTED(cudaWaitExternalSemaphoresAsync,
	    (const cudaExternalSemaphore_t *semaphores,
	     const struct cudaExternalSemaphoreWaitParams *params, unsigned int n,
	     cudaStream_t stream))
UNSUPPORTED(cudaDestroyExternalSemaphore, (cudaExternalSemaphore_t semaphore))
UNSUPPORTED(cudaDeviceGetNvSciSyncAttributes, (void *list, int device, int flags))
UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeGetParams,
	    (cudaGraphNode_t node,
	     struct cudaExternalSemaphoreSignalNodeParams *params))
UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeSetParams,
	    (cudaGraphNode_t node,
	     const struct cudaExternalSemaphoreSignalNodeParams *params))
UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeGetParams,
	    (cudaGraphNode_t node, struct cudaExternalSemaphoreWaitNodeParams *params))
UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeSetParams,
	    (cudaGraphNode_t node,
	     const struct cudaExternalSemaphoreWaitNodeParams *params))
UNSUPPORTED(cudaGraphExecExternalSemaphoresSignalNodeSetParams,
	    (cudaGraphExec_t exec, cudaGraphNode_t node,
	     const struct cudaExternalSemaphoreSignalNodeParams *params))
UNSUPPORTED(cudaGraphExecExternalSemaphoresWaitNodeSetParams,
	    (cudaGraphExec_t exec, cudaGraphNode_t node,
	     const struct cudaExternalSemaphoreWaitNodeParams *params))

/* ---- graphics --------------------------------------------------------------------- */

UNSUPPORTED(cudaGraphicsUnregisterResource, (cudaGraphicsResource_t resource))
UNSUPPORTED(cudaGraphicsResourceSetMapFlags,
	    (cudaGraphicsResource_t resource, unsigned int flags))
UNSUPPORTED(cudaGraphicsMapResources,
	    (int count, cudaGraphicsResource_t *resources, cudaStream_t stream))
UNSUPPORTED(cudaGraphicsUnmapResources,
	    (int count, cudaGraphicsResource_t *resources, cudaStream_t stream))
UNSUPPORTED(cudaGraphicsResourceGetMappedPointer,
	    (void **ptr, size_t *size, cudaGraphicsResource_t resource))
UNSUPPORTED(cudaGraphicsSubResourceGetMappedArray,
	    (cudaArray_t * array, cudaGraphicsResource_t resource, unsigned int index,
	     unsigned int level))
UNSUPPORTED(cudaGraphicsResourceGetMappedMipmappedArray,
	    (cudaMipmappedArray_t * array, cudaGraphicsResource_t resource))

/* ---- messages of the driver ------------------------------------------------------- */

UNSUPPORTED(cudaDeviceRegisterAsyncNotification,
	    (int device, cudaAsyncCallback callback, void *data,
	     cudaAsyncCallbackHandle_t *handle))
UNSUPPORTED(cudaDeviceUnregisterAsyncNotification,
	    (int device, cudaAsyncCallbackHandle_t handle))
UNSUPPORTED(cudaGetExportTable, (const void **table, const cudaUUID_t *id))
