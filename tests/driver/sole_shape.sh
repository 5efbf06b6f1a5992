# SPDX-License-Identifier: Apache-2.0
# Kernels that are launched with one shape alone have no code for others with several lanes, and
# are right for those all the same: a launch may be in another file. Kernels whose launches are
# not all known have it; where they are made by somebody else, bounds are taken for the shape.
. "$ROOT/tests/driver/common.bash"

cat >sums.h <<'END'
__global__ void sole(const int *x, int *out);
__global__ void votes(const int *x, int *out);
void here(const int *x, int *out);
END
cat >sums.cu <<'END'
#include "sums.h"
#define BODY(VALUE)                                                          \
	__shared__ int s[1024];                                              \
	int t = threadIdx.x + threadIdx.y * blockDim.x;                      \
	int n = blockDim.x * blockDim.y, sum = 0;                            \
	s[t] = VALUE;                                                        \
	__syncthreads();                                                     \
	for (int k = 1; k < n; k *= 3) {                                     \
		int y = t + k < n ? s[t + k] : 5;                            \
		__syncthreads();                                             \
		s[t] += y;                                                   \
		__syncthreads();                                             \
	}                                                                    \
	for (int k = 0; k < 5; k++)                                          \
		sum = sum * 3 + s[t] * k + s[n - 1];                         \
	out[blockIdx.x * n + t] = sum;
__global__ void sole(const int *x, int *out) { BODY(x[blockIdx.x * n + t]) }
__global__ void votes(const int *x, int *out)
{ BODY(x[t] + (int)__popc(__ballot_sync(~0u, x[blockIdx.x * n + t] & 1))) }
__global__ void two(const int *x, int *out) { BODY(x[blockIdx.x * n + t] + 1) }
__global__ void named(const int *x, int *out) { BODY(x[blockIdx.x * n + t] + 2) }
__global__ void __launch_bounds__(128) bound(const int *x, int *out)
{ BODY(x[blockIdx.x * n + t] + 4) }
__global__ void __launch_bounds__(128) named_bound(const int *x, int *out)
{ BODY(x[blockIdx.x * n + t] + 5) }
__global__ void any(const int *x, int *out) { BODY(x[blockIdx.x * n + t] + 3) }
void here(const int *x, int *out)
{
	static const void *const kernels[] = {(const void *)named,
					      (const void *)named_bound};
	void *args[] = {&x, &out};
	extern int width;

	sole<<<4, 128>>>(x, out);
	sole<<<2, dim3(128, 1)>>>(x, out);
	votes<<<4, 128>>>(x, out);
	two<<<4, 128>>>(x, out);
	two<<<4, 64>>>(x, out);
	named<<<4, 128>>>(x, out);
	cudaLaunchKernel(kernels[0], dim3(4), dim3(128), args, 0, 0);
	cudaLaunchKernel(kernels[1], dim3(4), dim3(64), args, 0, 0);
	bound<<<4, width>>>(x, out);
	any<<<4, 128>>>(x, out);
	any<<<4, width>>>(x, out);
}
END
cat >main.cu <<'END'
#include <cstdio>
#include "sums.h"
int width = 96;
int main()
{
	enum { N = 4096 };
	int *x, *out;

	cudaMallocManaged(&x, N * sizeof *x);
	cudaMallocManaged(&out, N * sizeof *out);
	for (int i = 0; i < N; i++)
		x[i] = i * 37 % 101;
	const dim3 shape[] = {128, 96, 100, 1, 1024, dim3(16, 8), dim3(128, 2), dim3(5, 7), 32};
	here(x, out);
	for (dim3 block : shape)
		for (int k = 0; k < 2; k++) {
			unsigned n = block.x * block.y, sum = 0;

			if (k && n % 32)
				continue;
			k ? votes<<<2, block>>>(x, out) : sole<<<2, block>>>(x, out);
			if (cudaDeviceSynchronize())
				return 1;
			for (unsigned i = 0; i < 2 * n; i++)
				sum = sum * 31 + (unsigned)out[i];
			printf("%d %u,%u %u\n", k, block.x, block.y, sum);
		}
}
END
"$HDCC" -O2 -c -Rpass=heddle sums.cu -o sums.o 2>said
for kernel in sole votes two named named_bound bound any; do
	line=$(grep -n "__global__ void .*\<$kernel(" sums.cu | cut -d: -f1)
	said=$(grep -c "sums.cu:$line: remark: all launches" said || :)
	case $kernel in
	sole | votes | named_bound)
		[ "$said" = 1 ] || fail "$kernel is taken for one of many shapes"
		;;
	*) [ "$said" = 0 ] || fail "$kernel is taken for one of one shape" ;;
	esac
done
"$HDCC" -O2 sums.cu main.cu -o a
"$HDCC" -O2 -fno-heddle-ver.only-block sums.cu main.cu -o b
"$HDCC" -O0 -fheddle-lanes=1 sums.cu main.cu -o c
for mode in measure lanes one; do
	HEDDLE_CHOICE=$mode ./a >out.a
	HEDDLE_CHOICE=$mode ./b >out.b
	./c >out.c
	cmp out.a out.c || fail "other shapes differ from one lane at a time"
	cmp out.b out.c || fail "they differ with several lanes, too"
done
[ "$(wc -l <out.a)" = 15 ] || fail "not all shapes were launched"
