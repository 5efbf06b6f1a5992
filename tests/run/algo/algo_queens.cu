// algo_queens: eight to ten queens by backtracking with a private stack; very uneven
// work per thread.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
queens(int n, int *total)
{
	int col0 = threadIdx.x, col1 = blockIdx.x;
	if (col0 >= n || col1 >= n || abs(col0 - col1) < 2)
		return;
	unsigned char at[16];
	int row = 2, found = 0;
	at[0] = (unsigned char)col0;
	at[1] = (unsigned char)col1;
	int next = 0;
	while (row >= 2) {
		int c = next;
		for (; c < n; c++) {
			bool free = true;
			for (int r = 0; r < row && free; r++)
				free = at[r] != c && abs(at[r] - c) != row - r;
			if (free)
				break;
		}
		if (c == n) {
			row--;
			next = at[row] + 1;
		} else if (row == n - 1) {
			found++;
			next = c + 1;
		} else {
			at[row++] = (unsigned char)c;
			next = 0;
		}
	}
	atomicAdd(total, found);
}

int
main()
{
	int *d = device_array<int>(1);
	for (int n = 6; n <= 9; n++) {
		CK(cudaMemset(d, 0, sizeof(int)));
		queens<<<n, 32>>>(n, d);
		SYNC();
		printf("%d queens: %d\n", n, to_host(d, 1)[0]);
	}
}
