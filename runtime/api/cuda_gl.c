/* SPDX-License-Identifier: Apache-2.0 */
/* OpenGL interoperability: not supported. */
#include "api.h"

#pragma GCC visibility push(default)
#include "cuda_gl_interop.h"
#pragma GCC visibility pop

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define UNSUPPORTED(name, parameters)                                                  \
	cudaError_t name parameters                                                    \
	{                                                                              \
		HD_RETURN(cudaErrorNotSupported);                                      \
	}

UNSUPPORTED(cudaGLGetDevices, (unsigned int *count, int *devices, unsigned int room,
			       enum cudaGLDeviceList list))
UNSUPPORTED(cudaGraphicsGLRegisterBuffer, (struct cudaGraphicsResource * *resource,
					   GLuint buffer, unsigned int flags))
UNSUPPORTED(cudaGraphicsGLRegisterImage,
	    (struct cudaGraphicsResource * *resource, GLuint image, GLenum target,
	     unsigned int flags))
UNSUPPORTED(cudaGLSetGLDevice, (int device))
UNSUPPORTED(cudaGLRegisterBufferObject, (GLuint buffer))
UNSUPPORTED(cudaGLUnregisterBufferObject, (GLuint buffer))
UNSUPPORTED(cudaGLMapBufferObject, (void **pointer, GLuint buffer))
UNSUPPORTED(cudaGLUnmapBufferObject, (GLuint buffer))
UNSUPPORTED(cudaGLSetBufferObjectMapFlags, (GLuint buffer, unsigned int flags))
UNSUPPORTED(cudaGLMapBufferObjectAsync,
	    (void **pointer, GLuint buffer, cudaStream_t stream))
UNSUPPORTED(cudaGLUnmapBufferObjectAsync, (GLuint buffer, cudaStream_t stream))
