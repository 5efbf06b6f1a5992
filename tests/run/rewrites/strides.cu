// Kernels that are told how far apart elements lie: side by side, further apart, backwards, all in
// the same place; in parameters and in structs, of 32 and 64 bits, by rows and by columns. What a
// launch runs is chosen by its arguments, also where they change in a graph.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <cstdint>

static unsigned sum(const void *dev, size_t bytes)
{
	static unsigned char host[1 << 16];
	unsigned h = 2166136261u;

	cudaMemcpy(host, dev, bytes, cudaMemcpyDeviceToHost);
	for (size_t k = 0; k < bytes; k++)
		h = (h ^ host[k]) * 16777619u;
	return h;
}

__global__ void axpy(int n, int a, const int *x, int incx, int *y, int incy)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		y[i * incy] += a * x[i * incx];
}

__global__ void scale(int n, int a, int *x, unsigned inc)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		x[i * inc] = x[i * inc] * a + i;
}

template<class T, class I> struct view {
	T *p;
	I size[2], stride[2];
	__device__ T &operator()(I i, I j) const { return p[i * stride[0] + j * stride[1]]; }
};

template<class T, class I> __global__ void add(view<T, I> a, view<T, I> b, const view<T, I> c)
{
	I i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < c.size[0] && j < c.size[1])
		c(i, j) = a(i, j) * 3 - b(i, j);
}

template<class T, class I> __global__ void product(const view<T, I> m, const T *v, T *out)
{
	I i = blockIdx.x * blockDim.x + threadIdx.x;
	T s = 0;

	if (i >= m.size[0])
		return;
	for (I j = 0; j < m.size[1]; j++)
		s += m(i, j) * v[j];
	out[i] = s;
}

// Channels of a picture: as many as there are, of which three are read.
__global__ void grey(uint8_t *out, const uint8_t *in, int w, int h, int channels, int step)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	if (x < w && y < h) {
		const uint8_t *p = in + (y * w + x) * channels;

		out[(y * w + x) * step] = (uint8_t)((p[0] * 77 + p[1] * 150 + p[2] * 29) >> 8);
	}
}

// All channels, whatever their number.
__global__ void brighten(uint8_t *out, const uint8_t *in, int w, int h, int channels, float by)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= w || y >= h)
		return;
	for (int c = 0; c < channels; c++) {
		float v = in[(y * w + x) * channels + c] * by + c;

		out[(y * w + x) * channels + c] = v > 255 ? 255 : (uint8_t)v;
	}
}

// With barriers, and shared memory by a stride.
__global__ void turn(int *out, const int *in, int stride, int apart)
{
	__shared__ int s[128 * 3];
	int t = threadIdx.x;

	s[t * apart] = in[(blockIdx.x * blockDim.x + t) * stride];
	__syncthreads();
	out[(blockIdx.x * blockDim.x + t) * stride] = s[(blockDim.x - 1 - t) * apart] + t;
}

// All to one place.
__global__ void count(int *out, int inc)
{
	atomicAdd(&out[threadIdx.x * inc], 1 + threadIdx.x);
}

static void vectors(int *x, int *y)
{
	for (int incx = 0; incx < 4; incx++)
		for (int incy = 1; incy < 3; incy++)
			axpy<<<3, 128>>>(300, incx + 2, x, incx, y, incy);
	axpy<<<3, 100>>>(300, 5, x + 299, -1, y, 1);
	axpy<<<3, 100>>>(300, 5, x, 1, y + 299, -1);
	for (unsigned inc = 1; inc < 4; inc++)
		scale<<<2, 96>>>(700, 3, y, inc);
	printf("vectors %08x\n", sum(y, 4096 * 4));
	for (int stride = 1; stride < 4; stride++)
		for (int apart = 1; apart < 4; apart++)
			turn<<<4, 128>>>(y, x, stride, apart);
	for (int inc = 0; inc < 3; inc++)
		count<<<2, 77>>>(y + 1000, inc);
	printf("turned %08x\n", sum(y, 4096 * 4));
}

template<class T, class I> static void matrices(const char *name, T *x, T *y, T *z)
{
	const I n = 45, m = 37;
	const I by[][2] = {{37, 1}, {1, 45}, {80, 2}, {2, 91}, {0, 1}, {1, 0}};
	dim3 block(16, 8), grid(3, 6);

	for (int a = 0; a < 6; a++)
		for (int c = 0; c < 4; c++) {
			view<T, I> p = {x, {n, m}, {by[a][0], by[a][1]}};
			view<T, I> q = {y, {n, m}, {by[c][0], by[c][1]}};
			view<T, I> r = {z, {n, m}, {by[c][0], by[c][1]}};

			add<<<grid, block>>>(p, q, r);
			product<<<1, 64>>>(p, y, z + 3900);
		}
	printf("%s %08x\n", name, sum(z, 4096 * sizeof(T)));
}

static void graphs(int *x, int *y)
{
	cudaGraph_t graph;
	cudaGraphNode_t node;
	cudaGraphExec_t exec;
	int n = 512, a = 3, inc = 1;
	void *args[] = {&n, &a, &x, &inc, &y, &inc};
	cudaKernelNodeParams k = {};

	k.func = (void *)axpy;
	k.gridDim = dim3(4);
	k.blockDim = dim3(128);
	k.kernelParams = args;
	cudaGraphCreate(&graph, 0);
	cudaGraphAddKernelNode(&node, graph, NULL, 0, &k);
	cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
	cudaGraphLaunch(exec, 0);
	inc = 3;
	cudaGraphExecKernelNodeSetParams(exec, node, &k);
	cudaGraphLaunch(exec, 0);
	inc = 1;
	cudaLaunchKernel((void *)axpy, dim3(2), dim3(256), args, 0, 0);
	printf("graph %08x\n", sum(y, 4096 * 4));
	cudaGraphExecDestroy(exec);
	cudaGraphDestroy(graph);
}

int main()
{
	int *x, *y, *z, host[4096];
	float *f;
	uint8_t *bytes;

	cudaMalloc(&x, sizeof host);
	cudaMalloc(&y, sizeof host);
	cudaMalloc(&z, sizeof host);
	cudaMalloc(&f, 3 * sizeof host);
	cudaMalloc(&bytes, 3 * sizeof host);
	for (int k = 0; k < 4096; k++)
		host[k] = k * 7919 % 1009;
	cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemcpy(y, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemset(z, 0, sizeof host);
	cudaMemset(bytes, 0, 3 * sizeof host);
	vectors(x, y);
	graphs(x, y);
	matrices<int, int>("int", x, y, z);
	matrices<int, int64_t>("int64", x, y, z);
	for (int k = 0; k < 4096; k++)
		((float *)host)[k] = k * 7919 % 101;
	for (int k = 0; k < 2; k++)
		cudaMemcpy(f + k * 4096, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemset(f + 8192, 0, sizeof host);
	matrices<float, unsigned>("float", f, f + 4096, f + 8192);
	for (int channels = 1; channels < 6; channels++)
		for (int step = 1; step < 4; step++)
			grey<<<dim3(1, 20), 64>>>(bytes + 8192, (uint8_t *)x, 50, 20, channels, step);
	printf("grey %08x\n", sum(bytes + 8192, 4096));
	for (int channels = 0; channels < 7; channels++) {
		brighten<<<dim3(4, 4), dim3(16, 8)>>>(bytes, (uint8_t *)x, 50, 25, channels, 1.25f);
		printf("brighten %d: %08x\n", channels, sum(bytes, 8192));
	}
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	return 0;
}
