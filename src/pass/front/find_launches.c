/* SPDX-License-Identifier: Apache-2.0 */
/* find_launches: block shapes that the host code always says.
 *
 *     k<<<n / 256, 256>>>(p);
 * marks
 *     define void @k(ptr %p) "heddle-block"="256,1,1"
 *
 * and adds "heddle-sole" if all launches that the host code has of it say the same. Where its
 * address is handed to somebody who launches it, and nothing else is done with it, a
 * __launch_bounds__ is taken for the shape: libraries write both for that. Only hints: a
 * kernel may be launched from elsewhere, with another shape.
 *
 * needs:   the host module; the constructors of dim3 are inlined there
 */
#include "pass/pass.h"

typedef struct launch {
	uint32_t block[3];
	int times;
} launch;
typedef HD_VEC(launch) launches;

enum { HANDED_ON = 1, CALLED = 2 };

typedef struct finder {
	hd_unit *u;
	hd_map stubs; /* host function -> device function */
	hd_map found; /* device function -> launches * */
	hd_map other; /* device function -> how it may be launched with other shapes */
} finder;

/* dim3's constructors come as calls; what they were given is to be seen. */
static void
show_constants(hd_unit *u, LLVMModuleRef host)
{
	LLVMModuleRef device = u->m;
	bool any = false;

	hd_each_function (fn, host)
		if (hd_has_body(fn) && hd_has_prefix(hd_name(fn), "_ZN4dim3C")) {
			hd_remove_attr(fn, "noinline");
			hd_add_attr(u, fn, "alwaysinline");
			any = true;
		}
	u->m = host;
	if (any)
		hd_run_llvm(u, "always-inline,function(sroa)");
	u->m = device;
}

/* Host code may also invoke, where something has to be destroyed. */
static LLVMValueRef
called(LLVMValueRef i)
{
	LLVMValueRef fn = LLVMIsACallInst(i) || LLVMIsAInvokeInst(i)
				  ? LLVMGetCalledValue(i)
				  : NULL;

	return fn && LLVMIsAFunction(fn) ? fn : NULL;
}

/* Is it used for nothing but to be called? A stub itself hands its address on. */
static bool
is_only_called(LLVMValueRef stub)
{
	hd_each_use (use, stub) {
		LLVMValueRef by = LLVMGetUser(use);

		if (called(by) != stub && !hd_calls(by, "__cudaRegisterFunction") &&
		    (!LLVMIsAInstruction(by) ||
		     LLVMGetBasicBlockParent(LLVMGetInstructionParent(by)) != stub))
			return false;
	}
	return true;
}

/* __cudaRegisterFunction(handle, stub, name, ...) */
static void
find_stubs(finder *f, LLVMModuleRef host)
{
	LLVMValueRef reg = LLVMGetNamedFunction(host, "__cudaRegisterFunction");

	if (!reg)
		return;
	hd_each_use (use, reg) {
		LLVMValueRef call = LLVMGetUser(use), text, kernel;
		size_t n;

		if (!hd_calls(call, "__cudaRegisterFunction"))
			continue;
		text = LLVMGetOperand(call, 2);
		text = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
		if (!text || !LLVMIsConstantString(text))
			continue;
		kernel = LLVMGetNamedFunction(f->u->m, LLVMGetAsString(text, &n));
		if (!kernel)
			continue;
		*hd_map_put(&f->u->scratch, &f->stubs, LLVMGetOperand(call, 1)) =
			(uintptr_t)kernel;
		if (!is_only_called(LLVMGetOperand(call, 1)))
			*hd_map_put(&f->u->scratch, &f->other, kernel) |= HANDED_ON;
	}
}

/* The bits `want` of a value, all others zero: SROA leaves shifts, masks and ors of
 * constants. What is undefined may be zero. */
static bool
evaluate(LLVMValueRef v, uint64_t want, uint64_t *to, int depth)
{
	LLVMValueRef a, b;
	uint64_t x, y;

	*to = 0;
	if (!want || LLVMIsUndef(v))
		return true;
	if (LLVMIsAConstantInt(v)) {
		*to = LLVMConstIntGetZExtValue(v) & want;
		return true;
	}
	if (!LLVMIsAInstruction(v) || depth-- == 0)
		return false;
	a = LLVMGetOperand(v, 0);
	b = LLVMGetNumOperands(v) == 2 ? LLVMGetOperand(v, 1) : NULL;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMZExt:
		return evaluate(a, want & UINT32_MAX, to, depth);
	case LLVMAnd:
		return LLVMIsAConstantInt(b) &&
		       evaluate(a, want & LLVMConstIntGetZExtValue(b), to, depth);
	case LLVMOr:
		if (!evaluate(a, want, &x, depth) || !evaluate(b, want, &y, depth))
			return false;
		*to = x | y;
		return true;
	case LLVMShl:
		if (!evaluate(b, UINT64_MAX, &y, depth) || y > 63 ||
		    !evaluate(a, want >> y, &x, depth))
			return false;
		*to = x << y;
		return true;
	default:
		return false;
	}
}

/* Element k of a small array; NULL if that is not to be seen. */
static LLVMValueRef
element(LLVMValueRef v, unsigned k)
{
	while (LLVMIsAInsertValueInst(v)) {
		if (LLVMGetNumIndices(v) == 1 && LLVMGetIndices(v)[0] == k)
			return LLVMGetOperand(v, 1);
		v = LLVMGetOperand(v, 0);
	}
	return LLVMIsAConstant(v) ? LLVMGetAggregateElement(v, k) : NULL;
}

/* __cudaPushCallConfiguration(i64 grid xy, i32 z, i64 block xy, i32 z, ...) on x86-64,
 * (grid, block, ...) as [2 x i64] on AArch64. */
static bool
read_block(LLVMValueRef call, uint32_t block[3])
{
	enum { DEPTH = 8, APART = 6 };
	bool apart = LLVMGetNumArgOperands(call) == APART;
	LLVMValueRef v = LLVMGetOperand(call, 1);
	LLVMValueRef xy = apart ? LLVMGetOperand(call, 2) : element(v, 0),
		     z = apart ? LLVMGetOperand(call, 3) : element(v, 1);
	uint64_t n, nz;

	if (!xy || !z || !evaluate(xy, UINT64_MAX, &n, DEPTH) ||
	    !evaluate(z, UINT32_MAX, &nz, DEPTH))
		return false;
	block[0] = (uint32_t)n;
	block[1] = (uint32_t)(n >> 32);
	block[2] = (uint32_t)nz;
	return block[0] && block[1] && block[2];
}

static void
add(finder *f, LLVMValueRef kernel, const uint32_t block[3])
{
	hd_arena *a = &f->u->scratch;
	uintptr_t *slot = hd_map_put(a, &f->found, kernel);
	launches *l;

	if (!*slot)
		*slot = (uintptr_t)HD_NEW(a, launches);
	l = (launches *)*slot;
	for (size_t k = 0; k < l->n; k++)
		if (memcmp(l->at[k].block, block, sizeof l->at[k].block) == 0) {
			l->at[k].times++;
			return;
		}
	hd_push(a, l, ((launch){{block[0], block[1], block[2]}, 1}));
}

/* clang writes the configuration down right before the call of the stub. */
static void
find_in(finder *f, LLVMValueRef fn)
{
	uint32_t block[3];
	bool known = false;

	hd_each_block (bb, fn)
		hd_each_insn (i, bb) {
			LLVMValueRef callee = called(i);
			uintptr_t *kernel;

			if (!callee)
				continue;
			kernel = hd_map_get(&f->stubs, callee);
			if (strcmp(hd_name(callee), "__cudaPushCallConfiguration") == 0)
				known = read_block(i, block);
			else if (kernel && known)
				add(f, (LLVMValueRef)*kernel, block);
			else if (kernel)
				*hd_map_put(&f->u->scratch, &f->other,
					    (LLVMValueRef)*kernel) |= CALLED;
		}
}

static const launch *
most_often(const launches *l)
{
	const launch *best = NULL;

	for (size_t k = 0; l && k < l->n; k++)
		if (!best || l->at[k].times > best->times)
			best = &l->at[k];
	return best;
}

/* The shape that is written most often, or the bounds. */
static bool
mark(finder *f, LLVMValueRef kernel)
{
	uintptr_t *slot = hd_map_get(&f->found, kernel),
		  *other = hd_map_get(&f->other, kernel);
	launches *l = slot ? (launches *)*slot : NULL;
	launch bounds = {{0, 1, 1}, 1};
	const launch *best = most_often(l);
	bool sole = best && l->n == 1 && !other;

	if (!best && other && *other == HANDED_ON &&
	    hd_annotation(f->u, kernel, "maxntidx", &bounds.block[0])) {
		best = &bounds;
		sole = true;
	}
	if (best)
		hd_add_string_attr(f->u, kernel, HD_BLOCK,
				   hd_format(&f->u->scratch, "%u,%u,%u", best->block[0],
					     best->block[1], best->block[2]));
	if (sole)
		hd_add_string_attr(f->u, kernel, HD_SOLE, "");
	return best != NULL;
}

/* For the same kernels compiled once more, without the host code. */
static bool
mark_again(hd_unit *u)
{
	bool changed = false;

	for (size_t k = 0; k < u->shapes.n; k++) {
		LLVMValueRef fn = LLVMGetNamedFunction(u->m, u->shapes.at[k].kernel);

		if (fn)
			hd_add_string_attr(u, fn, HD_BLOCK, u->shapes.at[k].block);
		if (fn && u->shapes.at[k].sole)
			hd_add_string_attr(u, fn, HD_SOLE, "");
		changed |= fn != NULL;
	}
	return changed;
}

bool
hd_pass_find_launches(hd_unit *u)
{
	finder f = {.u = u};
	bool changed = false;

	if (u->opt.lanes == 1 && !u->opt.more_versions)
		return false;
	if (!u->opt.host_ir)
		return mark_again(u);
	u->host = hd_read_module(u, u->opt.host_ir);
	if (!u->host)
		return false;
	show_constants(u, u->host);
	find_stubs(&f, u->host);
	hd_each_function (fn, u->host)
		if (hd_has_body(fn))
			find_in(&f, fn);
	hd_each_function (fn, u->m)
		if (mark(&f, fn)) {
			hd_shape_hint hint = {
				hd_format(&u->mem, "%s", hd_name(fn)),
				hd_format(&u->mem, "%s", hd_string_attr(fn, HD_BLOCK)),
				hd_string_attr(fn, HD_SOLE) != NULL};

			hd_push(&u->mem, &u->shapes, hint);
			changed = true;
		}
	return changed;
}
