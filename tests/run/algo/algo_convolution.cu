// algo_convolution: separable image filter, kernel in constant memory, tiles with
// halos, uchar4 pixels.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum { R = 4, W = 100, H = 60, B = 32 };

__constant__ int weights[2 * R + 1];

__global__ void
rows(const uchar4 *in, int4 *out)
{
	__shared__ uchar4 s[B + 2 * R];
	int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y;
	for (int k = threadIdx.x; k < B + 2 * R; k += B) {
		int px = min(max((int)(blockIdx.x * B) + k - R, 0), W - 1);
		s[k] = in[y * W + px];
	}
	__syncthreads();
	if (x >= W)
		return;
	int4 v = make_int4(0, 0, 0, 0);
	for (int k = 0; k <= 2 * R; k++) {
		uchar4 p = s[threadIdx.x + k];
		v.x += p.x * weights[k];
		v.y += p.y * weights[k];
		v.z += p.z * weights[k];
		v.w += p.w * weights[k];
	}
	out[y * W + x] = v;
}

__global__ void
columns(const int4 *in, uchar4 *out)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= W || y >= H)
		return;
	int4 v = make_int4(0, 0, 0, 0);
	for (int k = -R; k <= R; k++) {
		int4 p = in[min(max(y + k, 0), H - 1) * W + x];
		v.x += p.x * weights[k + R];
		v.y += p.y * weights[k + R];
		v.z += p.z * weights[k + R];
		v.w += p.w * weights[k + R];
	}
	out[y * W + x] = make_uchar4(v.x >> 16, v.y >> 16, v.z >> 16, v.w >> 16);
}

int
main()
{
	const int w[2 * R + 1] = {4, 12, 28, 52, 64, 52, 28, 12, 4}; // sums to 256
	CK(cudaMemcpyToSymbol(weights, w, sizeof w));
	std::vector<uchar4> img(W * H), got;
	unsigned seed = 19;
	for (uchar4 &p : img) {
		p.z = (unsigned char)next_random(seed);
		p.y = (unsigned char)next_random(seed);
		p.x = (unsigned char)next_random(seed);
		p.w = 255;
	}
	uchar4 *d = to_device(img), *o = device_array<uchar4>(W * H);
	int4 *mid = device_array<int4>(W * H);
	rows<<<dim3((W + B - 1) / B, H), B>>>(d, mid);
	columns<<<dim3(7, 8), dim3(16, 8)>>>(mid, o);
	SYNC();
	got = to_host(o, W * H);
	int bad = 0;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			int v[3] = {0};
			for (int j = -R; j <= R; j++)
				for (int i = -R; i <= R; i++) {
					int px = x + i < 0    ? 0
						 : x + i >= W ? W - 1
							      : x + i;
					int py = y + j < 0    ? 0
						 : y + j >= H ? H - 1
							      : y + j;
					uchar4 p = img[py * W + px];
					v[0] += p.x * w[i + R] * w[j + R];
					v[1] += p.y * w[i + R] * w[j + R];
					v[2] += p.z * w[i + R] * w[j + R];
				}
			uchar4 g = got[y * W + x];
			bad += g.x != v[0] >> 16 || g.y != v[1] >> 16 ||
			       g.z != v[2] >> 16 || g.w != 255;
		}
	printf("%d wrong, %08x\n", bad, checksum(got.data(), W * H * 4));
}
