// nested_launch: kernels that launch kernels: templates, recursion, shared memory,
// children that see what the parent wrote, before and after the launch, and the runtime
// API in kernels.
// flags: -rdc=true
// flags: --heddle-quick
// out: host code of the same program
#include "../test.h"

__global__ void
child(int *p, int n, int by)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] += by;
}

template <int N>
__global__ void
scale(int *p, int n)
{
	extern __shared__ int s[];
	s[threadIdx.x] = p[threadIdx.x];
	__syncthreads();
	p[threadIdx.x] = s[n - 1 - threadIdx.x] * N;
}

__global__ void
parent(int *p, int n)
{
	int t = threadIdx.x;
	int *mine = p + t * n;
	for (int k = 0; k < n; k++)
		mine[k] = k + t;
	if (t % 2 == 0) {
		child<<<(n + 31) / 32, 32>>>(mine, n, 100);
		scale<3><<<1, n, n * sizeof(int)>>>(mine, n);
	}
	__syncthreads();
	if (t == 0) {
		cudaStream_t s;
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		child <<<dim3(1, 1, 1), dim3(64), 0, s>>> (p, 2 * n, 7);
		cudaStreamDestroy(s);
	}
}

// Sorts by halves, each in a grid of its own.
__global__ void
quicksort(int *a, int low, int high, int depth)
{
	int i = low, j = high, pivot = a[(low + high) / 2];
	while (i <= j) {
		while (a[i] < pivot)
			i++;
		while (a[j] > pivot)
			j--;
		if (i <= j) {
			int v = a[i];
			a[i++] = a[j];
			a[j--] = v;
		}
	}
	if (low < j && depth < 20)
		quicksort<<<1, 1>>>(a, low, j, depth + 1);
	if (i < high && depth < 20)
		quicksort<<<1, 1>>>(a, i, high, depth + 1);
}

enum { PART = 64 };

// Adds up parts: the next step is for when all blocks have done theirs.
__global__ void
halves(int *p, int n)
{
	int t = threadIdx.x, *mine = p + blockIdx.x * PART;

	if (t == 0 && blockIdx.x == 0 && n > 1)
		halves<<<gridDim.x, n / 2>>>(p, n / 2);
	mine[t] += mine[t + n];
}

__global__ void
twice(int *p)
{
	*p *= 2;
}

__global__ void
order(int *p)
{
	twice<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
	child<<<1, 1>>>(p, 1, 5);
}

__global__ void
waits(int *p)
{
	child<<<1, 1>>>(p + blockIdx.x, 1, 5);
	cudaDeviceSynchronize();
	p[blockIdx.x] *= 10;
	child<<<1, 1>>>(p + blockIdx.x, 1, 7);
}

int
main()
{
	enum { T = 4, N = 40 };
	int *d = device_array<int>(T * N);
	parent<<<1, T>>>(d, N);
	SYNC();
	std::vector<int> want(T * N);
	for (int t = 0; t < T; t++)
		for (int k = 0; k < N; k++)
			want[t * N + k] = t % 2 ? k + t : ((N - 1 - k) + t + 100) * 3;
	for (int k = 0; k < 64; k++)
		want[k] += 7;
	same("parent", to_host(d, T * N), want);

	std::vector<int> v(500), sorted;
	unsigned s = 3;
	for (int &x : v)
		x = (int)(next_random(s) % 10000);
	int *a = to_device(v);
	quicksort<<<1, 1>>>(a, 0, 499, 0);
	SYNC();
	sorted = to_host(a, 500);
	int wrong = 0;
	for (int i = 1; i < 500; i++)
		wrong += sorted[i - 1] > sorted[i];
	printf("sorted: %s\n", wrong ? "WRONG" : "OK");

	std::vector<int> parts(8 * PART), sums;
	for (int i = 0; i < 8 * PART; i++)
		parts[i] = i / PART;
	int *b = to_device(parts);
	halves<<<8, PART / 2>>>(b, PART / 2);
	SYNC();
	sums = to_host(b, 8 * PART);
	for (int i = 0; i < 8; i++)
		printf("%d%c", sums[i * PART], i < 7 ? ' ' : '\n');
	order<<<1, 1>>>(b);
	waits<<<4, 1>>>(b + PART);
	SYNC();
	sums = to_host(b, 2 * PART);
	printf("%d; %d %d\n", sums[0], sums[PART], sums[PART + 3]);
	return 0;
}
