/* SPDX-License-Identifier: Apache-2.0 */
/* Target machines. "native" means what this machine's kernel says it can do, never what
 * the processor's model name promises: virtual machines mask features, and code for a
 * masked one dies with SIGILL. */
#include "target.h"
#include "frame.h"

#include <llvm/Config/llvm-config.h>

const char *
hd_llvm_version(void)
{
	return LLVM_VERSION_STRING;
}

const char *
hd_host_triple(void)
{
	static char triple[64];

	if (!*triple) {
		char *s = LLVMGetDefaultTargetTriple();

		snprintf(triple, sizeof triple, "%s", s);
		LLVMDisposeMessage(s);
	}
	return triple;
}

static bool
has_feature(const char *features, const char *name)
{
	size_t n = strlen(name);

	for (const char *s = strstr(features, name); s; s = strstr(s + 1, name))
		if ((s == features || s[-1] == ',') && (s[n] == ',' || s[n] == '\0'))
			return true;
	return false;
}

static const char *
join(hd_arena *a, const char *x, const char *y)
{
	if (!x || !*x)
		return y ? y : "";
	return y && *y ? hd_format(a, "%s,%s", x, y) : x;
}

/* What every program for this architecture gets. On AArch64 without outline atomics or
 * LSE, LLVM 19 loses updates of floating-point atomics (llvm-project issue 150988). */
static const char *
baseline_features(const char *triple)
{
	if (hd_has_prefix(triple, "aarch64"))
		return "+neon,+fp-armv8,+outline-atomics";
	return "";
}

static const char *
default_cpu(const char *triple)
{
	return hd_has_prefix(triple, "x86_64") ? "x86-64" : "generic";
}

/* The levels that a program is started with on a processor that has them. */
static int
level_of(const char *cpu)
{
	static const char *const name[] = {
		[HD_LEVEL_X86_64_V2] = "x86-64-v2",
		[HD_LEVEL_X86_64_V3] = "x86-64-v3",
		[HD_LEVEL_X86_64_V4] = "x86-64-v4",
	};

	for (int k = HD_LEVEL_X86_64_V2; k <= HD_LEVEL_X86_64_V4; k++)
		if (strcmp(cpu, name[k]) == 0)
			return k;
	return HD_LEVEL_ANY;
}

/* On AArch64 the baseline has vectors as wide as most processors do; on x86-64 it has
 * half of what is usual, and no fused multiply-add. AVX-512 takes as long to compile
 * again, which -O3 does. */
const char *
hd_better_cpus(const hd_job *job)
{
	const char *triple = job->triple ? job->triple : hd_host_triple();

	if (job->tier != HD_TIER_AHEAD)
		return "";
	if (job->versions)
		return strcmp(job->versions, "none") == 0 ? "" : job->versions;
	if (job->cpu || job->features || job->opt_level == 0 || job->debug_device ||
	    job->lanes == 1)
		return "";
	if (!hd_has_prefix(triple, "x86_64"))
		return "";
	return job->opt_level > 2 ? "x86-64-v3,x86-64-v4" : "x86-64-v3";
}

/* The version for any processor, beside which there are better ones: hardly anybody runs
 * it, and lane groups would take as long to compile there as in the others. */
bool
hd_is_last_resort(const hd_job *job)
{
	return *hd_better_cpus(job) && !job->cpu && !job->features && !job->lanes;
}

static void
choose_cpu(hd_target *t, const hd_job *job)
{
	hd_arena *a = &t->mem;

	t->cpu = job->cpu ? job->cpu : default_cpu(t->triple);
	t->features = baseline_features(t->triple);
	if (job->cpu && strcmp(job->cpu, "native") == 0) {
		char *native = LLVMGetHostCPUFeatures();

		t->cpu = default_cpu(t->triple);
		t->features = join(a, t->features, hd_strdup(a, native));
		LLVMDisposeMessage(native);
	}
	t->features = join(a, t->features, job->features);
	t->level = level_of(t->cpu);
}

/* Code that wants vectors of 64 bytes and a fused multiply-add. */
static LLVMModuleRef
make_probe(LLVMContextRef ctx, hd_target *t)
{
	LLVMModuleRef m = LLVMModuleCreateWithNameInContext("probe", ctx);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
	LLVMTypeRef vec = LLVMVectorType(LLVMInt32TypeInContext(ctx), 16);
	LLVMTypeRef real = LLVMFloatTypeInContext(ctx);
	LLVMTypeRef ptr = LLVMPointerTypeInContext(ctx, 0);
	LLVMTypeRef type = LLVMFunctionType(real, &ptr, 1, false);
	LLVMValueRef fn = LLVMAddFunction(m, "f", type), p = LLVMGetParam(fn, 0);
	unsigned fma = LLVMLookupIntrinsicID("llvm.fma", strlen("llvm.fma"));
	LLVMTypeRef reals[] = {real, real, real};

	LLVMSetTarget(m, t->triple);
	LLVMSetModuleDataLayout(m, t->layout);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(ctx, fn, ""));
	LLVMValueRef v = LLVMBuildLoad2(b, vec, p, "");
	LLVMValueRef x = LLVMBuildLoad2(b, real, p, "");

	LLVMBuildStore(b, LLVMBuildAdd(b, v, v, ""), p);
	LLVMBuildRet(b, LLVMBuildCall2(b, LLVMFunctionType(real, reals, 3, false),
				       LLVMGetIntrinsicDeclaration(m, fma, &real, 1),
				       (LLVMValueRef[]){x, x, x}, 3, ""));
	LLVMDisposeBuilder(b);
	return m;
}

/* LLVM has no function that tells what a processor has of which the name is known; what it
 * makes of a piece of code does. */
static const char *
probed_features(hd_target *t)
{
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMModuleRef m = make_probe(ctx, t);
	LLVMMemoryBufferRef out = NULL;
	char *why = NULL;
	const char *found = "";

	if (LLVMTargetMachineEmitToMemoryBuffer(t->machine, m, LLVMAssemblyFile, &why,
						&out)) {
		LLVMDisposeMessage(why);
	} else {
		const char *text = LLVMGetBufferStart(out);

		found = strstr(text, "zmm")   ? "+avx2,+avx512f"
			: strstr(text, "ymm") ? "+avx2"
					      : "";
		if (strstr(text, "vfmadd"))
			found = join(&t->mem, found, "+fma");
		LLVMDisposeMemoryBuffer(out);
	}
	LLVMDisposeModule(m);
	LLVMContextDispose(ctx);
	return found;
}

static void
initialize(void)
{
	LLVMInitializeAllTargetInfos();
	LLVMInitializeAllTargets();
	LLVMInitializeAllTargetMCs();
	LLVMInitializeAllAsmPrinters();
	LLVMInitializeAllAsmParsers(); /* host code may have inline assembly */
}

hd_target *
hd_target_new(const hd_job *job)
{
	hd_target *t = calloc(1, sizeof *t);
	LLVMTargetRef target;
	char *why = NULL;
	LLVMCodeGenOptLevel level = job->opt_level == 0 || job->quick
					    ? LLVMCodeGenLevelNone
					    : LLVMCodeGenLevelDefault;

	hd_check(t != NULL);
	initialize();
	t->triple = hd_host_triple();
	if (job->triple) { /* as clang writes it: x86_64-unknown-linux-gnu */
		char *normal = LLVMNormalizeTargetTriple(job->triple);

		t->triple = hd_strdup(&t->mem, normal);
		LLVMDisposeMessage(normal);
	}
	if (LLVMGetTargetFromTriple(t->triple, &target, &why)) {
		hd_error_at((hd_pos){0}, "no code can be made for '%s': %s", t->triple,
			    why);
		LLVMDisposeMessage(why);
		free(t);
		return NULL;
	}
	choose_cpu(t, job);
	t->machine = LLVMCreateTargetMachine(target, t->triple, t->cpu, t->features,
					     level, LLVMRelocPIC, LLVMCodeModelDefault);
	t->layout = LLVMCreateTargetDataLayout(t->machine);
	if (job->cpu && hd_has_prefix(t->triple, "x86_64"))
		t->features = join(&t->mem, t->features, probed_features(t));
	t->has_fma =
		hd_has_prefix(t->triple, "aarch64") || has_feature(t->features, "+fma");
	return t;
}

void
hd_target_free(hd_target *t)
{
	LLVMDisposeTargetData(t->layout);
	LLVMDisposeTargetMachine(t->machine);
	hd_arena_free(&t->mem);
	free(t);
}
