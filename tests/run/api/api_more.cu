// api_more: attributes of streams, ranges of managed memory, batches, peers, clusters,
// entry points, launches with attributes.
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

__global__ void
mark(int *p, int value)
{
	p[blockIdx.x] = value + blockIdx.x;
}

static void
say(const char *what, cudaError_t error)
{
	printf("%s: %s\n", what, cudaGetErrorName(error));
	cudaGetLastError();
}

int
main()
{
	cudaStream_t s, t;
	CK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, -1));
	CK(cudaStreamCreate(&t));
	cudaStreamAttrValue v = {};
	v.syncPolicy = cudaSyncPolicyYield;
	CK(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v));
	CK(cudaStreamCopyAttributes(t, s));
	v.syncPolicy = cudaSyncPolicyAuto;
	CK(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &v));
	printf("policy %d\n", v.syncPolicy);
	CK(cudaStreamGetAttribute(s, cudaStreamAttributePriority, &v));
	printf("priority %d\n", v.priority);

	int *p, *q, where = 0, mostly = 7;
	CK(cudaMallocManaged(&p, 4096));
	CK(cudaMallocManaged(&q, 4096));
	CK(cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, 0));
	CK(cudaMemPrefetchAsync(p, 4096, 0, s));
	CK(cudaMemRangeGetAttribute(&mostly, 4, cudaMemRangeAttributeReadMostly, p,
				    4096));
	say("not managed", cudaMemRangeGetAttribute(
				   &where, 4, cudaMemRangeAttributeReadMostly, &s, 4));
	cudaMemLocation here = {};
	here.type = cudaMemLocationTypeDevice;
	CK(cudaMemPrefetchAsync(p, 4096, here, 0, s));

	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attr[2];
	config.gridDim = dim3(4);
	config.blockDim = dim3(1);
	config.stream = s;
	attr[0].id = cudaLaunchAttributePriority;
	attr[0].val.priority = -1;
	attr[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attr[1].val.programmaticStreamSerializationAllowed = 1;
	config.attrs = attr;
	config.numAttrs = 2;
	CK(cudaLaunchKernelEx(&config, mark, p, 70));
	void *dsts[2] = {q, q + 2}, *srcs[2] = {p, p + 2};
	size_t sizes[2] = {8, 8}, fail = 0, first = 0;
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	CK(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &how, &first, 1, &fail, s));
	CK(cudaStreamSynchronize(s));
	printf("batch: %d %d %d %d\n", q[0], q[1], q[2], q[3]);
	int clusters = 0;
	CK(cudaOccupancyMaxActiveClusters(&clusters, mark, &config));
	printf("clusters: %d\n", clusters > 0);

	int can = 7;
	CK(cudaDeviceCanAccessPeer(&can, 0, 0));
	printf("own peer: %d\n", can);
	say("peer", cudaDeviceEnablePeerAccess(0, 0));
	say("no such device", cudaMemcpyPeer(p, 0, q, 1, 4));
	CK(cudaMemcpyPeerAsync(p + 8, 0, q, 0, 16, s));
	CK(cudaStreamSynchronize(s));
	printf("copied: %d\n", p[9]);

	void *entry = nullptr;
	cudaDriverEntryPointQueryResult found;
	CK(cudaGetDriverEntryPoint("cuInit", &entry, cudaEnableDefault, &found));
	printf("cuInit: %d %d\n", entry != nullptr, found);
	CK(cudaGetDriverEntryPoint("cuNothing", &entry, cudaEnableDefault, &found));
	printf("cuNothing: %d %d\n", entry != nullptr, found);
	cudaFunction_t function;
	CK(cudaGetFuncBySymbol(&function, (const void *)mark));
	printf("function: %d\n", function != nullptr);
	CK(cudaProfilerStart());
	CK(cudaProfilerStop());
	return 0;
}
