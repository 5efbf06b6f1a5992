/* SPDX-License-Identifier: Apache-2.0 */
/* Device code linked across files (-rdc=true).
 *
 * An object of -rdc=true has its host code, and its device code as bitcode in a section
 * that linkers drop:
 *
 *     @counter = global i32 undef                      (shadow of a device variable)
 *     call void @__cudaRegisterLinkedBinary…(ptr @__cuda_register_globals, …)
 * becomes
 *     @counter = external global i32
 *     call void @__heddle_linked_ID(ptr @__cuda_register_globals, …)
 *     @hd.part = section ".heddle.device"
 *
 * The device link makes one module of the parts of all objects and compiles it like a
 * file's own device code. Its host side is written here: the variables, and for each
 * part the function that registers the part's kernels with the linked module.
 */
#include "gen/host_text.h"
#include "gen/separate.h"
#include "pass/pass.h"

#include <errno.h>
#include <inttypes.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

#define REGISTER_LINKED "__cudaRegisterLinkedBinary"
#define REGISTER_VAR    "__cudaRegisterVar"

enum { NUMBER = 2 }; /* the argument of a registration */

/* ---- compiling a part */

/* The text that a pointer to a string constant points to. */
static const char *
string_at(hd_unit *u, LLVMValueRef p)
{
	LLVMValueRef init = LLVMIsAGlobalVariable(p) ? LLVMGetInitializer(p) : NULL;
	size_t n;
	const char *s;

	if (!init || !LLVMIsAConstantDataSequential(init))
		return NULL;
	s = LLVMGetAsString(init, &n);
	return hd_strndup(&u->mem, s, n);
}

/* The variable lives in the linked module, under the name that device code has for it;
 * its initial value is there too. */
static void
make_external(LLVMValueRef shadow, const char *name)
{
	if (LLVMGetLinkage(shadow) == LLVMInternalLinkage) /* static: of this library */
		LLVMSetVisibility(shadow, LLVMHiddenVisibility);
	LLVMSetInitializer(shadow, NULL);
	LLVMSetComdat(shadow, NULL);
	LLVMSetLinkage(shadow, LLVMExternalLinkage);
	LLVMSetValueName2(shadow, name, strlen(name));
}

/* How the linked module has to define it, in words of IR. */
static const char *
linkage_of(LLVMValueRef g)
{
	switch (LLVMGetLinkage(g)) {
	case LLVMLinkOnceAnyLinkage:
	case LLVMLinkOnceODRLinkage:
	case LLVMWeakAnyLinkage:
	case LLVMWeakODRLinkage:
		return "weak_odr";
	case LLVMInternalLinkage:
		return "hidden";
	default:
		return "external";
	}
}

/* Every registered variable becomes external; what they are is noted in `notes`. */
static void
release_variables(hd_unit *u, hd_str *notes)
{
	LLVMValueRef fn = LLVMGetNamedFunction(u->m, REGISTER_VAR);

	if (!fn)
		return;
	hd_each_use (use, fn) {
		LLVMValueRef call = LLVMGetUser(use), shadow;
		const char *name;

		if (!hd_calls(call, REGISTER_VAR))
			continue;
		shadow = LLVMGetOperand(call, 1);
		name = string_at(u, LLVMGetOperand(call, 2));
		if (!LLVMIsAGlobalVariable(shadow) || !name)
			continue;
		hd_str_addf(notes, "variable %s %s\n", linkage_of(shadow), name);
		make_external(shadow, name);
	}
}

/* clang's names have a number that is made of the source's path: gone with the text that has
 * it, too, which nobody reads. */
static void
rename_registration(hd_unit *u, const char *id)
{
	const char *name = hd_format(&u->mem, HD_LINKED "%s", id);
	const char *wrap = hd_format(&u->mem, "__heddle_wrap_%s", id);

	hd_each_function (fn, u->m) {
		if (!hd_has_prefix(hd_name(fn), REGISTER_LINKED))
			continue;
		LLVMSetValueName2(fn, name, strlen(name));
		hd_each_use (use, fn) {
			LLVMValueRef number = LLVMGetOperand(LLVMGetUser(use), NUMBER);

			LLVMSetOperand(LLVMGetUser(use), NUMBER, LLVMConstNull(u->ptr));
			if (LLVMIsAGlobalVariable(number) && !LLVMGetFirstUse(number))
				LLVMDeleteGlobal(number);
		}
	}
	for (LLVMValueRef a = LLVMGetFirstGlobalAlias(u->m); a;
	     a = LLVMGetNextGlobalAlias(a))
		if (hd_has_prefix(hd_name(a), "__fatbinwrap_"))
			LLVMSetValueName2(a, wrap, strlen(wrap));
}

static void
embed(hd_unit *u, const char *data, size_t n, const char *section)
{
	LLVMValueRef init = LLVMConstStringInContext2(u->c, data, n, true);
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMTypeOf(init), "hd.part");
	LLVMMetadataRef none = LLVMMDNodeInContext2(u->c, NULL, 0);

	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetGlobalConstant(g, true);
	LLVMSetAlignment(g, 8);
	LLVMSetSection(g, section);
	/* Not part of any program: linkers leave the section out. */
	LLVMGlobalSetMetadata(g, LLVMGetMDKindIDInContext(u->c, "exclude", 7), none);
	hd_keep_symbol(u, g);
}

/* In place of what clang calls it. */
static void
record_source(hd_unit *u, const hd_job *job)
{
	LLVMModuleRef m = hd_read_module(u, job->device_ir);

	if (!m)
		return;
	LLVMSetSourceFileName(m, job->recorded, strlen(job->recorded));
	if (LLVMWriteBitcodeToFile(m, job->device_ir))
		hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot write it");
	LLVMDisposeModule(m);
}

bool
hd_make_part(hd_unit *u, const hd_job *job)
{
	hd_str notes = {.arena = &u->mem}, part = {.arena = &u->mem};
	hd_part_head head = {HD_PART_MAGIC, 0, 0};
	const char *bitcode;
	size_t n;

	if (strcmp(job->recorded, job->source) != 0)
		record_source(u, job);
	bitcode = hd_read_file(&u->mem, job->device_ir, &n);
	if (!bitcode) {
		hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot read it: %s",
			    strerror(errno));
		return false;
	}
	hd_str_addf(&notes, "id %s\nsource %s\n", job->part_id, job->recorded);
	hd_str_addf(&notes, "options %d %d %d %d %" PRIu64 "\n", job->opt_level,
		    job->debug_device, job->fast_math, job->lanes, job->without);
	hd_str_addf(&notes, "tier %d\n", job->tier);
	hd_str_addf(&notes, "cpu %s\n", job->cpu ? job->cpu : "");
	hd_str_addf(&notes, "features %s\n", job->features ? job->features : "");
	hd_mark_managed(u->m);
	release_variables(u, &notes);
	rename_registration(u, job->part_id);
	while (notes.n % 8)
		hd_str_addc(&notes, '\n');
	head.notes = notes.n;
	head.bitcode = n;
	hd_str_addn(&part, (const char *)&head, sizeof head);
	hd_str_addn(&part, notes.at, notes.n);
	hd_str_addn(&part, bitcode, n);
	while (part.n % 8)
		hd_str_addc(&part, '\0');
	embed(u, part.at, part.n, HD_PART_SECTION);
	return true;
}

/* ---- linking parts */

/* clang names a static variable anew once host code has used it; device code that came
 * earlier still has the old name. */
static void
join_renamed(LLVMModuleRef m)
{
	hd_each_global (g, m) {
		const char *name = hd_name(g), *mark = strstr(name, "__static__");
		char *old;
		LLVMValueRef early;

		if (!mark || LLVMIsDeclaration(g))
			continue;
		old = strndup(name, (size_t)(mark - name));
		hd_check(old != NULL);
		early = LLVMGetNamedGlobal(m, old);
		free(old);
		if (!early || !LLVMIsDeclaration(early) ||
		    LLVMTypeOf(early) != LLVMTypeOf(g))
			continue;
		LLVMReplaceAllUsesWith(early, g);
		LLVMDeleteGlobal(early);
	}
}

/* Two files that disagree about what a name is. */
static bool
agree(LLVMModuleRef all, LLVMModuleRef part, const hd_part *p)
{
	hd_each_global (g, part) {
		LLVMValueRef other = LLVMGetNamedGlobal(all, hd_name(g));
		LLVMLinkage l = LLVMGetLinkage(g);

		if (!other || l == LLVMInternalLinkage || l == LLVMPrivateLinkage ||
		    LLVMTypeOf(other) == LLVMTypeOf(g))
			continue;
		hd_error_at((hd_pos){p->source, 0, 0},
			    "'%s' is in another kind of memory (__device__, "
			    "__constant__, __shared__) here than in another file",
			    hd_name(g));
		return false;
	}
	return true;
}

static bool
defined_twice(LLVMValueRef a, LLVMValueRef b)
{
	LLVMLinkage l = LLVMGetLinkage(a);

	return b && !LLVMIsDeclaration(a) && !LLVMIsDeclaration(b) &&
	       l == LLVMExternalLinkage && LLVMGetLinkage(b) == LLVMExternalLinkage;
}

static bool
defined_once(LLVMModuleRef all, LLVMModuleRef part, const hd_part *p)
{
	const char *name = NULL;

	hd_each_function (f, part)
		if (defined_twice(f, LLVMGetNamedFunction(all, hd_name(f))))
			name = hd_source_name(f);
	hd_each_global (g, part)
		if (defined_twice(g, LLVMGetNamedGlobal(all, hd_name(g))))
			name = hd_name(g);
	if (name)
		hd_error_at((hd_pos){p->source, 0, 0},
			    "'%s' is defined in the device code of two files", name);
	return !name;
}

static LLVMModuleRef
read_part(LLVMContextRef c, const hd_part *p)
{
	LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRangeCopy(
		p->bitcode, p->size, p->source);
	LLVMModuleRef m = NULL;
	char *why = NULL;

	if (LLVMParseIRInContext(c, b, &m, &why)) {
		hd_error_at((hd_pos){p->source, 0, 0},
			    "its device code cannot be read: %s; compile the object "
			    "again with this hdcc",
			    why);
		LLVMDisposeMessage(why);
		return NULL;
	}
	join_renamed(m);
	return m;
}

bool
hd_link_parts(const hd_part *parts, size_t n, const char *out)
{
	LLVMContextRef c = LLVMContextCreate();
	LLVMModuleRef all = NULL;
	bool ok = true;

	for (size_t k = 0; ok && k < n; k++) {
		LLVMModuleRef m = read_part(c, &parts[k]);

		ok = m && (!all || (agree(all, m, &parts[k]) &&
				    defined_once(all, m, &parts[k])));
		if (!ok)
			break;
		if (!all)
			all = m;
		else if (LLVMLinkModules2(all, m))
			hd_bug("the device code of %s does not link", parts[k].source);
	}
	if (ok && LLVMWriteBitcodeToFile(all, out)) {
		hd_error_at((hd_pos){out, 0, 0}, "cannot write the linked device code");
		ok = false;
	}
	if (all)
		LLVMDisposeModule(all);
	LLVMContextDispose(c);
	return ok;
}

/* ---- the host side of the linked module */

/* A shadow of each registered variable. */
static void
add_variables(hd_host_text *t, const hd_part *parts, size_t n)
{
	hd_map seen = {0};

	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < parts[k].variables.n; i++) {
			const hd_part_variable *v = &parts[k].variables.at[i];
			uintptr_t *known = hd_map_put_str(t->arena, &seen, v->name);

			if (*known)
				continue;
			*known = 1;
			hd_add_shadow(t, v->name,
				      strcmp(v->linkage, "external") == 0 ? ""
									  : v->linkage);
		}
}

/* The part's host code calls this when the program starts. */
static void
add_registration(hd_str *s, const char *id)
{
	hd_str_addf(s,
		    "define void @" HD_LINKED "%s(ptr %%register, ptr %%w, "
		    "ptr %%id, ptr %%f) {\n"
		    "  %%handle = call ptr @__cudaRegisterFatBinary(ptr "
		    "@__cuda_fatbin_wrapper)\n"
		    "  call void %%register(ptr %%handle)\n  ret void\n}\n",
		    id);
}

const char *
hd_write_link_host(hd_arena *a, const hd_job *job, const hd_part *parts, size_t n)
{
	hd_host_text t = {.arena = a};
	hd_str *s = &t.text, ids = {.arena = a};
	size_t bytes = 0;

	hd_str_add(&ids, "");
	if (!hd_begin_host_text(&t, job))
		return NULL;
	add_variables(&t, parts, n);
	hd_str_add(s, "declare ptr @__cudaRegisterFatBinary(ptr)\n"
		      "declare void @__cudaUnregisterFatBinary(ptr)\n");
	for (size_t k = 0; k < n; k++) {
		add_registration(s, parts[k].id);
		hd_str_addf(&ids, "%s\\0A", parts[k].id);
		bytes += strlen(parts[k].id) + 1;
	}
	hd_str_add(s, "define internal void @hd.leave() {\n"
		      "  call void @__cudaUnregisterFatBinary(ptr "
		      "@__cuda_fatbin_wrapper)\n  ret void\n}\n"
		      "@llvm.global_dtors = appending global "
		      "[1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr "
		      "@hd.leave, ptr null }]\n");
	hd_str_addf(s,
		    "@hd.linked = private constant [%zu x i8] c\"%s\", section "
		    "\"" HD_LINKED_SECTION "\", !exclude !0\n"
		    "@llvm.compiler.used = appending global [1 x ptr] [ptr "
		    "@hd.linked], section \"llvm.metadata\"\n!0 = !{}\n",
		    bytes, ids.at);
	return hd_end_host_text(&t);
}
