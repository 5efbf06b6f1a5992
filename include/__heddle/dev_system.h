/* SPDX-License-Identifier: Apache-2.0 */
/* printf, assert, malloc, clocks, traps in device code. */
#ifndef __HEDDLE_DEV_SYSTEM_H__
#define __HEDDLE_DEV_SYSTEM_H__

extern "C" {
/* The runtime's; see rt_abi.def. */
__device__ int vprintf(const char *format, const char *args);
__device__ void *malloc(size_t size) __attribute__((nothrow, malloc));
__device__ void free(void *ptr) __attribute__((nothrow));
__device__ void __assertfail(const char *message, const char *file, unsigned line,
                             const char *function, size_t char_size);
__device__ void hd_dev_trap(void);
__device__ void hd_dev_nanosleep(unsigned ns);
/* The device library's. */
__device__ int hd_dev_memcmp(const void *a, const void *b, size_t size);

/* Clang makes a call of vprintf out of it. */
__device__ int printf(const char *format, ...);

/* What the assert macro of <assert.h> calls. */
__device__ static inline void
__assert_fail(const char *message, const char *file, unsigned line,
              const char *function)
{
	__assertfail(message, file, line, function, sizeof(char));
}

__device__ static inline void *
calloc(size_t n, size_t size)
{
	size_t bytes;
	void *p = 0;

	if (!__builtin_mul_overflow(n, size, &bytes))
		p = malloc(bytes);
	if (p)
		__builtin_memset(p, 0, bytes);
	return p;
}

__device__ static inline void *
memmove(void *to, const void *from, size_t size)
{
	return __builtin_memmove(to, from, size);
}

__device__ static inline int
memcmp(const void *a, const void *b, size_t size)
{
	return hd_dev_memcmp(a, b, size);
}
}

namespace std {
__device__ static inline void free(void *ptr) { ::free(ptr); }
__device__ static inline void *malloc(size_t size) { return ::malloc(size); }
}

__hd_fn void __trap(void) { hd_dev_trap(); }
__hd_fn void __brkpt(void) { hd_dev_trap(); }
__hd_fn void __brkpt(int) { hd_dev_trap(); }
__hd_fn void __nanosleep(unsigned ns) { hd_dev_nanosleep(ns); }
__hd_fn clock_t clock(void) { return (clock_t)__nvvm_read_ptx_sreg_clock64(); }
#define __prof_trigger(n) ((void)(n))

#endif
