/* SPDX-License-Identifier: Apache-2.0 */
/* IR text of a host side that no clang has written. */
#include "gen/host_text.h"
#include "gen/target.h"

/* What is no plain character goes by number. */
void
hd_add_quoted(hd_str *s, const char *text)
{
	hd_str_addc(s, '"');
	for (; *text; text++)
		if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ')
			hd_str_addf(s, "\\%02X", (unsigned char)*text);
		else
			hd_str_addc(s, *text);
	hd_str_addc(s, '"');
}

static bool
add_target(hd_str *s, const hd_job *job)
{
	hd_target *t = hd_target_new(job);
	char *layout;

	if (!t)
		return false;
	layout = LLVMCopyStringRepOfTargetData(t->layout);
	hd_str_addf(s, "target datalayout = \"%s\"\ntarget triple = \"%s\"\n", layout,
		    t->triple);
	LLVMDisposeMessage(layout);
	hd_target_free(t);
	return true;
}

bool
hd_begin_host_text(hd_host_text *t, const hd_job *job)
{
	t->text.arena = t->shadows.arena = t->arena;
	hd_str_add(&t->shadows, "");
	if (!add_target(&t->text, job))
		return false;
	hd_str_add(&t->text,
		   "@__cuda_fatbin_wrapper = internal constant "
		   "{ i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr null, "
		   "ptr null }, align 8\n"
		   "declare void @__cudaRegisterVar"
		   "(ptr, ptr, ptr, ptr, i32, i64, i32, i32)\n");
	return true;
}

void
hd_add_shadow(hd_host_text *t, const char *name, const char *linkage)
{
	hd_str_addc(&t->text, '@');
	hd_add_quoted(&t->text, name);
	hd_str_addf(&t->text, " = %s global i8 undef\n", linkage);
	hd_str_add(&t->shadows, "  call void @__cudaRegisterVar(ptr null, ptr @");
	hd_add_quoted(&t->shadows, name);
	hd_str_add(&t->shadows, ", ptr null, ptr null, i32 0, i64 0, i32 0, i32 0)\n");
}

/* The function with the mentions is never called: it goes once they were seen. */
const char *
hd_end_host_text(hd_host_text *t)
{
	hd_str_addf(&t->text, "define internal void @hd.shadows() {\n%s  ret void\n}\n",
		    t->shadows.at);
	return t->text.at;
}
