/* SPDX-License-Identifier: Apache-2.0 */
/* One translation unit, from clang's two bitcode files to an object. */
#include "gen/separate.h"
#include "gen/split.h"
#include "gen/target.h"
#include "pass/pass.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Transforms/PassBuilder.h>
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
		.has_fma = t->has_fma,
		.lanes = job->lanes,
		.without = job->without,
		.remarks = wants(job->remarks),
		.missed = wants(job->remarks_missed),
		.library = job->library,
		.host_ir = job->host_ir,
		.cpu = t->cpu,
		.features = t->features,
		.level = t->level,
	};
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

/* Functions of the C++ library that always inline may be in no library. */
#define QUICK "always-inline,function(sroa,early-cse,simplifycfg,adce)"

static void
optimize(hd_unit *u, bool quick)
{
	static const char *const level[] = {"default<O0>", "default<O1>", "default<O2>",
					    "default<O3>"};
	int n = u->opt.opt_level;

	hd_set_activity("LLVM's optimiser", u->source);
	hd_run_llvm(u, quick ? QUICK : level[n < 0 ? 0 : n > 3 ? 3 : n]);
	hd_set_activity(NULL, NULL);
}

/* LLVM-C cannot ask for .init_array, and some linkers ignore .ctors: write the entries
 * of llvm.global_ctors (or dtors) ourselves, as { priority, function, comdat key }. */
static void
move_to_section(hd_unit *u, const char *list, const char *section)
{
	enum { DEFAULT_PRIORITY = 65535 };
	LLVMValueRef g = LLVMGetNamedGlobal(u->m, list),
		     init = g ? LLVMGetInitializer(g) : NULL;
	int n = init ? LLVMGetNumOperands(init) : 0;

	for (int k = 0; k < n; k++) {
		LLVMValueRef entry = LLVMGetOperand(init, (unsigned)k);
		uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0));
		LLVMValueRef fn = LLVMGetOperand(entry, 1),
			     key = LLVMGetOperand(entry, 2);
		LLVMValueRef slot = LLVMAddGlobal(u->m, u->ptr, "hd.ctor");

		LLVMSetInitializer(slot, fn);
		LLVMSetLinkage(slot, LLVMInternalLinkage);
		LLVMSetSection(slot, priority == DEFAULT_PRIORITY
					     ? section
					     : hd_format(&u->mem, "%s.%05u", section,
							 (unsigned)priority));
		if (LLVMIsAGlobalObject(key) && LLVMGetComdat(key))
			LLVMSetComdat(slot, LLVMGetComdat(key));
		hd_keep_symbol(u, slot);
	}
	if (g)
		LLVMDeleteGlobal(g);
}

static void
finish(hd_unit *u, bool quick)
{
	bool well = !quick && u->opt.opt_level >= 2;
	bool is_x86 = hd_has_prefix(LLVMGetTarget(u->m), "x86_64");

	optimize(u, quick);
	if (well && hd_does(u, HD_TRICK_cold))
		hd_move_to_cold(u);
	if (is_x86 && u->opt.opt_level >= 2 && hd_does(u, HD_TRICK_kept))
		hd_take_kept(u);
	if (is_x86 && well && hd_does(u, HD_TRICK_columns))
		hd_load_columns(u);
	if (is_x86 && well && hd_does(u, HD_TRICK_ahead))
		hd_ask_ahead(u);
	if (is_x86 && well && hd_does(u, HD_TRICK_lines))
		hd_keep_branches_in_lines();
	if (hd_has_prefix(LLVMGetTarget(u->m), "aarch64") && u->opt.opt_level > 0) {
		if (hd_does(u, HD_TRICK_widen))
			hd_widen_masks(u);
		if (hd_does(u, HD_TRICK_indices))
			hd_pair_indices(u);
	}
	if (strstr(LLVMGetTarget(u->m), "linux")) {
		move_to_section(u, "llvm.global_ctors", ".init_array");
		move_to_section(u, "llvm.global_dtors", ".fini_array");
	}
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
	finish(u, job->quick);
	return write_output(u, job);
}

/* With only some passes the IR is not for this target yet: print it as it is. */
static bool
is_partial(const hd_run_options *o)
{
	return o->only || o->stop_after;
}

/* ---- the same kernels for better processors */

struct versions {
	const hd_job *job;
	const char *rest; /* of the list */
	bool tells;       /* remarks are about the next one */
};

static LLVMModuleRef
next_version(hd_unit *first)
{
	struct versions *v = first->versions;
	size_t n = strcspn(v->rest, ",");
	hd_job job = *v->job;
	LLVMModuleRef m = NULL;
	hd_target *t;
	hd_unit *u;

	if (!n)
		return NULL;
	job.cpu = hd_strndup(&first->mem, v->rest, n);
	v->rest += n + (v->rest[n] == ',');
	job.host_ir = NULL;
	if (!v->tells)
		job.remarks = job.remarks_missed = NULL;
	v->tells = false;
	t = hd_target_new(&job);
	u = unit_new(&job, t, first->c);
	memcpy(&u->shapes, &first->shapes, sizeof u->shapes);
	u->m = hd_read_module(u, job.device_ir);
	if (u->m) {
		LLVMSetTarget(u->m, t->triple);
		LLVMSetModuleDataLayout(u->m, u->dl);
		if (hd_run_passes(u, &(hd_run_options){0})) {
			m = u->m;
			u->m = NULL;
		}
	}
	unit_free(u, false);
	hd_target_free(t);
	return m;
}

/* The unit of the first version, which asks for the others. */
static hd_unit *
first_unit(const hd_job *job, const hd_target *t, struct versions *v)
{
	bool more = *v->rest && job->host_ir && !is_partial(&job->run);
	hd_job first = *job;
	hd_unit *u;

	v->tells = more && hd_is_last_resort(job);
	if (v->tells) {
		first.lanes = 1;
		first.remarks = first.remarks_missed = NULL;
	}
	u = unit_new(&first, t, NULL);
	if (more) {
		u->next_version = next_version;
		u->versions = v;
	}
	return u;
}

bool
hd_compile(const hd_job *job)
{
	struct versions versions = {job, hd_better_cpus(job), false};
	hd_target *t = hd_target_new(job);
	hd_unit *u;
	bool ok;

	if (!t)
		return false;
	u = first_unit(job, t, &versions);
	u->m = hd_read_module(u, job->part_id ? job->host_ir : job->device_ir);
	ok = u->m != NULL;
	if (ok && job->part_id) {
		ok = hd_make_part(u, job);
	} else if (ok) {
		LLVMSetTarget(u->m, t->triple);
		LLVMSetModuleDataLayout(u->m, u->dl);
		ok = hd_run_passes(u, &job->run);
	}
	if (ok && is_partial(&job->run))
		ok = write_output(u, job);
	else if (ok)
		ok = hd_emit_split(u, job, emit) || emit(u, job);
	unit_free(u, true);
	hd_target_free(t);
	return ok;
}
