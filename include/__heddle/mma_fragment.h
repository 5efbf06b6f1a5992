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

/* Elements of less than a byte: mma_bits.h. */
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}

namespace details {

template <class __T> struct kind;
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
template <class __T> struct element {
	typedef __T storage;
};
template <> struct element<precision::tf32> {
	typedef float storage;
};

template <class Use, int __M, int __N, int __K> struct extent;
template <int __M, int __N, int __K> struct extent<matrix_a, __M, __N, __K> {
	static constexpr int rows = __M, cols = __K;
};
template <int __M, int __N, int __K> struct extent<matrix_b, __M, __N, __K> {
	static constexpr int rows = __K, cols = __N;
};
template <int __M, int __N, int __K> struct extent<accumulator, __M, __N, __K> {
	static constexpr int rows = __M, cols = __N;
};

/* The shapes that CUDA has. */
template <class __T, int __M, int __N, int __K> struct shape {
	static constexpr bool ok = (__M == 16 && __N == 16 && __K == 16) ||
	                           (__M == 32 && __N == 8 && __K == 16) ||
	                           (__M == 8 && __N == 32 && __K == 16);
};
template <int __M, int __N, int __K> struct shape<precision::tf32, __M, __N, __K> {
	static constexpr bool ok = __M == 16 && __N == 16 && __K == 8;
};
template <int __M, int __N, int __K> struct shape<double, __M, __N, __K> {
	static constexpr bool ok = __M == 8 && __N == 8 && __K == 4;
};
template <int __M, int __N, int __K> struct shape<float, __M, __N, __K> {
	static constexpr bool ok =
		shape<void, __M, __N, __K>::ok || shape<precision::tf32, __M, __N, __K>::ok;
};

/* Sums of products of bits. */
template <int __M, int __N, int __K> struct shape<int, __M, __N, __K> {
	static constexpr bool ok = shape<void, __M, __N, __K>::ok ||
	                           (__M == 8 && __N == 8 && (__K == 32 || __K == 128));
};

__hd_mma unsigned
lane()
{
	return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) & 31;
}

}

template <class Use, int __M, int __N, int __K, class __T, class Layout = void>
class fragment {
	static_assert(details::shape<__T, __M, __N, __K>::ok,
	              "wmma has no fragments of this shape and type");

public:
	typedef typename details::element<__T>::storage element_type;
	typedef element_type storage_element_type;
	static constexpr int rows = details::extent<Use, __M, __N, __K>::rows;
	static constexpr int cols = details::extent<Use, __M, __N, __K>::cols;
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

template <class __F> __hd_mma void
move(const __F &f, const void *p, unsigned stride, int how)
{
	char *buffer = warp_buffer();

	slot(buffer)[0] = &f;
	__syncwarp();
	if (lane() == 0)
		hd_dev_mma_move(buffer, (void *)p, stride,
		                __hd_mma_move((int)sizeof f.x[0], __F::num_elements, __F::cols) | how);
	__syncwarp();
}

template <class __F, class __T> __hd_mma void
load(__F &f, const __T *p, unsigned stride, bool by_row)
{
	move(f, p, stride, by_row ? __hd_mma_by_row : 0);
}

template <class Layout> struct by_row { static constexpr bool value = true; };
template <> struct by_row<col_major> { static constexpr bool value = false; };

}

template <class Use, int __M, int __N, int __K, class __T, class Layout> __hd_mma void
fill_fragment(fragment<Use, __M, __N, __K, __T, Layout> &f,
              const typename details::element<__T>::storage &v)
{
	for (int e = 0; e < f.num_elements; e++)
		f.x[e] = v;
}

template <class Use, int __M, int __N, int __K, class __T, class Layout> __hd_mma void
load_matrix_sync(fragment<Use, __M, __N, __K, __T, Layout> &f,
                 const typename details::element<__T>::storage *p, unsigned stride)
{
	details::load(f, p, stride, details::by_row<Layout>::value);
}

template <int __M, int __N, int __K, class __T> __hd_mma void
load_matrix_sync(fragment<accumulator, __M, __N, __K, __T> &f,
                 const typename details::element<__T>::storage *p, unsigned stride,
                 layout_t layout)
{
	details::load(f, p, stride, layout == mem_row_major);
}

template <int __M, int __N, int __K, class __T> __hd_mma void
store_matrix_sync(__T *p, const fragment<accumulator, __M, __N, __K, __T> &f, unsigned stride,
                  layout_t layout)
{
	int by_row = layout == mem_row_major ? __hd_mma_by_row : 0;

	details::move(f, p, stride, by_row | __hd_mma_to_memory);
}

}
}

#endif
