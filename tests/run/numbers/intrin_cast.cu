// intrin_cast: conversions in all rounding modes and bit casts.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
float_to_int(const float *in, int n, long long *out)
{
	int i = threadIdx.x;
	if (i >= n)
		return;
	float f = in[i];
	double d = f;
	long long *o = out + i * 24;
	*o++ = __float2int_rn(f);
	*o++ = __float2int_rz(f);
	*o++ = __float2int_ru(f);
	*o++ = __float2int_rd(f);
	*o++ = __float2uint_rn(f);
	*o++ = __float2uint_rz(f);
	*o++ = __float2uint_ru(f);
	*o++ = __float2uint_rd(f);
	*o++ = __float2ll_rn(f);
	*o++ = __float2ll_rz(f);
	*o++ = __float2ll_ru(f);
	*o++ = __float2ll_rd(f);
	*o++ = (long long)__float2ull_rn(f);
	*o++ = (long long)__float2ull_rz(f);
	*o++ = __double2int_rn(d);
	*o++ = __double2int_rz(d);
	*o++ = __double2int_ru(d);
	*o++ = __double2int_rd(d);
	*o++ = __double2uint_rn(d);
	*o++ = __double2ll_rn(d);
	*o++ = (long long)__double2ull_rd(d);
	*o++ = __float_as_int(f);
	*o++ = __double_as_longlong(d);
	*o++ = __double2hiint(d);
}

__global__ void
to_float(int *o)
{
	int i = 16777217;
	unsigned u = 0xffffffffu;
	long long l = 9007199254740993ll;
	double d = 1.0 + 1.0 / (1 << 25);
	*o++ = __float_as_int(__int2float_rn(i));
	*o++ = __float_as_int(__int2float_rz(i));
	*o++ = __float_as_int(__int2float_ru(i));
	*o++ = __float_as_int(__int2float_rd(i));
	*o++ = __float_as_int(__uint2float_rn(u));
	*o++ = __float_as_int(__uint2float_rz(u));
	*o++ = __float_as_int(__uint2float_ru(u));
	*o++ = __float_as_int(__uint2float_rd(u));
	*o++ = __float_as_int(__ll2float_rn(l));
	*o++ = __float_as_int(__ll2float_ru(l));
	*o++ = __float_as_int(__ull2float_rd((unsigned long long)l));
	*o++ = __double2loint(__ll2double_rn(l));
	*o++ = __double2loint(__ll2double_ru(l));
	*o++ = __double2loint(__ll2double_rz(l));
	*o++ = __double2loint(__ull2double_rd((unsigned long long)l));
	*o++ = __float_as_int(__double2float_rn(d));
	*o++ = __float_as_int(__double2float_rz(d));
	*o++ = __float_as_int(__double2float_ru(d));
	*o++ = __float_as_int(__double2float_rd(-d));
	*o++ = __double2hiint(__int2double_rn(i));
	*o++ = __double2hiint(__uint2double_rn(u));
	*o++ = __float_as_int((float)__hiloint2double(0x40091eb8, 0x51eb851f));
	*o++ = __float_as_int(__int_as_float(0x3fc00000) * 2);
	*o++ = (int)__float_as_uint(__uint_as_float(0x40490fdbu));
	*o++ = (int)(__double_as_longlong(__longlong_as_double(0x400921fb54442d18ll)) >>
		     32);
}

int
main()
{
	std::vector<float> in = {0.0f,  0.5f, 1.5f,        2.5f, -0.5f, -1.5f,
				 -2.7f, 2.3f, 1e6f + 0.5f, 3e9f, -3e9f, 1e10f};
	const int n = (int)in.size();
	float *d = to_device(in);
	long long *out = device_array<long long>(n * 24);
	float_to_int<<<1, 32>>>(d, n, out);
	SYNC();
	std::vector<long long> h = to_host(out, n * 24);
	for (int i = 0; i < n; i++) {
		printf("%g:", in[i]);
		for (int k = 0; k < 24; k++)
			printf(" %lld", h[i * 24 + k]);
		printf("\n");
	}
	int *o = device_array<int>(25);
	to_float<<<1, 1>>>(o);
	SYNC();
	for (int v : to_host(o, 25))
		printf("%x ", v);
	printf("\n");
}
