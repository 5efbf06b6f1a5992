// graph_params: parameters of nodes asked for and set, in graphs and in instances;
// attributes, capture into graphs, what is captured where.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

__device__ int table[4];

__global__ void
put(int *p, int value)
{
	p[threadIdx.x] = value + threadIdx.x;
}

static int seen;

static void
see(void *data)
{
	seen = *(int *)data;
}

static void
run(cudaGraphExec_t x)
{
	CK(cudaGraphLaunch(x, 0));
	CK(cudaDeviceSynchronize());
}

static void
copies_and_fills(int *p, int *q)
{
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaGraphNode_t copy, fill, host, to, from;
	int one = 1, two = 2, out[4] = {0, 0, 0, 0};
	cudaMemcpy3DParms cp = {}, back;
	CK(cudaGraphCreate(&g, 0));
	cp.srcPtr = make_cudaPitchedPtr(p, 16, 4, 1);
	cp.dstPtr = make_cudaPitchedPtr(q, 16, 4, 1);
	cp.extent = make_cudaExtent(16, 1, 1);
	cp.kind = cudaMemcpyDefault;
	cudaMemsetParams mp = {};
	mp.dst = p;
	mp.elementSize = 4;
	mp.width = 4;
	mp.height = 1;
	mp.value = 5;
	CK(cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &mp));
	CK(cudaGraphAddMemcpyNode(&copy, g, &fill, 1, &cp));
	CK(cudaGraphAddMemcpyNodeToSymbol(&to, g, &copy, 1, table, q, 16, 0,
					  cudaMemcpyDeviceToDevice));
	CK(cudaGraphAddMemcpyNodeFromSymbol(&from, g, &to, 1, q + 4, table, 16, 0,
					    cudaMemcpyDeviceToDevice));
	cudaHostNodeParams hp = {see, &one}, hback;
	CK(cudaGraphAddHostNode(&host, g, &from, 1, &hp));
	CK(cudaGraphMemcpyNodeGetParams(copy, &back));
	CK(cudaGraphHostNodeGetParams(host, &hback));
	printf("asked back: %d %d\n", back.dstPtr.ptr == q, hback.userData == &one);
	CK(cudaGraphInstantiateWithFlags(&x, g, 0));
	run(x);
	printf("first: %d %d, host %d\n", q[3], q[7], seen);

	mp.value = 6;
	CK(cudaGraphMemsetNodeSetParams(fill, &mp));
	CK(cudaGraphMemcpyNodeSetParams1D(copy, q, p, 8, cudaMemcpyDefault));
	cudaGraphExecUpdateResultInfo info;
	CK(cudaGraphExecUpdate(x, g, &info));
	run(x);
	printf("graph changed: %d %d %d\n", q[0], q[1], q[3]);
	CK(cudaGraphExecMemcpyNodeSetParams1D(x, copy, q + 2, p, 8, cudaMemcpyDefault));
	mp.value = 7;
	CK(cudaGraphExecMemsetNodeSetParams(x, fill, &mp));
	hp.userData = &two;
	CK(cudaGraphExecHostNodeSetParams(x, host, &hp));
	CK(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, from, q + 4, table, 4, 12,
						      cudaMemcpyDeviceToDevice));
	run(x);
	printf("instance changed: %d %d %d, host %d\n", q[1], q[3], q[4], seen);
	CK(cudaGraphMemcpyNodeSetParams(copy, &cp));
	CK(cudaGraphExecMemcpyNodeSetParams(x, copy, &cp));
	CK(cudaGraphHostNodeSetParams(host, &hp));
	CK(cudaGraphMemcpyNodeSetParamsToSymbol(to, table, q, 4, 4, cudaMemcpyDefault));
	CK(cudaGraphMemcpyNodeSetParamsFromSymbol(from, q, table, 4, 4,
						  cudaMemcpyDefault));
	CK(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, to, table, q, 4, 8,
						    cudaMemcpyDeviceToDevice));
	q[0] = 77;
	cp.extent.width = 4;
	CK(cudaGraphExecMemcpyNodeSetParams(x, copy, &cp));
	run(x);
	CK(cudaMemcpyFromSymbol(out, table, 16));
	printf("symbol: %d\n", out[2]);
	size_t after = 0;
	CK(cudaGraphNodeGetDependentNodes(fill, nullptr, nullptr, &after));
	printf("dependent: %zu\n", after);
	unsigned long long flags = 9;
	CK(cudaGraphExecGetFlags(x, &flags));
	CK(cudaGraphUpload(x, 0));
	CK(cudaGraphExecDestroy(x));
	cudaGraphInstantiateParams ip = {};
	CK(cudaGraphInstantiateWithParams(&x, g, &ip));
	printf("flags %llu, result %d\n", flags, ip.result_out);
	CK(cudaGraphDebugDotPrint(g, "graph.dot", 0));
	FILE *f = fopen("graph.dot", "r");
	char line[64] = "";
	printf("dot: %s", f && fgets(line, sizeof line, f) ? "written\n" : "missing\n");
	if (f)
		fclose(f);
	remove("graph.dot");
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
}

static void
any_kind(int *p)
{
	cudaGraph_t g, child;
	cudaGraphExec_t x;
	cudaGraphNode_t kernel, nested, other, rec, wait;
	cudaEvent_t e, e2, got;
	int value = 10;
	void *args[] = {&p, &value};
	cudaGraphNodeParams np = {};
	np.type = cudaGraphNodeTypeKernel;
	np.kernel.func = (void *)put;
	np.kernel.gridDim.x = np.kernel.gridDim.y = np.kernel.gridDim.z = 1;
	np.kernel.blockDim.x = 4;
	np.kernel.blockDim.y = np.kernel.blockDim.z = 1;
	np.kernel.kernelParams = args;
	CK(cudaEventCreate(&e));
	CK(cudaEventCreate(&e2));
	CK(cudaGraphCreate(&child, 0));
	CK(cudaGraphAddNode(&kernel, child, nullptr, nullptr, 0, &np));
	CK(cudaGraphCreate(&g, 0));
	CK(cudaGraphAddEventRecordNode(&rec, g, nullptr, 0, e));
	CK(cudaGraphAddEventWaitNode(&wait, g, &rec, 1, e));
	CK(cudaGraphAddChildGraphNode(&nested, g, &wait, 1, child));
	cudaGraph_t inside;
	CK(cudaGraphChildGraphNodeGetGraph(nested, &inside));
	size_t n = 0;
	CK(cudaGraphGetNodes(inside, nullptr, &n));
	printf("a copy inside: %d, %zu node\n", inside != child, n);
	CK(cudaGraphInstantiate(&x, g, 0));
	run(x);
	printf("child: %d\n", p[3]);
	value = 20;
	CK(cudaGraphNodeSetParams(kernel, &np));
	CK(cudaGraphExecChildGraphNodeSetParams(x, nested, child));
	run(x);
	printf("another child: %d\n", p[3]);
	CK(cudaGraphEventRecordNodeSetEvent(rec, e2));
	CK(cudaGraphEventRecordNodeGetEvent(rec, &got));
	CK(cudaGraphEventWaitNodeSetEvent(wait, e2));
	cudaEvent_t waits;
	CK(cudaGraphEventWaitNodeGetEvent(wait, &waits));
	CK(cudaGraphExecEventRecordNodeSetEvent(x, rec, e2));
	CK(cudaGraphExecEventWaitNodeSetEvent(x, wait, e2));
	run(x);
	printf("events: %d %d %s\n", got == e2, waits == e2,
	       cudaGetErrorName(cudaEventQuery(e2)));
	cudaKernelNodeAttrValue v = {};
	v.priority = -2;
	CK(cudaGraphAddNode(&other, child, &kernel, nullptr, 1, &np));
	CK(cudaGraphKernelNodeSetAttribute(kernel, cudaLaunchAttributePriority, &v));
	CK(cudaGraphKernelNodeCopyAttributes(other, kernel));
	v.priority = 0;
	CK(cudaGraphKernelNodeGetAttribute(other, cudaLaunchAttributePriority, &v));
	printf("priority %d\n", v.priority);
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphInstantiate(&x, child, 0));
	value = 30;
	CK(cudaGraphExecNodeSetParams(x, other, &np));
	run(x);
	printf("of any kind: %d\n", p[3]);
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
	CK(cudaGraphDestroy(child));
}

static void
gone(void *data)
{
	printf("object %d is gone\n", *(int *)data);
}

static void
memory_and_objects()
{
	cudaGraph_t g;
	cudaGraphNode_t alloc, del;
	cudaMemAllocNodeParams ap = {}, back = {};
	void *freed = nullptr;
	static int number = 5;
	cudaUserObject_t object;
	CK(cudaGraphCreate(&g, 0));
	ap.poolProps.allocType = cudaMemAllocationTypePinned;
	ap.poolProps.location.type = cudaMemLocationTypeDevice;
	ap.bytesize = 256;
	CK(cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &ap));
	CK(cudaGraphAddMemFreeNode(&del, g, &alloc, 1, ap.dptr));
	CK(cudaGraphMemAllocNodeGetParams(alloc, &back));
	CK(cudaGraphMemFreeNodeGetParams(del, &freed));
	printf("memory: %d %d %zu\n", back.dptr == ap.dptr, freed == ap.dptr,
	       back.bytesize);
	CK(cudaUserObjectCreate(&object, &number, gone, 1,
				cudaUserObjectNoDestructorSync));
	CK(cudaUserObjectRetain(object));
	CK(cudaGraphRetainUserObject(g, object));
	CK(cudaUserObjectRelease(object, 2));
	printf("held by the graph\n");
	CK(cudaGraphReleaseUserObject(g, object));
	CK(cudaGraphDestroy(g));
}

static void
capture_into(int *p)
{
	cudaGraph_t g, same, asked = nullptr;
	cudaGraphExec_t x;
	cudaGraphNode_t first;
	cudaStream_t s;
	cudaStreamCaptureStatus status;
	unsigned long long id = 0;
	size_t deps = 0;
	CK(cudaStreamCreate(&s));
	CK(cudaGraphCreate(&g, 0));
	CK(cudaGraphAddEmptyNode(&first, g, nullptr, 0));
	CK(cudaStreamBeginCaptureToGraph(s, g, &first, nullptr, 1,
					 cudaStreamCaptureModeRelaxed));
	put<<<1, 4, 0, s>>>(p, 40);
	CK(cudaStreamGetCaptureInfo(s, &status, &id, &asked, nullptr, nullptr, &deps));
	CK(cudaStreamGetCaptureInfo_v2(s, &status, &id));
	printf("status %d, id %d, graph %d, %zu dependency\n", status, id != 0,
	       asked == g, deps);
	CK(cudaStreamUpdateCaptureDependencies(s, &first, nullptr, 1,
					       cudaStreamSetCaptureDependencies));
	CK(cudaMemsetAsync(p + 4, 0, 4, s));
	CK(cudaStreamEndCapture(s, &same));
	size_t n = 0, roots = 0;
	CK(cudaGraphGetNodes(g, nullptr, &n));
	CK(cudaGraphGetRootNodes(g, nullptr, &roots));
	printf("the same graph %d: %zu nodes, %zu root\n", same == g, n, roots);
	CK(cudaGraphInstantiate(&x, g, 0));
	run(x);
	printf("captured: %d %d\n", p[3], p[4]);
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	CK(cudaThreadExchangeStreamCaptureMode(&mode));
	printf("mode was %d\n", mode);
	CK(cudaThreadExchangeStreamCaptureMode(&mode));
	CK(cudaStreamDestroy(s));
}

int
main()
{
	int *p, *q;
	CK(cudaMallocManaged(&p, 64));
	CK(cudaMallocManaged(&q, 64));
	memset(p, 0, 64);
	memset(q, 0, 64);
	copies_and_fills(p, q);
	any_kind(p);
	memory_and_objects();
	capture_into(p);
	return 0;
}
