// A row of a matrix for each thread, element by element, and structs from anywhere: what a lane
// reads side by side is one load. Rows of all lengths, of words and doubles, by indices of 32 and
// 64 bits, whole blocks and blocks of which some threads have nothing to do.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <cstdint>

template<class T, class I> __global__ void product(T *out, const T *m, const T *v, I rows, I n)
{
	I i = blockIdx.x * blockDim.x + threadIdx.x;
	T sum = 0;

	if (i >= rows)
		return;
	for (I j = 0; j < n; j++)
		sum += m[i * n + j] * v[j];
	out[i] = sum;
}

// Each other thread, and one row from its end.
__global__ void some(int *out, const int *m, int n)
{
	int i = threadIdx.x;

	if (i % 3 == 1)
		return;
	out[i] = 0;
	for (int j = 0; j < n; j++)
		out[i] += m[i * n + j] * (j + 1);
	for (int j = n - 1; j >= 0; j--)
		out[i] ^= m[i * n + j] << j % 8;
}

// Rows of a known length, two of them at once, which are written as well.
__global__ void both(float *a, float *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float most = -1;

	for (int j = 0; j < 21; j++)
		most = fmaxf(most, a[i * 21 + j] * b[i * 21 + j]);
	for (int j = 0; j < 21; j++)
		a[i * 21 + j] = most - a[i * 21 + j];
}

// In place: what is read has been written a round ago, by the thread itself.
__global__ void prefix(int *m, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	for (int j = 1; j < n; j++)
		m[i * n + j] += m[i * n + j - 1];
}

struct body { float x, y, z, w; int id, next; double mass; };

__global__ void visit(float *out, const body *all, const int *list, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	if (i >= n)
		return;
	for (int k = 0, at = list[i]; k < 5; k++) {
		body b = all[at];

		s += b.x + 2 * b.y + 3 * b.z + 4 * b.w + (float)b.mass + b.id;
		at = b.next;
	}
	out[i] = s;
}

// Three words of four, of which the last is nobody's.
__global__ void three(float *out, const float4 *all, const int *list, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = all[list[i]].x + 2 * all[list[i]].y - all[list[i]].z;
}

template<class T> static T *fill(int n, int m)
{
	T *p;

	cudaMallocManaged(&p, n * sizeof(T));
	for (int k = 0; k < n; k++)
		p[k] = (T)((k * 7 + k / 5) % m);
	return p;
}

template<class T> static void show(const char *what, const T *p, int n)
{
	double a = 0, b = 0;

	cudaDeviceSynchronize();
	for (int k = 0; k < n; k++) {
		a += p[k];
		b += p[k] * (double)(k % 13);
	}
	printf("%s: %.1f %.1f\n", what, a, b);
}

template<class T, class I> static void products(const char *what)
{
	enum { ROWS = 77 };

	for (int n : {1, 2, 3, 4, 5, 7, 8, 30, 33}) {
		T *m = fill<T>(ROWS * n, 11), *v = fill<T>(n, 5), *out = fill<T>(ROWS, 2);

		product<T, I><<<3, 32>>>(out, m, v, (I)ROWS, (I)n);
		show(what, out, ROWS);
		cudaFree(m);
		cudaFree(v);
		cudaFree(out);
	}
}

int main()
{
	enum { N = 100, BODIES = 500 };
	int *m = fill<int>(64 * 19, 23), *out = fill<int>(64, 3);
	float *a = fill<float>(96 * 21, 9), *b = fill<float>(96 * 21, 7), *f = fill<float>(N, 2);
	int *list = fill<int>(N, BODIES);
	body *all;

	products<float, int>("float, int");
	products<float, int64_t>("float, long");
	products<double, int>("double, int");
	products<int, unsigned>("int, unsigned");
	products<long long, long long>("long long");
	some<<<1, 64>>>(out, m, 19);
	show("some", out, 64);
	both<<<3, 32>>>(a, b);
	show("both", a, 96 * 21);
	prefix<<<2, 32>>>(m, 19);
	show("prefix", m, 64 * 19);
	cudaMallocManaged(&all, BODIES * sizeof *all);
	for (int k = 0; k < BODIES; k++)
		all[k] = {k % 3 * 1.f, k % 5 * 1.f, k % 7 * 1.f, k % 11 * 1.f,
			  k, (k * 37 + 11) % BODIES, k % 13 * 1.};
	visit<<<4, 32>>>(f, all, list, N);
	show("visit", f, N);
	for (int k = 0; k < N; k++)
		list[k] = (k * 61 + 3) % (96 * 21 / 4);
	three<<<4, 32>>>(f, (const float4 *)b, list, N);
	show("three", f, N);
	return 0;
}
