/* SPDX-License-Identifier: Apache-2.0 */
/* What the processor has that code is made for. */
#include "ir/target.h"

hd_cpu
hd_cpu_of(const hd_unit *u)
{
	const char *f = u->opt.features;
	hd_cpu cpu = {.x86 = hd_has_prefix(LLVMGetTarget(u->m), "x86_64"),
		      .register_bytes = 16};
	bool few;

	if (cpu.x86 && strstr(f, "+avx512f"))
		cpu.register_bytes = 64;
	else if (cpu.x86 && strstr(f, "+avx2"))
		cpu.register_bytes = 32;
	few = cpu.x86 && cpu.register_bytes < 64;
	cpu.file_bytes = cpu.register_bytes * (few ? 16 : 32);
	cpu.masked_moves = cpu.register_bytes > 16;
	return cpu;
}
