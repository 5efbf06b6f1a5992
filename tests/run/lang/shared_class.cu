// shared_class: class-typed shared variables: with methods, nested, with an empty
// constructor, in arrays.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Point {
	float x, y;
	__device__
	Point()
	{
	}
	__device__
	Point(float a, float b)
	    : x(a), y(b)
	{
	}
	__device__ Point
	operator+(const Point &o) const
	{
		return Point(x + o.x, y + o.y);
	}
};

template <typename T, int N> class Stack
{
	int top_;
	T items_[N];

      public:
	__device__ void
	clear()
	{
		top_ = 0;
	}
	__device__ void
	push(T v)
	{
		items_[atomicAdd(&top_, 1)] = v;
	}
	__device__ int
	size() const
	{
		return top_;
	}
	__device__ T
	at(int i) const
	{
		return items_[i];
	}
};

struct Block {
	Stack<int, 128> odd, even;
	Point corner[4];
	union {
		int i;
		float f;
	} bits;
};

__global__ void
classes(int *out, float *fout)
{
	__shared__ Block b;
	__shared__ Point points[64];
	__shared__ Stack<short, 16> small;
	int t = threadIdx.x;
	if (t == 0) {
		b.odd.clear();
		b.even.clear();
		b.bits.f = 1.0f;
		small.clear();
	}
	if (t < 4)
		b.corner[t] = Point(t, t * 10);
	points[t] = Point(t, -t);
	__syncthreads();
	(t % 2 ? b.odd : b.even).push(t);
	if (t < 5)
		small.push((short)1);
	Point p = points[63 - t] + b.corner[t % 4];
	fout[t] = p.x * 1000 + p.y;
	__syncthreads();
	if (t == 0) {
		int so = 0, se = 0;
		for (int i = 0; i < b.odd.size(); i++)
			so += b.odd.at(i);
		for (int i = 0; i < b.even.size(); i++)
			se += b.even.at(i);
		out[0] = b.odd.size();
		out[1] = b.even.size();
		out[2] = so;
		out[3] = se;
		out[4] = b.bits.i;
		out[5] = small.size();
	}
}

int
main()
{
	int *d = device_array<int>(6);
	float *f = device_array<float>(64);
	classes<<<1, 64>>>(d, f);
	SYNC();
	std::vector<int> h = to_host(d, 6);
	printf("%d %d %d %d %x %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
	std::vector<float> want(64);
	for (int t = 0; t < 64; t++)
		want[t] = (63 - t + t % 4) * 1000 + (-(63 - t) + t % 4 * 10);
	same("points", to_host(f, 64), want);
}
