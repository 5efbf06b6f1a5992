/* Backtracking in every thread; integers of several widths; switch and goto. */
#include <stdint.h>
#include <stdio.h>

static uint32_t solve(int n, int row, uint32_t cols, uint32_t left, uint32_t right)
{
	uint32_t found = 0, free_, bit;
	if (row == n)
		return 1;
	free_ = ((1u << n) - 1) & ~(cols | left | right);
next:
	if (!free_)
		return found;
	bit = free_ & -free_;
	free_ ^= bit;
	found += solve(n, row + 1, cols | bit, (left | bit) << 1, (right | bit) >> 1);
	goto next;
}

int main(void)
{
	enum { N = 8 };
	uint64_t total = 0;
	int8_t kinds[4] = {0};
#pragma omp parallel for reduction(+ : total)
	for (int i = 0; i < N; i++)
		total += solve(N, 1, 1u << i, 1u << i << 1, 1u << i >> 1);
	for (int i = 0; i < 20; i++)
		switch (i % 5) {
		case 0: kinds[0]++; break;
		case 1:
		case 2: kinds[1]++; break;
		case 3: kinds[2] -= 3; /* fallthrough */
		default: kinds[3]++;
		}
	printf("%llu %d %d %d %d\n", (unsigned long long)total, kinds[0], kinds[1], kinds[2],
	       kinds[3]);
	return 0;
}
