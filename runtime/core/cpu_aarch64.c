/* SPDX-License-Identifier: Apache-2.0 */
/* What differs on AArch64: spinning, the floating-point mode, signals, 16 bytes at once. */
#include "inner.h"

#include <elf.h>
#include <sys/auxv.h>
#include <ucontext.h>

const uint16_t hd_cpu_machine = EM_AARCH64;

void
hd_cpu_relax(void)
{
	/* `yield` is a no-op on most cores; `isb` waits for the pipeline to drain. */
	__asm__ volatile("isb" ::: "memory");
}

bool
hd_cpu_can_give_up(void)
{
	return false;
}

void
hd_cpu_give_up(const char *p, size_t n)
{
	(void)p, (void)n;
}

uint64_t
hd_cpu_identity(void)
{
	return getauxval(AT_HWCAP) * 0x100000001b3 ^ getauxval(AT_HWCAP2);
}

/* Nothing tells programs. */
size_t
hd_cpu_second_cache(void)
{
	return 0;
}

uint64_t
hd_cpu_ticks(void)
{
	uint64_t ticks;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}

uint64_t
hd_cpu_ticks_per_us(void)
{
	uint64_t hertz;

	__asm__("mrs %0, cntfrq_el0" : "=r"(hertz));
	return hertz / 1000000;
}

uint64_t
hd_fp_save_and_reset(void)
{
	uint64_t state;

	__asm__ volatile("mrs %0, fpcr" : "=r"(state));
	if (state)
		__asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)0));
	return state;
}

void
hd_fp_restore(uint64_t state)
{
	if (state)
		__asm__ volatile("msr fpcr, %0" ::"r"(state));
}

const void *
hd_context_pc(const void *context)
{
	const ucontext_t *u = context;

	return (const void *)u->uc_mcontext.pc;
}

bool
hd_cpu_has_level(uint32_t level)
{
	return level == HD_LEVEL_ANY;
}

/* What was loaded is of one piece if it can be stored again. */
void
hd_cpu_load_pair(uint64_t to[2], void *from)
{
	uint32_t failed;

	do
		__asm__ volatile("ldaxp %1, %2, [%3]\n\tstlxp %w0, %1, %2, [%3]"
				 : "=&r"(failed), "=&r"(to[0]), "=&r"(to[1])
				 : "r"(from)
				 : "memory");
	while (failed);
}

void
hd_cpu_store_pair(void *to, const uint64_t from[2])
{
	uint64_t was[2];
	uint32_t failed;

	do
		__asm__ volatile("ldaxp %1, %2, [%3]\n\tstlxp %w0, %4, %5, [%3]"
				 : "=&r"(failed), "=&r"(was[0]), "=&r"(was[1])
				 : "r"(to), "r"(from[0]), "r"(from[1])
				 : "memory");
	while (failed);
}
