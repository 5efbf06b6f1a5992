// algo_needleman: sequence alignment: a wavefront of tiles, and inside each tile a
// wavefront of threads with barriers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <algorithm>

enum { T = 16, GAP = -2 };

__global__ void
tile(const char *a, const char *b, int *score, int n, int diagonal, int tiles)
{
	__shared__ int s[T + 1][T + 1];
	int bx = diagonal < tiles ? blockIdx.x : blockIdx.x + diagonal - tiles + 1;
	int by = diagonal - bx, t = threadIdx.x;
	int x0 = bx * T, y0 = by * T, w = n + 1;
	s[t + 1][0] = score[(y0 + t + 1) * w + x0];
	s[0][t + 1] = score[y0 * w + x0 + t + 1];
	if (t == 0)
		s[0][0] = score[y0 * w + x0];
	__syncthreads();
	for (int d = 0; d < 2 * T - 1; d++) {
		int x = t, y = d - t;
		if (y >= 0 && y < T) {
			int match = a[x0 + x] == b[y0 + y] ? 3 : -1;
			s[y + 1][x + 1] = max(s[y][x] + match,
					      max(s[y][x + 1], s[y + 1][x]) + GAP);
		}
		__syncthreads();
	}
	for (int y = 0; y < T; y++)
		score[(y0 + y + 1) * w + x0 + t + 1] = s[y + 1][t + 1];
}

int
main()
{
	const int n = 128, w = n + 1, tiles = n / T;
	std::vector<char> a(n), b(n);
	unsigned seed = 31;
	for (char &c : a)
		c = "ACGT"[next_random(seed) % 4];
	for (int i = 0; i < n; i++)
		b[i] = next_random(seed) % 4 ? a[i] : "ACGT"[next_random(seed) % 4];
	std::vector<int> want(w * w, 0), first(w * w, 0);
	for (int i = 0; i < w; i++)
		want[i] = want[i * w] = first[i] = first[i * w] = i * GAP;
	for (int y = 1; y < w; y++)
		for (int x = 1; x < w; x++)
			want[y * w + x] = std::max(
				want[(y - 1) * w + x - 1] +
					(a[x - 1] == b[y - 1] ? 3 : -1),
				std::max(want[(y - 1) * w + x], want[y * w + x - 1]) +
					GAP);
	char *da = to_device(a), *db = to_device(b);
	int *d = to_device(first);
	for (int k = 0; k < 2 * tiles - 1; k++) {
		int blocks = k < tiles ? k + 1 : 2 * tiles - 1 - k;
		tile<<<blocks, T>>>(da, db, d, n, k, tiles);
	}
	SYNC();
	same("alignment", to_host(d, w * w), want);
	printf("score %d\n", want[w * w - 1]);
}
