// graph_capture: streams that describe work: one stream, forks and joins by events, what
// is refused meanwhile, launching again and again.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
add(int *p, int n, int value)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += value;
}

__global__ void
combine(int *to, const int *a, const int *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		to[i] += a[i] * 1000 + b[i];
}

static int calls;

static void
count(void *data)
{
	calls += *(int *)data;
}

static void
say(const char *what, cudaError_t error)
{
	printf("%s: %s\n", what, cudaGetErrorName(error));
	cudaGetLastError();
}

static bool
all_are(const int *p, int n, int value)
{
	for (int i = 0; i < n; i++)
		if (p[i] != value)
			return false;
	return true;
}

static void
one_stream(int *a, int *h, int n)
{
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamCaptureStatus status;
	static int one = 1;
	CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CK(cudaMemsetAsync(a, 0, n * sizeof(int), s));
	for (int k = 1; k <= 4; k++)
		add<<<(n + 127) / 128, 128, 0, s>>>(a, n, k);
	CK(cudaMemcpyAsync(h, a, n * sizeof(int), cudaMemcpyDeviceToHost, s));
	CK(cudaLaunchHostFunc(s, count, &one));
	CK(cudaStreamIsCapturing(s, &status));
	printf("capturing: %d\n", status);
	CK(cudaStreamEndCapture(s, &g));
	size_t nodes = 0, edges = 0;
	CK(cudaGraphGetNodes(g, nullptr, &nodes));
	CK(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &edges));
	printf("%zu nodes, %zu edges; nothing has run: %d\n", nodes, edges, h[0]);
	CK(cudaGraphInstantiate(&x, g, 0));
	CK(cudaGraphDestroy(g));
	for (int k = 0; k < 3; k++) {
		memset(h, 0, n * sizeof(int));
		CK(cudaGraphLaunch(x, s));
		CK(cudaStreamSynchronize(s));
		printf("launch %d: %d\n", k, all_are(h, n, 10));
	}
	printf("host function: %d\n", calls);
	CK(cudaGraphExecDestroy(x));
	CK(cudaStreamDestroy(s));
}

static void
forks(int *a, int *b, int *c, int n)
{
	cudaStream_t s, t;
	cudaEvent_t fork, join;
	cudaGraph_t g;
	cudaGraphExec_t x;
	CK(cudaStreamCreate(&s));
	CK(cudaStreamCreate(&t));
	CK(cudaEventCreate(&fork));
	CK(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	add<<<(n + 63) / 64, 64, 0, s>>>(c, n, 1);
	CK(cudaEventRecord(fork, s));
	CK(cudaStreamWaitEvent(t, fork, 0));
	add<<<(n + 63) / 64, 64, 0, s>>>(a, n, 2);
	add<<<(n + 63) / 64, 64, 0, t>>>(b, n, 3);
	add<<<(n + 63) / 64, 64, 0, t>>>(b, n, 4);
	CK(cudaEventRecord(join, t));
	CK(cudaStreamWaitEvent(s, join, 0));
	combine<<<(n + 63) / 64, 64, 0, s>>>(c, a, b, n);
	CK(cudaStreamEndCapture(s, &g));
	size_t nodes = 0, roots = 0;
	CK(cudaGraphGetNodes(g, nullptr, &nodes));
	CK(cudaGraphGetRootNodes(g, nullptr, &roots));
	printf("%zu nodes, %zu root\n", nodes, roots);
	CK(cudaGraphInstantiate(&x, g, 0));
	int want = 0;
	bool good = true;
	for (int k = 1; k <= 20; k++) {
		CK(cudaGraphLaunch(x, k & 1 ? s : 0));
		want += 1 + 2 * k * 1000 + 7 * k;
	}
	CK(cudaDeviceSynchronize());
	good = all_are(c, n, want);
	printf("20 launches: %d\n", good);
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));

	/* A stream that was taken in may be destroyed once it has come back. */
	cudaStream_t u;
	CK(cudaStreamCreate(&u));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	CK(cudaEventRecord(fork, s));
	CK(cudaStreamWaitEvent(u, fork, 0));
	add<<<(n + 63) / 64, 64, 0, u>>>(c, n, 5);
	CK(cudaEventRecord(join, u));
	CK(cudaStreamWaitEvent(s, join, 0));
	CK(cudaStreamDestroy(u));
	add<<<(n + 63) / 64, 64, 0, s>>>(c, n, 6);
	CK(cudaStreamEndCapture(s, &g));
	CK(cudaGraphInstantiate(&x, g, 0));
	CK(cudaGraphLaunch(x, s));
	CK(cudaStreamSynchronize(s));
	printf("one stream gone: %d\n", all_are(c, n, want + 11));
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));

	/* It must come back. */
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	add<<<1, 1, 0, s>>>(a, 1, 1);
	CK(cudaEventRecord(fork, s));
	CK(cudaStreamWaitEvent(t, fork, 0));
	add<<<1, 1, 0, t>>>(b, 1, 1);
	say("not joined", cudaStreamEndCapture(s, &g));
	CK(cudaEventDestroy(fork));
	CK(cudaEventDestroy(join));
	CK(cudaStreamDestroy(s));
	CK(cudaStreamDestroy(t));
}

static void
refusals(int *a)
{
	cudaStream_t s, t;
	cudaGraph_t g = nullptr;
	cudaEvent_t e;
	void *p;
	CK(cudaStreamCreate(&s));
	CK(cudaStreamCreate(&t));
	CK(cudaEventCreate(&e));
	say("legacy stream", cudaStreamBeginCapture(0, cudaStreamCaptureModeGlobal));
	say("end of nothing", cudaStreamEndCapture(s, &g));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	say("twice", cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	say("synchronize", cudaStreamSynchronize(s));
	say("then end", cudaStreamEndCapture(s, &g));
	printf("graph: %d\n", g != nullptr);
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	say("cudaMalloc", cudaMalloc(&p, 16));
	say("then end", cudaStreamEndCapture(s, &g));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	say("cudaMalloc, relaxed", cudaMalloc(&p, 16));
	CK(cudaFree(p));
	CK(cudaEventRecord(e, s));
	say("captured event", cudaEventSynchronize(e));
	say("then end", cudaStreamEndCapture(s, &g));
	say("other stream ends", cudaStreamEndCapture(t, &g));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	add<<<1, 1>>>(a, 1, 1);
	say("legacy launch", cudaGetLastError());
	say("then end", cudaStreamEndCapture(s, &g));
	CK(cudaEventRecord(e, t));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	say("event from outside", cudaStreamWaitEvent(s, e, 0));
	say("then end", cudaStreamEndCapture(s, &g));
	CK(cudaDeviceSynchronize());
	CK(cudaStreamDestroy(s));
	CK(cudaStreamDestroy(t));
}

static void
memory_and_children(int *h, int n)
{
	cudaStream_t s;
	cudaGraph_t inner, outer;
	cudaGraphExec_t xi, xo;
	int *p;
	CK(cudaStreamCreate(&s));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CK(cudaMallocAsync((void **)&p, n * sizeof(int), s));
	CK(cudaMemsetAsync(p, 0, n * sizeof(int), s));
	add<<<(n + 127) / 128, 128, 0, s>>>(p, n, 5);
	CK(cudaMemcpyAsync(h, p, n * sizeof(int), cudaMemcpyDeviceToHost, s));
	CK(cudaFreeAsync(p, s));
	CK(cudaStreamEndCapture(s, &inner));
	CK(cudaGraphInstantiate(&xi, inner, 0));
	for (int k = 0; k < 2; k++) {
		memset(h, 0, n * sizeof(int));
		CK(cudaGraphLaunch(xi, s));
		CK(cudaStreamSynchronize(s));
		printf("own memory: %d\n", all_are(h, n, 5));
	}
	CK(cudaGraphExecDestroy(xi));
	CK(cudaGraphDestroy(inner));

	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	add<<<(n + 127) / 128, 128, 0, s>>>(h, n, 1);
	CK(cudaStreamEndCapture(s, &inner));
	CK(cudaGraphInstantiate(&xi, inner, 0));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	say("graph launch", cudaGraphLaunch(xi, s));
	say("then end", cudaStreamEndCapture(s, &outer));

	/* A graph becomes part of another by a node of its own. */
	CK(cudaGraphCreate(&outer, 0));
	cudaGraphNode_t child = nullptr, before;
	for (int k = 0; k < 3; k++) {
		before = child;
		CK(cudaGraphAddChildGraphNode(&child, outer, &before, k ? 1 : 0, inner));
	}
	CK(cudaGraphInstantiate(&xo, outer, 0));
	CK(cudaGraphLaunch(xo, s));
	CK(cudaGraphLaunch(xo, s));
	CK(cudaStreamSynchronize(s));
	size_t nodes = 0;
	CK(cudaGraphGetNodes(outer, nullptr, &nodes));
	printf("graphs in a graph: %zu nodes, %d\n", nodes, all_are(h, n, 11));
	CK(cudaGraphExecDestroy(xi));
	CK(cudaGraphExecDestroy(xo));
	CK(cudaGraphDestroy(inner));
	CK(cudaGraphDestroy(outer));
	CK(cudaStreamDestroy(s));
}

int
main()
{
	const int n = 1000;
	int *a, *b, *c, *h;
	CK(cudaMallocManaged(&a, n * sizeof(int)));
	CK(cudaMallocManaged(&b, n * sizeof(int)));
	CK(cudaMallocManaged(&c, n * sizeof(int)));
	CK(cudaMallocHost(&h, n * sizeof(int)));
	memset(h, 0, n * sizeof(int));
	one_stream(a, h, n);
	memset(a, 0, n * sizeof(int));
	memset(b, 0, n * sizeof(int));
	memset(c, 0, n * sizeof(int));
	forks(a, b, c, n);
	refusals(a);
	memory_and_children(h, n);
	return 0;
}
