// private_memory: large and dynamically indexed private arrays, pointers into them,
// memcpy, memset, local tables.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__device__ __noinline__ void
fill(int *a, int n, int k)
{
	for (int i = 0; i < n; i++)
		a[i] = i * k;
}

__device__ __noinline__ int
total(const int *first, const int *end)
{
	int s = 0;
	for (; first < end; first++)
		s += *first;
	return s;
}

struct Rec {
	int id;
	char name[12];
	float w[3];
};

__global__ void
kernel(int *out)
{
	int t = threadIdx.x;
	int big[1000];
	fill(big, 1000, t);
	out[t * 4] = total(big + t, big + 1000) + big[(t * 37) % 1000];

	// A constant table, indexed dynamically.
	const short table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
	out[t * 4 + 1] = table[t % 8] * 10 + table[(t * 5) % 8];

	Rec a, b, *p = t % 2 ? &a : &b;
	memset(&a, 0, sizeof a);
	memset(&b, 1, sizeof b);
	p->id = t;
	p->name[3] = 'x';
	Rec c;
	memcpy(&c, p, sizeof c);
	out[t * 4 + 2] = c.id * 1000 + c.name[3] + c.name[4];

	// A stack machine in private memory.
	int stack[32], top = 0;
	for (int i = 1; i <= 20; i++) {
		stack[top++] = i + t;
		if (i % 3 == 0) {
			int x = stack[--top], y = stack[--top];
			stack[top++] = x * 3 - y;
		}
	}
	int s = 0;
	while (top > 0)
		s = s * 2 + stack[--top];
	out[t * 4 + 3] = s;
}

int
main()
{
	const int n = 64;
	int *d = device_array<int>(n * 4);
	kernel<<<1, n>>>(d);
	SYNC();
	const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
	std::vector<int> want(n * 4);
	for (int t = 0; t < n; t++) {
		int sum = 0;
		for (int i = t; i < 1000; i++)
			sum += i * t;
		want[t * 4] = sum + (t * 37) % 1000 * t;
		want[t * 4 + 1] = table[t % 8] * 10 + table[t * 5 % 8];
		want[t * 4 + 2] = t * 1000 + 'x' + (t % 2 ? 0 : 1);
		std::vector<int> st;
		for (int i = 1; i <= 20; i++) {
			st.push_back(i + t);
			if (i % 3 == 0) {
				int x = st.back();
				st.pop_back();
				st.back() = x * 3 - st.back();
			}
		}
		int s = 0;
		for (; !st.empty(); st.pop_back())
			s = s * 2 + st.back();
		want[t * 4 + 3] = s;
	}
	same("private", to_host(d, n * 4), want);
}
