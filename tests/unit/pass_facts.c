/* SPDX-License-Identifier: Apache-2.0 */
/* pass_facts: --paranoid sees where a fact of facts.def does not hold, and says why; it says
 * nothing where it holds, nor of facts that nobody has given. */
/* quick */
#include "pass/facts.h"

#include <llvm-c/IRReader.h>

#define BARRIER "declare void @llvm.nvvm.barrier0()\n"
#define TID     "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
#define KERNEL  "!nvvm.annotations = !{!0}\n!0 = !{ptr @f, !\"kernel\", i32 1}\n"

/* A loop whose i is read behind it, by a phi or not. */
#define LOOP(last)                                                                     \
	"define i32 @f(i32 %n) {\nentry:\n br label %l\n"                              \
	"l:\n %i = phi i32 [0, %entry], [%j, %l]\n %j = add i32 %i, 1\n"               \
	" %c = icmp slt i32 %j, %n\n br i1 %c, label %l, label %e\n"                   \
	"e:\n" last "}\n"

static const struct {
	unsigned fact;
	const char *wrong, *ir; /* NULL: it holds */
} cases[] = {
	{HD_FACT_FLAT, NULL, "define void @f(ptr %p) {\n ret void\n}\n"},
	{HD_FACT_FLAT, "a parameter has an address space",
	 "define void @f(ptr addrspace(1) %p) {\n ret void\n}\n"},
	{HD_FACT_FLAT, "a pointer has an address space",
	 "define void @f(ptr %p) {\n %q = addrspacecast ptr %p to ptr addrspace(3)\n"
	 " store i32 1, ptr addrspace(3) %q\n ret void\n}\n"},
	{HD_FACT_LOWERED, NULL,
	 "define i32 @f() {\n call void @llvm.nvvm.barrier0()\n"
	 " %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n ret i32 %t\n}\n" BARRIER
		 TID},
	{HD_FACT_LOWERED, "an NVVM intrinsic is left",
	 "define float @f(float %x) {\n"
	 " %y = call float @llvm.nvvm.rsqrt.approx.f(float %x)\n ret float %y\n}\n"
	 "declare float @llvm.nvvm.rsqrt.approx.f(float)\n"},
	{HD_FACT_INLINED, NULL,
	 "define void @f() {\n call void @llvm.nvvm.barrier0()\n ret void\n}\n" BARRIER
		 KERNEL},
	{HD_FACT_INLINED, NULL,
	 "define void @g() \"heddle-known\" {\n call void @llvm.nvvm.barrier0()\n"
	 " ret void\n}\n" BARRIER},
	{HD_FACT_INLINED, "a device function has a barrier",
	 "define void @f() {\n call void @llvm.nvvm.barrier0()\n ret void\n}\n" BARRIER},
	{HD_FACT_NORMAL, NULL, LOOP(" %r = phi i32 [%i, %l]\n ret i32 %r\n")},
	{HD_FACT_NORMAL, "a value leaves a loop without a phi", LOOP(" ret i32 %i\n")},
	{HD_FACT_NORMAL, "a switch is left",
	 "define void @f(i32 %n) {\n switch i32 %n, label %a [i32 1, label %b]\n"
	 "a:\n ret void\nb:\n ret void\n}\n"},
	{HD_FACT_NORMAL, "a loop has several latches",
	 "define void @f(i1 %c, i1 %d) {\nentry:\n br label %l\n"
	 "l:\n br i1 %c, label %l, label %m\n"
	 "m:\n br i1 %d, label %l, label %e\ne:\n ret void\n}\n"},
	{HD_FACT_FUSED, NULL, "define float @f(float %x) {\n ret float %x\n}\n"},
	{HD_FACT_FUSED, "it is not decided whether this is fused",
	 "define float @f(float %x) {\n"
	 " %y = call float @llvm.fmuladd.f32(float %x, float %x, float %x)\n"
	 " ret float %y\n}\ndeclare float @llvm.fmuladd.f32(float, float, float)\n"},
	{HD_FACT_LANES, NULL, "define void @f() {\n ret void\n}\n"},
	{HD_FACT_LANES, "something is left of a single thread",
	 "define i32 @f() {\n %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	 " ret i32 %t\n}\n" TID},
};

static LLVMModuleRef
parse(LLVMContextRef c, const char *ir)
{
	LLVMMemoryBufferRef b =
		LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, strlen(ir), "case");
	LLVMModuleRef m;
	char *why = NULL;

	if (LLVMParseIRInContext(c, b, &m, &why))
		hd_bug("%s in:\n%s", why, ir);
	return m;
}

static const char *
ask(const char *ir, unsigned facts, hd_arena *mem)
{
	hd_unit u = {.c = LLVMContextCreate(), .opt = {.opt_level = 2}};
	const char *wrong;

	u.m = parse(u.c, ir);
	wrong = hd_broken_fact(&u, facts);
	wrong = wrong ? hd_strndup(mem, wrong, strlen(wrong)) : NULL;
	LLVMDisposeModule(u.m);
	LLVMContextDispose(u.c);
	hd_arena_free(&u.mem);
	hd_arena_free(&u.scratch);
	return wrong;
}

static void
check_case(size_t k, hd_arena *mem)
{
	const char *said = ask(cases[k].ir, cases[k].fact, mem);

	if (!cases[k].wrong != !said || (said && !strstr(said, cases[k].wrong)))
		hd_bug("case %zu: %s, not %s", k, said ? said : "nothing",
		       cases[k].wrong ? cases[k].wrong : "nothing");
	if (!said)
		return;
	hd_check(strstr(said, hd_fact_names(mem, cases[k].fact)) == said);
	hd_check(strstr(said, "'f'"));
	hd_check(!ask(cases[k].ir, 0, mem));
}

int
main(void)
{
	hd_arena mem = {0};
	unsigned seen = 0;

	for (size_t k = 0; k < HD_COUNT(cases); k++) {
		check_case(k, &mem);
		seen |= cases[k].wrong ? cases[k].fact : 0;
	}
	hd_check(seen == (HD_FACT_FLAT | HD_FACT_LOWERED | HD_FACT_INLINED |
			  HD_FACT_NORMAL | HD_FACT_FUSED | HD_FACT_LANES));

	/* Facts end where others begin, whichever came first. */
	hd_check(hd_holding(HD_FACT_LOWERED | HD_FACT_FLAT) ==
		 (HD_FACT_LOWERED | HD_FACT_FLAT));
	hd_check(hd_holding(HD_FACT_LOWERED | HD_FACT_FLAT | HD_FACT_LANES) ==
		 (HD_FACT_FLAT | HD_FACT_LANES));
	hd_check(strcmp(hd_fact_names(&mem, HD_FACT_FLAT | HD_FACT_NORMAL),
			"FLAT NORMAL") == 0);
	hd_check(!*hd_fact_names(&mem, 0));
	hd_arena_free(&mem);
	return 0;
}
