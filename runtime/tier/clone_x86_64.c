/* SPDX-License-Identifier: Apache-2.0 */
#include "clone.h"

#include <sched.h>
#include <sys/syscall.h>

long
hd_run_in_child(int (*fn)(void *), char *top, void *arg)
{
	register int (*f)(void *) __asm__("r12") = fn;
	register void *a __asm__("r13") = arg;
	register long r10 __asm__("r10") = 0;
	register long r8 __asm__("r8") = 0;
	long pid = SYS_clone;

	__asm__ volatile("syscall\n\t"
			 "test %%rax, %%rax\n\t"
			 "jnz 1f\n\t"
			 "xor %%ebp, %%ebp\n\t"
			 "mov %[a], %%rdi\n\t"
			 "call *%[f]\n\t"
			 "mov %%eax, %%edi\n\t"
			 "mov %[leave], %%eax\n\t"
			 "syscall\n\t"
			 "1:"
			 : "+a"(pid)
			 : "D"((long)(CLONE_VM | CLONE_VFORK)), "S"(top), "d"(0L),
			   "r"(r10),
			   "r"(r8), [f] "r"(f), [a] "r"(a), [leave] "i"(SYS_exit_group)
			 : "rcx", "r11", "memory");
	return pid;
}
