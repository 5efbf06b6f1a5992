/* SPDX-License-Identifier: Apache-2.0 */
/* atomicAdd() and its kin. CUDA's are relaxed. All scopes are the same here: one
 * address space, and the processor's atomics hold for all of it. */
#ifndef __HEDDLE_DEV_ATOMIC_H__
#define __HEDDLE_DEV_ATOMIC_H__

#define __hd_atomic_op(name, T, builtin) \
	__hd_fn T name(T *p, T v) { return builtin(p, v, __ATOMIC_RELAXED); } \
	__hd_fn T name##_block(T *p, T v) { return name(p, v); } \
	__hd_fn T name##_system(T *p, T v) { return name(p, v); }

#define __hd_atomic_word(name, builtin) \
	__hd_atomic_op(name, int, builtin) \
	__hd_atomic_op(name, unsigned int, builtin)

#define __hd_atomic_all(name, builtin) \
	__hd_atomic_word(name, builtin) \
	__hd_atomic_op(name, long long, builtin) \
	__hd_atomic_op(name, unsigned long long, builtin)

__hd_atomic_word(atomicAdd, __atomic_fetch_add)
__hd_atomic_op(atomicAdd, unsigned long long, __atomic_fetch_add)
__hd_atomic_op(atomicAdd, float, __atomic_fetch_add)
__hd_atomic_op(atomicAdd, double, __atomic_fetch_add)
__hd_atomic_word(atomicSub, __atomic_fetch_sub)
__hd_atomic_word(atomicExch, __atomic_exchange_n)
__hd_atomic_op(atomicExch, unsigned long long, __atomic_exchange_n)
__hd_atomic_all(atomicMin, __atomic_fetch_min)
__hd_atomic_all(atomicMax, __atomic_fetch_max)
__hd_atomic_all(atomicAnd, __atomic_fetch_and)
__hd_atomic_all(atomicOr, __atomic_fetch_or)
__hd_atomic_all(atomicXor, __atomic_fetch_xor)
#undef __hd_atomic_all
#undef __hd_atomic_word
#undef __hd_atomic_op

__hd_fn float
atomicExch(float *p, float v)
{
	return __int_as_float(atomicExch((int *)p, __float_as_int(v)));
}
__hd_fn float atomicExch_block(float *p, float v) { return atomicExch(p, v); }
__hd_fn float atomicExch_system(float *p, float v) { return atomicExch(p, v); }

#define __hd_atomic_cas(T) \
	__hd_fn T atomicCAS(T *p, T expected, T v) \
	{ \
		__atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, \
		                            __ATOMIC_RELAXED); \
		return expected; \
	} \
	__hd_fn T atomicCAS_block(T *p, T e, T v) { return atomicCAS(p, e, v); } \
	__hd_fn T atomicCAS_system(T *p, T e, T v) { return atomicCAS(p, e, v); }

__hd_atomic_cas(int)
__hd_atomic_cas(unsigned int)
__hd_atomic_cas(unsigned long long)
__hd_atomic_cas(unsigned short)
#undef __hd_atomic_cas

/* Counts up to `last`, then starts at 0. */
__hd_fn unsigned
atomicInc(unsigned *p, unsigned last)
{
	unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED);

	while (!__atomic_compare_exchange_n(p, &old, old >= last ? 0 : old + 1, true,
	                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return old;
}

/* Counts down to 0, then starts at `last`. */
__hd_fn unsigned
atomicDec(unsigned *p, unsigned last)
{
	unsigned old = __atomic_load_n(p, __ATOMIC_RELAXED);

	while (!__atomic_compare_exchange_n(p, &old,
	                                    old == 0 || old > last ? last : old - 1, true,
	                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	return old;
}
__hd_fn unsigned atomicInc_block(unsigned *p, unsigned n) { return atomicInc(p, n); }
__hd_fn unsigned atomicInc_system(unsigned *p, unsigned n) { return atomicInc(p, n); }
__hd_fn unsigned atomicDec_block(unsigned *p, unsigned n) { return atomicDec(p, n); }
__hd_fn unsigned atomicDec_system(unsigned *p, unsigned n) { return atomicDec(p, n); }

/* Vectors: each element is atomic, the vector is not. */
__hd_fn float2
atomicAdd(float2 *p, float2 v)
{
	return make_float2(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y));
}
__hd_fn float4
atomicAdd(float4 *p, float4 v)
{
	return make_float4(atomicAdd(&p->x, v.x), atomicAdd(&p->y, v.y),
	                   atomicAdd(&p->z, v.z), atomicAdd(&p->w, v.w));
}
__hd_fn float2 atomicAdd_block(float2 *p, float2 v) { return atomicAdd(p, v); }
__hd_fn float2 atomicAdd_system(float2 *p, float2 v) { return atomicAdd(p, v); }
__hd_fn float4 atomicAdd_block(float4 *p, float4 v) { return atomicAdd(p, v); }
__hd_fn float4 atomicAdd_system(float4 *p, float4 v) { return atomicAdd(p, v); }

#endif
