// function_pointers: device function pointers: tables in device and constant memory,
// arguments, fetched by the host; a function has one address.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

typedef int (*op_fn)(int, int);

__device__ int
add(int a, int b)
{
	return a + b;
}
__device__ int
sub(int a, int b)
{
	return a - b;
}
__device__ int
mul(int a, int b)
{
	return a * b;
}
__device__ __noinline__ int
last(int, int b)
{
	return b;
}

__device__ op_fn table[4] = {add, sub, mul, last};
__constant__ op_fn constant_table[2] = {mul, add};
__device__ op_fn chosen = sub;

struct Button {
	char name;
	float (*press)(float);
};
__device__ float
half_of(float x)
{
	return x / 2;
}
__device__ float
square_of(float x)
{
	return x * x;
}
__device__ Button buttons[2] = {{'h', half_of}, {'s', square_of}};

__device__ int
apply(op_fn f, int a, int b)
{
	return f(a, b);
}

__global__ void
calls(int *out, op_fn from_host)
{
	int t = threadIdx.x;
	int r = table[t % 4](t, 3);
	r = r * 100 + constant_table[t % 2](t, 2);
	op_fn local = t & 4 ? add : sub;
	r = r * 10 + apply(local, 5, 2);
	r += from_host(t, 1000);
	r += chosen(0, 7);
	r += (int)buttons[t & 1].press(8.0f);
	out[t] = r;
}

template <op_fn F>
__global__ void
as_template(int *out)
{
	out[threadIdx.x] = F(threadIdx.x, 4);
}

__global__ void
compare(int *out, op_fn from_host)
{
	int t = threadIdx.x;
	op_fn f = t == 0 ? add : t == 1 ? sub : t == 2 ? mul : last;
	out[t] = (table[t] == f) + 2 * (constant_table[t & 1] == f) +
		 4 * (from_host == f) + 8 * (chosen == f);
}

int
main()
{
	op_fn f;
	CK(cudaMemcpyFromSymbol(&f, table, sizeof f, 2 * sizeof f)); // mul
	const int n = 16;
	int *d = device_array<int>(n);
	std::vector<int> want(n), w2(n);
	for (int t = 0; t < n; t++) {
		int r = t % 4 == 0   ? t + 3
			: t % 4 == 1 ? t - 3
			: t % 4 == 2 ? t * 3
				     : 3;
		r = r * 100 + (t % 2 ? t + 2 : t * 2);
		r = r * 10 + (t & 4 ? 7 : 3);
		want[t] = r + t * 1000 - 7 + (t & 1 ? 64 : 4);
		w2[t] = t * 4;
	}
	calls<<<1, n>>>(d, f);
	SYNC();
	same("tables", to_host(d, n), want);
	as_template<mul><<<1, n>>>(d);
	SYNC();
	same("template", to_host(d, n), w2);
	compare<<<1, 4>>>(d, f);
	SYNC();
	same("addresses", to_host(d, 4), {1, 9, 7, 1});
}
