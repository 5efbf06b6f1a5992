// Both sides of a branch read and write the same elements: one access for both, in an order
// in which nobody can tell.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <vector>

const int N = 1000;

__global__ void threshold(const unsigned char *in, unsigned char *out, int n, int t)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = (in[3 * i] + in[3 * i + 1] + in[3 * i + 2]) / 3;
	if (v > t) {
		out[3 * i] = 255;
		out[3 * i + 1] = v;
		out[3 * i + 2] = 255;
	} else {
		out[3 * i + 2] = 1;
		out[3 * i] = 0;
		out[3 * i + 1] = 0;
	}
}

__global__ void ladder(const float *a, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (a[i] < 0.1f)
		o[i] = 0;
	else if (a[i] < 0.3f)
		o[i] = a[i] * 3;
	else if (a[i] < 0.5f)
		o[i] = 1 / a[i];
	else if (a[i] < 0.7f)
		o[i] = a[i];
	else {
		o[i] = 7;
		return;
	}
	o[i] += 1;
}

__global__ void update(float *a, const float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (b[i] < 0.5f)
		a[i] += b[i];
	else
		a[i] -= b[i];
}

__global__ void pairs(const float *a, float2 *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (a[i] < 0.5f) {
		o[i].x = a[i];
		o[i].y = 1;
	} else {
		o[i].y = a[i];
		o[i].x = 2;
	}
}

// `o` and `p` may be one array.
__global__ void between(const float *a, float *o, float *p, float *q, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (a[i] < 0.5f) {
		o[i] = 1;
		q[i] = p[i] + 10;
	} else {
		q[i] = p[i] + 20;
		o[i] = 2;
	}
}

// Two places of one thread that are sometimes one: the later store stays.
__global__ void order(const float *a, const int *to, float *o, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	if (a[i] < 0.5f) {
		o[i] = 1;
		o[to[i]] = 2;
	} else {
		o[to[i]] = 3;
		o[i] = 4;
	}
}

// In shared memory, in a loop, and around it.
__global__ void shared(const float *a, float *o, int n)
{
	__shared__ float s[64];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	float v = i < n ? a[i] : 0;

	for (int k = 0; k < 4; k++) {
		if (v > 0.25f * k)
			s[t] = v * (k + 2);
		else
			s[t] = -v;
		__syncthreads();
		float w = s[(t + 1) % 64];
		__syncthreads();
		if (w < 0) {
			v = w + 1;
			continue;
		}
		v = w * 0.5f;
	}
	if (i >= n)
		return;
	if (t & 1)
		o[i] = v;
	else
		o[i] = s[t];
}

static void show(const char *name, const float *o, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		s += (double)o[i] * (i % 97 + 1);
	printf("%s %.6g %.6g %.6g\n", name, s, o[0], o[n - 1]);
}

int main()
{
	unsigned char *in, *out;
	float *a, *b, *o, *q;
	int *to, g = (N + 63) / 64;
	cudaMallocManaged(&in, 3 * N);
	cudaMallocManaged(&out, 3 * N);
	cudaMallocManaged(&a, N * sizeof(float));
	cudaMallocManaged(&b, N * sizeof(float));
	cudaMallocManaged(&o, 2 * N * sizeof(float));
	cudaMallocManaged(&q, N * sizeof(float));
	cudaMallocManaged(&to, N * sizeof(int));
	for (int i = 0; i < 3 * N; i++)
		in[i] = i * 2654435761u >> 24;
	for (int i = 0; i < N; i++) {
		a[i] = (i * 2654435761u >> 16) / 65536.0f;
		b[i] = (i * 40503u % 65536) / 65536.0f;
		to[i] = i % 3 ? i : N + i;
	}

	threshold<<<g, 64>>>(in, out, N, 120);
	cudaDeviceSynchronize();
	unsigned sum = 0;
	for (int i = 0; i < 3 * N; i++)
		sum = sum * 31 + out[i];
	printf("threshold %08x\n", sum);
	ladder<<<g, 64>>>(a, o, N);
	cudaDeviceSynchronize();
	show("ladder", o, N);
	update<<<g, 64>>>(o, b, N);
	cudaDeviceSynchronize();
	show("update", o, N);
	pairs<<<g, 64>>>(a, (float2 *)o, N);
	cudaDeviceSynchronize();
	show("pairs", o, 2 * N);
	between<<<g, 64>>>(a, o, o, q, N);
	cudaDeviceSynchronize();
	show("between", q, N);
	show("between", o, N);
	order<<<g, 64>>>(a, to, o, N);
	cudaDeviceSynchronize();
	show("order", o, 2 * N);
	for (int i = 0; i < N; i++)
		o[i] = 0;
	shared<<<g, 64>>>(a, o, N);
	cudaDeviceSynchronize();
	show("shared", o, N);
}
