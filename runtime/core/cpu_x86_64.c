/* SPDX-License-Identifier: Apache-2.0 */
/* What differs on x86-64: spinning, the floating-point mode, signals, 16 bytes at once. */
#include "inner.h"

#include <cpuid.h>
#include <elf.h>
#include <ucontext.h>
#include <x86intrin.h>

const uint16_t hd_cpu_machine = EM_X86_64;

enum { MXCSR_DEFAULT = 0x1f80, MXCSR_FLAGS = 0x3f };

void
hd_cpu_relax(void)
{
	_mm_pause();
}

bool
hd_cpu_can_give_up(void)
{
	enum { FEATURES = 7, CLDEMOTE = 1 << 25 };
	unsigned a, b, c, d;

	return __get_cpuid_count(FEATURES, 0, &a, &b, &c, &d) && (c & CLDEMOTE);
}

/* No memory has to be there any more. */
void
hd_cpu_give_up(const char *p, size_t n)
{
	enum { LINE = 64 };

	for (size_t k = 0; k < n; k += LINE)
		__asm__ volatile("cldemote %0" ::"m"(p[k]));
}

/* Intel's processors say it here; AMD's, which say it elsewhere, have at most 1 MiB. */
size_t
hd_cpu_second_cache(void)
{
	enum { CACHES = 4, TYPE = 31, LEVEL = 7 };
	unsigned a, b, sets, d;

	for (unsigned k = 0;
	     __get_cpuid_count(CACHES, k, &a, &b, &sets, &d) && a & TYPE; k++)
		if ((a >> 5 & LEVEL) == 2)
			return ((b >> 22) + 1) * ((b >> 12 & 1023) + 1) *
			       ((size_t)(b & 4095) + 1) * (sets + 1);
	return 0;
}

uint64_t
hd_cpu_ticks(void)
{
	return __rdtsc();
}

/* Time-stamp counters run at 2 to 4 GHz; what asks here guesses anyway. */
uint64_t
hd_cpu_ticks_per_us(void)
{
	return 2500;
}

uint64_t
hd_fp_save_and_reset(void)
{
	unsigned state = _mm_getcsr();

	if ((state & ~(unsigned)MXCSR_FLAGS) != MXCSR_DEFAULT)
		_mm_setcsr(MXCSR_DEFAULT);
	return state;
}

void
hd_fp_restore(uint64_t state)
{
	if (((unsigned)state & ~(unsigned)MXCSR_FLAGS) != MXCSR_DEFAULT)
		_mm_setcsr((unsigned)state);
}

const void *
hd_context_pc(const void *context)
{
	const ucontext_t *u = context;

	return (const void *)u->uc_mcontext.gregs[REG_RIP];
}

bool
hd_cpu_has_level(uint32_t level)
{
	__builtin_cpu_init();
	switch (level) {
	case HD_LEVEL_ANY:
		return true;
	case HD_LEVEL_X86_64_V2:
		return __builtin_cpu_supports("x86-64-v2");
	case HD_LEVEL_X86_64_V3:
		return __builtin_cpu_supports("x86-64-v3");
	case HD_LEVEL_X86_64_V4:
		return __builtin_cpu_supports("x86-64-v4");
	default:
		return false;
	}
}

/* What the processor says that it has, and what the system keeps when threads change. */
uint64_t
hd_cpu_identity(void)
{
	enum { FNV = 0x100000001b3 };
	static const unsigned leaves[][2] = {
		{0, 0}, {1, 0}, {7, 0}, {7, 1}, {0x80000001, 0}};
	uint64_t sum = 0;

	for (size_t k = 0; k < sizeof leaves / sizeof leaves[0]; k++) {
		unsigned r[4] = {0};

		__get_cpuid_count(leaves[k][0], leaves[k][1], &r[0], &r[1], &r[2],
				  &r[3]);
		if (leaves[k][0] == 1)
			r[1] = 0; /* which of the processors this is */
		for (int i = 0; i < 4; i++)
			sum = (sum ^ r[i]) * FNV;
	}
	if (__builtin_cpu_supports("avx")) {
		unsigned low, high;

		__asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
		sum = (sum ^ low ^ (uint64_t)high << 32) * FNV;
	}
	return sum;
}

/* What is at `p` becomes `to` if it was `is`; `is` becomes what it was. */
static bool
exchange_pair(void *p, uint64_t is[2], const uint64_t to[2])
{
	bool done;

	__asm__ volatile("lock cmpxchg16b %1"
			 : "=@ccz"(done), "+m"(*(__int128 *)p), "+a"(is[0]), "+d"(is[1])
			 : "b"(to[0]), "c"(to[1])
			 : "memory");
	return done;
}

/* Processors with AVX promise it of all aligned moves of 16 bytes. */
void
hd_cpu_load_pair(uint64_t to[2], void *from)
{
	__m128i v;

	if (hd_likely(__builtin_cpu_supports("avx"))) {
		__asm__ volatile("movdqa %1, %0" : "=x"(v) : "m"(*(__m128i *)from));
		_mm_storeu_si128((__m128i *)to, v);
		return;
	}
	to[0] = to[1] = 0;
	exchange_pair(from, to, (uint64_t[2]){0, 0});
}

void
hd_cpu_store_pair(void *to, const uint64_t from[2])
{
	uint64_t was[2] = {0, 0};
	__m128i v = _mm_loadu_si128((const __m128i *)from);

	if (hd_likely(__builtin_cpu_supports("avx"))) {
		__asm__ volatile("movdqa %1, %0" : "=m"(*(__m128i *)to) : "x"(v));
		return;
	}
	while (!exchange_pair(to, was, from))
		;
}
