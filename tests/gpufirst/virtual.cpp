// C++: classes, virtual functions, templates, new and delete, on the device only.
#include <cstdio>

struct shape {
	virtual double area() const = 0;
	virtual ~shape() {}
};
struct box : shape {
	double a, b;
	box(double x, double y) : a(x), b(y) {}
	double area() const override { return a * b; }
};
struct disc : shape {
	double r;
	explicit disc(double x) : r(x) {}
	double area() const override { return 3 * r * r; }
};
template <class T> T largest(const T *v, int n)
{
	T m = v[0];
	for (int i = 1; i < n; i++)
		m = v[i] > m ? v[i] : m;
	return m;
}
static box fixed(2, 5);

int main()
{
	shape *s[10];
	double v[10], sum = fixed.area();
	for (int i = 0; i < 10; i++)
		s[i] = i % 2 ? static_cast<shape *>(new box(i, 2)) : new disc(i);
#pragma omp parallel for reduction(+ : sum)
	for (int i = 0; i < 10; i++) {
		v[i] = s[i]->area();
		sum += v[i];
	}
	std::printf("%.1f %.1f\n", sum, largest(v, 10));
	for (int i = 0; i < 10; i++)
		delete s[i];
	return 0;
}
