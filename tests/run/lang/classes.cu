// classes: methods, constructors and destructors, operators, inheritance, static
// members, references, copies.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

struct Complex {
	float re, im;
	__host__ __device__
	Complex(float r = 0, float i = 0)
	    : re(r), im(i)
	{
	}
	__host__ __device__ Complex
	operator+(Complex o) const
	{
		return Complex(re + o.re, im + o.im);
	}
	__host__ __device__ Complex
	operator*(Complex o) const
	{
		return Complex(re * o.re - im * o.im, re * o.im + im * o.re);
	}
	__host__ __device__ Complex &
	operator+=(const Complex &o)
	{
		return *this = *this + o;
	}
	__host__ __device__ Complex
	operator-() const
	{
		return Complex(-re, -im);
	}
	__host__ __device__ bool
	operator==(Complex o) const
	{
		return re == o.re && im == o.im;
	}
	__host__ __device__ float &
	operator[](int i)
	{
		return i ? im : re;
	}
	__host__ __device__ explicit
	operator float() const
	{
		return re;
	}
	static __host__ __device__ Complex
	i()
	{
		return Complex(0, 1);
	}
};

struct Guard {
	int *log;
	__device__
	Guard(int *l)
	    : log(l)
	{
		*log = *log * 10 + 1;
	}
	__device__ ~Guard()
	{
		*log = *log * 10 + 2;
	}
};

struct Counter {
	int n = 5;
	__host__ __device__ Counter &
	operator++()
	{
		++n;
		return *this;
	}
	__host__ __device__ Counter
	operator++(int)
	{
		Counter c = *this;
		++n;
		return c;
	}
};

template <typename T, int N> struct Vec {
	T v[N];
	__device__ T &
	operator[](int i)
	{
		return v[i];
	}
	__device__ T
	dot(const Vec &o) const
	{
		T s = 0;
		for (int i = 0; i < N; i++)
			s += v[i] * o.v[i];
		return s;
	}
};

struct Base {
	int a;
	__device__ int
	get() const
	{
		return a;
	}
};
struct Derived : Base {
	int b;
	__device__ int
	get() const
	{
		return Base::get() * 10 + b;
	}
};

__device__ int
early(int *log, int k)
{
	Guard g(log);
	if (k == 0)
		return 0;
	for (int i = 0; i < 3; i++) {
		Guard inner(log);
		if (i == k)
			break;
	}
	return k;
}

__global__ void
kernel(float *out, int *log)
{
	Complex z(1, 2), w = z * Complex::i() + 3;
	w += -z;
	w[1] *= 2;
	out[0] = w.re;
	out[1] = w.im;
	out[2] = (float)(w * w) + (w == w) + (z == w) * 10;
	Counter c;
	Counter before = c++;
	++c;
	out[3] = before.n * 10 + c.n;
	Vec<int, 4> a = {{1, 2, 3, 4}}, b;
	for (int i = 0; i < 4; i++)
		b[i] = a[3 - i];
	out[4] = a.dot(b);
	Derived d;
	d.a = 4;
	d.b = 2;
	Base &base = d;
	out[5] = d.get() * 100 + base.get();
	early(&log[0], 0);
	early(&log[1], 1);
	early(&log[2], 5);
}

int
main()
{
	float *d = device_array<float>(6);
	int *log = device_array<int>(3);
	kernel<<<1, 1>>>(d, log);
	SYNC();
	for (float v : to_host(d, 6))
		printf("%g ", v);
	for (int v : to_host(log, 3))
		printf("%d ", v);
	printf("\n");
}
