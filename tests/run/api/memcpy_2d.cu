// memcpy_2d: pitched allocation and 2-D copies in all directions, windows, full and
// narrow rows.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
scale(float *p, size_t pitch, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		float *row = (float *)((char *)p + y * pitch);
		row[x] = row[x] * 2 + y;
	}
}

int
main()
{
	const int w = 37, h = 19;
	std::vector<float> a(w * h), b(w * h, -1), want(w * h);
	for (int i = 0; i < w * h; i++) {
		a[i] = i;
		want[i] = 2 * i + i / w;
	}
	float *d, *e;
	size_t pitch, pitch2;
	CK(cudaMallocPitch(&d, &pitch, w * sizeof(float), h));
	CK(cudaMallocPitch((void **)&e, &pitch2, w * sizeof(float), h));
	printf("pitch holds a row and is aligned: %d\n",
	       pitch >= w * sizeof(float) && pitch % 32 == 0 && (size_t)d % 32 == 0);
	CK(cudaMemcpy2D(d, pitch, a.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
	scale<<<dim3(3, 3), dim3(16, 8)>>>(d, pitch, w, h);
	SYNC();
	CK(cudaMemcpy2D(e, pitch2, d, pitch, w * 4, h, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpy2D(b.data(), w * 4, e, pitch2, w * 4, h, cudaMemcpyDeviceToHost));
	same("there and back", b, want);

	// A window of 5 x 4 at (3, 2) into a host image of pitch 8, the rest untouched.
	std::vector<float> win(8 * 6, -1), wantwin(8 * 6, -1);
	CK(cudaMemcpy2D(&win[8 + 1], 8 * 4, (char *)e + 2 * pitch2 + 3 * 4, pitch2,
			5 * 4, 4, cudaMemcpyDeviceToHost));
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 5; x++)
			wantwin[(y + 1) * 8 + x + 1] = want[(y + 2) * w + x + 3];
	same("window", win, wantwin);

	CK(cudaMemset2D(e, pitch2, 0, 10 * 4, 3));
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	CK(cudaMemcpy2DAsync(b.data(), w * 4, e, pitch2, w * 4, h,
			     cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	CK(cudaStreamDestroy(s));
	for (int y = 0; y < 3; y++)
		for (int x = 0; x < 10; x++)
			want[y * w + x] = 0;
	same("async after 2-D memset", b, want);
	printf("width over pitch: %s\n",
	       cudaGetErrorName(cudaMemcpy2D(b.data(), w * 4, e, 8, w * 4, h,
					     cudaMemcpyDeviceToHost)));
	CK(cudaFree(d));
	CK(cudaFree(e));
}
