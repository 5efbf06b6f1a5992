/* SPDX-License-Identifier: Apache-2.0 */
/* Fragments of four bits and of one. Each of a matrix's eight rows, or columns of the second
 * factor, is 16 bytes; lane l has word l of the matrix, and two sums of row l / 4. */
#ifndef __HEDDLE_MMA_BITS_H__
#define __HEDDLE_MMA_BITS_H__

namespace nvcuda {
namespace wmma {

namespace details {

template <class __T> struct bits;
template <> struct bits<experimental::precision::u4> {
	static constexpr int count = 4;
};
template <> struct bits<experimental::precision::s4> {
	static constexpr int count = 4;
};
template <> struct bits<experimental::precision::b1> {
	static constexpr int count = 1;
};

template <class __T> class words {
public:
	typedef __T element_type;
	typedef int storage_element_type;
	enum { num_elements = 32 / bits<__T>::count, num_storage_elements = 1 };

	int x[1];
};

}

#define __hd_mma_words(k, type)                                                              \
	template <> class fragment<matrix_a, 8, 8, k, experimental::precision::type, row_major>  \
		: public details::words<experimental::precision::type> {};                           \
	template <> class fragment<matrix_b, 8, 8, k, experimental::precision::type, col_major>  \
		: public details::words<experimental::precision::type> {};
__hd_mma_words(32, u4)
__hd_mma_words(32, s4)
__hd_mma_words(128, b1)
#undef __hd_mma_words

namespace details {

/* `stride`: elements. */
template <class __T> __hd_mma void
load_words(words<__T> &f, const void *p, unsigned stride)
{
	const char *row = (const char *)p + (size_t)(lane() / 4) * stride * bits<__T>::count / 8;

	f.x[0] = ((const int *)row)[lane() % 4];
}

struct times_u4 {
	static __device__ __forceinline__ int
	of(unsigned a, unsigned b)
	{
		int sum = 0;

		for (int e = 0; e < 32; e += 4)
			sum += (int)(a >> e & 15) * (int)(b >> e & 15);
		return sum;
	}
};
struct times_s4 {
	static __device__ __forceinline__ int
	of(unsigned a, unsigned b)
	{
		int sum = 0;

		for (int e = 0; e < 32; e += 4)
			sum += ((int)(a << e) >> 28) * ((int)(b << e) >> 28);
		return sum;
	}
};
struct differ {
	static __device__ __forceinline__ int
	of(unsigned a, unsigned b)
	{
		return __popc(a ^ b);
	}
};
struct share {
	static __device__ __forceinline__ int
	of(unsigned a, unsigned b)
	{
		return __popc(a & b);
	}
};

template <class Times, class __D, class __A, class __B> __hd_mma void
multiply_words(__D &d, const __A &a, const __B &b, const __D &c, bool saturate)
{
	long long sum[2] = {c.x[0], c.x[1]};

	for (int w = 0; w < 4; w++) {
		unsigned l = lane(), row = __shfl_sync(0xffffffffu, a.x[0], (l & ~3u) + w);

		for (int e = 0; e < 2; e++)
			sum[e] += Times::of(row, __shfl_sync(0xffffffffu, b.x[0],
			                                     (l % 4 * 2 + e) * 4 + w));
	}
	for (int e = 0; e < 2; e++) {
		if (saturate && sum[e] != (int)sum[e])
			sum[e] = sum[e] < 0 ? -0x7fffffff - 1 : 0x7fffffff;
		d.x[e] = (int)sum[e];
	}
}

}

#define __hd_mma_sums(k) fragment<accumulator, 8, 8, k, int>
#define __hd_mma_factor(use, k, type, layout) \
	fragment<use, 8, 8, k, experimental::precision::type, layout>
#define __hd_mma_load(use, k, type, layout)                                                  \
	__hd_mma void load_matrix_sync(__hd_mma_factor(use, k, type, layout) & f, const void *p, \
	                               unsigned stride)                                          \
	{                                                                                        \
		details::load_words(f, p, stride);                                                   \
	}
#define __hd_mma_four(type)                                                                  \
	__hd_mma_load(matrix_a, 32, type, row_major)                                             \
	__hd_mma_load(matrix_b, 32, type, col_major)                                             \
	__hd_mma void mma_sync(__hd_mma_sums(32) & d,                                            \
	                       const __hd_mma_factor(matrix_a, 32, type, row_major) & a,         \
	                       const __hd_mma_factor(matrix_b, 32, type, col_major) & b,         \
	                       const __hd_mma_sums(32) & c, bool saturate = false)               \
	{                                                                                        \
		details::multiply_words<details::times_##type>(d, a, b, c, saturate);                \
	}
__hd_mma_four(u4)
__hd_mma_four(s4)
__hd_mma_load(matrix_a, 128, b1, row_major)
__hd_mma_load(matrix_b, 128, b1, col_major)

__hd_mma void
bmma_sync(__hd_mma_sums(128) & d, const __hd_mma_factor(matrix_a, 128, b1, row_major) & a,
          const __hd_mma_factor(matrix_b, 128, b1, col_major) & b,
          const __hd_mma_sums(128) & c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
	if (op == experimental::bmmaBitOpAND)
		details::multiply_words<details::share>(d, a, b, c, false);
	else
		details::multiply_words<details::differ>(d, a, b, c, false);
}
#undef __hd_mma_sums
#undef __hd_mma_factor
#undef __hd_mma_load
#undef __hd_mma_four

}
}

#endif
