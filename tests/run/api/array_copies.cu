// array_copies: every copy to, from and between arrays; windows, boxes, and what does
// not fit.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

static int bad;

static void
expect(const char *what, bool good)
{
	if (!good) {
		printf("%s: wrong\n", what);
		bad++;
	}
}

static void
refused(const char *what, cudaError_t error)
{
	printf("%s: %s\n", what, cudaGetErrorName(error));
	cudaGetLastError();
}

int
main()
{
	const int w = 6, h = 4, d = 3;
	int a[w * h * d], b[w * h * d];
	for (int i = 0; i < w * h * d; i++)
		a[i] = i + 1;
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
	cudaArray_t x, y, box, other;
	CK(cudaMallocArray(&x, &desc, w, h));
	CK(cudaMallocArray(&y, &desc, w, h));
	CK(cudaMalloc3DArray(&box, &desc, make_cudaExtent(w, h, d)));

	CK(cudaMemcpy2DToArray(x, 0, 0, a, w * 4, w * 4, h, cudaMemcpyHostToDevice));
	memset(b, 0, sizeof b);
	CK(cudaMemcpy2DFromArray(b, w * 4, x, 0, 0, w * 4, h, cudaMemcpyDeviceToHost));
	expect("there and back", !memcmp(a, b, w * h * 4));

	int window[2 * 3] = {-1, -2, -3, -4, -5, -6};
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	CK(cudaMemcpy2DToArrayAsync(x, 2 * 4, 1, window, 3 * 4, 3 * 4, 2,
				    cudaMemcpyHostToDevice, s));
	CK(cudaMemcpy2DFromArrayAsync(b, w * 4, x, 0, 0, w * 4, h,
				      cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	expect("window", b[w + 2] == -1 && b[w + 4] == -3 && b[2 * w + 2] == -4 &&
				 b[2 * w + 4] == -6 && b[w + 1] == a[w + 1] &&
				 b[w + 5] == a[w + 5]);
	CK(cudaMemcpy2DArrayToArray(y, 0, 0, x, 2 * 4, 1, 3 * 4, 2));
	CK(cudaMemcpy2DFromArray(b, 12, y, 0, 0, 12, 2, cudaMemcpyDeviceToHost));
	expect("array to array", !memcmp(b, window, sizeof window));

#if CUDART_VERSION < 13000
	CK(cudaMemcpyToArray(x, 0, 1, a, 2 * w * 4, cudaMemcpyHostToDevice));
	CK(cudaMemcpyFromArray(b, x, 4, 1, 8 * 4, cudaMemcpyDeviceToHost));
	expect("runs", !memcmp(b, a + 1, 32));
	CK(cudaMemcpyArrayToArray(y, 0, 0, x, 0, 1, 2 * w * 4));
	CK(cudaMemcpyFromArrayAsync(b, y, 0, 0, 2 * w * 4, cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	expect("run to run", !memcmp(b, a, 2 * w * 4));
#endif

	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr(a, w * 4, w, h);
	p.dstArray = box;
	p.extent = make_cudaExtent(w, h, d);
	p.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&p));
	cudaPitchedPtr room;
	CK(cudaMalloc3D(&room, make_cudaExtent(w * 4, h, d)));
	p = {};
	p.srcArray = box;
	p.srcPos = make_cudaPos(1, 1, 1);
	p.dstPtr = room;
	p.dstPos = make_cudaPos(1, 0, 1);
	p.extent = make_cudaExtent(2, 3, 2);
	p.kind = cudaMemcpyDeviceToDevice;
	CK(cudaMemcpy3DAsync(&p, s));
	CK(cudaStreamSynchronize(s));
	p = {};
	p.srcPtr = room;
	p.dstPtr = make_cudaPitchedPtr(b, w * 4, w, h);
	p.extent = make_cudaExtent(w * 4, h, d);
	p.kind = cudaMemcpyDeviceToHost;
	memset(b, 0, sizeof b);
	CK(cudaMemcpy3D(&p));
	bool good = true;
	for (int k = 0; k < 2; k++)
		for (int j = 0; j < 3; j++)
			for (int i = 0; i < 2; i++)
				good &= b[((k + 1) * h + j) * w + i + 1] ==
					a[((k + 1) * h + j + 1) * w + i + 1];
	expect("box from an array", good);

	cudaExtent e;
	unsigned flags;
	CK(cudaArrayGetInfo(&desc, &e, &flags, box));
	printf("info: %zu x %zu x %zu, %d bits, flags %u\n", e.width, e.height, e.depth,
	       desc.x, flags);
	CK(cudaArrayGetInfo(&desc, &e, &flags, x));
	printf("info: %zu x %zu x %zu\n", e.width, e.height, e.depth);

	refused("too wide", cudaMemcpy2DToArray(x, 8, 0, a, w * 4, w * 4, h,
						cudaMemcpyHostToDevice));
	refused("too high", cudaMemcpy2DFromArray(b, w * 4, x, 0, 2, w * 4, 3,
						  cudaMemcpyDeviceToHost));
	cudaChannelFormatDesc three = {8, 8, 8, 0, cudaChannelFormatKindUnsigned};
	refused("three channels", cudaMallocArray(&other, &three, 4, 4));
	refused("no width", cudaMallocArray(&other, &desc, 0, 4));
	refused("cube that is none",
		cudaMalloc3DArray(&other, &desc, make_cudaExtent(4, 3, 6),
				  cudaArrayCubemap));
	CK(cudaFreeArray(x));
	CK(cudaFreeArray(y));
	CK(cudaFreeArray(box));
	CK(cudaFreeArray(nullptr));
	printf("%d wrong\n", bad);
	return bad;
}
