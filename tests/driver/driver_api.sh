# SPDX-License-Identifier: Apache-2.0
# The driver API from plain C and C++: gcc and g++ with -lcudart -lcuda -lm; a library
# with kernels and a texture reference that is loaded twice.
. "$ROOT/tests/driver/common.bash"

tree=$BUILD/nvcc
cat >main.c <<'END'
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <math.h>
#include <stdio.h>
int main(void)
{
	CUdevice device;
	CUcontext context;
	CUdeviceptr p;
	unsigned char bytes[4] = {0, 0, 0, 0};
	int version = 0;
	if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device))
		return 1;
	if (cuMemAlloc(&p, 4) || cuMemsetD8(p, 9, 4) || cuMemcpyDtoH(bytes, p, 4) ||
	    cuMemFree(p) || cudaRuntimeGetVersion(&version))
		return 2;
	printf("%d %d %d\n", bytes[3], version > 0, (int)sqrt(bytes[0]));
	return cuCtxDestroy(context) ? 3 : 0;
}
END
cp main.c main.cpp
gcc -std=c99 -Wall -Wextra -Werror main.c -I"$tree/include" -L"$tree/lib64" -lcudart \
	-lcuda -lm -o c_app
g++ -Wall -Wextra -Werror main.cpp -I"$tree/include" -L"$tree/lib64" -lcudart -lcuda \
	-lm -o cpp_app
LD_LIBRARY_PATH=$tree/lib64 prints "9 1 3" ./c_app
LD_LIBRARY_PATH=$tree/lib64 prints "9 1 3" ./cpp_app

# nvcc's header and its names for the linker
cat >names.c <<'END'
#include <stdio.h>
int cuInit(unsigned);
int cuDriverGetVersion(int *);
int cuDeviceTotalMem_v2(size_t *, int);
int cuGetProcAddress_v2(const char *, void **, int, unsigned long long, int *);
int main(void)
{
	size_t total = 0;
	void *fn = 0;
	int found = -1;
	if (cuInit(0) || cuDeviceTotalMem_v2(&total, 0))
		return 1;
	if (cuGetProcAddress_v2("cuMemcpyHtoD_v2", &fn, 12000, 0, &found))
		return 2;
	printf("%d %d %d\n", total > 0, fn != 0, found);
	return 0;
}
END
gcc names.c -L"$tree/lib64/stubs" -lcuda -o names
LD_LIBRARY_PATH=$tree/lib64 prints "1 1 0" ./names

cat >lib.cu <<'END'
texture<float, 1, cudaReadModeElementType> table;
__global__ void twice(float *out) { out[threadIdx.x] = 2 * tex1Dfetch(table, threadIdx.x); }
extern "C" float
run(void)
{
	float *p, *q, h[4] = {1, 2, 3, 4};
	cudaMalloc(&p, 16);
	cudaMalloc(&q, 16);
	cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice);
	cudaBindTexture(0, table, p, 16);
	twice<<<1, 4>>>(q);
	cudaMemcpy(h, q, 16, cudaMemcpyDeviceToHost);
	cudaUnbindTexture(table);
	cudaFree(p);
	cudaFree(q);
	return h[3];
}
END
cat >load.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	for (int i = 0; i < 2; i++) {
		void *lib = dlopen("./libtable.so", RTLD_NOW);
		float (*run)(void);
		if (!lib)
			return puts(dlerror()), 1;
		*(void **)&run = dlsym(lib, "run");
		printf("%g\n", run());
		dlclose(lib);
	}
	return 0;
}
END
"$HDCC" -shared -fPIC lib.cu -o libtable.so
gcc load.c -ldl -o load
prints "8
8" ./load
