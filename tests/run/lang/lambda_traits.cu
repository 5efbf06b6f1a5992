// lambda_traits: what nvcc tells about closure types with --extended-lambda.
// flags: --extended-lambda
// out: by hand, after the manuals of CUDA and its libraries
#include "../test.h"

template <class T>
static void
show(const char *name, T)
{
	printf("%s: %d %d %d\n", name, __nv_is_extended_device_lambda_closure_type(T),
	       __nv_is_extended_host_device_lambda_closure_type(const T),
	       __nv_is_extended_device_lambda_with_preserved_return_type(volatile T));
}

struct function {
	__device__ int operator()(int x) const { return x; }
};

template <class F>
__global__ void
apply(int *out, F f)
{
	static_assert(__nv_is_extended_device_lambda_closure_type(F) ||
			      __nv_is_extended_host_device_lambda_closure_type(F),
		      "the function is not for the device");
	*out = f(3, 0.5f);
}

template <class F>
static int
on_device(F f)
{
	int *out, result;

	static_assert(!__nv_is_extended_device_lambda_closure_type(F) ||
			      __nv_is_extended_device_lambda_with_preserved_return_type(F),
		      "its result is not known");
	cudaMallocManaged(&out, sizeof *out);
	apply<<<1, 1>>>(out, f);
	cudaDeviceSynchronize();
	result = *out;
	cudaFree(out);
	return result;
}

int
main()
{
	int n = 4;
	auto returns = [=] __device__(int i, float x) -> int { return i * n + (int)(2 * x); };

	show("device", [=] __device__(int i) { return i + n; });
	show("device, nothing", [] __device__() {});
	show("device, void", [] __device__(const float &x, int *p) mutable -> void { *p = x; });
	show("device, returns", returns);
	show("both", [=] __host__ __device__(int i) { return i + n; });
	show("both, the other way", [=] __device__ __host__(int i) mutable { return n += i; });
	show("host", [=] __host__(int i) { return i + n; });
	show("no closure", function());
	show("generic", [] __device__(auto x) { return x; });
	show("number", 3);
	show("pointer", &returns);
	printf("%d\n", on_device(returns));
	printf("%d\n", on_device([] __host__ __device__(int i, float) { return i; }));
}
