/* SPDX-License-Identifier: Apache-2.0 */
/* mma_sync(): the threads of the warp show each other where their fragments are, and each
 * works out its own elements of the result. Sums are made in order of k, in float for
 * half, bfloat16 and tf32, and rounded to the result's type once. */
#ifndef __HEDDLE_MMA_MULTIPLY_H__
#define __HEDDLE_MMA_MULTIPLY_H__

namespace nvcuda {
namespace wmma {
namespace details {

/* Where the fragments of all lanes are. */
template <class F> struct everywhere {
	const F *at[32];

	__device__ __forceinline__ explicit everywhere(const F &mine)
	{
		long long own = (long long)&mine, first = __shfl_sync(0xffffffffu, own, 0);
		long long step = __shfl_sync(0xffffffffu, own, 1) - first;
		bool regular = own == first + (long long)lane() * step;

		if (__all_sync(0xffffffffu, regular))
			for (int l = 0; l < 32; l++)
				at[l] = (const F *)(first + l * step);
		else
			for (int l = 0; l < 32; l++)
				at[l] = (const F *)__shfl_sync(0xffffffffu, own, l);
	}
	__device__ __forceinline__ typename F::element_type
	get(int row, int col) const
	{
		int i = row * F::cols + col;

		return at[i / F::num_elements]->x[i % F::num_elements];
	}
};

__hd_mma float add(float s, float a, float b) { return fmaf(a, b, s); }
__hd_mma double add(double s, double a, double b) { return fma(a, b, s); }
__hd_mma long long add(long long s, long long a, long long b) { return s + a * b; }

template <class D> __hd_mma D narrow(float v, bool) { return D(v); }
template <class D> __hd_mma D narrow(double v, bool) { return v; }
template <class D> __hd_mma D
narrow(long long v, bool saturate)
{
	if (saturate)
		v = v > 2147483647 ? 2147483647 : v < -2147483648ll ? -2147483648ll : v;
	return (D)v;
}

/* One lane has the runtime do it for all, if their fragments form matrices. */
template <class A, class C, class D, int M, int N, int K, class FD, class FA, class FB,
          class FC>
__hd_mma bool
by_runtime(FD &d, const FA &a, const FB &b, const FC &c, bool saturate)
{
	row_of_lanes at[4];
	bool ok = at[0].find(a) & at[1].find(b) & at[2].find(c);

	at[3] = at[2];
	if ((const void *)&c != (const void *)&d)
		ok &= at[3].find(d);
	if (!__all_sync(0xffffffffu, ok))
		return false;
	if (lane() == 0) {
		long long steps =
			at[0].step | at[1].step << 16 | at[2].step << 32 | at[3].step << 48;
		int what = __hd_mma_what(kind<A>::value, kind<C>::value, kind<D>::value, M, N, K);

		hd_dev_mma((void *)at[0].first, (void *)at[1].first, (void *)at[2].first,
		           (void *)at[3].first, steps, saturate ? what | __hd_mma_saturate : what);
	}
	__syncwarp();
	return true;
}

}

template <int M, int N, int K, class D, class A, class LA, class B, class LB, class C>
__hd_mma void
mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, A, LA> &a,
         const fragment<matrix_b, M, N, K, B, LB> &b,
         const fragment<accumulator, M, N, K, C> &c, bool saturate = false)
{
	if (details::by_runtime<A, C, D, M, N, K>(d, a, b, c, saturate))
		return;
	typedef typename details::element<A>::sum sum;
	details::everywhere<fragment<matrix_a, M, N, K, A, LA>> as(a);
	details::everywhere<fragment<matrix_b, M, N, K, B, LB>> bs(b);

	for (int e = 0; e < d.num_elements; e++) {
		int i = (int)details::lane() * d.num_elements + e;
		sum s = (sum)c.x[e];

		for (int k = 0; k < K; k++)
			s = details::add(s, (sum)details::element<A>::get(as.get(i / N, k)),
			                 (sum)details::element<B>::get(bs.get(k, i % N)));
		d.x[e] = details::narrow<D>(s, saturate);
	}
	__syncwarp();
}

}
}

#endif
