// algo_wavefront: longest common subsequence by anti-diagonals in one block of 1000
// threads, three rolling rows.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

__global__ void
lcs(const char *a, const char *b, int n, int *out)
{
	__shared__ short row[3][1001];
	int i = threadIdx.x + 1; // position in a
	for (int k = threadIdx.x; k < 3 * 1001; k += blockDim.x)
		row[k / 1001][k % 1001] = 0;
	__syncthreads();
	int r = 0;
	for (int d = 2; d <= 2 * n; d++) {
		int j = d - i;
		int before = (r + 2) % 3, two = (r + 1) % 3; // d - 1 and d - 2
		if (i <= n && j >= 1 && j <= n)
			row[r][i] = a[i - 1] == b[j - 1]
					    ? row[two][i - 1] + 1
					    : max(row[before][i], row[before][i - 1]);
		__syncthreads();
		if (d == 2 * n && i == n)
			*out = row[r][n];
		r = (r + 1) % 3;
	}
}

int
main()
{
	for (int n : {1, 50, 400}) {
		std::vector<char> a(n), b(n);
		unsigned seed = n;
		for (char &c : a)
			c = "abcd"[next_random(seed) % 4];
		for (char &c : b)
			c = "abcd"[next_random(seed) % 4];
		std::vector<int> m((n + 1) * (n + 1), 0);
		for (int y = 1; y <= n; y++)
			for (int x = 1; x <= n; x++)
				m[y * (n + 1) + x] =
					a[y - 1] == b[x - 1]
						? m[(y - 1) * (n + 1) + x - 1] + 1
						: std::max(m[(y - 1) * (n + 1) + x],
							   m[y * (n + 1) + x - 1]);
		int *out = device_array<int>(1);
		lcs<<<1, n == 400 ? 1000 : 64>>>(to_device(a), to_device(b), n, out);
		SYNC();
		int got = to_host(out, 1)[0];
		printf("%d: %d %s\n", n, got,
		       got == m[n * (n + 1) + n] ? "OK" : "WRONG");
	}
}
