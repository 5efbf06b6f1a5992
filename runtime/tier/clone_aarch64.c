/* SPDX-License-Identifier: Apache-2.0 */
#include "clone.h"

#include <sched.h>
#include <sys/syscall.h>

long
hd_run_in_child(int (*fn)(void *), char *top, void *arg)
{
	register long x0 __asm__("x0") = CLONE_VM | CLONE_VFORK;
	register char *x1 __asm__("x1") = top;
	register long x2 __asm__("x2") = 0;
	register long x3 __asm__("x3") = 0;
	register long x4 __asm__("x4") = 0;
	register long x8 __asm__("x8") = SYS_clone;
	register int (*f)(void *) __asm__("x20") = fn;
	register void *a __asm__("x21") = arg;

	__asm__ volatile("svc #0\n\t"
			 "cbnz x0, 1f\n\t"
			 "mov x29, #0\n\t"
			 "mov x0, %[a]\n\t"
			 "blr %[f]\n\t"
			 "mov x8, %[leave]\n\t"
			 "svc #0\n\t"
			 "1:"
			 : "+r"(x0)
			 : "r"(x1), "r"(x2), "r"(x3), "r"(x4),
			   "r"(x8), [f] "r"(f), [a] "r"(a), [leave] "i"(SYS_exit_group)
			 : "memory");
	return x0;
}
