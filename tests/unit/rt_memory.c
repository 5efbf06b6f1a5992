/* SPDX-License-Identifier: Apache-2.0 */
/* Shows allocation: alignment, what may be freed how, questions about pointers, memory
 * that there is not, and many allocations in any order. */
#include "rt.h"

static void
basic(void)
{
	void *p, *q;
	size_t available, total;

	OK(cudaMalloc(&p, 100));
	CHECK((uintptr_t)p % 256 == 0);
	OK(cudaMalloc(&q, 64 << 20));
	CHECK((uintptr_t)q % 256 == 0);
	memset(q, 1, 64 << 20);
	OK(cudaMemGetInfo(&available, &total));
	CHECK(available > 0 && available <= total);
	OK(cudaFree(p));
	OK(cudaFree(q));
	EXPECT(cudaErrorInvalidValue, cudaFree(p));
	EXPECT(cudaErrorInvalidValue, cudaFree(&p));
	OK(cudaFree(NULL));
	OK(cudaMalloc(&p, 0));
	CHECK(!p);
	EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&p, total + 1));
	EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&p, SIZE_MAX - 100));
	EXPECT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &total, SIZE_MAX / 2, 9));
	EXPECT(cudaErrorInvalidValue, cudaMalloc(NULL, 10));
	CHECK(cudaGetLastError() == cudaErrorInvalidValue);
	CHECK(cudaGetLastError() == cudaSuccess);
}

static void
host_memory(void)
{
	void *p, *d;
	char *own = malloc(4096);
	unsigned flags;

	OK(cudaHostAlloc(&p, 1000, cudaHostAllocMapped | cudaHostAllocPortable));
	OK(cudaHostGetDevicePointer(&d, p, 0));
	CHECK(d == p);
	OK(cudaHostGetFlags(&flags, p));
	CHECK(flags == (cudaHostAllocMapped | cudaHostAllocPortable));
	EXPECT(cudaErrorInvalidValue, cudaFree(p)); /* not the right function */
	OK(cudaFreeHost(p));
	EXPECT(cudaErrorInvalidValue, cudaFreeHost(p));
	EXPECT(cudaErrorInvalidValue, cudaHostGetDevicePointer(&d, own, 0));
	OK(cudaHostRegister(own, 4096, cudaHostRegisterMapped));
	OK(cudaHostGetDevicePointer(&d, own + 5, 0));
	CHECK(d == own + 5);
	EXPECT(cudaErrorHostMemoryAlreadyRegistered,
	       cudaHostRegister(own + 100, 10, 0));
	OK(cudaHostUnregister(own));
	EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own));
	free(own);
}

static void
attributes(void)
{
	struct cudaPointerAttributes a;
	char *device, *host, *managed, local;

	OK(cudaMalloc((void **)&device, 100));
	OK(cudaMallocHost((void **)&host, 100));
	OK(cudaMallocManaged((void **)&managed, 100, cudaMemAttachGlobal));
	OK(cudaPointerGetAttributes(&a, device + 99));
	CHECK(a.type == cudaMemoryTypeDevice && a.device == 0 &&
	      a.devicePointer == device + 99 && !a.hostPointer);
	OK(cudaPointerGetAttributes(&a, host + 1));
	CHECK(a.type == cudaMemoryTypeHost && a.hostPointer == host + 1);
	OK(cudaPointerGetAttributes(&a, managed));
	CHECK(a.type == cudaMemoryTypeManaged && a.hostPointer == managed);
	OK(cudaPointerGetAttributes(&a, &local));
	CHECK(a.type == cudaMemoryTypeUnregistered);
	OK(cudaMemPrefetchAsync(managed, 100, 0, 0));
	OK(cudaMemAdvise(managed, 100, cudaMemAdviseSetReadMostly, 0));
	OK(cudaFree(device));
	OK(cudaFree(managed));
	OK(cudaFreeHost(host));
	EXPECT(cudaErrorInvalidValue, cudaMallocManaged((void **)&managed, 100, 77));
}

static void
in_streams(void)
{
	void *p;
	cudaStream_t s;

	OK(cudaStreamCreate(&s));
	for (int i = 0; i < 100; i++) {
		OK(cudaMallocAsync(&p, 1000, s));
		OK(cudaMemsetAsync(p, i, 1000, s));
		OK(cudaFreeAsync(p, s));
		EXPECT(cudaErrorInvalidValue, cudaFreeAsync(p, s));
	}
	OK(cudaStreamSynchronize(s));
	OK(cudaStreamDestroy(s));
	OK(cudaFreeAsync(NULL, 0));
}

static void
many(void)
{
	enum { N = 3000 };
	static void *p[N];
	unsigned seed = 1;
	struct cudaPointerAttributes a;

	for (int i = 0; i < N; i++)
		OK(cudaMalloc(&p[i], 1 + (size_t)i % 700));
	for (int i = 0; i < N; i++) {
		seed = seed * 1103515245u + 12345u;
		int j = (int)(seed >> 8) % N;
		void *t = p[i];

		p[i] = p[j];
		p[j] = t;
	}
	for (int i = 0; i < N / 2; i++)
		OK(cudaFree(p[i]));
	for (int i = N / 2; i < N; i++) {
		OK(cudaPointerGetAttributes(&a, p[i]));
		CHECK(a.type == cudaMemoryTypeDevice);
	}
	EXPECT(cudaErrorInvalidValue, cudaFree(p[0]));
	OK(cudaDeviceReset()); /* frees the rest */
	EXPECT(cudaErrorInvalidValue, cudaFree(p[N - 1]));
}

/* Large arrays begin at different places of a page, so that their elements with the same
 * number do not compete for one place in a cache; to the last byte they can be used. */
static void
places(void)
{
	enum { N = 8, BYTES = 4 << 20 };
	char *p[N];
	bool differ = false;

	for (int i = 0; i < N; i++) {
		OK(cudaMalloc((void **)&p[i], BYTES));
		CHECK((uintptr_t)p[i] % 512 == 0);
		differ |= (uintptr_t)p[i] % 4096 != (uintptr_t)p[0] % 4096;
		OK(cudaMemset(p[i], i + 1, BYTES));
	}
	OK(cudaDeviceSynchronize());
	CHECK(differ);
	for (int i = 0; i < N; i++) {
		CHECK(p[i][0] == i + 1 && p[i][BYTES - 1] == i + 1);
		OK(cudaFree(p[i]));
	}
}

/* Whether the system was told to leave the memory at p in small pages. */
static bool
is_in_small_pages(const void *p)
{
	FILE *f = fopen("/proc/self/smaps", "r");
	bool is_here = false, is_small = false;
	char line[512];

	CHECK(f);
	while (fgets(line, sizeof line, f)) {
		unsigned long from, to;

		if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
			is_here = from <= (uintptr_t)p && (uintptr_t)p < to;
		else if (is_here && !strncmp(line, "VmFlags:", 8))
			is_small = strstr(line, " nh") != NULL;
	}
	fclose(f);
	return is_small;
}

/* Arrays whose rows may lie at powers of two, where the second cache is large. */
static void
pages(void)
{
#ifdef __x86_64__
	bool is_large = sysconf(_SC_LEVEL2_CACHE_SIZE) >= 2 << 20;
#else
	bool is_large = false;
#endif
	const struct {
		size_t bytes;
		bool is_small;
	} cases[] = {
		{2 << 20, is_large},
		{8 << 20, is_large},
		{3 << 20, is_large},
		{(8 << 20) + 4096, false},
		{9 << 20, false},
		{64 << 20, false},
		{(4 << 20) + (256 << 10), false},
	};

	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		void *p;

		OK(cudaMalloc(&p, cases[k].bytes));
		CHECK(is_in_small_pages(p) == cases[k].is_small);
		memset(p, 1, cases[k].bytes);
		OK(cudaFree(p));
	}
}

int
main(void)
{
	basic();
	pages();
	places();
	host_memory();
	attributes();
	in_streams();
	many();
	return 0;
}
