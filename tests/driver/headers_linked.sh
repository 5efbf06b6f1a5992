# SPDX-License-Identifier: Apache-2.0
# The headers of cuda/, nv/ and NVTX, and of small numbers, in two .cu files and a .cpp of
# one program, and without warnings in a .cpp of another compiler.
. "$ROOT/tests/driver/common.bash"

cat >all.h <<'END'
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <nv/target>
#include <nvfunctional>
#include <nvtx3/nvtx3.hpp>
#include <cuda/annotated_ptr>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <cuda/std/latch>
#include <cuda/std/semaphore>
#include <cuda/stream_ref>
END
cat >part.inc <<'END'
#include "all.h"
inline __host__ __device__ int
calls(int x)
{
	nvstd::function<int(int)> f = [=](int y) { return cuda::ceil_div(x + y, 2); };
	__nv_fp4_e2m1 two(2);
	return f(cuda::maximum<>{}(x, 7)) + (int)two;
}
__global__ void
NAME(int *p)
{
	__shared__ cuda::latch<cuda::thread_scope_block> l;
	__shared__ cuda::std::binary_semaphore s;
	if (threadIdx.x == 0) {
		new (&l) cuda::latch<cuda::thread_scope_block>(blockDim.x);
		new (&s) cuda::std::binary_semaphore(1);
	}
	__syncthreads();
	l.arrive_and_wait();
	s.acquire();
	*p += calls((int)threadIdx.x);
	s.release();
}
int
RUN()
{
	NVTX3_FUNC_RANGE();
	int *p, n = 0;
	cudaMalloc(&p, sizeof n);
	cudaMemset(p, 0, sizeof n);
	NAME<<<1, 40>>>(p);
	cuda::stream_ref(cudaStreamLegacy).wait();
	cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 40; i++)
		n -= calls(i);
	return n;
}
END
printf '#define NAME one\n#define RUN run_one\n#include "part.inc"\n' >one.cu
printf '#define NAME two\n#define RUN run_two\n#include "part.inc"\n' >two.cu
cat >main.cpp <<'END'
#include "all.h"
#include <cstdio>
int run_one(), run_two();
int
main()
{
	NVTX3_FUNC_RANGE();
	nvstd::function<int(int)> f = [](int x) { return cuda::round_up(x, 8); };
	cuda::latch<cuda::thread_scope_system> l(1);
	cuda::binary_semaphore<cuda::thread_scope_system> s(1);
	int side = 0;
	l.arrive_and_wait();
	s.acquire();
	NV_IF_ELSE_TARGET(NV_IS_HOST, (side = 1;), (side = 2;))
	std::printf("%d %d %d %d\n", run_one(), run_two(), f(9), side);
}
END
"$HDCC" one.cu two.cu main.cpp -o app
prints "0 0 16 1" ./app
"$HDCC" -rdc=true -O2 one.cu two.cu main.cpp -o app2
prints "0 0 16 1" ./app2
strict="-Wall -Wextra -Werror"
for std in c++11 c++14 c++17 c++20; do
	for c in g++ "clang++-$LLVM"; do
		$c -std=$std $strict -fsyntax-only -I"$BUILD/include/heddle" main.cpp
	done
	"$HDCC" -std=$std $strict -c one.cu -o one.o
done
