// wmma_bits: fragments of four bits and of one, against sums made one by one.
// out: a GPU (H200, CUDA 13.0) prints the same
#include "../test.h"

#include <mma.h>

using namespace nvcuda;
namespace precision = wmma::experimental::precision;

template <class T>
__global__ void
four(const unsigned *a, const unsigned *b, int *d, unsigned stride, bool saturate)
{
	wmma::fragment<wmma::matrix_a, 8, 8, 32, T, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 8, 8, 32, T, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 8, 8, 32, int> fc;

	wmma::fill_fragment(fc, saturate ? 0x7fffff00 : 7);
	wmma::load_matrix_sync(fa, a, stride);
	wmma::load_matrix_sync(fb, b, stride);
	wmma::mma_sync(fc, fa, fb, fc, saturate);
	wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major);
}

__global__ void
one(const unsigned *a, const unsigned *b, int *d, wmma::experimental::bmmaBitOp op)
{
	wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc;

	static_assert(decltype(fa)::num_storage_elements == 1 && sizeof fa.x == 4, "");
	wmma::fill_fragment(fc, -5);
	wmma::load_matrix_sync(fa, a, 128);
	wmma::load_matrix_sync(fb, b, 128);
	wmma::bmma_sync(fc, fa, fb, fc, op);
	wmma::store_matrix_sync(d, fc, 8, wmma::mem_col_major);
}

static int
nibble(const std::vector<unsigned> &m, int row, int k, int words, bool sign)
{
	int v = m[row * words + k / 8] >> k % 8 * 4 & 15;

	return sign && v > 7 ? v - 16 : v;
}

static void
check_four(const char *name, const std::vector<unsigned> &a,
	   const std::vector<unsigned> &b, int *d, int words, bool sign, bool saturate)
{
	SYNC();
	auto got = to_host(d, 64);
	int wrong = 0;
	for (int r = 0; r < 8; r++)
		for (int c = 0; c < 8; c++) {
			long long sum = saturate ? 0x7fffff00 : 7;
			for (int k = 0; k < 32; k++)
				sum += nibble(a, r, k, words, sign) *
				       nibble(b, c, k, words, sign);
			if (sum > 0x7fffffff)
				sum = 0x7fffffff;
			wrong += got[r * 8 + c] != sum;
		}
	printf("%s: %d wrong, first %d\n", name, wrong, got[0]);
}

int
main()
{
	std::vector<unsigned> a(64), b(64);
	for (int i = 0; i < 64; i++) {
		a[i] = 0x9e3779b9u * (i + 1);
		b[i] = 0x85ebca6bu * (i + 3) ^ a[i] >> 7;
	}
	unsigned *da = to_device(a), *db = to_device(b);
	int *d = device_array<int>(64);

	four<precision::u4><<<1, 32>>>(da, db, d, 32, false);
	check_four("u4", a, b, d, 4, false, false);
	four<precision::s4><<<1, 32>>>(da, db, d, 64, false);
	check_four("s4", a, b, d, 8, true, false);
	four<precision::u4><<<1, 32>>>(da, db, d, 64, true);
	check_four("saturated", a, b, d, 8, false, true);
	for (auto op : {wmma::experimental::bmmaBitOpXOR, wmma::experimental::bmmaBitOpAND}) {
		bool both = op == wmma::experimental::bmmaBitOpAND;
		one<<<1, 32>>>(da, db, d, op);
		SYNC();
		auto got = to_host(d, 64);
		int wrong = 0;
		for (int r = 0; r < 8; r++)
			for (int c = 0; c < 8; c++) {
				int sum = -5;
				for (int w = 0; w < 4; w++) {
					unsigned x = a[r * 4 + w], y = b[c * 4 + w];
					sum += __builtin_popcount(both ? x & y : x ^ y);
				}
				wrong += got[c * 8 + r] != sum;
			}
		printf("b1: %d wrong, first %d\n", wrong, got[0]);
	}
	return 0;
}
