// driver_graph: graphs of the driver API, node by node: kernels with both forms of
// arguments, copies of boxes and arrays, fills, host functions, children, events, memory;
// edges, clones, instances that are changed and updated.
// out: by hand, after the manuals of CUDA and its libraries
#include "driver.h"

extern "C" __global__ void
put(int *p, int value)
{
	p[threadIdx.x] = value + threadIdx.x;
}

extern "C" __global__ void
add(int *p, const int *q)
{
	p[threadIdx.x] += q[threadIdx.x];
}

static CUfunction put_function, add_function;
static CUcontext context;
static CUdeviceptr a, b;
static int seen;

static void
see(void *data)
{
	seen += *(int *)data;
}

static CUDA_KERNEL_NODE_PARAMS
kernel(CUfunction f, void **args)
{
	CUDA_KERNEL_NODE_PARAMS p = {};
	p.func = f;
	p.gridDimX = p.gridDimY = p.gridDimZ = 1;
	p.blockDimX = 8;
	p.blockDimY = p.blockDimZ = 1;
	p.kernelParams = args;
	return p;
}

static CUDA_MEMCPY3D
flat(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
	CUDA_MEMCPY3D p = {};
	p.srcMemoryType = p.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	p.srcDevice = from;
	p.dstDevice = to;
	p.WidthInBytes = bytes;
	p.Height = p.Depth = 1;
	return p;
}

static void
run(CUgraphExec x)
{
	CU(cuGraphLaunch(x, nullptr));
	CU(cuCtxSynchronize());
}

static void
show(const char *what, CUdeviceptr p)
{
	int h[8];
	CU(cuMemcpyDtoH(h, p, sizeof h));
	printf("%s:", what);
	for (int v : h)
		printf(" %d", v);
	printf("\n");
}

static void
all_kinds()
{
	CUgraph g, child, got;
	CUgraphNode fill, copy, put_it, add_it, host, empty, inner, sub, nodes[16], from[16],
		to[16];
	CUgraphExec x;
	CUgraphNodeType type;
	int value = 10, one = 1, hundred = 100;
	size_t n;

	CU(cuGraphCreate(&g, 0));
	CU(cuGraphCreate(&child, 0));
	CUDA_MEMSET_NODE_PARAMS fp = {a, 0, 3, 4, 8, 1}, fback;
	CU(cuGraphAddMemsetNode(&fill, g, nullptr, 0, &fp, context));
	CUDA_MEMCPY3D cp = flat(b, a, 32), cback;
	CU(cuGraphAddMemcpyNode(&copy, g, &fill, 1, &cp, context));
	void *args[] = {&a, &value};
	CUDA_KERNEL_NODE_PARAMS kp = kernel(put_function, args), kback;
	CU(cuGraphAddKernelNode(&put_it, g, &copy, 1, &kp));
	struct {
		CUdeviceptr p, q;
	} packed = {a, b};
	size_t bytes = sizeof packed;
	void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed,
			 CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
	kp = kernel(add_function, nullptr);
	kp.extra = extra;
	CU(cuGraphAddKernelNode(&add_it, g, &put_it, 1, &kp));
	packed = {0, 0};
	CU(cuGraphAddEmptyNode(&empty, g, &add_it, 1));
	CUDA_HOST_NODE_PARAMS hp = {see, &one}, hback;
	CU(cuGraphAddHostNode(&host, g, nullptr, 0, &hp));
	CU(cuGraphAddDependencies(g, &empty, &host, 1));
	CU(cuGraphAddHostNode(&inner, child, nullptr, 0, &hp));
	CU(cuGraphAddChildGraphNode(&sub, g, &host, 1, child));

	n = 16;
	CU(cuGraphGetNodes(g, nodes, &n));
	printf("nodes: %zu", n);
	n = 16;
	CU(cuGraphGetRootNodes(g, nodes, &n));
	printf(", roots: %zu %d", n, nodes[0] == fill);
	n = 16;
	CU(cuGraphGetEdges(g, from, to, &n));
	printf(", edges: %zu %d\n", n, from[0] == fill && to[0] == copy);
	CU(cuGraphNodeGetDependencies(host, nodes, &(n = 16)));
	printf("host needs: %zu %d, ", n, nodes[0] == empty);
	CU(cuGraphNodeGetDependentNodes(host, nodes, &(n = 16)));
	printf("is needed by: %zu %d\n", n, nodes[0] == sub);
	CU(cuGraphNodeGetType(sub, &type));
	printf("type: %d", type);
	CU(cuGraphNodeGetType(empty, &type));
	printf(" %d\n", type);
	CU(cuGraphKernelNodeGetParams(put_it, &kback));
	printf("kernel: %d %u %d\n", kback.func == put_function, kback.blockDimX,
	       *(int *)kback.kernelParams[1]);
	CU(cuGraphMemcpyNodeGetParams(copy, &cback));
	CU(cuGraphMemsetNodeGetParams(fill, &fback));
	CU(cuGraphHostNodeGetParams(host, &hback));
	printf("others: %d %d %d\n", cback.srcDevice == a && cback.WidthInBytes == 32,
	       fback.value == 3 && fback.dst == a, hback.userData == &one);
	cudaMemcpy3DParms runtime;
	CK(cudaGraphMemcpyNodeGetParams(copy, &runtime));
	printf("the runtime's: %d %zu\n", runtime.dstPtr.ptr == (void *)b,
	       runtime.extent.width);
	CU(cuGraphChildGraphNodeGetGraph(sub, &got));
	printf("a child of its own: %d\n", got != child);

	CU(cuGraphInstantiate(&x, g, 0));
	run(x);
	show("all", a);
	printf("host: %d\n", seen);
	value = 20;
	kp = kernel(put_function, args);
	CU(cuGraphExecKernelNodeSetParams(x, put_it, &kp));
	fp.value = 5;
	CU(cuGraphExecMemsetNodeSetParams(x, fill, &fp, context));
	hp.userData = &hundred;
	CU(cuGraphExecHostNodeSetParams(x, host, &hp));
	cp.WidthInBytes = 16;
	CU(cuGraphExecMemcpyNodeSetParams(x, copy, &cp, context));
	run(x);
	show("changed", a);
	printf("host: %d\n", seen);
	unsigned enabled = 9;
	CU(cuGraphNodeSetEnabled(x, put_it, 0));
	CU(cuGraphNodeGetEnabled(x, put_it, &enabled));
	run(x);
	printf("enabled: %u, ", enabled);
	show("without", a);
	say("host disabled", cuGraphNodeSetEnabled(x, host, 0));
	say("another kind", cuGraphExecMemsetNodeSetParams(x, copy, &fp, context));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(child));

	// The graph itself has not changed; a clone of it is one of its own.
	CUgraph clone;
	CUgraphNode twin;
	CUgraphExecUpdateResultInfo info;
	CU(cuGraphClone(&clone, g));
	CU(cuGraphNodeFindInClone(&twin, put_it, clone));
	value = 1000;
	CU(cuGraphKernelNodeSetParams(twin, &kp));
	CU(cuGraphInstantiateWithFlags(&x, g, 0));
	run(x);
	show("again", a);
	CU(cuGraphExecUpdate(x, clone, &info));
	run(x);
	show("updated", a);
	CU(cuGraphDestroyNode(twin));
	say("fewer nodes", cuGraphExecUpdate(x, clone, &info));
	printf("result: %d\n", info.result);
	CU(cuGraphRemoveDependencies(g, &empty, &host, 1));
	say("removed twice", cuGraphRemoveDependencies(g, &empty, &host, 1));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(clone));
	CU(cuGraphDestroy(g));
	say("destroyed", cuGraphInstantiate(&x, nullptr, 0));
}

static void
any_kind()
{
	CUgraph g;
	CUgraphExec x;
	CUgraphNode alloc, put_it, copy, release, record;
	CUgraphNodeParams p = {};
	CUDA_MEM_ALLOC_NODE_PARAMS back;
	CUDA_GRAPH_INSTANTIATE_PARAMS how = {};
	CUevent event;
	CUdeviceptr gone;
	int value = 7;

	CU(cuEventCreate(&event, 0));
	CU(cuGraphCreate(&g, 0));
	p.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
	p.alloc.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	p.alloc.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	p.alloc.bytesize = 64;
	CU(cuGraphAddNode(&alloc, g, nullptr, 0, &p));
	CUdeviceptr memory = p.alloc.dptr;
	void *args[] = {&memory, &value};
	p = {};
	p.type = CU_GRAPH_NODE_TYPE_KERNEL;
	p.kernel = kernel(nullptr, args);
	p.kernel.kern = (CUkernel)put_function;
	CU(cuGraphAddNode(&put_it, g, &alloc, 1, &p));
	p = {};
	p.type = CU_GRAPH_NODE_TYPE_MEMCPY;
	p.memcpy.copyParams = flat(a, memory, 32);
	CU(cuGraphAddNode_v2(&copy, g, &put_it, nullptr, 1, &p));
	CU(cuGraphAddMemFreeNode(&release, g, &copy, 1, memory));
	CU(cuGraphAddEventRecordNode(&record, g, &release, 1, event));
	CU(cuGraphMemAllocNodeGetParams(alloc, &back));
	CU(cuGraphMemFreeNodeGetParams(release, &gone));
	printf("memory: %d %zu %d\n", back.dptr == memory, back.bytesize, gone == memory);
	CU(cuGraphInstantiateWithParams(&x, g, &how));
	CU(cuGraphUpload(x, nullptr));
	run(x);
	printf("instantiated: %d, event: %d\n", how.result_out, cuEventQuery(event));
	show("any", a);
	value = 70;
	p = {};
	p.type = CU_GRAPH_NODE_TYPE_KERNEL;
	p.kernel = kernel(put_function, args);
	CU(cuGraphExecNodeSetParams(x, put_it, &p));
	run(x);
	show("any, changed", a);
	p.type = CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
	say("batch", cuGraphAddNode(&copy, g, nullptr, 0, &p));
	p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
	say("conditional", cuGraphAddNode(&copy, g, nullptr, 0, &p));
	say("to be launched by kernels",
	    cuGraphInstantiate(&x, g, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
	CUkernelNodeAttrValue v = {}, w = {};
	v.cooperative = 1;
	CU(cuGraphKernelNodeSetAttribute(put_it, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE,
					 &v));
	CU(cuGraphKernelNodeGetAttribute(put_it, CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE,
					 &w));
	printf("cooperative: %d\n", w.cooperative);
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuEventDestroy(event));
}

static int pictures[2][6] = {{1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}};

static void
arrays()
{
	CUDA_ARRAY_DESCRIPTOR ad = {3, 2, CU_AD_FORMAT_SIGNED_INT32, 1};
	CUDA_MEMCPY3D p = {};
	CUarray array;
	CUgraph g;
	CUgraphExec x;
	CUgraphNode in, out;

	CU(cuArrayCreate(&array, &ad));
	CU(cuGraphCreate(&g, 0));
	p.srcMemoryType = CU_MEMORYTYPE_HOST;
	p.srcHost = pictures[0];
	p.srcPitch = 12;
	p.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	p.dstArray = array;
	p.WidthInBytes = 12;
	p.Height = 2;
	p.Depth = 1;
	CU(cuGraphAddMemcpyNode(&in, g, nullptr, 0, &p, context));
	p = {};
	p.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	p.srcArray = array;
	p.srcXInBytes = 4;
	p.dstMemoryType = CU_MEMORYTYPE_HOST;
	p.dstHost = pictures[1];
	p.dstPitch = 12;
	p.WidthInBytes = 8;
	p.Height = 2;
	p.Depth = 1;
	CU(cuGraphAddMemcpyNode(&out, g, &in, 1, &p, context));
	CU(cuGraphInstantiate(&x, g, 0));
	run(x);
	for (int v : pictures[1])
		printf("%d ", v);
	printf("\n");
	p.WidthInBytes = 12;
	say("beyond the array", cuGraphMemcpyNodeSetParams(out, &p));
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuArrayDestroy(array));
}

// A node of one's own in what a stream describes.
static void
captured()
{
	CUstream s;
	CUgraph g, now;
	CUgraphExec x;
	CUgraphNode mine;
	const CUgraphNode *deps;
	CUstreamCaptureStatus status;
	CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
	cuuint64_t id;
	size_t n;
	int value = 50;
	void *args[] = {&a, &value};
	CUDA_KERNEL_NODE_PARAMS kp = kernel(put_function, args);
	CUDA_MEMCPY3D back;

	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuThreadExchangeStreamCaptureMode(&mode));
	CU(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
	CU(cuMemsetD32Async(b, 1, 8, s));
	CU(cuStreamGetCaptureInfo(s, &status, &id, &now, &deps, &n));
	CU(cuGraphAddKernelNode(&mine, now, deps, n, &kp));
	CU(cuStreamUpdateCaptureDependencies(s, &mine, 1,
					     CU_STREAM_SET_CAPTURE_DEPENDENCIES));
	CU(cuMemcpyDtoDAsync(b, a, 16, s));
	CU(cuStreamEndCapture(s, &g));
	CUgraphNode nodes[4];
	CU(cuGraphGetNodes(g, nodes, &(n = 4)));
	CU(cuGraphMemcpyNodeGetParams(nodes[2], &back));
	printf("captured: %d %zu, copy of %zu\n", status, n, back.WidthInBytes);
	CU(cuGraphMemcpyNodeSetParams(nodes[2], &back));
	CU(cuGraphInstantiate(&x, g, 0));
	run(x);
	show("captured", b);
	CU(cuGraphExecDestroy(x));
	CU(cuGraphDestroy(g));
	CU(cuStreamDestroy(s));
}

static void
refused()
{
	CUgraph g;
	CUgraphNode node;
	CUDA_KERNEL_NODE_PARAMS kp = kernel(put_function, nullptr);
	CUDA_MEMSET_NODE_PARAMS fp = {a, 0, 3, 3, 8, 1};
	CUDA_MEMCPY3D cp = {};
	CUDA_HOST_NODE_PARAMS hp = {nullptr, nullptr};
	void *args[] = {&a, &seen};

	CU(cuGraphCreate(&g, 0));
	say("no arguments", cuGraphAddKernelNode(&node, g, nullptr, 0, &kp));
	kp = kernel((CUfunction)&seen, args);
	say("no kernel", cuGraphAddKernelNode(&node, g, nullptr, 0, &kp));
	kp = kernel(put_function, args);
	kp.blockDimX = 5000;
	say("no such block", cuGraphAddKernelNode(&node, g, nullptr, 0, &kp));
	say("three bytes", cuGraphAddMemsetNode(&node, g, nullptr, 0, &fp, context));
	say("no memory", cuGraphAddMemcpyNode(&node, g, nullptr, 0, &cp, context));
	say("no function", cuGraphAddHostNode(&node, g, nullptr, 0, &hp));
	say("no list", cuGraphAddEmptyNode(&node, g, nullptr, 1));
	say("no graph", cuGraphAddEmptyNode(&node, nullptr, nullptr, 0));
	say("no parameters", cuGraphAddNode(&node, g, nullptr, 0, nullptr));
	say("graph with flags", cuGraphCreate(&g, 1));
	CU(cuGraphDestroy(g));
	printf("the runtime has not noticed: %s\n",
	       cudaGetErrorName(cudaGetLastError()));
}

static void
end(void *)
{
	printf("ended\n");
}

int
main()
{
	CUdevice device;
	CUgraph g;
	CUuserObject object;

	CU(cuInit(0));
	CU(cuDeviceGet(&device, 0));
	CU(cuCtxCreate(&context, 0, device));
	CK(cudaGetFuncBySymbol(&put_function, (const void *)put));
	CK(cudaGetFuncBySymbol(&add_function, (const void *)add));
	CU(cuMemAlloc(&a, 64));
	CU(cuMemAlloc(&b, 64));
	CU(cuMemsetD8(a, 0, 64));
	CU(cuMemsetD8(b, 0, 64));
	all_kinds();
	any_kind();
	arrays();
	captured();
	refused();
	CU(cuGraphCreate(&g, 0));
	CU(cuUserObjectCreate(&object, nullptr, end, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	CU(cuGraphRetainUserObject(g, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
	CU(cuGraphDestroy(g));
	CU(cuMemFree(a));
	CU(cuMemFree(b));
	CU(cuCtxDestroy(context));
	return 0;
}
