// device_memory_pointers: structures in device memory that point to each other; pointer
// attributes; copies of pointers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Matrix {
	int rows, cols;
	float *data;
};
struct Node {
	int value;
	Node *next;
};

__global__ void
link(Node *pool, int n, Node **heads, int lists)
{
	int l = threadIdx.x;
	if (l >= lists)
		return;
	Node *head = nullptr;
	for (int i = l; i < n; i += lists) {
		pool[i].value = i;
		pool[i].next = head;
		head = &pool[i];
	}
	heads[l] = head;
}

__global__ void
sum(Node *const *heads, int lists, int *out)
{
	int l = threadIdx.x;
	if (l >= lists)
		return;
	int s = 0, k = 1;
	for (const Node *p = heads[l]; p; p = p->next)
		s += p->value * k++;
	out[l] = s;
}

__global__ void
trace(const Matrix *m, float *out)
{
	float t = 0;
	for (int i = 0; i < min(m->rows, m->cols); i++)
		t += m->data[i * m->cols + i];
	*out = t;
}

int
main()
{
	const int n = 100, lists = 7;
	Node *pool = device_array<Node>(n);
	Node **heads = device_array<Node *>(lists);
	int *out = device_array<int>(lists);
	link<<<1, 32>>>(pool, n, heads, lists);
	sum<<<1, 32>>>(heads, lists, out);
	SYNC();
	std::vector<int> want(lists);
	for (int l = 0; l < lists; l++) {
		int last = l;
		while (last + lists < n)
			last += lists;
		for (int i = last, k = 1; i >= 0; i -= lists, k++)
			want[l] += i * k;
	}
	same("lists", to_host(out, lists), want);

	std::vector<float> data(12);
	for (int i = 0; i < 12; i++)
		data[i] = i + 0.5f;
	Matrix m = {3, 4, to_device(data)};
	Matrix *dm = to_device(std::vector<Matrix>{m});
	float *t = device_array<float>(1);
	trace<<<1, 1>>>(dm, t);
	SYNC();
	printf("trace %g\n", to_host(t, 1)[0]);

	cudaPointerAttributes a;
	CK(cudaPointerGetAttributes(&a, t));
	printf("device pointer: %d %d\n", a.type == cudaMemoryTypeDevice, a.device);
	int *h;
	CK(cudaMallocHost(&h, 64));
	CK(cudaPointerGetAttributes(&a, h));
	printf("pinned pointer: %d\n", a.type == cudaMemoryTypeHost);
	CK(cudaPointerGetAttributes(&a, &m));
	printf("plain pointer: %d\n", a.type == cudaMemoryTypeUnregistered);
}
