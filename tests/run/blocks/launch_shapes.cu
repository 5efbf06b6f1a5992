// launch_shapes: kernels with barriers, launched with the block the host code names and with
// others, by <<<>>> and by cudaLaunchKernel; tiles whose rows are taken several at a time.
// flags: --heddle-quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

// Steps follow from blockDim.
__global__ void
tree(const int *in, int *out)
{
	__shared__ int s[1024];
	unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
	unsigned n = blockDim.x * blockDim.y * blockDim.z;
	s[t] = in[blockIdx.x * n + t];
	__syncthreads();
	for (unsigned k = 512; k > 0; k >>= 1) {
		if (t < k && t + k < n)
			s[t] += s[t + k];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = s[0];
}

// Sixteen rows and columns, whatever the block has; rows share what they read.
template <typename T, int W, int H>
__global__ void
tile(const T *a, const T *b, T *c, int n)
{
	__shared__ T as[H][W], bs[W][W];
	int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * W + tx;
	T s = 0;
	for (int t = 0; t < n / W; t++) {
		as[ty][tx] = a[(blockIdx.y * H + ty) * n + t * W + tx];
		for (int k = ty; k < W; k += H)
			bs[k][tx] = b[(t * W + k) * n + x];
		__syncthreads();
		for (int k = 0; k < W; k++)
			s += as[ty][k] * bs[k][tx];
		__syncthreads();
	}
	c[(blockIdx.y * H + ty) * n + x] = s;
}

// A row stops early, another goes on; what is kept differs from row to row.
__global__ void
uneven(int *out)
{
	__shared__ int s[8][24];
	int x = threadIdx.x, y = threadIdx.y, kept = x * 3 + y, sum = 0;
	for (int round = 0; round < 3; round++) {
		s[y][x] = kept + round;
		__syncthreads();
		for (int k = 0; k <= y + round; k++)
			sum += s[k % 8][x] * (k + 1);
		if (x < 5)
			kept += sum;
		__syncthreads();
	}
	out[(blockIdx.x * 8 + y) * 24 + x] = sum * 7 + kept;
}

// Warps of 32 threads that lie in several rows, or are cut off at the end.
__global__ void
warps(int *out)
{
	__shared__ int s[32];
	int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
	unsigned all = n - t / 32 * 32 >= 32 ? ~0u : (1u << n % 32) - 1;
	int sum = __reduce_add_sync(all, t);
	if (t % 32 == 0)
		s[t / 32] = sum;
	__syncthreads();
	out[t] = s[t / 32] + __shfl_xor_sync(all, t, 1) * 1000;
}

static int
sum_of(const int *in, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += in[i];
	return s;
}

static void
run_trees()
{
	const int n = 4 * 1024;
	std::vector<int> in(n), out(64);
	for (int i = 0; i < n; i++)
		in[i] = i * 31 % 97;
	int *d = device_array<int>(n), *o = device_array<int>(64);
	CK(cudaMemcpy(d, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
	static const dim3 shape[] = {dim3(256), dim3(64, 4), dim3(1024), dim3(7, 3, 2),
				     dim3(1), dim3(33)};
	for (dim3 b : shape) {
		unsigned size = b.x * b.y * b.z;
		void *args[] = {&d, &o};
		tree<<<4, 256>>>(d, o);
		CK(cudaLaunchKernel((const void *)tree, dim3(4), b, args, 0, 0));
		CK(cudaMemcpy(out.data(), o, 4 * sizeof(int), cudaMemcpyDeviceToHost));
		int wrong = 0;
		for (int k = 0; k < 4; k++)
			wrong += out[k] != sum_of(&in[k * size], size);
		printf("tree %u,%u,%u: %d wrong\n", b.x, b.y, b.z, wrong);
	}
	CK(cudaFree(d));
	CK(cudaFree(o));
}

template <typename T, int W, int H>
static void
run_tiles(const char *what)
{
	const int n = 64;
	std::vector<T> a(n * n), b(n * n), c(n * n);
	for (int i = 0; i < n * n; i++) {
		a[i] = T(i * 7 % 23) - 11;
		b[i] = T(i * 5 % 19) - 9;
	}
	T *da = device_array<T>(n * n), *db = device_array<T>(n * n),
	  *dc = device_array<T>(n * n);
	CK(cudaMemcpy(da, a.data(), n * n * sizeof(T), cudaMemcpyHostToDevice));
	CK(cudaMemcpy(db, b.data(), n * n * sizeof(T), cudaMemcpyHostToDevice));
	tile<T, W, H><<<dim3(n / W, n / H), dim3(W, H)>>>(da, db, dc, n);
	CK(cudaMemcpy(c.data(), dc, n * n * sizeof(T), cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int y = 0; y < n; y++)
		for (int x = 0; x < n; x++) {
			T s = 0;
			for (int k = 0; k < n; k++)
				s += a[y * n + k] * b[k * n + x];
			wrong += s != c[y * n + x];
		}
	printf("%s %dx%d: %d wrong\n", what, W, H, wrong);
	CK(cudaFree(da));
	CK(cudaFree(db));
	CK(cudaFree(dc));
}

static void
run_uneven()
{
	std::vector<int> out(3 * 8 * 24);
	int *d = device_array<int>(out.size());
	unsigned sum = 0;
	uneven<<<3, dim3(24, 8)>>>(d);
	CK(cudaMemcpy(out.data(), d, out.size() * sizeof(int), cudaMemcpyDeviceToHost));
	for (int v : out)
		sum = sum * 31 + v;
	printf("uneven: %u\n", sum);
	CK(cudaFree(d));
}

static void
show_warps(int *d, int n)
{
	std::vector<int> out(n);
	unsigned sum = 0;
	CK(cudaMemcpy(out.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
	for (int v : out)
		sum = sum * 31 + v;
	printf("warps of %d: %u\n", n, sum);
}

static void
run_warps()
{
	int *d = device_array<int>(256);
	warps<<<1, dim3(8, 8)>>>(d);
	show_warps(d, 64);
	warps<<<1, dim3(8, 8)>>>(d);
	warps<<<1, 48>>>(d);
	show_warps(d, 48);
	warps<<<1, dim3(64, 2)>>>(d);
	show_warps(d, 128);
	CK(cudaFree(d));
}

int
main()
{
	run_warps();
	run_trees();
	run_tiles<float, 16, 16>("float");
	run_tiles<float, 32, 8>("float");
	run_tiles<float, 8, 8>("float");
	run_tiles<float, 4, 4>("float");
	run_tiles<double, 16, 16>("double");
	run_tiles<int, 16, 2>("int");
	run_tiles<short, 32, 32>("short");
	run_uneven();
	return 0;
}
