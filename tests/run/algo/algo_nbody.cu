// algo_nbody: forces in shared-memory tiles; total force is zero, and agrees with the
// host within rounding.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <cmath>

enum { N = 256, T = 64 };

__global__ void
forces(const float4 *body, float4 *out)
{
	__shared__ float4 tile[T];
	int i = blockIdx.x * T + threadIdx.x;
	float4 me = body[i];
	float3 f = make_float3(0, 0, 0);
	for (int base = 0; base < N; base += T) {
		tile[threadIdx.x] = body[base + threadIdx.x];
		__syncthreads();
		for (int k = 0; k < T; k++) {
			float4 o = tile[k];
			float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
			float r2 = dx * dx + dy * dy + dz * dz + 0.01f,
			      inv = rsqrtf(r2);
			float s = o.w * me.w * inv * inv * inv;
			f.x += dx * s;
			f.y += dy * s;
			f.z += dz * s;
		}
		__syncthreads();
	}
	out[i] = make_float4(f.x, f.y, f.z, 0);
}

int
main()
{
	std::vector<float4> b(N), f;
	unsigned seed = 3;
	for (float4 &v : b) {
		v.x = next_random(seed) % 1000 * 0.01f;
		v.y = next_random(seed) % 1000 * 0.01f;
		v.z = next_random(seed) % 1000 * 0.01f;
		v.w = next_random(seed) % 10 + 1;
	}
	float4 *d = to_device(b), *o = device_array<float4>(N);
	forces<<<N / T, T>>>(d, o);
	SYNC();
	f = to_host(o, N);
	double worst = 0, sum = 0, size = 0;
	for (int i = 0; i < N; i++) {
		double x = 0, y = 0, z = 0;
		for (int k = 0; k < N; k++) {
			double dx = b[k].x - b[i].x, dy = b[k].y - b[i].y,
			       dz = b[k].z - b[i].z;
			double r2 = dx * dx + dy * dy + dz * dz + 0.01f,
			       s = b[k].w * b[i].w / (r2 * sqrt(r2));
			x += dx * s;
			y += dy * s;
			z += dz * s;
		}
		double e = fabs(x - f[i].x) + fabs(y - f[i].y) + fabs(z - f[i].z);
		double m = fabs(x) + fabs(y) + fabs(z);
		worst = fmax(worst, e / (1 + m));
		sum += f[i].x + f[i].y + f[i].z;
		size += m;
	}
	printf("agrees: %s\n", worst < 1e-4 ? "OK" : "WRONG");
	printf("balance: %s\n", fabs(sum) < 1e-5 * size ? "OK" : "WRONG");
}
