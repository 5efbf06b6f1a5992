# SPDX-License-Identifier: Apache-2.0
# A static program needs no library where it runs, and does the same; but functions that it
# asks for by name are not found, which it is told.
cat >"$TMP/a.cu" <<'END'
#include <cstdio>
#include <vector>
__device__ int total;
__global__ void sum(const int *p, int n)
{
	__shared__ int part;
	if (threadIdx.x == 0) part = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&part, p[i]);
	__syncthreads();
	if (threadIdx.x == 0) atomicAdd(&total, part);
}
int main()
{
	std::vector<int> v(10000, 3);
	int *p, r = 0;
	cudaMalloc(&p, v.size() * sizeof(int));
	cudaMemcpy(p, v.data(), v.size() * sizeof(int), cudaMemcpyHostToDevice);
	sum<<<7, 100>>>(p, (int)v.size());
	cudaMemcpyFromSymbol(&r, total, sizeof r);
	printf("%d %s\n", r, cudaGetErrorString(cudaGetLastError()));
	void *f = NULL;
	cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSuccess;
	cudaGetDriverEntryPoint("cuInit", &f, 0, &found);
	bool missing = found == cudaDriverEntryPointSymbolNotFound && !f;
	fprintf(stderr, "cuInit %s\n", missing ? "not found" : "found");
}
END
cd "$TMP"
"$HDCC" -static a.cu -o a
readelf -d a 2>&1 | grep NEEDED && { echo "it needs libraries"; exit 1; }
[ "$(./a)" = "30000 no error" ] || { ./a; exit 1; }
./a >/dev/null 2>names
grep -q '^cuInit not found$' names
[ "$(HEDDLE_THREADS=1 ./a)" = "30000 no error" ]
HEDDLE_DEBUG=sched ./a >log 2>&1
grep -q 'processors .* allowed' log
