// cusolver_order: calls are in order with kernels and copies of their stream, graphs
// capture them, workspaces may be too small, and wrong arguments have a status.
// flags: -lcusolver --heddle-quick
// needs: library libopenblas.so.0
// quick
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

#include <cusolverDn.h>

static cusolverDnHandle_t h;
static int *info;

static void
say(const char *what, cusolverStatus_t status)
{
	printf("%s: %d\n", what, (int)status);
}

#define SV(call)                                                                       \
	do {                                                                           \
		cusolverStatus_t sv_ = (call);                                         \
		if (sv_)                                                               \
			say(#call, sv_);                                               \
	} while (0)

static int
get_info()
{
	int i;
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpy(&i, info, sizeof i, cudaMemcpyDeviceToHost));
	return i;
}

// value on the diagonal, 1 beside it
__global__ void
fill(double *a, double *b, double value, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n * n;
	     i += gridDim.x * blockDim.x)
		a[i] = i % (n + 1) == 0 ? value : 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		b[i] = value * value;
}

__global__ void
add(double *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		b[i] += 1;
}

static void
test_order()
{
	const int n = 150;
	cudaStream_t s[2], used;
	double *a[2], *b[2], *work[2], last;
	int lwork, good = 0;
	SV(cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, n, nullptr, n, &lwork));
	for (int i = 0; i < 2; i++) {
		CK(cudaStreamCreateWithFlags(&s[i], i ? cudaStreamNonBlocking : 0));
		a[i] = device_array<double>(n * n);
		b[i] = device_array<double>(n);
		work[i] = device_array<double>(lwork);
	}
	CK(cudaDeviceSynchronize());
	for (int round = 1; round < 5; round++) {
		for (int i = 0; i < 2; i++) {
			SV(cusolverDnSetStream(h, s[i]));
			fill<<<8, 64, 0, s[i]>>>(a[i], b[i], round + i, n);
			SV(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, n, a[i], n, work[i],
					    lwork, info));
			SV(cusolverDnDpotrs(h, CUBLAS_FILL_MODE_LOWER, n, 1, a[i], n, b[i],
					    n, info));
			add<<<3, 64, 0, s[i]>>>(b[i], n);
		}
		for (int i = 0; i < 2; i++) {
			CK(cudaMemcpyAsync(&last, b[i] + n - 1, sizeof last,
					   cudaMemcpyDeviceToHost, s[i]));
			CK(cudaStreamSynchronize(s[i]));
			good += fabs(last - (round + i + 1)) < 1e-12;
		}
	}
	SV(cusolverDnGetStream(h, &used));
	printf("in order: %d of 8, stream kept: %d\n", good, used == s[1]);

	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CK(cudaStreamBeginCapture(s[1], cudaStreamCaptureModeGlobal));
	fill<<<8, 64, 0, s[1]>>>(a[1], b[1], 3, n);
	SV(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, n, a[1], n, work[1], lwork, info));
	SV(cusolverDnDpotrs(h, CUBLAS_FILL_MODE_LOWER, n, 1, a[1], n, b[1], n, info));
	add<<<3, 64, 0, s[1]>>>(b[1], n);
	CK(cudaStreamEndCapture(s[1], &graph));
	CK(cudaMemset(b[1], 0, n * sizeof *b[1]));
	CK(cudaGraphInstantiate(&exec, graph, 0));
	for (int i = 0; i < 3; i++)
		CK(cudaGraphLaunch(exec, s[1]));
	CK(cudaStreamSynchronize(s[1]));
	CK(cudaMemcpy(&last, b[1] + n - 1, sizeof last, cudaMemcpyDeviceToHost));
	printf("captured: %g\n", last);
	CK(cudaGraphExecDestroy(exec));
	CK(cudaGraphDestroy(graph));
	// one that has to wait cannot be captured
	int found = -1;
	CK(cudaStreamBeginCapture(s[1], cudaStreamCaptureModeGlobal));
	say("waiting while capturing",
	    cusolverDnDsyevdx(h, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_RANGE_V,
			      CUBLAS_FILL_MODE_LOWER, n, a[1], n, 0, 1, 0, 0, &found, b[1],
			      work[1], lwork, info));
	printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(s[1], &graph)));
	cudaGetLastError();
	SV(cusolverDnSetStream(h, 0));
	for (int i = 0; i < 2; i++) {
		CK(cudaStreamDestroy(s[i]));
		CK(cudaFree(a[i]));
		CK(cudaFree(b[i]));
		CK(cudaFree(work[i]));
	}
}

// Sizes that grow with the matrix; less than that, and nothing, is made up for.
static void
test_workspaces()
{
	const int n = 40;
	int small = 0, large = 0;
	float *a = device_array<float>(n * n), *w = device_array<float>(n);
	std::vector<float> given(n * n), first, second;
	SV(cusolverDnSsyevd_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER,
				       10, a, n, w, &small));
	SV(cusolverDnSsyevd_bufferSize(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,
				       a, n, w, &large));
	printf("sizes: %d\n", small >= 200 && large >= 2 * n * n && large < 20 * n * n);
	for (int i = 0; i < n * n; i++)
		given[i] = (float)(i % n) * (i / n) + (i % (n + 1) == 0);
	float *work = device_array<float>(large + 1);
	std::vector<float> results[3];
	for (int i = 0; i < 3; i++) {
		CK(cudaMemcpy(a, given.data(), n * n * 4, cudaMemcpyHostToDevice));
		SV(cusolverDnSsyevd(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, a,
				    n, w, i == 2 ? nullptr : work, i ? i - 1 : large, info));
		results[i] = to_host(w, n);
		printf("info %d, largest %d\n", get_info(), (int)(results[i][n - 1] + 0.5f));
	}
	printf("the same: %d\n", results[0] == results[1] && results[1] == results[2]);
	CK(cudaFree(a));
	CK(cudaFree(w));
	CK(cudaFree(work));
}

static void
test_arguments()
{
	auto lower = CUBLAS_FILL_MODE_LOWER;
	double *a = device_array<double>(64);
	int lwork = 0, version = 0, major = 0;
	size_t bytes, host;
	cusolverDnHandle_t no = nullptr;
	cusolverDnParams_t params;
	cusolverDeterministicMode_t mode;
	say("no handle", cusolverDnDpotrf(no, lower, 8, a, 8, a, 1, info));
	say("no handle", cusolverDnDestroy(no));
	say("nowhere", cusolverDnCreate(nullptr));
	say("version", cusolverGetVersion(&version));
	say("property", cusolverGetProperty(MAJOR_VERSION, &major));
	printf("%d %d\n", version == CUSOLVER_VERSION, major == 11);
	SV(cusolverDnGetDeterministicMode(h, &mode));
	printf("mode %d\n", (int)mode);
	SV(cusolverDnSetDeterministicMode(h, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS));
	SV(cusolverDnGetDeterministicMode(h, &mode));
	printf("mode %d\n", (int)mode);
	say("no mode", cusolverDnSetDeterministicMode(h, (cusolverDeterministicMode_t)7));
	say("uplo", cusolverDnDpotrf(h, (cublasFillMode_t)5, 8, a, 8, a, 1, info));
	printf("info %d\n", get_info());
	say("n", cusolverDnDpotrf(h, lower, -1, a, 8, a, 1, info));
	printf("info %d\n", get_info());
	say("lda", cusolverDnDpotrf(h, lower, 8, a, 7, a, 1, info));
	printf("info %d\n", get_info());
	say("ldb", cusolverDnDgetrs(h, CUBLAS_OP_N, 8, 1, a, 8, nullptr, a, 7, info));
	printf("info %d\n", get_info());
	say("size nowhere", cusolverDnDgetrf_bufferSize(h, 8, 8, a, 8, nullptr));
	say("size of lda", cusolverDnDgetrf_bufferSize(h, 8, 8, a, 7, &lwork));
	say("nothing", cusolverDnDpotrf(h, lower, 0, a, 1, a, 1, info));
	printf("info %d\n", get_info());
	say("empty batch", cusolverDnDpotrfBatched(h, lower, 8, nullptr, 8, info, 0));
	say("range", cusolverDnDsyevdx(h, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_I,
				       lower, 8, a, 8, 0, 0, 5, 4, &lwork, a, a, 1, info));
	say("operation", cusolverDnZunmqr(h, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, 2, 2, 2, nullptr,
					  2, nullptr, nullptr, 2, nullptr, 0, info));
	SV(cusolverDnCreateParams(&params));
	say("types", cusolverDnXgetrf_bufferSize(h, params, 8, 8, CUDA_R_64F, a, 8,
						 CUDA_R_32F, &bytes, &host));
	say("half", cusolverDnXgetrf_bufferSize(h, params, 8, 8, CUDA_R_16F, a, 8,
						CUDA_R_16F, &bytes, &host));
	say("too large", cusolverDnXgetrf_bufferSize(h, params, 8, (int64_t)1 << 40,
						     CUDA_R_64F, a, 8, CUDA_R_64F, &bytes,
						     &host));
	SV(cusolverDnDestroyParams(params));
	CK(cudaFree(a));
}

int
main()
{
	SV(cusolverDnCreate(&h));
	info = device_array<int>(1);
	test_order();
	test_workspaces();
	test_arguments();
	CK(cudaFree(info));
	SV(cusolverDnDestroy(h));
	return 0;
}
