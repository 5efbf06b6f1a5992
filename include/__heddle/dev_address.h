/* SPDX-License-Identifier: Apache-2.0 */
/* Which memory a pointer points to. */
#ifndef __HEDDLE_DEV_ADDRESS_H__
#define __HEDDLE_DEV_ADDRESS_H__

extern "C" {
__device__ int hd_dev_is_shared(const void *p);
__device__ int hd_dev_is_local(const void *p);
}

/* Constants are in global memory. */
__hd_fn unsigned __isShared(const void *p) { return hd_dev_is_shared(p) != 0; }
__hd_fn unsigned __isLocal(const void *p) { return hd_dev_is_local(p) != 0; }
__hd_fn unsigned __isGlobal(const void *p) { return !__isShared(p) && !__isLocal(p); }
__hd_fn unsigned __isConstant(const void *) { return 0; }
__hd_fn unsigned __isGridConstant(const void *) { return 0; }

#define __hd_cvta(space) \
	__hd_fn size_t __cvta_generic_to_##space(const void *p) { return (size_t)p; } \
	__hd_fn void *__cvta_##space##_to_generic(size_t p) { return (void *)p; }

__hd_cvta(global)
__hd_cvta(constant)
__hd_cvta(local)
__hd_cvta(grid_constant)
#undef __hd_cvta

/* Shared addresses fit into 32 bits, as programs for inline PTX expect. */
__hd_fn size_t
__cvta_generic_to_shared(const void *p)
{
	size_t r;
	asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
	return r;
}
__hd_fn void *
__cvta_shared_to_generic(size_t p)
{
	void *r;
	asm("cvta.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
	return r;
}

#endif
