# SPDX-License-Identifier: Apache-2.0
# Code that is loaded while a program runs: what -cubin, -fatbin and -ptx make, by
# cuModuleLoad, cuLibraryLoad and cudaLibraryLoad, linked or not; what is no such code.
. "$ROOT/tests/driver/common.bash"

cat >k.cu <<'END'
#include <cstdio>
struct wide { char tag; double by[2]; };
extern "C" {
__device__ int counter = 10;
__constant__ float factor[2] = {2, 3};
__global__ void count(int *out) { out[threadIdx.x] = atomicAdd(&counter, 1) >= STEP; }
__global__ void scale(float *p, int n, wide w)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = p[i] * factor[1] * w.by[1] + w.tag;
}
__global__ void __launch_bounds__(64) dynamic(int *out)
{
	extern __shared__ int tile[];
	tile[threadIdx.x] = threadIdx.x * STEP;
	__syncthreads();
	out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
}
static __device__ int hidden = 5;
namespace a { template <class T> __global__ void typed(T *p) { *p = T(7.5) + hidden; } }
template __global__ void a::typed<int>(int *);
int main() { std::printf("host code is not in there\n"); undefined(); }
void unused();
END
sed -i 's/undefined();//' k.cu
"$HDCC" -cubin -DSTEP=2 k.cu -o a.cubin
"$HDCC" -fatbin -DSTEP=1000 k.cu -o b.fatbin
"$HDCC" -MD -ptx -DSTEP=2 k.cu
grep -qE '^k.ptx:.*' k.d && grep -q 'k.cu' k.d || fail "no rule: $(cat k.d)"
nm -D a.cubin >shown
! grep -q ' [TD] main' shown || fail "host code is in there"

cat >main.cu <<'END'
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define CU(call)                                                                       \
	do {                                                                           \
		CUresult r_ = (call);                                                  \
		const char *n_ = "?";                                                  \
		cuGetErrorName(r_, &n_);                                               \
		if (r_)                                                                \
			printf("line %d: %s\n", __LINE__, n_), exit(2);                \
	} while (0)
struct wide { char tag; double by[2]; };
extern "C" __device__ int counter = 77; /* not theirs */

static std::vector<char> read(const char *name)
{
	std::vector<char> v;
	FILE *f = fopen(name, "rb");
	for (int c; f && (c = getc(f)) != EOF;)
		v.push_back((char)c);
	if (f)
		fclose(f);
	return v;
}

static int value(CUmodule m, const char *name)
{
	CUdeviceptr p;
	size_t size;
	int v = -1;
	CU(cuModuleGetGlobal(&p, &size, m, name));
	CU(cuMemcpyDtoH(&v, p, sizeof v));
	return size == sizeof v ? v : -1;
}

int main()
{
	CUdevice device;
	CUcontext context;
	CU(cuInit(0));
	CU(cuDeviceGet(&device, 0));
	CU(cuCtxCreate(&context, 0, device));

	/* the same names in three modules, two of them from the same code */
	CUmodule a, b, c;
	std::vector<char> image = read("a.cubin"), fat = read("b.fatbin");
	CU(cuModuleLoad(&a, "a.cubin"));
	CU(cuModuleLoadFatBinary(&b, fat.data()));
	CU(cuModuleLoadData(&c, image.data()));
	memset(image.data(), 0, image.size());
	CUdeviceptr p;
	CU(cuMemAlloc(&p, 4096));
	CUmodule modules[] = {a, b, c};
	for (int i = 0; i < 3; i++) {
		CUfunction f;
		int out[4];
		void *args[] = {&p};
		CU(cuModuleGetFunction(&f, modules[i], "count"));
		CU(cuLaunchKernel(f, 1, 1, 1, 4 - i, 1, 1, 0, 0, args, 0));
		CU(cuMemcpyDtoH(out, p, sizeof out));
		printf("%d: %d, counter %d\n", i, out[0], value(modules[i], "counter"));
	}
	int own = 0;
	cudaMemcpyFromSymbol(&own, counter, sizeof own);
	printf("own %d\n", own);

	/* arguments in both forms, globals */
	CUfunction f;
	CUdeviceptr factor;
	size_t size;
	float h[100], three[2] = {2, 5};
	for (int i = 0; i < 100; i++)
		h[i] = i;
	CU(cuModuleGetFunction(&f, a, "scale"));
	CU(cuModuleGetGlobal(&factor, &size, a, "factor"));
	CU(cuMemcpyHtoD(factor, three, sizeof three));
	CU(cuMemcpyHtoD(p, h, sizeof h));
	struct { CUdeviceptr p; int n; wide w; } packed = {p, 100, {1, {0, 10}}};
	size_t bytes = sizeof packed;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
			 CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	CU(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, 0, extra));
	void *args[] = {&packed.p, &packed.n, &packed.w};
	CU(cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, args, 0));
	/* 0 and 99 once more, by a configuration */
	CUlaunchAttribute cooperative = {};
	CUlaunchConfig config = {4, 1, 1, 32, 1, 1, 0, 0, &cooperative, 1};
	CUfunctionLoadingState state;
	cooperative.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
	cooperative.value.cooperative = 1;
	CU(cuFuncLoad(f));
	CU(cuFuncIsLoaded(&state, f));
	CU(cuLaunchKernelEx(&config, f, 0, extra));
	if (state != CU_FUNCTION_LOADING_STATE_LOADED)
		puts("not loaded");
	if (cuLaunchKernelEx(&config, f, args, extra) != CUDA_ERROR_INVALID_VALUE)
		puts("arguments twice");
	CU(cuMemcpyDtoH(h, p, sizeof h));
	printf("scale %g %g, factor %zu bytes\n", h[0], h[99], size);

	/* attributes and occupancy */
	int threads, blocks, grid, best;
	CU(cuModuleGetFunction(&f, a, "dynamic"));
	CU(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
	CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
	CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 64, 0));
	CU(cuOccupancyMaxPotentialBlockSize(&grid, &best, f, 0, 0, 0));
	int also_grid, also_best;
	CU(cuOccupancyMaxPotentialBlockSizeWithFlags(&also_grid, &also_best, f, 0, 0, 0,
						     CU_OCCUPANCY_DEFAULT));
	if (also_grid != grid || also_best != best)
		printf("other sizes with flags\n");
	void *one[] = {&p};
	int back[64];
	CU(cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 65536, 0, one, 0));
	CU(cuMemcpyDtoH(back, p, sizeof back));
	printf("dynamic %d threads, %d, %d, %d\n", threads, blocks > 0, best, back[0]);
	printf("too many: %d\n", cuLaunchKernel(f, 1, 1, 1, 65, 1, 1, 0, 0, one, 0) != 0);

	/* what is in it */
	unsigned n;
	CUfunction list[8];
	const char *name;
	CU(cuModuleGetFunctionCount(&n, a));
	CU(cuModuleEnumerateFunctions(list, n, a));
	int named = 0;
	for (unsigned i = 0; i < n; i++) {
		CU(cuFuncGetName(&name, list[i]));
		named += !strcmp(name, "count") || !strcmp(name, "scale") ||
			 !strcmp(name, "dynamic") || !strcmp(name, "_ZN1a5typedIiEEvPT_");
	}
	printf("%u functions, %d named\n", n, named);
	CU(cuModuleGetFunction(&f, a, "_ZN1a5typedIiEEvPT_"));
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, one, 0));
	CU(cuMemcpyDtoH(back, p, 4));
	printf("typed %d, hidden %d\n", back[0], value(a, "hidden"));
	CUtexref texture;
	printf("not there: %d %d %d\n", cuModuleGetFunction(&f, a, "nothing"),
	       cuModuleGetGlobal(&p, &size, a, "nothing"),
	       cuModuleGetTexRef(&texture, a, "nothing"));

	/* unloaded, while a kernel waits in a stream; and again */
	CU(cuModuleGetFunction(&f, b, "count"));
	for (int i = 0; i < 200; i++)
		CU(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, one, 0));
	CU(cuModuleUnload(b));
	printf("gone: %d %d\n", cuModuleUnload(b),
	       cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, one, 0));
	CU(cuModuleUnload(a));
	for (int i = 0; i < 20; i++) {
		CU(cuModuleLoad(&a, "a.cubin"));
		CU(cuModuleGetFunction(&f, a, "count"));
		CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, one, 0));
		CU(cuCtxSynchronize());
		if (value(a, "counter") != 11)
			printf("counter %d\n", value(a, "counter"));
		CU(cuModuleUnload(a));
	}
	printf("still %d\n", value(c, "counter"));
	CU(cuModuleUnload(c));

	/* libraries */
	CUlibrary library, of;
	CUkernel kernel, kernels[8];
	CUmodule module;
	CU(cuLibraryLoadFromFile(&library, "k.ptx", 0, 0, 0, 0, 0, 0));
	CU(cuLibraryGetKernel(&kernel, library, "count"));
	CU(cuLibraryGetKernelCount(&n, library));
	CU(cuLibraryEnumerateKernels(kernels, n, library));
	CU(cuLibraryGetModule(&module, library));
	CU(cuKernelGetFunction(&f, kernel));
	CU(cuKernelGetLibrary(&of, kernel));
	CU(cuLibraryGetGlobal(&factor, &size, library, "counter"));
	CU(cuLaunchKernel((CUfunction)kernel, 1, 1, 1, 3, 1, 1, 0, 0, one, 0));
	CU(cuLaunchKernel(f, 1, 1, 1, 3, 1, 1, 0, 0, one, 0));
	CU(cuCtxSynchronize());
	printf("library %u %d %zu: %d\n", n, of == library, size, value(module, "counter"));
	CU(cuLibraryUnload(library));
	printf("gone: %d\n", cuLibraryGetKernel(&kernel, library, "count"));

	/* the runtime's */
	cudaLibrary_t more;
	cudaKernel_t k;
	void *at;
	image = read("a.cubin");
	if (cudaLibraryLoadData(&more, image.data(), 0, 0, 0, 0, 0, 0) ||
	    cudaLibraryGetKernel(&k, more, "count") ||
	    cudaLibraryGetGlobal(&at, &size, more, "counter") ||
	    cudaLaunchKernel((void *)k, dim3(2), dim3(2), one, 0, 0) ||
	    cudaMemcpy(&own, at, sizeof own, cudaMemcpyDefault))
		return 3;
	printf("runtime %d\n", own);
	printf("%s\n", cudaGetErrorName(cudaLibraryGetKernel(&k, more, "none")));
	if (cudaLibraryUnload(more))
		return 4;

	/* linked */
	CUlinkState link;
	void *linked;
	char log[400] = "?";
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
				  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *values[] = {log, (void *)sizeof log};
	CU(cuLinkCreate(2, options, values, &link));
	CU(cuLinkAddData(link, CU_JIT_INPUT_PTX, image.data(), image.size(), "a", 0, 0, 0));
	CU(cuLinkAddFile(link, CU_JIT_INPUT_LIBRARY, "/no/libcudadevrt.a", 0, 0, 0));
	CU(cuLinkComplete(link, &linked, &size));
	CU(cuModuleLoadData(&a, linked));
	CU(cuLinkDestroy(link));
	printf("linked %d, log '%s'\n", value(a, "counter"), log);
	values[1] = (void *)sizeof log;
	CU(cuLinkCreate(2, options, values, &link));
	CU(cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, "a.cubin", 0, 0, 0));
	printf("two: %d\n", cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, "b.fatbin", 0, 0, 0));
	printf("%.29s\n", log);
	printf("no file: %d\n", cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, "none", 0, 0, 0));
	CU(cuLinkDestroy(link));
	CU(cuLinkCreate(0, 0, 0, &link));
	printf("nothing: %d\n", cuLinkComplete(link, &linked, &size));
	CU(cuLinkDestroy(link));
	CU(cuCtxDestroy(context));
	return 0;
}
END
"$HDCC" main.cu -o app
./app >shown 2>said || fail "exit status $?: $(cat shown said)"
cat >want <<'END'
0: 1, counter 14
1: 0, counter 13
2: 1, counter 12
own 77
scale 2551 1.23776e+07, factor 8 bytes
dynamic 64 threads, 1, 64, 126
too many: 1
4 functions, 4 named
typed 12, hidden 5
not there: 500 500 500
gone: 400 400
still 12
library 4 1 4: 16
gone: 400
runtime 14
cudaErrorSymbolNotFound
linked 10, log ''
two: 801
several pieces of code cannot
no file: 301
nothing: 200
END
diff want shown || fail "another output"
said 'several pieces of code cannot be linked while a program runs; put them'

# what is no code for this processor
cat >try.c <<'END'
#include <cuda.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	CUdevice device;
	CUcontext context;
	CUmodule module;
	if (cuInit(0) || cuDeviceGet(&device, 0) || cuCtxCreate(&context, 0, device))
		return 1;
	for (int i = 1; i < argc; i++)
		printf("%d\n", cuModuleLoad(&module, argv[i]));
	return 0;
}
END
"$HDCC" try.c -o try
printf '\n/* made by\nnvcc */ // 12\n.version 8.4\n.target sm_80\n' >real.ptx
head -c 2000 a.cubin >short.cubin
head -c 2000 k.ptx >short.ptx
{ head -c 18 a.cubin; printf '\276\000'; tail -c +21 a.cubin; } >gpu.cubin
printf '\120\355\125\272 more' >nvidia.fatbin
head -c 500 /dev/zero >zeros
: >empty
"$HDCC" -cubin -emit-llvm -DSTEP=1 k.cu -o bits.bc
"$HDCC" -c -DSTEP=1 k.cu -o k.o
echo 'int nothing;' >lib.c
"$HDCC" -shared -fPIC lib.c -o lib.so
prints "218
200
200
209
209
200
200
200
200
200
301
301
301" ./try real.ptx short.ptx short.cubin gpu.cubin nvidia.fatbin zeros empty bits.bc k.o \
	lib.so none . /dev/null/x 2>said
said 'real.ptx: the image is PTX, assembly for GPUs, .* make it with hdcc -cubin'
said 'short.ptx: the image is cut off: [0-9]+ bytes of [0-9]+'
said 'short.cubin: the image is cut off: 2000 bytes of [0-9]+'
said 'gpu.cubin: the image is machine code of a GPU'
said 'nvidia.fatbin: the image is a fat binary of nvcc'
said 'zeros: the image is not device code; make it'
said 'empty is empty'
said 'bits.bc: the image is bitcode; make it without -emit-llvm'
said 'k.o: the image is a program or an object'
said 'lib.so: the image is a library without device code'

# the runtime may be there for one library alone
cat >alone.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv)
{
	void *cuda = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL), *device[2], *module;
	int (*init)(unsigned), (*create)(void *, unsigned, int);
	int (*load)(void *, const char *);
	*(void **)&init = dlsym(cuda, "cuInit");
	*(void **)&create = dlsym(cuda, "cuCtxCreate");
	*(void **)&load = dlsym(cuda, "cuModuleLoad");
	if (argc < 2 || init(0) || create(device, 0, 0))
		return 1;
	printf("%d\n", load(&module, "a.cubin"));
	return 0;
}
END
gcc alone.c -ldl -o alone
prints 0 ./alone "$BUILD/nvcc/lib64/libcuda.so.1"
"$HDCC" -static try.c -o try 2>said || fail "-static: $(cat said)"
[ ! -s said ] || fail "-static says: $(cat said)"
prints 200 ./try a.cubin 2>said
said 'linked with -static cannot load code; link it without'

# nor does a file that the program closes belong to two pieces of code
cat >closed.c <<'END'
#include <cuda.h>
#include <stdio.h>
#include <unistd.h>
/* Some times, so that numbers of files are used again. */
static unsigned int count_in(const char *file)
{
	CUmodule m;
	unsigned int n = 0, sum = 0;
	for (int i = 0; i < 20; i++)
		if (!cuModuleLoad(&m, file) && !cuModuleGetFunctionCount(&n, m))
			sum += n;
	return sum;
}
int main(void)
{
	CUcontext c;
	if (cuInit(0) || cuCtxCreate(&c, 0, 0))
		return 1;
	printf("%u", count_in("a.cubin"));
	for (int i = 3; i < 100; i++)
		close(i);
	printf(" %u\n", count_in("one.cubin"));
	return 0;
}
END
echo '__global__ void one(int *p) { *p = 1; }' >one.cu
"$HDCC" -cubin one.cu
"$HDCC" closed.c -o closed -lcuda
prints '80 20' ./closed

# references have no host to belong to
cat >table.cu <<'END'
texture<float, 1, cudaReadModeElementType> table;
__global__ void look(float *p) { *p = tex1Dfetch(table, 0); }
END
refuse "$HDCC" -cubin table.cu
said "'table' is a texture or surface reference.*texture object"
echo '__device__ int far(int); __global__ void k(int *p) { *p = far(*p); }' >far.cu
refuse "$HDCC" -cubin -rdc=true far.cu
said "far"
no_file table.cubin far.cubin
refuse "$HDCC" -ptx lib.c
said 'no device code'
