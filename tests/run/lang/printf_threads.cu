// printf_threads: each thread prints whole lines; one thread at a time, ordered by
// barriers.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

__global__ void
in_turn()
{
	for (int turn = 0; turn < (int)blockDim.x; turn++) {
		if ((int)threadIdx.x == turn)
			printf("thread %d %s\n", turn, turn % 2 ? "odd" : "even");
		__syncthreads();
	}
}

// Lines of many threads and blocks do not mix; they are equal, so their order does not
// matter.
__global__ void
same_line()
{
	printf("the same line, %d %s %.1f\n", 7, "words", 2.5);
}

int
main()
{
	in_turn<<<1, 5>>>();
	SYNC();
	same_line<<<5, 8>>>();
	SYNC();
}
