// memset_patterns: byte patterns, odd sizes and offsets, 2-D, async; only the low byte
// counts.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

int
main()
{
	const int n = 4099;
	std::vector<unsigned char> want(n, 0), got(n);
	unsigned char *d = device_array<unsigned char>(n);
	struct {
		int at, value, len;
	} runs[] = {
		{0, 0xff, n}, {1, 0x5a, 1},   {3, 0x1c3, 17},
		{64, -1, 64}, {100, 0, 3001}, {4098, 7, 1},
	};
	for (auto r : runs) {
		CK(cudaMemset(d + r.at, r.value, r.len));
		memset(&want[r.at], r.value, r.len);
	}
	same("runs", to_host(d, n), want);

	CK(cudaMemsetAsync(d + 5, 0x77, 1000, 0));
	memset(&want[5], 0x77, 1000);
	CK(cudaStreamSynchronize(0));
	same("async", to_host(d, n), want);

	CK(cudaMemset2D(d + 7, 100, 0x31, 33, 40));
	for (int y = 0; y < 40; y++)
		memset(&want[7 + y * 100], 0x31, 33);
	same("2-D", to_host(d, n), want);

	float *f = device_array<float>(16);
	CK(cudaMemset(f, 0xff, 8 * sizeof *f));
	int nans = 0;
	for (float x : to_host(f, 16))
		nans += x != x;
	printf("%d floats are NaN\n", nans);
}
