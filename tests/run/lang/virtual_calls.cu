// virtual_calls: objects with virtual functions, made in kernels: in private, shared
// and global memory.
// quick
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <new>

struct Shape {
	__device__ virtual float area() const = 0;
	__device__ virtual int
	sides() const
	{
		return 0;
	}
	__device__ float
	twice() const
	{
		return 2 * area();
	}
};
struct Rect : Shape {
	float w, h;
	__device__
	Rect(float a, float b)
	    : w(a), h(b)
	{
	}
	__device__ float
	area() const override
	{
		return w * h;
	}
	__device__ int
	sides() const override
	{
		return 4;
	}
};
struct Square : Rect {
	__device__
	Square(float a)
	    : Rect(a, a)
	{
	}
	__device__ float
	area() const override
	{
		return w * w + 0.5f;
	}
};
struct Disc : Shape {
	float r;
	__device__
	Disc(float a)
	    : r(a)
	{
	}
	__device__ float
	area() const override
	{
		return 3 * r * r;
	}
};
struct Named {
	__device__ virtual char
	letter() const
	{
		return 'n';
	}
};
struct Both : Rect, Named {
	__device__
	Both()
	    : Rect(2, 3)
	{
	}
	__device__ char
	letter() const override
	{
		return 'b';
	}
};

__device__ __noinline__ float
measure(const Shape *s)
{
	return s->twice() + s->sides();
}

__global__ void
local_objects(float *out)
{
	int t = threadIdx.x;
	Rect r(t, 2);
	Square s(t);
	Disc d(t);
	const Shape *shapes[3] = {&r, &s, &d};
	out[t] = measure(shapes[t % 3]);
}

union Storage {
	char rect[sizeof(Rect)];
	char disc[sizeof(Disc)];
	double align;
};

__global__ void
make(Storage *mem, Shape **list)
{
	int t = threadIdx.x;
	if (t % 2)
		list[t] = new (mem[t].disc) Disc(t);
	else
		list[t] = new (mem[t].rect) Rect(t, t + 1);
}

__global__ void
use(Shape **list, int n, float *out)
{
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += list[(i + threadIdx.x) % n]->area() * (i + 1);
	out[threadIdx.x] = sum;
}

__global__ void
multiple(int *out)
{
	Both b;
	Named *n = &b;
	Shape *s = &b;
	Named plain;
	Named *two[2] = {n, &plain};
	out[threadIdx.x] = two[threadIdx.x & 1]->letter() * 100 + (int)s->area();
}

int
main()
{
	const int n = 12;
	float *d = device_array<float>(n);
	std::vector<float> want(n), w2(n);
	local_objects<<<1, n>>>(d);
	SYNC();
	for (int t = 0; t < n; t++)
		want[t] = t % 3 == 0   ? 2 * (t * 2) + 4
			  : t % 3 == 1 ? 2 * (t * t + 0.5f) + 4
				       : 2 * (3 * t * t);
	same("local", to_host(d, n), want);

	Storage *mem = device_array<Storage>(n);
	Shape **list = device_array<Shape *>(n);
	make<<<1, n>>>(mem, list);
	use<<<1, n>>>(list, n, d);
	SYNC();
	for (int t = 0; t < n; t++)
		for (int i = 0; i < n; i++) {
			int k = (i + t) % n;
			w2[t] += (k % 2 ? 3 * k * k : k * (k + 1)) * (i + 1);
		}
	same("kept in memory", to_host(d, n), w2);
	int *o = device_array<int>(2);
	multiple<<<1, 2>>>(o);
	SYNC();
	printf("%d %d\n", to_host(o, 2)[0], to_host(o, 2)[1]);
}
