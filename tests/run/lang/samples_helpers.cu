// samples_helpers: the helper headers of NVIDIA's samples, found by default.
// args: --size=12 -name=some -flag
// quick
// out: by hand
#include "../test.h"

#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>

__global__ void
geometry(float4 *out)
{
	int t = threadIdx.x;
	float3 a = make_float3(t, 1.0f, 2.0f), b = make_float3(make_float2(3.0f, 4.0f), 0.5f);
	float3 c = cross(a, b) + 2.0f * a - b / 2.0f;
	float4 v = make_float4(normalize(c), dot(a, b));
	v += lerp(make_float4(1.0f), make_float4(2.0f), 0.25f);
	int3 i = clamp(make_int3(a), 1, 3) * make_int3(1, 2, 3);
	v.w += length(make_float3(i)) + smoothstep(0.0f, 1.0f, t * 0.1f);
	out[t] = fmaxf(v, make_float4(0.0f));
}

int
main(int argc, char **argv)
{
	const char **args = (const char **)argv;
	char *name = nullptr;
	StopWatchInterface *timer = nullptr;
	int size = 0;
	getCmdLineArgumentValue(argc, args, "size", &size);
	getCmdLineArgumentString(argc, args, "name", &name);
	printf("%d %d %s %d %d\n", size, getCmdLineArgumentInt(argc, args, "size"), name,
	       checkCmdLineFlag(argc, args, "flag"), checkCmdLineFlag(argc, args, "other"));
	printf("%d %s\n", _ConvertSMVer2Cores(8, 0), _ConvertSMVer2ArchName(8, 0));
	int device = findCudaDevice(argc, args);
	sdkCreateTimer(&timer);
	sdkStartTimer(&timer);
	float4 *d = device_array<float4>(8);
	geometry<<<1, 8>>>(d);
	getLastCudaError("geometry");
	checkCudaErrors(cudaDeviceSynchronize());
	sdkStopTimer(&timer);
	printf("%d %d\n", device, sdkGetTimerValue(&timer) > 0 && sdkGetAverageTimerValue(&timer) > 0);
	sdkDeleteTimer(&timer);
	for (float4 v : to_host(d, 8))
		printf("%.4f %.4f %.4f %.4f\n", v.x, v.y, v.z, v.w);

	unsigned char picture[6] = {1, 2, 3, 250, 251, 252}, *back = nullptr;
	unsigned w = 0, h = 0;
	bool ok = sdkSavePGM("p.pgm", picture, 3, 2) && sdkLoadPGM("p.pgm", &back, &w, &h);
	printf("%d %u %u %d\n", ok, w, h, ok && compareData(picture, back, 6, 0.5f, 0.0f));
	free(back);
	float x[3] = {1, 2, 3}, y[3] = {1, 2.00001f, 3}, z[3] = {1, 2, 4};
	printf("%d %d\n", sdkCompareL2fe(x, y, 3, 1e-4f), sdkCompareL2fe(x, z, 3, 1e-4f));
	char *path = sdkFindFilePath("p.pgm", argv[0]), *none = sdkFindFilePath("none.pgm", argv[0]);
	printf("%s %d\n", path, none == nullptr);
	free(path);
	remove("p.pgm");
	try {
		RUNTIME_EXCEPTION("thrown");
	} catch (const std::runtime_error &e) {
		printf("%d\n", strstr(e.what(), "thrown") != nullptr);
	}
	return 0;
}
