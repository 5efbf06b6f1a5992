// OpenGL interoperability is there for programs that ask, and says "not supported".
// out: by hand, after the manuals of CUDA and its libraries
#include <cstdio>
#include <cuda_gl_interop.h>

int
main()
{
	cudaGraphicsResource *r = nullptr;

	puts(cudaGetErrorName(cudaGraphicsGLRegisterBuffer(&r, 1, 0)));
	puts(cudaGetErrorName(cudaGLSetGLDevice(0)));
	return 0;
}
