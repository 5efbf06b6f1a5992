/* SPDX-License-Identifier: Apache-2.0 */
/* One translation unit, from clang's two bitcode files to an object. */
#include "gen/separate.h"
#include "gen/split.h"
#include "gen/target.h"
#include "pass/facts.h"
#include "pass/pass.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>

static const struct {
	const char *old, *name, *what;
} tricks[] = {
#define TRICK(id, name, what) {#id, name, what},
#include "ir/tricks.def"
#undef TRICK
};

_Static_assert(HD_COUNT(tricks) <= 64, "they are bits of a word");

uint64_t
hd_trick_bit(const char *name, const char **now)
{
	*now = NULL;
	for (size_t k = 0; k < HD_COUNT(tricks); k++) {
		if (strcmp(name, tricks[k].name) == 0)
			return (uint64_t)1 << k;
		if (strcmp(name, tricks[k].old) == 0) {
			*now = tricks[k].name;
			return (uint64_t)1 << k;
		}
	}
	return 0;
}

const char *
hd_trick_name(size_t bit)
{
	return bit < HD_COUNT(tricks) ? tricks[bit].name : NULL;
}

const char *
hd_list_tricks(hd_arena *a)
{
	hd_str s = {.arena = a};

	for (size_t k = 0; k < HD_COUNT(tricks); k++)
		hd_str_addf(&s, "\n  -fno-heddle-%-22s %s", tricks[k].name,
			    tricks[k].what);
	return s.at;
}

static bool
wants(const char *remarks)
{
	return remarks &&
	       (strcmp(remarks, "heddle") == 0 || strcmp(remarks, ".*") == 0);
}

/* As LLVM prints them; but that a loop of a library could not be unrolled as its `#pragma`
 * says is nothing that a user could do something about. */
static void
on_message(LLVMDiagnosticInfoRef info, void *unused)
{
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	char *text;

	(void)unused;
	if (severity != LLVMDSError && severity != LLVMDSWarning)
		return;
	text = LLVMGetDiagInfoDescription(info);
	if (severity == LLVMDSError) {
		fprintf(stderr, "error: %s\n", text);
		exit(1);
	}
	if (!strstr(text, "loop not unrolled"))
		fprintf(stderr, "warning: %s\n", text);
	LLVMDisposeMessage(text);
}

/* Both tiers fuse the same multiply-adds, whatever the processor has: where it lacks the
 * instruction, the C library computes what it would. */
static bool
fuses(const hd_job *job, const hd_target *t)
{
	return t->has_fma ||
	       (job->tier != HD_TIER_AHEAD && hd_has_prefix(t->triple, "x86_64"));
}

/* In a context of its own if it is NULL. */
static hd_unit *
unit_new(const hd_job *job, const hd_target *t, LLVMContextRef c)
{
	hd_unit *u = calloc(1, sizeof *u);

	hd_check(u != NULL);
	u->c = c ? c : LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(u->c, on_message, NULL);
	u->tm = t->machine;
	u->dl = t->layout;
	u->i1 = LLVMInt1TypeInContext(u->c);
	u->i8 = LLVMInt8TypeInContext(u->c);
	u->i16 = LLVMInt16TypeInContext(u->c);
	u->i32 = LLVMInt32TypeInContext(u->c);
	u->i64 = LLVMInt64TypeInContext(u->c);
	u->f32 = LLVMFloatTypeInContext(u->c);
	u->f64 = LLVMDoubleTypeInContext(u->c);
	u->ptr = LLVMPointerTypeInContext(u->c, 0);
	u->void_type = LLVMVoidTypeInContext(u->c);
	u->source = job->source;
	u->opt = (hd_options){
		.opt_level = job->opt_level,
		.debug_device = job->debug_device,
		.fast_math = job->fast_math,
		.has_fma = fuses(job, t),
		.lanes = job->tier == HD_TIER_FIRST ? 1 : job->lanes,
		.tier = job->tier,
		.without = job->without,
		.remarks = wants(job->remarks),
		.missed = wants(job->remarks_missed),
		.library = job->library,
		.host_ir = job->host_ir,
		.cpu = t->cpu,
		.features = t->features,
		.level = t->level,
		.quick = job->quick,
	};
	if (job->emit == HD_EMIT_PLAN) {
		u->plan = HD_NEW(&u->mem, hd_str);
		u->plan->arena = &u->mem;
	}
	return u;
}

static void
unit_free(hd_unit *u, bool with_context)
{
	if (u->m)
		LLVMDisposeModule(u->m);
	if (u->host)
		LLVMDisposeModule(u->host);
	if (with_context)
		LLVMContextDispose(u->c);
	hd_arena_free(&u->mem);
	hd_arena_free(&u->scratch);
	free(u);
}

static bool
write_plan(const hd_unit *u, const char *path)
{
	FILE *f = fopen(path, "w");
	bool failed;

	if (!f)
		return false;
	failed = u->plan->n && fputs(u->plan->at, f) < 0;
	return fclose(f) == 0 && !failed;
}

static bool
write_output(hd_unit *u, const hd_job *job)
{
	char *why = NULL;
	bool failed;

	switch (job->emit) {
	case HD_EMIT_LL:
		failed = LLVMPrintModuleToFile(u->m, job->out, &why);
		break;
	case HD_EMIT_PLAN:
		failed = !write_plan(u, job->out);
		break;
	case HD_EMIT_BC:
		failed = LLVMWriteBitcodeToFile(u->m, job->out);
		break;
	default:
		failed = LLVMTargetMachineEmitToFile(
			u->tm, u->m, (char *)job->out,
			job->emit == HD_EMIT_ASM ? LLVMAssemblyFile : LLVMObjectFile,
			&why);
	}
	if (failed)
		hd_error_at((hd_pos){job->out, 0, 0}, "cannot write the output: %s",
			    why ? why : "unknown reason");
	LLVMDisposeMessage(why);
	return !failed;
}

static bool
emit(hd_unit *u, const hd_job *job)
{
	return hd_run_passes(u, &job->run, HD_STAGE_FINAL, HD_STAGE_FINAL) &&
	       write_output(u, job);
}

/* By several processes, unless single passes are dumped, timed or chosen. */
static bool
emit_unit(hd_unit *u, const hd_job *job)
{
	return (!hd_is_watched(&job->run) && hd_emit_split(u, job, emit)) ||
	       emit(u, job);
}

/* ---- the same kernels for better processors */

/* The device code of a job as a unit of its own, in the context of another one; NULL: it has
 * an error. */
static hd_unit *
kernels_of(const hd_job *job, const hd_target *t, hd_unit *first)
{
	hd_unit *u = unit_new(job, t, first->c);

	memcpy(&u->shapes, &first->shapes, sizeof u->shapes);
	u->m = hd_read_module(u, job->device_ir);
	if (!u->m)
		return u;
	LLVMSetTarget(u->m, t->triple);
	LLVMSetModuleDataLayout(u->m, u->dl);
	if (!hd_run_passes(u, &job->run, HD_STAGE_KERNELS, HD_STAGE_KERNELS)) {
		LLVMDisposeModule(u->m);
		u->m = NULL;
	}
	return u;
}

/* Once more for a processor, into the first unit. */
static void
add_version(hd_unit *first, const hd_job *job)
{
	hd_target *t = hd_target_new(job);
	hd_unit *u = kernels_of(job, t, first);

	if (u->m)
		hd_add_version(first, u->m);
	u->m = NULL;
	unit_free(u, false);
	hd_target_free(t);
}

/* For each of a list of processors. Remarks are about the first of them if the unit's own
 * version is hardly ever run. */
static void
add_versions(hd_unit *first, const hd_job *all, const char *cpus)
{
	bool tells = hd_is_last_resort(all);

	while (*cpus) {
		size_t n = strcspn(cpus, ",");
		hd_job job = *all;

		job.cpu = hd_strndup(&first->mem, cpus, n);
		job.host_ir = NULL;
		job.run = (hd_run_options){.time = all->run.time,
					   .paranoid = all->run.paranoid};
		if (!tells)
			job.remarks = job.remarks_missed = NULL;
		tells = false;
		add_version(first, &job);
		cpus += n + (cpus[n] == ',');
	}
}

/* The first version, and what is to be done after it. */
static hd_job
first_job(const hd_job *job, bool more)
{
	hd_job first = *job;

	if (more && hd_is_last_resort(job)) {
		first.lanes = 1;
		first.remarks = first.remarks_missed = NULL;
	}
	return first;
}

/* ---- a unit */

static bool
compile(hd_unit *u, const hd_job *job, const char *cpus)
{
	if (hd_is_partial(&job->run))
		return hd_run_passes(u, &job->run, HD_STAGE_KERNELS, HD_STAGE_FINAL) &&
		       write_output(u, job);
	if (!hd_run_passes(u, &job->run, HD_STAGE_KERNELS, HD_STAGE_KERNELS))
		return false;
	add_versions(u, job, cpus);
	if (!hd_run_passes(u, &job->run, HD_STAGE_UNIT, HD_STAGE_UNIT))
		return false;
	return emit_unit(u, job);
}

/* ---- tiers */

/* Paths of this machine stay out of it, where the user wants that. */
static bool
record_source(hd_unit *u, const hd_job *job)
{
	LLVMSetSourceFileName(u->m, job->recorded, strlen(job->recorded));
	if (!LLVMWriteBitcodeToFile(u->m, job->device_ir))
		return true;
	hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot write it");
	return false;
}

static bool
carry_code(hd_unit *u, const hd_job *job)
{
	if (job->recorded && strcmp(job->recorded, job->source) != 0 &&
	    !record_source(u, job))
		return false;
	u->opt.carried = hd_carry_code(&u->mem, job, &u->opt.carried_bytes);
	return u->opt.carried != NULL;
}

/* A kernel that is not wanted: what names it gets a declaration. */
static void
drop_body(hd_unit *u, LLVMValueRef fn)
{
	const char *name = hd_strdup(&u->scratch, hd_name(fn));
	LLVMValueRef d;

	LLVMSetValueName2(fn, "", 0);
	d = LLVMAddFunction(u->m, name, LLVMGlobalGetValueType(fn));
	LLVMSetFunctionCallConv(d, LLVMGetFunctionCallConv(fn));
	LLVMReplaceAllUsesWith(fn, d);
	LLVMSetComdat(fn, NULL);
	LLVMSetVisibility(fn, LLVMDefaultVisibility);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
}

/* Of carried code: the kernel that is wanted, and what it uses. */
static bool
keep_kernel(hd_unit *u, const hd_job *job)
{
	hd_shape_hint hint = {job->kernel, job->block, false};
	bool found = false;

	hd_each_function (fn, u->m) {
		if (!hd_has_body(fn))
			continue;
		if (!hd_is_kernel(u, fn)) {
			LLVMSetLinkage(fn, LLVMInternalLinkage);
			LLVMSetVisibility(fn, LLVMDefaultVisibility);
			LLVMSetComdat(fn, NULL);
		} else if (strcmp(hd_name(fn), job->kernel) == 0) {
			found = true;
		} else {
			drop_body(u, fn);
		}
	}
	if (!found) {
		hd_error_at((hd_pos){0}, "the code has no kernel '%s'", job->kernel);
		return false;
	}
	if (job->block)
		hd_push(&u->mem, &u->shapes, hint);
	hd_run_llvm(u, "globaldce");
	return true;
}

static bool
prepare_tier(hd_unit *u, const hd_job *job)
{
	switch (job->tier) {
	case HD_TIER_FIRST:
		return carry_code(u, job);
	case HD_TIER_SECOND:
		return keep_kernel(u, job);
	case HD_TIER_AHEAD:
		break;
	}
	return true;
}

bool
hd_compile(const hd_job *job)
{
	bool partial = hd_is_partial(&job->run);
	const char *cpus = job->host_ir && !partial ? hd_better_cpus(job) : "";
	hd_job first = first_job(job, *cpus);
	hd_target *t = hd_target_new(job);
	hd_unit *u;
	bool ok;

	if (!t)
		return false;
	u = unit_new(&first, t, NULL);
	u->opt.more_versions = *cpus;
	u->m = hd_read_module(u, job->part_id ? job->host_ir : job->device_ir);
	ok = u->m != NULL;
	if (ok && job->part_id) {
		u->facts = HD_FACT_MERGED;
		ok = hd_make_part(u, job) && emit_unit(u, job);
	} else if (ok) {
		LLVMSetTarget(u->m, t->triple);
		LLVMSetModuleDataLayout(u->m, u->dl);
		ok = prepare_tier(u, job) && compile(u, job, cpus);
	}
	unit_free(u, true);
	hd_target_free(t);
	return ok;
}
