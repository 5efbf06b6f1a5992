// samples_cutil: the helper headers of NVIDIA's samples before CUDA 5, found by default.
// args: --size=12 -name=some -share=0.5 -flag
// quick
// out: by hand
#include "../test.h"

#include <cutil.h>
#include <cutil_inline.h>
#include <cutil_math.h>

__global__ void
twice(float *out, const float *in)
{
	__shared__ float s[64];
	CUT_BANK_CHECKER(s, threadIdx.x) = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = dot(make_float2(s[threadIdx.x]), make_float2(1.0f));
}

static void
show_arguments(int argc, const char **argv)
{
	int size = 0, other = 7;
	float share = 0;
	char *name = nullptr;

	CUT_CONDITION(cutGetCmdLineArgumenti(argc, argv, "size", &size));
	CUT_CONDITION(cutGetCmdLineArgumentf(argc, argv, "share", &share));
	CUT_CONDITION(cutGetCmdLineArgumentstr(argc, argv, "name", &name));
	printf("size %d, share %.1f, name %s, flag %d %d\n", size, share, name,
	       cutCheckCmdLineFlag(argc, argv, "flag"), cutCheckCmdLineFlag(argc, argv, "no"));
	printf("other %d %d\n", cutGetCmdLineArgumenti(argc, argv, "other", &other), other);
	cutFree(name);
}

static void
show_timers()
{
	unsigned a = 0, b = 0, c = 0;

	CUT_SAFE_CALL(cutCreateTimer(&a));
	CUT_SAFE_CALL(cutCreateTimer(&b));
	CUT_SAFE_CALL(cutStartTimer(a));
	CUT_SAFE_CALL(cutStopTimer(a));
	printf("timers differ: %d, times: %d %d\n", a != b, cutGetTimerValue(a) >= 0,
	       cutGetAverageTimerValue(b) == 0);
	cutilCheckError(cutResetTimer(a));
	CUT_SAFE_CALL(cutDeleteTimer(a));
	printf("stopped after it was deleted: %d\n", cutStopTimer(a));
	CUT_SAFE_CALL(cutCreateTimer(&c));
	printf("its number again: %d\n", a == c);
}

int
main(int argc, char **argv)
{
	float in[64], want[64], out[64], *d;

	CUT_DEVICE_INIT(argc, argv);
	show_arguments(argc, (const char **)argv);
	show_timers();
	for (int i = 0; i < 64; i++) {
		in[i] = i * 0.25f;
		want[i] = i * 0.5f;
	}
	CUDA_SAFE_CALL(cudaMalloc(&d, sizeof in * 2));
	cutilSafeCall(cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice));
	twice<<<1, 64>>>(d + 64, d);
	CUT_CHECK_ERROR("twice");
	cutilCheckMsg("twice");
	cutilSafeThreadSync();
	CUDA_SAFE_CALL(cudaMemcpy(out, d + 64, sizeof out, cudaMemcpyDeviceToHost));
	printf("same: %d %d %d", cutComparef(want, out, 64), cutComparefe(in, out, 64, 1e-3f),
	       cutCompareL2fe(want, out, 64, 1e-6f));
	want[5] += 0.01f;
	printf(" %d %d\n", cutComparef(want, out, 64), cutComparefe(want, out, 64, 0.1f));
	int big[2] = {16777216, 1}, near[2] = {16777217, 1};
	printf("integers: %d %d\n", cutComparei(big, big, 2), cutComparei(big, near, 2));
	CUT_EXIT(argc, argv);
}
