/* SPDX-License-Identifier: Apache-2.0 */
/* Device code that is loaded while a program runs (-cubin, -fatbin, -ptx, NVRTC).
 *
 *     @v = addrspace(1) externally_initialized global i32 3
 *     @_ZL1s = internal addrspace(1) global i32 4
 * gets a host side in which
 *     @heddle_image = constant { magic, version, 2, wrapper, variables }
 * names every variable, v and s; kernels are in the wrapper's hd_module.
 *
 * Names that NVRTC was asked for are variables, too:
 *     @__heddle_name_0 = global ptr @_Z1kIfEvPT_
 * They go, and what they point at is a line of the file `names`. */
#include "gen/host_text.h"
#include "frame.h"
#include "ir/ir.h"

#include <errno.h>
#include <inttypes.h>

#include <llvm-c/BitWriter.h>

enum { GLOBAL = 1, CONSTANT = 4 }; /* address spaces of the device */

static unsigned
space_of(LLVMValueRef g)
{
	return LLVMGetPointerAddressSpace(LLVMTypeOf(g));
}

/* ---- names */

/* clang marks static variables, _ZL1s; nvcc, by whose names programs ask, does not. */
static const char *
known_name(const char *name)
{
	char *end;
	unsigned long n;

	if (!hd_has_prefix(name, "_ZL"))
		return name;
	n = strtoul(name + 3, &end, 10);
	return n && strlen(end) == n ? end : name;
}

static const char *
pointee(LLVMValueRef v)
{
	while (LLVMIsAConstantExpr(v))
		v = LLVMGetOperand(v, 0);
	return LLVMIsAGlobalValue(v) ? known_name(hd_name(v)) : "";
}

/* As many as there are, in their order. */
static bool
take_names(hd_unit *u, const char *file)
{
	hd_str lines = {.arena = &u->mem};
	LLVMValueRef g;

	hd_str_add(&lines, "");
	for (unsigned k = 0;; k++) {
		g = LLVMGetNamedGlobal(u->m, hd_format(&u->mem, HD_IMAGE_NAME "%u", k));
		if (!g || !LLVMGetInitializer(g))
			break;
		hd_str_addf(&lines, "%s\n", pointee(LLVMGetInitializer(g)));
		LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
	}
	if (hd_write_file(file, lines.at, lines.n))
		return true;
	hd_error_at((hd_pos){0}, "cannot write %s: %s", file, strerror(errno));
	return false;
}

/* ---- variables */

static bool
is_variable(LLVMValueRef g)
{
	unsigned space = space_of(g);

	return (space == GLOBAL || space == CONSTANT) && !LLVMIsDeclaration(g) &&
	       !LLVMIsGlobalConstant(g) && LLVMGetLinkage(g) != LLVMPrivateLinkage &&
	       !hd_has_prefix(hd_name(g), HD_IMAGE_NAME);
}

/* It may be written by its name: its value is not known. */
static void
open_variable(LLVMValueRef g)
{
	LLVMSetLinkage(g, LLVMExternalLinkage);
	LLVMSetExternallyInitialized(g, true);
}

static bool
check_references(hd_unit *u)
{
	uint32_t value;

	hd_each_global (g, u->m) {
		if (!hd_annotation(u, g, "texture", &value) &&
		    !hd_annotation(u, g, "surface", &value))
			continue;
		hd_error_at((hd_pos){u->source, 0, 0},
			    "'%s' is a texture or surface reference, which code that "
			    "is loaded while a program runs cannot have; give its "
			    "kernels a texture object (cudaTextureObject_t)",
			    hd_name(g));
		return false;
	}
	return true;
}

static void
add_variable(hd_unit *u, hd_host_text *t, hd_str *list, LLVMValueRef g, unsigned n)
{
	const char *name = hd_name(g), *known = known_name(name);
	LLVMTypeRef type = LLVMGlobalGetValueType(g);

	open_variable(g);
	hd_add_shadow(t, name, "internal");
	hd_str_addf(&t->text, "@hd.text.%u = private constant [%zu x i8] c", n,
		    strlen(known) + 1);
	hd_add_quoted(&t->text, known);
	t->text.at[--t->text.n] = 0; /* the quote: a zero ends the text */
	hd_str_add(&t->text, "\\00\"\n");
	hd_str_addf(list, "%s%s { ptr @hd.text.%u, ptr @", list->n ? ",\n" : "",
		    "{ ptr, ptr, i64, i64 }", n);
	hd_add_quoted(list, name);
	hd_str_addf(list, ", i64 %llu, i64 %d }",
		    LLVMABISizeOfType(LLVMGetModuleDataLayout(u->m), type),
		    space_of(g) == CONSTANT);
}

static const char *
host_side(hd_unit *u, hd_arena *a, const hd_job *job)
{
	hd_host_text t = {.arena = a};
	hd_str list = {.arena = a};
	unsigned n = 0;

	hd_str_add(&list, "");
	if (!hd_begin_host_text(&t, job))
		return NULL;
	hd_each_global (g, u->m)
		if (is_variable(g))
			add_variable(u, &t, &list, g, n++);
	hd_str_addf(&t.text,
		    "@hd.variables = internal constant [%u x { ptr, ptr, i64, i64 }] "
		    "[%s]\n"
		    "@" HD_IMAGE_SYMBOL " = constant { i64, i32, i32, ptr, ptr } "
		    "{ i64 %" PRIu64 ", i32 %d, i32 %u, ptr @__cuda_fatbin_wrapper, "
		    "ptr @hd.variables }\n",
		    n, list.at, (uint64_t)HD_MODULE_MAGIC, HD_MODULE_VERSION, n);
	return hd_end_host_text(&t);
}

const char *
hd_write_image_host(hd_arena *a, const hd_job *job, const char *names)
{
	hd_unit u = {.c = LLVMContextCreate(), .source = job->source};
	const char *text = NULL;

	u.m = hd_read_module(&u, job->device_ir);
	if (u.m && check_references(&u) && (!names || take_names(&u, names)))
		text = host_side(&u, a, job);
	if (text && LLVMWriteBitcodeToFile(u.m, job->device_ir)) {
		hd_error_at((hd_pos){job->device_ir, 0, 0}, "cannot write it");
		text = NULL;
	}
	if (u.m)
		LLVMDisposeModule(u.m);
	LLVMContextDispose(u.c);
	hd_arena_free(&u.mem);
	hd_arena_free(&u.scratch);
	return text;
}
