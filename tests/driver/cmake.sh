# SPDX-License-Identifier: Apache-2.0
# enable_language(CUDA) with the nvcc tree: a static library, separable compilation, a
# shared library and programs; FindCUDAToolkit; find_package(Heddle); pkg-config.
# needs: cmake
. "$ROOT/tests/driver/common.bash"

export PATH=$BUILD/nvcc/bin:$PATH
unset CUDACXX CUDAHOSTCXX CUDAFLAGS CUDA_PATH CUDAToolkit_ROOT CUDA_HOME LD_LIBRARY_PATH
small_program plain_cuda.cu
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(three LANGUAGES CXX CUDA)
find_package(CUDAToolkit 12 REQUIRED)
enable_testing()
add_library(plain STATIC plain.cu)
add_library(apart STATIC apart.cu more.cu)
set_target_properties(apart PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
add_executable(app main.cu)
set_target_properties(app PROPERTIES CUDA_SEPARABLE_COMPILATION ON CUDA_STANDARD 14)
target_link_libraries(app PRIVATE plain apart)
target_compile_options(app PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math -Xptxas=-v>)
add_library(dynamic SHARED plain.cu)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE dynamic CUDA::cudart)
add_executable(mixed plain.cu user.cpp) # the C++ compiler links it
set_target_properties(mixed PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
target_include_directories(mixed PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
add_test(NAME mixed COMMAND mixed)
add_test(NAME app COMMAND app)
add_test(NAME user COMMAND user)
END
cat >plain.cu <<'END'
__global__ void add(int *p, int n) { *p += n; }
void plain_add(int *p, int n) { add<<<1, 1>>>(p, n); }
END
cat >apart.cu <<'END'
extern __device__ int factor;
__device__ int scale(int x) { return x * factor; }
END
echo '__device__ int factor = 6;' >more.cu
cat >main.cu <<'END'
__device__ int scale(int x);
void plain_add(int *p, int n);
__global__ void k(int *p) { *p = scale(6); }
int main()
{
	int *p, h;
	cudaMalloc(&p, sizeof h);
	k<<<1, 1>>>(p);
	plain_add(p, 6);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	return h != 42;
}
END
cat >user.cpp <<'END'
#include <cuda_runtime.h>
void plain_add(int *p, int n);
int main()
{
	int *p, h = 36;
	cudaMalloc((void **)&p, sizeof h);
	cudaMemcpy(p, &h, sizeof h, cudaMemcpyHostToDevice);
	plain_add(p, 6);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	return h != 42;
}
END
logged() {
	"$@" >log 2>&1 || {
		cat log
		fail "$*"
	}
}
logged cmake -B b -S . -DCMAKE_CUDA_COMPILER="$BUILD/nvcc/bin/nvcc"
grep -q 'The CUDA compiler identification is NVIDIA 12.8.93' log
logged cmake --build b
(cd b && ctest >log 2>&1) || { cat b/log; fail ctest; }
cmake --build b >log 2>&1
! grep -q 'Building' log || fail "everything is built again"
touch more.cu
cmake --build b >log 2>&1
grep -q 'Building CUDA object.*more.cu' log || fail "a changed file is not built again"
! grep -q 'Building CUDA object.*plain.cu' log || fail "an unchanged file is built again"
b/app

# the old FindCUDA
mkdir old
cat >old/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
cmake_policy(SET CMP0146 OLD)
project(old LANGUAGES CXX)
find_package(CUDA 12 REQUIRED)
cuda_add_executable(app ../plain_cuda.cu OPTIONS -O2)
END
sed -i '/CMP0146/s/^/if(POLICY CMP0146)\n/; /CMP0146 OLD/s/$/\nendif()/' old/CMakeLists.txt
logged cmake -B o -S old -DCUDA_TOOLKIT_ROOT_DIR="$BUILD/nvcc"
logged cmake --build o
prints 42 o/app

# a package of our own, for programs that know they want Heddle
mkdir own
cat >own/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(own LANGUAGES CXX)
find_package(Heddle 0.1 REQUIRED)
heddle_add_executable(app ../plain_cuda.cu)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE Heddle::runtime)
END
cat >own/user.cpp <<'END'
#include <cuda_runtime.h>
int main() { int n = 0; return cudaGetDeviceCount(&n) != cudaSuccess || n < 1; }
END
logged cmake -B w -S own -DCMAKE_PREFIX_PATH="$BUILD"
logged cmake --build w
prints 42 w/app
w/user
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH=$BUILD/lib/pkgconfig
	g++ own/user.cpp $(pkg-config --cflags --libs heddle) -o user
	./user
fi
