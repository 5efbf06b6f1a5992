// driver_api: contexts, memory, copies, streams, events, kernels and variables of the
// program through the driver API; what cannot be done says so.
// stderr: the image is PTX, assembly for GPUs
// out: by hand, after the manuals of CUDA and its libraries
#include "driver.h"

extern "C" {
__device__ int counter[4] = {1, 2, 3, 4};

struct pair {
	char tag;
	double value;
};

__global__ void
scale(float *p, int n, struct pair by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] *= by.value;
	if (i == 0)
		counter[1] += by.tag;
}
}

__global__ void
sample(cudaTextureObject_t t, float *out)
{
	out[threadIdx.x] = tex2D<float>(t, threadIdx.x * 0.5f, 0.5f);
}

int
main()
{
	int count = 0, warp = 0, major = 0, minor = 0;
	char name[64];
	CUdevice device;
	CUcontext context, other, now = nullptr;
	size_t total = 0;
	say("too early", cuDeviceGetCount(&count));
	CU(cuInit(0));
	CU(cuDeviceGetCount(&count));
	CU(cuDeviceGet(&device, 0));
	CU(cuDeviceGetName(name, sizeof name, device));
	CU(cuDeviceTotalMem(&total, device));
	CU(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
	CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
				device));
	CU(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
				device));
	printf("%d device, warp %d, has a name %d and memory %d\n", count, warp,
	       name[0] != 0, total > 0);
	say("no such device", cuDeviceGet(&device, 7));
	CUdeviceptr nothing;
	say("no context", cuMemAlloc(&nothing, 16));
	CU(cuCtxGetCurrent(&now));
	printf("current: %d\n", now != nullptr);

	CU(cuCtxCreate(&context, 0, device));
	CU(cuCtxGetCurrent(&now));
	printf("created is current: %d\n", now == context);
	CU(cuDevicePrimaryCtxRetain(&other, device));
	CU(cuCtxPushCurrent(other));
	CU(cuCtxPopCurrent(&now));
	printf("popped: %d\n", now == other);
	CU(cuDevicePrimaryCtxRelease(device));

	const int n = 1000;
	std::vector<float> h(n);
	for (int i = 0; i < n; i++)
		h[i] = i;
	CUdeviceptr p, q, base;
	size_t size;
	CU(cuMemAlloc(&p, n * sizeof(float)));
	CU(cuMemAlloc(&q, n * sizeof(float)));
	CU(cuMemcpyHtoD(p, h.data(), n * sizeof(float)));

	CUfunction f, again;
	CUmodule module;
	CK(cudaGetFuncBySymbol(&f, (const void *)scale));
	CU(cuFuncGetModule(&module, f));
	CU(cuModuleGetFunction(&again, module, "scale"));
	printf("found by name: %d\n", f == again);
	say("no such kernel", cuModuleGetFunction(&again, module, "nothing"));
	int threads = 0;
	CU(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f));
	printf("threads: %d\n", threads);
	pair by = {5, 2.0};
	int count_arg = n;
	void *args[] = {&p, &count_arg, &by};
	CUstream s;
	CUevent e1, e2;
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuEventCreate(&e1, CU_EVENT_DEFAULT));
	CU(cuEventCreate(&e2, CU_EVENT_DEFAULT));
	CU(cuEventRecord(e1, s));
	CU(cuLaunchKernel(f, (n + 127) / 128, 1, 1, 128, 1, 1, 0, s, args, nullptr));
	struct {
		CUdeviceptr p;
		int n;
		struct pair by;
	} packed = {p, n, {7, 4.0}};
	size_t bytes = sizeof packed;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
			 CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	CU(cuLaunchKernel(f, (n + 127) / 128, 1, 1, 128, 1, 1, 0, s, nullptr, extra));
	CU(cuMemcpyDtoDAsync(q, p, n * sizeof(float), s));
	CU(cuEventRecord(e2, s));
	CU(cuEventSynchronize(e2));
	float ms = -1;
	CU(cuEventElapsedTime(&ms, e1, e2));
	CU(cuMemcpyDtoH(h.data(), q, n * sizeof(float)));
	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += h[i] != 8 * i;
	printf("%d wrong, time %d\n", wrong, ms >= 0);
	say("no grid", cuLaunchKernel(f, 0, 1, 1, 128, 1, 1, 0, s, args, nullptr));
	printf("the runtime has not noticed: %s\n",
	       cudaGetErrorName(cudaGetLastError()));

	CUdeviceptr global;
	int values[4];
	CU(cuModuleGetGlobal(&global, &bytes, module, "counter"));
	CU(cuMemcpyDtoH(values, global, sizeof values));
	printf("global: %zu bytes, %d\n", bytes, values[1]);
	CU(cuMemGetAddressRange(&base, &size, p + 100));
	printf("range: %d %d\n", base == p, size == n * sizeof(float));
	unsigned type = 0;
	CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	printf("type: %u\n", type);

	CU(cuMemsetD32(p, 0x3f800000, n));
	CU(cuMemsetD16(q, 0x1234, 8));
	CU(cuMemcpyDtoH(h.data(), p, n * sizeof(float)));
	unsigned short words[8];
	CU(cuMemcpyDtoH(words, q, sizeof words));
	printf("fills: %g %x\n", h[n - 1], words[7]);

	CUDA_ARRAY_DESCRIPTOR ad = {4, 2, CU_AD_FORMAT_FLOAT, 1};
	CUarray array;
	float image[8] = {0, 1, 2, 3, 4, 5, 6, 7};
	CU(cuArrayCreate(&array, &ad));
	CUDA_MEMCPY2D copy = {};
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = image;
	copy.srcPitch = 16;
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = array;
	copy.WidthInBytes = 16;
	copy.Height = 2;
	CU(cuMemcpy2D(&copy));
	CUDA_RESOURCE_DESC rd = {};
	CUDA_TEXTURE_DESC td = {};
	CUtexObject texture;
	rd.resType = CU_RESOURCE_TYPE_ARRAY;
	rd.res.array.hArray = array;
	td.filterMode = CU_TR_FILTER_MODE_LINEAR;
	for (int i = 0; i < 3; i++)
		td.addressMode[i] = CU_TR_ADDRESS_MODE_CLAMP;
	CU(cuTexObjectCreate(&texture, &rd, &td, nullptr));
	sample<<<1, 8>>>(texture, (float *)p);
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(h.data(), p, 32));
	printf("texture: %g %g %g %g\n", h[0], h[2], h[3], h[7]);
	CU(cuTexObjectDestroy(texture));
	CU(cuArrayDestroy(array));

	say("module", cuModuleLoad(&module, "no/such/file.cubin"));
	char log[64];
	CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
				  CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *jit[] = {log, (void *)sizeof log};
	say("text", cuModuleLoadDataEx(&module,
				       "// comment\n.version 8.0\n.target sm_80\n", 2,
				       options, jit));
	printf("%.35s, %zu bytes\n", log, (size_t)jit[1]);
	say("the program's own", cuModuleUnload(module));
	const char *text;
	CU(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
	printf("%s\n", text);
	say("unknown error", cuGetErrorString((CUresult)12345, &text));
	void *entry = nullptr;
	CUdriverProcAddressQueryResult found;
	CU(cuGetProcAddress("cuMemAlloc", &entry, 12000, 0, &found));
	printf("entry point: %d\n", entry != nullptr);
	CU(cuMemFree(p));
	say("freed twice", cuMemFree(p));
	CU(cuStreamDestroy(s));
	CU(cuCtxDestroy(context));
	return 0;
}
