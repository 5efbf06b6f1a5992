// kernel_arguments: many arguments of all kinds: bool to double, pointers to pointers,
// references to device memory, enums.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

enum Mode { off, on = 5 };
struct View {
	const float *data;
	int n;
};

__global__ void
mixed(bool a, char b, unsigned short c, int d, unsigned e, long f, unsigned long long g,
      float h, double i, Mode m, float3 v, View view, int *const *rows, const void *raw,
      double *out)
{
	int k = 0;
	out[k++] = a;
	out[k++] = b;
	out[k++] = c;
	out[k++] = d;
	out[k++] = e;
	out[k++] = (double)f;
	out[k++] = (double)g;
	out[k++] = h;
	out[k++] = i;
	out[k++] = m;
	out[k++] = v.x + v.y * 10 + v.z * 100;
	double s = 0;
	for (int j = 0; j < view.n; j++)
		s += view.data[j];
	out[k++] = s;
	out[k++] = rows[0][1] + rows[1][0] * 10;
	out[k++] = ((const float *)raw)[2];
	out[k++] = sizeof(View) + sizeof(void *);
}

template <typename... A>
__global__ void
variadic(double *out, A... args)
{
	double s = 0;
	double all[] = {(double)args...};
	for (double v : all)
		s = s * 10 + v;
	*out = s;
}

int
main()
{
	std::vector<float> f = {1, 2, 3.5f};
	float *d = to_device(f);
	int *r0 = to_device(std::vector<int>{1, 2}),
	    *r1 = to_device(std::vector<int>{3, 4});
	int **rows = to_device(std::vector<int *>{r0, r1});
	double *out = device_array<double>(15);
	mixed<<<1, 1>>>(true, 'x', 65535, -7, 4000000000u, -(1l << 40), 1ull << 60,
			0.5f, 1e100, on, make_float3(1, 2, 3), View{d, 3}, rows, d,
			out);
	SYNC();
	for (double v : to_host(out, 15))
		printf("%.17g ", v);
	printf("\n");
	variadic<<<1, 1>>>(out, 1, 2.5, 'a', 4ull, (short)-5, 6.0f);
	SYNC();
	printf("%.10g\n", to_host(out, 1)[0]);
}
