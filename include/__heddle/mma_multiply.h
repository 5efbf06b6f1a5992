/* SPDX-License-Identifier: Apache-2.0 */
/* mma_sync(): the lanes of the warp say where their fragments are, and one of them has the
 * runtime multiply. Sums are made in order of k, in float for half, bfloat16 and tf32, and
 * rounded to the result's type once. */
#ifndef __HEDDLE_MMA_MULTIPLY_H__
#define __HEDDLE_MMA_MULTIPLY_H__

namespace nvcuda {
namespace wmma {

template <int M, int N, int K, class D, class A, class LA, class B, class LB, class C>
__hd_mma void
mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, A, LA> &a,
         const fragment<matrix_b, M, N, K, B, LB> &b,
         const fragment<accumulator, M, N, K, C> &c, bool saturate = false)
{
	int what = __hd_mma_what(details::kind<A>::value, details::kind<C>::value,
	                         details::kind<D>::value, M, N, K);
	char *buffer = details::warp_buffer();
	const void **mine = details::slot(buffer);

	mine[0] = &a;
	mine[1] = &b;
	mine[2] = &c;
	mine[3] = &d;
	__syncwarp();
	if (details::lane() == 0)
		hd_dev_mma(buffer, saturate ? what | __hd_mma_saturate : what);
	__syncwarp();
}

}
}

#endif
