/* SPDX-License-Identifier: Apache-2.0 */
/* Fragments: the elements of a matrix, spread over the 32 threads of a warp. Element e of
 * lane l is number l * num_elements + e of the matrix, row by row. */
#ifndef __HEDDLE_MMA_FRAGMENT_H__
#define __HEDDLE_MMA_FRAGMENT_H__

#include "__heddle/mma_desc.h"

#define __hd_mma static __device__ __forceinline__

extern "C" {
__device__ __attribute__((const)) char *hd_dev_mma_buffer(int warp);
__device__ void hd_dev_mma(void *buffer, int what);
__device__ void hd_dev_mma_move(void *buffer, void *memory, long long stride, int how);
}

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct tf32;
}

namespace details {

template <class T> struct kind;
template <> struct kind<__half> { static constexpr int value = __hd_mma_f16; };
template <> struct kind<__nv_bfloat16> { static constexpr int value = __hd_mma_bf16; };
template <> struct kind<precision::tf32> { static constexpr int value = __hd_mma_tf32; };
template <> struct kind<float> { static constexpr int value = __hd_mma_f32; };
template <> struct kind<double> { static constexpr int value = __hd_mma_f64; };
template <> struct kind<signed char> { static constexpr int value = __hd_mma_s8; };
template <> struct kind<unsigned char> { static constexpr int value = __hd_mma_u8; };
template <> struct kind<int> { static constexpr int value = __hd_mma_s32; };
template <> struct kind<char> {
	static constexpr int value = (char)-1 < 0 ? __hd_mma_s8 : __hd_mma_u8;
};

/* What an element is in memory. */
template <class T> struct element {
	typedef T storage;
};
template <> struct element<precision::tf32> {
	typedef float storage;
};

template <class Use, int M, int N, int K> struct extent;
template <int M, int N, int K> struct extent<matrix_a, M, N, K> {
	static constexpr int rows = M, cols = K;
};
template <int M, int N, int K> struct extent<matrix_b, M, N, K> {
	static constexpr int rows = K, cols = N;
};
template <int M, int N, int K> struct extent<accumulator, M, N, K> {
	static constexpr int rows = M, cols = N;
};

/* The shapes that CUDA has. */
template <class T, int M, int N, int K> struct shape {
	static constexpr bool ok = (M == 16 && N == 16 && K == 16) ||
	                           (M == 32 && N == 8 && K == 16) ||
	                           (M == 8 && N == 32 && K == 16);
};
template <int M, int N, int K> struct shape<precision::tf32, M, N, K> {
	static constexpr bool ok = M == 16 && N == 16 && K == 8;
};
template <int M, int N, int K> struct shape<double, M, N, K> {
	static constexpr bool ok = M == 8 && N == 8 && K == 4;
};
template <int M, int N, int K> struct shape<float, M, N, K> {
	static constexpr bool ok =
		shape<void, M, N, K>::ok || shape<precision::tf32, M, N, K>::ok;
};

__hd_mma unsigned
lane()
{
	return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 31;
}

}

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
	static_assert(details::shape<T, M, N, K>::ok,
	              "wmma has no fragments of this shape and type");

public:
	typedef typename details::element<T>::storage element_type;
	typedef element_type storage_element_type;
	static constexpr int rows = details::extent<Use, M, N, K>::rows;
	static constexpr int cols = details::extent<Use, M, N, K>::cols;
	enum { num_elements = rows * cols / 32, num_storage_elements = num_elements };

	element_type x[num_elements];
};

__hd_mma float
__float_to_tf32(float v)
{
	unsigned u = __float_as_uint(v);

	return v != v ? v : __uint_as_float((u + 0x1000u) & 0xffffe000u);
}

namespace details {

/* Where the lanes of a warp tell the runtime where their fragments are; one of them then
 * has it do something to all. */
__hd_mma char *
warp_buffer()
{
	unsigned t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

	return hd_dev_mma_buffer((int)(t / 32));
}
__hd_mma const void **
slot(char *buffer)
{
	return (const void **)(buffer + lane() * __hd_mma_slot);
}

template <class F> __hd_mma void
move(const F &f, const void *p, unsigned stride, int how)
{
	char *buffer = warp_buffer();

	slot(buffer)[0] = &f;
	__syncwarp();
	if (lane() == 0)
		hd_dev_mma_move(buffer, (void *)p, stride,
		                __hd_mma_move((int)sizeof f.x[0], F::num_elements, F::cols) | how);
	__syncwarp();
}

template <class F, class T> __hd_mma void
load(F &f, const T *p, unsigned stride, bool by_row)
{
	move(f, p, stride, by_row ? __hd_mma_by_row : 0);
}

template <class Layout> struct by_row { static constexpr bool value = true; };
template <> struct by_row<col_major> { static constexpr bool value = false; };

}

template <class Use, int M, int N, int K, class T, class Layout> __hd_mma void
fill_fragment(fragment<Use, M, N, K, T, Layout> &f,
              const typename details::element<T>::storage &v)
{
	for (int e = 0; e < f.num_elements; e++)
		f.x[e] = v;
}

template <class Use, int M, int N, int K, class T, class Layout> __hd_mma void
load_matrix_sync(fragment<Use, M, N, K, T, Layout> &f,
                 const typename details::element<T>::storage *p, unsigned stride)
{
	details::load(f, p, stride, details::by_row<Layout>::value);
}

template <int M, int N, int K, class T> __hd_mma void
load_matrix_sync(fragment<accumulator, M, N, K, T> &f,
                 const typename details::element<T>::storage *p, unsigned stride,
                 layout_t layout)
{
	details::load(f, p, stride, layout == mem_row_major);
}

template <int M, int N, int K, class T> __hd_mma void
store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f, unsigned stride,
                  layout_t layout)
{
	int by_row = layout == mem_row_major ? __hd_mma_by_row : 0;

	details::move(f, p, stride, by_row | __hd_mma_to_memory);
}

}
}

#endif
