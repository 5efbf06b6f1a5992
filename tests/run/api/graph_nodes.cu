// graph_nodes: graphs from nodes of every kind; questions, edges, clones, changes before
// and after instantiation, updates, memory, users' objects.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int symbol[4];

__global__ void
scale(int *p, int n, int factor)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] *= factor;
}

__global__ void
sum(const int *p, int n, int *out)
{
	atomicAdd(out, threadIdx.x < n ? p[threadIdx.x] : 0);
}

static void
record_value(void *data)
{
	printf("host node: %d\n", *(int *)data);
}

static void
gone(void *data)
{
	printf("object %d is gone\n", *(int *)data);
}

static void
say(const char *what, cudaError_t error)
{
	printf("%s: %s\n", what, cudaGetErrorName(error));
	cudaGetLastError();
}

static cudaKernelNodeParams
kernel(void *f, void **args)
{
	cudaKernelNodeParams p = {};
	p.func = f;
	p.gridDim = dim3(1);
	p.blockDim = dim3(32);
	p.kernelParams = args;
	return p;
}

int
main()
{
	int n = 8, factor = 3;
	int *p, *out, host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, zero = 0;
	CK(cudaMallocManaged(&p, n * sizeof(int)));
	CK(cudaMallocManaged(&out, 2 * sizeof(int)));
	out[0] = out[1] = 0;
	cudaGraph_t g;
	CK(cudaGraphCreate(&g, 0));

	/* copy -> scale -> (sum, copy to a symbol) -> host; a fill before the sum */
	cudaGraphNode_t copy, mul, add, fill, to_symbol, host_node, empty;
	CK(cudaGraphAddMemcpyNode1D(&copy, g, nullptr, 0, p, host, sizeof host,
				    cudaMemcpyDefault));
	void *mul_args[] = {&p, &n, &factor}, *sum_args[] = {&p, &n, &out};
	cudaKernelNodeParams kp = kernel((void *)scale, mul_args);
	CK(cudaGraphAddKernelNode(&mul, g, &copy, 1, &kp));
	cudaMemsetParams mp = {};
	mp.dst = out;
	mp.elementSize = 4;
	mp.width = 2;
	mp.height = 1;
	mp.value = 100;
	CK(cudaGraphAddMemsetNode(&fill, g, nullptr, 0, &mp));
	cudaGraphNode_t both[2] = {mul, fill};
	kp = kernel((void *)sum, sum_args);
	CK(cudaGraphAddKernelNode(&add, g, both, 2, &kp));
	CK(cudaGraphAddMemcpyNodeToSymbol(&to_symbol, g, &mul, 1, symbol, p, 16, 0,
					  cudaMemcpyDeviceToDevice));
	CK(cudaGraphAddEmptyNode(&empty, g, &to_symbol, 1));
	cudaHostNodeParams hp = {record_value, out};
	cudaGraphNode_t ends[2] = {add, empty};
	CK(cudaGraphAddHostNode(&host_node, g, ends, 2, &hp));

	size_t nodes = 0, roots = 0, deps = 0;
	cudaGraphNodeType type;
	CK(cudaGraphGetNodes(g, nullptr, &nodes));
	CK(cudaGraphGetRootNodes(g, nullptr, &roots));
	CK(cudaGraphNodeGetType(to_symbol, &type));
	printf("%zu nodes, %zu roots, type %d\n", nodes, roots, type);
	cudaMemsetParams back;
	CK(cudaGraphMemsetNodeGetParams(fill, &back));
	printf("fill: %u, %zu elements of %u\n", back.value, back.width,
	       back.elementSize);
	cudaKernelNodeParams kback;
	CK(cudaGraphKernelNodeGetParams(mul, &kback));
	printf("kernel: %u threads, factor %d\n", kback.blockDim.x,
	       *(int *)kback.kernelParams[2]);

	/* The arguments were copied when the node was made. */
	factor = 1000;
	cudaGraphExec_t x;
	CK(cudaGraphInstantiate(&x, g, 0));
	CK(cudaGraphLaunch(x, 0));
	CK(cudaDeviceSynchronize());
	int back_symbol[4];
	CK(cudaMemcpyFromSymbol(back_symbol, symbol, sizeof back_symbol));
	printf("sum %d, symbol %d %d\n", out[0], back_symbol[0], back_symbol[3]);

	/* The instance changes, the graph does not. */
	factor = 2;
	kp = kernel((void *)scale, mul_args);
	CK(cudaGraphExecKernelNodeSetParams(x, mul, &kp));
	mp.value = 0;
	CK(cudaGraphExecMemsetNodeSetParams(x, fill, &mp));
	CK(cudaGraphLaunch(x, 0));
	CK(cudaDeviceSynchronize());
	CK(cudaGraphNodeSetEnabled(x, mul, 0));
	CK(cudaGraphLaunch(x, 0));
	CK(cudaDeviceSynchronize());
	unsigned enabled = 7;
	CK(cudaGraphNodeGetEnabled(x, mul, &enabled));
	printf("enabled: %u\n", enabled);

	/* A clone; its nodes are its own. */
	cudaGraph_t clone;
	cudaGraphNode_t in_clone;
	CK(cudaGraphClone(&clone, g));
	CK(cudaGraphNodeFindInClone(&in_clone, mul, clone));
	factor = 10;
	kp = kernel((void *)scale, mul_args);
	CK(cudaGraphKernelNodeSetParams(in_clone, &kp));
	CK(cudaGraphKernelNodeGetParams(mul, &kback));
	printf("original factor %d\n", *(int *)kback.kernelParams[2]);
	cudaGraphExecUpdateResultInfo info;
	CK(cudaGraphExecUpdate(x, clone, &info));
	printf("update: %d\n", info.result);
	CK(cudaGraphNodeSetEnabled(x, mul, 1));
	CK(cudaGraphLaunch(x, 0));
	CK(cudaDeviceSynchronize());

	/* Another shape. */
	CK(cudaGraphDestroyNode(in_clone));
	say("other shape", cudaGraphExecUpdate(x, clone, &info));
	printf("result: %d\n", info.result);
	CK(cudaGraphNodeGetDependencies(add, nullptr, nullptr, &deps));
	CK(cudaGraphRemoveDependencies(g, &fill, &add, nullptr, 1));
	size_t fewer = 0;
	CK(cudaGraphNodeGetDependencies(add, nullptr, nullptr, &fewer));
	CK(cudaGraphAddDependencies(g, &fill, &add, nullptr, 1));
	printf("dependencies: %zu, then %zu\n", deps, fewer);
	CK(cudaGraphAddDependencies(g, &host_node, &copy, nullptr, 1));
	cudaGraphExec_t never;
	cudaError_t cycle = cudaGraphInstantiate(&never, g, 0);
	printf("cycle is refused: %d\n", cycle != cudaSuccess);
	cudaGetLastError();
	CK(cudaGraphRemoveDependencies(g, &host_node, &copy, nullptr, 1));

	/* A child, events, memory. */
	cudaGraph_t parent;
	cudaGraphNode_t child, rec, wait, alloc, use, del;
	cudaEvent_t e;
	CK(cudaEventCreate(&e));
	CK(cudaGraphCreate(&parent, 0));
	CK(cudaGraphAddEventRecordNode(&rec, parent, nullptr, 0, e));
	CK(cudaGraphAddChildGraphNode(&child, parent, &rec, 1, g));
	CK(cudaGraphAddEventWaitNode(&wait, parent, &child, 1, e));
	cudaMemAllocNodeParams ap = {};
	ap.poolProps.allocType = cudaMemAllocationTypePinned;
	ap.poolProps.location.type = cudaMemLocationTypeDevice;
	ap.bytesize = 64;
	CK(cudaGraphAddMemAllocNode(&alloc, parent, &wait, 1, &ap));
	CK(cudaGraphAddMemcpyNode1D(&use, parent, &alloc, 1, ap.dptr, p, 32,
				    cudaMemcpyDefault));
	CK(cudaGraphAddMemFreeNode(&del, parent, &use, 1, ap.dptr));
	cudaUserObject_t object;
	static int number = 42;
	CK(cudaUserObjectCreate(&object, &number, gone, 1,
				cudaUserObjectNoDestructorSync));
	CK(cudaGraphRetainUserObject(parent, object, 1, cudaGraphUserObjectMove));
	cudaGraphExec_t px;
	CK(cudaGraphInstantiate(&px, parent, 0));
	CK(cudaGraphLaunch(px, 0));
	CK(cudaDeviceSynchronize());
	printf("event: %s\n", cudaGetErrorName(cudaEventQuery(e)));
	CK(cudaGraphDestroy(parent));
	printf("the graph is destroyed\n");
	CK(cudaGraphExecDestroy(px));
	CK(cudaDeviceSynchronize());

	say("no graph", cudaGraphInstantiate(&x, nullptr, 0));
	(void)zero;
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(clone));
	CK(cudaGraphDestroy(g));
	return 0;
}
