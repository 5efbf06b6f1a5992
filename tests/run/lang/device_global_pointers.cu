// device_global_pointers: device pointers in initialisers, lists and tables between
// globals, pointers to strings.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ int value = 5;
__device__ int array[4] = {10, 20, 30, 40};
__device__ int *to_value = &value;
__device__ int *to_middle = array + 2;
__constant__ int *const table[3] = {&value, &array[1], &array[3]};
__device__ const char *const words[3] = {"zero", "one", "two"};

struct Node {
	int v;
	Node *next;
};
__device__ Node third = {3, nullptr};
__device__ Node second = {2, &third};
__device__ Node first = {1, &second};
__device__ Node *head = &first;

__device__ float *from_host; // set by the host

__global__ void
follow(int *out)
{
	int k = 0;
	out[k++] = *to_value;
	out[k++] = *to_middle + to_middle[1];
	for (int i = 0; i < 3; i++)
		out[k++] = *table[i];
	int sum = 0;
	for (Node *n = head; n; n = n->next)
		sum = sum * 10 + n->v;
	out[k++] = sum;
	int letters = 0;
	for (int i = 0; i < 3; i++)
		for (const char *p = words[i]; *p; p++)
			letters += *p;
	out[k++] = letters;
	*to_value += 1;
	for (int i = 0; i < 4; i++)
		from_host[i] = array[i] * 0.5f;
}

int
main()
{
	float *f = device_array<float>(4);
	CK(cudaMemcpyToSymbol(from_host, &f, sizeof f));
	int *d = device_array<int>(7);
	for (int i = 0; i < 2; i++) {
		follow<<<1, 1>>>(d);
		SYNC();
		for (int v : to_host(d, 7))
			printf("%d ", v);
		printf("\n");
	}
	for (float v : to_host(f, 4))
		printf("%g ", v);
	// The host can follow the list through copies.
	Node *p, n;
	CK(cudaMemcpyFromSymbol(&p, head, sizeof p));
	void *addr;
	CK(cudaGetSymbolAddress(&addr, first));
	printf("%s", p == addr ? "same " : "different ");
	while (p) {
		CK(cudaMemcpy(&n, p, sizeof n, cudaMemcpyDeviceToHost));
		printf("%d ", n.v);
		p = n.next;
	}
	printf("\n");
}
