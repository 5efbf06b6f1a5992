/* SPDX-License-Identifier: Apache-2.0 */
/* OpenGL interoperability: a CPU has no graphics memory to share, so that every call
 * says "not supported". GL's own headers are not needed. */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime_api.h"

typedef unsigned int GLuint;
typedef unsigned int GLenum;

enum cudaGLDeviceList {
	cudaGLDeviceListAll = 1,
	cudaGLDeviceListCurrentFrame = 2,
	cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
	cudaGLMapFlagsNone = 0,
	cudaGLMapFlagsReadOnly = 1,
	cudaGLMapFlagsWriteDiscard = 2
};

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room,
			     enum cudaGLDeviceList list);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource,
					 GLuint buffer, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource,
					GLuint image, GLenum target,
					unsigned int flags);
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGLRegisterBufferObject(GLuint buffer);
cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);
cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer);
cudaError_t cudaGLUnmapBufferObject(GLuint buffer);
cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);
cudaError_t cudaGLMapBufferObjectAsync(void **pointer, GLuint buffer, cudaStream_t stream);
cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
