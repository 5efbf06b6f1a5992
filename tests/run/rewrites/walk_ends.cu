// Guards that fail for the rest of a row, or for all of it, in all the forms in which they
// come, and some that only look like it: the same as on the host.
// out: a GPU (H200, CUDA 13.0) prints the same
#include <cstdio>
#include <cstdlib>
#include <vector>

#define HD __host__ __device__

enum { FORMS = 9 };

struct size { int w, h, t; };

/* Does the thread at x, y have something to do? */
template <int Form>
HD static bool
works(unsigned x, unsigned y, size s)
{
	switch (Form) {
	case 0: return (int)y < s.h - 1 - s.t && (int)x < s.w - s.t;
	case 1: return x < (unsigned)(s.w - s.t) && y < (unsigned)s.h;
	case 2: return (int)x <= s.w - s.t;
	case 3: return (int)x >= s.t && (int)x < s.w; /* begins late */
	case 4: return s.w - s.t > (int)x || (int)y == s.h - 1;
	case 5: return x != (unsigned)s.t;
	case 6: return (int)x < s.w - (int)y; /* another end in each row */
	case 7: return (int)(x % 50) < s.t; /* comes again and again */
	default: return (int)y >= s.t;
	}
}

template <int Form>
__global__ void
mark(int *out, size s, int pitch)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x,
		 y = blockIdx.y * blockDim.y + threadIdx.y;

	if (!works<Form>(x, y, s))
		return;
	out[y * pitch + x] += (int)(x + 3 * y) + 1;
}

template <int Form>
static int
differences(dim3 grid, dim3 block, size s)
{
	int pitch = (int)(grid.x * block.x), rows = (int)(grid.y * block.y), bad = 0;
	int *out;

	cudaMallocManaged(&out, (size_t)pitch * rows * sizeof *out);
	for (int i = 0; i < pitch * rows; i++)
		out[i] = i % 7;
	mark<Form><<<grid, block>>>(out, s, pitch);
	cudaDeviceSynchronize();
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < pitch; x++) {
			int i = y * pitch + x;

			bad += out[i] !=
			       i % 7 + (works<Form>((unsigned)x, (unsigned)y, s) ? x + 3 * y + 1 : 0);
		}
	cudaFree(out);
	return bad;
}

template <int Form>
static int
all_sizes()
{
	int bad = 0;

	for (int t = 0; t < 90; t += 17) {
		bad += differences<Form>(dim3(6, 5), dim3(16, 8), {90, 37, t});
		bad += differences<Form>(dim3(3, 3), dim3(32, 4), {96, 12, t});
		bad += differences<Form>(dim3(7, 2), dim3(13, 3), {80, 6, t});
		bad += differences<Form>(dim3(40, 1), dim3(5, 1), {-3, 1, t});
	}
	return bad;
}

template <int Form>
struct forms {
	static void print()
	{
		forms<Form - 1>::print();
		printf("form %d: %d\n", Form, all_sizes<Form>());
	}
};
template <>
struct forms<-1> {
	static void print() {}
};

int
main()
{
	forms<FORMS - 1>::print();
	return 0;
}
