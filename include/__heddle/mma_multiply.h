/* SPDX-License-Identifier: Apache-2.0 */
/* mma_sync(): the lanes of the warp say where their fragments are, and one of them has the
 * runtime multiply. Sums are made in order of k, in float for half, bfloat16 and tf32, and
 * rounded to the result's type once. */
#ifndef __HEDDLE_MMA_MULTIPLY_H__
#define __HEDDLE_MMA_MULTIPLY_H__

namespace nvcuda {
namespace wmma {

template <int __M, int __N, int __K, class __D, class __A, class LA, class __B, class LB,
          class __C>
__hd_mma void
mma_sync(fragment<accumulator, __M, __N, __K, __D> &d,
         const fragment<matrix_a, __M, __N, __K, __A, LA> &a,
         const fragment<matrix_b, __M, __N, __K, __B, LB> &b,
         const fragment<accumulator, __M, __N, __K, __C> &c, bool saturate = false)
{
	int what = __hd_mma_what(details::kind<__A>::value, details::kind<__C>::value,
	                         details::kind<__D>::value, __M, __N, __K);
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
