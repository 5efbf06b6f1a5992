// small_types: char, short and bool arrays: sign extension, promotion, packed
// neighbours, host agreement.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
kernel(const signed char *c, const unsigned char *uc, const short *s,
       const unsigned short *us, const bool *b, int *out, signed char *oc, short *os,
       bool *ob)
{
	int t = threadIdx.x;
	out[t] = c[t] * 1000000 + uc[t] * 1000 + s[t] + us[t] + b[t];
	oc[t] = (signed char)(c[t] * 2);
	os[t] = (short)(s[t] * s[t]);
	ob[t] = c[t] < 0;
}

__global__ void
plain_char(int *out)
{
	char c = (char)200;
	out[0] = c < 0;
	out[1] = (int)sizeof(long);
	out[2] = (int)sizeof(wchar_t);
	out[3] = L'\x7f' + 'a';
}

int
main()
{
	const int n = 100;
	std::vector<signed char> c(n), wc(n);
	std::vector<unsigned char> uc(n), b(n), wb(n);
	std::vector<short> s(n), ws(n);
	std::vector<unsigned short> us(n);
	std::vector<int> want(n);
	for (int i = 0; i < n; i++) {
		c[i] = (signed char)(i * 5 - 128);
		uc[i] = (unsigned char)(i * 7);
		s[i] = (short)(i * 700 - 32768);
		us[i] = (unsigned short)(i * 655);
		b[i] = i % 3 == 0;
		want[i] = c[i] * 1000000 + uc[i] * 1000 + s[i] + us[i] + b[i];
		wc[i] = (signed char)(c[i] * 2);
		ws[i] = (short)((unsigned)(s[i] * s[i]));
		wb[i] = c[i] < 0;
	}
	int *out = device_array<int>(n);
	signed char *oc = device_array<signed char>(n);
	short *os = device_array<short>(n);
	unsigned char *ob = device_array<unsigned char>(n);
	kernel<<<1, n>>>(to_device(c), to_device(uc), to_device(s), to_device(us),
			 (bool *)to_device(b), out, oc, os, (bool *)ob);
	SYNC();
	same("int", to_host(out, n), want);
	same("char", to_host(oc, n), wc);
	same("short", to_host(os, n), ws);
	same("bool", to_host(ob, n), wb);
	plain_char<<<1, 1>>>(out);
	SYNC();
	std::vector<int> h = to_host(out, 4);
	char mine = (char)200;
	printf("device agrees with host: %d %d %d %d\n", h[0] == (mine < 0),
	       h[1] == (int)sizeof(long), h[2] == (int)sizeof(wchar_t), h[3]);
}
