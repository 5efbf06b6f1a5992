# SPDX-License-Identifier: Apache-2.0
# Linking with cuRAND: by hdcc and by gcc, under its names.
. "$ROOT/tests/driver/common.bash"

cat >main.c <<'END_OF_MAIN'
#include <cuda_runtime_api.h>
#include <curand.h>
#include <stdio.h>
int main(void)
{
	curandGenerator_t g;
	float h[3], *d;
	cudaMalloc((void **)&d, sizeof h);
	if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS)
		return 1;
	curandSetPseudoRandomGeneratorSeed(g, 1234ULL);
	curandGenerateUniform(g, d, 3);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%.4f %.4f %.4f\n", h[0], h[1], h[2]);
	return curandDestroyGenerator(g) != CURAND_STATUS_SUCCESS;
}
END_OF_MAIN
tree=$BUILD/nvcc
numbers="0.1455 0.8202 0.5504"
gcc -std=c99 -Wall -Wextra -Werror -I"$tree/include" -c main.c
gcc main.o -L"$tree/lib64" -lcurand -lcudart -Wl,-rpath,"$tree/lib64" -o app
prints "$numbers" ./app
cp main.c main.cu
cp main.c main.cpp
"$HDCC" main.cu -lcurand -o app
prints "$numbers" ./app
"$HDCC" main.cu -lcurand_static -lculibos -o app
prints "$numbers" ./app
g++ -Wall -Wextra -Werror -I"$tree/include" main.cpp -L"$tree/lib64" -lcurand -lcudart \
	-Wl,-rpath,"$tree/lib64" -o app
prints "$numbers" ./app

# the headers of both sides in one file, in either order
for order in 'curand.h curand_kernel.h' 'curand_kernel.h curand.h'; do
	for h in $order; do echo "#include <$h>"; done >both.cu
	echo 'int main() { return CURAND_STATUS_SUCCESS; }' >>both.cu
	"$HDCC" both.cu -o both
done
