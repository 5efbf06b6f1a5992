/* SPDX-License-Identifier: Apache-2.0 */
/* Shows copies and fills in all their forms: flat, rows, boxes, large, in stream order,
 * pageable and pinned, and wrong ones. */
#include "rt.h"

struct fill {
	int *data;
	int value, ms;
};

KERNEL(fill_kernel, struct fill)
{
	(void)frame;
	sleep_ms(a->ms);
	a->data[block] = a->value;
}

static void
flat(size_t n)
{
	unsigned char *host = malloc(n), *back = malloc(n);
	void *a, *b;

	OK(cudaMalloc(&a, n));
	OK(cudaMalloc(&b, n));
	for (size_t i = 0; i < n; i++)
		host[i] = (unsigned char)(i * 7 + i / 251);
	OK(cudaMemcpy(a, host, n, cudaMemcpyHostToDevice));
	OK(cudaMemcpy(b, a, n, cudaMemcpyDeviceToDevice));
	OK(cudaMemcpy(back, b, n, cudaMemcpyDefault));
	CHECK(!memcmp(host, back, n));
	OK(cudaMemset(a, 0xa5, n));
	OK(cudaMemcpy(back, a, n, cudaMemcpyDeviceToHost));
	for (size_t i = 0; i < n; i++)
		CHECK(back[i] == 0xa5);
	OK(cudaFree(a));
	OK(cudaFree(b));
	free(host);
	free(back);
}

/* Rows of `width` bytes with gaps that must stay as they are. */
static void
rows(void)
{
	enum { WIDTH = 100, HEIGHT = 50 };
	unsigned char host[HEIGHT][WIDTH + 28], back[HEIGHT][WIDTH + 28];
	size_t pitch;
	char *device;

	OK(cudaMallocPitch((void **)&device, &pitch, WIDTH, HEIGHT));
	CHECK(pitch >= WIDTH && pitch % 256 == 0);
	OK(cudaMemset(device, 9, pitch * HEIGHT));
	memset(back, 7, sizeof back);
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++)
			host[y][x] = (unsigned char)(x ^ y * 3);
	OK(cudaMemcpy2D(device, pitch, host, sizeof host[0], WIDTH, HEIGHT,
			cudaMemcpyHostToDevice));
	OK(cudaDeviceSynchronize());
	CHECK(device[WIDTH] == 9);
	OK(cudaMemcpy2DAsync(back, sizeof back[0], device, pitch, WIDTH, HEIGHT,
			     cudaMemcpyDeviceToHost, cudaStreamPerThread));
	for (int y = 0; y < HEIGHT; y++) {
		CHECK(!memcmp(host[y], back[y], WIDTH));
		CHECK(back[y][WIDTH] == 7);
	}
	OK(cudaMemset2D(device, pitch, 1, WIDTH / 2, HEIGHT));
	OK(cudaDeviceSynchronize());
	CHECK(device[pitch + WIDTH / 2 - 1] == 1 && device[pitch + WIDTH / 2] != 1);
	EXPECT(cudaErrorInvalidPitchValue,
	       cudaMemcpy2D(device, WIDTH - 1, host, sizeof host[0], WIDTH, HEIGHT,
			    cudaMemcpyHostToDevice));
	OK(cudaFree(device));
}

static void
boxes(void)
{
	enum { X = 20, Y = 6, Z = 4 };
	unsigned char host[Z][Y][X], back[Z][Y][X];
	struct cudaExtent e = {X, Y, Z};
	struct cudaPitchedPtr device;
	struct cudaMemcpy3DParms p = {.extent = e, .kind = cudaMemcpyHostToDevice};

	for (size_t i = 0; i < sizeof host; i++)
		((unsigned char *)host)[i] = (unsigned char)i;
	OK(cudaMalloc3D(&device, e));
	OK(cudaMemset3D(device, 3, e));
	p.srcPtr = (struct cudaPitchedPtr){host, X, X, Y};
	p.dstPtr = device;
	OK(cudaMemcpy3D(&p));
	p.srcPtr = device;
	p.dstPtr = (struct cudaPitchedPtr){back, X, X, Y};
	p.kind = cudaMemcpyDeviceToHost;
	OK(cudaMemcpy3DAsync(&p, 0));
	CHECK(!memcmp(host, back, sizeof host));
	p.srcPos = (struct cudaPos){5, 1, 2};
	p.extent = (struct cudaExtent){3, 2, 1};
	OK(cudaMemcpy3D(&p));
	CHECK(!memcmp(back[0][1], &host[2][2][5], 3));
	OK(cudaFree(device.ptr));
}

/* Copies and fills wait for the kernel before them. */
static void
stream_order(void)
{
	int *device, *pinned, pageable = 0, local = 41;
	cudaStream_t s;

	OK(cudaStreamCreate(&s));
	OK(cudaMalloc((void **)&device, 4 * sizeof *device));
	OK(cudaMallocHost((void **)&pinned, sizeof *pinned));
	struct fill slow = {device, 17, 20};

	OK(launch(&fill_kernel, 1, 1, &slow, s));
	OK(cudaMemcpyAsync(pinned, device, sizeof *pinned, cudaMemcpyDeviceToHost, s));
	OK(cudaMemcpyAsync(device + 1, &local, sizeof local, cudaMemcpyHostToDevice,
			   s));
	local = 0; /* was read before the call returned */
	OK(cudaMemcpyAsync(device + 2, device, sizeof *device, cudaMemcpyDeviceToDevice,
			   s));
	OK(cudaMemsetAsync(device, 0, sizeof *device, s));
	OK(cudaStreamSynchronize(s));
	CHECK(*pinned == 17 && device[0] == 0 && device[1] == 41 && device[2] == 17);
	OK(launch(&fill_kernel, 1, 1, &slow, s));
	OK(cudaMemcpyAsync(&pageable, device, sizeof pageable, cudaMemcpyDeviceToHost,
			   s));
	CHECK(pageable == 17); /* returned after the copy */
	OK(cudaMemset(device, 0, sizeof *device));
	OK(launch(&fill_kernel, 1, 1, &slow, s));
	OK(cudaMemcpy(&pageable, device, sizeof pageable, cudaMemcpyDeviceToHost));
	CHECK(pageable == 17);
	OK(cudaMemset(device, 0, sizeof *device));
	OK(launch(&fill_kernel, 1, 1, &slow,
		  0)); /* the stream waits for this one too */
	OK(cudaMemcpyAsync(&pageable, device, sizeof pageable, cudaMemcpyDeviceToHost,
			   s));
	CHECK(pageable == 17);
	OK(cudaFreeHost(pinned));
	OK(cudaFree(device));
	OK(cudaStreamDestroy(s));
}

static void
wrong(void)
{
	char c[8], d[8];

	EXPECT(cudaErrorInvalidValue, cudaMemcpy(NULL, c, 8, cudaMemcpyHostToDevice));
	EXPECT(cudaErrorInvalidValue, cudaMemcpy(c, NULL, 8, cudaMemcpyDeviceToHost));
	EXPECT(cudaErrorInvalidMemcpyDirection,
	       cudaMemcpy(c, d, 8, (enum cudaMemcpyKind)9));
	EXPECT(cudaErrorInvalidValue, cudaMemset(NULL, 0, 8));
	OK(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice));
	OK(cudaMemset(NULL, 0, 0));
}

/* With many threads each does less than 64 KiB at once. */
static void
sizes(void)
{
	flat(1);
	flat(1000);
	flat(65537);
	flat(300000);
	flat(5000001);
}

static void
with_many_threads(void)
{
	int status;
	pid_t child = fork();

	if (!child) {
		setenv("HEDDLE_THREADS", "16", 1);
		sizes();
		rows();
		boxes();
		exit(0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int
main(void)
{
	with_many_threads();
	REGISTER(fill_kernel);
	sizes();
	rows();
	boxes();
	stream_order();
	wrong();
	return 0;
}
