// algo_fft: radix-2 FFT of 256 points in shared memory and back; against a slow
// transform on the host.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum { N = 256 };

__global__ void
fft(float2 *data, int inverse)
{
	__shared__ float2 s[N];
	int t = threadIdx.x;
	float2 *d = data + blockIdx.x * N;
	for (int k = t; k < N; k += blockDim.x)
		s[__brev(k) >> 24] = d[k];
	for (int half = 1; half < N; half *= 2) {
		__syncthreads();
		int j = t % half, i = (t / half) * half * 2 + j;
		float sn, cs;
		sincospif((inverse ? 1.0f : -1.0f) * j / half, &sn, &cs);
		float2 a = s[i], b = s[i + half];
		float2 w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
		s[i] = make_float2(a.x + w.x, a.y + w.y);
		s[i + half] = make_float2(a.x - w.x, a.y - w.y);
	}
	__syncthreads();
	float scale = inverse ? 1.0f / N : 1.0f;
	for (int k = t; k < N; k += blockDim.x)
		d[k] = make_float2(s[k].x * scale, s[k].y * scale);
}

int
main()
{
	std::vector<float2> a(2 * N);
	unsigned seed = 10;
	for (float2 &v : a) {
		v.x = next_random(seed) % 100 * 0.01f;
		v.y = next_random(seed) % 100 * 0.01f;
	}
	float2 *d = to_device(a);
	fft<<<2, N / 2>>>(d, 0);
	SYNC();
	std::vector<float2> f = to_host(d, 2 * N);
	double worst = 0;
	for (int b = 0; b < 2; b++)
		for (int k = 0; k < N; k++) {
			double re = 0, im = 0;
			for (int i = 0; i < N; i++) {
				double w =
					-2 * 3.14159265358979323846 * (k * i % N) / N;
				float2 v = a[b * N + i];
				re += v.x * cos(w) - v.y * sin(w);
				im += v.x * sin(w) + v.y * cos(w);
			}
			worst = fmax(worst, fmax(fabs(re - f[b * N + k].x),
						 fabs(im - f[b * N + k].y)));
		}
	printf("forward: %s\n", worst < 1e-3 ? "OK" : "WRONG");
	fft<<<2, N / 2>>>(d, 1);
	SYNC();
	f = to_host(d, 2 * N);
	worst = 0;
	for (int i = 0; i < 2 * N; i++)
		worst = fmax(worst, fmax(fabs(a[i].x - f[i].x), fabs(a[i].y - f[i].y)));
	printf("and back: %s\n", worst < 1e-5 ? "OK" : "WRONG");
}
