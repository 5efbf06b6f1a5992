/* SPDX-License-Identifier: Apache-2.0 */
/* Which memory a pointer points to. */
#ifndef __HEDDLE_DEV_ADDRESS_H__
#define __HEDDLE_DEV_ADDRESS_H__

#define __hd_pure __hd_fn __attribute__((const))

__hd_pure unsigned __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
__hd_pure unsigned __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
__hd_pure unsigned __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
__hd_pure unsigned __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
__hd_pure unsigned __isGridConstant(const void *) { return 0; }

#define __hd_cvta(space) \
	__hd_fn size_t __cvta_generic_to_##space(const void *p) \
	{ return __nv_cvta_generic_to_##space##_impl(p); } \
	__hd_fn void *__cvta_##space##_to_generic(size_t p) \
	{ return __nv_cvta_##space##_to_generic_impl(p); }

__hd_cvta(global)
__hd_cvta(shared)
__hd_cvta(constant)
__hd_cvta(local)
#undef __hd_cvta
#undef __hd_pure

#endif
