// intrin_ldg: __ldg and the cache-hint loads and stores on scalars and vectors.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
copies(const int *in, const float4 *in4, const double2 *in2, const unsigned char *in1,
       int *out, float4 *out4, double2 *out2, unsigned char *out1, long long *sums)
{
	int t = threadIdx.x;
	int a = __ldg(&in[t]) + __ldca(&in[t]) + __ldcg(&in[t]) + __ldcs(&in[t]) +
		__ldlu(&in[t]) + __ldcv(&in[t]);
	__stwb(&out[t], a);
	float4 f = __ldg(&in4[t]), g = __ldcs(&in4[t]);
	__stcs(&out4[t], make_float4(f.x + g.w, f.y, g.z, f.w));
	double2 d = __ldcg(&in2[t]);
	__stcg(&out2[t], make_double2(d.y, __ldg(&in2[t]).x));
	__stwt(&out1[t], (unsigned char)(__ldg(&in1[t]) + __ldcs(&in1[t])));
	long long l = __ldg((const long long *)in + t / 2);
	sums[t] = l;
}

int
main()
{
	const int n = 64;
	std::vector<int> in(n), want(n);
	std::vector<float4> in4(n);
	std::vector<double2> in2(n);
	std::vector<unsigned char> in1(n), want1(n);
	std::vector<long long> wsum(n);
	for (int i = 0; i < n; i++) {
		in[i] = i * 3 - 50;
		want[i] = in[i] * 6;
		in4[i] = make_float4(i, i + 1, i + 2, i + 3);
		in2[i] = make_double2(i * 0.5, -i);
		in1[i] = (unsigned char)(i * 4);
		want1[i] = (unsigned char)(in1[i] * 2);
	}
	for (int i = 0; i < n; i++)
		memcpy(&wsum[i], &in[i / 2 * 2], 8);
	int *di = to_device(in), *dout = device_array<int>(n);
	float4 *d4 = to_device(in4), *o4 = device_array<float4>(n);
	double2 *d2 = to_device(in2), *o2 = device_array<double2>(n);
	unsigned char *d1 = to_device(in1), *o1 = device_array<unsigned char>(n);
	long long *sums = device_array<long long>(n);
	copies<<<1, n>>>(di, d4, d2, d1, dout, o4, o2, o1, sums);
	SYNC();
	same("int", to_host(dout, n), want);
	same("bytes", to_host(o1, n), want1);
	same("long long", to_host(sums, n), wsum);
	int bad = 0;
	for (int i = 0; i < n; i++) {
		float4 f = to_host(o4, n)[i];
		double2 d = to_host(o2, n)[i];
		bad += f.x != 2 * i + 3 || f.y != i + 1 || f.z != i + 2 || f.w != i + 3;
		bad += d.x != -i || d.y != i * 0.5;
	}
	printf("vectors: %d wrong\n", bad);
}
