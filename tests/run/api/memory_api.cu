// memory_api: malloc, all directions of memcpy, offsets, memset, free, memory info.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

int
main()
{
	const int n = 1000;
	std::vector<int> a(n), b(n, -1);
	for (int i = 0; i < n; i++)
		a[i] = i * i;
	int *d, *e;
	CK(cudaMalloc(&d, n * sizeof *d));
	CK(cudaMalloc((void **)&e, n * sizeof *e));
	printf("aligned %d\n", (int)((size_t)d % 256 == 0 && (size_t)e % 256 == 0));
	CK(cudaMemcpy(d, a.data(), n * sizeof *d, cudaMemcpyHostToDevice));
	CK(cudaMemcpy(e, d, n * sizeof *d, cudaMemcpyDeviceToDevice));
	CK(cudaMemcpy(b.data(), e, n * sizeof *d, cudaMemcpyDeviceToHost));
	same("through two device arrays", b, a);

	std::vector<int> c(n, 0);
	CK(cudaMemcpy(c.data(), a.data(), n * sizeof(int), cudaMemcpyHostToHost));
	same("host to host", c, a);
	CK(cudaMemcpy(e, a.data(), n * sizeof(int), cudaMemcpyDefault));
	CK(cudaMemcpy(c.data(), e, n * sizeof(int), cudaMemcpyDefault));
	same("default kind", c, a);

	CK(cudaMemset(d, 0xab, n * sizeof *d));
	CK(cudaMemset(d + 10, 0, 20));
	CK(cudaMemcpy(d + 500, a.data() + 3, 4 * sizeof(int), cudaMemcpyHostToDevice));
	CK(cudaMemcpy(c.data(), d, n * sizeof(int), cudaMemcpyDeviceToHost));
	printf("%x %x %x %x | %d %d %d %d | %x\n", c[9], c[10], c[14], c[15], c[500],
	       c[501], c[502], c[503], c[504]);

	CK(cudaMemcpy(d, a.data(), 0, cudaMemcpyHostToDevice));
	CK(cudaMemset(d, 1, 0));
	CK(cudaFree(d));
	CK(cudaFree(e));
	CK(cudaFree(nullptr));

	void *zero = (void *)8;
	CK(cudaMalloc(&zero, 0));
	printf("malloc of 0: %s\n", zero ? "some pointer" : "null");
	size_t free_bytes = 0, total = 0;
	CK(cudaMemGetInfo(&free_bytes, &total));
	printf("memory info plausible %d\n", free_bytes > 0 && free_bytes <= total);
}
