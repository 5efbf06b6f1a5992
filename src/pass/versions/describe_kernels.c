/* SPDX-License-Identifier: Apache-2.0 */
/* describe_kernels: the descriptors that the runtime reads.
 *
 *     define internal void @hd.kernel.k(...) "heddle-entry"="k" ...
 * gets
 *     @hd.describe.k = internal constant { ptr @name, ptr @hd.kernel.k, ... }
 *     @hd.module = internal constant { magic, version, n, ptr @hd.kernels }
 *
 * needs:   lower_lanes
 */
#include "pass/pass.h"
#include "frame.h"

/* An entry function, or the part of it for certain launches, and its kernel. */
typedef struct entry {
	hd_unit *u;
	LLVMValueRef fn;
	const char *of; /* what its attributes begin with */
	const char *name;
} entry;

static const char *
said(const entry *e, const char *key)
{
	const char *s =
		hd_string_attr(e->fn, hd_format(&e->u->scratch, "%s-%s", e->of, key));

	hd_check(s != NULL);
	return s;
}

static LLVMValueRef
number(const entry *e, const char *key)
{
	return hd_i32(e->u, (int64_t)strtoul(said(e, key), NULL, 10));
}

static LLVMValueRef
constant_global(hd_unit *u, LLVMValueRef init, const char *name)
{
	LLVMValueRef g = LLVMAddGlobal(u->m, LLVMTypeOf(init), name);

	LLVMSetInitializer(g, init);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	LLVMSetGlobalConstant(g, true);
	return g;
}

/* "offset:size,offset:size," -> an array of hd_arg */
static LLVMValueRef
describe_args(const entry *e, uint32_t *count, uint32_t *bytes)
{
	hd_unit *u = e->u;
	const char *s = said(e, "args");
	LLVMValueRef *list = HD_NEW_ARRAY(&u->scratch, LLVMValueRef, strlen(s) + 1);
	LLVMTypeRef t;

	*count = *bytes = 0;
	while (*s) {
		char *end;
		uint32_t offset = (uint32_t)strtoul(s, &end, 10);
		uint32_t size = (uint32_t)strtoul(end + 1, &end, 10);
		LLVMValueRef pair[] = {hd_i32(u, offset), hd_i32(u, size)};

		hd_check(*end == ',' && offset >= *bytes); /* one behind the other */
		list[(*count)++] = LLVMConstStructInContext(u->c, pair, 2, false);
		*bytes = offset + size;
		s = end + 1;
	}
	if (!*count)
		return LLVMConstNull(u->ptr);
	t = LLVMTypeOf(list[0]);
	return constant_global(u, LLVMConstArray2(t, list, *count), "hd.args");
}

static LLVMValueRef
optional_string(hd_unit *u, const char *text)
{
	return *text ? hd_string(u, text, "hd.string") : LLVMConstNull(u->ptr);
}

static LLVMValueRef
function_of(const entry *e, const char *prefix)
{
	LLVMValueRef fn = LLVMGetNamedFunction(
		e->u->m, hd_format(&e->u->scratch, "%s%s", prefix, e->name));

	return fn ? fn : LLVMConstNull(e->u->ptr);
}

/* `fit`: the descriptor of the next version, or null. */
static LLVMValueRef
describe(const entry *e, LLVMValueRef fit)
{
	hd_unit *u = e->u;
	uint32_t count, bytes;
	LLVMValueRef args = describe_args(e, &count, &bytes);
	LLVMValueRef field[] = {
		hd_string(u, hd_string_attr(e->fn, HD_ENTRY), "hd.name"),
		e->fn,
		args,
		hd_i32(u, count),
		hd_i32(u, bytes),
		number(e, "shared"),
		number(e, "context-block"),
		number(e, "context"),
		number(e, "lanes"),
		number(e, "narrow-below"),
		number(e, "narrow-context"),
		number(e, "threads"),
		number(e, "local"),
		number(e, "flags"),
		number(e, "line"),
		optional_string(u, said(e, "file")),
		function_of(e, HD_USEFUL),
		fit,
		function_of(e, HD_ASKS),
	};
	LLVMValueRef init =
		LLVMConstStructInContext(u->c, field, HD_COUNT(field), false);
	LLVMTypeRef t = LLVMTypeOf(init);

	hd_check(LLVMOffsetOfElement(u->dl, t, 5) ==
		 offsetof(hd_kernel, shared_static));
	hd_check(LLVMOffsetOfElement(u->dl, t, 13) == offsetof(hd_kernel, flags));
	hd_check(LLVMOffsetOfElement(u->dl, t, 15) == offsetof(hd_kernel, file));
	hd_check(hd_size_of(u, t) == sizeof(hd_kernel));
	return constant_global(u, init,
			       hd_format(&u->scratch, "hd.describe.%s", e->name));
}

/* Device code that launches the kernel gets its descriptor. */
static void
resolve(hd_unit *u, const char *name, LLVMValueRef descriptor)
{
	LLVMValueRef g = LLVMGetNamedGlobal(
		u->m, hd_format(&u->scratch, HD_LAUNCHED "%s", name));

	if (!g)
		return;
	LLVMReplaceAllUsesWith(g, descriptor);
	LLVMDeleteGlobal(g);
}

/* An entry function with the versions in it. */
static LLVMValueRef
describe_all(hd_unit *u, LLVMValueRef fn)
{
	LLVMValueRef d = LLVMConstNull(u->ptr);

	for (int k = HD_FIT_VERSIONS; k >= 0; k--) {
		entry e = {u, fn, HD_ENTRY, NULL};

		if (k)
			e.of = hd_format(&u->scratch, HD_FIT "%d", k);
		e.name = hd_string_attr(fn, e.of);
		if (!e.name)
			continue;
		d = describe(&e, d);
		resolve(u, e.name, d);
	}
	hd_check(!LLVMIsNull(d));
	return d;
}

bool
hd_pass_describe_kernels(hd_unit *u)
{
	HD_VEC(LLVMValueRef) list = {0};
	LLVMValueRef kernels, module;

	hd_each_function (fn, u->m)
		if (hd_string_attr(fn, HD_ENTRY))
			hd_push(&u->scratch, &list, describe_all(u, fn));
	kernels = constant_global(u, LLVMConstArray2(u->ptr, list.at, list.n),
				  "hd.kernels");
	LLVMValueRef field[] = {LLVMConstInt(u->i64, HD_MODULE_MAGIC, false),
				hd_i32(u, HD_MODULE_VERSION),
				hd_i32(u, (int64_t)list.n),
				kernels,
				hd_i32(u, u->opt.level),
				hd_i32(u, 0), /* link_versions knows more */
				LLVMConstNull(u->ptr),
				LLVMConstNull(u->ptr), /* and carry_code */
				LLVMConstNull(u->ptr),
				hd_i64(u, 0)};

	module = constant_global(
		u, LLVMConstStructInContext(u->c, field, HD_COUNT(field), false),
		"hd.module");
	LLVMSetLinkage(module, LLVMExternalLinkage); /* merge_host hides it */
	hd_check(hd_size_of(u, LLVMGlobalGetValueType(module)) == sizeof(hd_module));
	return true;
}
