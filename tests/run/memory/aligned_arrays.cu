// aligned_arrays: arrays of int, read and written 16 bytes at a time, as on a GPU: private ones, in
// kernels and in functions, across barriers and not, shared and device variables, parameters.
// out: by hand
#include <cstdint>
#include <cstdio>

struct alignas(16) Four {
	int v[4];
};
struct Five {
	int v[5];
};
struct Eight {
	int v[8];
};
struct Word {
	char c;
	int v[12];
};

__device__ char odd;
__device__ int device_array[9];
__device__ Eight device_struct;
__constant__ Eight constant_struct = {{1, 2, 3, 4, 5, 6, 7, 8}};
static __device__ char odder;
static __device__ Five static_struct;

__global__ void
across(int *out, int n)
{
	__shared__ Four s[64];
	int pad[2] = {n, n + 1}, f[8];
	Four *p = (Four *)f;

	s[threadIdx.x].v[0] = threadIdx.x;
	__syncthreads();
	for (int i = 0; i < 2; i++)
		p[i & n] = s[(threadIdx.x + i) & 63];
	__syncthreads();
	out[threadIdx.x] = f[(n & 1) * 4] + pad[n & 1];
}

// Five elements: each lane's array is to begin where the next one may, too.
__global__ void
five(int *out, const Four *in, int n)
{
	Five f[1], g;
	int at = n & 0;

	*(Four *)&f[at] = in[threadIdx.x];
	f[at].v[4] = n;
	__syncthreads();
	*(Four *)&g.v[at] = *(Four *)&f[at];
	g.v[4 + at] = f[at].v[4];
	*(int *)((uintptr_t)&g.v[n & 3]) += 1;
	out[threadIdx.x] = g.v[0] + g.v[1] + g.v[3] + g.v[4];
}

__device__ __noinline__ int
by_value(char c, Eight e, int n)
{
	Four *p = (Four *)&e;

	p[n & 1].v[n & 3] += c;
	return n > 0 ? by_value(c, e, n - 1) : p[0].v[0] + p[1].v[1];
}

__device__ __noinline__ int
in_function(const Four *in, int n)
{
	char c[3] = {1, 2, 3};
	int f[7];

	*(Four *)f = in[n & 1];
	c[n % 3] = f[n & 3];
	return n > 0 ? in_function(in, n - 1) + c[n % 3] : c[0];
}

__global__ void
functions(int *out, const Four *in, Eight e, int n)
{
	int (*which)(char, Eight, int) = by_value;

	out[threadIdx.x] = which(threadIdx.x, e, n) + in_function(in, n);
}

__global__ void
parameter(int *out, char c, Eight e, int n)
{
	const Four *p = (const Four *)&e;

	out[threadIdx.x] = p[n & 1].v[0] + c;
}

__global__ void
variables(int *out, const Four *in, int n)
{
	__shared__ char before;
	__shared__ int s[64 * 4];
	__shared__ Word w;

	before = 3;
	((Four *)s)[threadIdx.x] = in[threadIdx.x];
	if (threadIdx.x == 0) {
		*(Four *)device_array = in[n];
		*(Four *)&device_struct = in[n + 1];
		*(Four *)&static_struct = in[n + 2];
		*(Four *)&w = in[n];
		odd = odder = 1;
	}
	__syncthreads();
	out[threadIdx.x] = s[(threadIdx.x * 4 + 5) & 255] + device_array[1] + before +
			   device_struct.v[2] + static_struct.v[0] + odd + odder + w.v[0] +
			   ((const Four *)&constant_struct)[n & 1].v[1];
}

static void
print(const char *what, const int *out)
{
	unsigned sum = 0;

	cudaDeviceSynchronize();
	for (int k = 0; k < 64; k++)
		sum = sum * 31 + (unsigned)out[k];
	printf("%s %s: %d %d %08x\n", what, cudaGetErrorName(cudaGetLastError()), out[0],
	       out[63], sum);
}

int
main()
{
	Four *in;
	int *out;
	Eight e = {{1, 2, 3, 4, 5, 6, 7, 8}};

	cudaMallocManaged(&in, 64 * sizeof *in);
	cudaMallocManaged(&out, 64 * sizeof *out);
	for (int k = 0; k < 256; k++)
		in[k / 4].v[k % 4] = k;
	across<<<1, 64>>>(out, 1);
	print("across", out);
	five<<<1, 64>>>(out, in, 5);
	print("five", out);
	functions<<<1, 64>>>(out, in, e, 3);
	print("functions", out);
	parameter<<<1, 64>>>(out, 9, e, 1);
	print("parameter", out);
	variables<<<1, 64>>>(out, in, 3);
	print("variables", out);
}
