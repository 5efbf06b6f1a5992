// cublas_calls: calls are in order with kernels and copies of their stream, scalars are
// read when they should be, graphs capture calls, and wrong arguments have a status.
// flags: -lcublas
// needs: library libopenblas.so.0
// quick
// out: by hand, after the manuals of CUDA and its libraries
#include "cublas_test.h"

static cublasHandle_t h;

__global__ void
fill(float *p, float value, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = value;
}

__global__ void
increment(float *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += 1;
}

static void
test_order()
{
	const int n = 192, all = n * n;
	cudaStream_t s[3];
	float *a[3], *c[3], one = 1, zero = 0;
	for (int i = 0; i < 3; i++) {
		CK(cudaStreamCreateWithFlags(&s[i], i ? cudaStreamNonBlocking : 0));
		a[i] = device_array<float>(all);
		c[i] = device_array<float>(all);
	}
	CK(cudaDeviceSynchronize()); // zeroed in another stream
	// c = a * a of what a kernel writes, changed by a kernel, again and again
	bool good = true;
	for (int round = 1; round < 6; round++) {
		for (int i = 0; i < 3; i++) {
			CB(cublasSetStream(h, s[i]));
			fill<<<8, 128, 0, s[i]>>>(a[i], round + i, all);
			CB(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a[i], n, a[i],
				       n, &zero, c[i], n));
			increment<<<all / 64, 64, 0, s[i]>>>(c[i], all);
			CB(cublasSaxpy(h, all, &one, c[i], 1, a[i], 1));
		}
		for (int i = 0; i < 3; i++) {
			float last, x = round + i;
			CK(cudaMemcpyAsync(&last, a[i] + all - 1, 4, cudaMemcpyDeviceToHost,
					   s[i]));
			CK(cudaStreamSynchronize(s[i]));
			good &= last == x * x * n + 1 + x;
		}
	}
	// the default stream waits for the first one, which is blocking
	cudaStream_t used;
	CB(cublasGetStream(h, &used));
	printf("in order: %d, stream kept: %d\n", good, used == s[2]);
	fill<<<64, 128, 0, s[0]>>>(a[0], 2, all);
	CB(cublasSetStream(h, 0));
	float sum = 0;
	CB(cublasSasum(h, all, a[0], 1, &sum));
	printf("default stream: %g\n", sum / all);
	for (int i = 0; i < 3; i++) {
		CK(cudaStreamDestroy(s[i]));
		CK(cudaFree(a[i]));
		CK(cudaFree(c[i]));
	}
}

static void
test_pointer_modes()
{
	const int n = 1000;
	float *x = device_array<float>(n), *y = device_array<float>(n);
	float *scalars = device_array<float>(4), alpha = 2, result[4];
	cublasPointerMode_t mode;
	fill<<<4, 256>>>(x, 1, n);
	CB(cublasSaxpy(h, n, &alpha, x, 1, y, 1)); // alpha is read now
	alpha = 1000;
	CB(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
	CB(cublasGetPointerMode(h, &mode));
	fill<<<1, 1>>>(scalars, 3, 1);
	CB(cublasSaxpy(h, n, scalars, x, 1, y, 1)); // after the kernel has set it
	fill<<<1, 1>>>(scalars, 7, 1);
	CB(cublasSdot(h, n, x, 1, y, 1, scalars + 1));
	CB(cublasSscal(h, n, scalars + 1, x, 1)); // what dot has found
	CB(cublasIsamax(h, n, x, 1, (int *)scalars + 2));
	CB(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST));
	CB(cublasSnrm2(h, 1, x, 1, result));
	printf("mode %d, norm %g\n", mode, result[0]);
	CK(cudaMemcpy(result, scalars, sizeof result, cudaMemcpyDeviceToHost));
	int index;
	memcpy(&index, &result[2], 4);
	printf("scalars %g %g, index %d\n", result[0], result[1], index);
	CK(cudaFree(x));
	CK(cudaFree(y));
	CK(cudaFree(scalars));
}

static void
test_capture()
{
	const int n = 64;
	cudaStream_t s;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t nodes[8];
	cudaGraphNodeType type;
	size_t count = 8;
	float *a = device_array<float>(n * n), *c = device_array<float>(n * n), got;
	float alpha = 0.5, beta = 1;
	CK(cudaStreamCreate(&s));
	CB(cublasSetStream(h, s));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	increment<<<n, n, 0, s>>>(a, n * n);
	CB(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &alpha, a, n, a, n, &beta, c, n));
	increment<<<n, n, 0, s>>>(c, n * n);
	CK(cudaStreamEndCapture(s, &graph));
	alpha = 100;
	CK(cudaGraphGetNodes(graph, nodes, &count));
	CK(cudaGraphNodeGetType(nodes[1], &type));
	CK(cudaGraphInstantiate(&exec, graph, 0));
	CK(cudaGraphDestroy(graph));
	for (int i = 0; i < 3; i++)
		CK(cudaGraphLaunch(exec, s));
	CK(cudaMemcpyAsync(&got, c + 5, 4, cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	// 0.5 * 64 * (1 + 4 + 9) + 3
	printf("captured %d nodes, kernel %d: %g\n", (int)count,
	       type == cudaGraphNodeTypeKernel, got);
	CK(cudaGraphExecDestroy(exec));
	CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	cublasStatus_t status = cublasSdot(h, n, a, 1, a, 1, &got); // cannot wait
	printf("result while capturing: %s, %s\n", cublasGetStatusName(status),
	       cudaGetErrorName(cudaStreamEndCapture(s, &graph)));
	cudaGetLastError();
	CB(cublasSetStream(h, 0));
	CK(cudaStreamDestroy(s));
	CK(cudaFree(a));
	CK(cudaFree(c));
}

static void
say(const char *what, cublasStatus_t status)
{
	printf("%s: %s\n", what, cublasGetStatusName(status));
}

static void
test_errors()
{
	float one = 1, x[16] = {1, 2, 3}, y[16] = {0}, r = 5;
	double d = 1;
	cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T;
	say("no handle", cublasSgemm(NULL, N, N, 2, 2, 2, &one, x, 2, x, 2, &one, y, 2));
	say("m < 0", cublasSgemm(h, N, N, -1, 2, 2, &one, x, 2, x, 2, &one, y, 2));
	say("k < 0", cublasSgemm(h, N, N, 2, 2, -2, &one, x, 2, x, 2, &one, y, 2));
	say("lda", cublasSgemm(h, N, N, 4, 2, 2, &one, x, 3, x, 2, &one, y, 4));
	say("lda, transposed", cublasSgemm(h, T, N, 4, 2, 2, &one, x, 1, x, 2, &one, y, 4));
	say("ldc", cublasSgemm(h, N, N, 4, 2, 2, &one, x, 4, x, 2, &one, y, 3));
	say("op", cublasSgemm(h, (cublasOperation_t)7, N, 2, 2, 2, &one, x, 2, x, 2, &one, y, 2));
	say("no alpha", cublasSgemm(h, N, N, 2, 2, 2, NULL, x, 2, x, 2, &one, y, 2));
	say("nothing to do", cublasSgemm(h, N, N, 0, 2, 2, &one, x, 2, x, 2, &one, y, 1));
	say("incx", cublasSgemv(h, N, 2, 2, &one, x, 2, x, 0, &one, y, 1));
	say("uplo", cublasSsymv(h, (cublasFillMode_t)5, 2, &one, x, 2, x, 1, &one, y, 1));
	say("band", cublasSgbmv(h, N, 2, 2, 1, 1, &one, x, 2, x, 1, &one, y, 1));
	say("side", cublasStrsm(h, (cublasSideMode_t)9, CUBLAS_FILL_MODE_LOWER, N,
				CUBLAS_DIAG_UNIT, 2, 2, &one, x, 2, y, 2));
	say("batch < 0", cublasSgemmStridedBatched(h, N, N, 2, 2, 2, &one, x, 2, 4, x, 2, 4,
						   &one, y, 2, 4, -1));
	say("transposed in place", cublasSgeam(h, T, N, 2, 2, &one, x, 2, &one, y, 2, x, 2));
	say("no result", cublasSnrm2(h, 2, x, 1, NULL));
	say("n < 0", cublasSnrm2(h, -2, x, 1, &r));
	printf("norm of nothing: %g\n", r);
	say("pointer mode", cublasSetPointerMode(h, (cublasPointerMode_t)2));
	say("types", cublasGemmEx(h, N, N, 2, 2, 2, &d, x, CUDA_R_64F, 2, x, CUDA_R_32F, 2, &d,
				  y, CUDA_R_64F, 2, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
	say("too large", cublasSscal_64(h, 1ll << 40, &one, x, 1));
	say("vector", cublasSetVector(3, 0, x, 1, y, 1));
	say("matrix", cublasSetMatrix(3, 2, 4, x, 2, y, 3));
	say("destroy nothing", cublasDestroy(NULL));
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	printf("%s\n", cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED));
	int version = 0, major = 0;
	CB(cublasGetVersion(h, &version));
	CB(cublasGetProperty(MAJOR_VERSION, &major));
	printf("version %d, %d\n", version == CUBLAS_VERSION, major);
	cublasMath_t math;
	CB(cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH));
	CB(cublasGetMathMode(h, &math));
	CB(cublasSetMathMode(h, CUBLAS_DEFAULT_MATH));
	CB(cublasSetAtomicsMode(h, CUBLAS_ATOMICS_ALLOWED));
	CB(cublasSetWorkspace(h, NULL, 0));
	printf("math %d\n", math);
}

static void
test_moves()
{
	const int m = 3, n = 4;
	float host[30], back[30] = {0}, *d = device_array<float>(40);
	for (int i = 0; i < 30; i++)
		host[i] = i;
	CB(cublasSetMatrix(m, n, sizeof(float), host, 5, d, 4));
	CB(cublasGetMatrix(m, n, sizeof(float), d, 4, back, 6));
	printf("matrix:");
	for (int i = 0; i < 6 * n; i++)
		printf(" %g", back[i]);
	CB(cublasSetVector(5, sizeof(float), host, 3, d, 2));
	CB(cublasGetVectorAsync(5, sizeof(float), d, 2, back, 1, 0));
	CK(cudaDeviceSynchronize());
	printf("\nvector:");
	for (int i = 0; i < 6; i++)
		printf(" %g", back[i]);
	CB(cublasSetVector_64(5, sizeof(float), host + 7, 1, d, 1));
	CB(cublasGetVector(5, sizeof(float), d, 1, back, 1));
	printf("\nvector: %g %g\n", back[0], back[4]);
	CK(cudaFree(d));
}

int
main()
{
	CB(cublasCreate(&h));
	test_order();
	test_pointer_modes();
	test_capture();
	test_errors();
	test_moves();
	CB(cublasDestroy(h));
	return 0;
}
